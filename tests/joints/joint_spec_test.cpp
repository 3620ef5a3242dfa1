#include "catena/joints/joint_spec.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/custom_joints.hpp"

namespace catena::test {
namespace {

TEST(JointSpecTest, SizesFollowTheKind) {
  const struct {
    JointKind kind;
    int nq, nv;
    const char* name;
  } expected[] = {
      {JointKind::Weld, 0, 0, "weld"},
      {JointKind::Revolute, 1, 1, "revolute"},
      {JointKind::Continuous, 1, 1, "continuous"},
      {JointKind::Prismatic, 1, 1, "prismatic"},
      {JointKind::Helical, 1, 1, "helical"},
      {JointKind::Cylindrical, 2, 2, "cylindrical"},
      {JointKind::Universal, 2, 2, "universal"},
      {JointKind::Planar, 3, 3, "planar"},
      {JointKind::Spherical, 4, 3, "spherical"},
      {JointKind::Free, 7, 6, "free"},
      {JointKind::InvoluteRigid, 1, 1, "involute_rigid"},
      {JointKind::InvoluteU, 2, 2, "involute_u"},
      {JointKind::InvoluteEps, 2, 2, "involute_eps"},
      {JointKind::InvoluteL, 2, 2, "involute_l"},
      {JointKind::Custom, 0, 0, "custom"},
  };
  for (const auto& e : expected) {
    EXPECT_EQ(configuration_size(e.kind), e.nq) << e.name;
    EXPECT_EQ(velocity_size(e.kind), e.nv) << e.name;
    EXPECT_STREQ(to_string(e.kind), e.name);
  }
  for (const CustomShape shape : all_custom_shapes) {
    const auto joint = shared_custom_joint(shape);
    EXPECT_EQ(velocity_size(JointKind::Custom, joint.get()), joint->dofs());
    EXPECT_EQ(configuration_size(JointKind::Custom, joint.get()), joint->dofs());
  }
}

TEST(JointSpecTest, ShortFormsSetWhatTheySay) {
  const Eigen::Vector3d axis(1, 2, 3), axis2(0, 3, -2);
  const struct {
    JointSpec spec;
    JointKind kind;
  } cases[] = {
      {weld("j"), JointKind::Weld},
      {revolute("j", axis), JointKind::Revolute},
      {continuous("j", axis), JointKind::Continuous},
      {prismatic("j", axis), JointKind::Prismatic},
      {helical("j", axis, 0.2), JointKind::Helical},
      {cylindrical("j", axis), JointKind::Cylindrical},
      {universal("j", axis, axis2), JointKind::Universal},
      {planar("j", axis), JointKind::Planar},
      {spherical("j"), JointKind::Spherical},
      {free_joint("j"), JointKind::Free},
      {custom_joint("j", shared_custom_joint(CustomShape::Ellipse)), JointKind::Custom},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(c.spec.name, "j");
    EXPECT_EQ(c.spec.kind, c.kind);
  }
  EXPECT_EQ(cases[1].spec.axis, axis);
  EXPECT_EQ(cases[4].spec.pitch, 0.2);
  EXPECT_EQ(cases[6].spec.axis2, axis2);
  EXPECT_EQ(cases[7].spec.axis, axis);
  EXPECT_EQ(cases[10].spec.custom, shared_custom_joint(CustomShape::Ellipse));
}

TEST(JointSpec, AJointOfOneCoordinateTakesNumbers) {
  JointSpec spec = revolute("j", {0, 0, 1});
  spec.damping = 0.5, spec.stiffness = 3, spec.position_lower = -1.0;
  EXPECT_EQ(spec.damping, Eigen::VectorXd::Constant(1, 0.5));
  EXPECT_EQ(spec.stiffness, Eigen::MatrixXd::Constant(1, 1, 3.0));
  EXPECT_EQ(spec.position_lower.size(), 1);
  spec.damping = {};
  EXPECT_EQ(spec.damping.size(), 0);

  JointSpec ball = spherical("b");
  ball.damping = Eigen::Vector3d(1, 2, 3);
  ball.stiffness = 2.0 * Eigen::Matrix3d::Identity();
  ball.armature = ball.damping.array().square();
  EXPECT_EQ(ball.damping, Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(ball.stiffness.trace(), 6.0);
  EXPECT_EQ(ball.armature, Eigen::Vector3d(1, 4, 9));
  const Eigen::VectorXd plain = ball.damping;
  EXPECT_EQ(plain.size(), 3);
}

}  // namespace
}  // namespace catena::test
