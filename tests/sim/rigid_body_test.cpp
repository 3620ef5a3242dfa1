// Motion on the manifold: a free rigid body against the symmetric top's exact solution, and orders
// of the methods there.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/dynamics/energy.hpp"
#include "catena/math/quaternion.hpp"
#include "catena/model/model_builder.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {
namespace {

constexpr double transverse = 0.4, axial = 0.1, wx = 1.5, wz = 8.0;

SimulationSetup top(IntegratorKind kind, double step) {
  ModelBuilder builder;
  const BodyId body = builder.add_body(
      "top",
      inertia_about_com(2.0, {0, 0, 0}, Sym3<double>::diagonal(transverse, transverse, axial)));
  builder.add_joint(free_joint("float"), builder.world(), body);
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  setup.v = Eigen::VectorXd::Zero(6);
  setup.v << wx, 0.0, wz, 1.0, 2.0, 3.0;
  setup.integrator.kind = kind;
  setup.integrator.step = step;
  return setup;
}

// Angular velocity in body axes turns about z at the rate n; the body precesses about its angular
// momentum L at |L| / transverse. The orientation is exp(L t / transverse) exp(-n t z).
Quaternion<double> exact_orientation(double t) {
  const double n = (1.0 - axial / transverse) * wz;
  const Vec3<double> L = {transverse * wx, 0.0, axial * wz};
  return exponential((t / transverse) * L) * exponential(Vec3<double>{0.0, 0.0, n * t});
}

double orientation_error(const State& s) {
  const auto q = Quaternion<double>::load(s.q.data());
  const Vec3<double> turn = logarithm(conjugate(exact_orientation(s.t)) * q);
  return norm(turn);
}

TEST(FreeBody, TumblesAsTheSymmetricTopDoes) {
  for (const IntegratorKind kind : {IntegratorKind::DormandPrince853, IntegratorKind::Radau}) {
    Simulation simulation(top(kind, 1e-3));
    simulation.advance(5.0);
    const State& s = simulation.state();
    std::printf("[ measured ] symmetric top after 5 s: %.1e rad\n", orientation_error(s));
    EXPECT_LE(orientation_error(s), 5e-12);
    // Its centre flies a parabola; v is in the body's axes, and starts along the world's.
    EXPECT_NEAR(s.q[4], 5.0, 1e-9);
    EXPECT_NEAR(s.q[5], 10.0, 1e-9);
    EXPECT_NEAR(s.q[6], 15.0 - 0.5 * 9.81 * 25.0, 1e-8);
  }
}

TEST(FreeBody, ShowsTheOrderOfEachMethodOnTheManifold) {
  for (const auto& [kind, order, step] : {std::tuple{IntegratorKind::SemiImplicitEuler, 1.0, 1e-3},
                                          std::tuple{IntegratorKind::Euler, 1.0, 1e-3},
                                          std::tuple{IntegratorKind::RungeKutta4, 4.0, 2e-2}}) {
    double errors[2];
    for (int i = 0; i < 2; ++i) {
      Simulation simulation(top(kind, i == 0 ? step : step / 2));
      simulation.advance(1.0);
      errors[i] = orientation_error(simulation.state());
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), order, 0.2);
  }
}

double energy_error(SimulationSetup setup, double t_end) {
  Simulation simulation(setup);
  const double before = simulation.energy(simulation.state()).stored();
  simulation.advance(t_end);
  return std::abs(simulation.energy(simulation.state()).stored() - before) / before;
}

// Body axes that turn must not make the flight faster: half the square of the angle per step.
TEST(FreeBody, SpinLeavesTheFlightOfASphereAlone) {
  for (const auto& [kind, allowed] : {std::pair{IntegratorKind::SemiImplicitEuler, 1e-12},
                                      std::pair{IntegratorKind::RungeKutta4, 1e-5}}) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, 0});
    builder.add_joint(free_joint("fly"), world_body,
                      builder.add_body("ball", solid_sphere(1.0, 0.1)));
    SimulationSetup setup;
    setup.model = std::make_shared<Model>(builder.build());
    setup.v = Eigen::VectorXd::Zero(6);
    setup.v << 0, 0, 100, 10, 0, 0;
    setup.integrator.kind = kind;
    setup.integrator.step = 1e-3;
    EXPECT_LE(energy_error(setup, 1.0), allowed) << static_cast<int>(kind);
  }
}

// Of a body whose axes are not those of its spin, energy is kept by the method's order.
TEST(FreeBody, EnergyShowsTheOrderOfEachMethod) {
  for (const auto& [kind, order, step] : {std::tuple{IntegratorKind::SemiImplicitEuler, 1.0, 1e-3},
                                          std::tuple{IntegratorKind::RungeKutta4, 4.0, 2e-2}}) {
    const double ratio =
        energy_error(top(kind, step), 1.0) / energy_error(top(kind, step / 2), 1.0);
    EXPECT_GE(std::log2(ratio), order - 0.2) << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace catena::test
