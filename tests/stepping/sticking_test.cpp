// Time steps: what rests stays, what slides slides as Coulomb says.

#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

TEST(TimeSteps, ABoxOnASlopeDoesNotCreep) {
  Simulation simulation(stack({1.0}, sloping_gravity(20 * degree), 0.5));
  const Eigen::VectorXd start = simulation.state().q;
  simulation.advance(20.0);
  EXPECT_LT((simulation.state().q - start).lpNorm<Eigen::Infinity>(), 1e-12);
  EXPECT_LT(simulation.state().v.lpNorm<Eigen::Infinity>(), 1e-12);
}

TEST(TimeSteps, ABoxSlidesAlikeInEveryDirection) {
  const double slope = 35 * degree;
  const double expected = 0.5 * gravity * (std::sin(slope) - 0.5 * std::cos(slope));
  for (const double azimuth : {0.0, 30 * degree, 77 * degree, 200 * degree}) {
    Simulation simulation(stack({1.0}, sloping_gravity(slope, azimuth), 0.5));
    simulation.advance(2.0);
    const Eigen::VectorXd& q = simulation.state().q;
    EXPECT_NEAR(std::hypot(q[4], q[5]), 4.0 * expected, 4.0e-9 * expected);
    EXPECT_NEAR(std::remainder(std::atan2(q[5], q[4]) - azimuth, 2 * std::numbers::pi), 0.0, 1e-9);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-10);
  }
}

TEST(TimeSteps, AFastCubeDoesNotLift) {
  SimulationSetup setup = stack({1.0}, {0, 0, -gravity}, 0.5);
  setup.v[3] = 6.0;
  Simulation simulation(setup);
  double highest = 0.0;
  RunObserver observer;
  observer.step = [&](const State& state) {
    highest = std::max(highest, std::abs(state.q[6] - 0.1));
    return true;
  };
  simulation.advance(2.0, observer);
  EXPECT_LT(highest, 1e-9);
  // It stops after v / (mu g) on the way v^2 / (2 mu g); the step in which it stops is of first
  // order.
  EXPECT_NEAR(simulation.state().q[4], 18.0 / (0.5 * gravity), 1e-5);
  EXPECT_LT(simulation.state().v.lpNorm<Eigen::Infinity>(), 1e-12);
}

TEST(TimeSteps, AStackOfTenStands) {
  for (const double tilt : {0.0, 3.0}) {
    Simulation simulation(stack(std::vector<double>(10, 1.0), sloping_gravity(tilt * degree), 0.5));
    const Eigen::VectorXd start = simulation.state().q;
    simulation.advance(1.0);
    EXPECT_LT((simulation.state().q - start).lpNorm<Eigen::Infinity>(), 1e-9) << tilt;
  }
}

TEST(TimeSteps, AHeavyTopStands) {
  std::vector<double> masses(10, 1.0);
  masses.back() = 1000.0;
  Simulation simulation(stack(masses, sloping_gravity(1.1 * degree), 0.5));
  const Eigen::VectorXd start = simulation.state().q;
  simulation.advance(0.2);
  EXPECT_LT((simulation.state().q - start).lpNorm<Eigen::Infinity>(), 1e-9);
}

}  // namespace
}  // namespace catena::test
