// Loops and changes of structure in scenario files: what they mean.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/math/views.hpp"
#include "catena/sim/simulation.hpp"
#include "tests/support/two_bars.hpp"

namespace catena {
namespace {

TEST(ScenarioLoops, ReadsJoints) {
  const Scenario scenario = read_bars(R"(  loops:
    - {name: slide, kind: prismatic, axis: [1, 0, 0], a: {body: left, at: [0, 0, 1]}, b: tip,
       damping: 3, spring: {stiffness: 10, rest: 1}, limits: {lower: 0, restitution: 0.5}}
    - {name: ball, kind: spherical, a: world, b: {frame: tip, at: {position: [0, 0, 1], rpy: [0, 0, 90 deg]}}}
initial: {crank: 0, wheel: {q: 0.1, v: 2, guess: true}, slide: 1, ball: {rpy: [0, 0, 0]}}
motors: [{joint: slide, effort: -2*v.slide + q.ball.0 + v.ball.2}]
)");
  const Loops& loops = *scenario.setup.loops;
  ASSERT_EQ(loops.specs().joints.size(), 2U);
  const LoopJoint& slide = loops.specs().joints[0];
  EXPECT_EQ(slide.spec.kind, JointKind::Prismatic);
  EXPECT_EQ(slide.a, scenario.setup.model->find_body("left"));
  EXPECT_EQ(slide.b, scenario.setup.model->find_body("right"));
  EXPECT_EQ(slide.X_AF.translation.z, 1.0);
  EXPECT_EQ(slide.X_BM.translation.z, 1.0);
  EXPECT_EQ(slide.spec.damping[0], 3.0);
  EXPECT_EQ(slide.spec.stiffness(0, 0), 10.0);
  const LoopJoint& ball = loops.specs().joints[1];
  EXPECT_EQ(ball.a, world_body);
  EXPECT_EQ(ball.X_BM.translation.z, 2.0);
  EXPECT_NEAR(ball.X_BM.rotation(1, 0), 1.0, 1e-15);
  // Two coordinates of the tree, then 1 and 4 (or 3) of the loop joints.
  EXPECT_EQ(scenario.setup.q.size(), 7);
  EXPECT_EQ(scenario.setup.v.size(), 6);
  EXPECT_EQ(scenario.setup.q[2], 1.0);
  EXPECT_EQ(scenario.setup.v[1], 2.0);
  EXPECT_EQ(scenario.setup.given, (std::vector<bool>{true, false}));
  EXPECT_EQ(scenario.setup.limits.restitution[2], 0.5);
  const Motor& motor = scenario.setup.motors[0];
  EXPECT_EQ(motor.dofs, std::vector<int>{2});
  Eigen::VectorXd v = Eigen::VectorXd::LinSpaced(6, 1, 6), effort(1);
  motor.effort(0.0, scenario.setup.q, v, effort);
  EXPECT_DOUBLE_EQ(effort[0], -2.0 * 3.0 + 1.0 + 6.0);
}

TEST(ScenarioLoops, ReadsRodsAndMeasuresThem) {
  const Scenario scenario = read_bars(R"(  loops:
    - {name: given, rod: {a: left, b: {body: world, at: [3, 0, 0]}, length: 3}}
    - {name: stay, rod: {a: {body: left, at: [0, 0, 1]}, b: tip}}
initial: {crank: 90 deg}
)");
  const auto& rods = scenario.setup.loops->specs().rods;
  ASSERT_EQ(rods.size(), 2U);
  EXPECT_EQ(rods[0].length, 3.0);
  EXPECT_EQ(rods[0].p_B.x, 3.0);
  EXPECT_NEAR(rods[1].length, 1.0, 1e-15);  // from (1, 0, 0) to (1, 0, 1)
  EXPECT_EQ(rods[1].b, scenario.setup.model->find_body("right"));
}

TEST(ScenarioLoops, MeasuresRodsWithOtherLoopsClosed) {
  const Scenario scenario = read_bars(R"(  loops:
    - {name: stay, rod: {a: {body: left, at: [0, 0, 1]}, b: {body: right, at: [0, 0, 0.5]}}}
    - {name: gears, coupling: {of: wheel, ratio: -1, to: crank}}
initial: {crank: 30 deg}
)");
  const double x = 1.0 - 0.5 * 0.5 - 0.5, z = (0.5 - 1.0) * std::sqrt(0.75);
  EXPECT_NEAR(scenario.setup.loops->specs().rods[0].length, std::hypot(x, z), 1e-12);
}

TEST(ScenarioLoops, ReadsCouplings) {
  const Scenario scenario = read_bars(R"(  loops:
    - {name: gears, coupling: {of: wheel, ratio: -2, to: crank, offset: 90 deg}}
    - {name: cam, coupling: {zero: q.wheel - 2*sin(q.crank) + q.crank*q.wheel^2}}
)");
  const auto& couplings = scenario.setup.loops->specs().couplings;
  ASSERT_EQ(couplings.size(), 2U);
  EXPECT_EQ(couplings[0].dofs, (std::vector<int>{1, 0}));
  const double x[] = {0.3, 0.7}, rate[] = {1.5, -2.0};
  double gradient[2];
  EXPECT_NEAR(couplings[0].evaluate(x, rate, gradient).phi, 0.3 + 2 * 0.7 - std::acos(0.0), 1e-15);
  EXPECT_EQ(couplings[1].dofs, (std::vector<int>{0, 1}));
  const Coupling::Value value = couplings[1].evaluate(x, rate, gradient);
  EXPECT_NEAR(value.phi, 0.7 - 2 * std::sin(0.3) + 0.3 * 0.49, 1e-15);
  EXPECT_NEAR(gradient[0], -2 * std::cos(0.3) + 0.49, 1e-15);
  EXPECT_NEAR(gradient[1], 1 + 2 * 0.3 * 0.7, 1e-15);
  const double xx = 2 * std::sin(0.3), xy = 2 * 0.7, yy = 2 * 0.3;
  EXPECT_NEAR(value.curvature, xx * 1.5 * 1.5 + 2 * xy * 1.5 * -2.0 + yy * 4.0, 1e-14);
}

TEST(ScenarioLoops, ReadsRolling) {
  const Scenario scenario = read_bars(R"(  loops:
    - {name: road, rolling: {wheel: {body: left, at: {axis: [1, 0, 0], angle: 90 deg}}, radius: 300 mm, on: world}}
    - {name: table, rolling: {ball: tip, radius: 0.1, on: {body: world, at: [0, 0, 1]}}}
)");
  const auto& rollings = scenario.setup.loops->specs().rollings;
  ASSERT_EQ(rollings.size(), 2U);
  EXPECT_TRUE(rollings[0].is_wheel);
  EXPECT_FALSE(rollings[1].is_wheel);
  EXPECT_EQ(rollings[0].radius, 0.3);
  EXPECT_EQ(rollings[1].X_BP.translation.z, 1.0);
}

TEST(ScenarioLoops, BuiltInModelsBringTheirs) {
  const auto builtin = [](const std::string& keys) {
    return parse_scenario("model: {builtin: " + keys + "}\n", "bad.yaml", "");
  };
  const Scenario row = builtin("n_four_bar, four_bars: 3, damping: 2");
  EXPECT_EQ(row.setup.loops->specs().joints.size(), 3U);
  EXPECT_EQ(row.setup.loops->links().damping(), Eigen::VectorXd::Constant(3, 2.0));
  EXPECT_EQ(builtin("bricard").setup.loops->specs().joints.size(), 1U);
  EXPECT_EQ(builtin("squeezer").setup.loops->specs().joints.size(), 3U);
  EXPECT_EQ(builtin("arm").setup.loops, nullptr);
  const Scenario more = builtin(
      "gymnast, loops: [{name: grip, kind: revolute, axis: [0, 1, 0], a: world, b: left_hand}]");
  EXPECT_EQ(more.setup.loops->specs().joints.size(), 1U);
}

TEST(ScenarioLoops, ReadsChanges) {
  const Scenario scenario = read_bars(R"(  loops:
    - {name: stay, rod: {a: {body: left, at: [0, 0, 1]}, b: tip}}
reroot: false
changes:
  - {name: let_go, at: 500 ms, cut: stay}
  - {when: q.crank - 0.3*t, cut: [hold], connect: {name: later, kind: weld, a: left, b: tip, here: true}}
  - {at: 1, connect: [{name: hold, kind: spherical, a: left, b: world}]}
)");
  EXPECT_FALSE(scenario.setup.reroot);
  const auto& changes = scenario.setup.changes;
  ASSERT_EQ(changes.size(), 3U);
  EXPECT_EQ(changes[0].name, "let_go");
  EXPECT_EQ(changes[0].at, 0.5);
  EXPECT_FALSE(changes[0].when);
  EXPECT_EQ(changes[0].cut, std::vector<std::string>{"stay"});
  EXPECT_EQ(changes[1].name, "hold");
  EXPECT_TRUE(std::isnan(changes[1].at));
  const Eigen::Vector2d q(0.5, 0), v(0, 0);
  EXPECT_DOUBLE_EQ(changes[1].when(1.0, q, v), 0.2);
  ASSERT_EQ(changes[1].connect.size(), 1U);
  EXPECT_TRUE(changes[1].connect[0].here);
  EXPECT_EQ(changes[1].connect[0].joint.X_BM.translation.z, 1.0);
  EXPECT_EQ(changes[2].name, "hold");
  EXPECT_FALSE(changes[2].connect[0].here);
}

// Positions of joints that come and go do not tell where bodies are.
TEST(ScenarioLoops, RecordsPosesWhereTheStructureChanges) {
  const std::string loops =
      "  loops: [{name: stay, rod: {a: {body: left, at: [0, 0, 1]}, b: tip}}]\n";
  const std::string changes = "changes: [{at: 1, cut: stay}]\n";
  EXPECT_FALSE(read_bars(loops).record.poses);
  EXPECT_TRUE(read_bars(loops + changes).record.poses);
  EXPECT_TRUE(read_bars(loops + changes + "record: {interval: 0.1}\n").record.poses);
  EXPECT_FALSE(read_bars(loops + changes + "record: {columns: [q]}\n").record.poses);
  EXPECT_TRUE(read_bars(loops + "record: {columns: [q, poses]}\n").record.poses);
}

// A coupling by a formula and the same one by a ratio move alike.
TEST(ScenarioLoops, FormulaCouplesLikeARatio) {
  Eigen::VectorXd q[2];
  const char* couplings[] = {"{of: wheel, ratio: -2, to: crank, offset: 0.1}",
                             "{zero: q.wheel + 2*q.crank - 0.1}"};
  for (int i = 0; i < 2; ++i) {
    std::string rest = "  loops: [{name: gears, coupling: ";
    rest += couplings[i];
    rest += "}]\ninitial: {crank: 0.5}\n";
    Simulation simulation(read_bars(rest).setup);
    simulation.advance(1.0);
    q[i] = simulation.state().q;
    EXPECT_NEAR(q[i][1], 0.1 - 2 * q[i][0], 1e-13);
  }
  EXPECT_NEAR((q[0] - q[1]).norm(), 0.0, 1e-9);
  EXPECT_GT(std::abs(q[0][0] - 0.5), 0.1);
}

}  // namespace
}  // namespace catena
