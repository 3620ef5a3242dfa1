// A double pendulum whose tip hits the ground while its second joint is at its stop: two impulses
// at once, against the complementarity problem of two unknowns solved by trying all cases.

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <optional>

#include "catena/elements/stops.hpp"
#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

constexpr double stop = 0.35;

// Uniform rods of 1 m and 1 kg in the x-y plane, the first joint `height` above the ground. A motor
// presses the second joint onto its stop at `side` times `stop`.
SimulationSetup pendulum(double height, int side, double restitution) {
  const auto rod =
      Transform<double>::at({0.5, 0, 0}) *
      inertia_about_com(1.0, {0, 0, 0}, Sym3<double>::diagonal(1e-3, 1.0 / 12, 1.0 / 12));
  ModelBuilder builder;
  builder.set_gravity({0, -gravity, 0});
  const BodyId upper = builder.add_body("upper", rod), lower = builder.add_body("lower", rod);
  builder.add_joint(revolute("shoulder", {0, 0, 1}), builder.world(), upper,
                    Transform<double>::at({0, height, 0}));
  JointSpec elbow = revolute("elbow", {0, 0, 1});
  elbow.position_lower = Eigen::VectorXd::Constant(1, side < 0 ? -stop : -3.0);
  elbow.position_upper = Eigen::VectorXd::Constant(1, side < 0 ? 3.0 : stop);
  builder.add_joint(elbow, upper, lower, Transform<double>::at({1, 0, 0}));
  SimulationSetup setup;
  setup.model = std::make_shared<const Model>(builder.build());
  setup.q = numbers({0.3, side * stop});
  setup.v = numbers({0, 0});
  setup.motors = {{"presses",
                   {1},
                   [side](double, In<double>, In<double>, Out<double> e) { e[0] = 20.0 * side; },
                   {}}};
  setup.contacts = {on_plane("tip", lower, {1, 0, 0}, 0.0, {restitution, 0.0}, {0, 1, 0})};
  return setup;
}

// v+ for 0 <= p, 0 <= u+ + e u-, one of them zero, for the tip and (with e = 0) for the stop.
// Returns how many cases fulfil that.
int by_cases(const Eigen::Vector2d& q, const Eigen::Vector2d& v, int side, double e,
             Eigen::Vector2d& after, bool& stop_pushes) {
  Eigen::Matrix2d M, G;
  const double c2 = std::cos(q[1]);
  M << 5.0 / 3.0 + c2, 1.0 / 3.0 + c2 / 2, 1.0 / 3.0 + c2 / 2, 1.0 / 3.0;
  G << std::cos(q[0]) + std::cos(q[0] + q[1]), std::cos(q[0] + q[1]), 0.0, -side;
  const Eigen::Matrix2d response = M.inverse() * G.transpose(), W = G * response;
  Eigen::Vector2d b = G * v;
  b[0] *= 1.0 + e;
  int solutions = 0;
  for (int active = 0; active < 4; ++active) {
    Eigen::Vector2d p = Eigen::Vector2d::Zero();
    if (active == 3) p = -W.inverse() * b;
    if (active == 1) p[0] = -b[0] / W(0, 0);
    if (active == 2) p[1] = -b[1] / W(1, 1);
    if (p.minCoeff() < 0.0 || (b + W * p).minCoeff() < -1e-13) continue;
    if (active > 0 && p.cwiseAbs().maxCoeff() == 0.0) continue;
    after = v + response * p, stop_pushes = p[1] > 0.0, ++solutions;
  }
  return solutions;
}

TEST(TipAndStop, AreHitTogetherAsTheComplementarityProblemSays) {
  int pushed = 0, left = 0;
  for (const double height : {0.5, 1.0, 1.5, 1.8})
    for (const int side : {-1, 1})
      for (const double e : {0.0, 0.5, 1.0}) {
        SCOPED_TRACE(testing::Message() << height << " m, stop " << side << ", e = " << e);
        Simulation simulation(pendulum(height, side, e));
        ASSERT_EQ(find_modes<CoordinateModes>(simulation.state())[1].limit, side);
        std::optional<SimulationEvent> first;
        Eigen::Vector2d q, after;
        RunObserver observer;
        observer.event = [&](const SimulationEvent& event) {
          if (first || event.kind != EventKind::Impact) return;
          first = event, q = simulation.state().q, after = simulation.state().v;
        };
        observer.step = [&](const State&) { return !first; };
        simulation.advance(2.0, observer);
        ASSERT_TRUE(first);
        const SimulationEvent& hit = *first;
        EXPECT_EQ(q[1], side * stop);
        // The second joint was held, so the first alone moved the tip.
        const Eigen::Vector2d before{hit.v_before / (std::cos(q[0]) + std::cos(q[0] + q[1])), 0.0};
        Eigen::Vector2d expected;
        bool stop_pushes = false;
        ASSERT_EQ(by_cases(q, before, side, e, expected, stop_pushes), 1);
        (stop_pushes ? pushed : left) += 1;
        EXPECT_NEAR(after[0], expected[0], 2e-12);
        EXPECT_NEAR(after[1], expected[1], 2e-12);
        EXPECT_NEAR(hit.v_after, -e * hit.v_before, 1e-12);
        EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-11);
      }
  std::printf("[ measured ] the stop takes part in %d impacts and is left in %d\n", pushed, left);
  EXPECT_GE(pushed, 5);
  EXPECT_GE(left, 5);
}

}  // namespace
}  // namespace catena::test
