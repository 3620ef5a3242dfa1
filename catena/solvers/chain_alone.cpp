// One block of a contact problem while the others rest.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "catena/solvers/chain_laws.hpp"

namespace catena::chain {

namespace {

using Kind = ContactLaw::Kind;

double solve_bounds(const Block& block, double a, double q, double x) {
  if (a > 0.0) return std::clamp(-q / a, block.lower, block.upper);
  if (!std::isinf(block.lower) && a * block.lower + q >= 0.0) return block.lower;
  if (!std::isinf(block.upper) && a * block.upper + q <= 0.0) return block.upper;
  if (a == 0.0) return x;
  const double inside = -q / a;
  return inside >= block.lower && inside <= block.upper ? inside : x;
}

// Slip of a cone of three rows along d: x = x_n (1, mu d) with u_n = 0 gives x_n = -q_n / D for
// D = B_nn + mu B_nt.d, and D u_t = a + M d. Coulomb's law wants it along -d.
struct Slip {
  double mu, qn, a0, a1, m00, m01, m10, m11, nn, n0, n1;

  Slip(double friction, const double* B, const double* q)
      : mu(friction),
        qn(q[0]),
        a0(q[1] * B[0] - qn * B[4]),
        a1(q[2] * B[0] - qn * B[8]),
        m00(mu * (q[1] * B[1] - qn * B[5])),
        m01(mu * (q[1] * B[2] - qn * B[6])),
        m10(mu * (q[2] * B[1] - qn * B[9])),
        m11(mu * (q[2] * B[2] - qn * B[10])),
        nn(B[0]),
        n0(B[1]),
        n1(B[2]) {}

  double across(double d0, double d1) const {
    return d0 * (a1 + m10 * d0 + m11 * d1) - d1 * (a0 + m00 * d0 + m01 * d1);
  }
  double denominator(double d0, double d1) const { return nn + mu * (n0 * d0 + n1 * d1); }
  bool opposes(double d0, double d1) const {
    return denominator(d0, d1) > 0.0 &&
           d0 * (a0 + m00 * d0 + m01 * d1) + d1 * (a1 + m10 * d0 + m11 * d1) <= 0.0;
  }
  void force(double d0, double d1, double* x) const {
    x[0] = -qn / denominator(d0, d1);
    x[1] = mu * x[0] * d0, x[2] = mu * x[0] * d1;
  }
};

// Newton's method on the angle, from the direction that x has or the sticking force had.
bool slip_from(const Slip& slip, double d0, double d1, double same_angle, double* x) {
  const double length = std::sqrt(d0 * d0 + d1 * d1);
  if (!(length > 0.0)) return false;
  d0 /= length, d1 /= length;
  for (int step = 0; step < 12; ++step) {
    const double w0 = slip.a0 + slip.m00 * d0 + slip.m01 * d1;
    const double w1 = slip.a1 + slip.m10 * d0 + slip.m11 * d1;
    const double across = d0 * w1 - d1 * w0;
    const double turn0 = slip.m01 * d0 - slip.m00 * d1, turn1 = slip.m11 * d0 - slip.m10 * d1;
    const double slope = -(d0 * w0 + d1 * w1) + d0 * turn1 - d1 * turn0;
    if (!(slope > 0.0)) return false;
    const double angle = std::clamp(-across / slope, -0.7, 0.7);
    const double t0 = d0 - angle * d1, t1 = d1 + angle * d0;
    const double norm = 1.0 / std::sqrt(1.0 + angle * angle);
    d0 = t0 * norm, d1 = t1 * norm;
    if (std::abs(angle) < same_angle) {
      if (!slip.opposes(d0, d1)) return false;
      slip.force(d0, d1, x);
      return true;
    }
  }
  return false;
}

// All directions: across() is a trigonometric polynomial of second degree with at most four roots,
// which 24 samples keep apart unless they nearly meet. Of several the smallest force.
bool slip_by_scan(const Slip& slip, double* x) {
  constexpr int samples = 24;
  constexpr double step = 2.0 * std::numbers::pi / samples;
  const auto across = [&](double angle) { return slip.across(std::cos(angle), std::sin(angle)); };
  bool found = false;
  double before = across(0.0);
  for (int i = 0; i < samples; ++i) {
    const double after = across((i + 1) * step);
    if (before == 0.0 || (before > 0.0) != (after > 0.0)) {
      double left = i * step, right = (i + 1) * step;
      for (int half = 0; half < 50 && before != 0.0; ++half) {
        const double middle = 0.5 * (left + right);
        ((across(middle) > 0.0) == (before > 0.0) ? left : right) = middle;
      }
      const double d0 = std::cos(left), d1 = std::sin(left);
      double candidate[3];
      if (slip.opposes(d0, d1)) {
        slip.force(d0, d1, candidate);
        if (!found || candidate[0] < x[0]) std::copy_n(candidate, 3, x);
        found = true;
      }
    }
    before = after;
  }
  return found;
}

// Newton's method on x - P(x - rho u) for blocks of any kind, with steps of the projection between.
// B may be singular: a little is added to its diagonal, and taken off again at the x before.
void solve_by_map(const Block& block, const double* B, const double* q, double* x) {
  const int n = block.rows, lanes = lanes_of(n);
  double largest = 0.0, size = 0.0;
  for (int i = 0; i < n; ++i)
    largest = std::max(largest, B[i * lanes + i]), size = std::max(size, std::abs(q[i]));
  if (!(largest > 0.0)) return;
  const double rho = 1.0 / largest, added = 1e-4 * largest;
  double before[most_rows] = {};
  std::copy_n(x, n, before);
  double z[most_rows] = {}, p[most_rows] = {}, D[most_rows * most_rows] = {};
  double J[most_rows * most_rows] = {};
  double F[most_rows] = {}, tried[most_rows] = {};
  const auto map = [&](const double* at) {
    double sum = 0.0;
    for (int i = 0; i < n; ++i) {
      double u = q[i] + added * (at[i] - before[i]);
      for (int j = 0; j < n; ++j) u += B[i * lanes + j] * at[j];
      z[i] = at[i] - rho * u;
    }
    project(block, z, p, D);
    for (int i = 0; i < n; ++i) F[i] = at[i] - p[i], sum += F[i] * F[i];
    return std::sqrt(sum);
  };
  double norm = map(x);
  for (int step = 0; step < 40 && norm > 1e-15 * rho * size; ++step) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = i == j ? 1.0 : 0.0;
        for (int k = 0; k < n; ++k)
          sum -= D[i * n + k] * ((k == j ? 1.0 - rho * added : 0.0) - rho * B[k * lanes + j]);
        J[i * n + j] = sum;
      }
    double dx[most_rows], nearest[most_rows];
    std::copy_n(F, n, dx), std::copy_n(p, n, nearest);
    solve_small(n, J, dx);
    bool falls = false;
    for (double length = 1.0; length > 0.1 && !falls; length *= 0.5) {
      for (int i = 0; i < n; ++i) tried[i] = x[i] - length * dx[i];
      const double reached = map(tried);
      falls = reached < 0.9 * norm;
      if (falls) norm = reached;
    }
    if (!falls) {
      std::copy_n(nearest, n, tried);
      norm = map(tried);
    }
    std::copy_n(tried, n, x);
  }
  project(block, x, p);
  std::copy_n(p, n, x);
}

void solve_cone(const Block& block, const double* B, const double* inverse, const double* q,
                double same_angle, double* x) {
  if (q[0] >= 0.0) {
    std::fill_n(x, block.rows, 0.0);
    return;
  }
  if (block.limits != 1 || block.limit_rows[0] != 2 || inverse[0] == 0.0) {
    solve_by_map(block, B, q, x);
    return;
  }
  const double mu = block.friction[0];
  double held[3];
  for (int i = 0; i < 3; ++i)
    held[i] = -(inverse[4 * i] * q[0] + inverse[4 * i + 1] * q[1] + inverse[4 * i + 2] * q[2]);
  const double tangent = held[1] * held[1] + held[2] * held[2];
  if (held[0] >= 0.0 && tangent <= mu * mu * held[0] * held[0]) {
    std::copy_n(held, 3, x);
    return;
  }
  if (mu == 0.0) {
    x[0] = -q[0] / B[0], x[1] = x[2] = 0.0;
    return;
  }
  const Slip slip(mu, B, q);
  if (slip_from(slip, x[1], x[2], same_angle, x) ||
      slip_from(slip, held[1], held[2], same_angle, x) || slip_by_scan(slip, x))
    return;
  solve_by_map(block, B, q, x);
}

}  // namespace

void solve_alone(const Block& block, const double* B, const double* inverse, const double* q,
                 double* x, double same_angle) {
  if (block.kind == Kind::Bounds) {
    x[0] = solve_bounds(block, B[0], q[0], x[0]);
    return;
  }
  if (block.kind == Kind::Cone || q[0] <= 0.0) {
    if (block.kind == Kind::TwoSidedCone && q[0] == 0.0) {
      std::fill_n(x, block.rows, 0.0);
      return;
    }
    solve_cone(block, B, inverse, q, same_angle, x);
    return;
  }
  // From both sides the problem is odd in q.
  double turned[most_rows];
  for (int i = 0; i < block.rows; ++i) turned[i] = -q[i], x[i] = -x[i];
  solve_cone(block, B, inverse, turned, same_angle, x);
  for (int i = 0; i < block.rows; ++i) x[i] = -x[i];
}

void invert(const Block& block, const double* B, double* inverse) {
  const int lanes = lanes_of(block.rows);
  std::fill_n(inverse, block.rows * lanes, 0.0);
  if (block.rows != 3) return;
  const auto minor = [&](int i, int j, int k, int l) {
    return B[4 * i + k] * B[4 * j + l] - B[4 * i + l] * B[4 * j + k];
  };
  const double c0 = minor(1, 2, 1, 2), c1 = -minor(1, 2, 0, 2), c2 = minor(1, 2, 0, 1);
  const double det = B[0] * c0 + B[1] * c1 + B[2] * c2;
  if (!(det > 1e-12 * B[0] * B[5] * B[10])) return;
  const double scale = 1.0 / det;
  inverse[0] = c0 * scale, inverse[4] = c1 * scale, inverse[8] = c2 * scale;
  inverse[1] = -minor(0, 2, 1, 2) * scale, inverse[5] = minor(0, 2, 0, 2) * scale;
  inverse[9] = -minor(0, 2, 0, 1) * scale;
  inverse[2] = minor(0, 1, 1, 2) * scale, inverse[6] = -minor(0, 1, 0, 2) * scale;
  inverse[10] = minor(0, 1, 0, 1) * scale;
}

}  // namespace catena::chain
