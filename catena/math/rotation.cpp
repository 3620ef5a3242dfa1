#include "catena/math/rotation.hpp"

namespace catena {

Mat3<double> rotation_x(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {{1, 0, 0}, {0, c, s}, {0, -s, c}};
}

Mat3<double> rotation_y(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {{c, 0, -s}, {0, 1, 0}, {s, 0, c}};
}

Mat3<double> rotation_z(double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {{c, s, 0}, {-s, c, 0}, {0, 0, 1}};
}

Mat3<double> rotation_from_rpy(double roll, double pitch, double yaw) {
  return rotation_z(yaw) * rotation_y(pitch) * rotation_x(roll);
}

Mat3<double> rotation_about(const Vec3<double>& axis, double angle) {
  return rotation_matrix(exponential(angle * axis));
}

Mat3<double> rotation_z_onto(const Vec3<double>& axis) {
  // Exactly: an axis 1e-8 off a coordinate axis also has a component that rounds to 1.
  const auto is = [&](double x, double y, double z) {
    return axis.x == x && axis.y == y && axis.z == z;
  };
  if (is(0, 0, 1)) return Mat3<double>::identity();
  if (is(1, 0, 0)) return {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  if (is(0, 1, 0)) return {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
  // The coordinate axis least aligned with `axis` gives the best conditioned x direction.
  const double ax = std::abs(axis.x), ay = std::abs(axis.y), az = std::abs(axis.z);
  const Vec3<double> helper = ax <= ay && ax <= az ? Vec3<double>{1, 0, 0}
                              : ay <= az           ? Vec3<double>{0, 1, 0}
                                                   : Vec3<double>{0, 0, 1};
  Vec3<double> y = cross(axis, helper);
  y = (1.0 / norm(y)) * y;
  return {cross(y, axis), y, axis};
}

}  // namespace catena
