// Dry friction that truly sticks: a sliding mass against the formulas of the school book.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/sim/slider.hpp"

namespace catena::test {
namespace {

constexpr double sliding = 30.0, breakaway = 36.0;  // more than the weight of 19.62 N

const auto rough = [](JointSpec& spec) {
  spec.coulomb_friction = Eigen::VectorXd::Constant(1, sliding);
  spec.static_friction = Eigen::VectorXd::Constant(1, breakaway);
};

TEST(Friction, StopsAndThenHoldsStill) {
  // Thrown upwards: weight and friction slow it down until it stops, and friction holds it there.
  const double deceleration = gravity + sliding / slider_mass, v0 = 3.0;
  const double stop = v0 / deceleration, height = v0 * v0 / (2.0 * deceleration);
  for (const IntegratorKind kind : all_integrators) {
    SimulationSetup setup = slider(rough, 0.0, v0);
    setup.integrator.kind = kind;
    Simulation simulation(setup);
    const auto events = events_of(simulation, 20.0);
    ASSERT_EQ(events.size(), 2u);
    EXPECT_EQ(events[0].kind, EventKind::Slip);
    EXPECT_EQ(events[1].kind, EventKind::Stick);
    EXPECT_NEAR(events[1].t, stop, 1e-10);
    EXPECT_EQ(simulation.state().v[0], 0.0);
    if (kind == IntegratorKind::SemiImplicitEuler) continue;  // of order 1 in the height
    EXPECT_NEAR(simulation.state().q[0], height, 1e-12);
    EXPECT_NEAR(simulation.energy(simulation.state()).dissipated, sliding * height, 1e-11);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-12);
  }
}

TEST(Friction, LetsGoAtItsBreakawayEffortAndSlidesWithLess) {
  SimulationSetup setup = slider(rough, 0.0, 0.0);
  setup.motors.push_back(pusher([](double t) { return 50.0 * t; }));
  // 50 t - weight reaches the break-away effort.
  const double go = (breakaway + slider_mass * gravity) / 50.0;
  for (const IntegratorKind kind : all_integrators) {
    setup.integrator.kind = kind;
    Simulation simulation(setup);
    const auto events = events_of(simulation, 1.5);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0].kind, EventKind::Slip);
    EXPECT_NEAR(events[0].t, go, 1e-10);
    Evaluation at;
    simulation.evaluate(simulation.state(), at);
    EXPECT_NEAR(at.a[0], (50.0 * 1.5 - slider_mass * gravity - sliding) / slider_mass, 1e-10);
  }
}

TEST(Friction, GoesThroughAStopWhereItCannotHold) {
  // Lighter friction than the weight: the mass rises, stops for an instant and falls again.
  const auto light = [](JointSpec& spec) {
    spec.coulomb_friction = Eigen::VectorXd::Constant(1, 5.0);
  };
  const double up = gravity + 5.0 / slider_mass, down = gravity - 5.0 / slider_mass;
  Simulation simulation(slider(light, 0.0, 4.0));
  const auto events = events_of(simulation, 1.0);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[1].kind, EventKind::Slip);
  EXPECT_EQ(events[1].how, EventHow::Backwards);
  const double top = 4.0 / up;
  EXPECT_NEAR(events[1].t, top, 1e-10);
  EXPECT_NEAR(simulation.state().v[0], -down * (1.0 - top), 1e-10);
}

TEST(Friction, SharesTheLoadWithAStop) {
  SimulationSetup setup = slider(
      [](JointSpec& spec) {
        rough(spec);
        spec.position_lower = Eigen::VectorXd::Zero(1);
      },
      0.0, 0.0);
  Simulation simulation(setup);
  simulation.advance(0.1);
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  EXPECT_NEAR(at.reaction[0], slider_mass * gravity, 1e-12);
  EXPECT_EQ(simulation.limit_effort(simulation.state(), at, 0), 0.0) << "friction holds it alone";
}

}  // namespace
}  // namespace catena::test
