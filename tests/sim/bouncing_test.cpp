// A ball that bounces infinitely often in finite time comes to rest, however long the steps are
// between which the last bounces fall.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/model/model_builder.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

SimulationSetup ball(IntegratorKind kind, double restitution) {
  ModelBuilder builder;
  const BodyId body = builder.add_body("ball", solid_sphere(1.0, 0.1));
  JointSpec drop = prismatic("drop", {0, 0, 1});
  drop.position_lower = Eigen::VectorXd::Zero(1);
  drop.position_upper = Eigen::VectorXd::Constant(1, 10.0);
  builder.add_joint(drop, builder.world(), body);
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  setup.q = Eigen::VectorXd::Constant(1, 1.0);
  setup.integrator.kind = kind;
  setup.limits.restitution = Eigen::VectorXd::Constant(1, restitution);
  return setup;
}

TEST(Bouncing, EndsWhereTheSeriesOfBouncesDoes) {
  for (const IntegratorKind kind :
       {IntegratorKind::DormandPrince853, IntegratorKind::Radau, IntegratorKind::RungeKutta4})
    for (const double e : {0.3, 0.5, 0.9}) {
      Simulation simulation(ball(kind, e));
      long bounces = 0;
      double held_at = 0.0;
      RunObserver observer;
      observer.event = [&](const SimulationEvent& event) {
        bounces += event.kind == EventKind::Limit ? 1 : 0;
        if (event.kind == EventKind::Hold) held_at = event.t;
      };
      observer.step = [&](const State&) { return bounces < 1000; };
      EXPECT_TRUE(simulation.advance(20.0, observer)) << "it bounces on, e = " << e;
      EXPECT_NEAR(held_at, std::sqrt(2.0 / 9.81) * (1.0 + e) / (1.0 - e), 1e-5);
      EXPECT_EQ(simulation.state().q[0], 0.0);
      EXPECT_EQ(simulation.state().v[0], 0.0);
      EXPECT_LE(std::abs(simulation.energy(simulation.state()).balance), 1e-10);
    }
}

}  // namespace
}  // namespace catena
