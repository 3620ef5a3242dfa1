// The keys of controllers.

#include "catena/scenario/key_parts.hpp"

namespace catena::scenario_keys {

namespace {

constexpr Names kinds[] = {"computed_torque", "near_rigid"};

constexpr Names impossible[] = {"closest", "stop"};

constexpr Key controller_list[] = {
    {"name", Type::Text, "unique among motors", required},
    {"kind", Type::Choice,
     "near_rigid: for mechanisms that stiff cables hold; computed_torque: for others", required,
     kinds},
    {"follow", Type::TextList, "coordinates that follow the path", required},
    nested<knot>("path", Type::MapList, "where they shall be, and when", required),
    {"inputs", Type::TextList, "coordinates that it drives", required},
    {"effort_limit", Type::NumberOrList, "most that the inputs give, N m or N"},
    {"least_stress", Type::Number, "that the cables shall keep, Pa; 0 if not given"},
    {"rate", Type::Number,
     "at which errors of the path shall die away, 1/s; 0, they are not looked at, if not given"},
    {"strain_rate", Type::Number,
     "by which vibrations of the strains shall die away faster, 1/s; 0 if not given"},
    {"most_stress", Type::Number, "that the cables shall not exceed, Pa; without end if not given"},
    {"impossible", Type::Choice,
     "where bounds do not allow the path: the closest inputs (if not given), or stop", false,
     impossible},
    nested<postures>("postures", Type::Map,
                     "how what the path leaves free moves; it is left alone if not given"),
};
constexpr Key posture_list[] = {
    {"stress", Type::Number, "that all cables shall have at rest, as nearly as can be, Pa",
     required},
    {"rate", Type::Number, "at which errors of the postures shall die away, 1/s", required},
    {"spacing", Type::Number, "s between planned postures; 0.25 s if not given"},
};
constexpr Key knot_list[] = {
    {"t", Type::Number, "s", required},
    {"at", Type::NumberOrList, "position of each coordinate", required},
    {"rate", Type::NumberOrList, "velocity of each there; 0 if not given"},
};

}  // namespace

constexpr Section controller{"controller", controller_list};
constexpr Section postures{"postures", posture_list};
constexpr Section knot{"knot", knot_list};

}  // namespace catena::scenario_keys
