// The keys of loops and of changes of structure.

#include "catena/scenario/key_parts.hpp"

namespace catena::scenario_keys {

namespace {

constexpr Key loop_joint_list[] = {
    {"name", Type::Text, "unique among joints and loops", required},
    {"kind", Type::Choice, "how b moves relative to a", required, joint_kinds},
    nested<place>("a", Type::TextOrMap, "where the joint is on its first body", required),
    nested<place>("b", Type::TextOrMap, "where it is on its second body", required),
    {"axis", Type::Vector3, "of motion, in the joint's frame on a; default [0, 0, 1]"},
    {"axis2", Type::Vector3, "of a universal joint: its second axis; default [0, 1, 0]"},
    {"pitch", Type::Number, "of a helical joint, m/rad"},
    {"radius", Type::Number, "of an involute joint's pulley, m"},
    {"coordinates", Type::TextList, "a name for each coordinate"},
    {"damping", Type::NumberOrList, "viscous, N m s/rad or N s/m"},
    nested<friction>("friction", Type::Map, "dry friction"),
    nested<spring>("spring", Type::Map, "a spring across the joint"),
    nested<limits>("limits", Type::Map, "stops, and permitted velocity and effort"),
};
constexpr Key here_list[] = {
    {"here", Type::Boolean,
     "the joint is made at its place on a, where the bodies are then, at its zero position; "
     "default "
     "false"},
};
constexpr auto connect_list = joined(loop_joint_list, here_list);
constexpr Key loop_rod_list[] = {
    {"name", Type::Text, "unique among joints and loops", required},
    nested<rod>("rod", Type::Map, "a rigid massless rod on ball joints", required),
};
constexpr Key rod_list[] = {
    nested<place>("a", Type::TextOrMap, "its end on one body", required),
    nested<place>("b", Type::TextOrMap, "its end on another", required),
    {"length", Type::Number, "m; default: the distance at the start"},
};
constexpr Key loop_coupling_list[] = {
    {"name", Type::Text, "unique among joints and loops", required},
    nested<coupling>("coupling", Type::Map, "an equation between coordinates", required),
};
constexpr Key coupling_list[] = {
    {"of", Type::Text, "coordinate: of = ratio to + offset"},
    {"ratio", Type::Number, "of the two; default 1"},
    {"to", Type::Text, "the other coordinate"},
    {"offset", Type::Number, "rad or m; default 0"},
    {"zero", Type::Formula, "instead: a formula of q.JOINT that must be zero"},
};
constexpr Key loop_rolling_list[] = {
    {"name", Type::Text, "unique among joints and loops", required},
    nested<rolling>("rolling", Type::Map, "a wheel or ball that does not slip", required),
};
constexpr Key rolling_list[] = {
    nested<place>("wheel", Type::TextOrMap, "centre of a thin wheel, with z along its axle"),
    nested<place>("ball", Type::TextOrMap, "centre of a ball"),
    {"radius", Type::Number, "of the wheel or ball, m", required},
    nested<place>("on", Type::TextOrMap, "the plane z = 0 that it rolls on", required),
};
constexpr Names directions[] = {"both", "rising", "falling"};
constexpr Key change_list[] = {
    {"name", Type::Text, "name; default: that of the first thing that it changes"},
    {"at", Type::Number, "when, s"},
    {"every", Type::Number, "with 'at': repetition interval, s; default: once"},
    {"when", Type::Formula, "instead: when this formula of the motion crosses zero"},
    {"repeat", Type::Boolean, "with 'when': every crossing; default: only the first"},
    {"direction", Type::Choice, "with 'when': which crossings count; default both", false,
     directions},
    {"cut", Type::TextOrList, "joints, loops, cables, strings and springs to cut"},
    {"switch_off", Type::TextOrList, "motors, contacts, cables, springs, forces to switch off"},
    {"switch_on", Type::TextOrList, "the same, to switch on"},
    nested<connect>("connect", Type::MapOrList, "joints to make"),
    nested<breakaway>("breakaway", Type::Map, "a clutch that this change disengages or engages"),
};
constexpr Key breakaway_list[] = {
    {"name", Type::Text, "name of the driven part; default: that of the change"},
    {"clutch", Type::Text, "the joint that transmits the moment; it is cut or made", required},
    {"motor", Type::Text, "the joint of the motor", required},
};
}  // namespace

constexpr Section loop_joint{"loop_joint", loop_joint_list};
constexpr Section place{"place", place_keys};
constexpr Section loop_rod{"loop_rod", loop_rod_list};
constexpr Section rod{"rod", rod_list};
constexpr Section loop_coupling{"loop_coupling", loop_coupling_list};
constexpr Section coupling{"coupling", coupling_list};
constexpr Section loop_rolling{"loop_rolling", loop_rolling_list};
constexpr Section rolling{"rolling", rolling_list};
constexpr Section change{"change", change_list};
constexpr Section breakaway{"breakaway", breakaway_list};
constexpr Section connect{"connect", connect_list};

}  // namespace catena::scenario_keys
