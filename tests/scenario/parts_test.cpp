// Models that are parts of a model, under prefixes and poses, and models of another size.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/dynamics/energy.hpp"
#include "catena/mechanism/compile.hpp"
#include "catena/model/configuration.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"
#include "tests/support/scratch_folder.hpp"

namespace catena {
namespace {

const char* const pendulum_file = R"(
bodies: [{name: rod, shapes: [{cylinder: {radius: 0.05, length: 1}, at: [0, 0, -0.5], mass: 1}]}]
joints: [{name: hinge, kind: revolute, parent: world, child: rod, axis: [0, 1, 0], damping: 0.1}]
frames: [{name: tip, body: rod, at: [0, 0, -1]}]
forces: [{name: wind, on: tip, force: ["0.3*cos(q.hinge) + p.tip.x", 0, 0]}]
point_springs: [{name: spring, from: {body: world, at: [1, 0, -1]}, to: tip, stiffness: 2, rest_length: 1}]
)";

class Parts : public ::testing::Test {
 protected:
  Parts() { folder_.write("pendulum.yaml", pendulum_file); }
  Scenario read(const std::string& text) {
    return compile(parse_mechanism(text, "s.yaml", folder_.path("")));
  }
  std::string message(const std::string& text) {
    try {
      read(text);
    } catch (const std::exception& error) {
      return error.what();
    }
    return "nothing";
  }
  ScratchFolder folder_;
};

// Each copy moves as one alone does, but for where it stands.
TEST_F(Parts, CopiesMoveAsOneAlone) {
  Simulation one(read("model: pendulum.yaml\ninitial: {hinge: 40 deg}\n").setup);
  Simulation two(read(R"(
model:
  parts:
    - {prefix: left_, model: pendulum.yaml}
    - {prefix: right_, model: pendulum.yaml, at: [0, 2, 0]}
initial: {left_hinge: 40 deg, right_hinge: 40 deg}
)")
                     .setup);
  one.advance(1.0), two.advance(1.0);
  ASSERT_EQ(two.state().q.size(), 2);
  EXPECT_NEAR(two.state().q[0], one.state().q[0], 1e-11);
  EXPECT_NEAR(two.state().q[1], one.state().q[0], 1e-11);
  EXPECT_NEAR(two.energy(two.state()).balance, 0.0, 1e-10);
}

TEST_F(Parts, PosesTurnTheWorldOfAPart) {
  // Turned by 90 degrees about its axis it hangs sideways: gravity then acts along its own x.
  Simulation turned(read(R"(
model:
  parts: [{for: i in 1..3, prefix: p$i., model: {builtin: double_pendulum}, at: {position: [0, $i, 0], rpy: [0, 90 deg, 0]}}]
)")
                        .setup);
  Simulation straight(read("model: {builtin: double_pendulum, gravity: [9.81, 0, 0]}\n").setup);
  turned.advance(0.5), straight.advance(0.5);
  ASSERT_EQ(turned.state().q.size(), 6);
  for (int k = 0; k < 6; ++k)
    EXPECT_NEAR(std::abs(turned.state().q[k]), std::abs(straight.state().q[k % 2]), 1e-9);
}

TEST_F(Parts, AHandOnAnArm) {
  const Scenario scenario = read(R"(
model:
  builtin: arm
  parts: [{prefix: hand_, model: {builtin: hand}, on: flange, at: [0, 0, 0.1], scale: 0.9}]
)");
  const Model& model = *scenario.setup.model;
  EXPECT_NO_THROW(model.find_joint("hand_thumb.ip"));
  EXPECT_EQ(model.joint(model.find_joint("hand_world")).spec.kind, JointKind::Weld);
}

TEST_F(Parts, MistakesAreSaid) {
  const auto says = [&](const std::string& text, const std::string& expected) {
    EXPECT_NE(message(text).find(expected), std::string::npos) << message(text);
  };
  says("model: {parts: [{prefix: a_, model: nothing.yaml}]}", "found no file");
  says("model: {parts: [{model: pendulum.yaml}]}", "key 'prefix' is missing");
  says("model: {parts: [{prefix: '', model: pendulum.yaml}]}", "prefix");
  says("model: {parts: [{prefix: a_, model: pendulum.yaml}, {prefix: a_, model: pendulum.yaml}]}",
       "a_rod");
  says("model: {parts: [{prefix: a_, model: pendulum.yaml, on: table}]}", "table");
  says("model: {parts: [{prefix: a_, model: pendulum.yaml, scale: 2}]}",
       "'spring' cannot be scaled: define it where the scaled model is used");
  says("model: {gravity: [0, 0, 0]}", "key 'bodies' is missing");
  folder_.write("itself.yaml", "parts: [{prefix: a_, model: itself.yaml}]\n");
  says("model: itself.yaml", "does a file contain itself as a part?");
}

// Similar under the same gravity: twice as long, it moves sqrt(2) times as slowly.
TEST_F(Parts, AScaledFigureMovesAlikeAndMoreSlowly) {
  const std::string start = R"(
initial: {wrist: [5 deg, 18 deg], index.mcp: [3 deg, 10 deg], thumb.cmc1: 4 deg}
integrator: {kind: radau, tolerance: 1e-10, absolute_tolerance: 1e-11}
)";
  Simulation small(read("model: {builtin: hand, gravity: [9.81, 0, 0]}" + start).setup);
  Simulation large(read("model: {builtin: hand, gravity: [9.81, 0, 0], scale: 2}" + start).setup);
  EXPECT_NEAR(large.model().total_mass(), 8.0 * small.model().total_mass(), 1e-12);
  small.advance(0.2), large.advance(0.2 * std::sqrt(2.0));
  EXPECT_LT((large.state().q - small.state().q).lpNorm<Eigen::Infinity>(), 1e-8);
  EXPECT_LT((std::sqrt(2.0) * large.state().v - small.state().v).lpNorm<Eigen::Infinity>(), 1e-7);
  const double kinetic = small.energy(small.state()).kinetic;
  EXPECT_NEAR(large.energy(large.state()).kinetic, 16.0 * kinetic, 1e-7 * kinetic);
}

TEST_F(Parts, FiguresHaveALengthAndAMass) {
  const Scenario usual = read("model: {builtin: human_figure}\n");
  const Scenario child =
      read("model: {builtin: human_figure, scale: {length: 0.7, mass: 25/75}}\n");
  EXPECT_NEAR(child.setup.model->total_mass(), usual.setup.model->total_mass() / 3.0, 1e-10);
}

TEST_F(Parts, EditsOfMassSpringLimitAndShapeByName) {
  const Scenario scenario = read(R"(
model:
  builtin: hand
  edit:
    bodies: [{name: palm, inertia: {mass: 600 g}, shapes: [{box: {sides: [0.1, 0.1, 0.1]}}]}]
    joints: [{name: index.pip, limits: {lower: 0, upper: 45 deg}, spring: {stiffness: 2}}]
)");
  const Model& model = *scenario.setup.model;
  EXPECT_EQ(model.body(model.find_body("palm")).inertia.mass, 0.6);
  EXPECT_EQ(model.body(model.find_body("palm")).shapes.size(), 1u);
  const JointSpec& spec = model.joint(model.find_joint("index.pip")).spec;
  EXPECT_NEAR(spec.position_upper[0], M_PI / 4, 1e-15);
  EXPECT_EQ(spec.stiffness(0, 0), 2.0);
}

}  // namespace
}  // namespace catena
