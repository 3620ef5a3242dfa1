#include "catena/analysis/independent_dynamics.hpp"

#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/recursion.hpp"
#include "catena/dynamics/rnea.hpp"
#include "catena/solvers/dense.hpp"

namespace catena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

IndependentDynamics::IndependentDynamics(std::shared_ptr<const Loops> loops,
                                         CoordinateOptions options)
    : options_(std::move(options)),
      jacobian_(std::move(loops)),
      tree_(jacobian_.loops().tree()),
      ws_(tree_),
      held_(HeldArray::Constant(jacobian_.loops().nv(), false)),
      M_(tree_.nv(), tree_.nv()),
      h_(tree_.nv()) {}

void IndependentDynamics::place(In<double> q, In<double> v, Held held,
                                const double* held_acceleration) {
  jacobian_.compute(q, v, held, held_acceleration);
  for (Index k = 0; k < held_.size(); ++k) held_[k] = !held.empty() && held[k];
  const In<double> q_tree(q.data(), tree_.nq()), v_tree(v.data(), tree_.nv());
  crba(tree_, q_tree, M_, ws_);
  bias_efforts(tree_, q_tree, v_tree, h_, ws_);
  coordinates_ = coordinates_.all.rows() == 0 ? choose_coordinates(jacobian_, options_)
                                              : keep_or_choose(jacobian_, coordinates_, options_);
}

VectorXd IndependentDynamics::complete(const VectorXd& independent) const {
  return coordinates_.all * independent - coordinates_.from_bias * jacobian_.bias();
}

MatrixXd IndependentDynamics::inertia() const {
  const MatrixXd W = coordinates_.tree_part(tree_.nv());
  return W.transpose() * M_ * W;
}

VectorXd IndependentDynamics::tree_efforts(In<double> a) const {
  return M_ * to_eigen(a).head(tree_.nv()) + h_;
}

VectorXd IndependentDynamics::generalized(In<double> tau) const {
  return coordinates_.all.transpose() * to_eigen(tau);
}

VectorXd IndependentDynamics::accelerate(In<double> tau) const {
  detail::require_size("IndependentDynamics::accelerate", "tau", tau.size(), loops().nv());
  const VectorXd forced = complete(VectorXd::Zero(coordinates_.mobility()));
  VectorXd rest = to_eigen(tau);
  rest.head(tree_.nv()) -= tree_efforts(forced);
  if (coordinates_.mobility() == 0) return forced;
  return forced + coordinates_.all * solve_positive(inertia(), generalized(rest));
}

VectorXd IndependentDynamics::smallest_multipliers(In<double> a, In<double> tau) const {
  const int nv = tree_.nv();
  const VectorXd loop_tau = to_eigen(tau).tail(loops().links().nv());
  VectorXd missing =
      tree_efforts(a) - to_eigen(tau).head(nv) - jacobian_.loop_effort_columns() * loop_tau;
  MatrixXd rows = jacobian_.multiplier_rows();
  if (rows.rows() == 0) return VectorXd::Zero(0);
  for (int k = 0; k < nv; ++k) {
    const double scale = held_[k] ? 0.0 : jacobian_.column_scale()[k];
    missing[k] *= scale;
    rows.col(k) *= scale;
  }
  const VectorXd sizes = jacobian_.multiplier_sizes();
  for (Index r = 0; r < rows.rows(); ++r)
    if (rows.row(r).norm() <= options_.rank_tolerance * sizes[r]) rows.row(r).setZero();
  return least_norm_solution(rows.transpose(), missing, options_.rank_tolerance).x;
}

void IndependentDynamics::accelerations(In<double> q, In<double> v, In<double> tau, Held held,
                                        Out<double> a) {
  detail::require_size("IndependentDynamics::accelerations", "a", a.size(), loops().nv());
  place(q, v, held, a.data());
  const VectorXd result = accelerate(tau);
  for (Index k = 0; k < result.size(); ++k)
    if (!held_[k]) a[k] = result[k];
}

}  // namespace catena
