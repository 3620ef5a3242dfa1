// EventStepper: steps among shapes that touch.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/elements/simulation_error.hpp"
#include "catena/sim/event_stepper.hpp"

namespace catena {

namespace {

// Contacts are looked for a little further ahead than the step is long.
constexpr double further_ahead = 1.01;
// So often a step is cut because shapes overlap in it or their features change.
constexpr int most_shape_cuts = 12;
// So many changes of features within this time, s, do not get anywhere.
constexpr long most_feature_changes = 1000;
constexpr double of_features = 1e-3;
// Nor do so many steps within the time over which they are counted, besides those that are asked
// for.
constexpr double most_shape_steps = 20000.0, times_asked_for = 10.0;

}  // namespace

// What may touch within the step. Where other features touch than before, modes are decided again.
void EventStepper::find_shapes(State& state, double goal, std::vector<SimulationEvent>& events) {
  const double ahead = std::min(goal - state.t, further_ahead * wanted_step(state));
  if (shapes_.refresh(state, ahead)) {
    if (state.t > state.counting_since + of_features)
      state.counting_since = state.t, state.recent_events = 0, state.rest_factor = 1.0;
    if (++state.recent_events > most_feature_changes)
      throw SimulationError(
          fmt::format("t = {:.9g} s: more than {} changes of the features that touch within {:g} s",
                      state.t, most_feature_changes, of_features));
    settle(state, {}, events);
  }
  const double asked = times_asked_for * options_.steps_over(counting_time);
  if (static_cast<double>(state.recent_steps) > most_shape_steps + asked)
    throw SimulationError(fmt::format("t = {:.9g} s: {} steps got no further than {:g} s", state.t,
                                      state.recent_steps, counting_time));
  if (const std::string name = shapes_.inexact_name(state); !name.empty())
    throw SimulationError(fmt::format(
        "t = {:.9g} s: '{}' touch where their shapes have no exact contact", state.t, name));
}

// A step that ends before shapes overlap, or where other features begin to touch.
EventStepper::Tried EventStepper::find_step_among_shapes(State& state, double goal) {
  bool changes = false;
  for (int cut = 0; cut < most_shape_cuts; ++cut) {
    double h = try_step(state, goal);
    const bool whole = h == goal - state.t;
    std::optional<FoundEvent> event = search_.first(*integrator_, state.t, h, y0_, y1_);
    if (event) h = land(state, *event, h);
    const auto found = [&]() -> Tried { return {h, whole && !event ? goal : state.t + h, event}; };
    if (!(h > 0.0)) return found();
    const ShapeWatch::Part good = shapes_.good_part(*integrator_, state, h, changes);
    if (good.part == 1.0) {
      if (event && shapes_.passes_by(event->guard, state.t + h, y1_)) {
        Tried tried = found();
        tried.event.reset();
        return tried;
      }
      return found();
    }
    changes = good.ends_at_change;
    goal = state.t + good.part * h;
    if (!(goal > state.t)) break;
  }
  throw SimulationError(
      fmt::format("t = {:.9g} s: no step keeps shapes from overlapping", state.t));
}

}  // namespace catena
