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

constexpr Names only_moves[] = {"moves"};
constexpr Names timings[] = {"quintic", "jerk_limited", "time_optimal"};

constexpr Key arm_controller_list[] = {
    {"name", Type::Text, "unique among motors", required},
    {"kind", Type::Choice, "moves: joints go where they shall, one move after the other", required,
     only_moves},
    {"joints", Type::TextList, "coordinates that it drives", required},
    nested<arm_move>("moves", Type::MapList, "what they do, one after the other", required),
    {"frame", Type::Text, "that moves along lines"},
    {"start", Type::Number, "when the first move begins, s; 0 if not given"},
    {"stiffness", Type::NumberOrList, "of the feedback, N m/rad or N/m", required},
    {"damping", Type::NumberOrList, "of the feedback, N m s/rad or N s/m; 0 if not given"},
    {"feed_forward", Type::Boolean,
     "whether the efforts that the motion needs are given beforehand; true if not given"},
    {"effort_limit", Type::NumberOrList,
     "most that the joints give, N m or N; that of the joints if not given"},
    {"velocity_limit", Type::NumberOrList, "rad/s or m/s; that of the joints if not given"},
    {"acceleration_limit", Type::NumberOrList, "rad/s^2 or m/s^2; without end if not given"},
    {"jerk_limit", Type::NumberOrList, "rad/s^3 or m/s^3, of jerk_limited moves"},
    {"effort_share", Type::Number,
     "part of the effort limits that time_optimal moves use; 1 if not given"},
};
constexpr Key arm_move_list[] = {
    {"to", Type::NumberOrList, "positions of the joints"},
    nested<pose>("line", Type::PoseOrVector,
                 "pose of the frame in the world, on a straight line; its axes stay if not given"),
    {"by", Type::Vector3, "the same: how far the frame goes, in world axes, m"},
    {"wait", Type::Number, "a rest, s"},
    {"timing", Type::Choice, "quintic if not given", false, timings},
    {"duration", Type::Number, "of a quintic move, s; as short as limits allow if not given"},
    {"speed", Type::Number, "most of the frame's origin on a line, m/s; time_optimal moves only"},
};

}  // namespace

constexpr Section arm_controller{"arm_controller", arm_controller_list};
constexpr Section arm_move{"arm_move", arm_move_list};
constexpr Section controller{"controller", controller_list};
constexpr Section postures{"postures", posture_list};
constexpr Section knot{"knot", knot_list};

}  // namespace catena::scenario_keys
