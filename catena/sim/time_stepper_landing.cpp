// TimeStepper: steps that end where something arrives.

#include <algorithm>
#include <cmath>

#include "catena/sim/time_stepper.hpp"

namespace catena {

namespace {

// So often a step that ends at an event is found anew because something came before.
constexpr int most_landings = 4;
// What is farther than this from where it would arrive has not arrived, m or rad.
constexpr double arrived = 1e-9;

}  // namespace

// A step of another size goes another way, so something else may have come first.
double TimeStepper::land_on_first(const State& state, FoundEvent& event, double h) {
  double end = land(state, event, h);
  for (int i = 0; i < most_landings && end > 0.0 && event.guard.arrives; ++i) {
    const std::optional<FoundEvent> earlier = search_.passed(state.t, end, y1_);
    if (!earlier) break;
    event = *earlier;
    end = land(state, event, end);
  }
  return end;
}

// The impulses of the shortened step are others. Where they keep from arriving what arrives in the
// longer one, nothing happens at its end.
bool TimeStepper::stays_away(const FoundEvent& event, double t) {
  return event.guard.arrives && search_.evaluate(event.guard, t, y1_).value > arrived;
}

// Shortens the step to end at an event, and steps there in earnest. Returns the size of the step.
double TimeStepper::land(const State& state, const FoundEvent& event, double h) {
  double end = event.theta * h;
  if (end <= 1e-14 * std::max(1.0, std::abs(state.t))) {
    y1_ = y0_;
    return 0.0;
  }
  method_.set_care(StepImpulses::Care::Everything);
  for (int i = 0; i < 5; ++i) {
    method_.step(equations_, state.t, end, y0_, y1_);
    if (!event.guard.arrives) break;
    const auto [value, rate] = search_.evaluate(event.guard, state.t + end, y1_);
    if (!(rate < 0.0) || std::abs(value) <= 1e-13) break;
    const double next = end - value / rate;
    if (!(next > 0.0) || !(std::abs(next - end) <= 0.1 * h)) break;
    end = next;
  }
  return end;
}

// Whether an impact since then has thrown something off faster than its weight stops within a step.
bool TimeStepper::rebounds(const std::vector<SimulationEvent>& events, std::size_t since) const {
  const double fast_rebound = equations_.typical_acceleration() * step_;
  return std::any_of(events.begin() + static_cast<std::ptrdiff_t>(since), events.end(),
                     [&](const SimulationEvent& event) {
                       return event.kind == EventKind::Impact && event.v_after > fast_rebound;
                     });
}

}  // namespace catena
