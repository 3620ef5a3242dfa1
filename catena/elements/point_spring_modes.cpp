// PointSpringGroup: modes of one-sided springs, and checkpoints.

#include <fmt/format.h>

#include "catena/elements/element_checks.hpp"
#include "catena/elements/event.hpp"
#include "catena/elements/point_spring.hpp"
#include "catena/elements/world.hpp"

namespace catena {

namespace {

// Points nearer than this coincide, m: far below what a drawing gives, and above the rounding of
// positions.
constexpr double coincident = 1e-12;

}  // namespace

// Throws where the points coincide and the spring pulls or pushes: it is not known where to.
void PointSpringGroup::start(World& world, State& state, std::vector<SimulationEvent>&) {
  const Look look = world.look(state);
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    modes_[s] = SpringMode::Engaged;
    now_[s] = place(springs_[s], look);
    const Now& now = now_[s];
    const double sign = sign_of(s);
    if (sign != 0.0 && !(sign * now.elastic > 0.0))
      modes_[s] = SpringMode::Slack;
    else if (sign != 0.0 && !(sign * now.formula > 0.0))
      modes_[s] = SpringMode::Released;
    const double at_once =
        springs_[s].law ? springs_[s].law(0.0, 0.0)
                        : springs_[s].preload - springs_[s].stiffness * springs_[s].rest_length;
    if (now.length <= coincident && modes_[s] == SpringMode::Engaged && at_once != 0.0)
      refuse({"spring", springs_[s].name},
             fmt::format("its points coincide at the start, where its force is {:.6g} N: the force "
                         "has no direction; move one of the points, or start elsewhere",
                         at_once));
  }
  state.set_modes(index(), modes_);
}

void PointSpringGroup::begin(const State& state, bool, HeldArray&) {
  if (state.modes[static_cast<std::size_t>(index())]) modes_ = state.modes_of<SpringModes>(index());
}

// A spring without damper and one with a law have no mode between engaged and slack.
void PointSpringGroup::watch(const Look&, const State&, int owner, std::vector<Guard>& out) {
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    if (springs_[s].side == PointSpring::Side::Both) continue;
    const auto add = [&](Watched kind, int side) {
      out.push_back(
          {.owner = owner, .item = static_cast<int>(s), .kind = kind, .side = side, .exact = true});
    };
    if (modes_[s] == SpringMode::Engaged) add(Force, 1);
    if (modes_[s] == SpringMode::Released) add(Force, -1), add(Stretch, 1);
    if (modes_[s] == SpringMode::Slack) add(Stretch, -1);
  }
}

// As a length where the spring has a stiffness: rounding is measured in lengths.
double PointSpringGroup::value(const Guard& guard, const Look&, const Evaluation&) const {
  const auto s = static_cast<std::size_t>(guard.item);
  const double force = guard.kind == Force ? now_[s].formula : now_[s].elastic;
  const double stiffness = springs_[s].stiffness;
  return guard.side * sign_of(s) * force / (stiffness > 0.0 ? stiffness : 1.0);
}

double PointSpringGroup::rate(const Guard& guard, const Look&) const {
  const auto s = static_cast<std::size_t>(guard.item);
  const PointSpring& spring = springs_[s];
  const bool known = spring.stiffness > 0.0 && (guard.kind == Stretch || spring.damping == 0.0);
  return known ? guard.side * sign_of(s) * now_[s].rate : 0.0;
}

// Only engaging and letting go are events; a released spring that becomes slack has nothing but a
// corner in where its energy goes.
Consequence PointSpringGroup::apply(const FoundGuard& found, int, World&, State& state,
                                    std::vector<SimulationEvent>& events) {
  const auto s = static_cast<std::size_t>(found.guard.item);
  SpringModes modes = state.modes_of<SpringModes>(index());
  const SpringMode before = modes[s];
  const bool has_damper = springs_[s].damping > 0.0;
  if (before == SpringMode::Engaged)
    modes[s] = has_damper ? SpringMode::Released : SpringMode::Slack;
  else
    modes[s] = before == SpringMode::Released && found.guard.kind == Stretch ? SpringMode::Slack
                                                                             : SpringMode::Engaged;
  const SpringMode after = modes[s];
  state.set_modes(index(), std::move(modes));
  if (before == SpringMode::Released && after == SpringMode::Slack) return {};
  events.push_back({.t = state.t,
                    .kind = after == SpringMode::Engaged ? EventKind::Taut : EventKind::Slack,
                    .name = springs_[s].name});
  return {.decide = true};
}

std::string PointSpringGroup::name_of(const Guard& guard) const {
  return springs_[static_cast<std::size_t>(guard.item)].name;
}

void PointSpringGroup::save(const State& state, ModeTable& out) const {
  const SpringModes& modes = state.modes_of<SpringModes>(index());
  for (std::size_t s = 0; s < springs_.size(); ++s)
    out[springs_[s].name] = {static_cast<double>(modes[s])};
}

void PointSpringGroup::load(const ModeTable& in, State& state) const {
  SpringModes modes;
  for (const PointSpring& spring : springs_) {
    const std::vector<double>& numbers = entry_of(in, "spring", spring.name);
    const double mode = numbers.size() == 1 ? numbers[0] : -1.0;
    const bool known =
        mode == 0.0 || (spring.side != PointSpring::Side::Both && (mode == 1.0 || mode == 2.0));
    if (!known)
      throw std::invalid_argument("the saved mode of spring '" + spring.name +
                                  "' does not fit it; was it one-sided?");
    modes.push_back(static_cast<SpringMode>(static_cast<int>(mode)));
  }
  state.set_modes(index(), std::move(modes));
}

}  // namespace catena
