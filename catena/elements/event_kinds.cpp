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
    EventKindInfo{EventKind::Hold, "hold", EventGroup::Stop,
                  "the stop holds the coordinate from now on", "how v_before v_after"},
    EventKindInfo{EventKind::Release, "release", EventGroup::Stop,
                  "the stop releases the coordinate, because it would have to pull",
                  "how v_before v_after"},
    EventKindInfo{EventKind::Stick, "stick", EventGroup::Friction,
                  "dry friction holds a coordinate, a contact or a cable on a guide from now on",
                  "v_before v_after"},
    EventKindInfo{EventKind::Slip, "slip", EventGroup::Friction,
                  "the coordinate, contact or cable slides against dry friction from now on",
                  "how v_before v_after"},
    EventKindInfo{EventKind::Taut, "taut", EventGroup::Cable,
                  "a cable, or a one-sided spring, acts from now on", ""},
    EventKindInfo{EventKind::Slack, "slack", EventGroup::Cable,
                  "a cable, or a one-sided spring, no longer acts", ""},
    EventKindInfo{EventKind::Impact, "impact", EventGroup::Impact,
                  "a contact closed with an impact; its normal velocity jumps",
                  "v_before v_after energy_lost impulse tangential_impulse impulse_x impulse_y "
                  "impulse_z restitution_factor note"},
    EventKindInfo{EventKind::Touch, "touch", EventGroup::Contact,
                  "a contact closed without an impact", "how"},
    EventKindInfo{EventKind::Lift, "lift", EventGroup::Contact, "a contact opened", ""},
    EventKindInfo{EventKind::Rest, "rest", EventGroup::Contact,
                  "the contact bounces so slowly that it stays closed from now on",
                  "rest_speed bounces_end"},
    EventKindInfo{
        EventKind::Jam, "jam", EventGroup::Impact,
        "the contact stopped sliding because no force allows it to continue (Painleve's paradox)",
        "v_before v_after energy_lost impulse tangential_impulse impulse_x impulse_y "
        "impulse_z"},
    EventKindInfo{EventKind::Chatter, "chatter", EventGroup::Contact,
                  "many events within a millisecond; until its end slow rebounds are set to zero",
                  "rest_speed note"},
    EventKindInfo{EventKind::Connect, "connect", EventGroup::Connect, "a joint was made",
                  "v_before w_before energy_lost impulse_x impulse_y impulse_z "
                  "angular_impulse_x angular_impulse_y angular_impulse_z note"},
    EventKindInfo{EventKind::Cut, "cut", EventGroup::Cut,
                  "a joint, rod, cable or other connection was cut", "energy_lost note"},
    EventKindInfo{EventKind::Assemble, "assemble", EventGroup::Start,
                  "given initial values were changed to close the loops", "note"},
    EventKindInfo{EventKind::Outside, "outside", EventGroup::Start,
                  "a coordinate started outside its limits, or a contact off its surface, and was "
                  "moved onto it",
                  "how v_before v_after x_before x_after"},
    EventKindInfo{EventKind::Method, "method", EventGroup::Contact,
                  "the run switches to time steps, or back to events; or to implicit steps because "
                  "it is stiff, or back to explicit ones",
                  "how note"},
    EventKindInfo{
        EventKind::Residual, "residual", EventGroup::Contact,
        "the forces of a decision or a time step, or the impulses of an impact, satisfy the "
        "contact laws less accurately than required, or the shortest step does not settle",
        "residual note"},
    EventKindInfo{EventKind::Switch, "switch", EventGroup::Drive,
                  "the formula of a motor jumped from one branch to another; after 32 jumps less "
                  "than 0.1 s apart, only every power of two is reported",
                  "note"},
    EventKindInfo{EventKind::Slide, "slide", EventGroup::Drive,
                  "the formula of a motor would switch to and fro without end; from now on it "
                  "holds the motion on the switching surface (sliding mode)",
                  ""},
    EventKindInfo{EventKind::Kink, "kink", EventGroup::Impact,
                  "velocities jump at a kink of a path, a coupling or a winch",
                  "v_before v_after energy_lost"},
    EventKindInfo{EventKind::Lock, "lock", EventGroup::Impact,
                  "constraints became incompatible and stop the motion",
                  "v_before v_after energy_lost note"},
    EventKindInfo{
        EventKind::Ignore, "ignore", EventGroup::Start,
        "two bodies of one mechanism overlap at the start and therefore do not touch each other",
        "x_before note"},
    EventKindInfo{EventKind::Closed, "closed", EventGroup::Contact,
                  "a grasp can balance every load from this sample on", ""},
    EventKindInfo{EventKind::Opened, "opened", EventGroup::Contact,
                  "a grasp can no longer balance every load", ""},
    EventKindInfo{EventKind::Off, "off", EventGroup::Cut,
                  "a motor, contact, cable, spring or force was switched off", "energy_lost"},
    EventKindInfo{EventKind::On, "on", EventGroup::Connect,
                  "a motor, contact, cable, spring or force was switched on", ""},
    EventKindInfo{EventKind::Breakaway, "breakaway", EventGroup::Drive,
                  "a clutch disengages at its break-away torque, or engages again",
                  "how x_before torque"},
    EventKindInfo{EventKind::Mark, "mark", EventGroup::Drive,
                  "a change that changes nothing is due: the recording has a row at this instant",
                  ""},
};

constexpr bool event_table_is_in_order() {
  for (std::size_t i = 0; i < event_table.size(); ++i)
    if (static_cast<std::size_t>(event_table[i].kind) != i) return false;
  return event_table.back().kind == EventKind::Mark;
}
static_assert(event_table_is_in_order(),
              "the table has one row per kind, in the order of the enumeration");

constexpr std::array hows = {"",       "lower",    "upper",    "forwards",   "backwards",
                             "sticks", "slides",   "inside",   "above",      "steps",
                             "events", "implicit", "explicit", "disengages", "engages"};
static_assert(hows.size() == static_cast<std::size_t>(EventHow::Engages) + 1);

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
    EventNumber{
        "v_before", "rad/s or m/s",
        "velocity before the event: of the coordinate, of the contact along its normal (`jam`: "
        "along the surface), or of the two joined bodies relative to each other at the joint",
        false, number<&E::v_before>},
    EventNumber{"v_after", "rad/s or m/s", "the same velocity after the event", false,
                number<&E::v_after>},
    EventNumber{"w_before", "rad/s",
                "relative angular velocity of the two joined bodies before the event", false,
                number<&E::w_before>},
    EventNumber{"energy_lost", "J",
                "energy lost by the whole mechanism; given with the first of several simultaneous "
                "impacts; empty if zero",
                false, [](const E& e) { return e.energy_lost == 0.0 ? E::none : e.energy_lost; }},
    EventNumber{"impulse", "N m s or N s",
                "impulse of the stop on the coordinate, or of the contact along its normal", false,
                number<&E::impulse>},
    EventNumber{"tangential_impulse", "N s",
                "magnitude of the impulse of the contact along the surface", false,
                number<&E::tangential_impulse>},
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
    EventNumber{"x_before", "rad or m",
                "position of the coordinate, or gap of the contact, before the move; for a clutch: "
                "position of its motor",
                false, number<&E::x_before>},
    EventNumber{"x_after", "rad or m", "the same after the move", false, number<&E::x_after>},
    EventNumber{"rest_speed", "m/s", "rebounds slower than this are set to zero", false,
                number<&E::rest_speed>},
    EventNumber{"bounces_end", "s", "time at which the bounces would have ended", false,
                number<&E::bounces_end>},
    EventNumber{"restitution_factor", "",
                "factor of all restitutions of the impact; below 1 if friction would otherwise "
                "create energy",
                false, number<&E::restitution_factor>},
    EventNumber{"residual", "",
                "error of forces or impulses in the contact laws, or of the velocity of a time "
                "step, relative to the largest number",
                false, number<&E::residual>},
    EventNumber{"torque", "N m", "moment transmitted by the clutch", false, number<&E::torque>},
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
