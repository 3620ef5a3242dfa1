// Lines of arms with fewer than six joints: within what they can do, or refused with a count.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "catena/dynamics/kinematics.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {
namespace {

// Three hinges about z, in the plane z = 0.
std::string planar_arm(const std::string& moves) {
  return "model:\n"
         "  bodies:\n"
         "    - {name: a, shapes: [{box: {sides: [0.5, 0.05, 0.05]}, at: [0.25, 0, 0], mass: 1}]}\n"
         "    - {name: b, shapes: [{box: {sides: [0.5, 0.05, 0.05]}, at: [0.25, 0, 0], mass: 1}]}\n"
         "    - {name: c, shapes: [{box: {sides: [0.1, 0.05, 0.05]}, at: [0.05, 0, 0], mass: "
         "0.2}]}\n"
         "  joints:\n"
         "    - {name: j1, kind: revolute, parent: world, child: a}\n"
         "    - {name: j2, kind: revolute, parent: a, child: b, at: [0.5, 0, 0]}\n"
         "    - {name: j3, kind: revolute, parent: b, child: c, at: [0.5, 0, 0]}\n"
         "  frames: [{name: tip, body: c, at: [0.1, 0, 0]}]\n"
         "initial: {j1: 30 deg, j2: 60 deg, j3: -90 deg}\n"
         "controllers:\n"
         "  - {name: m, kind: moves, joints: [j1, j2, j3], frame: tip, stiffness: 1000, damping: "
         "50, "
         "moves: [" +
         moves + "]}\n";
}

// Yaw, shoulder, elbow, wrist pitch and wrist roll.
std::string arm_of_five(const std::string& moves) {
  return "model:\n"
         "  bodies:\n"
         "    - {name: turret, shapes: [{cylinder: {radius: 0.07, length: 0.1}, mass: 4}]}\n"
         "    - {name: upper, shapes: [{capsule: {radius: 0.04, length: 0.4}, at: [0, 0, 0.2], "
         "mass: "
         "3}]}\n"
         "    - {name: fore, shapes: [{capsule: {radius: 0.035, length: 0.4}, at: [0, 0, 0.2], "
         "mass: "
         "2}]}\n"
         "    - {name: wrist, shapes: [{sphere: {radius: 0.035}, mass: 0.5}]}\n"
         "    - {name: palm, shapes: [{box: {sides: [0.05, 0.14, 0.03]}, at: [0, 0, 0.055], mass: "
         "0.5}]}\n"
         "  joints:\n"
         "    - {name: yaw, kind: revolute, parent: world, child: turret, axis: [0, 0, 1], at: [0, "
         "0, "
         "0.3]}\n"
         "    - {name: shoulder, kind: revolute, parent: turret, child: upper, axis: [0, 1, 0], "
         "at: "
         "[0, 0, 0.1]}\n"
         "    - {name: elbow, kind: revolute, parent: upper, child: fore, axis: [0, 1, 0], at: [0, "
         "0, "
         "0.4]}\n"
         "    - {name: pitch, kind: revolute, parent: fore, child: wrist, axis: [0, 1, 0], at: [0, "
         "0, "
         "0.4]}\n"
         "    - {name: roll, kind: revolute, parent: wrist, child: palm, axis: [0, 0, 1]}\n"
         "  frames: [{name: tool, body: palm, at: [0, 0, 0.15]}]\n"
         "initial: {shoulder: 28.29 deg, elbow: 100.81 deg, pitch: 50.9 deg}\n"
         "controllers:\n"
         "  - {name: m, kind: moves, joints: [yaw, shoulder, elbow, pitch, roll], frame: tool, "
         "stiffness: 2000, damping: 100, moves: [" +
         moves + "]}\n";
}

Transform<double> pose_at(const Scenario& scenario, const char* frame, const Eigen::VectorXd& q) {
  const Model& model = *scenario.setup.model;
  Kinematics<double> kinematics(model);
  kinematics.compute(model, q);
  return kinematics.pose(model, model.find_frame(frame));
}

// The poses of a frame at the start and after a second.
struct MovedFrame {
  Transform<double> from, to;
};
MovedFrame run_of(const std::string& text, const char* frame) {
  const Scenario scenario = parse_scenario(text, "arm.yaml", ".");
  Simulation simulation(scenario.setup);
  const Transform<double> from = pose_at(scenario, frame, simulation.state().q);
  simulation.advance(1.2);
  return {from, pose_at(scenario, frame, simulation.state().q)};
}

double turn(const MovedFrame& run) {
  return norm(run.to.rotation.c0 - run.from.rotation.c0) +
         norm(run.to.rotation.c2 - run.from.rotation.c2);
}

void expect_refused(const std::string& text, const std::string& words) {
  try {
    parse_scenario(text, "arm.yaml", ".");
    FAIL() << "expected an error with: " << words;
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(words));
  }
}

TEST(FewJoints, FollowALineInTheirPlane) {
  const MovedFrame run = run_of(planar_arm("{by: [0, 0.1, 0], duration: 1 s}"), "tip");
  EXPECT_LT(norm(run.to.translation - run.from.translation - Vec3<double>{0, 0.1, 0}), 1e-5);
  EXPECT_LT(turn(run), 1e-5);
  const MovedFrame turned = run_of(
      planar_arm("{line: {position: [0.4, 0.7, 0], rpy: [0, 0, 40 deg]}, duration: 1 s}"), "tip");
  EXPECT_LT(norm(turned.to.translation - Vec3<double>{0.4, 0.7, 0}), 1e-5);
  EXPECT_NEAR(turned.to.rotation.c0.y, std::sin(40.0 * 3.14159265358979 / 180.0), 1e-5);
}

TEST(FewJoints, CountTheirJointsWhereTheLineLeavesThePlane) {
  expect_refused(planar_arm("{by: [0, 0.1, 0.01], duration: 1 s}"),
                 "the arm has 3 joints, which move the frame in 3 directions, and a line with an "
                 "orientation needs 6");
  expect_refused(planar_arm("{by: [0, 0, 0.1], follow: position}"),
                 "the arm has 3 joints, which move the frame in 2 directions, and a line with a "
                 "position alone needs 3");
  // Its tool does not point straight down, about which the roll could make up for the yaw.
  std::string tilted = arm_of_five("{by: [0, 0.1, 0]}");
  tilted.replace(tilted.find("50.9 deg"), 8, "20 deg");
  expect_refused(tilted, "the arm has 5 joints");
  expect_refused(tilted, "'follow: axis' or 'follow: position'");
}

TEST(FewJoints, FiveFollowLinesInThePlaneOfTheArm) {
  const MovedFrame run = run_of(arm_of_five("{by: [0.05, 0, -0.12], duration: 1 s}"), "tool");
  EXPECT_LT(norm(run.to.translation - run.from.translation - Vec3<double>{0.05, 0, -0.12}), 1e-5);
  EXPECT_LT(turn(run), 1e-4);
}

// Sideways the arm has to turn: the tool keeps where its z axis points, and no more.
TEST(FewJoints, FiveFollowAnyLineWithOneAxis) {
  const MovedFrame run =
      run_of(arm_of_five("{by: [0, 0.2, -0.05], follow: axis, duration: 1 s}"), "tool");
  EXPECT_LT(norm(run.to.translation - run.from.translation - Vec3<double>{0, 0.2, -0.05}), 1e-5);
  EXPECT_LT(norm(run.to.rotation.c2 - run.from.rotation.c2), 1e-4);
  EXPECT_GT(turn(run), 0.1);
}

TEST(FewJoints, FollowAPositionAlone) {
  const MovedFrame run =
      run_of(arm_of_five("{by: [-0.1, 0.2, 0.1], follow: position, duration: 1 s}"), "tool");
  EXPECT_LT(norm(run.to.translation - run.from.translation - Vec3<double>{-0.1, 0.2, 0.1}), 1e-5);
  const MovedFrame planar =
      run_of(planar_arm("{line: [0.2, 0.7, 0], follow: position, duration: 1 s}"), "tip");
  EXPECT_LT(norm(planar.to.translation - Vec3<double>{0.2, 0.7, 0}), 1e-5);
}

TEST(FewJoints, GoToPosesThatTheyHave) {
  const MovedFrame run = run_of(
      planar_arm("{to: {position: [0.3, 0.7, 0], rpy: [0, 0, 100 deg]}, duration: 1 s}"), "tip");
  EXPECT_LT(norm(run.to.translation - Vec3<double>{0.3, 0.7, 0}), 1e-5);
  const MovedFrame five =
      run_of(arm_of_five("{to: {position: [0.3, 0.3, 0.3]}, follow: axis, duration: 1 s}"), "tool");
  EXPECT_LT(norm(five.to.translation - Vec3<double>{0.3, 0.3, 0.3}), 1e-5);
  expect_refused(planar_arm("{to: {position: [0.3, 0.7, 0.1]}}"), "the arm has 3 joints");
}

}  // namespace
}  // namespace catena::test
