// The rattleback of Kane & Levinson 1982 against the equations of an ellipsoid that rolls without
// sliding, in its own axes: v = -w x r, r from the mass centre to the point of contact.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

using Vec = Eigen::Vector3d;
using RollingState = Eigen::Matrix<double, 6, 1>;  // angular velocity, and the vertical n

// (J + m (r.r 1 - r r^T)) w' = -w x J w + r x m (g n + w x v - w x r'),  n' = n x w
RollingState rolling_rates(const RollingState& y) {
  const double m = 1.0, g = 9.81;
  const Vec squares(0.2 * 0.2, 0.03 * 0.03, 0.02 * 0.02), centre(0, 0, -0.01);
  Eigen::Matrix3d inertia;
  inertia << 2e-4, -2e-5, 0, -2e-5, 1.6e-3, 0, 0, 0, 1.7e-3;
  const Vec w = y.head<3>(), n = y.tail<3>(), n_rate = n.cross(w);
  const Vec d = squares.cwiseProduct(n);
  const double s = std::sqrt(d.dot(n));
  const Vec r = -d / s - centre;
  const Vec r_rate = -squares.cwiseProduct(n_rate) / s + d * (d.dot(n_rate) / (s * s * s));
  const Vec v = -w.cross(r);
  const Eigen::Matrix3d about_contact =
      inertia + m * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
  RollingState rate;
  rate.head<3>() = about_contact.ldlt().solve(-w.cross(inertia * w) +
                                              r.cross(m * (g * n + w.cross(v) - w.cross(r_rate))));
  rate.tail<3>() = n_rate;
  return rate;
}

void runge_kutta(RollingState& y, double h) {
  const RollingState a = rolling_rates(y), b = rolling_rates(y + 0.5 * h * a),
                     c = rolling_rates(y + 0.5 * h * b), d = rolling_rates(y + h * c);
  y += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
}

// How fast the stone of the example turns about its vertical axis, and what equations say.
struct Spins {
  double found, known;
};

class Rattleback {
 public:
  explicit Rattleback(double sign)
      : scenario_(load_scenario(CATENA_SOURCE_DIR "/examples/bodies/rattleback.yaml")),
        simulation_(turned(scenario_.setup, sign)) {
    const Eigen::VectorXd &q = simulation_.state().q, &v = simulation_.state().v;
    rolling_ << v.head<3>(),
        Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix().row(2).transpose();
  }
  // By a hundredth of a second.
  Spins go_on() {
    for (int i = 0; i < 10; ++i) runge_kutta(rolling_, 1e-3);
    simulation_.advance(simulation_.state().t + 0.01);
    return {simulation_.state().v[2], rolling_[2]};
  }
  double end() const { return scenario_.duration; }

 private:
  static SimulationSetup turned(SimulationSetup setup, double sign) {
    setup.v *= sign;
    return setup;
  }
  Scenario scenario_;
  Simulation simulation_;
  RollingState rolling_;
};

TEST(Rattlebacks, BeginToTurnBackAsEquationsSay) {
  Rattleback stone(1.0);
  for (int i = 0; i < 30; ++i) {
    const auto [found, known] = stone.go_on();
    EXPECT_NEAR(found, known, 0.1) << i;
  }
}

// With CATENA_SCENES: 6 s of it.
TEST(Rattlebacks, TurnBackOneWayOnly) {
  if (std::getenv("CATENA_SCENES") == nullptr) GTEST_SKIP() << "CATENA_SCENES=1 runs it";
  Rattleback stone(1.0);
  double found_at = 0.0, known_at = 0.0, last = 0.0;
  for (double t = 0.01; t < stone.end(); t += 0.01) {
    const auto [found, known] = stone.go_on();
    if (found_at == 0.0 && found > 0.0) found_at = t;
    if (known_at == 0.0 && known > 0.0) known_at = t;
    last = found;
  }
  std::printf("[ measured ] turns back at %.2f s, known %.2f s\n", found_at, known_at);
  EXPECT_NEAR(found_at, known_at, 0.1);
  EXPECT_GT(last, 1.5);
  Rattleback other(-1.0);
  for (double t = 0.01; t < other.end(); t += 0.01) EXPECT_GT(other.go_on().found, 1.8) << t;
}

}  // namespace
}  // namespace catena
