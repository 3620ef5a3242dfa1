#pragma once
// An ellipsoid that rolls without sliding on a level plane, by its own equations in its own axes:
// v = -w x r, r from the mass centre to the point of contact.

#include <Eigen/Dense>
#include <cmath>

namespace catena {

using RollingState = Eigen::Matrix<double, 6, 1>;  // angular velocity, and the vertical n

struct RollingEllipsoid {
  Eigen::Vector3d half_axes, centre;  // centre: of mass, from that of the ellipsoid
  Eigen::Matrix3d inertia;
  double mass = 1.0, g = 9.81;

  // From the centre of the ellipsoid to the point of contact.
  Eigen::Vector3d contact(const Eigen::Vector3d& n) const {
    const Eigen::Vector3d d = half_axes.cwiseAbs2().cwiseProduct(n);
    return -d / std::sqrt(d.dot(n));
  }

  // (J + m (r.r 1 - r r^T)) w' = -w x J w + r x m (g n + w x v - w x r'),  n' = n x w
  RollingState rates(const RollingState& y) const {
    const Eigen::Vector3d squares = half_axes.cwiseAbs2();
    const Eigen::Vector3d w = y.head<3>(), n = y.tail<3>(), n_rate = n.cross(w);
    const Eigen::Vector3d d = squares.cwiseProduct(n);
    const double s = std::sqrt(d.dot(n));
    const Eigen::Vector3d r = -d / s - centre;
    const Eigen::Vector3d r_rate =
        -squares.cwiseProduct(n_rate) / s + d * (d.dot(n_rate) / (s * s * s));
    const Eigen::Vector3d v = -w.cross(r);
    const Eigen::Matrix3d about_contact =
        inertia + mass * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
    RollingState rate;
    rate.head<3>() = about_contact.ldlt().solve(
        -w.cross(inertia * w) + r.cross(mass * (g * n + w.cross(v) - w.cross(r_rate))));
    rate.tail<3>() = n_rate;
    return rate;
  }

  // By Runge and Kutta's method.
  void advance(RollingState& y, double h, int steps) const {
    for (int i = 0; i < steps; ++i) {
      const RollingState a = rates(y), b = rates(y + 0.5 * h * a), c = rates(y + 0.5 * h * b),
                         d = rates(y + h * c);
      y += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
    }
  }
};

// The rattleback of Kane & Levinson 1982.
inline RollingEllipsoid rattleback() {
  RollingEllipsoid stone{{0.2, 0.03, 0.02}, {0, 0, -0.01}, {}};
  stone.inertia << 2e-4, -2e-5, 0, -2e-5, 1.6e-3, 0, 0, 0, 1.7e-3;
  return stone;
}

}  // namespace catena
