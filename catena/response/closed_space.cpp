#include "catena/response/closed_space.hpp"

#include <algorithm>
#include <cmath>

#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// Of a vector that loops hold.
constexpr double nothing_left = 1e-14;

constexpr auto lanes = static_cast<Index>(Pack4::lanes);

Index in_whole_packs(Index n) {
  return (n + lanes - 1) / lanes * lanes;
}

}  // namespace

ClosedSpace::ClosedSpace(const Model& tree)
    : tree_(tree), place_(static_cast<std::size_t>(tree.nv()), -1) {
  moving_.reserve(place_.size()), root_.reserve(place_.size());
}

// A vector takes a product with each direction, and so does each direction with those before it. A
// recursion takes about as long per node as this many products per entry.
bool ClosedSpace::is_cheaper(const LoopSolver& solver, const MechanismPart& part, Index vectors) {
  constexpr Index products_of_recursion = 64;
  Index reactions = 0;
  for (const int c : part.closures) reactions += solver.space().matrix().kept(c);
  return reactions * (reactions + vectors) <= products_of_recursion * vectors;
}

void ClosedSpace::begin(const LoopSolver& solver, const MechanismPart& part, Index vectors,
                        Index most_vectors) {
  moving_.clear(), root_.clear();
  for (const int c : part.closures)  // they may reach dofs that are held
    for (const int dof : at(solver.loops().closures(), c).dofs) at(place_, dof) = -1;
  for (const int n : part.nodes) {
    const Node& node = at(tree_.nodes(), n);
    for (int k = node.v; k < node.v + node.nv; ++k) {
      const double D_inverse = at(solver.workspace().axes, k).D_inverse;
      at(place_, k) = D_inverse == 0.0 ? -1 : static_cast<int>(moving_.size());
      if (D_inverse == 0.0) continue;
      moving_.push_back(k);
      root_.push_back(std::sqrt(D_inverse));
    }
  }
  size_ = in_whole_packs(static_cast<Index>(moving_.size())), count_ = vectors, rank_ = 0;
  const auto most = static_cast<std::size_t>(std::max(most_vectors, vectors));
  const auto longest = static_cast<std::size_t>(in_whole_packs(tree_.nv()));
  vectors_.reserve(longest * most);
  vectors_.resize(static_cast<std::size_t>(size_ * count_));
  const std::size_t rows = ClosureRows::most * part.closures.size();
  directions_.reserve(longest * rows);
  directions_.resize(static_cast<std::size_t>(size_) * rows);
  parts_.reserve(rows * std::max<std::size_t>(most, 1));
  parts_.resize(rows * static_cast<std::size_t>(std::max<Index>(count_, 1)));
  const BlockLdlt& matrix = solver.space().matrix();
  for (const int c : part.closures)
    for (int r = 0; r < matrix.rows(c); ++r)
      if (!matrix.is_dependent(c, r))
        add_direction(solver.space().efforts(c).data() + r, at(solver.loops().closures(), c).dofs);
}

// By Gram and Schmidt, twice: reactions that are nearer to each other than rank_tolerance are left
// out before, so that twice is enough.
void ClosedSpace::add_direction(const double* efforts, std::span<const int> dofs) {
  Eigen::Map<VectorXd, Eigen::Aligned32> x(directions_.data() + size_ * rank_, size_);
  x.setZero();
  for (const int dof : dofs) {
    const int entry = at(place_, dof);
    if (entry >= 0) x[entry] = *efforts * at(root_, entry);
    efforts += ConstraintSpace::lanes;
  }
  double norm = x.norm();
  if (norm == 0.0) return;
  x /= norm;
  Eigen::Map<VectorXd> along(parts_.data(), rank_);
  for (int pass = 0; pass < 2 && rank_ > 0; ++pass) {
    along = directions().transpose().lazyProduct(x);
    x -= directions().lazyProduct(along);
    norm = x.norm();
    if (norm == 0.0) return;
    x /= norm;
  }
  ++rank_;
}

void ClosedSpace::put(const LaneSweep& sweep, Index first, Index count) {
  double* const x = vectors_.data() + size_ * first;
  std::fill_n(x, size_ * count, 0.0);
  for (std::size_t entry = 0; entry < moving_.size(); ++entry) {
    const Pack4 scaled = root_[entry] * sweep.effort(moving_[entry]);
    for (Index lane = 0; lane < count; ++lane)
      x[lane * size_ + static_cast<Index>(entry)] = scaled[static_cast<std::size_t>(lane)];
  }
}

void ClosedSpace::clear(Index vector) {
  std::fill_n(vectors_.data() + size_ * vector, size_, 0.0);
}

// Twice, too: where loops leave little of a vector, the first time leaves rounding of all of it.
// Where they leave nothing (a slider that a crank on a path moves), rounding is not taken for a
// mobility of 1e-34.
void ClosedSpace::close() {
  if (rank_ == 0 || count_ == 0) return;
  Eigen::Map<MatrixXd, Eigen::Aligned32> x(vectors_.data(), size_, count_);
  Eigen::Map<MatrixXd> along(parts_.data(), rank_, count_);
  for (int pass = 0; pass < 2; ++pass) {
    along = directions().transpose().lazyProduct(x);
    x -= directions().lazyProduct(along);
    for (Index c = 0; c < count_; ++c)
      if (x.col(c).norm() <= nothing_left * along.col(c).norm()) x.col(c).setZero();
  }
}

}  // namespace catena
