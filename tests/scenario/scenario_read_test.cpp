// What a scenario file means.

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "catena/math/rotation.hpp"
#include "catena/math/views.hpp"
#include "catena/model/configuration.hpp"
#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

using std::numbers::pi;

Scenario read(const std::string& text) {
  return parse_scenario(text, "test.yaml", "");
}

// One joint of a kind, on a ball of 1 kg, and more keys of the joint.
Scenario with_joint(const std::string& kind, const std::string& keys = "",
                    const std::string& rest = "") {
  return read("model:\n  bodies: [{name: b, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]\n" +
              ("  joints: [{name: j, kind: " + kind) + ", parent: world, child: b" + keys + "}]\n" +
              rest);
}

const JointSpec& spec(const Scenario& scenario) {
  return scenario.setup.model->joint(JointId{0}).spec;
}

TEST(Scenario, KnowsAllKindsOfJoints) {
  for (const JointKind kind : {JointKind::Revolute, JointKind::Continuous, JointKind::Prismatic,
                               JointKind::Helical, JointKind::Cylindrical, JointKind::Universal,
                               JointKind::Planar, JointKind::Spherical, JointKind::Free}) {
    const Scenario scenario =
        with_joint(to_string(kind), kind == JointKind::Helical ? ", pitch: 0.1" : "");
    EXPECT_EQ(spec(scenario).kind, kind);
    EXPECT_EQ(scenario.setup.model->nv(), velocity_size(kind));
  }
  EXPECT_EQ(with_joint("helical", ", pitch: 2 mm/rad").setup.model->joint(JointId{0}).spec.pitch,
            0.002);
}

TEST(Scenario, ConvertsUnits) {
  const auto start = [](const std::string& kind, const std::string& value) {
    return with_joint(kind, "", "initial: {j: " + value + "}\n").setup.q[0];
  };
  EXPECT_DOUBLE_EQ(start("revolute", "45 deg"), pi / 4);
  EXPECT_DOUBLE_EQ(start("revolute", "45deg"), pi / 4);
  EXPECT_DOUBLE_EQ(start("revolute", "-2*pi/10 rad"), -2 * pi / 10);
  EXPECT_DOUBLE_EQ(start("revolute", "'pi/2'"), pi / 2);
  EXPECT_DOUBLE_EQ(start("revolute", "010"), 10);
  EXPECT_DOUBLE_EQ(start("revolute", ".5"), 0.5);
  EXPECT_DOUBLE_EQ(start("prismatic", "15 mm"), 0.015);
  EXPECT_DOUBLE_EQ(start("prismatic", "1e3"), 1000);
  EXPECT_EQ(with_joint("revolute", ", damping: 3 N m s/rad").setup.model->damping()[0], 3);
  EXPECT_EQ(with_joint("revolute", ", damping: 3 N*m*s").setup.model->damping()[0], 3);
  EXPECT_EQ(with_joint("prismatic", ", damping: 3 kN s/m").setup.model->damping()[0], 3000);
  EXPECT_EQ(with_joint("revolute", ", armature: 2 kg m^2").setup.model->armature()[0], 2);
  EXPECT_DOUBLE_EQ(with_joint("revolute", "", "duration: 1500 ms\n").duration, 1.5);
  EXPECT_THROW(with_joint("prismatic", "", "initial: {j: 45 deg}\n"), ScenarioError);
  EXPECT_THROW(with_joint("prismatic", ", damping: 3 N m s/rad"), ScenarioError);
}

TEST(Scenario, ReadsJointKeys) {
  const Scenario scenario = with_joint(
      "universal",
      ", axis: [0, 0, 2], axis2: [1, 0, 0], coordinates: [a, b], damping: [1, 2], armature: 3, "
      "friction: {coulomb: 1, static: [2, 3]}, "
      "spring: {stiffness: [[2, -4], [0, 2]], rest: [1, 2 deg]}, "
      "limits: {lower: -inf, upper: [1, 90 deg], restitution: [0, 0.5], velocity: 4, effort: 5}");
  const JointSpec& joint = spec(scenario);
  EXPECT_EQ(joint.axis, Eigen::Vector3d::UnitZ());
  EXPECT_EQ(joint.axis2, Eigen::Vector3d::UnitX());
  EXPECT_EQ(joint.coordinate_names, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(joint.damping, Eigen::Vector2d(1, 2));
  EXPECT_EQ(joint.armature, Eigen::Vector2d(3, 3));
  EXPECT_EQ(joint.coulomb_friction, Eigen::Vector2d(1, 1));
  EXPECT_EQ(joint.static_friction, Eigen::Vector2d(2, 3));
  EXPECT_EQ(joint.stiffness, (Eigen::Matrix2d() << 2, -4, 0, 2).finished());
  EXPECT_EQ(joint.spring_rest, Eigen::Vector2d(1, 2 * (pi / 180)));
  EXPECT_TRUE(std::isinf(joint.position_lower[0]));
  EXPECT_EQ(joint.position_upper[0], 1);
  EXPECT_DOUBLE_EQ(joint.position_upper[1], pi / 2);
  EXPECT_EQ(joint.velocity_limit, Eigen::Vector2d(4, 4));
  EXPECT_EQ(joint.effort_limit, Eigen::Vector2d(5, 5));
  EXPECT_EQ(scenario.setup.limits.restitution, Eigen::Vector2d(0, 0.5));
}

TEST(Scenario, PlacesJointsAndFrames) {
  const Scenario scenario = read(R"(
model:
  gravity: [0, 0, -1.62 m/s^2]
  bodies: [{name: b, shapes: [{box: {sides: [0.1, 0.2, 0.3]}, density: 1000}]}]
  joints:
    - {name: j, kind: revolute, parent: world, child: b, at: {position: [1, 2, 3], rpy: [0.1, 0.2, 0.3]},
       child_at: {axis: [0, 0, 2], angle: 90 deg}}
  frames: [{name: tip, body: b, at: {quaternion: [0, 1, 0, 0]}}]
record: {frames: [tip, b]}
)");
  const Model& model = *scenario.setup.model;
  const JointInfo& joint = model.joint(JointId{0});
  EXPECT_EQ(model.gravity().z, -1.62);
  EXPECT_DOUBLE_EQ(model.total_mass(), 6.0);
  EXPECT_EQ(to_eigen(joint.X_PF.translation), Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(to_eigen(joint.X_PF.rotation), to_eigen(rotation_from_rpy(0.1, 0.2, 0.3)));
  EXPECT_NEAR((to_eigen(joint.X_BM.rotation) - to_eigen(rotation_z(pi / 2))).norm(), 0, 1e-15);
  const FrameInfo& tip = model.frame(model.find_frame("tip"));
  EXPECT_EQ(tip.X_BF.rotation(1, 1), -1);
  EXPECT_EQ(scenario.record.frames,
            (std::vector<FrameId>{model.find_frame("tip"), model.find_frame("b")}));
}

TEST(Scenario, WeighsShapesOrTakesInertia) {
  const Scenario scenario = read(R"(
model:
  bodies:
    - name: a
      shapes:
        - {capsule: {radius: 0.1, length: 0.4}, mass: 2 kg}
        - {sphere: {radius: 0.1}, at: [0, 0, 1], mass: 500 g, color: [1, 0, 0.5]}
        - {box: {sides: [1, 1, 1]}}
    - {name: b, inertia: {mass: 1, com: [0, 0, 0.5], moments: [3, 4, 5], products: [0.1, 0.2, 0.3]}}
  joints:
    - {name: i, kind: free, parent: world, child: a}
    - {name: j, kind: weld, parent: a, child: b}
)");
  const Model& model = *scenario.setup.model;
  const BodyInfo& a = model.body(model.find_body("a"));
  EXPECT_DOUBLE_EQ(a.inertia.mass, 2.5);
  EXPECT_DOUBLE_EQ(a.inertia.moment.z, 0.5);
  const double across = solid_capsule_z(2, 0.1, 0.4).rotational.xx + 0.4 * 0.5 * 0.01 + 0.5;
  EXPECT_NEAR(a.inertia.rotational.xx, across, 1e-15);
  ASSERT_EQ(model.shapes(model.find_body("a")).size(), 3U);
  EXPECT_EQ(a.shapes[0].kind, ShapeKind::Capsule);
  EXPECT_EQ(a.shapes[1].color, (std::array<float, 3>{1, 0, 0.5}));
  EXPECT_EQ(a.shapes[1].X_BS.translation.z, 1);
  const Sym3<double> about_com = rotational_about_com(model.body(model.find_body("b")).inertia);
  EXPECT_NEAR(about_com.xx, 3, 1e-15);
  EXPECT_NEAR(about_com.xy, 0.1, 1e-15);
  EXPECT_NEAR(about_com.xz, 0.2, 1e-15);
  EXPECT_NEAR(about_com.yz, 0.3, 1e-15);
}

TEST(Scenario, StartsWhereItSays) {
  const Scenario hinge = with_joint("universal", ", coordinates: [a, b]",
                                    "initial:\n  j.b: {q: 3, v: 4}\n  j: {q: [1, 2], v: [5, 6]}\n");
  EXPECT_EQ(hinge.setup.q, Eigen::Vector2d(1, 3));  // the single coordinate counts
  EXPECT_EQ(hinge.setup.v, Eigen::Vector2d(5, 4));
  const Scenario ball = with_joint("spherical", "", "initial: {j: {rpy: [0, 0, 90 deg]}}\n");
  EXPECT_NEAR((ball.setup.q - Eigen::Vector4d(std::sqrt(0.5), 0, 0, std::sqrt(0.5))).norm(), 0,
              1e-15);
  const Scenario free = with_joint(
      "free", "", "initial: {j: {position: [1, 2, 3 mm], v: [1, 2, 3 deg/s, 4, 5, 6 m/s]}}\n");
  EXPECT_EQ(free.setup.q[0], 1);
  EXPECT_EQ(free.setup.q[6], 0.003);
  EXPECT_EQ(free.setup.v[5], 6);
  EXPECT_DOUBLE_EQ(free.setup.v[2], 3 * pi / 180);
  const Scenario neutral = with_joint("free");
  EXPECT_EQ(neutral.setup.q, neutral_configuration(*neutral.setup.model));
  EXPECT_TRUE(neutral.setup.v.isZero());
}

double effort(const Motor& motor, double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  Eigen::VectorXd result(static_cast<Eigen::Index>(motor.dofs.size()));
  motor.effort(t, q, v, result);
  return result[result.size() - 1];
}

TEST(Scenario, MotorsFollowTheirFormulas) {
  const Scenario scenario =
      with_joint("universal", ", coordinates: [a, b]",
                 "parameters: {gain: 2}\n"
                 "motors:\n"
                 "  - {joint: j.b, effort: gain*t + 10*q.j.a - v.j.b, effort_limit: 7 N m}\n"
                 "  - {name: both, joint: j, effort: [1, t^2]}\n");
  ASSERT_EQ(scenario.setup.motors.size(), 2U);
  const Motor& motor = scenario.setup.motors[0];
  EXPECT_EQ(motor.name, "j.b");
  EXPECT_EQ(motor.dofs, std::vector<int>{1});
  EXPECT_EQ(motor.effort_limit, std::vector<double>{7});
  const Eigen::Vector2d q(0.1, 0.2), v(0.3, 0.4);
  EXPECT_DOUBLE_EQ(effort(motor, 3, q, v), 6 + 1 - 0.4);
  EXPECT_EQ(scenario.setup.motors[1].name, "both");
  EXPECT_EQ(scenario.setup.motors[1].dofs, (std::vector<int>{0, 1}));
  EXPECT_EQ(effort(scenario.setup.motors[1], 3, q, v), 9);
  EXPECT_TRUE(scenario.warnings.empty());
}

TEST(Scenario, ServosKnowTheVelocityOfTheirTarget) {
  const Scenario scenario = with_joint(
      "revolute", "",
      "motors: [{joint: j, target: 0.1*sin(2*t), stiffness: 100, damping: 5 N m s/rad}]\n");
  const Eigen::VectorXd q = Eigen::VectorXd::Constant(1, 0.3), v = Eigen::VectorXd::Constant(1, 2);
  const double t = 0.7;
  EXPECT_NEAR(effort(scenario.setup.motors[0], t, q, v),
              100 * (0.1 * std::sin(2 * t) - 0.3) + 5 * (0.2 * std::cos(2 * t) - 2), 1e-13);
}

TEST(Scenario, PrescribedJointsStartOnTheirPath) {
  const Scenario scenario = with_joint(
      "revolute", "", "start_time: 0.5\nprescribed: [{joint: j, position: 0.2*sin(3*t)}]\n");
  ASSERT_EQ(scenario.setup.prescribed.size(), 1U);
  const PathPoint point = scenario.setup.prescribed[0].path(1.1);
  EXPECT_NEAR(point.position, 0.2 * std::sin(3.3), 1e-15);
  EXPECT_NEAR(point.velocity, 0.6 * std::cos(3.3), 1e-15);
  EXPECT_NEAR(point.acceleration, -1.8 * std::sin(3.3), 1e-14);
  EXPECT_NEAR(scenario.setup.q[0], 0.2 * std::sin(1.5), 1e-15);
  EXPECT_NEAR(scenario.setup.v[0], 0.6 * std::cos(1.5), 1e-15);
}

TEST(Scenario, ReadsHowItIsRun) {
  const Scenario scenario = with_joint(
      "revolute", "",
      "integrator: {kind: rk4, step: 2 ms}\nduration: 3\n"
      "record: {interval: 5 ms, columns: [q, f, energy_by_source]}\n"
      "plots: [{title: Angles, columns: [q.*, v.j]}, {title: Energy, columns: energy.*}]\n");
  EXPECT_EQ(scenario.setup.integrator.kind, IntegratorKind::RungeKutta4);
  EXPECT_EQ(scenario.setup.integrator.step, 0.002);
  EXPECT_EQ(scenario.duration, 3);
  EXPECT_EQ(scenario.record.interval, 0.005);
  EXPECT_TRUE(scenario.record.q && scenario.record.wrenches && scenario.record.energy_by_source);
  EXPECT_FALSE(scenario.record.v || scenario.record.energy || scenario.record.limits);
  ASSERT_EQ(scenario.plots.size(), 2U);
  EXPECT_EQ(scenario.plots[0].columns, (std::vector<std::string>{"q.*", "v.j"}));
  EXPECT_EQ(scenario.plots[1].columns, std::vector<std::string>{"energy.*"});
  for (const char* kind :
       {"automatic", "dormand_prince", "radau", "rk4", "semi_implicit_euler", "euler"})
    EXPECT_NO_THROW(with_joint("free", "", std::string("integrator: {kind: ") + kind + "}\n"));
  const Scenario adaptive = with_joint(
      "revolute", "", "integrator: {tolerance: 1e-6, absolute_tolerance: 1e-7, max_step: 0.5}\n");
  EXPECT_EQ(adaptive.setup.integrator.kind, IntegratorKind::Automatic);
  EXPECT_EQ(adaptive.setup.integrator.relative_tolerance, 1e-6);
  EXPECT_EQ(adaptive.setup.integrator.absolute_tolerance, 1e-7);
  EXPECT_EQ(adaptive.setup.integrator.max_step, 0.5);
}

TEST(Scenario, ParametersMayUseEachOtherAndAreNotForgotten) {
  const Scenario scenario = with_joint("revolute", ", damping: c",
                                       "parameters: {c: 2*d, d: 3 ms, angle: 45 deg, spare: 1}\n"
                                       "initial: {j: angle}\n");
  EXPECT_DOUBLE_EQ(scenario.setup.model->damping()[0], 0.006);
  EXPECT_DOUBLE_EQ(scenario.setup.q[0], pi / 4);
  ASSERT_EQ(scenario.warnings.size(), 1U);
  EXPECT_EQ(scenario.warnings[0],
            "parameter 'spare' is not used anywhere; remove it, or check for a misspelt name");
}

TEST(Scenario, CoupledSprings) {
  const Scenario scenario = read(R"(
model:
  bodies: [{name: a, shapes: &s [{sphere: {radius: 0.1}, mass: 1}]}, {name: b, shapes: *s}]
  joints:
    - {name: i, kind: revolute, parent: world, child: a}
    - {name: j, kind: prismatic, parent: a, child: b}
  springs: [{name: s, joints: [j, i], stiffness: [[1, 2], [2, 5]], rest: [10 mm, 90 deg]}]
)");
  ASSERT_EQ(scenario.setup.model->springs().size(), 1U);
  const Spring& spring = scenario.setup.model->springs()[0];
  EXPECT_EQ(spring.dofs, (std::vector<int>{1, 0}));
  EXPECT_EQ(spring.stiffness(1, 1), 5);
  EXPECT_DOUBLE_EQ(spring.rest[0], pi / 2);
  EXPECT_DOUBLE_EQ(spring.rest[1], 0.01);
}

TEST(Scenario, BuiltinModelsTakeOptions) {
  const Scenario chain = read(
      "model: {builtin: planar_chain, links: 5, damping: 3, gravity: [0, 0, 0],\n"
      "        frames: [{name: tip, body: link5, at: [0, 0, 1]}]}\n");
  EXPECT_EQ(chain.setup.model->nv(), 5);
  EXPECT_EQ(chain.setup.model->damping(), Eigen::VectorXd::Constant(5, 3));
  EXPECT_EQ(chain.setup.model->gravity().z, 0);
  EXPECT_NO_THROW(chain.setup.model->find_frame("tip"));
  const Scenario hand =
      read("model: {builtin: hand, tissue: document, springs: false, restitution: 0.5}\n");
  EXPECT_TRUE(hand.setup.model->springs().empty());
  EXPECT_EQ(hand.setup.limits.restitution, Eigen::VectorXd::Constant(22, 0.5));
  EXPECT_EQ(hand.setup.model->damping()[0], 3);
  const Scenario figure = read("model: {builtin: gymnast, limits: false, damping: 2}\n");
  EXPECT_EQ(figure.setup.model->nv(), 22);
  EXPECT_EQ(figure.setup.model->damping()[0], 0);
  EXPECT_EQ(figure.setup.model->damping()[6], 2);
  const JointId knee = figure.setup.model->find_joint("left_knee");
  EXPECT_TRUE(std::isinf(figure.setup.model->joint(knee).spec.position_upper[0]));
  EXPECT_EQ(read("model: {builtin: human_figure}\n").setup.model->nv(), 46);
}

}  // namespace
}  // namespace catena
