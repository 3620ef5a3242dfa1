// The keys of cables.

#include "catena/scenario/key_parts.hpp"

namespace catena::scenario_keys {

namespace {

constexpr Names senses[] = {"right", "left"};

constexpr Key cable_list[] = {
    {"name", Type::Text, "unique among cables", required},
    nested<cable_stop>("route", Type::MapList, "the start, the pulleys on the way and the end"),
    {"joint", Type::Text, "instead: the involute joint whose cable it is"},
    {"youngs_modulus", Type::Number, "Pa", required},
    {"radius", Type::Number, "of its cross-section, m"},
    {"area", Type::Number, "instead: of its cross-section, m^2"},
    {"damping", Type::Number, "stress per rate of strain, Pa s; default 0"},
    {"smoothing", Type::Number,
     "range of strain over which it goes slack; default 0, at one instant"},
    {"tension", Type::Number, "at the start, N; default 0"},
    {"rest_length", Type::Number,
     "instead: unstressed length at the start, without the wound part, m"},
    {"let_out", Type::Formula,
     "of t: length that a winch at the first stop has paid out since the start, m"},
};
constexpr Key stop_list[] = {
    {"radius", Type::Number, "of a pulley or drum, m; default 0, a point"},
    {"axis", Type::Vector3, "axis of the pulley, in the axes of the place; default [0, 0, 1]"},
    {"sense", Type::Choice,
     "direction in which the cable goes round the axis: right-hand rule (default) or left", false,
     senses},
    {"grips", Type::Boolean, "the cable turns it and does not slip; default false"},
    {"friction", Type::Number, "coefficient of dry friction if it slips; default 0"},
    {"turn", Type::Text,
     "joint or coordinate that measures its rotation; default: the body's own joint"},
};
constexpr auto cable_stop_list = joined(place_keys, stop_list);
constexpr Key lent_mass_list[] = {
    {"mass", Type::Number, "kg", required},
    {"from", Type::Text, "body that gives it", required},
    {"at", Type::Vector3, "where it is on that body, m", required},
};

}  // namespace

constexpr Section cable{"cable", cable_list};
constexpr Section cable_stop{"cable_stop", cable_stop_list};
constexpr Section lent_mass{"lent_mass", lent_mass_list};

}  // namespace catena::scenario_keys
