#include "catena/sim/touch_rows.hpp"

#include <algorithm>

namespace catena {

TouchRows::TouchRows(MotionEquations& equations) : equations_(equations), held_(equations.nv()) {
  for (int k = 0; k < equations.nv(); ++k) held_[k] = equations.on_path(k);
}

LoopSolver& TouchRows::solver() {
  if (equations_.loops() != nullptr) return *equations_.loops();
  if (!of_tree_)
    of_tree_ = std::make_unique<LoopSolver>(
        std::make_shared<const Loops>(equations_.setup().model, LoopSpecs{}));
  return *of_tree_;
}

Eigen::Index TouchRows::add_coordinate(int dof) {
  rows_.push_back({dof, -1, 0});
  return size() - 1;
}

Eigen::Index TouchRows::add_contact(int contact) {
  for (int axis = 0; axis < 3; ++axis) rows_.push_back({-1, contact, axis});
  return size() - 3;
}

void TouchRows::find_parts() {
  if (!islands_) islands_ = std::make_unique<Islands>(solver().shared_loops());
  islands_->begin(held_.data());
  std::vector<Eigen::Index> first_row;  // per block
  for (Eigen::Index r = 0; r < size(); ++r) {
    if (row(r).axis > 0) continue;
    first_row.push_back(r);
    if (row(r).contact < 0) {
      islands_->add_coordinate(row(r).dof);
    } else {
      const ContactPlace& place = equations_.contacts()->geometry().place(row(r).contact);
      islands_->add_pair(place.node_a, place.node_b);
    }
  }
  islands_->finish();
  part_count_ = static_cast<std::size_t>(islands_->count());
  if (parts_.size() < part_count_) parts_.resize(part_count_);
  for (std::size_t p = 0; p < part_count_; ++p) {
    Part& part = parts_[p];
    part.rows.clear();
    for (const int block : islands_->blocks(static_cast<int>(p))) {
      const Eigen::Index first = first_row[static_cast<std::size_t>(block)];
      for (Eigen::Index r = first; r < first + (row(first).contact < 0 ? 1 : 3); ++r) {
        row(r).part = p;
        row(r).place = static_cast<Eigen::Index>(part.rows.size());
        part.rows.push_back(r);
      }
    }
  }
}

void TouchRows::put_load(const Row& on, double x) {
  if (on.contact < 0) {
    efforts_.push_back({on.dof, x});
    return;
  }
  const ContactPlace& place = equations_.contacts()->geometry().place(on.contact);
  const auto axis = static_cast<std::size_t>(on.axis);
  wrenches_.push_back({place.node_a, x * place.on_a[axis]});
  wrenches_.push_back({place.node_b, x * place.on_b[axis]});
}

void TouchRows::compute(const State& state) {
  solver().prepare(state.q, held_.data(), state.v.data());
  if (equations_.contacts() != nullptr) equations_.contacts()->locate(solver());
  rate_.setZero(equations_.nv());
  node_rate_.assign(equations_.model().nodes().size(), Motion<double>::zero());
  find_parts();
  for (std::size_t p = 0; p < part_count_; ++p) {
    find_W(islands_->part(static_cast<int>(p)), parts_[p]);
    leave_out_idle(parts_[p]);
  }
}

void TouchRows::find_W(const MechanismPart& of, Part& part) {
  const auto n = static_cast<Eigen::Index>(part.rows.size());
  part.W.setZero(n, n);
  if (of.nodes.empty()) return;
  for (Eigen::Index c = 0; c < n; ++c) {
    wrenches_.clear(), efforts_.clear();
    put_load(row(part.rows[static_cast<std::size_t>(c)]), 1.0);
    solver().respond(of, wrenches_, efforts_, held_.data(), rate_, node_rate_);
    for (Eigen::Index r = 0; r < n; ++r) {
      const Row& at = row(part.rows[static_cast<std::size_t>(r)]);
      part.W(r, c) = at.contact < 0 ? rate_[at.dof]
                                    : equations_.contacts()->geometry().row_times(
                                          at.contact, at.axis, node_rate_);
    }
  }
  part.W = (0.5 * (part.W + part.W.transpose())).eval();
}

// Forces along which nothing can move (between bodies that a weld joins, through the axis of the
// only hinge) answer with rounding; an impulse that wants more from them would be without bounds.
void TouchRows::leave_out_idle(Part& part) {
  constexpr double rounding = 1e-13;
  for (std::size_t c = 0; c < part.rows.size(); ++c) {
    Row& at = row(part.rows[c]);
    at.is_idle = false;
    if (at.contact < 0) continue;
    const auto place = static_cast<Eigen::Index>(c);
    const double bound = equations_.contacts()->mobility_bound(solver(), at.contact, held_.data());
    if (part.W(place, place) > rounding * bound) continue;
    part.W.row(place).setZero(), part.W.col(place).setZero();
    at.is_idle = true;
  }
}

Eigen::Matrix3d TouchRows::at_contact(Eigen::Index first_row) const {
  const Row& first = row(first_row);
  return parts_[first.part].W.block<3, 3>(first.place, first.place);
}

Eigen::VectorXd TouchRows::response(const Eigen::VectorXd& x) {
  wrenches_.clear(), efforts_.clear();
  for (Eigen::Index r = 0; r < size(); ++r)
    if (x[r] != 0.0 && !row(r).is_idle) put_load(row(r), x[r]);
  Eigen::VectorXd result(equations_.nv());
  solver().respond(wrenches_, efforts_, held_.data(), result, node_rate_);
  return result;
}

Eigen::VectorXd TouchRows::velocities(const State& state) const {
  Eigen::VectorXd result(size());
  for (Eigen::Index r = 0; r < size(); ++r) {
    const Row& at = row(r);
    result[r] = at.contact < 0
                    ? state.v[at.dof]
                    : equations_.contacts()->geometry().place(at.contact).velocity[at.axis];
  }
  return result;
}

Eigen::VectorXd TouchRows::accelerations(const Evaluation& at) const {
  Eigen::VectorXd result(size());
  for (Eigen::Index r = 0; r < size(); ++r) {
    const Row& of = row(r);
    if (of.contact < 0) {
      result[r] = at.a[of.dof];
      continue;
    }
    const ContactGeometry& geometry = equations_.contacts()->geometry();
    result[r] = geometry.row_times(of.contact, of.axis, equations_.loops()->node_rates()) -
                geometry.place(of.contact).target[static_cast<std::size_t>(of.axis)];
  }
  return result;
}

}  // namespace catena
