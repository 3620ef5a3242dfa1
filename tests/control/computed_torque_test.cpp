// Controllers of kind computed_torque in scenarios: paths are followed exactly, errors die away as
// asked for, and of more inputs than needed the smallest are taken.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {
namespace {

const std::string tight = "integrator: {tolerance: 1e-12, absolute_tolerance: 1e-13}\n";

// Two links with damping and a spring; more goes to the end.
Scenario arm(const std::string& more) {
  return parse_scenario(R"(
model:
  bodies:
    - {name: upper, inertia: {mass: 2, com: [0, 0, -0.5], moments: [0.2, 0.2, 0.01]}}
    - {name: lower, inertia: {mass: 1, com: [0, 0, -0.4], moments: [0.1, 0.1, 0.01]}}
  joints:
    - {name: shoulder, kind: revolute, parent: world, child: upper, axis: [0, 1, 0], damping: 0.3}
    - {name: elbow, kind: revolute, parent: upper, child: lower, at: [0, 0, -1], axis: [0, 1, 0],
       spring: {stiffness: 4, rest: 0.2}}
)" + more + tight,
                        "arm.yaml", ".");
}

const std::string control = R"(
controllers:
  - name: hand
    kind: computed_torque
    follow: [shoulder, elbow]
    inputs: [shoulder, elbow]
    rate: 5
    path:
      - {t: 0, at: [0, 0]}
      - {t: 1, at: [1, -0.5], rate: [0.3, 0]}
      - {t: 2, at: [0, 0.5]}
)";

TEST(ComputedTorque, FollowsExactly) {
  Simulation simulation(arm(control).setup);
  simulation.advance(1.0);
  EXPECT_NEAR(simulation.state().q[0], 1.0, 1e-10);
  EXPECT_NEAR(simulation.state().q[1], -0.5, 1e-10);
  EXPECT_NEAR(simulation.state().v[0], 0.3, 1e-10);
  simulation.advance(2.0);
  EXPECT_NEAR(simulation.state().q[0], 0.0, 1e-10);
  EXPECT_NEAR(simulation.state().q[1], 0.5, 1e-10);
}

TEST(ComputedTorque, ErrorsDieAwayWithoutOvershoot) {
  Simulation simulation(arm(control + "initial: {shoulder: 0.1}\n").setup);
  Simulation undisturbed(arm(control).setup);
  for (const double t : {0.1, 0.3, 0.8, 1.5}) {
    simulation.advance(t), undisturbed.advance(t);
    EXPECT_NEAR(simulation.state().q[0] - undisturbed.state().q[0],
                0.1 * (1.0 + 5.0 * t) * std::exp(-5.0 * t), 1e-10)
        << t;
  }
}

// A mechanism of one freedom with motors on two of its joints: the sum of squares is smallest where
// efforts are as the velocities.
TEST(ComputedTorque, TakesTheSmallestInputsOfALoop) {
  const Scenario scenario = parse_scenario(R"(
model:
  bodies:
    - {name: crank, inertia: {mass: 1, com: [0, 0, 0.25], moments: [0.03, 0.03, 0.001]}}
    - {name: coupler, inertia: {mass: 1, com: [0.5, 0, 0], moments: [0.001, 0.09, 0.09]}}
    - {name: rocker, inertia: {mass: 1, com: [0, 0, 0.4], moments: [0.06, 0.06, 0.001]}}
  joints:
    - {name: drive, kind: revolute, parent: world, child: crank, axis: [0, 1, 0]}
    - {name: pin, kind: revolute, parent: crank, child: coupler, at: [0, 0, 0.5], axis: [0, 1, 0]}
    - {name: follow, kind: revolute, parent: world, child: rocker, at: [1, 0, 0], axis: [0, 1, 0]}
  loops:
    - {name: end, kind: revolute, a: {body: coupler, at: {position: [1, 0, 0], rpy: [-90 deg, 0, 0]}},
       b: {body: rocker, at: {position: [0, 0, 0.8], rpy: [-90 deg, 0, 0]}}}
initial: {drive: 0.2, pin: {q: -0.3, guess: true}}
controllers:
  - name: both
    kind: computed_torque
    follow: [drive]
    inputs: [drive, follow]
    path: [{t: 0, at: 0.2}, {t: 1, at: 0.6}]
)" + tight,
                                           "four_bar.yaml", ".");
  Simulation simulation(scenario.setup);
  Evaluation evaluation;
  for (const double t : {0.2, 0.5, 0.9}) {
    simulation.advance(t);
    const double s = t, path = 0.2 + 0.4 * s * s * (3.0 - 2.0 * s);
    EXPECT_NEAR(simulation.state().q[0], path, 1e-10);
    simulation.evaluate(simulation.state(), evaluation);
    const Eigen::VectorXd &u = evaluation.applied, &v = simulation.state().v;
    ASSERT_GT(std::abs(u[0]), 0.1);
    EXPECT_NEAR(u[0] * v[2], u[2] * v[0], 1e-11 * std::abs(u[0]));
  }
}

// Less than it needs: as much as there is.
TEST(ComputedTorque, GivesNoMoreThanItMay) {
  const std::string limited =
      std::string(control).replace(control.find("rate: 5"), 7, "rate: 5\n    effort_limit: 0.5");
  Simulation simulation(arm(limited).setup);
  Evaluation evaluation;
  simulation.advance(0.5);
  simulation.evaluate(simulation.state(), evaluation);
  const double spring = -4.0 * (simulation.state().q[1] - 0.2);
  EXPECT_LE(std::abs(evaluation.applied[1] - spring), 0.5 + 1e-12);
  EXPECT_GT(std::abs(simulation.state().q[0] - 0.5), 0.05);
}

TEST(ComputedTorque, StopsWithTheBoundIfAsked) {
  std::string limited = control;
  limited.replace(limited.find("rate: 5"), 7,
                  "rate: 5\n    effort_limit: [0.5, 20]\n    impossible: stop");
  try {
    Simulation simulation(arm(limited).setup);
    simulation.advance(1.0);
    FAIL() << "it went on";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("'shoulder' is at its upper bound 0.5"),
              std::string::npos)
        << error.what();
  }
}

// A gear: twenty times the effort, and the rotor's inertia times the square.
TEST(ComputedTorque, MotorsHaveGears) {
  const Scenario geared = parse_scenario(R"(
model:
  gravity: [0, 0, 0]
  bodies: [{name: drum, inertia: {mass: 1, moments: [1, 1, 0.02]}}]
  joints: [{name: turn, kind: revolute, parent: world, child: drum, armature: 20^2*1e-4}]
motors: [{joint: turn, effort: 0.3 + t, ratio: 20, effort_limit: 0.5}]
)" + tight,
                                         "gear.yaml", ".");
  Simulation simulation(geared.setup);
  Evaluation evaluation;
  simulation.evaluate(simulation.state(), evaluation);
  EXPECT_NEAR(evaluation.a[0], 20.0 * 0.3 / (0.02 + 0.04), 1e-12);
  simulation.advance(1.0);
  simulation.evaluate(simulation.state(), evaluation);
  EXPECT_NEAR(evaluation.a[0], 20.0 * 0.5 / (0.02 + 0.04), 1e-12);
}

TEST(ComputedTorque, SaysWhatDoesNotFit) {
  const auto message = [](const std::string& from, const std::string& to) {
    std::string text = control;
    text.replace(text.find(from), from.size(), to);
    try {
      arm(text);
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_NE(message("rate: 5", "least_stress: 3").find("does not bound the stresses of cables"),
            std::string::npos);
  EXPECT_NE(message("computed_torque", "near_rigid").find("there are no cables"),
            std::string::npos);
  EXPECT_NE(message("[shoulder, elbow]", "[shoulder, elbw]").find("elbow"), std::string::npos);
}

}  // namespace
}  // namespace catena::test
