#pragma once
// The friction forces for a unit of normal force and a coefficient of one: an ellipsoid L y, |y|
// <= 1, over the two tangents and the moment about the normal. Sliding has the force of greatest
// dissipation.

#include <cmath>

#include "catena/math/mat3.hpp"

namespace catena {

struct FrictionShape {
  Mat3<double> L = Mat3<double>::identity();  // lower triangle
  bool round = true;                          // a disc of tangents, and no moment

  // L^T u, for velocities (or L^-1 f for forces): a ball takes the place of the ellipsoid.
  Vec3<double> velocity_in_ball(const Vec3<double>& u) const {
    return round ? Vec3<double>{u.x, u.y, 0.0} : transpose_times(L, u);
  }
  Vec3<double> force_in_ball(const Vec3<double>& f) const {
    if (round) return {f.x, f.y, 0.0};
    Vec3<double> y = Vec3<double>::zero();
    for (int i = 0; i < 3; ++i) {
      double rest = f[i];
      for (int k = 0; k < i; ++k) rest -= L(i, k) * y[k];
      y[i] = L(i, i) > 0.0 ? rest / L(i, i) : 0.0;
    }
    return y;
  }
  Vec3<double> force_of_ball(const Vec3<double>& y) const { return round ? y : L * y; }

  // How fast it slides, and the force that such a sliding has against it.
  double speed(const Vec3<double>& u) const {
    return round ? std::hypot(u.x, u.y) : norm(transpose_times(L, u));
  }
  Vec3<double> opposed(const Vec3<double>& u) const {
    const double s = speed(u);
    if (round) return {u.x / s, u.y / s, 0.0};
    return (1.0 / s) * (L * transpose_times(L, u));
  }
  // Which part of what it can give a force is; 1 on the edge, for a coefficient of one.
  double part(const Vec3<double>& f) const {
    return round ? std::hypot(f.x, f.y) : norm(force_in_ball(f));
  }
};

}  // namespace catena
