// Forces and torques on bodies by formula, in world and in body axes, against closed solutions.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/mechanism/applied_force_item.hpp"
#include "catena/mechanism/compile.hpp"
#include "catena/sim/checkpoint.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// A free body of 2 kg whose middle is its origin.
std::string free_body(const std::string& forces, const std::string& rest = "",
                      const std::string& gravity = "[0, 0, 0]") {
  return "model:\n  gravity: " + gravity +
         "\n"
         "  bodies: [{name: m, inertia: {mass: 2, com: [0, 0, 0], moments: [0.5, 0.5, 0.5]}}]\n"
         "  joints: [{name: base, kind: free, parent: world, child: m}]\n"
         "  frames: [{name: tip, body: m, at: [0.3, 0, 0]}]\n"
         "  forces:\n" +
         forces + rest;
}

double spent(WatchedRun& run, EnergyKind kind, const std::string& name) {
  const int source = run.simulation.ledger().find(kind, name);
  EXPECT_GE(source, 0);
  return source < 0 ? std::nan("") : run.simulation.state().spent[source];
}

TEST(Forces, DragSlowsAFallDownToItsLimit) {
  WatchedRun run(free_body("    - {name: drag, on: m, force: [0, 0, -3*vz], energy: dissipated}\n",
                           "", "[0, 0, -9.81]"),
                 1.5);
  const double m = 2.0, c = 3.0, g = 9.81, t = 1.5, limit = m * g / c, k = c / m;
  const double v = limit * (1.0 - std::exp(-k * t));
  const double z = limit * (t - (1.0 - std::exp(-k * t)) / k);
  EXPECT_NEAR(run.simulation.state().v[5], -v, 1e-10);
  EXPECT_NEAR(run.simulation.state().q[6], -z, 1e-10);
  EXPECT_NEAR(spent(run, EnergyKind::Dissipated, "drag"), m * g * z - 0.5 * m * v * v, 1e-10);
  EXPECT_LT(run.unexplained(), 1e-10);
}

// The same drag by the velocity of a frame, which is named like its recorded position.
TEST(Forces, VelocitiesOfFramesAreThoseOfPoints) {
  const std::string rest = "initial: {base: {position: [0, 0, 0], v: [0, 0, 1, 2, 0, 0]}}\n";
  WatchedRun by_point(
      free_body("    - {name: drag, on: tip, force: [-vx, -2*vy, -vz], torque: [0, 0, -0.1*wz]}\n",
                rest),
      1.0);
  WatchedRun by_frame(free_body("    - {name: drag, on: tip, force: [-vel.tip.x, -2*vel.tip.y, "
                                "-vel.tip.z], torque: [0, 0, -0.1*omega.tip.z]}\n",
                                rest),
                      1.0);
  EXPECT_GT((by_point.simulation.state().v - Eigen::VectorXd::Unit(6, 2)).norm(), 0.1);
  EXPECT_LT((by_point.simulation.state().q - by_frame.simulation.state().q).norm(), 1e-14);
  EXPECT_LT(by_point.unexplained(), 1e-10);
}

// Thrust along the body's x axis of a body that turns at a steady rate: its speed goes round in a
// circle.
TEST(Forces, ThrustInBodyAxesTurnsWithTheBody) {
  const double w = 2.0, a = 1.5, t = 1.7;
  const std::string rest = "initial: {base: {position: [0, 0, 0], v: [0, 0, 2, 0, 0, 0]}}\n";
  WatchedRun run(free_body("    - {name: thrust, on: m, force: [3, 0, 0], axes: body}\n", rest), t);
  const double x = a / (w * w) * (1.0 - std::cos(w * t)),
               y = a / w * t - a / (w * w) * std::sin(w * t);
  EXPECT_NEAR(run.simulation.state().q[4], x, 1e-10);
  EXPECT_NEAR(run.simulation.state().q[5], y, 1e-10);
  const double speed_squared = a * a / (w * w) * (2.0 - 2.0 * std::cos(w * t));
  EXPECT_NEAR(spent(run, EnergyKind::Work, "thrust"), speed_squared, 1e-10);
  EXPECT_LT(run.unexplained(), 1e-10);
}

// In body axes, velocities are along these, too: a keel lets the body go ahead, not sideways.
TEST(Forces, VelocitiesInBodyAxes) {
  const std::string rest =
      "initial: {base: {position: [0, 0, 0], axis: [0, 0, 1], angle: 90 deg, v: [0, 0, 0, 1, 2, "
      "0]}}\n";
  WatchedRun run(free_body("    - {name: keel, on: m, force: [0, -4*vy, 0], axes: body}\n", rest),
                 0.8);
  EXPECT_NEAR(run.simulation.state().v[3], 1.0, 1e-10);
  EXPECT_NEAR(run.simulation.state().v[4], 2.0 * std::exp(-2.0 * 0.8), 1e-10);
  // The body looks along y: ahead is y, sideways is -x.
  EXPECT_NEAR(run.simulation.state().q[5], 0.8, 1e-10);
  EXPECT_NEAR(run.simulation.state().q[4], std::exp(-1.6) - 1.0, 1e-10);
}

// A force away from the middle also turns the body; a torque alone does not move it.
TEST(Forces, TheArmOfAForceTurnsTheBody) {
  WatchedRun run(free_body("    - {name: push, on: {body: m, at: [0, 0.25, 0]}, force: [0, 0, 4]}\n"
                           "    - {name: twist, on: {body: m, at: [5, 5, 5]}, torque: [-0.5, 0, "
                           "0]}\n"),
                 1.0);
  EXPECT_NEAR(run.simulation.state().v[0], (0.25 * 4.0 - 0.5) / 0.5, 0.3);  // the arm turns, too
  WatchedRun still(
      free_body("    - {name: push, on: {body: m, at: [0, 0.25, 0]}, force: [4, 0, 0], "
                "axes: body}\n"
                "    - {name: twist, on: {body: m, at: [5, 5, 5]}, torque: [0, 0, 1]}\n"),
      1.0);
  EXPECT_NEAR(still.simulation.state().v[3], 2.0, 1e-10);
  EXPECT_NEAR(still.simulation.state().v.head<3>().norm(), 0.0, 1e-12);
  EXPECT_LT(run.unexplained(), 1e-10);
}

// Buoyancy of an upright prism: the force has kinks where it dips in and where it is all under
// water. Energy of the water: that of a spring while it dips.
TEST(Forces, BuoyancyHasKinksThatAreLocated) {
  const std::string forces =
      "    - {name: water, on: m, force: [0, 0, \"40*clamp(-z/0.5, 0, 1)\"]}\n";
  const std::string rest = "initial: {base: {position: [0, 0, 0.2]}}\n";
  WatchedRun run(free_body(forces, rest, "[0, 0, -10]"), 0.0);
  // It falls 0.2 m, then m z'' = -20 - 80 z: about z = -0.25 with w^2 = 40.
  const double t1 = 0.2, v1 = -2.0, w = std::sqrt(40.0);
  const double A = 0.25, B = v1 / w;
  const auto z = [&](double t) {
    return -0.25 + A * std::cos(w * (t - t1)) + B * std::sin(w * (t - t1));
  };
  run.to(0.3);
  EXPECT_NEAR(run.simulation.state().q[6], z(0.3), 1e-10);
  EXPECT_LT(run.unexplained(), 1e-10);
  run.to(3.0);  // down to z = -0.65, where it is all under water, and up again, out of it
  EXPECT_LT(run.unexplained(), 1e-9);
}

// A brake by a force on one body and one by a motor on another, both of which jump at rest: both
// slide along that, and stop at 2 v^2 / F.
TEST(Forces, MaySlideBesideMotors) {
  const std::string body = "inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}";
  const std::string text = "model:\n  gravity: [0, 0, 0]\n  bodies: [{name: a, " + body +
                           "}, {name: b, " + body +
                           "}]\n"
                           "  joints:\n"
                           "    - {name: x, kind: prismatic, parent: world, child: a, axis: [1, 0, "
                           "0]}\n"
                           "    - {name: y, kind: prismatic, parent: world, child: b, axis: [0, 1, "
                           "0]}\n"
                           "  forces: [{name: brake, on: a, force: [-4*sign(vx), 0, 0], energy: "
                           "dissipated}]\n"
                           "motors: [{joint: y, effort: -2*sign(v.y)}]\n"
                           "initial: {x: {q: 0, v: 2}, y: {q: 0, v: -2}}\n";
  WatchedRun run(text, 3.0);
  EXPECT_NEAR(run.q(0), 0.5, 1e-10);
  EXPECT_NEAR(run.q(1), -1.0, 1e-10);
  EXPECT_NEAR(run.simulation.state().v.norm(), 0.0, 1e-10);
  EXPECT_NEAR(spent(run, EnergyKind::Dissipated, "brake"), 2.0, 1e-10);
}

TEST(Forces, AreRecordedInWorldAxes) {
  const std::string text =
      free_body("    - {name: jet, on: m, force: [1, 0, 0], torque: [0, 2, 0], axes: body}\n",
                "initial: {base: {position: [0, 0, 0], axis: [0, 0, 1], angle: 90 deg}}\n");
  WatchedRun run(text, 0.0);
  EXPECT_NEAR(run.recorded("force.jet.fy"), 1.0, 1e-14);
  EXPECT_NEAR(run.recorded("force.jet.mx"), -2.0, 1e-14);
}

TEST(Forces, AreWrittenAsTheyWereRead) {
  const std::string text = free_body(
      "    - {name: a, on: tip, force: [sin(t), 0, -vel.tip.x], axes: body, energy: dissipated}\n"
      "    - {name: b, on: {body: m, at: [0, 0, 1]}, torque: [0, 0, q.base.4]}\n");
  const Mechanism mechanism = parse_mechanism(text, "a.yaml", "");
  const std::string written = write_scenario(mechanism);
  EXPECT_TRUE(parse_mechanism(written, "b.yaml", "") == mechanism) << written;
}

TEST(Forces, MayBeFunctionsOfAProgram) {
  Mechanism mechanism = parse_mechanism(
      free_body("    - {name: drag, on: m, force: [0, 0, -3*vz]}\n", "", "[0, 0, -9.81]"), "a.yaml",
      "");
  auto& drag = mechanism.elements.find<AppliedForceItem>("drag");
  drag.force.clear();
  drag.function = [](const PointMotion& at) {
    return Force<double>{Vec3<double>::zero(), {0.0, 0.0, -3.0 * at.velocity.z}};
  };
  Simulation simulation(compile(mechanism).setup);
  simulation.advance(1.0);
  EXPECT_NEAR(simulation.state().v[5], -2.0 * 9.81 / 3.0 * (1.0 - std::exp(-1.5)), 1e-10);
  EXPECT_THROW(write_scenario(mechanism), std::exception);
}

std::string error_in_forces(const std::string& forces, const std::string& rest = "") {
  try {
    parse_scenario(free_body(forces, rest), "bad.yaml", "");
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

TEST(Forces, SayWhatIsWrongWithThem) {
  const auto expect_error = [](const std::string& forces, const std::string& expected,
                               const std::string& rest = "") {
    const std::string message = error_in_forces("    - {name: a, " + forces + "}\n", rest);
    EXPECT_NE(message.find(expected), std::string::npos) << message;
    EXPECT_NE(message.find("bad.yaml:7:"), std::string::npos) << message;
  };
  expect_error("on: m", "expected one of the keys force, torque");
  expect_error("on: world, force: [1, 0, 0]", "expected a body that moves");
  expect_error("on: m, force: 5", "found 1 formula, expected a list of three");
  expect_error("on: m, force: [0, 0, -vel.tpi.z]", "did you mean 'tip'?");
  expect_error("on: m, force: [0, 0, -vel.tip]", "expected one of vel.tip.x, vel.tip.y, vel.tip.z");
  expect_error("on: m, force: [0, 0, f.base.fz]", "follows from the forces");
  expect_error("on: m, force: [0, 0, vq]", "unknown name 'vq'");
  expect_error("on: m, force: [0, 0, vz]", "'vz' is a parameter", "parameters: {vz: 3}\n");
}

}  // namespace
}  // namespace catena
