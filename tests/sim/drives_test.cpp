// Motors and prescribed motion.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/library/builtin_models.hpp"
#include "tests/sim/slider.hpp"

namespace catena::test {
namespace {

TEST(Motors, MoveAMassAsNewtonSays) {
  // 30 N cos(2 t) and the weight: q = (F / m w^2) (1 - cos w t) - g t^2 / 2.
  SimulationSetup setup = slider([](JointSpec&) {}, 0.0, 0.0);
  setup.motors.push_back(pusher([](double t) { return 30.0 * std::cos(2.0 * t); }));
  Simulation simulation(setup);
  simulation.advance(2.0);
  const double expected = 30.0 / (slider_mass * 4.0) * (1.0 - std::cos(4.0)) - gravity * 2.0;
  EXPECT_NEAR(simulation.state().q[0], expected, 1e-11);
  const EnergyBalance energy = simulation.energy(simulation.state());
  EXPECT_NEAR(energy.work, energy.kinetic + energy.potential, 1e-10);
}

TEST(Motors, KeepToTheirEffortLimit) {
  SimulationSetup setup = slider([](JointSpec&) {}, 0.0, 0.0);
  setup.motors.push_back(pusher([](double) { return 1000.0; }));
  setup.motors[0].effort_limit = {25.0};
  Simulation simulation(setup);
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  EXPECT_EQ(at.applied[0], 25.0);
}

// A double pendulum whose first joint follows a path: the second swings as if its pivot were moved,
// and the drive's work explains the energy.
TEST(PrescribedMotion, FollowsItsPathAndBooksItsWork) {
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(double_pendulum());
  setup.q = Eigen::Vector2d(0.0, 2.5);
  const auto path = [](double t) {
    return PathPoint{0.5 * std::sin(3.0 * t), 1.5 * std::cos(3.0 * t), -4.5 * std::sin(3.0 * t)};
  };
  setup.prescribed.push_back({"drive", 0, path});
  for (const IntegratorKind kind : {IntegratorKind::DormandPrince853, IntegratorKind::Radau}) {
    setup.integrator.kind = kind;
    if (kind == IntegratorKind::Radau) setup.integrator.relative_tolerance = 1e-11;
    Simulation simulation(setup);
    double worst = 0.0, exchanged = 0.0;
    RunObserver observer;
    observer.sample_interval = 0.05;
    observer.sample = [&](const State& s) {
      EXPECT_EQ(s.q[0], path(s.t).position);
      EXPECT_EQ(s.v[0], path(s.t).velocity);
      Evaluation at;
      simulation.evaluate(s, at);
      EXPECT_EQ(at.a[0], path(s.t).acceleration);
      const EnergyBalance energy = simulation.energy(s);
      worst = std::max(worst, std::abs(energy.balance));
      exchanged = std::max(exchanged, std::abs(energy.work));
    };
    simulation.advance(5.0, observer);
    EXPECT_LE(worst, 1e-9 * exchanged);
  }
}

// A motion at constant speed has no error, however long the steps. The torque of its drive went to
// and fro several times within one: the work was wrong by all that was exchanged.
TEST(PrescribedMotion, BooksTheWorkOfConstantSpeed) {
  constexpr double speed = 100.0;
  ModelBuilder builder;
  const auto arm = Transform<double>::at({0.5, 0, 0}) * solid_box(2.0, {1, 0.1, 0.1});
  builder.add_joint(revolute("joint", {0, 1, 0}), builder.world(), builder.add_body("arm", arm));
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  setup.prescribed.push_back({"drive", 0, [](double t) {
                                return PathPoint{speed * t, speed, 0.0};
                              }});
  Simulation simulation(setup);
  RunObserver observer;
  observer.sample_interval = 0.01;
  observer.sample = [&](const State& s) {
    EXPECT_NEAR(simulation.energy(s).work, -2.0 * gravity * 0.5 * std::sin(speed * s.t), 1e-8);
  };
  simulation.advance(2.0, observer);
}

}  // namespace
}  // namespace catena::test
