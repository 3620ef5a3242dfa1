#include "catena/elements/event_kinds.hpp"

#include <algorithm>
#include <array>

#include "catena/elements/event.hpp"

namespace catena {

namespace {

constexpr std::array event_table = {
    EventKindInfo{EventKind::Limit, "limit", EventGroup::Stop,
                  "the coordinate struck a stop; its velocity jumps",
                  "how v_before v_after energy_lost impulse"},
    EventKindInfo{EventKind::Hold, "hold", EventGroup::Stop, "the stop holds it from now on",
                  "how v_before v_after"},
    EventKindInfo{EventKind::Release, "release", EventGroup::Stop,
                  "the stop lets it go: it would have to pull", "how v_before v_after"},
    EventKindInfo{EventKind::Stick, "stick", EventGroup::Friction,
                  "dry friction holds a coordinate, a contact or a cable on a guide from now on",
                  "v_before v_after"},
    EventKindInfo{EventKind::Slip, "slip", EventGroup::Friction,
                  "it slides against dry friction from now on", "how v_before v_after"},
    EventKindInfo{EventKind::Taut, "taut", EventGroup::Cable,
                  "a cable, or a one-sided spring, acts from now on", ""},
    EventKindInfo{EventKind::Slack, "slack", EventGroup::Cable,
                  "a cable, or a one-sided spring, acts no more", ""},
    EventKindInfo{EventKind::Impact, "impact", EventGroup::Impact,
                  "a contact was struck; its normal velocity jumps",
                  "v_before v_after energy_lost impulse tangential_impulse impulse_x impulse_y "
                  "impulse_z restitution_factor note"},
    EventKindInfo{EventKind::Touch, "touch", EventGroup::Contact,
                  "a contact closed without an impact", "how"},
    EventKindInfo{EventKind::Lift, "lift", EventGroup::Contact, "a contact opened", ""},
    EventKindInfo{EventKind::Rest, "rest", EventGroup::Contact,
                  "it bounces so slowly that it lies from now on", "rest_speed bounces_end"},
    EventKindInfo{EventKind::Jam, "jam", EventGroup::Impact,
                  "it stopped sliding because no force lets it go on (Painleve's paradox)",
                  "v_before v_after energy_lost impulse tangential_impulse impulse_x impulse_y "
                  "impulse_z"},
    EventKindInfo{EventKind::Chatter, "chatter", EventGroup::Contact,
                  "many events within a millisecond; until its end slow rebounds count as none",
                  "rest_speed note"},
    EventKindInfo{EventKind::Connect, "connect", EventGroup::Connect, "a joint was made",
                  "v_before w_before energy_lost impulse_x impulse_y impulse_z "
                  "angular_impulse_x angular_impulse_y angular_impulse_z note"},
    EventKindInfo{EventKind::Cut, "cut", EventGroup::Cut,
                  "a joint, rod, cable or other connection was cut", "energy_lost note"},
    EventKindInfo{EventKind::Assemble, "assemble", EventGroup::Start,
                  "given values had to change for the loops to close at the start", "note"},
    EventKindInfo{EventKind::Outside, "outside", EventGroup::Start,
                  "it started outside of its limits, or a contact off its surface, and was moved "
                  "onto it",
                  "how v_before v_after x_before x_after"},
    EventKindInfo{EventKind::Method, "method", EventGroup::Contact,
                  "from now on the run goes by time steps, or by events again; or by implicit "
                  "steps because it is stiff, or by explicit ones again",
                  "how note"},
    EventKindInfo{EventKind::Residual, "residual", EventGroup::Contact,
                  "the forces of a decision or a time step, or the impulses of an impact, do not "
                  "keep to the laws of contact as closely as they should, or the shortest step "
                  "does not settle",
                  "residual note"},
    EventKindInfo{EventKind::Switch, "switch", EventGroup::Drive,
                  "the formula of a motor jumped from one branch to another; of more than 32 in a "
                  "row, less than 0.1 s apart, each power of two is reported",
                  "note"},
    EventKindInfo{EventKind::Slide, "slide", EventGroup::Drive,
                  "the formula of a motor would switch to and fro without end: from now on it "
                  "keeps the motion where it switches (sliding mode)",
                  ""},
    EventKindInfo{EventKind::Kink, "kink", EventGroup::Impact,
                  "a path, a coupling or a winch has a kink: velocities jump",
                  "v_before v_after energy_lost"},
    EventKindInfo{EventKind::Lock, "lock", EventGroup::Impact,
                  "constraints do not fit together any more: they stop what moved",
                  "v_before v_after energy_lost note"},
    EventKindInfo{EventKind::Ignore, "ignore", EventGroup::Start,
                  "two bodies of one mechanism overlap at the start: they do not touch each other",
                  "x_before note"},
    EventKindInfo{EventKind::Closed, "closed", EventGroup::Contact,
                  "a grasp can balance every load from this sample on", ""},
    EventKindInfo{EventKind::Opened, "opened", EventGroup::Contact,
                  "a grasp can no more balance every load", ""},
    EventKindInfo{EventKind::Off, "off", EventGroup::Cut,
                  "a motor, contact, cable, spring or force was switched off", "energy_lost"},
    EventKindInfo{EventKind::On, "on", EventGroup::Connect, "it was switched on", ""},
};

constexpr bool event_table_is_in_order() {
  for (std::size_t i = 0; i < event_table.size(); ++i)
    if (static_cast<std::size_t>(event_table[i].kind) != i) return false;
  return event_table.back().kind == EventKind::On;
}
static_assert(event_table_is_in_order(),
              "the table has one row per kind, in the order of the enumeration");

constexpr std::array hows = {"",       "lower",    "upper",   "forwards", "backwards",
                             "sticks", "slides",   "inside",  "above",    "steps",
                             "events", "implicit", "explicit"};
static_assert(hows.size() == static_cast<std::size_t>(EventHow::Explicit) + 1);

template <auto Member>
double number(const SimulationEvent& e) {
  return e.*Member;
}
template <auto Member, int Axis>
double component(const SimulationEvent& e) {
  return (e.*Member)[Axis];
}

using E = SimulationEvent;

constexpr std::array numbers = {
    EventNumber{"v_before", "rad/s or m/s",
                "velocity before: of the coordinate, of the contact along its normal (`jam`: along "
                "the surface), of the two bodies against each other where they were joined",
                false, number<&E::v_before>},
    EventNumber{"v_after", "rad/s or m/s", "the same velocity after it", false,
                number<&E::v_after>},
    EventNumber{"w_before", "rad/s",
                "angular velocity of the bodies that were joined against each other, before", false,
                number<&E::w_before>},
    EventNumber{"energy_lost", "J",
                "energy that the whole mechanism lost; with the first of several things that were "
                "struck at once; empty where it is zero",
                false, [](const E& e) { return e.energy_lost == 0.0 ? E::none : e.energy_lost; }},
    EventNumber{"impulse", "N m s or N s",
                "impulse of the stop on the coordinate, or of the contact along its normal", false,
                number<&E::impulse>},
    EventNumber{"tangential_impulse", "N s", "impulse of the contact along the surface, its size",
                false, number<&E::tangential_impulse>},
    EventNumber{"impulse_x", "N s",
                "impulse in world axes: on body a of the contact, or on body b of the joint", true,
                component<&E::linear_impulse, 0>},
    EventNumber{"impulse_y", "N s", "", true, component<&E::linear_impulse, 1>},
    EventNumber{"impulse_z", "N s", "", true, component<&E::linear_impulse, 2>},
    EventNumber{"angular_impulse_x", "N m s",
                "moment of the impulse in world axes: on body b of the joint, about the joint",
                true, component<&E::angular_impulse, 0>},
    EventNumber{"angular_impulse_y", "N m s", "", true, component<&E::angular_impulse, 1>},
    EventNumber{"angular_impulse_z", "N m s", "", true, component<&E::angular_impulse, 2>},
    EventNumber{"x_before", "rad or m", "position of the coordinate, or gap of the contact, before",
                false, number<&E::x_before>},
    EventNumber{"x_after", "rad or m", "the same after it was moved", false, number<&E::x_after>},
    EventNumber{"rest_speed", "m/s", "rebounds slower than this count as none", false,
                number<&E::rest_speed>},
    EventNumber{"bounces_end", "s", "when the bounces would have ended", false,
                number<&E::bounces_end>},
    EventNumber{"restitution_factor", "",
                "factor of all restitutions of the impact, below 1 so that friction creates no "
                "energy",
                false, number<&E::restitution_factor>},
    EventNumber{"residual", "",
                "how far forces or impulses are from the laws, or the velocity of a time step from "
                "being settled, in parts of the largest number",
                false, number<&E::residual>},
};

}  // namespace

std::span<const EventKindInfo> event_kinds() {
  return event_table;
}

const EventKindInfo& info(EventKind kind) {
  return event_table[static_cast<std::size_t>(kind)];
}

std::string_view to_string(EventKind kind) {
  return info(kind).text;
}

std::optional<EventKind> find_event_kind(std::string_view text) {
  const auto found = std::find_if(event_table.begin(), event_table.end(),
                                  [&](const EventKindInfo& row) { return row.text == text; });
  return found == event_table.end() ? std::nullopt : std::optional(found->kind);
}

std::string_view to_string(EventHow how) {
  return hows[static_cast<std::size_t>(how)];
}

std::span<const EventNumber> event_numbers() {
  return numbers;
}

}  // namespace catena
