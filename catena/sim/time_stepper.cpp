#include "catena/sim/time_stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/elements/simulation_error.hpp"
#include "catena/sim/guard_owners.hpp"

namespace catena {

namespace {

// So often a step is cut where something arrives. After that, all that could arrive takes part as
// if it touched, and comes to rest.
constexpr long most_cuts = 4;
// Steps that do not succeed are halved, down to this part.
constexpr double shortest = 1.0 / 64.0;
// Gaps that are off by more than this, m, are closed.
constexpr double off = 1e-10;

}  // namespace

TimeStepper::TimeStepper(MotionEquations& equations, GuardOwner* other, double start_time,
                         double step)
    : equations_(equations),
      start_time_(start_time),
      step_(step),
      method_(equations),
      search_(equations, guard_owners(equations, other)),
      impact_(equations, equations.setup().contact_options.law,
              equations.setup().contact_options.order),
      others_watch_(other != nullptr) {
  for (const auto& group : equations.groups())
    others_watch_ |= group->rows() == nullptr && group->most_guards() > 0;
}

double TimeStepper::step_goal(State& state, double goal) const {
  const auto grid = [&] { return start_time_ + static_cast<double>(state.step_count + 1) * step_; };
  if (grid() <= state.t + 1e-9 * step_)
    state.step_count = static_cast<long>(std::floor((state.t - start_time_) / step_ + 1e-9));
  return std::min(grid(), goal);
}

void TimeStepper::step(State& state, double goal, Samples& samples,
                       std::vector<SimulationEvent>& events) {
  if (state.reactions.size() != equations_.reaction_count()) settle(state, events);
  state.has_stepped = true;
  const long grid_before = state.step_count;
  goal = step_goal(state, goal);
  if (state.step_count != grid_before || state.t > state.counting_since + step_)
    state.counting_since = state.t, state.recent_events = 0;
  equations_.begin_step(state);
  equations_.pack(state, y0_);
  const bool with_arrivals = state.recent_events >= most_cuts;
  method_.begin(state, with_arrivals);
  const double h_whole = goal - state.t;
  double h = h_whole;
  while (!method_.step(equations_, state.t, h, y0_, y1_).accepted && h > shortest * step_) h *= 0.5;
  if (!y1_.allFinite())
    throw SimulationError(fmt::format("t = {:.9g} s: the motion is no longer finite", state.t));
  std::optional<FoundEvent> event;
  if (!with_arrivals && must_watch(state)) {
    search_.watch_arrivals(state);
    event = search_.first(method_, state.t, h, y0_, y1_);
  }
  if (event) h = land(state, *event, h);
  if (h > 0.0 && !method_.quality().solved) report_residual(state, events);
  const double t_new = event || h < h_whole ? state.t + h : goal;
  take_samples(state, t_new, h, samples);
  before_ = state;
  if (h > 0.0) {
    equations_.unpack(t_new, y1_, state);
    method_.finish(state, events);
    close_gaps(state);
  }
  if (event) {
    ++state.recent_events;
    apply(state, *event, events);
  }
  if (state.q.allFinite() && state.v.allFinite()) return;
  state = before_;
  throw SimulationError(fmt::format("t = {:.9g} s: the motion is no longer finite", state.t));
}

// Forces that break a law by more than the tolerance are never silent.
void TimeStepper::report_residual(const State& state, std::vector<SimulationEvent>& events) const {
  events.push_back({.t = state.t,
                    .kind = EventKind::Residual,
                    .note = fmt::format("the laws of contact hold to {:.1e} of the largest number",
                                        method_.quality().residual)});
}

// Whether anything could happen that rows do not decide.
bool TimeStepper::must_watch(const State& state) const {
  return others_watch_ ||
         std::any_of(equations_.row_owners().begin(), equations_.row_owners().end(),
                     [&](const RowOwner* owner) { return owner->may_arrive(state); });
}

// Shortens the step to end at an event, and steps there in earnest. Returns the size of the step.
double TimeStepper::land(const State& state, const FoundEvent& event, double h) {
  double end = event.theta * h;
  if (end <= 1e-14 * std::max(1.0, std::abs(state.t))) {
    y1_ = y0_;
    return 0.0;
  }
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

void TimeStepper::take_samples(const State& state, double t_new, double h, Samples& samples) {
  bool any = false;
  for (double sample = samples.next(state.t); sample < t_new - samples.close();
       sample = samples.next(sample)) {
    if (any) equations_.begin_step(state);
    any = true;
    method_.inside(equations_, (sample - state.t) / h, y_inside_);
    sampled_ = state;
    equations_.unpack(sample, y_inside_, sampled_);
    close_gaps(sampled_);
    samples.take(sampled_);
  }
  if (any) equations_.begin_step(state);
}

// Errors of integration leave positions of closed contacts by as little as curvature makes of a
// step. What putting them back does to the potential energy is booked with the losses.
void TimeStepper::close_gaps(State& state) {
  const auto largest = [&] {
    double gap = 0.0;
    for (const RowOwner* const owner : equations_.row_owners())
      gap = std::max(gap, owner->largest_gap());
    return gap;
  };
  double gap = largest();
  const bool moved = y1_.head(equations_.nv()).lpNorm<Eigen::Infinity>() > off;
  if (!moved && gap <= off && !equations_.has_loops()) return;
  if (moved) {
    const Look look = equations_.look(state);
    for (RowOwner* const owner : equations_.row_owners()) owner->close_inside(look, state);
    gap = largest();
  }
  if (gap <= off && !equations_.has_loops()) return;
  equations_.begin(state);
  if (gap <= off) {
    equations_.close_positions(state, false);
    return;
  }
  const double before = equations_.energy(state).stored();
  equations_.close_positions(state, true);
  state.impact_loss += before - equations_.energy(state).stored();
}

void TimeStepper::apply(State& state, const FoundEvent& event,
                        std::vector<SimulationEvent>& events) {
  equations_.begin(state);
  const FoundGuard found{event.guard, event.theta == 0.0, state.recent_events >= most_cuts};
  Consequence next =
      search_.owner_of(event.guard).apply(found, event.pushed, equations_, state, events);
  for (const auto& [guard, pushed] : event.together)
    next.triggers.add(
        search_.owner_of(guard)
            .apply({guard, found.at_once, found.is_chattering}, pushed, equations_, state, events)
            .triggers);
  if (next.impact) impact_.resolve(state, next.triggers, events);
  state.last_acceleration.resize(0);
  const Look look = equations_.look(state);
  for (RowOwner* const owner : equations_.row_owners()) owner->close_touching(look, state);
}

void TimeStepper::settle(State& state, std::vector<SimulationEvent>&) {
  state.reactions.setZero(equations_.reaction_count());
  state.last_acceleration.resize(0);
  const Look look = equations_.look(state);
  for (RowOwner* const owner : equations_.row_owners()) owner->close_touching(look, state);
}

}  // namespace catena
