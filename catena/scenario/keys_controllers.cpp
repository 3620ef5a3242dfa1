// The keys of controllers.

#include "catena/scenario/key_parts.hpp"

namespace catena::scenario_keys {

namespace {

constexpr Names kinds[] = {"computed_torque", "near_rigid"};

constexpr Names impossible[] = {"closest", "stop"};

constexpr Key controller_list[] = {
    {"name", Type::Text, "unique among motors", required},
    {"kind", Type::Choice,
     "near_rigid: for mechanisms held by stiff cables, with bounds of their stresses; "
     "computed_torque: for others",
     required, kinds},
    {"follow", Type::TextList, "coordinates that follow the path", required},
    nested<knot>("path", Type::MapList, "knots: times, positions and rates", required),
    {"inputs", Type::TextList, "coordinates that it drives", required},
    {"effort_limit", Type::NumberOrList, "largest efforts of the inputs, N m or N"},
    {"least_stress", Type::Number, "least stress in the cables, Pa; default 0"},
    {"rate", Type::Number, "decay rate of path errors, 1/s; default 0, no correction"},
    {"strain_rate", Type::Number, "additional decay rate of strain vibrations, 1/s; default 0"},
    {"most_stress", Type::Number, "largest stress in the cables, Pa; default unlimited"},
    {"impossible", Type::Choice,
     "if bounds do not allow the path: the closest inputs (default), or stop", false, impossible},
    nested<postures>(
        "postures", Type::Map,
        "motion of the coordinates that the path leaves free; default: not controlled"),
};
constexpr Key posture_list[] = {
    {"stress", Type::Number, "desired stress of all cables at rest, Pa", required},
    {"rate", Type::Number, "decay rate of posture errors, 1/s", required},
    {"spacing", Type::Number, "time between planned postures, s; default 0.25 s"},
};
constexpr Key knot_list[] = {
    {"t", Type::Number, "s", required},
    {"at", Type::NumberOrList, "position of each coordinate", required},
    {"rate", Type::NumberOrList, "velocity of each there; default 0"},
};

constexpr Names only_moves[] = {"moves"};
constexpr Names follows[] = {"pose", "position", "axis"};
constexpr Names timings[] = {"quintic", "jerk_limited", "time_optimal"};

constexpr Key arm_controller_list[] = {
    {"name", Type::Text, "unique among motors", required},
    {"kind", Type::Choice, "moves: a sequence of moves of the joints", required, only_moves},
    {"joints", Type::TextList, "coordinates that it drives", required},
    nested<arm_move>("moves", Type::MapList, "the sequence of moves", required),
    {"frame", Type::Text, "the frame that moves along lines"},
    {"start", Type::Number, "start of the first move, s; default 0"},
    {"stiffness", Type::NumberOrList, "of the feedback, N m/rad or N/m", required},
    {"damping", Type::NumberOrList, "of the feedback, N m s/rad or N s/m; default 0"},
    {"feed_forward", Type::Boolean,
     "whether the efforts that the motion needs are added; default true"},
    {"effort_limit", Type::NumberOrList, "largest efforts, N m or N; default: those of the joints"},
    {"velocity_limit", Type::NumberOrList, "rad/s or m/s; default: those of the joints"},
    {"acceleration_limit", Type::NumberOrList, "rad/s^2 or m/s^2; default unlimited"},
    {"jerk_limit", Type::NumberOrList, "rad/s^3 or m/s^3, of jerk_limited moves"},
    {"effort_share", Type::Number,
     "fraction of the effort limits that time_optimal moves use; default 1"},
};
constexpr Key arm_move_list[] = {
    nested<pose>("to", Type::NumberListOrMap,
                 "positions of the joints; or a map: a pose of the frame in the world, by inverse "
                 "kinematics; without a rotation the orientation is kept"),
    nested<pose>("line", Type::PoseOrVector,
                 "pose of the frame in the world, on a straight line; default: orientation kept"),
    {"by", Type::Vector3, "the same as a displacement, in world axes, m"},
    {"wait", Type::Number, "a rest, s"},
    {"follow", Type::Choice,
     "what of the pose the frame follows: pose (default), position alone, or axis: the position "
     "and the direction of one axis",
     false, follows},
    {"axis", Type::Vector3, "of follow: axis, in the frame; default [0, 0, 1]"},
    {"timing", Type::Choice, "default quintic", false, timings},
    {"duration", Type::Number, "of a quintic move, s; default: as short as the limits allow"},
    {"speed", Type::Number,
     "largest speed of the frame's origin on a line, m/s; time_optimal moves only"},
};

}  // namespace

constexpr Section arm_controller{"arm_controller", arm_controller_list};
constexpr Section arm_move{"arm_move", arm_move_list};
constexpr Section controller{"controller", controller_list};
constexpr Section postures{"postures", posture_list};
constexpr Section knot{"knot", knot_list};

}  // namespace catena::scenario_keys
