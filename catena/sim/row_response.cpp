#include "catena/sim/row_response.hpp"

#include <algorithm>

#include "catena/contact/point_mobility.hpp"
#include "catena/dynamics/recursion.hpp"

namespace catena {

using detail::at;

namespace {

double row_times(const Row& row, std::span<const Motion<double>> node_rate) {
  return dot(row.on_a.wrench, at(node_rate, row.on_a.node)) +
         dot(row.on_b.wrench, at(node_rate, row.on_b.node));
}

const Row& row_of(const RowList& list, Eigen::Index row) {
  return list.rows[static_cast<std::size_t>(row)];
}

}  // namespace

RowResponse::RowResponse(MotionEquations& equations)
    : equations_(equations), held_(equations.nv()) {
  for (int k = 0; k < equations.nv(); ++k) held_[k] = equations.on_path(k);
}

LoopSolver& RowResponse::solver() {
  if (equations_.loops() != nullptr) return *equations_.loops();
  if (!of_tree_)
    of_tree_ = std::make_unique<LoopSolver>(
        std::make_shared<const Loops>(equations_.coordinates().shared_tree(), LoopSpecs{}));
  return *of_tree_;
}

void RowResponse::find_parts(const RowList& list) {
  if (!islands_) islands_ = std::make_unique<Islands>(solver().shared_loops());
  islands_->begin(held_);
  for (const Block& block : list.blocks) {
    const Row& first = row_of(list, block.row);
    if (first.dof >= 0)
      islands_->add_coordinate(first.dof);
    else
      islands_->add_pair(first.on_a.node, first.on_b.node);
  }
  islands_->finish();
  places_.resize(list.rows.size());
  part_count_ = static_cast<std::size_t>(islands_->count());
  if (parts_.size() < part_count_) parts_.resize(part_count_);
  for (std::size_t p = 0; p < part_count_; ++p) {
    Part& part = parts_[p];
    const std::span<const int> blocks = islands_->blocks(static_cast<int>(p));
    part.blocks.assign(blocks.begin(), blocks.end());
    part.rows.clear();
    for (const int b : part.blocks) {
      const Block& block = list.blocks[static_cast<std::size_t>(b)];
      for (Eigen::Index r = block.row; r < block.row + block.row_count(); ++r) {
        places_[static_cast<std::size_t>(r)] = {p, static_cast<Eigen::Index>(part.rows.size())};
        part.rows.push_back(r);
      }
    }
  }
}

void RowResponse::put_load(const Row& row, double x) {
  if (row.dof >= 0) {
    efforts_.push_back({row.dof, x});
    return;
  }
  wrenches_.push_back({row.on_a.node, x * row.on_a.wrench});
  wrenches_.push_back({row.on_b.node, x * row.on_b.wrench});
}

void RowResponse::compute(const State& state, const RowList& list) {
  solver().prepare(state.q, held_, state.v.data());
  rate_.setZero(equations_.nv());
  node_rate_.assign(equations_.model().nodes().size(), Motion<double>::zero());
  find_parts(list);
  for (std::size_t p = 0; p < part_count_; ++p) {
    find_W(islands_->part(static_cast<int>(p)), list, parts_[p]);
    leave_out_idle(list, parts_[p]);
  }
}

void RowResponse::find_W(const MechanismPart& of, const RowList& list, Part& part) {
  const auto n = static_cast<Eigen::Index>(part.rows.size());
  part.W.setZero(n, n);
  if (of.nodes.empty()) return;
  for (Eigen::Index c = 0; c < n; ++c) {
    wrenches_.clear(), efforts_.clear();
    put_load(row_of(list, part.rows[static_cast<std::size_t>(c)]), 1.0);
    solver().respond(of, wrenches_, efforts_, rate_, node_rate_);
    for (Eigen::Index r = 0; r < n; ++r) {
      const Row& other = row_of(list, part.rows[static_cast<std::size_t>(r)]);
      part.W(r, c) = other.dof >= 0 ? rate_[other.dof] : row_times(other, node_rate_);
    }
  }
  part.W = (0.5 * (part.W + part.W.transpose())).eval();
}

// Forces along which nothing can move (between bodies that a weld joins, through the axis of the
// only hinge) answer with rounding; an impulse that wants more from them would be without bounds.
void RowResponse::leave_out_idle(const RowList& list, Part& part) {
  constexpr double rounding = 1e-13;
  const auto mobility = [&](const Row& row) {
    return point_mobility(solver(), row.on_a.node, row.on_b.node, row.point);
  };
  for (std::size_t c = 0; c < part.rows.size(); ++c) {
    const Eigen::Index row = part.rows[c];
    const auto place = static_cast<Eigen::Index>(c);
    if (row_of(list, row).dof >= 0 || part.W(place, place) > rounding * mobility(row_of(list, row)))
      continue;
    part.W.row(place).setZero(), part.W.col(place).setZero();
    places_[static_cast<std::size_t>(row)].is_idle = true;
  }
}

Eigen::Matrix3d RowResponse::at_block(const Block& block) const {
  const Place& first = places_[static_cast<std::size_t>(block.row)];
  return parts_[first.part].W.block<3, 3>(first.row, first.row);
}

Eigen::VectorXd RowResponse::response(const RowList& list, const Eigen::VectorXd& x) {
  wrenches_.clear(), efforts_.clear();
  for (std::size_t r = 0; r < list.rows.size(); ++r)
    if (const double force = x[static_cast<Eigen::Index>(r)]; force != 0.0 && !places_[r].is_idle)
      put_load(list.rows[r], force);
  Eigen::VectorXd result(equations_.nv());
  solver().respond(wrenches_, efforts_, result, node_rate_);
  return result;
}

Eigen::VectorXd RowResponse::accelerations(const Evaluation& at, const RowList& list) const {
  Eigen::VectorXd result(list.size());
  for (Eigen::Index r = 0; r < list.size(); ++r) {
    const Row& row = row_of(list, r);
    result[r] = row.dof >= 0 ? at.a[row.dof]
                             : row_times(row, equations_.loops()->node_rates()) - row.target;
  }
  return result;
}

}  // namespace catena
