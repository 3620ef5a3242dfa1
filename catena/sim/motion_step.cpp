// MotionEquations: what a step in velocities and impulses asks for.

#include <algorithm>

#include "catena/dynamics/aba.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena {

void MotionEquations::begin_step(const State& state) {
  begin(state, false);
  for (RowOwner* const owner : row_owners_) owner->begin_step();
}

Look MotionEquations::free_accelerations(double t, const Eigen::VectorXd& q,
                                         const Eigen::VectorXd& v, Eigen::VectorXd& a) {
  const Look here = look(t, q, v, true);
  efforts(here, applied_, tau_);
  a.resize(nv());
  for (const PrescribedMotion& path : paths_) a[path.dof] = path.path(t).acceleration;
  if (has_loops_)
    solver_->accelerations(q, v, tau_, held(), a);
  else if (any_held_)
    hybrid_accelerations<double>(model(), q, v, held_, tau_, a, ws_);
  else
    aba<double>(model(), q, v, tau_, a, ws_);
  return here;
}

void MotionEquations::mean_powers(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                  const Eigen::VectorXd& a, double* power) {
  a_ = a;
  powers(bare_look(t, q, v), power);
}

void MotionEquations::close_positions(State& state, bool contacts) {
  if (!solver_) return;
  if (has_loops_) {
    solver_->close_position(state.q, held(), 3);
    solver_->close_velocity(state.q, state.v, held());
  }
  if (!contacts) return;
  for (RowOwner* const owner : row_owners_)
    if (owner->any_closed()) owner->close_position(*solver_, state.q, held());
}

}  // namespace catena
