// ContactGroup: how a run begins.

#include <fmt/format.h>

#include <cmath>

#include "catena/contact/contact_group.hpp"
#include "catena/elements/event.hpp"
#include "catena/elements/simulation_error.hpp"
#include "catena/elements/world.hpp"

namespace catena {

namespace {

// Gaps below this are closed, m.
constexpr double closed_gap = 1e-11;
// A start that is off its surface by more than this, m, is reported.
constexpr double notable_gap = 1e-9;
// Contacts that approach or leave more slowly than this, m/s, do not.
constexpr double no_speed = 1e-9;
constexpr int most_rounds = 50, most_closings = 10;
// So often shapes are looked for again.
constexpr int most_searches = 40;

// The mode of a contact that is put onto its surface: velocities along it, and those of rolling,
// stay as they are.
void close_freely(ContactMode& mode) {
  mode.kind = ContactMode::Kind::Slide;
  mode.rolling.moves = true;
}

}  // namespace

// Moves closed contacts onto their surfaces. That may carry joints past their stops, which then
// hold them where they end, and press other contacts into their surfaces, which then take part; a
// contact that others lift is let go.
void ContactGroup::move_outside(World& world, std::vector<ContactMode>& modes, State& state) {
  const Eigen::VectorXd v = state.v;
  for (int round = 0; round < most_rounds; ++round) {
    state.v = v;
    put_modes(modes, state);
    world.begin(state);
    for (int pass = 0; pass < most_closings && world.close(state) > closed_gap; ++pass) {
    }
    bool again = world.hold_inside(state);
    locate(world.look(state));
    for (int i = 0; i < count(); ++i) {
      ContactMode& mode = modes[static_cast<std::size_t>(i)];
      const double gap = place(i).gap;
      const bool closes =
          contact(i).bilateral || gap < -closed_gap || (mode.closed() && gap <= closed_gap);
      again |= closes != mode.closed();
      mode.kind = ContactMode::Kind::Open;
      if (closes) close_freely(mode);
    }
    if (!again) return;
  }
}

// Those of all contacts that are off their surface, per pair: by how much. Sets the modes with
// which they are moved.
std::vector<ContactGroup::StartGap> ContactGroup::start_gaps(
    std::vector<ContactMode>& modes) const {
  std::vector<StartGap> gaps;
  modes.assign(contacts_.size(), {});
  for (int i = 0; i < count(); ++i) {
    const double gap = place(i).gap;
    const bool off = contact(i).bilateral ? std::abs(gap) > 0.0 : gap < 0.0;
    if (off || contact(i).bilateral) close_freely(modes[static_cast<std::size_t>(i)]);
    if (!off) continue;
    const bool found = static_cast<std::size_t>(i) >= given_;
    if (found && !gaps.empty() && gaps.back().pair == key(i).pair)
      gaps.back().gap = std::min(gaps.back().gap, gap);
    else
      gaps.push_back({key(i).pair, i, gap, contact(i).bilateral, name_at(i)});
  }
  return gaps;
}

// The given velocities, where contacts have been moved onto their surfaces: loops change them, but
// contacts do not, because what approaches there is an impact.
void ContactGroup::keep_velocities(World& world, const State& given, State& state) {
  State open = state;
  open.v = given.v;
  open.modes = given.modes;
  world.begin(open);
  world.close(open);
  state.v = open.v;
}

// What touches and moves is open, as if nothing had moved it: it arrives, or leaves.
void ContactGroup::open_moving(const Look& look, State& state) {
  locate(look);
  std::vector<ContactMode> modes = modes_in(state);
  for (int i = 0; i < count(); ++i)
    if (!contact(i).bilateral && place(i).gap <= closed_gap &&
        std::abs(place(i).velocity.x) > no_speed)
      modes[static_cast<std::size_t>(i)] = {};
  put_modes(modes, state);
}

// Contacts that start inside their surface are moved out of it, and two-sided ones onto it. Shapes
// are looked for again where they have been moved to.
void ContactGroup::start(World& world, State& state, std::vector<SimulationEvent>& events) {
  const State given = state;
  refresh(world.look(state), state, 0.0);
  locate(world.look(state));
  std::vector<ContactMode> modes;
  const std::vector<StartGap> first = start_gaps(modes);
  put_modes(modes, state);
  std::vector<StartGap> left = first;
  const auto is_off = [](const StartGap& at) {
    return at.gap < -notable_gap || (at.two_sided && at.gap > notable_gap);
  };
  for (int round = 0; !left.empty() && round < most_searches; ++round) {
    move_outside(world, modes, state);
    if (shapes_) {
      refresh(world.look(state), state, 0.0);
      locate(world.look(state));
    }
    std::vector<ContactMode> again;
    left = start_gaps(again);
    if (shapes_) modes = again;
    if (std::none_of(left.begin(), left.end(), is_off)) break;
  }
  for (const StartGap& at : left)
    if (is_off(at)) refuse_start(at, world.names_at_stops(state));
  if (!first.empty()) keep_velocities(world, given, state);
  if (!first.empty() && shapes_) put_modes(modes, state);
  if (!first.empty()) open_moving(world.look(state), state);
  for (const StartGap& at : first)
    if (is_off(at))
      events.push_back({.t = state.t,
                        .kind = EventKind::Outside,
                        .name = at.name,
                        .how = at.gap < 0.0 ? EventHow::Inside : EventHow::Above,
                        .x_before = at.gap,
                        .x_after = gap_now(at)});
}

double ContactGroup::gap_now(const StartGap& at) const {
  double least = 0.0;
  bool any = false;
  for (int i = 0; i < count(); ++i) {
    if (key(i).pair != at.pair || (static_cast<std::size_t>(i) < given_ && i != at.contact))
      continue;
    least = any ? std::min(least, place(i).gap) : place(i).gap;
    any = true;
  }
  return least;
}

void ContactGroup::refuse_start(const StartGap& at, const std::string& stops) const {
  const bool found = static_cast<std::size_t>(at.contact) >= given_;
  if (!found && contact(at.contact).against == Contact::Against::String)
    throw SimulationError(fmt::format(
        "string '{}' is {:.6g} m too short at the start{}; make it longer, or start elsewhere",
        at.name, std::abs(at.gap), stops.empty() ? "" : " while stops hold " + stops));
  throw SimulationError(fmt::format(
      "contact '{}' starts {:.6g} m {} its surface, and cannot be moved onto it{}; start "
      "elsewhere{}{}",
      at.name, std::abs(at.gap), at.gap < 0.0 ? "inside" : "above",
      stops.empty() ? "" : " while stops hold " + stops,
      stops.empty() ? "" : ", or widen the stops",
      found
          ? fmt::format(", or let them pass each other (contact: ignore: [[{}, {}]])",
                        at.name.substr(0, at.name.find(' ')), at.name.substr(at.name.find(' ') + 1))
          : ""));
}

}  // namespace catena
