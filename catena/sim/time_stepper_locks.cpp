// TimeStepper: loops that lock.

#include <fmt/format.h>

#include "catena/sim/time_stepper.hpp"

namespace catena {

namespace {

// A mechanism locks where closing the velocities of its loops takes more than this part of the
// kinetic energy.
constexpr double lock_loss = 1e-4;
// Less kinetic energy than the whole weight gains over this height is what solvers leave at rest,
// m.
constexpr double rest_height = 1e-12;

}  // namespace

// Constraints that depended on each other and do so no more may stop the motion: the mechanism
// locks. What that takes is booked. Returns it in parts of the kinetic energy, where it is much.
double TimeStepper::close_loops(State& state) {
  locks_ = false;
  v_open_ = state.v;
  equations_.begin(state);
  equations_.close_positions(state, false);
  if (!equations_.has_lasting_redundancy()) return 0.0;
  const double before = kinetic_energy_of(equations_, state, v_open_);
  locked_energy_ = before - kinetic_energy_of(equations_, state, state.v);
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
       .note = fmt::format("constraints of loops that were redundant are not any more, "
                           "and stop the motion: '{}' most",
                           name)});
}

}  // namespace catena
