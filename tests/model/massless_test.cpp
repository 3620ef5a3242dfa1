// Bodies without mass: fine where something with mass moves, an error that names the joint where
// not.

#include <gtest/gtest.h>

#include "catena/model/model_builder.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

// World - first joint - massless body - second joint - body with mass (if `heavy`).
Model two_links(const JointSpec& first, const JointSpec& second, bool heavy,
                const Transform<double>& between = Transform<double>::at({0.3, 0, 0})) {
  ModelBuilder builder;
  const BodyId light = builder.add_body("light");
  const BodyId end =
      builder.add_body("end", heavy ? solid_sphere(1, 0.1) : Inertia<double>::zero());
  builder.add_joint(first, world_body, light);
  builder.add_joint(second, light, end, between);
  return builder.build();
}

template <class F>
std::string error_of(const F& action) {
  try {
    action();
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no error";
}

TEST(MasslessBodies, AreFineBetweenJointsThatMoveMass) {
  EXPECT_NO_THROW(two_links(revolute("a", {0, 0, 1}), revolute("b", {0, 1, 0}), true));
  EXPECT_NO_THROW(two_links(revolute("a", {0, 0, 1}), weld("b"), true));
  EXPECT_NO_THROW(two_links(prismatic("a", {0, 0, 1}), spherical("b"), true));
  EXPECT_NO_THROW(two_links(weld("a"), free_joint("b"), true));
  EXPECT_NO_THROW(two_links(weld("a"), weld("b"), false));
}

TEST(MasslessBodies, AtTheEndOfAJointNameTheJoint) {
  const std::string leaf = error_of([] {
    two_links(weld("base"), revolute("wrist", {0, 0, 1}), false);
  });
  EXPECT_NE(leaf.find("'wrist'"), std::string::npos) << leaf;
  EXPECT_NE(leaf.find("'end'"), std::string::npos) << leaf;
  EXPECT_NE(leaf.find("armature"), std::string::npos) << "should say what helps: " << leaf;
  for (const JointSpec& joint :
       {prismatic("slide", {1, 0, 0}), spherical("ball"), planar("table", {0, 0, 1})}) {
    const std::string message = error_of([&] { two_links(weld("base"), joint, false); });
    EXPECT_NE(message.find("'" + joint.name + "'"), std::string::npos) << message;
  }
}

TEST(MasslessBodies, BetweenJointsWithTheSameMotionNameTheInnerJoint) {
  // Two sliders along one line: one of them moves nothing that the other does not.
  const std::string message = error_of([] {
    two_links(prismatic("inner", {0, 0, 1}), prismatic("outer", {0, 0, 1}), true);
  });
  EXPECT_NE(message.find("'inner'"), std::string::npos) << message;
  // Two hinges on one line.
  const std::string hinges = error_of([] {
    two_links(revolute("inner", {0, 0, 1}), revolute("outer", {0, 0, 1}), true,
              Transform<double>::at({0, 0, 0.5}));
  });
  EXPECT_NE(hinges.find("'inner'"), std::string::npos) << hinges;
}

TEST(MasslessBodies, MoveWhereTheJointHasARotor) {
  JointSpec wrist = revolute("wrist", {0, 0, 1});
  wrist.armature = Eigen::VectorXd::Constant(1, 0.01);
  EXPECT_NO_THROW(two_links(weld("base"), wrist, false));
  JointSpec ball = spherical("ball");
  ball.armature = Eigen::Vector3d(0.01, 0.01, 0.0);
  const std::string message = error_of([&] { two_links(weld("base"), ball, false); });
  EXPECT_NE(message.find("'ball'"), std::string::npos) << message;
  EXPECT_NE(message.find("coordinate 2"), std::string::npos) << message;
}

TEST(MasslessBodies, PointMassesDoNotResistRotationAboutThemselves) {
  // A point mass at the centre of a ball joint has no inertia about it.
  ModelBuilder builder;
  const BodyId point = builder.add_body("point", {1.0, {0, 0, 0}, Sym3<double>::zero()});
  builder.add_joint(spherical("ball"), world_body, point);
  const std::string message = error_of([&] { (void)builder.build(); });
  EXPECT_NE(message.find("'ball'"), std::string::npos) << message;
}

TEST(MasslessBodies, RandomMechanismsAreAccepted) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    EXPECT_NO_THROW(random_model(seed));
  }
}

}  // namespace
}  // namespace catena::test
