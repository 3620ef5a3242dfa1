// Controllers of kind moves in scenarios: planned, followed, written again, refused with a reason.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/dynamics/kinematics.hpp"
#include "catena/math/rotation.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {
namespace {

const std::string head = R"(
model: {builtin: puma560}
initial: {joint2: 45 deg, joint3: -150 deg, joint5: 60 deg}
controllers:
  - name: arm
    kind: moves
    joints: [joint1, joint2, joint3, joint4, joint5, joint6]
    frame: tool
    stiffness: [1e4, 1e4, 1e4, 1e3, 1e3, 1e3]
    damping: [400, 400, 200, 20, 20, 20]
    velocity_limit: 2 rad/s
    acceleration_limit: 10
    jerk_limit: 100
)";

const std::string moves = R"(    effort_share: 0.95
    start: 0.1 s
    moves:
      - {to: [-0.6, 0.9, -2.6, 0.4, 0.9, 0.2], timing: jerk_limited}
      - {wait: 0.1 s}
      - {by: [0.15, 0.5, 0.2], timing: time_optimal, speed: 0.5 m/s}
      - {to: [0.2, 0.9, -2.5, 0, 0.8, 0], duration: 0.6 s}
)";

Scenario scenario_of(const std::string& text) {
  return parse_scenario(head + text, "moves.yaml", ".");
}

Vec3<double> tool_at(const Model& model, const Eigen::VectorXd& q) {
  Kinematics<double> kinematics(model);
  kinematics.compute(model, q);
  return kinematics.pose(model, model.find_frame("tool")).translation;
}

TEST(Moves, AreFollowedOneAfterTheOther) {
  const Scenario scenario = scenario_of(moves);
  const std::vector<double>& breaks = scenario.setup.breaks;
  ASSERT_GT(breaks.size(), 100U);
  EXPECT_EQ(breaks.front(), 0.1);
  Simulation simulation(scenario.setup);
  const Eigen::VectorXd first{{-0.6, 0.9, -2.6, 0.4, 0.9, 0.2}}, last{{0.2, 0.9, -2.5, 0, 0.8, 0}};
  // The second move is a rest of 0.1 s, the largest gap between breaks but the quintic.
  double rest = 0.0;
  for (std::size_t i = 1; i < breaks.size(); ++i)
    if (std::abs(breaks[i] - breaks[i - 1] - 0.1) < 1e-9) rest = breaks[i];
  ASSERT_GT(rest, 0.1);
  simulation.advance(rest);
  EXPECT_LT((simulation.state().q - first).norm(), 1e-5);
  const Vec3<double> before = tool_at(*scenario.setup.model, simulation.state().q);
  const double end = breaks.back();
  simulation.advance(end - 0.6);
  const Vec3<double> after = tool_at(*scenario.setup.model, simulation.state().q);
  EXPECT_LT(norm(after - before - Vec3<double>{0.15, 0.5, 0.2}), 1e-5);
  simulation.advance(end + 0.2);
  EXPECT_LT((simulation.state().q - last).norm(), 1e-5);
}

TEST(Moves, AreFollowedByTimeStepsToo) {
  const Scenario scenario =
      parse_scenario(head + moves + "contact: {method: stepping, step: 1 ms}\n", "moves.yaml", ".");
  Simulation simulation(scenario.setup);
  simulation.advance(scenario.setup.breaks.back() + 0.2);
  const Eigen::VectorXd last{{0.2, 0.9, -2.5, 0, 0.8, 0}};
  EXPECT_LT((simulation.state().q - last).norm(), 1e-3);
}

// Nothing is said of the start.
TEST(Moves, StartFromTheNeutralConfiguration) {
  const Scenario scenario = parse_scenario(
      "model: {builtin: planar_chain, links: 1}\n"
      "controllers:\n"
      "  - {name: drive, kind: moves, joints: [joint1], stiffness: 1e3, damping: 100,\n"
      "     moves: [{to: 0.3, duration: 0.2 s}]}\n",
      "chain.yaml", ".");
  Simulation simulation(scenario.setup);
  simulation.advance(0.1);
  EXPECT_NEAR(simulation.state().q[0], 0.15, 1e-6);
}

TEST(Moves, AreWrittenAsTheyWereRead) {
  const std::string text = head + moves +
                           "      - {line: {position: [0.5, 0.1, 0.9], rpy: [0.1, 0, 0]}}\n"
                           "      - {line: [0.5, 0.1, 1], duration: 2}\n";
  const Mechanism read = parse_mechanism(text, "moves.yaml", ".");
  const Mechanism again = parse_mechanism(write_scenario(read), "again.yaml", ".");
  ASSERT_EQ(again.controllers.size(), 1U);
  EXPECT_EQ(again.controllers[0].moves, read.controllers[0].moves);
  EXPECT_EQ(again.controllers[0].inputs, read.controllers[0].inputs);
}

void expect_error(const std::string& text, const std::string& words) {
  try {
    scenario_of(text);
    FAIL() << "expected an error with: " << words;
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(words)) << text;
  }
}

TEST(Moves, AreRefusedWithAReason) {
  expect_error("    moves: [{by: [2, 0, 0]}]\n", "cannot be followed");
  expect_error("    moves: [{by: [2, 0, 0]}]\n", "moves[0].by");
  expect_error("    moves: [{to: [0, 0]}]\n", "6");
  expect_error("    moves: [{to: 0, wait: 1 s}]\n", "wait");
  expect_error("    moves: [{to: 0, timing: time_optimal, duration: 1 s}]\n", "duration");
  expect_error("    moves: [{to: 0, speed: 1}]\n", "speed");
  expect_error("    effort_limit: 5\n    moves: [{to: 0, timing: time_optimal}]\n",
               "effort of joint");
  expect_error("    effort_limit: -5\n    moves: [{to: 0}]\n", "effort_limit");
}

TEST(Moves, BeyondALimitAreRefused) {
  expect_error(
      "    moves:\n      - {wait: 1 s}\n      - {to: [200 deg, 45 deg, -150 deg, 0, 60 deg, "
      "0]}\n",
      "moves[1].to: 'joint1' would go to 200 deg, beyond its upper limit 160 deg");
  expect_error("    moves: [{to: [0, -4, -2.5, 0, 1, 0]}]\n", "'joint2' would go to -229.183 deg");
}

TEST(Moves, NameTheJointThatIsTooWeakToStart) {
  const auto text = [](double one, double two) {
    return fmt::format(
        "    effort_limit: [{}, {}, 40, 10, 10, 10]\n"
        "    moves: [{{to: [90 deg, 45 deg, -150 deg, 0, 60 deg, 0], timing: time_optimal}}]\n",
        one, two);
  };
  std::string found;
  try {
    scenario_of(text(30, 60));
    FAIL() << "expected an error";
  } catch (const std::exception& error) {
    found = error.what();
  }
  EXPECT_THAT(found, testing::HasSubstr("the path cannot start at rest"));
  // 'joint1' is too weak: its effort limit is 30 N m, 40 N m would do
  const std::size_t name = found.find("; '"), limit = found.find("effort limit is "),
                    would = found.find("N m, ");
  ASSERT_NE(name, std::string::npos) << found;
  ASSERT_NE(would, std::string::npos) << found;
  const std::string joint = found.substr(name + 3, 6);
  const double has = std::stod(found.substr(limit + 16)),
               needs = std::stod(found.substr(would + 5));
  EXPECT_GT(needs, has);
  const bool first = joint == "joint1";
  EXPECT_EQ(has, first ? 30.0 : 60.0) << found;
  for (const double part : {0.95, 1.0}) {
    const std::string with = text(first ? part * needs : 30.0, first ? 60.0 : part * needs);
    if (part < 1.0) {
      EXPECT_THROW(scenario_of(with), std::exception);
    } else {
      EXPECT_NO_THROW(scenario_of(with)) << found;
    }
  }
}

TEST(Moves, GoToAPose) {
  const Scenario scenario = scenario_of(
      "    moves:\n"
      "      - {to: {position: [0.5, 0.2, 0.4], rpy: [180 deg, 0, 30 deg]}, duration: 1 s}\n"
      "      - {to: {position: [0.45, 0.25, 0.5]}, duration: 1 s}\n");
  Simulation simulation(scenario.setup);
  const Model& model = *scenario.setup.model;
  const FrameId tool = model.find_frame("tool");
  const Mat3<double> turned = rotation_from_rpy(std::numbers::pi, 0, std::numbers::pi / 6);
  for (const auto& [t, at] : {std::pair{1.0, Vec3<double>{0.5, 0.2, 0.4}},
                              std::pair{2.0, Vec3<double>{0.45, 0.25, 0.5}}}) {
    simulation.advance(t);
    Kinematics<double> kinematics(model);
    kinematics.compute(model, simulation.state().q);
    const Transform<double> X = kinematics.pose(model, tool);
    EXPECT_LT(norm(X.translation - at), 1e-5) << t;
    EXPECT_LT(norm(X.rotation.c0 - turned.c0) + norm(X.rotation.c2 - turned.c2), 1e-4) << t;
  }
  expect_error("    moves: [{to: {position: [5, 0, 0]}}]\n",
               "moves[0].to: the pose cannot be reached");
  expect_error("    moves: [{to: [0, 0, 0, 0, 0, 0], follow: axis}]\n", "follow");
}

TEST(Moves, ToPosesAreWrittenAsTheyWereRead) {
  const std::string text =
      head +
      "    moves:\n"
      "      - {to: {position: [0.5, 0.2, 0.4], rpy: [180 deg, 0, 30 deg]}, duration: 1 s}\n"
      "      - {to: {position: [0.5, 0.2, 0.4]}, follow: position}\n"
      "      - {by: [0, 0, 0.1], follow: axis, axis: [1, 0, 0.5]}\n"
      "      - {line: [0.5, 0.2, 0.4], follow: axis}\n";
  const Mechanism read = parse_mechanism(text, "moves.yaml", ".");
  const Mechanism again = parse_mechanism(write_scenario(read), "again.yaml", ".");
  EXPECT_EQ(again.controllers[0].moves, read.controllers[0].moves);
}

// Two wheels that are geared turn on an arm: a loop beyond the joint of the arm, and one of which
// the wheels are part.
std::string geared(const std::string& joint) {
  return "model:\n"
         "  bodies:\n"
         "    - {name: arm, inertia: {mass: 2, com: [0.5, 0, 0], moments: [0.1, 0.1, 0.1]}}\n"
         "    - {name: one, inertia: {mass: 1, moments: [0.02, 0.02, 0.02]}}\n"
         "    - {name: two, inertia: {mass: 1, moments: [0.02, 0.02, 0.02]}}\n"
         "  joints:\n"
         "    - {name: shoulder, kind: revolute, parent: world, child: arm, axis: [0, 1, 0]}\n"
         "    - {name: first, kind: revolute, parent: arm, child: one, axis: [0, 1, 0], at: [1, 0, "
         "0]}\n"
         "    - {name: second, kind: revolute, parent: arm, child: two, axis: [0, 1, 0], at: [1.2, "
         "0, 0]}\n"
         "  loops: [{name: gears, coupling: {of: first, ratio: -1, to: second}}]\n"
         "controllers:\n"
         "  - {name: drive, kind: moves, joints: [" +
         joint +
         "], stiffness: 1000, damping: 50, moves: [{to: [0.7], duration: 1 s}]}\n"
         "duration: 2\n";
}

TEST(Moves, LeaveLoopsBeyondTheirJointsAlone) {
  const Scenario scenario = parse_scenario(geared("shoulder"), "geared.yaml", "");
  Simulation simulation(scenario.setup);
  simulation.advance(2.0);
  EXPECT_NEAR(simulation.state().q[0], 0.7, 1e-6);
  EXPECT_NEAR(simulation.state().q[1] + simulation.state().q[2], 0.0, 1e-12);
  try {
    parse_scenario(geared("first"), "geared.yaml", "");
    FAIL() << "expected an error";
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("'first' is part of the loop 'gears'"));
  }
}

}  // namespace
}  // namespace catena::test
