// What docs/scenarios.md says about axes, orders and signs.

#include <gtest/gtest.h>

#include "catena/dynamics/kinematics.hpp"
#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

Scenario with_this_joint(const std::string& joint,
                         const std::string& inertia = "moments: [1, 1, 1]") {
  return parse_scenario("model:\n  bodies: [{name: b, inertia: {mass: 1, " + inertia +
                            "}}]\n  joints: [{name: j, parent: world, child: b, " + joint + "}]\n",
                        "a.yaml", "");
}

Kinematics<double> moved(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  Kinematics<double> bodies(model);
  bodies.compute(model, q, v);
  return bodies;
}

TEST(Conventions, PlanarJointsMoveAlongTheTwoAxesThatFollowTheirs) {
  struct Case {
    const char* axis;
    Eigen::Vector3d first, second;
  };
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), y = Eigen::Vector3d::UnitY(),
                        z = Eigen::Vector3d::UnitZ();
  for (const Case& c :
       {Case{"[0, 0, 1]", x, y}, Case{"[1, 0, 0]", y, z}, Case{"[0, 1, 0]", z, x}}) {
    const Scenario scenario = with_this_joint(std::string("kind: planar, axis: ") + c.axis);
    const Model& model = *scenario.setup.model;
    const auto pose = moved(model, Eigen::Vector3d(2, 3, 0.5), Eigen::Vector3d::Zero())
                          .pose(model, model.body_frame(BodyId{1}));
    const Eigen::Vector3d expected = 2 * c.first + 3 * c.second;
    EXPECT_NEAR(pose.translation.x, expected.x(), 1e-15) << c.axis;
    EXPECT_NEAR(pose.translation.y, expected.y(), 1e-15) << c.axis;
    EXPECT_NEAR(pose.translation.z, expected.z(), 1e-15) << c.axis;
  }
}

TEST(Conventions, VelocitiesOfFreeJointsAreInTheChildsAxes) {
  const Scenario scenario = with_this_joint("kind: free");
  const Model& model = *scenario.setup.model;
  Eigen::VectorXd q(7), v(6);
  q << std::sqrt(0.5), 0, 0, std::sqrt(0.5), 1, 2, 3;  // a quarter turn about z, then the place
  v << 1, 0, 0, 0, 5, 0;                               // angular about x, linear along y
  const auto motion =
      moved(model, q, v).velocity(model, model.body_frame(BodyId{1}), Reference::WorldAligned);
  EXPECT_NEAR(motion.angular.y, 1.0, 1e-15);
  EXPECT_NEAR(motion.linear.x, -5.0, 1e-14);
}

// Two points of 1/2 kg at (1, 1, 0) and (-1, -1, 0): ixy = -sum of m x y.
TEST(Conventions, ProductsAreEntriesOfTheMatrix) {
  const Scenario scenario = with_this_joint("kind: revolute, axis: [0, 0, 1]",
                                            "moments: [1, 1, 2], products: [-1, 0, 0]");
  EXPECT_EQ(scenario.setup.model->body(BodyId{1}).inertia.rotational.xy, -1.0);
  // Solid about the line of the points: the moment about it is zero, as it must be.
  EXPECT_THROW(with_this_joint("kind: revolute, axis: [0, 0, 1]",
                               "moments: [1, 1, 2], products: [-1.1, 0, 0]"),
               ScenarioError);
}

}  // namespace
}  // namespace catena
