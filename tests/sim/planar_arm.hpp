#pragma once
// The arms of Li et al. 2014, sec. V, written down by hand: n slender rods in the plane y-z, joint
// angles about x, each from the rod before; a rod at the angle th points along (-sin th, cos th).

#include <Eigen/Core>
#include <cmath>

namespace catena::test {

using Vector2 = Eigen::Vector2d;  // (y, z)

// x component of a x b.
inline double cross_x(const Vector2& a, const Vector2& b) {
  return a[0] * b[1] - a[1] * b[0];
}

struct PlanarArm {
  static constexpr double mass = 1.0, length = 0.5, damping = 3.0, gravity = 9.8;
  static constexpr double inertia = mass * length * length / 12.0;  // about the centre of mass

  Eigen::VectorXd q, v;
  Eigen::VectorXd angle, rate;  // of each rod from the vertical: sums of q and v

  PlanarArm(const Eigen::VectorXd& angles, const Eigen::VectorXd& rates)
      : q(angles), v(rates), angle(angles), rate(rates) {
    for (Eigen::Index i = 1; i < q.size(); ++i) {
      angle[i] += angle[i - 1];
      rate[i] += rate[i - 1];
    }
  }

  Eigen::Index count() const { return q.size(); }
  Vector2 along(Eigen::Index i) const { return {-std::sin(angle[i]), std::cos(angle[i])}; }
  // d along / d angle.
  Vector2 across(Eigen::Index i) const { return {-std::cos(angle[i]), -std::sin(angle[i])}; }

  // The point `part` of the way along rod i.
  Vector2 point(Eigen::Index i, double part) const {
    Vector2 p = part * length * along(i);
    for (Eigen::Index j = 0; j < i; ++j) p += length * along(j);
    return p;
  }
  Vector2 tip() const { return point(count() - 1, 1.0); }
  // Its Jacobian; column k sums over the rods that turn with joint k.
  Eigen::Matrix2Xd jacobian(Eigen::Index i, double part) const {
    Eigen::Matrix2Xd J = Eigen::Matrix2Xd::Zero(2, count());
    for (Eigen::Index j = 0; j <= i; ++j)
      J.leftCols(j + 1).colwise() += (j < i ? 1.0 : part) * length * across(j);
    return J;
  }
  // (dJ/dt) v: centripetal.
  Vector2 bias(Eigen::Index i, double part) const {
    Vector2 a = Vector2::Zero();
    for (Eigen::Index j = 0; j <= i; ++j)
      a -= (j < i ? 1.0 : part) * length * rate[j] * rate[j] * along(j);
    return a;
  }
  Vector2 acceleration(Eigen::Index i, double part, const Eigen::VectorXd& a) const {
    return jacobian(i, part) * a + bias(i, part);
  }

  // M and h + g of eq. (10).
  Eigen::MatrixXd mass_matrix() const {
    Eigen::MatrixXd M = Eigen::MatrixXd::Zero(count(), count());
    for (Eigen::Index i = 0; i < count(); ++i) {
      const Eigen::Matrix2Xd J = jacobian(i, 0.5);
      M += mass * J.transpose() * J;
      M.topLeftCorner(i + 1, i + 1).array() += inertia;
    }
    return M;
  }
  Eigen::VectorXd bias_efforts() const {
    Eigen::VectorXd h = Eigen::VectorXd::Zero(count());
    for (Eigen::Index i = 0; i < count(); ++i)
      h += mass * jacobian(i, 0.5).transpose() * (bias(i, 0.5) + Vector2(0.0, gravity));
    return h;
  }
};

}  // namespace catena::test
