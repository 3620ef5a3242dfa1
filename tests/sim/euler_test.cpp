// The explicit method of Euler, step by step.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

// Of a mass on a spring (k = m = 1), (q, v) becomes (q + h v, v - h q): a rotation that makes q^2 +
// v^2 larger by 1 + h^2 in each step.
TEST(Euler, GainsEnergyInEachStepAsItMust) {
  SimulationSetup setup = lone_body(prismatic("slide", {1, 0, 0}), solid_sphere(1.0, 0.1),
                                    {0, 0, 0}, numbers({1}), numbers({0}));
  setup.motors = {
      {"spring", {0}, [](double, In<double> q, In<double>, Out<double> e) { e[0] = -q[0]; }, {}}};
  setup.integrator.kind = IntegratorKind::Euler;
  setup.integrator.step = 0.01;
  Simulation simulation(setup);
  double q = 1.0, v = 0.0;
  for (int i = 1; i <= 300; ++i) {
    simulation.advance(0.01 * i);
    const double next = q + 0.01 * v;
    v -= 0.01 * q;
    q = next;
  }
  EXPECT_NEAR(simulation.state().q[0], q, 1e-12);
  EXPECT_NEAR(simulation.state().v[0], v, 1e-12);
  EXPECT_NEAR(q * q + v * v, std::pow(1.0 + 1e-4, 300), 1e-12);
}

// It falls with the velocity of the start of each step.
TEST(Euler, FallsBehindByHalfAStep) {
  SimulationSetup setup = lone_body(prismatic("slide", {0, 0, 1}), solid_sphere(1.0, 0.1),
                                    {0, 0, -10}, numbers({0}), numbers({0}));
  setup.integrator.kind = IntegratorKind::Euler;
  setup.integrator.step = 0.01;
  Simulation simulation(setup);
  simulation.advance(1.0);
  EXPECT_NEAR(simulation.state().q[0], -5.0 + 0.5 * 0.01 * 10.0, 1e-12);
}

}  // namespace
}  // namespace catena::test
