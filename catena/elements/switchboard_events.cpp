// Switchboard: where arguments cross their thresholds, and what follows.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/elements/event.hpp"
#include "catena/elements/switchboard.hpp"
#include "catena/elements/world.hpp"

namespace catena {

namespace {

using Slides = SwitchMode::Slides;

// What a guard watches.
enum Watched { AtThreshold, InMixture };

// An argument within this part of its scale of a threshold is on it.
constexpr double on_threshold = 1e-9;
// A law that would switch back within this time, s, at ever smaller intervals, rests on the surface
// instead.
constexpr double shortest_swing = 2e-5;
// A step may turn the angle of a sine in an argument by this, rad.
constexpr double most_turn = 1.0;
// Switches that follow each other within this time, s, are in a row; so many of them are reported
// one by one.
constexpr double in_a_row = 0.1, reported_singly = 32.0;

}  // namespace

bool Switchboard::is_on(std::size_t s, double threshold) const {
  return std::abs(argument(s) - threshold) <= on_threshold * scale_[s];
}

void Switchboard::watch(const Look& look, int owner, std::vector<Guard>& out) {
  look_at(look);
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    if (!laws_[i]) continue;
    std::vector<double>& scales = arguments_[i];
    is_fresh_[i] = 0;
    laws_[i]->scales(point(), branches_[i].data(), scales.data());
    for (std::size_t k = 0; k < scales.size(); ++k)
      scale_[surface_of_[i][k]] = scales[k] > 0.0 && std::isfinite(scales[k]) ? scales[k] : 1.0;
  }
  for (std::size_t s = 0; s < surfaces_.size(); ++s) {
    const auto add = [&](Watched what, int side) {
      out.push_back({.owner = owner,
                     .item = static_cast<int>(s),
                     .kind = what,
                     .side = side,
                     .needs_forces = what == InMixture,
                     .exact = what == AtThreshold});
    };
    if (modes_[s].slides != Slides::No) {
      add(InMixture, -1), add(InMixture, 1);
      continue;
    }
    const FormulaSwitch thresholds = surfaces_[s].of.thresholds();
    const double g = argument(s), branch = modes_[s].branch;
    const double above = (g - thresholds.lower(branch)) / scale_[s],
                 below = (thresholds.upper(branch) - g) / scale_[s];
    const auto rounding = [](double x) { return x < 0.0 && x >= -on_threshold ? -x : 0.0; };
    slack_[s] = {rounding(above), rounding(below)};
    if (above < std::numeric_limits<double>::infinity()) add(AtThreshold, -1);
    if (below < std::numeric_limits<double>::infinity()) add(AtThreshold, 1);
  }
}

double Switchboard::value(const Guard& guard) const {
  const auto s = static_cast<std::size_t>(guard.item);
  const SwitchMode& mode = modes_[s];
  if (guard.kind == InMixture) return guard.side < 0 ? mode.fraction : 1.0 - mode.fraction;
  const FormulaSwitch thresholds = surfaces_[s].of.thresholds();
  return guard.side < 0 ? (argument(s) - thresholds.lower(mode.branch)) / scale_[s] + slack_[s][0]
                        : (thresholds.upper(mode.branch) - argument(s)) / scale_[s] + slack_[s][1];
}

double Switchboard::rate(const Guard& guard, const Look& look) const {
  const auto s = static_cast<std::size_t>(guard.item);
  if (guard.kind == InMixture || surfaces_[s].of.of_velocities) return 0.0;
  home_.find_rates(look, nullptr);
  return -guard.side / scale_[s] * along(s, {1.0, home_.q_rate(), home_.v_rate()}, &Jet::first);
}

double Switchboard::longest_step(const Look& look) const {
  home_.find_rates(look, nullptr);
  double fastest = 0.0;
  for (const auto& law : laws_)
    if (law)
      fastest =
          std::max(fastest, law->fastest_angle(point(), {1.0, home_.q_rate(), home_.v_rate()}));
  return most_turn / fastest;
}

// ---- What follows.

Switchboard::Rates Switchboard::rates_in(const SwitchMode& mode, std::size_t s, int group,
                                         World& world, State& trial) {
  SwitchModes modes = trial.modes_of<SwitchModes>(group);
  modes[s] = mode;
  trial.set_modes(group, std::move(modes));
  world.begin(trial);
  Evaluation evaluation;
  world.evaluate(trial, evaluation);
  const Look look = world.look(trial);
  look_at(look);
  return rates(s, look, evaluation.a);
}

// The mode on a threshold above branch `lower`, which the motion reached in a direction (0: it
// slid along it). With both branches: the fraction of the upper one with which the argument, or its
// rate, does not change.
SwitchMode Switchboard::choose(std::size_t s, double lower, int direction, int group, World& world,
                               const State& state) {
  const SwitchMode below{lower}, above{lower + 1.0};
  const SwitchMode onwards = direction < 0 ? below : above;
  if (surfaces_[s].of.of_time_alone) return onwards;
  State trial = state;
  const Rates in_lower = rates_in(below, s, group, world, trial),
              in_upper = rates_in(above, s, group, world, trial);
  const double jump = in_upper.first - in_lower.first, bend = in_upper.second - in_lower.second;
  if (std::abs(jump) > shortest_swing * std::abs(bend)) {
    const double fraction = -in_lower.first / jump;
    if (jump < 0.0 && fraction >= 0.0 && fraction <= 1.0) return {lower, Slides::Along, fraction};
    if (jump < 0.0) return fraction < 0.0 ? below : above;
    if (direction != 0) return onwards;
    return in_upper.first > 0.0 ? above : below;
  }
  const double fraction = -in_lower.second / bend;
  const bool is_slow = std::abs(in_lower.first) <= shortest_swing * std::abs(bend);
  if (bend < 0.0 && is_slow && fraction >= 0.0 && fraction <= 1.0)
    return {lower, Slides::AtRest, fraction};
  if (direction != 0) return onwards;
  return in_lower.first + (is_slow ? in_lower.second : 0.0) > 0.0 ? above : below;
}

// Whether a law has another value on another branch.
bool Switchboard::jumps(std::size_t s, double before, double after) {
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    if (std::find(surface_of_[i].begin(), surface_of_[i].end(), s) == surface_of_[i].end())
      continue;
    std::vector<double> branches = branches_[i];
    const auto on = [&](double branch) {
      for (std::size_t k = 0; k < branches.size(); ++k)
        if (surface_of_[i][k] == s) branches[k] = branch;
      Eigen::VectorXd out = Eigen::VectorXd::Zero(laws_[i]->value_count());
      laws_[i]->values(point(), branches.data(), out);
      return out;
    };
    const Eigen::VectorXd from = on(before), to = on(after);
    if ((to - from).lpNorm<Eigen::Infinity>() >
        1e-9 * (from.lpNorm<Eigen::Infinity>() + to.lpNorm<Eigen::Infinity>()))
      return true;
  }
  return false;
}

void Switchboard::report(EventKind kind, std::size_t s, const State& state,
                         std::vector<SimulationEvent>& events) const {
  events.push_back({.t = state.t, .kind = kind, .name = names_[surfaces_[s].item]});
}

void Switchboard::report_switch(std::size_t s, SwitchMode& mode, const State& state,
                                std::vector<SimulationEvent>& events) const {
  mode.count = mode.count > 0.0 && state.t - mode.last < in_a_row ? mode.count + 1.0 : 1.0;
  mode.last = state.t;
  int exponent = 0;
  if (mode.count > reported_singly && std::frexp(mode.count, &exponent) != 0.5) return;
  report(EventKind::Switch, s, state, events);
  if (mode.count >= reported_singly)
    events.back().note = fmt::format("number {:.0f} in a row; the next report is for number {:.0f}",
                                     mode.count, 2.0 * mode.count);
}

Consequence Switchboard::apply(int group, const FoundGuard& found, World& world, State& state,
                               std::vector<SimulationEvent>& events) {
  const auto s = static_cast<std::size_t>(found.guard.item);
  begin(group, state);
  {
    const Look look = world.look(state);
    look_at(look);
  }
  const SwitchModes before = state.modes_of<SwitchModes>(group);
  SwitchModes modes = before;
  const auto set = [&](std::size_t surface, const SwitchMode& mode) {
    SwitchMode next = mode;
    next.count = modes[surface].count, next.last = modes[surface].last;
    modes[surface] = next;
    state.set_modes(group, modes);
  };
  const int side = found.guard.side;
  const FormulaSwitch thresholds = surfaces_[s].of.thresholds();
  if (found.guard.kind == AtThreshold) {
    const double lower = side < 0 ? modes[s].branch - 1.0 : modes[s].branch;
    if (!is_on(s, thresholds.upper(lower)))  // velocities have jumped
      set(s, {thresholds.branch(argument(s))});
    else if (!surfaces_[s].jumps)
      set(s, {modes[s].branch + side});
    else
      set(s, choose(s, lower, side, group, world, state));
  }
  // What slides may do so no more, or otherwise.
  for (const std::size_t other : std::vector<std::size_t>(sliding_)) {
    SwitchMode next = choose(other, modes[other].branch, 0, group, world, state);
    const bool has_ended = found.guard.kind == InMixture && other == s;
    if (has_ended && next.slides == modes[other].slides)
      next = {modes[other].branch + (side > 0 ? 1.0 : 0.0)};
    set(other, next);
  }
  world.begin(state);
  {
    const Look look = world.look(state);
    look_at(look);
  }
  bool any = false;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    if (modes[k].slides != before[k].slides && modes[k].slides != Slides::No)
      report(EventKind::Slide, k, state, events), any = true;
    else if (before[k].slides != Slides::No && modes[k].slides == Slides::No)
      report_switch(k, modes[k], state, events), any = true;
    else if (before[k].branch != modes[k].branch && surfaces_[k].jumps &&
             jumps(k, before[k].branch, modes[k].branch))
      report_switch(k, modes[k], state, events), any = true;
  }
  if (any) state.set_modes(group, modes);
  return {.impact = false, .decide = any};
}

}  // namespace catena
