// Grasps of a run have the cones of its contacts: soft fingers, anisotropic friction, rolling
// friction and faces, of given contacts and of shapes. Closed forms, and pulls until it slips.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/scenario/grasp_file.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/recorder.hpp"
#include "catena/sim/tried_pulls.hpp"

namespace catena {
namespace {

constexpr double radius = 0.02, weight = 0.1 * 9.81;

// Two pads press a ball of 20 mm and 0.1 kg along x with 10 N each. `law`: of the contacts between
// them, given or of shapes; `pad`: more about the shapes of the pads.
std::string ball_between_pads(bool of_shapes, const std::string& law, const std::string& pad = "",
                              const std::string& names = "skin/pad") {
  const std::string given = R"(
  contacts:
    - {name: l, point: ball, radius: 20 mm, plane: {body: left, at: [0.01, 0, 0], normal: [1, 0, 0]}, )" +
                            law + R"(}
    - {name: r, point: ball, radius: 20 mm, plane: {body: right, at: [-0.01, 0, 0], normal: [-1, 0, 0]}, )" +
                            law + "}";
  return R"(
model:
  bodies:
    - {name: ball, shapes: [{sphere: {radius: 20 mm}, mass: 0.1, material: skin}]}
    - {name: left, shapes: [{box: {sides: [0.02, 0.04, 0.04]}, mass: 0.1, material: pad)" +
         pad + R"(}]}
    - {name: right, shapes: [{box: {sides: [0.02, 0.04, 0.04]}, mass: 0.1, material: pad)" +
         pad + R"(}]}
  joints:
    - {name: ball, kind: free, parent: world, child: ball}
    - {name: left, kind: prismatic, axis: [1, 0, 0], parent: world, child: left}
    - {name: right, kind: prismatic, axis: [-1, 0, 0], parent: world, child: right})" +
         (of_shapes ? "" : given) + R"(
initial: {left: -30 mm, right: -30 mm}
motors: [{joint: left, effort: 10}, {joint: right, effort: 10}]
)" + (of_shapes ? "contact: {shapes: all, materials: {" + names + ": {" + law + "}}}\n" : "") +
         R"(grasps: [{object: ball, hand: [left, right]}]
duration: 0.2
record: {interval: 0.1}
)";
}

struct AtEnd {
  explicit AtEnd(const std::string& text)
      : scenario(parse_scenario(text, "ball.yaml", CATENA_SOURCE_DIR)),
        simulation(scenario.setup),
        recorder(simulation, scenario.record) {
    simulation.advance(scenario.duration);
    const std::vector<double>& row = recorder.row(simulation.state());
    const auto column = [&](const std::string& name) {
      const auto& names = recorder.columns();
      return row[static_cast<std::size_t>(std::find(names.begin(), names.end(), name) -
                                          names.begin())];
    };
    closed = column("grasp.ball.closed"), eps = column("grasp.ball.eps");
    lower = column("grasp.ball.eps_lower"), slip = column("grasp.ball.slip");
    saved = saved_grasp(simulation, recorder, simulation.state(), 0);
    analysis = judge(saved);
  }
  PullLimit pull(const UnitLoad& load, double expected) {
    return GraspPull(simulation, simulation.state(), scenario.record.grasps[0])
        .limit(load, expected);
  }

  Scenario scenario;
  Simulation simulation;
  Recorder recorder;
  double closed = 0.0, eps = 0.0, lower = 0.0, slip = 0.0;
  SavedGrasp saved;
  GraspAnalysis analysis;
};

UnitLoad force(double x, double y, double z) {
  UnitLoad load;
  load.force = {x, y, z};
  return load;
}
UnitLoad torque(double x, double y, double z) {
  UnitLoad load;
  load.torque = {x, y, z};
  return load;
}

// The weakest wrench is the torque about the line through both pads: s / R per newton. With the
// weight it is one ellipse: (m g / (2 mu F))^2 + (M / (2 s F))^2 = 1.
TEST(DynamicCones, SoftFingersCloseAndHoldTorque) {
  const double spin = 0.005, mu = 0.8, F = 10.0;
  for (const bool of_shapes : {false, true}) {
    SCOPED_TRACE(of_shapes);
    AtEnd end(ball_between_pads(of_shapes, "friction: 0.8, spin: 5 mm"));
    EXPECT_EQ(end.closed, 1.0);
    EXPECT_NEAR(end.eps, spin / radius, 1e-9);
    EXPECT_GE(end.lower, 0.99 * end.eps);
    EXPECT_TRUE(end.analysis.closure.closed) << end.analysis.why;
    EXPECT_NEAR(end.analysis.quality.eps, spin / radius, 1e-9);
    EXPECT_LE(end.analysis.polyhedral.eps, end.analysis.quality.eps + 1e-12);
    EXPECT_NEAR(end.analysis.holding.objective, weight / (2 * mu), 1e-6);
    EXPECT_NEAR(end.slip, 2 * mu * F - weight, 1e-6);
    const double most = 2 * spin * F * std::sqrt(1.0 - std::pow(weight / (2 * mu * F), 2));
    grasp::ResistOptions options;
    options.load = end.analysis.resisted.weight;
    const double bound =
        grasp::largest_load(end.saved.set, end.analysis.resisted.hand,
                            grasp::wrench_at(end.saved.set, end.saved.set.reference,
                                             Eigen::Vector3d::Zero(), {1, 0, 0}),
                            options)
            .factor;
    EXPECT_NEAR(bound, most, 1e-6);
    const PullLimit slips = end.pull(torque(1, 0, 0), most);
    EXPECT_EQ(slips.status, PullLimit::Status::Slips);
    EXPECT_NEAR(slips.limit(), most, 0.01 * most);
  }
}

// Static friction enlarges the whole ellipsoid.
TEST(DynamicCones, StaticFrictionOfSoftFingers) {
  AtEnd end(ball_between_pads(true, "friction: 0.4, static_friction: 0.8, spin: 5 mm"));
  ASSERT_TRUE(end.analysis.resisted.sliding);
  EXPECT_NEAR(end.saved.set.contacts[0].torsion, 0.01 / 0.8, 1e-12);
}

// Friction is 0.8 along z and 0.1 across it, of the pads' own axis, that of their material, or one
// of the given contacts.
TEST(DynamicCones, AnisotropicFrictionOfShapes) {
  const double along = 2 * 0.8 * 10.0, across = 2 * 0.1 * 10.0;
  const std::string own = ", friction_across: 0.1, friction_axis: [0, 0, 1]";
  const std::string law = "friction: 0.8, friction_across: 0.1, friction_axis: [0, 0, 1]";
  const std::array texts = {
      ball_between_pads(true, "friction: 0.8", own), ball_between_pads(true, law, "", "pad/skin"),
      ball_between_pads(true, "friction: 0.8, friction_across: 0.1", ", friction_axis: [0, 0, 1]")};
  for (const std::string& text : texts) {
    AtEnd end(text);
    EXPECT_NEAR(end.slip, along - weight, 1e-6);
    EXPECT_NEAR(end.analysis.holding.objective, weight / (2 * 0.8), 1e-6);
    // Along y, with the weight along z: an ellipse.
    const double most = across * std::sqrt(1.0 - std::pow(weight / along, 2));
    EXPECT_NEAR(end.analysis.resisted.pulls[2].factor, most, 1e-6);
    EXPECT_NEAR(end.analysis.resisted.pulls[4].factor, along + weight, 1e-6);
    const PullLimit slips = end.pull(force(0, 1, 0), most);
    EXPECT_EQ(slips.status, PullLimit::Status::Slips);
    EXPECT_NEAR(slips.limit(), most, 0.01 * most);
  }
}

// The axis of the material that is named first: of the ball, which turns with it.
TEST(DynamicCones, TheMaterialNamedFirstCarriesTheAxis) {
  const std::string law = "friction: 0.8, friction_across: 0.1, friction_axis: [0, 0, 1]";
  std::string text = ball_between_pads(true, law, "", "skin/pad");
  const std::string was = "initial: {";
  text.replace(text.find(was), was.size(), "initial: {ball: {rpy: [90 deg, 0, 0]}, ");
  AtEnd end(text);
  // Its z is along the world's -y: 0.1 along the world's z holds 2 N.
  EXPECT_NEAR(end.slip, 2 * 0.8 * (10.0 - weight / (2 * 0.1)), 1e-5);
  EXPECT_NEAR(end.analysis.holding.objective, weight / (2 * 0.1), 1e-6);
}

// On a face across the axis friction is that across it in all directions.
TEST(DynamicCones, AnAxisAlongTheNormal) {
  AtEnd end(
      ball_between_pads(true, "friction: 0.8, friction_across: 0.1", ", friction_axis: [1, 0, 0]"));
  EXPECT_NEAR(end.slip, 2 * 0.1 * 10.0 - weight, 1e-6);
  const double most = std::sqrt(4.0 - weight * weight);
  EXPECT_NEAR(end.analysis.resisted.pulls[2].factor, most, 1e-6);
  EXPECT_NEAR(end.pull(force(0, 1, 0), most).limit(), most, 0.01 * most);
}

// Moments about the tangents have a limit of their own: torque about y is (mu R + c) F per contact
// at R from the centre.
TEST(DynamicCones, RollingFriction) {
  for (const bool of_shapes : {false, true}) {
    SCOPED_TRACE(of_shapes);
    AtEnd end(ball_between_pads(of_shapes, "friction: 0.2, spin: 18 mm, rolling: 3 mm"));
    ASSERT_EQ(end.saved.set.size(), 2);
    // min(mu, s / R, mu + c / R)
    EXPECT_NEAR(end.analysis.quality.eps, 0.2, 1e-9);
    const grasp::WrenchCones cones = grasp::wrench_cones(end.saved.set);
    const Eigen::VectorXd about_y = Eigen::VectorXd::Unit(6, 4);
    EXPECT_NEAR(grasp::support(cones, 0, about_y), 0.2 + 0.003 / radius, 1e-9);
    EXPECT_NEAR(grasp::support_point(cones, 0, about_y).dot(about_y), 0.2 + 0.003 / radius, 1e-9);
    double most = 0.0;
    const Eigen::MatrixXd edges = grasp::primitives(cones, 0, 8);
    for (Eigen::Index j = 0; j < edges.cols(); ++j) most = std::max(most, edges(4, j));
    EXPECT_NEAR(most, 0.2 + 0.003 / radius, 0.03);
    EXPECT_LE(most, 0.2 + 0.003 / radius + 1e-12);
  }
}

// The same grasp from a file.
TEST(DynamicCones, AreSavedWithTheGrasp) {
  AtEnd end(ball_between_pads(
      false,
      "friction: 0.8, friction_across: 0.1, friction_axis: [0, 1, 0], spin: 5 mm, "
      "rolling: 1 mm"));
  const std::vector<SavedGrasp> read =
      parse_grasps(write_grasps(std::span(&end.saved, 1)), "grasp.json");
  ASSERT_EQ(read.size(), 1U);
  const GraspAnalysis later = judge(read[0]);
  EXPECT_EQ(later.quality.eps, end.analysis.quality.eps);
  EXPECT_EQ(later.resisted.least.lower, end.analysis.resisted.least.lower);
  EXPECT_EQ(later.points[0].spin, end.analysis.points[0].spin);
  EXPECT_EQ(later.points[0].friction_across, end.analysis.points[0].friction_across);
}

// A disc of radius R gives the moment 2/3 mu R F about its axis: corners with friction of their own
// would give mu R F.
TEST(DynamicCones, FacesHaveTheFrictionOfAnEvenPressure) {
  std::string text = R"(
model:
  bodies:
    - {name: ball, shapes: [{box: {sides: [0.1, 0.1, 0.1]}, mass: 0.1}]}
    - {name: left, shapes: [{box: {sides: [0.02, 0.04, 0.04]}, mass: 0.1}]}
    - {name: right, shapes: [{box: {sides: [0.02, 0.04, 0.04]}, mass: 0.1}]}
  joints:
    - {name: ball, kind: free, parent: world, child: ball}
    - {name: left, kind: prismatic, axis: [1, 0, 0], parent: world, child: left}
    - {name: right, kind: prismatic, axis: [-1, 0, 0], parent: world, child: right}
  contacts:
    - {name: l, point: {body: left, at: {position: [0.01, 0, 0], rpy: [0, -90 deg, 0]}}, region: {disc: 15 mm}, plane: {body: ball, at: [-0.05, 0, 0], normal: [-1, 0, 0]}, friction: 0.5}
    - {name: r, point: {body: right, at: {position: [-0.01, 0, 0], rpy: [0, 90 deg, 0]}}, region: {disc: 15 mm}, plane: {body: ball, at: [0.05, 0, 0], normal: [1, 0, 0]}, friction: 0.5}
initial: {left: -60 mm, right: -60 mm}
motors: [{joint: left, effort: 10}, {joint: right, effort: 10}]
grasps: [{object: ball, hand: [left, right]}]
duration: 0.2
)";
  AtEnd end(text);
  EXPECT_TRUE(end.analysis.closure.closed) << end.analysis.why;
  const Eigen::VectorXd about_x = Eigen::VectorXd::Unit(6, 3);
  const grasp::WrenchCones cones = grasp::wrench_cones(end.saved.set);
  double most = 0.0;
  for (int i = 0; i < end.saved.set.size(); ++i)
    most = std::max(most, end.saved.set.rho * grasp::support(cones, i, about_x));
  EXPECT_LE(most, 0.5 * 2.0 / 3.0 * 0.015 + 1e-12);
  EXPECT_GE(most, 0.93 * 0.5 * 2.0 / 3.0 * 0.015);
}

TEST(DynamicCones, MistakesOfAxesAreSaid) {
  const auto message = [](const std::string& text) -> std::string {
    try {
      parse_scenario(text, "ball.yaml", CATENA_SOURCE_DIR);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message(ball_between_pads(true, "friction_across: 0.1")).find("needs friction along"),
            std::string::npos);
  EXPECT_NE(message(ball_between_pads(true, "friction: 0.5, friction_axis: [1, 0, 0]"))
                .find("without friction_across"),
            std::string::npos);
  EXPECT_NE(message(ball_between_pads(
                        true, "friction: 0.5, friction_across: 0.1, friction_axis: [0, 0, 0]"))
                .find("not zero"),
            std::string::npos);
}

}  // namespace
}  // namespace catena
