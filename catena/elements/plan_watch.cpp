#include "catena/elements/plan_watch.hpp"

#include <fmt/format.h>

#include "catena/elements/world.hpp"

namespace catena {

namespace {

// A part of what is asked for that is missed, from which on a controller falls short, and one below
// which it does so no more: apart, so that rounding changes nothing.
constexpr double short_from = 1e-6, short_until = 5e-7;
// The same of the part of its bound that an effort is less than all of it.
constexpr double bound_from = 1e-9, bound_until = 2e-9;

}  // namespace

PlanWatch::PlanWatch(const Motors& on, const std::vector<Motor>& all) : motors_(on) {
  for (const Motor& motor : all) {
    if (!motor.make_planner) continue;
    if (!motor.make_planner()->is_bounded()) continue;
    plans_.push_back({motor.name, motor.dofs.size(), -1});
    for (std::size_t m = 0; m < on.count(); ++m)
      if (on.motor(m).name == motor.name) plans_.back().motor = static_cast<int>(m);
  }
}

SimulationEvent PlanWatch::shortfall_event(int p, double t) const {
  return {
      .t = t, .kind = EventKind::Shortfall, .name = plan(p).name, .note = planner(p).obstacles()};
}

SimulationEvent PlanWatch::bound_event(int p, std::size_t input, double t) const {
  return {.t = t,
          .kind = EventKind::Bound,
          .name = plan(p).name,
          .note = motors_.coordinate_name(static_cast<std::size_t>(plan(p).motor), input)};
}

void PlanWatch::start(World& world, State& state, std::vector<SimulationEvent>& events) {
  PlanModes modes(plans_.size());
  Evaluation forces;
  world.begin(state);
  world.evaluate(state, forces);
  for (int p = 0; p < count(); ++p) {
    PlanMode& mode = modes[static_cast<std::size_t>(p)];
    mode.at_bound.assign(plan(p).inputs, 0);
    if (!is_on(p)) continue;
    mode.falls_short = planner(p).shortfall() > short_from;
    if (mode.falls_short) events.push_back(shortfall_event(p, state.t));
    const std::vector<double>& used = planner(p).used();
    for (std::size_t i = 0; i < used.size(); ++i) {
      mode.at_bound[i] = used[i] > 1.0 - bound_from ? 1 : 0;
      if (mode.at_bound[i] != 0) events.push_back(bound_event(p, i, state.t));
    }
  }
  state.set_modes(index(), std::move(modes));
}

std::size_t PlanWatch::most_guards() const {
  std::size_t sum = plans_.size();
  for (const Plan& plan : plans_) sum += plan.inputs;
  return sum;
}

void PlanWatch::watch(const Look&, const State& state, int owner, std::vector<Guard>& out) {
  const auto& modes = state.modes_of<PlanModes>(index());
  for (int p = 0; p < count(); ++p) {
    if (!is_on(p)) continue;
    const PlanMode& mode = modes[static_cast<std::size_t>(p)];
    const auto add = [&](int kind, bool is_so) {
      out.push_back(
          {.owner = owner, .item = p, .kind = kind, .side = is_so ? -1 : 1, .needs_forces = true});
    };
    add(falls_short, mode.falls_short);
    for (std::size_t i = 0; i < mode.at_bound.size(); ++i)
      add(static_cast<int>(i), mode.at_bound[i] != 0);
  }
}

double PlanWatch::value(const Guard& guard, const Look&, const Evaluation&) const {
  const Planner& of = planner(guard.item);
  if (guard.kind == falls_short)
    return guard.side > 0 ? short_from - of.shortfall() : of.shortfall() - short_until;
  const double room = 1.0 - of.used()[static_cast<std::size_t>(guard.kind)];
  return guard.side > 0 ? room - bound_from : bound_until - room;
}

Consequence PlanWatch::apply(const FoundGuard& found, int, World& world, State& state,
                             std::vector<SimulationEvent>& events) {
  const Guard& guard = found.guard;
  PlanModes modes = state.modes_of<PlanModes>(index());
  PlanMode& mode = modes[static_cast<std::size_t>(guard.item)];
  Evaluation forces;
  world.begin(state);
  world.evaluate(state, forces);
  const bool begins = guard.side > 0;
  if (guard.kind == falls_short) {
    mode.falls_short = begins;
    if (begins)
      events.push_back(shortfall_event(guard.item, state.t));
    else
      events.push_back({.t = state.t, .kind = EventKind::Follows, .name = plan(guard.item).name});
  } else {
    mode.at_bound[static_cast<std::size_t>(guard.kind)] = begins ? 1 : 0;
    if (begins)
      events.push_back(bound_event(guard.item, static_cast<std::size_t>(guard.kind), state.t));
  }
  state.set_modes(index(), std::move(modes));
  return {};
}

std::string PlanWatch::name_of(const Guard& guard) const {
  return plan(guard.item).name;
}

void PlanWatch::save(const State& state, ModeTable& out) const {
  const auto& modes = state.modes_of<PlanModes>(index());
  for (int p = 0; p < count(); ++p) {
    const PlanMode& mode = modes[static_cast<std::size_t>(p)];
    std::vector<double>& numbers = out[plan(p).name];
    numbers.push_back(mode.falls_short ? 1.0 : 0.0);
    numbers.insert(numbers.end(), mode.at_bound.begin(), mode.at_bound.end());
  }
}

void PlanWatch::load(const ModeTable& in, State& state) const {
  PlanModes modes;
  for (int p = 0; p < count(); ++p) {
    PlanMode mode{false, std::vector<char>(plan(p).inputs, 0)};
    const auto found = in.find(plan(p).name);
    if (found == in.end()) {  // older checkpoints
      modes.push_back(std::move(mode));
      continue;
    }
    const std::vector<double>& numbers = found->second;
    if (numbers.size() != plan(p).inputs + 1)
      throw std::invalid_argument("the saved mode of controller '" + plan(p).name +
                                  "' does not fit it; has it other inputs?");
    mode.falls_short = numbers[0] != 0.0;
    for (std::size_t i = 1; i < numbers.size(); ++i) mode.at_bound[i - 1] = numbers[i] != 0.0;
    modes.push_back(std::move(mode));
  }
  state.set_modes(index(), std::move(modes));
}

}  // namespace catena
