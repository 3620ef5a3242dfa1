#include "catena/sim/automatic_stepper.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/elements/simulation_error.hpp"
#include "catena/sim/contact_costs.hpp"
#include "catena/sim/pressed.hpp"

namespace catena {

namespace {

// Time steps take over where so many events fall into one millisecond (State::recent_events counts
// them).
constexpr long events_pile_up = 200;
// The same where nothing but stops and dry friction of joints can change: events are cheap there.
constexpr long events_of_joints = 500;
// Likewise where bodies touch and so many steps get no further than what State::recent_steps counts
// over, besides twice those that the user has asked for; fewer where time steps have been needed
// shortly before.
constexpr long most_steps = 400, most_steps_again = 100;
// And where events cost much more than time steps would: this many times their evaluations, of
// which a time step needs about three, but not less work than `little`, in evaluations times
// coordinates.
constexpr double dearer = 4.0, evaluations_of_step = 3.0, little = 1.5e5;
// Events take over again after this time without a change of any mode, s. Where they do not get
// anywhere within the second time, it is doubled, up to the third.
constexpr double quiet = 0.05, soon = 1.0, longest_quiet = 2.0;

// Slower than this, rad/s or m/s, all is at rest. Time steps take over there where events would
// cost so many times as much, and more than a few contacts are closed: a body that has come to rest
// costs little either way, and keeps the order of its integrator.
constexpr double at_rest = 1e-7, much_dearer = 1.5;
constexpr int few_contacts = 12;

// The size of time steps: that of the integrator where its steps are fixed.
double step_of(const SimulationSetup& setup) {
  const bool fixed = has_fixed_step(setup.integrator.kind);
  if (setup.contact_options.step > 0.0) return setup.contact_options.step;
  return fixed && setup.integrator.step > 0.0 ? setup.integrator.step : 1e-3;
}

// By events, while State::recent_evaluations counts; those that the user has asked for come on top.
double most_evaluations(const MotionEquations& equations, double step) {
  const double by_steps = evaluations_of_step * EventStepper::counting_time / step;
  const double asked = equations.setup().integrator.steps_over(EventStepper::counting_time);
  return std::max(dearer * by_steps, little / std::max(1, equations.nv())) + 25.0 * asked;
}

}  // namespace

AutomaticStepper::AutomaticStepper(MotionEquations& equations, GuardOwner* other, double start_time)
    : equations_(equations),
      step_(step_of(equations.setup())),
      events_(equations, other, start_time),
      steps_(equations, other, start_time, step_),
      events_asked_for_(equations.setup().contact_options.method == ContactMethod::Events),
      has_contacts_(equations.has_contact_rows()),
      has_rows_(std::any_of(equations.row_owners().begin(), equations.row_owners().end(),
                            [](const RowOwner* owner) { return owner->has_elements(); })),
      needs_steps_(!events_asked_for_ &&
                   std::any_of(equations.row_owners().begin(), equations.row_owners().end(),
                               [](const RowOwner* owner) { return owner->needs_steps(); })),
      has_shapes_(equations.setup().shape_contacts.enabled),
      steps_asked_for_(2.0 * equations.setup().integrator.steps_over(EventStepper::counting_time)),
      most_evaluations_(most_evaluations(equations, step_)) {}

void AutomaticStepper::settle(State& state, std::vector<SimulationEvent>& events) {
  if (state.is_stepping() || needs_steps_)
    steps_.settle(state, events);
  else
    events_.settle(state, events);
}

void AutomaticStepper::step(State& state, double goal, Samples& samples,
                            std::vector<SimulationEvent>& events) {
  if (needs_steps_ && !state.is_stepping()) steps_.settle(state, events);
  if (!state.is_stepping()) {
    step_by_events(state, goal, samples, events);
    return;
  }
  const std::size_t before = events.size();
  steps_.step(state, goal, samples, events);
  if (events.size() > before) state.quiet_since = state.t;
  if (needs_steps_ || state.t - state.quiet_since < std::max(quiet, state.quiet_needed)) return;
  if (crowd_at_rest(state) > 0)
    state.quiet_since = state.t;  // it is asked again
  else
    end_stepping(state, events);
}

// Each evaluation by events solves for the forces of all closed contacts of an island at once,
// while a time step begins with those of the last one, which are right at rest.
int AutomaticStepper::crowd_at_rest(const State& state) const {
  if (!has_contacts_ || events_asked_for_ || state.v.lpNorm<Eigen::Infinity>() > at_rest) return 0;
  const ContactCosts costs = costs_at_rest(equations_, state, step_);
  const bool pays = costs.by_events > much_dearer * costs.by_steps;
  return pays && costs.closed > few_contacts ? costs.closed : 0;
}

void AutomaticStepper::step_by_events(State& state, double goal, Samples& samples,
                                      std::vector<SimulationEvent>& events) {
  try {
    const double lost = has_contacts_ && !events_asked_for_
                            ? events_.step_if_sound(state, goal, samples, events)
                            : (events_.step(state, goal, samples, events), 0.0);
    if (!(lost == 0.0)) {
      begin_stepping(state, fmt::format("a step would lose {:.1e} of the kinetic energy", lost),
                     events);
      return;
    }
  } catch (const PressedError&) {
    throw;
  } catch (const SimulationError& error) {
    // Without contacts, steps that become too small are a matter of stiffness.
    const bool pile = state.recent_events > events_of_joints;
    if (!has_rows_ || !(has_contacts_ || pile)) throw;
    if (!state.q.allFinite() || !state.v.allFinite()) throw;
    begin_stepping(state, error.what(), events);
    return;
  }
  if (events_asked_for_) {
    // Many points that touch each other may tremble for ever; given contacts are told by the error.
    if (has_shapes_ && state.recent_events > events_pile_up)
      begin_stepping(state, fmt::format("{} events within 1 ms", state.recent_events), events);
    return;
  }
  const bool again = state.quiet_needed > 0.0 && state.t - state.events_since < soon;
  const double most = static_cast<double>(again ? most_steps_again : most_steps) + steps_asked_for_;
  if (state.recent_events > (has_contacts_ ? events_pile_up : events_of_joints))
    begin_stepping(state, fmt::format("{} events within 1 ms", state.recent_events), events);
  else if (has_contacts_ && static_cast<double>(state.recent_steps) > most)
    begin_stepping(state,
                   fmt::format("{} steps within {:.2g} s", state.recent_steps,
                               state.t - state.counting_steps_since),
                   events);
  else if (has_contacts_ && static_cast<double>(state.recent_evaluations) > most_evaluations_)
    begin_stepping(state,
                   fmt::format("{} evaluations within {:.2g} s", state.recent_evaluations,
                               state.t - state.counting_steps_since),
                   events);
  else if (const int closed = crowd_at_rest(state); closed > 0)
    begin_stepping(state, fmt::format("{} contacts at rest", closed), events);
}

// Time steps keep Coulomb's law: with them one run would follow two laws.
void AutomaticStepper::refuse_another_law(const State& state, const std::string& why) const {
  for (const Contact& contact : equations_.setup().contacts)
    if (contact.material.law == FrictionLaw::AlwaysSliding && contact.material.friction > 0.0)
      throw SimulationError(fmt::format(
          "t = {:.9g} s: {}; time steps would go on here, but contact '{}' has the friction law "
          "'always_sliding', which has no rest and which they do not know; write friction_law: "
          "coulomb, or contact: events",
          state.t, why, contact.name));
}

void AutomaticStepper::begin_stepping(State& state, const std::string& why,
                                      std::vector<SimulationEvent>& events) {
  refuse_another_law(state, why);
  const bool again = state.quiet_needed > 0.0 && state.t - state.events_since < soon;
  state.quiet_needed = again ? std::min(2.0 * state.quiet_needed, longest_quiet) : quiet;
  state.recent_events = state.recent_steps = state.recent_evaluations = 0;
  state.rest_factor = 1.0;
  state.counting_since = state.counting_steps_since = state.quiet_since = state.t;
  steps_.settle(state, events);
  events.push_back({.t = state.t, .kind = EventKind::Method, .how = EventHow::Steps, .note = why});
}

void AutomaticStepper::end_stepping(State& state, std::vector<SimulationEvent>& events) {
  state.end_stepping();
  state.recent_events = 0, state.next_step = 0.0;
  state.counting_since = state.events_since = state.t;
  state.solver_residual = 0.0, state.solver_link = 0;
  events.push_back({.t = state.t, .kind = EventKind::Method, .how = EventHow::Events});
  events_.settle(state, events);
}

std::unique_ptr<Stepper> make_stepper(MotionEquations& equations, GuardOwner* other,
                                      double start_time) {
  switch (equations.setup().contact_options.method) {
    case ContactMethod::Stepping:
      return std::make_unique<TimeStepper>(equations, other, start_time,
                                           step_of(equations.setup()));
    default:
      return std::make_unique<AutomaticStepper>(equations, other, start_time);
  }
}

}  // namespace catena
