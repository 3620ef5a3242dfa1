#pragma once
// The line through two points of two bodies.

#include "catena/elements/look.hpp"

namespace catena {

struct PointLine {
  Vec3<double> at_a, at_b;  // in the world
  Vec3<double> direction;   // from a to b
  double length, rate;
};

// `velocity`: of b seen from a. Points that coincide: the line is that of the velocity, along which
// they part; where they move together as well, it has no direction.
inline PointLine point_line(const Vec3<double>& at_a, const Vec3<double>& at_b,
                            const Vec3<double>& velocity) {
  const Vec3<double> apart = at_b - at_a;
  const double length = norm(apart);
  const Vec3<double>& along = length > 0.0 ? apart : velocity;
  const double size = length > 0.0 ? length : norm(velocity);
  const Vec3<double> direction = size > 0.0 ? (1.0 / size) * along : Vec3<double>::zero();
  return {at_a, at_b, direction, length, dot(direction, velocity)};
}

inline PointLine point_line(const Look& look, BodyId a, const Vec3<double>& p_A, BodyId b,
                            const Vec3<double>& p_B) {
  const Vec3<double> at_a = look.pose(a) * p_A, at_b = look.pose(b) * p_B;
  return point_line(at_a, at_b, look.point_velocity(b, at_b) - look.point_velocity(a, at_a));
}

}  // namespace catena
