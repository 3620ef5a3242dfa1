#include "catena/solvers/friction_blocks.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "catena/solvers/dense.hpp"

namespace catena::friction {

namespace {

using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;

double solve_box(double lower, double upper, double a, double q, double x) {
  if (a > 0.0) return std::clamp(-q / a, lower, upper);
  if (!std::isinf(lower) && a * lower + q >= 0.0) return lower;
  if (!std::isinf(upper) && a * upper + q <= 0.0) return upper;
  if (a == 0.0) return x;
  const double inside = -q / a;
  return inside >= lower && inside <= upper ? inside : x;
}

// Slip in the direction d: x = x_n (1, mu d) with w_n = 0 gives x_n = -q_n / D for
// D = B_nn + mu B_nt.d, and D w_t = a + M d. Coulomb's law wants it along -d.
struct Slip {
  double mu, qn;
  Vector2d a;
  Matrix2d M;
  Eigen::RowVector2d Bnt;
  double Bnn;

  Slip(double friction, const Matrix3d& B, const Vector3d& q)
      : mu(friction),
        qn(q[0]),
        a(q.tail<2>() * B(0, 0) - qn * B.block<2, 1>(1, 0)),
        M(friction * (q.tail<2>() * B.block<1, 2>(0, 1) - qn * B.block<2, 2>(1, 1))),
        Bnt(B.block<1, 2>(0, 1)),
        Bnn(B(0, 0)) {}

  static Vector2d direction(double angle) { return {std::cos(angle), std::sin(angle)}; }
  double across(double angle) const {
    const Vector2d d = direction(angle), w = a + M * d;
    return d[0] * w[1] - d[1] * w[0];
  }
  double denominator(const Vector2d& d) const { return Bnn + mu * Bnt.dot(d); }
  bool opposes(const Vector2d& d) const { return denominator(d) > 0.0 && d.dot(a + M * d) <= 0.0; }
  Vector3d force(const Vector2d& d) const {
    const double n = -qn / denominator(d);
    return {n, mu * n * d[0], mu * n * d[1]};
  }
};

double bisect(const Slip& slip, double left, double right, double at_left) {
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (left + right), value = slip.across(middle);
    if ((value > 0.0) == (at_left > 0.0))
      left = middle;
    else
      right = middle;
  }
  return 0.5 * (left + right);
}

// The slipping solution with the smallest force. across() is a trigonometric polynomial of second
// degree: at most four roots, which 24 samples keep apart unless they nearly meet.
bool solve_slip(const Slip& slip, Vector3d& x) {
  constexpr int samples = 24;
  constexpr double step = 2.0 * std::numbers::pi / samples;
  bool found = false;
  double before = slip.across(0.0);
  for (int i = 0; i < samples; ++i) {
    const double after = slip.across((i + 1) * step);
    if (before == 0.0 || (before > 0.0) != (after > 0.0)) {
      const double angle =
          before == 0.0 ? i * step : bisect(slip, i * step, (i + 1) * step, before);
      const Vector2d d = Slip::direction(angle);
      if (slip.opposes(d)) {
        const Vector3d candidate = slip.force(d);
        if (!found || candidate[0] < x[0]) x = candidate;
        found = true;
      }
    }
    before = after;
  }
  return found;
}

// The force that holds the point, the smallest where several do.
bool solve_stick(double mu, const Matrix3d& B, const Vector3d& q, Vector3d& x) {
  Vector3d held;
  if (B.determinant() > 1e-9 * B(0, 0) * B(1, 1) * B(2, 2)) {
    held = -B.inverse() * q;
  } else {
    held = least_norm_solution(B, -q).x;
    if ((B * held + q).cwiseAbs().maxCoeff() > 1e-12 * q.cwiseAbs().maxCoeff()) return false;
  }
  if (!(held[0] >= 0.0 && held.tail<2>().norm() <= mu * held[0])) return false;
  x = held;
  return true;
}

void solve_cone(double mu, const Matrix3d& B, const Vector3d& q, Vector3d& x) {
  if (q[0] >= 0.0)
    x.setZero();
  else if (!solve_stick(mu, B, q, x))
    solve_slip(Slip(mu, B, q), x);
}

}  // namespace

void project(const FrictionBlock& block, Eigen::Ref<Eigen::VectorXd> x) {
  if (block.kind == FrictionBlock::Kind::Box) {
    x[0] = std::clamp(x[0], block.lower, block.upper);
    return;
  }
  if (block.kind == FrictionBlock::Kind::Cone) x[0] = std::max(x[0], 0.0);
  const double radius = block.friction * std::abs(x[0]);
  // Rounding may leave the scaled tangents outside: then a little shorter.
  for (double less = 0.0; x.tail<2>().norm() > radius; less = 2.0 * less + 0x1p-53)
    x.tail<2>() *= std::max(0.0, 1.0 - less) * std::min(1.0, radius / x.tail<2>().norm());
}

void solve_alone(const FrictionBlock& block, const Eigen::MatrixXd& B, const Eigen::VectorXd& q,
                 Eigen::Ref<Eigen::VectorXd> x) {
  if (block.kind == FrictionBlock::Kind::Box) {
    x[0] = solve_box(block.lower, block.upper, B(0, 0), q[0], x[0]);
    return;
  }
  // From both sides the problem is odd in q.
  const bool turn = block.kind == FrictionBlock::Kind::TwoSidedCone && q[0] > 0.0;
  const double sign = turn ? -1.0 : 1.0;
  Vector3d cone = sign * x;
  solve_cone(block.friction, B, sign * q, cone);
  x = sign * cone;
}

}  // namespace catena::friction
