#include "catena/sim/gap_closing.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "catena/dynamics/recursion.hpp"
#include "catena/math/infinity.hpp"
#include "catena/model/configuration.hpp"

namespace catena {

using detail::at;

namespace {

// Of sweeps over all that is off. In the first ones contacts are drawn together, too; in the others
// only what overlaps is parted, since not all gaps may be closed at once.
constexpr int most_closing_sweeps = 60, drawing_sweeps = 12;
// Rows within this part of the tolerance are left where they are.
constexpr double near_closed = 0.5;
// Without a tolerance, points that stick are put back to where they stick more closely than gaps
// are closed, m: so that they do not creep.
constexpr double exact = 1e-10, sticking = 1e-13;

double tangents_within(double tolerance) {
  return tolerance > exact ? near_closed * tolerance : sticking;
}

}  // namespace

GapClosing::GapClosing(const Model& tree)
    : tree_(tree),
      rows_(tree),
      held_(static_cast<std::size_t>(tree.nv())),
      moved_(held_.size()),
      changed_(held_.size()),
      step_(tree.nv()) {}

void GapClosing::carry(const LoopSolver& solver, const RowList& list, Held held) {
  for (int k = 0; k < tree_.nv(); ++k) at(held_, k) = held.size() > 0 && held[k] ? 1 : 0;
  const Workspace<double>& ws = solver.workspace();
  all_.resize(list.blocks.size());
  std::iota(all_.begin(), all_.end(), 0);
  rows_.take_pivots(ws.axes, 0, tree_.nv());
  rows_.carry(list, all_, ws, ws.axes, held_);
  own_.resize(list.rows.size());
  for (std::size_t b = 0; b < list.blocks.size(); ++b) {
    const Block& block = list.blocks[b];
    const std::size_t dofs = rows_.dofs(static_cast<int>(b)).size();
    for (int r = 0; r < block.row_count(); ++r) {
      const double* const e = rows_.efforts(static_cast<int>(b), r);
      double sum = 0.0;
      for (std::size_t d = 0; d < dofs; ++d)
        sum += e[CarriedRows::lanes * d] * e[CarriedRows::lanes * d];
      own_[static_cast<std::size_t>(block.row + r)] = sum;
    }
  }
}

double GapClosing::off(const Block& block, int number, int row, const RowList& list) const {
  const std::span<const int> dofs = rows_.dofs(number);
  const double* const e = rows_.efforts(number, row);
  double sum = list.rows[static_cast<std::size_t>(block.row + row)].velocity;
  for (std::size_t d = 0; d < dofs.size(); ++d)
    sum += e[CarriedRows::lanes * d] * at(moved_, dofs[d]);
  return sum;
}

bool GapClosing::may_have_changed(int block) const {
  const std::span<const int> dofs = rows_.dofs(block);
  return std::any_of(dofs.begin(), dofs.end(),
                     [&](int dof) { return at(changed_, dof) > at(seen_, block); });
}

// Rows that are off by less than -least, or by more than `most`.
bool GapClosing::put_back(const Block& block, int number, const RowList& list, double least,
                          double most) {
  bool any = false;
  const std::span<const int> dofs = rows_.dofs(number);
  for (int r = 0; r < block.row_count(); ++r) {
    const double own = own_[static_cast<std::size_t>(block.row + r)];
    const double by = off(block, number, r, list);
    const bool is_off =
        r == 0 ? by < -least || by > most : std::abs(by) > tangents_within(least / near_closed);
    if (!is_off || !(own > 0.0)) continue;
    const double x = -by / own;
    const double* const e = rows_.efforts(number, r);
    for (std::size_t d = 0; d < dofs.size(); ++d)
      at(moved_, dofs[d]) += x * e[CarriedRows::lanes * d];
    any = true;
  }
  at(seen_, number) = changes_;
  if (!any) return false;
  ++changes_;
  for (const int dof : dofs) at(changed_, dof) = changes_;
  at(seen_, number) = changes_;
  return true;
}

void GapClosing::close(const LoopSolver& solver, const RowList& list, Held held, double tolerance,
                       Eigen::VectorXd& q) {
  carry(solver, list, held);
  std::fill(moved_.begin(), moved_.end(), 0.0);
  std::fill(changed_.begin(), changed_.end(), 0);
  seen_.assign(list.blocks.size(), -1);
  changes_ = 0;
  const double least = near_closed * tolerance;
  for (int sweep = 0; sweep < most_closing_sweeps; ++sweep) {
    bool any = false;
    const double most = sweep < drawing_sweeps ? least : infinity;
    for (std::size_t b = 0; b < list.blocks.size(); ++b)
      if (may_have_changed(static_cast<int>(b)))
        any |= put_back(list.blocks[b], static_cast<int>(b), list, least, most);
    if (!any) break;
  }
  if (changes_ == 0) return;
  const Workspace<double>& ws = solver.workspace();
  for (int k = 0; k < tree_.nv(); ++k) rows_.sum(k) = at(held_, k) != 0 ? 0.0 : at(moved_, k);
  step_.setZero(tree_.nv());
  rows_.respond(ws, ws.axes, 1, static_cast<int>(tree_.nodes().size()), step_);
  for (int k = 0; k < tree_.nv(); ++k)
    if (at(held_, k) != 0) step_[k] = 0.0;
  integrate<double>(tree_, In<double>(q.data(), tree_.nq()), In<double>(step_.data(), tree_.nv()),
                    Out<double>(q.data(), tree_.nq()));
}

}  // namespace catena
