// MotionEquations: what holds coordinates, where loops let several of them share a load. The
// solution of the loops puts all of it on coordinates of the tree; here it is spread.

#include <algorithm>

#include "catena/math/infinity.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/solvers/dense.hpp"

namespace catena {

namespace {

// Of A, as columns: what A takes to less than rounding.
Eigen::MatrixXd null_space(const Eigen::MatrixXd& A) {
  constexpr double rounding = 1e-8;
  const SingularDecomposition parts = singular_decomposition(A);
  Eigen::Index rank = 0;
  while (rank < parts.values.size() && parts.values[rank] > rounding) ++rank;
  return parts.V.rightCols(A.cols() - rank);
}

}  // namespace

// How much idle multipliers (columns) change the efforts that hold coordinates, by inverse dynamics
// with and without them.
Eigen::MatrixXd MotionEquations::hold_changes(const Look& look, const Eigen::VectorXd& a,
                                              const Eigen::MatrixXd& idle,
                                              const std::vector<int>& holds) {
  const double size = std::max(1.0, multipliers_.lpNorm<Eigen::Infinity>());
  Eigen::MatrixXd changes(static_cast<Eigen::Index>(holds.size()), idle.cols());
  Eigen::VectorXd total(nv());
  for (Eigen::Index c = 0; c < idle.cols(); ++c) {
    efforts_with(multipliers_ + size * idle.col(c), look, a, tau_, total);
    changes.col(c) = (total - inverse_)(holds) / size;
  }
  return changes;
}

void MotionEquations::loop_multipliers(Eigen::VectorXd& out) const {
  if (any_held_)
    out = multipliers_;
  else
    solver_->smallest_multipliers(out);
}

// The smallest efforts of stops and dry friction within their bounds, then the smallest reactions
// of loops and drives of paths that go with them.
void MotionEquations::share_holds(const Look& look, Evaluation& out) {
  std::vector<int> holds;
  for (int k = 0; k < nv(); ++k)
    if (held_[k] && !on_path(k)) holds.push_back(k);
  if (holds.empty()) return;
  const Eigen::MatrixXd idle = solver_->idle_multipliers();
  if (idle.cols() == 0) return;
  const Eigen::MatrixXd changes = hold_changes(look, out.a, idle, holds);
  Eigen::VectorXd lower = Eigen::VectorXd::Constant(nv(), -infinity), upper = -lower;
  for (const auto& group : groups_) group->hold_bounds(lower, upper);
  const Eigen::VectorXd found = out.reaction(holds);
  if (!shared_.find(found, changes, lower(holds), upper(holds))) return;
  multipliers_ += idle * least_norm_solution(changes, shared_.smallest() - found).x;
  if (const Eigen::MatrixXd rest = idle * null_space(changes); rest.cols() > 0)
    multipliers_ -= rest * solve_least_squares(rest, multipliers_);
  efforts_with(multipliers_, look, out.a, tau_, inverse_);
  for (int k = 0; k < nv(); ++k)
    if (held_[k]) out.reaction[k] = inverse_[k] - tau_[k];
  out.room = Eigen::VectorXd::Constant(nv(), infinity);
  out.room(holds) = shared_.room();
}

}  // namespace catena
