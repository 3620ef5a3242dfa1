#include "catena/sim/automatic_stepper.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/elements/simulation_error.hpp"

namespace catena {

namespace {

// Time steps take over where so many events fall into one millisecond (State::recent_events counts
// them).
constexpr long events_pile_up = 200;
// The same where nothing but stops and dry friction of joints can change: events are cheap there.
constexpr long events_of_joints = 500;
// Likewise where so many steps get no further than this time, s, and bodies touch.
constexpr long most_steps = 1000;
constexpr double slow_time = 0.02;
// Events take over again after this time without a change of any mode, s.
constexpr double quiet = 0.05;

// The size of time steps: that of the integrator where its steps are fixed.
double step_of(const SimulationSetup& setup) {
  const bool fixed = setup.integrator.kind == IntegratorKind::SemiImplicitEuler ||
                     setup.integrator.kind == IntegratorKind::RungeKutta4;
  if (setup.contact_options.step > 0.0) return setup.contact_options.step;
  return fixed && setup.integrator.step > 0.0 ? setup.integrator.step : 1e-3;
}

}  // namespace

AutomaticStepper::AutomaticStepper(MotionEquations& equations, GuardOwner* other, double start_time)
    : events_(equations, other, start_time),
      steps_(equations, other, start_time, step_of(equations.setup())),
      has_contacts_(equations.has_contact_rows()),
      has_rows_(std::any_of(equations.row_owners().begin(), equations.row_owners().end(),
                            [](const RowOwner* owner) { return owner->has_elements(); })) {}

void AutomaticStepper::settle(State& state, std::vector<SimulationEvent>& events) {
  if (state.is_stepping())
    steps_.settle(state, events);
  else
    events_.settle(state, events);
}

void AutomaticStepper::step(State& state, double goal, Samples& samples,
                            std::vector<SimulationEvent>& events) {
  if (!state.is_stepping()) {
    step_by_events(state, goal, samples, events);
    return;
  }
  const std::size_t before = events.size();
  steps_.step(state, goal, samples, events);
  if (events.size() > before) state.quiet_since = state.t;
  if (state.t - state.quiet_since >= quiet) end_stepping(state, events);
}

void AutomaticStepper::step_by_events(State& state, double goal, Samples& samples,
                                      std::vector<SimulationEvent>& events) {
  try {
    events_.step(state, goal, samples, events);
  } catch (const SimulationError& error) {
    // Without contacts, steps that become too small are a matter of stiffness.
    const bool pile = state.recent_events > events_of_joints;
    if (!has_rows_ || !(has_contacts_ || pile)) throw;
    if (!state.q.allFinite() || !state.v.allFinite()) throw;
    begin_stepping(state, error.what(), events);
    return;
  }
  if (state.t > state.counting_steps_since + slow_time)
    state.counting_steps_since = state.t, state.recent_steps = 0;
  ++state.recent_steps;
  if (state.recent_events > (has_contacts_ ? events_pile_up : events_of_joints))
    begin_stepping(state, fmt::format("{} events within 1 ms", state.recent_events), events);
  else if (has_contacts_ && state.recent_steps > most_steps)
    begin_stepping(state, fmt::format("{} steps within {} s", state.recent_steps, slow_time),
                   events);
}

void AutomaticStepper::begin_stepping(State& state, const std::string& why,
                                      std::vector<SimulationEvent>& events) {
  state.recent_events = state.recent_steps = 0, state.rest_factor = 1.0;
  state.counting_since = state.counting_steps_since = state.quiet_since = state.t;
  steps_.settle(state, events);
  events.push_back({.t = state.t, .kind = EventKind::Method, .how = EventHow::Steps, .note = why});
}

void AutomaticStepper::end_stepping(State& state, std::vector<SimulationEvent>& events) {
  state.reactions.resize(0), state.last_acceleration.resize(0);
  state.recent_events = 0, state.next_step = 0.0;
  state.counting_since = state.t;
  events.push_back({.t = state.t, .kind = EventKind::Method, .how = EventHow::Events});
  events_.settle(state, events);
}

std::unique_ptr<Stepper> make_stepper(MotionEquations& equations, GuardOwner* other,
                                      double start_time) {
  switch (equations.setup().contact_options.method) {
    case ContactMethod::Events:
      return std::make_unique<EventStepper>(equations, other, start_time);
    case ContactMethod::Stepping:
      return std::make_unique<TimeStepper>(equations, other, start_time,
                                           step_of(equations.setup()));
    default:
      return std::make_unique<AutomaticStepper>(equations, other, start_time);
  }
}

}  // namespace catena
