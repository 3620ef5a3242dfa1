#include "catena/mechanism/pose.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/math/quaternion.hpp"
#include "catena/math/rotation.hpp"
#include "catena/math/views.hpp"

namespace catena {

namespace {

using Eigen::Vector3d;

double length_of(const std::vector<double>& numbers, std::size_t count) {
  double sum = 0.0;
  for (std::size_t i = 0; i < count; ++i) sum = std::hypot(sum, numbers[i]);
  return sum;
}

Mat3<double> matrix_of(const std::vector<double>& r) {
  return {{r[0], r[3], r[6]}, {r[1], r[4], r[7]}, {r[2], r[5], r[8]}};
}

std::size_t count_of(Pose::Form form) {
  switch (form) {
    case Pose::Form::None:
      return 0;
    case Pose::Form::Rpy:
      return 3;
    case Pose::Form::Quaternion:
    case Pose::Form::AxisAngle:
      return 4;
    case Pose::Form::Matrix:
      return 9;
  }
  return 0;
}

const char* key_of(Pose::Form form) {
  switch (form) {
    case Pose::Form::None:
      return "position";
    case Pose::Form::Rpy:
      return "rpy";
    case Pose::Form::Quaternion:
      return "quaternion";
    case Pose::Form::AxisAngle:
      return "axis";
    case Pose::Form::Matrix:
      return "matrix";
  }
  return "";
}

}  // namespace

Pose Pose::at(const Vector3d& position) {
  return {position, Form::None, {}};
}

Pose Pose::rpy(const Vector3d& angles, const Vector3d& position) {
  return {position, Form::Rpy, {angles.x(), angles.y(), angles.z()}};
}

Pose Pose::quaternion(double w, double x, double y, double z, const Vector3d& position) {
  return {position, Form::Quaternion, {w, x, y, z}};
}

Pose Pose::about(const Vector3d& axis, double angle, const Vector3d& position) {
  return {position, Form::AxisAngle, {axis.x(), axis.y(), axis.z(), angle}};
}

Pose Pose::of(const Transform<double>& X) {
  const Eigen::Matrix3d R = to_eigen(X.rotation);
  Pose pose = at(to_eigen(X.translation));
  if ((R - Eigen::Matrix3d::Identity()).isZero(0.0)) return pose;
  pose.form = Form::Matrix;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) pose.rotation.push_back(R(i, k));
  return pose;
}

std::optional<PoseProblem> problem_of(const Pose& pose) {
  const std::string key = key_of(pose.form);
  if (pose.rotation.size() != count_of(pose.form))
    return PoseProblem{key, fmt::format("the rotation has {} numbers, expected {}",
                                        pose.rotation.size(), count_of(pose.form))};
  if (!pose.position.allFinite())
    return PoseProblem{"position", "the position is not finite, expected numbers of metres"};
  for (const double number : pose.rotation)
    if (!std::isfinite(number)) return PoseProblem{key, "the rotation is not finite"};
  if (pose.form == Pose::Form::Quaternion) {
    const double length = length_of(pose.rotation, 4);
    if (!(std::abs(length - 1.0) < 1e-3))
      return PoseProblem{key, fmt::format("the quaternion has length {:.6g}, expected 1", length)};
  }
  if (pose.form == Pose::Form::AxisAngle && !(length_of(pose.rotation, 3) > 0.0))
    return PoseProblem{key, "the axis has no direction, expected a vector of length > 0"};
  if (pose.form == Pose::Form::Matrix) {
    const Mat3<double> matrix = matrix_of(pose.rotation);
    const Eigen::Matrix3d R = to_eigen(matrix);
    const double determinant = dot(cross(matrix.c0, matrix.c1), matrix.c2);
    const double error = (R * R.transpose() - Eigen::Matrix3d::Identity()).norm();
    if (!(error < 1e-9) || !(determinant > 0.0))
      return PoseProblem{
          key, fmt::format("the matrix is not a rotation: its rows deviate from orthonormal by "
                           "{:.3g}, expected less than 1e-9 and a right-handed system of axes",
                           error)};
  }
  return std::nullopt;
}

Transform<double> transform_of(const Pose& pose) {
  const std::vector<double>& r = pose.rotation;
  Mat3<double> rotation = Mat3<double>::identity();
  switch (pose.form) {
    case Pose::Form::None:
      break;
    case Pose::Form::Rpy:
      rotation = rotation_from_rpy(r[0], r[1], r[2]);
      break;
    case Pose::Form::Quaternion:
      rotation = rotation_matrix(normalized(Quaternion<double>{r[0], r[1], r[2], r[3]}));
      break;
    case Pose::Form::AxisAngle: {
      const Vec3<double> axis = {r[0], r[1], r[2]};
      rotation = rotation_about((1.0 / norm(axis)) * axis, r[3]);
      break;
    }
    case Pose::Form::Matrix:
      rotation = matrix_of(r);
      break;
  }
  return {rotation, to_vec3(pose.position)};
}

}  // namespace catena
