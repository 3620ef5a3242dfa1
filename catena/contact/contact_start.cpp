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
constexpr int most_rounds = 50, most_closings = 10;

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
      mode.kind = closes ? ContactMode::Kind::Slide : ContactMode::Kind::Open;
    }
    if (!again) return;
  }
}

// Contacts that start inside their surface are moved out of it, and two-sided ones onto it.
void ContactGroup::start(World& world, State& state, std::vector<SimulationEvent>& events) {
  refresh(world.look(state), state, 0.0);
  locate(world.look(state));
  std::vector<ContactMode> modes(contacts_.size());
  std::vector<double> gaps;
  bool any = false;
  for (int i = 0; i < count(); ++i) {
    const double gap = place(i).gap;
    const bool off = contact(i).bilateral ? std::abs(gap) > 0.0 : gap < 0.0;
    if (off || contact(i).bilateral)
      modes[static_cast<std::size_t>(i)].kind = ContactMode::Kind::Slide;
    gaps.push_back(gap);
    any |= off;
  }
  put_modes(modes, state);
  if (!any) return;
  move_outside(world, modes, state);
  for (int i = 0; i < count(); ++i) {
    const double gap = gaps[static_cast<std::size_t>(i)], now = place(i).gap;
    if (now < -notable_gap || (contact(i).bilateral && now > notable_gap)) {
      const std::string stops = world.names_at_stops(state);
      throw SimulationError(fmt::format(
          "contact '{}' starts {:.6g} m {} its surface, and cannot be moved onto it{}; start "
          "elsewhere{}",
          name_at(i), std::abs(gap), gap < 0.0 ? "inside" : "above",
          stops.empty() ? "" : " while stops hold " + stops,
          stops.empty() ? "" : ", or widen the stops"));
    }
    const bool was_off = contact(i).bilateral ? std::abs(gap) > notable_gap : gap < -notable_gap;
    if (was_off)
      events.push_back({.t = state.t,
                        .kind = EventKind::Outside,
                        .name = name_at(i),
                        .how = gap < 0.0 ? EventHow::Inside : EventHow::Above,
                        .x_before = gap,
                        .x_after = now});
  }
}

}  // namespace catena
