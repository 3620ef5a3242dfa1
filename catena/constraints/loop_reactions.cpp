// What the loops transmit, from the multipliers of LoopSolver.

#include "catena/constraints/loop_solver.hpp"
#include "catena/dynamics/recursion.hpp"
#include "catena/solvers/dense.hpp"

namespace catena {

using detail::at;

int LoopSolver::row_count() const {
  int count = 0;
  for (const ClosureRows& rows : geometry_.rows()) count += rows.rows;
  return count;
}

// Reactions in the null space of J^T move nothing: take away their part.
void LoopSolver::smallest_multipliers(Eigen::VectorXd& out) const {
  out = multipliers_;
  if (rank() == row_count()) return;
  const Eigen::MatrixXd idle = space_.matrix().null_space();
  out -= idle * solve_least_squares(idle, multipliers_);
}

Eigen::MatrixXd LoopSolver::idle_multipliers() const {
  if (rank() == row_count()) return {};
  return space_.matrix().null_space();
}

Eigen::VectorXd LoopSolver::smallest_multipliers() const {
  Eigen::VectorXd out;
  smallest_multipliers(out);
  return out;
}

LoopWrench LoopSolver::wrench(int closure, const Eigen::VectorXd& multipliers) const {
  const ClosureRows& rows = at(geometry_.rows(), closure);
  const Closure& what = at(loops_->closures(), closure);
  LoopWrench out{Force<double>::zero(), Vec3<double>::zero()};
  if (rows.wrenches.size() < 2) return out;  // a coupling of the tree's coordinates
  const int node = rows.wrenches[1].node;
  const Transform<double> X_WN = {at(poses_, node).rotation,
                                  at(poses_, node).translation + at(roots_, node)};
  if (what.kind == Closure::Kind::Joint) out.p = geometry_.joint(what.index).p_M;
  if (what.kind == Closure::Kind::Rod)
    out.p = X_WN * (tree_.body(at(loops_->specs().rods, what.index).b).X_NB *
                    at(loops_->specs().rods, what.index).p_B);
  const Transform<double> X = {X_WN.rotation, X_WN.translation - out.p};
  for (int r = 0; r < rows.rows; ++r)
    out.wrench += multipliers[6 * closure + r] * (X * at(rows.wrenches[1].of_row, r));
  return out;
}

void LoopSolver::add_body_wrenches(const Eigen::VectorXd& multipliers, const double* loop_tau,
                                   std::vector<Force<double>>& external) const {
  const auto add = [&](int node, const Force<double>& f) {  // in the node's axes
    const int b = at(tree_.nodes(), node).body;
    if (node != 0) at(external, b) += inverse_times(tree_.body(BodyId{b}).X_NB, f);
  };
  for (std::size_t c = 0; c < geometry_.rows().size(); ++c) {
    const ClosureRows& rows = geometry_.rows()[c];
    for (const ClosureRows::Wrench& wrench : rows.wrenches)
      for (int r = 0; r < rows.rows; ++r)
        add(wrench.node, multipliers[static_cast<Eigen::Index>(6 * c) + r] * at(wrench.of_row, r));
  }
  const auto& joints = loops_->specs().joints;
  for (int i = 0; i < static_cast<int>(joints.size()); ++i) {
    const LoopJointState& joint = geometry_.joint(i);
    const double* const effort = loop_tau + loops_->links().joint(JointId{i}).v;
    Force<double> f = Force<double>::zero();
    for (int k = 0; k < joint.nv; ++k) f += effort[k] * at(joint.active, k);
    add(tree_.body(at(joints, i).a).node, -inverse_times(joint.X_PA, f));
    add(tree_.body(at(joints, i).b).node, inverse_times(joint.X_PB, f));
  }
}

void LoopSolver::subtract_efforts(const Eigen::VectorXd& multipliers, double* tau) const {
  for (std::size_t c = 0; c < geometry_.rows().size(); ++c)
    for (const ClosureRows::Effort& effort : geometry_.rows()[c].efforts)
      tau[effort.dof] -= multipliers[static_cast<Eigen::Index>(6 * c)] * effort.of_row;
}

void LoopSolver::add_held_efforts(const Eigen::VectorXd& multipliers, double* tau) const {
  for (int i = 0; i < static_cast<int>(loops_->specs().joints.size()); ++i)
    for (int r = 0; r < at(geometry_.rows(), i).rows; ++r)
      if (const int k = geometry_.held_coordinate(i, r); k >= 0)
        tau[nv_ + loops_->links().joint(JointId{i}).v + k] += multipliers[6 * i + r];
}

}  // namespace catena
