#include "closed_model.hpp"

#include <algorithm>
#include <cmath>

namespace catena::bench {
namespace {

constexpr double g = 9.81;
constexpr double transverse = 1.0 / 12.0;
constexpr double axial = 1e-4;  // engines in space refuse rods without any; it never turns

NeutralBody rod(int index, int parent, const Eigen::Vector3d& p, const Eigen::Vector3d& along) {
  NeutralBody body;
  body.parent = parent;
  body.q = body.v = index;
  body.R.setIdentity();
  body.p = p;
  body.mass = 1.0;
  body.com = 0.5 * along;
  body.inertia_about_com =
      transverse * Eigen::Matrix3d::Identity() + (axial - transverse) * along * along.transpose();
  return body;
}

std::size_t upright(int i) {
  return static_cast<std::size_t>(2 * i);
}
std::size_t coupler(int i) {
  return upright(i) + 1;
}

// Kinetic and potential energy of a rod whose one end has velocity (vx, vy) and height y.
double rod_energy(double y, double vx, double vy, double angle, double rate) {
  const double c = 0.5 * std::cos(angle), s = 0.5 * std::sin(angle);
  const double ux = vx - rate * s, uy = vy + rate * c;
  return 0.5 * (ux * ux + uy * uy + transverse * rate * rate) + g * (y + s);
}

}  // namespace

ClosedModel n_four_bar(int n) {
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), y = Eigen::Vector3d::UnitY();
  ClosedModel model;
  model.tree.name = "n_four_bar";
  model.tree.nq = model.tree.nv = 2 * n + 1;
  model.tree.gravity = -g * y;
  for (int i = 0; i <= n; ++i) {
    model.tree.bodies.push_back(rod(2 * i, -1, i * x, y));
    if (i == n) break;
    model.tree.bodies.push_back(rod(2 * i + 1, 2 * i, y, x));
    model.loops.push_back({2 * i + 1, 2 * i + 2, x, y});
  }
  return model;
}

FourBarView four_bar_view(int n, const std::vector<double>& q, const std::vector<double>& v) {
  FourBarView view;
  view.x = -std::sin(q[0]);
  view.y = std::cos(q[0]);
  constexpr double quarter = 1.5707963267948966;
  for (int i = 0; i <= n; ++i) {
    const double a = q[upright(i)], w = v[upright(i)];
    const double x = -std::sin(a), y = std::cos(a);
    view.energy += rod_energy(0.0, 0.0, 0.0, a + quarter, w);
    if (i == n) break;
    const double b = a + q[coupler(i)], rate = w + v[coupler(i)], next = q[upright(i + 1)];
    view.energy += rod_energy(y, -w * y, w * x, b, rate);
    view.gap = std::max(view.gap, std::hypot(x + std::cos(b) - 1.0 + std::sin(next),
                                             y + std::sin(b) - std::cos(next)));
  }
  return view;
}

BenchState four_bar_state(int n, double q, double v) {
  const auto size = static_cast<std::size_t>(2 * n + 1);
  BenchState state{std::vector<double>(size, q), std::vector<double>(size, v), {}, {}};
  for (int i = 0; i < n; ++i) {
    state.q[coupler(i)] = -q;
    state.v[coupler(i)] = -v;
  }
  return state;
}

double four_bar_acceleration(int n, double q) {
  return g * (0.5 * (n + 1) + n) / ((n + 1) / 3.0 + n) * std::sin(q);
}

FourBarMotion four_bar_motion(int n, double t) {
  // The classical method of order 4; with this step its error after 10 s is below 1e-11.
  const int steps = std::max(1, static_cast<int>(std::ceil(t / 1e-4)));
  const double h = t / steps;
  const auto a = [n](double q) { return four_bar_acceleration(n, q); };
  FourBarMotion m;
  for (int i = 0; i < steps; ++i) {
    const double v1 = m.v, a1 = a(m.q);
    const double v2 = m.v + 0.5 * h * a1, a2 = a(m.q + 0.5 * h * v1);
    const double v3 = m.v + 0.5 * h * a2, a3 = a(m.q + 0.5 * h * v2);
    const double v4 = m.v + h * a3, a4 = a(m.q + h * v3);
    m.q += h / 6.0 * (v1 + 2.0 * v2 + 2.0 * v3 + v4);
    m.v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  return m;
}

}  // namespace catena::bench
