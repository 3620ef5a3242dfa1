#include "catena/sim/event_stepper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/elements/simulation_error.hpp"
#include "catena/sim/guard_owners.hpp"
#include "catena/sim/pressed.hpp"

namespace catena {

namespace {

constexpr double first_step = 1e-4;  // s, where nothing is known yet

// A run with this many events within this time does not get anywhere.
constexpr long most_events_at_once = 2000;
constexpr double at_once = 1e-3;  // s
// One that takes so many steps within this time does not either.
constexpr long most_steps_at_once = 1000000;
// A step of fixed size is too long where it moves things by more than this, rad or m, and leaves
// more than this part of the kinetic energy unexplained.
constexpr double slow = 0.02, most_unexplained = 1e-7;
// Where bodies touch, slow steps are asked, too: single ones left more than the kinetic energy.
// It is too long if it leaves this part unexplained, and more than the weight does over this, m.
constexpr double thrown = 0.1, hardly_moved = 1e-7;
// A step in which friction gives more than this part of the kinetic energy, and more than the
// weight does over this, m, has gone past something that was not seen: it is found again, so often,
// at half its length.
constexpr double given_back = 1e-7, given_height = 1e-12;
constexpr int most_halvings = 12;
constexpr long events_to_hold = 20;   // from then on, what is back at once stays
constexpr long events_to_damp = 100;  // each so many raise the speed below which nothing rebounds

}  // namespace

EventStepper::EventStepper(MotionEquations& equations, GuardOwner* other, double start_time)
    : equations_(equations),
      options_(equations.setup().integrator),
      start_time_(start_time),
      integrator_(make_integrator(options_)),
      search_(equations, guard_owners(equations, other)),
      decision_(equations),
      impact_(equations, equations.setup().contact_options.law,
              equations.setup().contact_options.order),
      shapes_(equations) {
  const std::vector<Contact>& contacts = equations.setup().contacts;
  friction_takes_ = !integrator_->has_fixed_step() &&
                    std::none_of(contacts.begin(), contacts.end(), [](const Contact& c) {
                      return c.material.law == FrictionLaw::AlwaysSliding;
                    });
}

// How long a step is tried where nothing else limits it.
double EventStepper::wanted_step(const State& state) const {
  if (integrator_->has_fixed_step()) return options_.step;
  const double h = state.next_step > 0.0 ? state.next_step
                   : options_.step > 0.0 ? options_.step
                                         : first_step;
  return std::min(h, options_.max_step);
}

// Where the present step should end.
double EventStepper::step_goal(State& state, double goal, const Samples& samples) const {
  if (integrator_->has_fixed_step()) {
    const auto grid = [&] {
      return start_time_ + static_cast<double>(state.step_count + 1) * options_.step;
    };
    while (grid() <= state.t + 1e-9 * options_.step) ++state.step_count;
    return std::min(grid(), goal);
  }
  const double h = std::min(wanted_step(state), search_.longest_step());
  if (!integrator_->is_dense()) goal = std::min(goal, samples.next(state.t));
  const double left = goal - state.t;
  if (left <= 1.001 * h) return goal;
  return state.t + (left < 2.0 * h ? 0.5 * left : h);  // no crumbs
}

double EventStepper::try_step(State& state, double goal) {
  const double smallest = 1e-14 * std::max(1.0, std::abs(state.t));
  double h = goal - state.t;
  const double wanted = state.next_step;
  for (;;) {
    count_step(state, h);
    const StepOutcome outcome = integrator_->step(equations_, state.t, h, y0_, y1_);
    if (outcome.accepted && y1_.allFinite()) {
      // A step that was cut short by its goal says nothing against a longer one.
      const bool cut = h == goal - state.t && h < 0.99 * wanted;
      state.next_step = cut ? std::max(outcome.next_step, wanted) : outcome.next_step;
      return h;
    }
    if (integrator_->has_fixed_step() || h < smallest) throw SimulationError(diagnosis(state, h));
    h = std::min(outcome.next_step, 0.9 * h);
  }
}

// Work for so little progress must not hang a run. Counts, not times: a run ends where it would end
// again.
void EventStepper::count_step(State& state, double h) const {
  if (state.t > state.counting_steps_since + counting_time)
    state.counting_steps_since = state.t, state.recent_steps = state.recent_evaluations = 0;
  ++state.recent_steps;
  const double asked = 10.0 * options_.steps_over(counting_time);
  if (static_cast<double>(state.recent_steps) <= std::max(asked, double{most_steps_at_once}))
    return;
  throw SimulationError(fmt::format(
      "t = {:.9g} s: {} steps advanced by less than {:g} s, the last by {:.3g} s; {}; forces may "
      "jump there; model this by dry friction, stops, contacts or a changing structure",
      state.t, state.recent_steps, counting_time, h, fastest(state)));
}

std::string EventStepper::fastest(const State& state) const {
  Eigen::Index fastest = 0;
  const double speed = state.v.size() > 0 ? state.v.cwiseAbs().maxCoeff(&fastest) : 0.0;
  return fmt::format(
      "the fastest coordinate is '{}' with {:.3g} per second",
      state.v.size() > 0 ? equations_.coordinates().name(static_cast<int>(fastest)) : std::string(),
      speed);
}

std::string EventStepper::diagnosis(const State& state, double h) const {
  if (!state.q.allFinite() || !state.v.allFinite())
    return fmt::format("t = {:.9g} s: the state is no longer finite", state.t);
  constexpr double runs_away = 1e12;
  const char* advice =
      !has_fixed_step(options_.kind) && state.v.size() > 0 &&
              state.v.cwiseAbs().maxCoeff() > runs_away
          ? "the motion grows without bound: check for negative damping, or a force that pushes "
            "away"
      : options_.kind == IntegratorKind::Radau || options_.kind == IntegratorKind::Automatic
          ? "check for a formula that is not finite there (a division by zero, a logarithm), and "
            "run 'catena check' on masses, springs and motors"
          : "check for a formula that is not finite there (a division by zero, a logarithm); if "
            "there is none, the motion may be stiff: try 'integrator: automatic', or a smaller "
            "step";
  return fmt::format("t = {:.9g} s: no finite solution with a step of {:.3g} s ({}); {}", state.t,
                     h, fastest(state), advice);
}

void EventStepper::step(State& state, double goal, Samples& samples,
                        std::vector<SimulationEvent>& events) {
  take_step(find_step(state, goal, samples, events), state, samples, events);
}

double EventStepper::step_if_sound(State& state, double goal, Samples& samples,
                                   std::vector<SimulationEvent>& events) {
  const Tried tried = find_step(state, goal, samples, events);
  const double lost = integrator_->has_fixed_step() ? unexplained(state, tried) : 0.0;
  if (!(lost == 0.0)) return lost;
  take_step(tried, state, samples, events);
  return 0.0;
}

EventStepper::Tried EventStepper::find_step(State& state, double goal, const Samples& samples,
                                            std::vector<SimulationEvent>& events) {
  const long before = equations_.evaluation_count();
  if (shapes_.is_needed()) find_shapes(state, goal, events);
  equations_.begin(state);
  equations_.pack(state, y0_);
  integrator_->recall(state);
  search_.watch(state);
  goal = step_goal(state, goal, samples);
  Tried tried = find_step_to(state, goal);
  for (int i = 0; i < most_halvings && tried.h > 0.0 && gives_energy(state); ++i)
    tried = find_step_to(state, state.t + 0.5 * tried.h);
  state.recent_evaluations += equations_.evaluation_count() - before;
  return tried;
}

EventStepper::Tried EventStepper::find_step_to(State& state, double goal) {
  if (shapes_.is_needed()) return find_step_among_shapes(state, goal);
  double h = try_step(state, goal);
  const bool whole = h == goal - state.t;
  const std::optional<FoundEvent> event = search_.first(*integrator_, state.t, h, y0_, y1_);
  if (event) h = land(state, *event, h);
  return {h, whole && !event ? goal : state.t + h, event};
}

// Whether dry friction, of contacts that last, has a source of energy in the step that was found.
bool EventStepper::gives_energy(const State& state) const {
  if (!friction_takes_ || !equations_.has_contact_rows()) return false;
  double given = 0.0;
  const Ledger& ledger = equations_.ledger();
  const Eigen::Index first = 2 * equations_.nv();
  for (int s = 0; s < ledger.count(); ++s)
    if (ledger.source(s).kind == EnergyKind::Dissipated)
      given += std::max(0.0, y0_[first + s] - y1_[first + s]);
  return given > given_height * equations_.typical_force() &&
         given > given_back * equations_.kinetic_energy_with(state, state.v);
}

// Of the kinetic energy, after a step and after closing; 0 where it is little. What rounding leaves
// of slow motion does not count.
double EventStepper::unexplained(const State& state, const Tried& tried) {
  const int nv = equations_.nv();
  const double fastest =
      y0_.segment(nv, nv).lpNorm<Eigen::Infinity>() + y1_.segment(nv, nv).lpNorm<Eigen::Infinity>();
  const bool is_slow = tried.h * fastest <= slow;
  const std::vector<RowOwner*>& owners = equations_.row_owners();
  if (is_slow && std::none_of(owners.begin(), owners.end(),
                              [](const RowOwner* owner) { return owner->any_closed(); }))
    return 0.0;
  sampled_ = state;
  equations_.unpack(tried.t_new, y1_, sampled_);
  equations_.close(sampled_);
  const EnergyBalance before = equations_.energy(state), after = equations_.energy(sampled_);
  const double kinetic = before.kinetic + after.kinetic,
               lost = std::abs(after.balance - before.balance);
  const double allowed = is_slow ? thrown * kinetic + hardly_moved * equations_.typical_force()
                                 : most_unexplained * kinetic;
  return lost <= allowed ? 0.0 : lost / kinetic;
}

void EventStepper::take_step(const Tried& tried, State& state, Samples& samples,
                             std::vector<SimulationEvent>& events) {
  take_samples(state, tried.t_new, tried.h, samples);
  integrator_->remember(state, events);
  const long before = equations_.evaluation_count();
  equations_.unpack(tried.t_new, y1_, state);
  if (equations_.close(state) > pressed_inside)
    if (const std::vector<std::string> names = names_misplaced(equations_); !names.empty())
      refuse_pressed(equations_, names, state);
  if (equations_.loops() != nullptr)
    for (const auto& group : equations_.groups()) group->restore_positions(state.q, state);
  equations_.stop_locked(state, events);
  if (tried.event) {
    count_event(state, tried.event->guard, events);
    search_.find_met(tried.event, state);
    apply(state, *tried.event, events);
  }
  // A step may end where a condition is zero but for rounding.
  search_.find_met(tried.event, state);
  search_.apply_met(equations_, state, events);
  state.recent_evaluations += equations_.evaluation_count() - before;
}

void EventStepper::take_samples(const State& state, double t_new, double h, Samples& samples) {
  for (double sample = samples.next(state.t); sample < t_new - samples.close();
       sample = samples.next(sample)) {
    integrator_->inside(equations_, (sample - state.t) / h, y_inside_);
    sampled_ = state;
    equations_.unpack(sample, y_inside_, sampled_);
    equations_.close(sampled_);
    samples.take(sampled_);
  }
}

// Shortens the step to end at an event, and steps there in earnest; the dense output only says
// where about. Returns the size of the step.
double EventStepper::land(const State& state, const FoundEvent& event, double h) {
  double end = event.theta * h;
  if (end <= 0.0) {
    y1_ = y0_;
    return 0.0;
  }
  integrator_->step(equations_, state.t, end, y0_, y1_);
  if (integrator_->has_fixed_step() && !event.guard.exact) return end;
  // The dense output is nearly right: a correction that leaves its neighbourhood is none.
  const double first = end, reach = (integrator_->has_fixed_step() ? 0.1 : 1e-5) * h;
  for (int i = 0; i < 5; ++i) {
    auto [value, rate] = search_.evaluate(event.guard, state.t + end, y1_);
    if (rate == 0.0) {  // by a difference over the end of the step
      integrator_->inside(equations_, 0.99, y_inside_);
      const double before = search_.evaluate(event.guard, state.t + 0.99 * end, y_inside_).value;
      rate = (value - before) / (0.01 * end);
    }
    const double next = rate == 0.0 ? end : end - value / rate;
    if (!(std::abs(next - end) > 1e-14 * std::max(1.0, state.t)) ||
        !(std::abs(next - first) <= std::min(reach, 0.5 * first)))
      break;
    end = next;
    integrator_->step(equations_, state.t, end, y0_, y1_);
  }
  return end;
}

void EventStepper::apply(State& state, const FoundEvent& event,
                         std::vector<SimulationEvent>& events) {
  const FoundGuard found{event.guard, event.theta == 0.0, state.recent_events > events_to_hold};
  Consequence next =
      search_.owner_of(event.guard).apply(found, event.pushed, equations_, state, events);
  for (const auto& [guard, pushed] : event.together) {
    const FoundGuard other{guard, found.at_once, found.is_chattering};
    next.triggers.add(
        search_.owner_of(guard).apply(other, pushed, equations_, state, events).triggers);
  }
  if (next.impact) impact_.resolve(state, next.triggers, events);
  if (next.decide) settle(state, next.triggers, events);
}

void EventStepper::settle(State& state, const Triggers& triggers,
                          std::vector<SimulationEvent>& events) {
  decision_.decide(state, triggers, events);
  if (!equations_.has_contact_rows()) return;
  // What holds from now on takes the velocities along it away, as an impact would.
  const auto close = [&] {
    const double before = equations_.kinetic_energy_with(state, state.v);
    equations_.begin(state);
    equations_.close(state);
    state.impact_loss += std::max(0.0, before - equations_.kinetic_energy_with(state, state.v));
  };
  close();
  if (!decision_.must_decide_again(state)) return;
  decision_.decide(state, {}, events);
  close();
}

// Chattering must not hang a run: rebounds that come too thick end earlier.
void EventStepper::count_event(State& state, const Guard& guard,
                               std::vector<SimulationEvent>& events) {
  const GuardOwner& owner = search_.owner_of(guard);
  if (state.t > state.counting_since + at_once)
    state.counting_since = state.t, state.recent_events = 0, state.rest_factor = 1.0;
  ++state.recent_events;
  double rest_speed = 0.0;
  for (const RowOwner* const rows : equations_.row_owners())
    rest_speed = std::max(rest_speed, rows->rest_speed());
  if (rest_speed > 0.0 && state.recent_events % events_to_damp == 0) {
    state.rest_factor *= 10.0;
    events.push_back(
        {.t = state.t,
         .kind = EventKind::Chatter,
         .name = owner.name_of(guard),
         .rest_speed = state.rest_factor * rest_speed,
         .note = fmt::format("{} events within {:g} s", state.recent_events, at_once)});
  }
  if (state.recent_events > most_events_at_once)
    throw SimulationError(
        fmt::format("t = {:.9g} s: more than {} events within {:g} s, the last at '{}': its limits "
                    "or its friction chatter; write 'contact: {{method: automatic}}', which "
                    "continues with time steps there, or try a little more damping",
                    state.t, most_events_at_once, at_once, owner.name_of(guard)));
}

}  // namespace catena
