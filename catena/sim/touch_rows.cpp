#include "catena/sim/touch_rows.hpp"

#include "catena/dynamics/mass_matrix.hpp"
#include "catena/solvers/dense.hpp"

namespace catena {

TouchRows::TouchRows(MotionEquations& equations) : equations_(equations), ws_(equations.model()) {}

Eigen::Index TouchRows::add_coordinate(int dof) {
  rows_.push_back({dof, -1, 0});
  return size() - 1;
}

Eigen::Index TouchRows::add_contact(int contact) {
  for (int axis = 0; axis < 3; ++axis) rows_.push_back({-1, contact, axis});
  return size() - 3;
}

void TouchRows::compute(const State& state) {
  LoopSolver* const solver = equations_.loops();
  if (solver == nullptr) {
    compute_tree(state);
    return;
  }
  const int nv = equations_.nv();
  Eigen::Array<bool, Eigen::Dynamic, 1> held(nv);
  for (int k = 0; k < nv; ++k) held[k] = equations_.on_path(k);
  solver->prepare(state.q, held.data(), state.v.data());
  const ContactForces* const contacts = equations_.contacts();
  if (contacts != nullptr) equations_.contacts()->locate(*solver);
  responses_.setZero(nv, size());
  W_.resize(size(), size());
  Eigen::VectorXd column = Eigen::VectorXd::Zero(nv);
  for (Eigen::Index c = 0; c < size(); ++c) {
    const Row& row = rows_[static_cast<std::size_t>(c)];
    if (row.contact < 0) {
      solver->mobility(row.dof, column);
      node_rate_ = solver->unit_rates();
    } else {
      const ContactPlace& place = contacts->geometry().place(row.contact);
      const auto axis = static_cast<std::size_t>(row.axis);
      const NodeWrench wrenches[] = {{place.node_a, place.on_a[axis]},
                                     {place.node_b, place.on_b[axis]}};
      solver->respond(wrenches, held.data(), column, node_rate_);
    }
    responses_.col(c) = column;
    for (Eigen::Index r = 0; r < size(); ++r) {
      const Row& at = rows_[static_cast<std::size_t>(r)];
      W_(r, c) = at.contact < 0 ? column[at.dof]
                                : contacts->geometry().row_times(at.contact, at.axis, node_rate_);
    }
  }
  W_ = (0.5 * (W_ + W_.transpose())).eval();
  leave_out_idle(held.data());
}

// Forces along which nothing can move (between bodies that a weld joins, through the axis of the
// only hinge) answer with rounding; an impulse that wants more from them would be without bounds.
void TouchRows::leave_out_idle(const bool* held) {
  constexpr double rounding = 1e-13;
  for (Eigen::Index c = 0; c < size(); ++c) {
    const Row& row = rows_[static_cast<std::size_t>(c)];
    if (row.contact < 0) continue;
    const double bound =
        equations_.contacts()->mobility_bound(*equations_.loops(), row.contact, held);
    if (W_(c, c) > rounding * bound) continue;
    W_.row(c).setZero(), W_.col(c).setZero();
    responses_.col(c).setZero();
  }
}

// Without loops or contacts: columns of M^-1, with prescribed coordinates left out.
void TouchRows::compute_tree(const State& state) {
  const int nv = equations_.nv();
  Eigen::MatrixXd M(nv, nv);
  crba<double>(equations_.model(), state.q, M, ws_);
  for (int k = 0; k < nv; ++k) {
    if (!equations_.on_path(k)) continue;
    M.row(k).setZero(), M.col(k).setZero();
    M(k, k) = 1.0;
  }
  std::vector<Eigen::Index> dofs;
  for (const Row& row : rows_) dofs.push_back(row.dof);
  const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(nv, nv);
  responses_ = solve_positive(M, unit(Eigen::all, dofs));
  for (int k = 0; k < nv; ++k)
    if (equations_.on_path(k)) responses_.row(k).setZero();
  W_ = responses_(dofs, Eigen::all);
}

Eigen::VectorXd TouchRows::velocities(const State& state) const {
  Eigen::VectorXd result(size());
  for (Eigen::Index r = 0; r < size(); ++r) {
    const Row& row = rows_[static_cast<std::size_t>(r)];
    result[r] = row.contact < 0
                    ? state.v[row.dof]
                    : equations_.contacts()->geometry().place(row.contact).velocity[row.axis];
  }
  return result;
}

Eigen::VectorXd TouchRows::accelerations(const Evaluation& at) const {
  Eigen::VectorXd result(size());
  for (Eigen::Index r = 0; r < size(); ++r) {
    const Row& row = rows_[static_cast<std::size_t>(r)];
    if (row.contact < 0) {
      result[r] = at.a[row.dof];
      continue;
    }
    const ContactGeometry& geometry = equations_.contacts()->geometry();
    result[r] = geometry.row_times(row.contact, row.axis, equations_.loops()->node_rates()) -
                geometry.place(row.contact).target[static_cast<std::size_t>(row.axis)];
  }
  return result;
}

}  // namespace catena
