#pragma once
// A pose in the form in which it was said, so that it can be written as it was.

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "catena/spatial/transform.hpp"

namespace catena {

struct Pose {
  enum class Form {
    None,        // not rotated
    Rpy,         // roll, pitch, yaw about the fixed axes x, y, z, rad
    Quaternion,  // w, x, y, z
    AxisAngle,   // an axis of any length > 0, and the angle about it, rad
    Matrix,      // the rotation by rows, used as it is
  };
  Eigen::Vector3d position = Eigen::Vector3d::Zero();  // m
  Form form = Form::None;
  std::vector<double> rotation = {};  // 0, 3, 4, 4 or 9 numbers, see Form

  // Short ways to write them.
  static Pose at(const Eigen::Vector3d& position);
  static Pose at(double x, double y, double z) { return at(Eigen::Vector3d(x, y, z)); }
  static Pose rpy(const Eigen::Vector3d& angles,
                  const Eigen::Vector3d& position = Eigen::Vector3d::Zero());
  static Pose quaternion(double w, double x, double y, double z,
                         const Eigen::Vector3d& position = Eigen::Vector3d::Zero());
  static Pose about(const Eigen::Vector3d& axis, double angle,
                    const Eigen::Vector3d& position = Eigen::Vector3d::Zero());
  // The same, bit for bit.
  static Pose of(const Transform<double>& X);

  bool is_identity() const { return form == Form::None && position.isZero(0.0); }
  friend bool operator==(const Pose&, const Pose&) = default;
};

// What is wrong with a pose: the key of the file that says it, and a message.
struct PoseProblem {
  std::string key, message;
};
std::optional<PoseProblem> problem_of(const Pose& pose);
// Of a pose without problems.
Transform<double> transform_of(const Pose& pose);

}  // namespace catena
