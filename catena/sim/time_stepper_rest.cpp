// TimeStepper: what rests stays as it is, and may sleep.

#include <algorithm>

#include "catena/sim/time_stepper.hpp"

namespace catena {

namespace {

// Velocities below this part of what gravity does within a step are rest.
constexpr double rest_noise = 1e-10;

}  // namespace

// Velocities that are no more than what rounding and the tolerance of the solver leave are none: so
// what rests stays as it is, bit for bit, and need not be computed again. What was just put back
// is not where it was. What a winch or a belt exchanges with what rests is kept.
bool TimeStepper::rest(double h, State& state) {
  if (was_off_) return false;
  const double noise = rest_noise * h * equations_.typical_acceleration();
  const double left =
      std::max(before_.v.lpNorm<Eigen::Infinity>(), state.v.lpNorm<Eigen::Infinity>());
  const bool rests = left <= noise && state.modes == before_.modes &&
                     before_.last_acceleration.size() > 0 &&
                     state.reactions.size() == before_.reactions.size();
  if (!rests) return false;
  const bool surely = 2.0 * left <= noise && before_.v.isZero(0.0);
  state.q = before_.q, state.v.setZero();
  state.impact_loss = before_.impact_loss;
  if (!works_at_rest_) state.spent = before_.spent;
  if (!is_autonomous_) return true;
  state.reactions = before_.reactions, state.last_acceleration = before_.last_acceleration;
  if (surely && equations_.setup().contact_options.sleep) asleep_ = state;
  return true;
}

// Within a step from before_ to `state`, in which nothing moved: as they are asleep, bit for bit.
void TimeStepper::take_samples_at_rest(const State& state, Samples& samples) {
  for (double sample = samples.next(before_.t); sample < state.t - samples.close();
       sample = samples.next(sample)) {
    sampled_ = state;
    sampled_.t = sample;
    const double part = (sample - before_.t) / (state.t - before_.t);
    sampled_.spent = before_.spent + part * (state.spent - before_.spent);
    samples.take(sampled_);
  }
}

bool TimeStepper::sleeps(const State& state) const {
  return asleep_.q.size() > 0 && state.v.isZero(0.0) && state.q == asleep_.q &&
         state.modes == asleep_.modes;
}

// The step that would change nothing but the time.
void TimeStepper::sleep_on(State& state, double goal, Samples& samples) {
  for (double sample = samples.next(state.t); sample < goal - samples.close();
       sample = samples.next(sample)) {
    sampled_ = state;
    sampled_.t = sample;
    samples.take(sampled_);
  }
  state.t = goal;
}

}  // namespace catena
