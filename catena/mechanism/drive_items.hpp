#pragma once
// Motors, servos, controllers and joints that move on a given path.

#include "catena/elements/drives.hpp"
#include "catena/math/views.hpp"
#include "catena/mechanism/items.hpp"
#include "catena/mechanism/pose.hpp"

namespace catena {

// Efforts on a joint: formulas of t, q.JOINT and v.JOINT, one per coordinate, or a function. Or a
// servo: stiffness (target - q) + damping (target' - v).
struct MotorItem : Item {
  static constexpr const char* kind = "motor";
  std::string joint = {};  // or one of its coordinates
  std::vector<std::string> effort = {};
  Callback<void(double t, In<double> q, In<double> v, Out<double> effort)> effort_function = {};
  std::optional<double> ratio = {};      // of its gear
  std::vector<std::string> target = {};  // of a servo: formulas of t
  Numbers stiffness = {}, damping = {};  // of a servo
  Numbers effort_limit = {};

  // The name of a motor without one is that of its joint.
  const std::string& title() const { return name.empty() ? joint : name; }
  friend bool operator==(const MotorItem&, const MotorItem&) = default;
};

struct PrescribedItem : Item {
  static constexpr const char* kind = "prescribed";
  std::string joint = {};                   // or one of its coordinates
  std::string position = {};                // formula of t
  Callback<PathPoint(double t)> path = {};  // instead of it

  const std::string& title() const { return name.empty() ? joint : name; }
  friend bool operator==(const PrescribedItem&, const PrescribedItem&) = default;
};

// A point of a controller's path.
struct KnotItem {
  double t = 0.0;     // s
  Numbers at = {};    // position of each coordinate
  Numbers rate = {};  // velocity of each; 0 if not given

  friend bool operator==(const KnotItem&, const KnotItem&) = default;
};

// One move of an arm: to positions of its joints or a pose of its frame, along a line of its frame,
// or a rest.
struct MoveItem {
  enum class Timing { Quintic, JerkLimited, TimeOptimal };
  enum class Follow { Pose, Position, Axis };  // Axis: the position, and where one axis points
  Numbers to = {};                             // positions of the joints
  std::optional<Pose> to_pose = {};            // of the frame in the world; not rotated: as it is
  std::optional<Pose> line = {};               // of the frame in the world; not rotated: as it is
  std::optional<Eigen::Vector3d> by = {};      // m: a line by so much, not rotated
  std::optional<double> wait = {};             // s
  Follow follow = Follow::Pose;                // of to_pose, line and by
  Eigen::Vector3d axis = {0.0, 0.0, 1.0};      // of Follow::Axis, in the frame
  Timing timing = Timing::Quintic;
  std::optional<double> duration = {};  // s, of a quintic
  std::optional<double> speed = {};     // m/s, of a line

  friend bool operator==(const MoveItem&, const MoveItem&) = default;
};

// Of a controller that follows moves, see PathFollower.
struct MovesItem {
  std::string frame = {};  // of lines
  std::vector<MoveItem> moves = {};
  double start = 0.0;  // s
  Numbers stiffness = {}, damping = {};
  Numbers velocity_limit = {}, acceleration_limit = {}, jerk_limit = {};
  double effort_share = 1.0;
  bool feed_forward = true;

  friend bool operator==(const MovesItem&, const MovesItem&) = default;
};

// Motors that work together on a path, see PathController and PathFollower.
struct ControllerItem : Item {
  static constexpr const char* kind = "controller";
  enum class Kind { ComputedTorque, NearRigid, Moves };
  struct Postures {
    double stress = 0.0, rate = 0.0;     // Pa, 1/s
    std::optional<double> spacing = {};  // s
    friend bool operator==(const Postures&, const Postures&) = default;
  };
  Kind method = Kind::ComputedTorque;
  std::vector<std::string> follow = {}, inputs = {};  // coordinates
  std::vector<KnotItem> path = {};
  Numbers effort_limit = {};
  double least_stress = 0.0;               // Pa
  std::optional<double> most_stress = {};  // Pa
  double rate = 0.0, strain_rate = 0.0;    // 1/s
  bool stops = false;  // where bounds do not allow the path, instead of taking the closest inputs
  std::optional<Postures> postures = {};
  std::optional<MovesItem> moves = {};  // of Kind::Moves; its coordinates are `inputs`

  friend bool operator==(const ControllerItem&, const ControllerItem&) = default;
};

}  // namespace catena
