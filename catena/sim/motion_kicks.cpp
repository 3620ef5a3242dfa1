// MotionEquations: velocities that jump with paths and couplings.

#include <algorithm>

#include "catena/dynamics/aba.hpp"
#include "catena/sim/driving_impulses.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/structure/coordinate_part.hpp"

namespace catena {

using detail::part;

// The velocities after it are those nearest to the ones before, measured by the mass matrix, among
// all that paths and loops allow: first as if there were no loops, then with them. Dry friction is
// finite and does not take part; nor do stops and contacts, which are struck after it.
double MotionEquations::kick(State& state) {
  begin(state, false);
  const int nq = model().nq(), nv_tree = model().nv();
  const Eigen::VectorXd before = state.v, zero = Eigen::VectorXd::Zero(nv_tree);
  const Eigen::VectorXd q_tree = state.q.head(nq);
  set_paths(state.t, state.q, state.v);
  Eigen::VectorXd with = Eigen::VectorXd::Zero(nv_tree), without = with;
  for (const PrescribedMotion& path : paths_) with[path.dof] = state.v[path.dof] - before[path.dof];
  if (any_held_) {
    const Held held_tree(held_.data(), nv_tree);
    hybrid_accelerations<double>(model(), q_tree, zero, held_tree, zero, with, ws_);
    hybrid_accelerations<double>(model(), q_tree, zero, held_tree, zero, without, ws_);
    state.v.head(nv_tree) = before.head(nv_tree) + with - without;
    set_paths(state.t, state.q, state.v);
  }
  if (has_loops_) solver_->close_velocity(state.q, state.v, held());
  DrivingImpulses driving(model());
  const Eigen::VectorXd& impulse =
      driving.find(state.q, state.v - before, has_loops_ ? solver_.get() : nullptr);
  double work = 0.0;
  for (std::size_t p = 0; p < paths_.size(); ++p) {
    const int dof = paths_[p].dof;
    const double mean = 0.5 * (before[dof] + state.v[dof]);
    const double given = impulse[dof] * mean;
    state.spent[path_accounts_[p]] += given;
    work += given;
  }
  const double lost = std::max(
      0.0, work + kinetic_energy_with(state, before) - kinetic_energy_with(state, state.v));
  state.impact_loss += lost;
  begin(state);
  return lost;
}

}  // namespace catena
