// TimeStepper: piles of free bodies.

#include "catena/contact/contact_group.hpp"
#include "catena/sim/time_stepper.hpp"

namespace catena {

// A step of a crowd of free bodies. Returns false where it is none, or where its answer is not
// finite; then the state is as it was.
bool TimeStepper::step_as_pile(State& state, double goal, Samples& samples,
                               std::vector<SimulationEvent>& events) {
  // Other steps look at all that moves, however slow it is, as after a restart.
  const auto leave = [&] { equations_.group<ContactGroup>()->shapes()->set_still(0.0); };
  if (!is_crowded(state, goal - state.t)) {
    leave();
    return false;
  }
  before_ = state;
  const std::size_t happened = events.size();
  const double whole = goal - state.t, h = pile_->size(state, whole);
  equations_.group<ContactGroup>()->forget_found();
  if (!pile_->advance(h < whole ? state.t + h : goal, state, events)) {
    state = before_;
    events.resize(happened);
    leave();
    return false;
  }
  leave_gain_unexplained(state);
  state.next_step = 0.0;
  for (double sample = samples.next(before_.t); sample < state.t - samples.close();
       sample = samples.next(sample)) {
    pile_->inside((sample - before_.t) / (state.t - before_.t), before_, state, sampled_);
    sampled_.t = sample;
    samples.take(sampled_);
  }
  return true;
}

}  // namespace catena
