#include "catena/sim/time_stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/elements/simulation_error.hpp"
#include "catena/math/infinity.hpp"
#include "catena/sim/answer_report.hpp"
#include "catena/sim/guard_owners.hpp"
#include "catena/sim/pressed.hpp"

namespace catena {

namespace {

// A step is cut where something arrives, up to so many times. After that, all that could arrive
// takes part as if it touched, and comes to rest. What rebounds faster than its weight makes it
// within a step would lose its energy by that: such cuts count less.
constexpr long most_cuts = 64, slow_cut = 16, rebound_cut = 1;
// And so often where nothing rebounds that may arrive: then a cut tells nothing but the time.
constexpr long most_plastic_cuts = slow_cut;
// More closed contacts and stops than this are a crowd, in which nothing is worth a cut that does
// not rebound.
constexpr int crowd = 12;
// Steps that do not succeed are halved, down to this part.
constexpr double shortest = 1.0 / 64.0;
// Or to this part of that, where things still move by more than this, rad or m, or where the error
// is so many times what it may be and halving helps.
constexpr double still_shorter = 1.0 / 256.0, fast = 2e-3, gross = 2.0;
// And to this part of it, where the velocity in the middle does not settle.
constexpr double settles_not = 1.0 / 16.0;
// What is pressed into its surface in so many steps of that size yields no more.
constexpr int most_pressed_steps = 100;
// Halving helps where it takes an error to less than this part.
constexpr double helps = 0.5;
// So often a step is halved before its impulses are looked for by the links that take long.
constexpr int most_unsolved = 4;
// Steps shorter than this, of the time or of a second, are none: rounding of a goal.
constexpr double no_time = 1e-15;

}  // namespace

TimeStepper::TimeStepper(MotionEquations& equations, GuardOwner* other, double start_time,
                         double step)
    : equations_(equations),
      start_time_(start_time),
      step_(step),
      method_(equations, step),
      search_(equations, guard_owners(equations, other)),
      impact_(equations, equations.setup().contact_options.law,
              equations.setup().contact_options.order),
      sleep_(equations, step),
      others_watch_(other != nullptr) {
  for (const auto& group : equations.groups())
    others_watch_ |= group->rows() == nullptr && group->most_guards() > 0;
  const SimulationSetup& setup = equations.setup();
  const bool has_belts =
      !setup.shape_contacts.belts.empty() ||
      std::any_of(setup.contacts.begin(), setup.contacts.end(), [](const Contact& contact) {
        return contact.surface_motion != nullptr || contact.belt != nullptr;
      });
  works_at_rest_ =
      has_belts || std::any_of(setup.cables.begin(), setup.cables.end(),
                               [](const Cable& cable) { return cable.winch != nullptr; });
  is_autonomous_ = !others_watch_ && setup.motors.empty() && setup.prescribed.empty() &&
                   setup.cables.empty() && !setup.may_be_pulled && setup.elements.empty() &&
                   !has_belts;
  // Piles do not know who sleeps.
  if (!others_watch_ && !setup.contact_options.sleep_islands && PileStep::knows(equations))
    pile_ = std::make_unique<PileStep>(equations);
}

double TimeStepper::step_goal(State& state, double goal) const {
  const auto grid = [&] { return start_time_ + static_cast<double>(state.step_count + 1) * step_; };
  if (grid() <= state.t + 1e-9 * step_)
    state.step_count = static_cast<long>(std::floor((state.t - start_time_) / step_ + 1e-9));
  return std::min(grid(), goal);
}

void TimeStepper::step(State& state, double goal, Samples& samples,
                       std::vector<SimulationEvent>& events) {
  if (!state.is_stepping()) settle(state, events);
  state.has_stepped = true;
  const long grid_before = state.step_count;
  goal = step_goal(state, goal);
  if (state.step_count != grid_before || state.t > state.counting_since + step_)
    state.counting_since = state.t, state.recent_events = 0;
  if (sleeps(state) || (is_autonomous_ && sleep_.all_asleep(state))) {
    sleep_on(state, goal, samples);
    return;
  }
  if (goal - state.t <= no_time * std::max(1.0, std::abs(state.t))) {
    state.t = goal;
    return;
  }
  if (pile_ && step_as_pile(state, goal, samples, events)) return;
  equations_.refresh(state, goal - state.t);
  while (sleep_.wake_before(state, goal - state.t)) equations_.refresh(state, goal - state.t);
  before_ = state;
  const std::size_t happened = events.size();
  double h = first_try(state, goal);
  last_excess_ = last_moved_ = infinity;
  has_met_ = strikes_all_ = false;
  for (retry_ = 0.5 * h; !advance(state, goal, h, samples, events); retry_ = 0.5 * h) {
    state = before_;
    events.resize(happened);
    state.next_step = h = retry_;
  }
  refuse_standstill(state);
  sleep_.note_rest(method_.rows(), state);
  if (state.q.allFinite() && state.v.allFinite()) return;
  state = before_;
  throw SimulationError(fmt::format("t = {:.9g} s: the motion is no longer finite", state.t));
}

// A step from before_ of size h at most. Returns false where it is too long: what closing the gaps
// does to the energies tells by how much curvature has carried contacts away.
bool TimeStepper::advance(State& state, double goal, double h, Samples& samples,
                          std::vector<SimulationEvent>& events) {
  const bool with_arrivals = is_crowded(state, h);
  const double h_whole = goal - state.t, asked = h;
  equations_.begin_step(before_);
  // Before the step: laws that switch take from there what their arguments are measured by. In a
  // crowd conditions are looked at where a step ends, and nothing else is looked for than corners
  // of paths.
  const bool watches = (others_watch_ || !with_arrivals) && must_watch(state);
  if (watches) search_.watch_arrivals(state);
  h = try_step(h, with_arrivals);
  std::optional<FoundEvent> event;
  if (watches) {
    using Among = EventSearch::Among;
    event = search_.first(method_, state.t, h, y0_, y1_,
                          with_arrivals ? Among::EndsOfSteps : Among::All);
  }
  const double tried = h;
  if (event) h = land_on_first(state, *event, h);
  if (event && h > shortest * settles_not * step_ && !method_.has_settled()) {
    retry_ = 0.5 * h;  // what ends at an event must settle like any other step
    return false;
  }
  const double t_new = event || h < h_whole ? state.t + h : goal;
  bool rests = false;
  if (event && h > 0.0 && stays_away(*event, t_new)) {
    state.recent_events += slow_cut;
    event.reset();
  }
  if (h > 0.0) {
    report_quality(state, events);
    const std::size_t happened = events.size();
    const double moved = finish(t_new, state, events);
    unexplained_ = 0.0;
    const double excess = locks_ ? 0.0 : energy_excess(state);
    const bool goes_on = method_.size() * method_.fastest() > fast ||
                         (excess > gross && excess < helps * last_excess_);
    const double least = shortest * (goes_on ? still_shorter : 1.0) * step_;
    // In a crowd positions drift over many steps, and what takes them back is then the same however
    // short the step is.
    const bool too_far = moved > rough && !(with_arrivals && moved > helps * last_moved_);
    if (tried > least && (too_far || excess > 1.0)) {
      last_excess_ = excess, last_moved_ = moved;
      return false;
    }
    if (excess > 1.0) ++progress_.unexplained;
    if (!locks_ && overlaps(state, tried, h, event.has_value())) return false;
    if (sleep_.wake_disturbed(before_, state)) {  // the same step again, with what it has woken
      equations_.refresh(before_, goal - before_.t);
      retry_ = asked;
      return false;
    }
    if (locks_) {  // what stops within the step is lost, too
      const double more = equations_.energy(before_).balance - equations_.energy(state).balance;
      state.impact_loss += more, locked_energy_ += more;
      report_lock(state, events);
    }
    refuse_pressed_rows(state);
    rests = !event && events.size() == happened && rest(h, state);
    state.impact_loss += unexplained_;
    if (method_.has_arrivals()) {
      method_.stop_arrivals(state);
      report_quality(state, events);
    }
    leave_gain_unexplained(state);
  }
  set_next_step(asked, tried, state);
  if (rests)
    take_samples_at_rest(state, samples);
  else
    take_samples(state, h, samples);
  if (event) {
    const std::size_t happened = events.size();
    search_.find_met(event, state);
    apply(state, *event, events);
    if (!search_.ends_every_step(event->guard))
      state.recent_events += rebounds(events, happened) ? rebound_cut : slow_cut;
  }
  if (event || (others_watch_ && watches)) {
    search_.find_met(event, state);
    search_.apply_met(equations_, state, events);
  }
  return true;
}

// What goes on into its surface whatever impulses act, and is inside of it already, cannot be kept;
// nor can what does so in many steps that could not be shorter.
void TimeStepper::refuse_pressed_rows(const State& state) {
  const std::vector<int> pressed =
      still_arriving(method_.rows(), method_.rates(), method_.fastest(), false);
  pressed_steps_ =
      pressed.empty() || method_.size() > shortest * still_shorter * step_ ? 0 : pressed_steps_ + 1;
  if (pressed_steps_ > most_pressed_steps ||
      (!pressed.empty() && !names_misplaced(equations_).empty()))
    refuse_pressed(equations_, method_.rows(), pressed, state);
}

// A step from before_ to y1_ whose velocities settle, or the shortest, after begin_step(). Returns
// its size.
double TimeStepper::try_step(double h, bool with_arrivals) {
  equations_.pack(before_, y0_);
  method_.begin(before_, with_arrivals);
  double change = infinity;
  int refused = 0;
  bool everything = h <= shortest * step_;
  for (;;) {
    method_.set_care(everything ? StepImpulses::Care::Everything : StepImpulses::Care::Thorough);
    const bool accepted = method_.step(equations_, before_.t, h, y0_, y1_).accepted;
    if (method_.finds_folds()) continue;
    if (accepted) break;
    const double part = method_.change() < helps * change ? still_shorter : settles_not;
    if (!(h > shortest * step_ * part)) {
      if (everything) break;
      everything = true;  // the same once more
      continue;
    }
    change = method_.change();
    h *= 0.5;
    everything |= ++refused >= most_unsolved || h <= shortest * step_;
  }
  if (!y1_.allFinite())
    throw SimulationError(fmt::format("t = {:.9g} s: the motion is no longer finite", before_.t));
  return h;
}

// The state at the end of the step. What stops were put back by beyond what the step had foreseen
// is booked like the closing of gaps. Returns what close_gaps() does.
double TimeStepper::finish(double t_new, State& state, std::vector<SimulationEvent>& events) {
  equations_.unpack(t_new, y1_, state);
  double stops_take = 0.0;
  if (method_.finish(state, events)) {
    sampled_ = state;
    equations_.unpack(t_new, y1_, sampled_);
    stops_take = equations_.energy(sampled_).stored() - equations_.energy(state).stored();
    state.impact_loss += stops_take;
  }
  const double moved = close_gaps(state);
  put_back_ += stops_take;
  return moved;
}

// Forces that break a law by more than the tolerance are never silent, nor are steps that do not
// settle.
void TimeStepper::report_quality(State& state, std::vector<SimulationEvent>& events) const {
  const StepQuality& quality = method_.quality();
  report_answer({quality.residual, quality.link, quality.solved}, "the impulses of a time step",
                state, events);
  if (method_.has_settled()) return;
  events.push_back({.t = state.t,
                    .kind = EventKind::Residual,
                    .residual = method_.change(),
                    .note = fmt::format("the velocity in the middle of a step of {:.3g} s changes "
                                        "by {:.1e} when it is computed again",
                                        method_.size(), method_.change())});
}

// Whether anything could happen that rows do not decide.
bool TimeStepper::must_watch(const State& state) const {
  return others_watch_ ||
         std::any_of(equations_.row_owners().begin(), equations_.row_owners().end(),
                     [&](const RowOwner* owner) { return owner->may_arrive(state); });
}

// Whether arrivals are not worth a step of their own each.
bool TimeStepper::is_crowded(const State& state, double h) {
  if (state.recent_events >= most_cuts) return true;
  if (others_watch_) return false;
  int closed = 0;
  const Look look = equations_.look(state);
  const StepRequest request{.h = h, .typical_acceleration = equations_.typical_acceleration()};
  for (RowOwner* const owner : equations_.row_owners()) {
    const std::optional<int> of_owner = owner->closed_without_rebound(look, request, state);
    if (!of_owner) return false;
    closed += *of_owner;
  }
  return closed > crowd || state.recent_events >= most_plastic_cuts;
}

// After the step, so that looking at it does not change it.
void TimeStepper::take_samples(const State& after, double h, Samples& samples) {
  for (double sample = samples.next(before_.t); sample < after.t - samples.close();
       sample = samples.next(sample)) {
    equations_.begin_step(before_);
    method_.inside(equations_, (sample - before_.t) / h, y_inside_);
    sampled_ = before_;
    equations_.unpack(sample, y_inside_, sampled_);
    close_gaps(sampled_);
    sampled_.impact_loss = std::clamp(sampled_.impact_loss, before_.impact_loss, after.impact_loss);
    samples.take(sampled_);
  }
}

void TimeStepper::apply(State& state, const FoundEvent& event,
                        std::vector<SimulationEvent>& events) {
  equations_.begin(state);
  q_landed_ = state.q;
  const FoundGuard found{event.guard, event.theta == 0.0,
                         state.recent_events + slow_cut >= most_cuts};
  Consequence next =
      search_.owner_of(event.guard).apply(found, event.pushed, equations_, state, events);
  for (const auto& [guard, pushed] : event.together)
    next.triggers.add(
        search_.owner_of(guard)
            .apply({guard, found.at_once, found.is_chattering}, pushed, equations_, state, events)
            .triggers);
  close_around(q_landed_, state);
  if (next.impact) impact_.resolve(state, next.triggers, events);
  state.last_acceleration.resize(0);
  const Look look = equations_.look(state);
  for (RowOwner* const owner : equations_.row_owners()) owner->close_touching(look, state);
}

void TimeStepper::settle(State& state, std::vector<SimulationEvent>&) {
  state.begin_stepping();
  asleep_ = {};
  sleep_.wake_all(state);
  equations_.refresh(state, step_);
  const Look look = equations_.look(state);
  for (RowOwner* const owner : equations_.row_owners()) owner->close_touching(look, state);
}

}  // namespace catena
