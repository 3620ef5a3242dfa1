// TimeStepper: loops and gaps are closed after a step; loops that lock.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/sim/time_stepper.hpp"

namespace catena {

namespace {

// A mechanism locks where closing the velocities of its loops takes more than this part of the
// kinetic energy.
constexpr double lock_loss = 1e-4;
// Less kinetic energy than the whole weight gains over this height is what solvers leave at rest,
// m.
constexpr double rest_height = 1e-12;
// Of the energies that are present: less is not moved by putting positions back.
constexpr double no_energy = 1e-13;
// So often positions are put back.
constexpr int most_closings = 4;
// What has moved by less than this, rad or m, has not.
constexpr double rests = 1e-10;

}  // namespace

// Constraints that depended on each other and do so no more may stop the motion: the mechanism
// locks. What that takes is booked. Returns it in parts of the kinetic energy, where it is much.
double TimeStepper::close_loops(State& state) {
  locks_ = false;
  v_open_ = state.v;
  equations_.begin(state);
  equations_.close_positions(state, false);
  if (!equations_.has_lasting_redundancy()) return 0.0;
  const double before = equations_.kinetic_energy_with(state, v_open_);
  locked_energy_ = before - equations_.kinetic_energy_with(state, state.v);
  state.impact_loss += locked_energy_;
  locks_ = locked_energy_ > lock_loss * before && before > rest_height * equations_.typical_force();
  return locks_ ? locked_energy_ / before : 0.0;
}

void TimeStepper::report_lock(const State& state, std::vector<SimulationEvent>& events) const {
  Eigen::Index most = 0;
  (state.v - v_open_).cwiseAbs().maxCoeff(&most);
  const std::string& name = equations_.coordinates().name(static_cast<int>(most));
  events.push_back(
      {.t = state.t,
       .kind = EventKind::Lock,
       .name = name,
       .v_before = v_open_[most],
       .v_after = state.v[most],
       .energy_lost = locked_energy_,
       .note = fmt::format(
           "loop constraints that were redundant no longer are, and stop the motion: '{}' most",
           name)});
}

bool TimeStepper::any_off() const {
  return std::any_of(equations_.row_owners().begin(), equations_.row_owners().end(),
                     [](const RowOwner* owner) { return owner->is_off(); });
}

void TimeStepper::close_inside(State& state) {
  const Look look = equations_.look(state);
  for (RowOwner* const owner : equations_.row_owners()) owner->close_inside(look, state);
}

// It may press something else inside, which then takes part. Coordinates of `kept` do not move.
void TimeStepper::put_back_rows(State& state, const HeldArray* kept) {
  for (int pass = 0; pass < most_closings && any_off(); ++pass) {
    equations_.begin(state);
    if (kept != nullptr) equations_.hold_also(*kept);
    equations_.close_positions(state, true);
    close_inside(state);
  }
}

// Errors of integration leave positions of closed contacts by as little as curvature makes of a
// step. What putting them back does to the potential energy is booked with the losses. Returns the
// energy that it moves, in parts of the kinetic energy.
double TimeStepper::close_gaps(State& state) {
  put_back_ = 0.0;
  // First, so that what closing them does to the energies is not put down to contacts, and what it
  // presses inside is seen.
  locks_ = false;
  const double locked = equations_.has_loops() ? close_loops(state) : 0.0;
  const bool moved = y1_.head(equations_.nv()).lpNorm<Eigen::Infinity>() > rests;
  if (moved || std::any_of(equations_.row_owners().begin(), equations_.row_owners().end(),
                           [](const RowOwner* owner) { return owner->must_be_placed(); }))
    close_inside(state);
  const bool projects = !(equations_.setup().contact_options.correction > 0.0);
  was_off_ = projects && any_off();
  if (!was_off_) return locked;
  const EnergyBalance before = equations_.energy(state);
  put_back_rows(state, nullptr);
  put_back_ = before.stored() - equations_.energy(state).stored();
  state.impact_loss += put_back_;
  const double noise = no_energy * (std::abs(before.potential) + std::abs(before.elastic)) +
                       open_height * equations_.typical_force();
  const double size = before.kinetic + (tolerated_work() + noise) / rough;
  return size > 0.0 ? std::max(locked, std::abs(put_back_) / size) : locked;
}

// All that a step has booked with the losses belongs together: positions go back by what impulses
// have moved them off. What it gives in all is no loss.
void TimeStepper::leave_gain_unexplained(State& state) const {
  state.impact_loss = std::max(state.impact_loss, before_.impact_loss);
}

// Closing gaps may have moved a coordinate away from the stop at which it has just arrived. It is
// put there, and stays while others give way. What that takes is booked.
void TimeStepper::close_around(const Eigen::VectorXd& q_landed, State& state) {
  if (!((state.q - q_landed).lpNorm<Eigen::Infinity>() > rests)) return;
  HeldArray kept = HeldArray::Constant(equations_.nv(), false);
  for (int k = 0; k < equations_.nv(); ++k)
    if (const int place = equations_.coordinates().place_in_q(k); place >= 0)
      kept[k] = state.q[place] != q_landed[place];
  if (equations_.has_loops()) {
    equations_.hold_also(kept);
    equations_.close_positions(state, false);
  }
  close_inside(state);
  put_back_rows(state, &kept);
  sampled_ = state;
  sampled_.q = q_landed;
  state.impact_loss +=
      std::max(0.0, equations_.energy(sampled_).stored() - equations_.energy(state).stored());
  equations_.begin(state);
}

}  // namespace catena
