#pragma once
// The targets of inverse kinematics: positions and directions of frames.

#include <vector>

#include "catena/dynamics/kinematics.hpp"
#include "catena/math/views.hpp"
#include "catena/model/model.hpp"

namespace catena {

enum class IkKind {
  Position,     // a point of the frame is at `pose`'s origin
  Orientation,  // the frame's axes are those of `pose`
  Pose,         // both
  Direction,    // a direction of the frame points along `direction`
  PointOnLine,  // a point of the frame is on the line through `pose`'s origin along `direction`
};

struct IkTarget {
  IkKind kind = IkKind::Pose;
  FrameId frame;
  Transform<double> pose = Transform<double>::identity();  // in the world
  Vec3<double> direction{0, 0, 1};                         // in the world, of unit length
  Vec3<double> point{0, 0, 0};                             // in the frame
  Vec3<double> axis{0, 0, 1};                              // of Direction: in the frame, unit
  double weight = 1.0;

  static IkTarget at_pose(FrameId frame, const Transform<double>& pose);
  static IkTarget at_position(FrameId frame, const Vec3<double>& position,
                              const Vec3<double>& point = {0, 0, 0});
  static IkTarget oriented(FrameId frame, const Mat3<double>& rotation);
  static IkTarget pointing(FrameId frame, const Vec3<double>& axis, const Vec3<double>& direction);
  static IkTarget on_line(FrameId frame, const Vec3<double>& through, const Vec3<double>& direction,
                          const Vec3<double>& point = {0, 0, 0});

  int rows() const { return kind == IkKind::Pose ? 6 : 3; }
};

// Errors of all targets one after the other, in metres and radians, not weighted: zero where they
// are met. Directions count by the chord between unit vectors.
void ik_errors(const Model& model, const Kinematics<double>& kinematics,
               const std::vector<IkTarget>& targets, Eigen::Ref<Eigen::VectorXd> errors);
// Their derivatives by the velocity coordinates (rows x nv), exact also for large rotations.
void ik_jacobian(const Model& model, const Kinematics<double>& kinematics,
                 const std::vector<IkTarget>& targets, Eigen::Ref<Eigen::MatrixXd> J);

}  // namespace catena
