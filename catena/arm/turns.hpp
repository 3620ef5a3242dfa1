#pragma once
// Angles about axes: the pieces of closed-form kinematics (Paden 1986, Kahan's subproblems).

#include <algorithm>
#include <cmath>

#include "catena/math/rotation.hpp"

namespace catena::turns {

// Both t with a cos t + b sin t = c: middle + half and middle - half. `excess` is how far |c| is
// beyond what can be reached (then half is 0 or pi); `free` where all t do.
struct TwoAngles {
  double middle = 0.0, half = 0.0, excess = 0.0;
  bool free = false;
};
inline TwoAngles solve_cosine(double a, double b, double c, double scale) {
  TwoAngles out;
  const double r = std::hypot(a, b);
  out.excess = std::abs(c) - r;
  if (r <= 1e-12 * scale) {
    out.free = std::abs(c) <= 1e-12 * scale;
    return out;
  }
  out.middle = std::atan2(b, a);
  // sqrt((r - c)(r + c)) keeps the digits that acos() loses where c is near r.
  out.half = std::atan2(std::sqrt(std::max(0.0, (r - c) * (r + c))), c);
  return out;
}

// The angle by which `from` turns about the unit vector `axis` onto `to`, as far as they are
// perpendicular to it.
inline double angle_about(const Vec3<double>& axis, const Vec3<double>& from,
                          const Vec3<double>& to) {
  const Vec3<double> f = from - dot(axis, from) * axis, t = to - dot(axis, to) * axis;
  return std::atan2(dot(axis, cross(f, t)), dot(f, t));
}

// v turned about the unit vector `axis`.
inline Vec3<double> turned(const Vec3<double>& axis, double angle, const Vec3<double>& v) {
  const double c = std::cos(angle), s = std::sin(angle);
  return c * v + s * cross(axis, v) + ((1.0 - c) * dot(axis, v)) * axis;
}

// The matrix of the same.
inline Mat3<double> turn(const Vec3<double>& axis, double angle) {
  return {turned(axis, angle, {1, 0, 0}), turned(axis, angle, {0, 1, 0}),
          turned(axis, angle, {0, 0, 1})};
}

}  // namespace catena::turns
