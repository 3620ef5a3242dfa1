// Controllers plan with all that follows from time, positions and velocities: W f and p of the
// tensegrity thesis, (3.2.8). Without feedback a force that is left out shows at once.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"
#include "tests/support/example_text.hpp"

namespace catena::test {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

const std::string bodies = R"(
model:
  bodies:
    - {for: i in 1..2, name: link$i, shapes: [{cylinder: {radius: 0.05, length: 1}, at: [0, 0, 0.5], mass: 1}]}
  joints:
    - {name: j1, kind: revolute, parent: world, child: link1, axis: [0, 1, 0]}
    - {name: j2, kind: revolute, parent: link1, child: link2, axis: [0, 1, 0], at: [0, 0, 1]}
)";

const std::string torque = R"(
initial: {j1: 20 deg, j2: 40 deg}
controllers:
  - {name: c, kind: computed_torque, follow: [j1, j2], inputs: [j1, j2],
     path: [{t: 0, at: [20 deg, 40 deg]}, {t: 2, at: [60 deg, -20 deg]}]}
integrator: {tolerance: 1e-11, absolute_tolerance: 1e-12}
)";

const std::string moves = R"(
initial: {j1: 20 deg, j2: 40 deg}
controllers:
  - {name: c, kind: moves, joints: [j1, j2], stiffness: [400, 150], damping: [60, 12],
     moves: [{to: [60 deg, -20 deg], duration: 2 s}]}
integrator: {tolerance: 1e-11, absolute_tolerance: 1e-12}
)";

// How far the arm is from the end of its path, in degrees.
double error_at_end(const std::string& elements, const std::string& control,
                    const std::string& joints = bodies) {
  Simulation simulation(parse_scenario(joints + elements + control, "arm.yaml", ".").setup);
  simulation.advance(2.0);
  const State& state = simulation.state();
  const Model& model = simulation.model();
  const int first = model.joint(model.find_joint("j1")).q,
            second = model.joint(model.find_joint("j2")).q;
  return std::max(std::abs(state.q[first] / degree - 60.0),
                  std::abs(state.q[second] / degree + 20.0));
}

class KnownForces : public ::testing::TestWithParam<const char*> {};

TEST_P(KnownForces, AreBalancedByComputedTorque) {
  EXPECT_LT(error_at_end(GetParam(), torque), 1e-6);
}

TEST_P(KnownForces, AreBalancedByFeedForward) {
  EXPECT_LT(error_at_end(GetParam(), moves), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(
    Elements, KnownForces,
    ::testing::Values(
        "  forces: [{name: push, on: {body: link2, at: [0, 0, 1]}, force: [10, 0, 0]}]\n",
        "  forces: [{name: gust, on: {body: link2, at: [0, 0, 1]}, force: ['t < 1 ? 10 : -5', 0, "
        "0]}]\n",
        "  forces: [{name: drag, on: {body: link1, at: [0, 0, 1]}, force: ['-3*vx', 0, "
        "'-3*vz']}]\n",
        "  point_springs: [{name: s, from: {body: world, at: [2, 0, 1]}, to: {body: link2, at: [0, "
        "0, 1]}, stiffness: 10, rest_length: 0.5}]\n",
        "  point_springs: [{name: s, from: {body: world, at: [2, 0, 1]}, to: {body: link2, at: [0, "
        "0, 1]}, stiffness: 30, rest_length: 1.2, side: pushes}]\n",
        "  torsion_springs: [{name: coil, coordinate: j2, table: [[-2.4, -100], [-0.2, 0], [0.2, "
        "0], [2.4, 100]]}]\n",
        "  bushings: [{name: mount, from: world, to: link1, stiffness: [5, 5, 5, 20, 20, 20], "
        "damping: [1, 1, 1, 1, 1, 1]}]\n",
        "  cables: [{name: stay, route: [{body: world, at: [0.5, 0, 1.5]}, {body: link1, at: [0, "
        "0, "
        "1]}], youngs_modulus: 1 MPa, radius: 2 mm, tension: 4}]\n",
        "motors: [{name: wind, joint: j1, effort: ['2*sin(3*t)']}, {name: brake, joint: j2, "
        "effort: "
        "['-0.5*v.j2']}]\n",
        "motors: [{name: hold, joint: j2, target: ['0.3'], stiffness: 20, damping: 2}]\n"));

TEST(KnownForcesOfMotion, APrescribedBaseIsPlannedWith) {
  const std::string on_cart = R"(
model:
  bodies:
    - {name: cart, inertia: {mass: 5, com: [0, 0, 0], moments: [0.1, 0.1, 0.1]}}
    - {for: i in 1..2, name: link$i, shapes: [{cylinder: {radius: 0.05, length: 1}, at: [0, 0, 0.5], mass: 1}]}
  joints:
    - {name: slide, kind: prismatic, parent: world, child: cart, axis: [1, 0, 0]}
    - {name: j1, kind: revolute, parent: cart, child: link1, axis: [0, 1, 0]}
    - {name: j2, kind: revolute, parent: link1, child: link2, axis: [0, 1, 0], at: [0, 0, 1]}
prescribed: [{joint: slide, position: '0.2*sin(4*t)'}]
)";
  EXPECT_LT(error_at_end("", torque, on_cart), 1e-6);
  EXPECT_LT(error_at_end("", moves, on_cart), 1e-6);
}

// Friction of a coordinate that follows is that of the path, so that it starts at once.
TEST(KnownForcesOfMotion, DryFrictionOfWhatFollowsIsOvercome) {
  std::string rough = bodies;
  rough.replace(rough.find("axis: [0, 1, 0]}"), 16, "axis: [0, 1, 0], friction: {coulomb: 3}}");
  EXPECT_LT(error_at_end("", torque, rough), 0.01);
}

// In time steps the effort is that in the middle of a step: an error of second order.
TEST(KnownForcesOfMotion, TimeStepsKnowThem) {
  const std::string push =
      "  forces: [{name: push, on: {body: link2, at: [0, 0, 1]}, force: [10, 0, 0]}]\n";
  const std::string steps = "contact: {method: stepping, step: 1 ms}\n";
  EXPECT_LT(error_at_end(push, torque + steps), 0.01);
  EXPECT_LT(error_at_end(push, moves + steps), 0.01);
}

// A force that acts on the strut on its way: what is left is what stiff cables are off without it,
// some hundredths of a degree.
TEST(KnownForcesOfMotion, NearRigidControlBalancesAForceAtTheTip) {
  const std::string text =
      example_text("tensegrity/single_strut_track.yaml", {{"rate: 0 ", "rate: 0 "}});
  const std::string at = "\n  joints:\n";
  const auto with = [&](const std::string& force) {
    std::string all = text;
    const std::size_t place = all.find(at);
    EXPECT_NE(place, std::string::npos);
    return all.insert(place, force);
  };
  const auto error = [&](const std::string& force) {
    Simulation simulation(parse_scenario(with(force), "strut.yaml", ".").setup);
    simulation.advance(3.0);
    const JointInfo& swing = simulation.model().joint(simulation.model().find_joint("swing"));
    return std::abs(simulation.state().q[swing.q + 1] - std::numbers::pi / 4.0);
  };
  const double without = error("");
  EXPECT_LT(error("\n  forces: [{name: push, on: {body: strut, at: [0, 0, 1]}, force: [0, 2, 0]}]"),
            2.0 * without);
}

}  // namespace
}  // namespace catena::test
