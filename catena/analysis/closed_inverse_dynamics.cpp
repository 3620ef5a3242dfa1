#include "catena/analysis/closed_inverse_dynamics.hpp"

#include "catena/dynamics/recursion.hpp"
#include "catena/dynamics/rnea.hpp"
#include "catena/solvers/dense.hpp"

namespace catena {

using detail::at;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// Of S, whose entries are ratios of speeds: a direction of theta_G that actuators move this little
// is out of their reach.
constexpr double reach_tolerance = 1e-9;

Force<double> own_wrench(const LoopJointState& joint, const double* effort) {
  Force<double> f = Force<double>::zero();
  for (int k = 0; k < joint.nv; ++k) f += effort[k] * at(joint.active, k);
  return f;
}

}  // namespace

ActuatorEfforts distribute_efforts(const MatrixXd& S, const VectorXd& tau_G, const MatrixXd& R) {
  ActuatorEfforts out;
  out.efforts = VectorXd::Zero(S.rows());
  Index rank = 0;
  if (S.size() > 0) {
    const bool weighted = R.size() > 0;
    if (weighted) {
      detail::require_size("distribute_efforts", "rows of R", R.rows(), S.rows());
      detail::require_size("distribute_efforts", "columns of R", R.cols(), S.rows());
    }
    const MatrixXd A = S.transpose();
    const LeastNormSolution found = weighted ? least_norm_solution(A, tau_G, reach_tolerance, R)
                                             : least_norm_solution(A, tau_G, reach_tolerance);
    rank = found.rank;
    out.efforts = found.x;
  }
  out.missing = tau_G - S.transpose() * out.efforts;
  if (rank < S.cols())
    out.actuation = Actuation::Lacking;
  else
    out.actuation = S.rows() > S.cols() ? Actuation::Redundant : Actuation::Exact;
  return out;
}

ClosedInverseDynamics::ClosedInverseDynamics(std::shared_ptr<const Loops> loops,
                                             CoordinateOptions options)
    : loops_(std::move(loops)),
      dynamics_(loops_, std::move(options)),
      solver_(loops_),
      ws_(loops_->tree()) {}

void ClosedInverseDynamics::place(In<double> q, In<double> v) {
  dynamics_.place(q, v);
  solver_.prepare(q, {});
  q_ = Eigen::Map<const VectorXd>(q.data(), q.size());
  v_ = Eigen::Map<const VectorXd>(v.data(), v.size());
}

ClosedInverseResult ClosedInverseDynamics::solve(In<double> a, std::span<const int> actuated,
                                                 In<double> passive, const MatrixXd& R) {
  const int nv = loops_->nv(), tree_nv = loops_->tree().nv();
  detail::require_size("ClosedInverseDynamics::solve", "a", a.size(), nv);
  if (!passive.empty())
    detail::require_size("ClosedInverseDynamics::solve", "passive", passive.size(), nv);
  const IndependentCoordinates& coordinates = dynamics_.coordinates();
  VectorXd independent(coordinates.mobility());
  for (Index k = 0; k < independent.size(); ++k)
    independent[k] = a[coordinates.independent[static_cast<std::size_t>(k)]];

  ClosedInverseResult out;
  out.a = dynamics_.complete(independent);
  out.inconsistency =
      nv == 0 ? 0.0 : (out.a - Eigen::Map<const VectorXd>(a.data(), nv)).lpNorm<Eigen::Infinity>();
  out.tree_efforts = dynamics_.tree_efforts(out.a);
  out.tau = VectorXd::Zero(nv);
  if (!passive.empty()) out.tau = Eigen::Map<const VectorXd>(passive.data(), nv);
  VectorXd needed = -out.tau;
  needed.head(tree_nv) += out.tree_efforts;
  out.generalized = dynamics_.generalized(needed);  // eq. 7
  out.actuators = distribute_efforts(coordinates.rows_of(actuated), out.generalized, R);
  for (std::size_t k = 0; k < actuated.size(); ++k)
    out.tau[actuated[k]] += out.actuators.efforts[static_cast<Index>(k)];
  VectorXd complete_tau = out.tau;
  for (Index k = 0; k < independent.size(); ++k)
    complete_tau[coordinates.independent[static_cast<std::size_t>(k)]] += out.actuators.missing[k];
  out.multipliers = dynamics_.smallest_multipliers(out.a, complete_tau);
  add_wrenches(complete_tau, out);
  return out;
}

void ClosedInverseDynamics::add_wrenches(const VectorXd& tau, ClosedInverseResult& out) {
  const Model& tree = loops_->tree();
  const double* const loop_tau = tau.data() + tree.nv();
  std::vector<Force<double>> external(static_cast<std::size_t>(tree.body_count()),
                                      Force<double>::zero());
  solver_.add_body_wrenches(out.multipliers, loop_tau, external);
  out.joint_wrenches.assign(external.size(), Force<double>::zero());
  VectorXd efforts(tree.nv());
  rnea_with_wrenches<double>(tree, In<double>(q_.data(), tree.nq()),
                             In<double>(v_.data(), tree.nv()), In<double>(out.a.data(), tree.nv()),
                             efforts, out.joint_wrenches, ws_, external);
  for (int c = 0; c < static_cast<int>(loops_->closures().size()); ++c) {
    const Closure& closure = at(loops_->closures(), c);
    out.loop_wrenches.push_back(solver_.wrench(c, out.multipliers));
    for (const ClosureRows::Wrench& wrench : at(solver_.geometry().rows(), c).wrenches)
      for (int r = 0; wrench.node == 0 && r < at(solver_.geometry().rows(), c).rows; ++r)
        out.joint_wrenches[0] += out.multipliers[6 * c + r] * at(wrench.of_row, r);
    if (closure.kind != Closure::Kind::Joint) continue;
    const LoopJointState& joint = solver_.geometry().joint(closure.index);
    const LoopJoint& spec = at(loops_->specs().joints, closure.index);
    const Force<double> own =
        own_wrench(joint, loop_tau + loops_->links().joint(JointId{closure.index}).v);
    out.loop_wrenches.back().wrench += own;
    if (tree.body(spec.a).node == 0) out.joint_wrenches[0] -= inverse_times(joint.X_PA, own);
    if (tree.body(spec.b).node == 0) out.joint_wrenches[0] += inverse_times(joint.X_PB, own);
  }
}

}  // namespace catena
