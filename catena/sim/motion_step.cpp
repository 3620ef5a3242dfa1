// MotionEquations: what a step in velocities and impulses asks for.

#include <algorithm>

#include "catena/sim/motion_equations.hpp"

namespace catena {

void MotionEquations::begin_step(const State& state) {
  begin(state, false);
  has_reactions_ = false;
  for (RowOwner* const owner : row_owners_) owner->begin_step();
}

Look MotionEquations::free_accelerations(double t, const Eigen::VectorXd& q,
                                         const Eigen::VectorXd& v, Eigen::VectorXd& a) {
  const Look here = looks_.make(t, q, v);
  a.resize(nv());
  move(here, applied_, tau_, a);
  return here;
}

void MotionEquations::mean_powers(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                  const Eigen::VectorXd& a, double* power) {
  a_ = a;
  powers(looks_.make(t, q, v), power);
}

void MotionEquations::close_positions(State& state, bool contacts) {
  if (!solver_) return;
  if (has_loops_) {
    solver_->close_position(state.q, held(), 3);
    solver_->close_velocity(state.q, state.v, held());
  }
  if (!contacts || (!has_loops_ && close_many(state))) return;
  for (RowOwner* const owner : row_owners_)
    if (owner->any_closed()) owner->close_position(*solver_, state.q, held());
}

// Where there are so many that one system of equations would take long.
bool MotionEquations::close_many(State& state) {
  constexpr Eigen::Index many_rows = 150, many_roughly = 24;
  constexpr double least_tolerance = 1e-10;
  const double tolerance = setup_.contact_options.tolerance;
  gaps_.clear();
  const Look here = look(state);
  for (RowOwner* const owner : row_owners_) owner->offer_gaps(here, state, gaps_);
  if (gaps_.size() < (tolerance > 0.0 ? many_roughly : many_rows)) return false;
  if (!gap_closing_) gap_closing_ = std::make_unique<GapClosing>(model());
  solver_->prepare(state.q, held());
  gap_closing_->close(*solver_, gaps_, held(), std::max(least_tolerance, tolerance), state.q);
  return true;
}

}  // namespace catena
