#include "catena/library/builtin_models.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/math/views.hpp"

namespace catena {
namespace {

using std::numbers::pi;

TEST(BuiltinModels, ChainsHaveOneHingePerLink) {
  for (const int links : {1, 2, 7, 100}) {
    const Model model = chain(links);
    EXPECT_EQ(model.nv(), links);
    EXPECT_DOUBLE_EQ(model.total_mass(), links);
    EXPECT_EQ(planar_chain(links).nv(), links);
  }
  EXPECT_THROW(chain(0), ModelError);
  EXPECT_EQ(double_pendulum().nv(), 2);
}

TEST(BuiltinModels, ChainLinksAreUniformCylinders) {
  const Model model = chain(2);
  const Inertia<double>& inertia = model.body(model.find_body("link2")).inertia;
  // About the pivot: m (l^2/3 + r^2/4) across and m r^2/2 along.
  const Eigen::Vector3d expected(1.0 / 3 + 0.0025 / 4, 1.0 / 3 + 0.0025 / 4, 0.0025 / 2);
  EXPECT_NEAR((to_eigen(inertia.rotational).diagonal() - expected).norm(), 0, 1e-15);
  EXPECT_EQ(model.joint(model.find_joint("joint1")).spec.axis, Eigen::Vector3d::UnitX());
  EXPECT_EQ(model.joint(model.find_joint("joint2")).spec.axis, Eigen::Vector3d::UnitY());
  EXPECT_EQ(to_eigen(model.joint(model.find_joint("joint2")).X_PF.translation),
            Eigen::Vector3d::UnitZ());
}

TEST(BuiltinModels, RobotsHaveTheirDofs) {
  EXPECT_EQ(arm().nv(), 7);
  EXPECT_EQ(quadruped().nv(), 18);
  EXPECT_EQ(humanoid().nv(), 35);
  EXPECT_NEAR(humanoid().total_mass(), 75.0, 1e-12);
}

TEST(BuiltinModels, HumanoidIsSymmetric) {
  const Model model = humanoid();
  for (const char* body : {"LLEG_foot", "LARM_hand", "LLEG_thigh"}) {
    std::string other = body;
    other[0] = 'R';
    const Inertia<double>& left = model.body(model.find_body(body)).inertia;
    const Inertia<double>& right = model.body(model.find_body(other)).inertia;
    EXPECT_EQ(left.mass, right.mass);
    EXPECT_EQ(left.moment.x, right.moment.x);
  }
  const JointInfo& left = model.joint(model.find_joint("LLEG_HIP_R"));
  const JointInfo& right = model.joint(model.find_joint("RLEG_HIP_R"));
  EXPECT_EQ(left.X_PF.translation.y, -right.X_PF.translation.y);
}

TEST(BuiltinModels, HandHasTheJointsOfTable5III) {
  const Model model = hand();
  EXPECT_EQ(model.joint_count(), 17);
  EXPECT_EQ(model.nv(), 22);
  EXPECT_NEAR(model.total_mass(), 0.4575, 1e-12);
  for (int i = 0; i < 17; ++i) EXPECT_EQ(model.joint(JointId{i}).nv, i < 5 ? 2 : 1);
  const Eigen::VectorXd q = hand_start(model);
  const JointInfo& wrist = model.joint(JointId{0});
  EXPECT_EQ(q[wrist.q], pi / 32);
  EXPECT_EQ(q[wrist.q + 1], pi / 10);
  EXPECT_EQ(q[model.joint(JointId{11}).q], pi / 6);
  EXPECT_NEAR(q.sum(), pi / 32 + pi / 10 + pi / 4 + pi / 3 + pi / 6, 1e-15);
}

TEST(BuiltinModels, HandHasTheSpringsAndLimitsOfTable5IV) {
  const Model model = hand({.tissue = HandTissue::Document});
  const JointSpec& wrist = model.joint(model.find_joint("wrist")).spec;
  EXPECT_EQ(wrist.stiffness, (Eigen::Matrix2d() << 2, -4, 0, 2).finished());
  EXPECT_EQ(wrist.position_lower, Eigen::Vector2d(-pi / 10, 0));
  EXPECT_EQ(wrist.position_upper, Eigen::Vector2d(pi / 4, pi / 2));
  EXPECT_EQ(wrist.damping, Eigen::Vector2d(3, 3));
  EXPECT_EQ(model.joint(model.find_joint("index.mcp")).spec.stiffness(1, 1), 5);
  EXPECT_EQ(model.joint(model.find_joint("thumb.cmc2")).spec.stiffness(0, 0), 2);
  const JointSpec& thumb = model.joint(model.find_joint("thumb.mcp")).spec;
  EXPECT_EQ(thumb.spring_rest[0], pi / 6);
  EXPECT_EQ(thumb.position_lower[0], pi / 4);
}

TEST(BuiltinModels, HandWarnsOfTheRestPositionOutsideTheLimits) {
  const Model model = hand({.tissue = HandTissue::Document});
  std::string warnings;
  for (const std::string& warning : model.warnings()) warnings += warning + "\n";
  EXPECT_NE(warnings.find("thumb.mcp"), std::string::npos) << warnings;
  EXPECT_NE(warnings.find("wrist"), std::string::npos) << warnings;
}

TEST(BuiltinModels, HandWithoutTissueIsTheOneOfSection541) {
  const Model model = hand({.springs = false, .limits = false});
  EXPECT_TRUE(model.springs().empty());
  EXPECT_TRUE(std::isinf(model.joint(JointId{0}).spec.position_upper[0]));
  EXPECT_TRUE(model.warnings().empty());
}

TEST(BuiltinModels, EveryBodyHasAShape) {
  for (const Model& model : {chain(2), arm(), quadruped(), humanoid()})
    for (int b = 1; b < model.body_count(); ++b)
      EXPECT_EQ(model.shapes(BodyId{b}).size(), 1U) << model.body(BodyId{b}).name;
}

// People are drawn by other shapes than those by which they touch, and few enough for a hundred.
TEST(BuiltinModels, PeopleTouchByPlainShapesAndAreDrawnByOthers) {
  for (const Model& model : {hand(), gymnast(), human_figure()}) {
    std::size_t drawn = 0;
    for (int b = 1; b < model.body_count(); ++b) {
      std::size_t own = 0;
      for (const BodyShape& shape : model.shapes(BodyId{b})) {
        EXPECT_NE(shape.drawn, shape.touches) << model.body(BodyId{b}).name;
        if (shape.drawn) ++own;
      }
      EXPECT_GT(own, 0U) << model.body(BodyId{b}).name;
      EXPECT_LT(own, model.shapes(BodyId{b}).size()) << model.body(BodyId{b}).name;
      drawn += own;
    }
    EXPECT_LE(drawn, 80U);
  }
}

TEST(BuiltinModels, AreFoundByName) {
  EXPECT_EQ(builtin_builder("planar_chain", 5).build().nv(), 5);
  EXPECT_EQ(builtin_builder("hand").build().nv(), 22);
  EXPECT_THROW(builtin_builder("foot"), ModelError);
}

}  // namespace
}  // namespace catena
