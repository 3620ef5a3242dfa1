// The keys of cables.

#include "catena/scenario/key_parts.hpp"

namespace catena::scenario_keys {

namespace {

constexpr Names senses[] = {"right", "left"};

constexpr Key cable_list[] = {
    {"name", Type::Text, "unique among cables", required},
    nested<cable_stop>("route", Type::MapList, "where it begins, what it passes, where it ends"),
    {"joint", Type::Text, "instead: the involute joint whose cable it is"},
    {"youngs_modulus", Type::Number, "Pa", required},
    {"radius", Type::Number, "of its cross-section, m"},
    {"area", Type::Number, "instead: of its cross-section, m^2"},
    {"damping", Type::Number, "stress per rate of strain, Pa s; 0 if not given"},
    {"smoothing", Type::Number, "strain over which it goes slack; 0, at one moment, if not given"},
    {"tension", Type::Number, "at the start, N; 0 if not given"},
    {"rest_length", Type::Number, "instead: at the start, without tension and not wound on, m"},
    {"let_out", Type::Formula,
     "of t: what a winch at the first stop has let out since the start, m"},
};
constexpr Key stop_list[] = {
    {"radius", Type::Number, "of a pulley or drum, m; 0, a point, if not given"},
    {"axis", Type::Vector3, "that it turns about, in the axes there; [0, 0, 1] if not given"},
    {"sense", Type::Choice,
     "in which the cable goes round the axis, by the right hand (this if not given) or the left",
     false, senses},
    {"grips", Type::Boolean, "the cable turns it and does not slip; false if not given"},
    {"friction", Type::Number, "coefficient of dry friction where it slips; 0 if not given"},
    {"turn", Type::Text,
     "joint or coordinate that counts its turns; the body's own joint if not given"},
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
