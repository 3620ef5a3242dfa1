// A pendulum against its solution by elliptic functions, with every integrator.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/library/builtin_models.hpp"
#include "catena/sim/simulation.hpp"
#include "tests/support/elliptic.hpp"

namespace catena {
namespace {

using std::numbers::pi;

// One link of planar_chain(1): 1 kg, 1 m, radius 0.05 m, hinged at its end (Carvalho 2007,
// sec. 5.1.1 with the inertia about the pivot).
constexpr double inertia = 1.0 / 3 + 0.05 * 0.05 / 4, moment = 9.81 * 0.5;

SimulationSetup pendulum(IntegratorKind kind, double step = 1e-3) {
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(planar_chain(1));
  setup.q = Eigen::VectorXd::Constant(1, pi / 2);
  setup.integrator.kind = kind;
  setup.integrator.step = step;
  return setup;
}

// The angle from straight up at time t, released at rest from pi / 2.
double exact_angle(double t) {
  const double k = std::sin(pi / 4);  // sine of half the amplitude, from straight down
  const double w = std::sqrt(moment / inertia);
  const JacobiElliptic e = jacobi_elliptic(complete_elliptic(k) - w * t, k);
  return pi - 2.0 * std::asin(k * e.sn);
}

double error_at(const SimulationSetup& setup, double t_end) {
  Simulation simulation(setup);
  simulation.advance(t_end);
  return std::abs(simulation.state().q[0] - exact_angle(t_end));
}

TEST(Pendulum, FollowsEllipticFunctionsFor10Seconds) {
  for (const IntegratorKind kind : {IntegratorKind::DormandPrince853, IntegratorKind::Radau}) {
    Simulation simulation(pendulum(kind));
    double worst = 0.0;
    RunObserver observer;
    observer.sample_interval = 0.01;
    observer.sample = [&](const State& s) {
      worst = std::max(worst, std::abs(s.q[0] - exact_angle(s.t)) / (pi / 2));
    };
    simulation.advance(10.0, observer);
    RecordProperty("worst", std::to_string(worst));
    std::printf("[ measured ] pendulum, relative error over 10 s: %.1e\n", worst);
    EXPECT_LE(worst, 1e-11);
  }
}

TEST(Pendulum, ShowsTheOrderOfEachFixedStepMethod) {
  for (const auto& [kind, order, step] : {std::tuple{IntegratorKind::SemiImplicitEuler, 1.0, 1e-3},
                                          std::tuple{IntegratorKind::Euler, 1.0, 1e-3},
                                          std::tuple{IntegratorKind::RungeKutta4, 4.0, 1e-2}}) {
    const double coarse = error_at(pendulum(kind, step), 0.5);
    const double fine = error_at(pendulum(kind, step / 2), 0.5);
    EXPECT_NEAR(std::log2(coarse / fine), order, 0.15);
  }
}

// Adaptive methods: with steps held at a size that the error control would not cut.
TEST(Pendulum, ShowsTheOrderOfEachAdaptiveMethod) {
  for (const auto& [kind, order, step] : {std::tuple{IntegratorKind::DormandPrince853, 8.0, 0.25},
                                          std::tuple{IntegratorKind::Radau, 5.0, 0.05}}) {
    std::array<double, 2> errors{};
    for (std::size_t i = 0; i < 2; ++i) {
      SimulationSetup setup = pendulum(kind);
      setup.integrator.max_step = i == 0 ? step : step / 2;
      // Radau's Newton iterations converge to a fraction of the tolerance: keep that small.
      setup.integrator.relative_tolerance = kind == IntegratorKind::Radau ? 1e-7 : 1.0;
      setup.integrator.absolute_tolerance = 1.0;
      Simulation simulation(setup);
      State start = simulation.state();
      start.next_step = setup.integrator.max_step;
      simulation.restore(start);
      simulation.advance(1.0);
      errors[i] = std::abs(simulation.state().q[0] - exact_angle(1.0));
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), order, 0.7) << errors[0] << " " << errors[1];
  }
}

}  // namespace
}  // namespace catena
