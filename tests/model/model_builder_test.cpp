// What ModelBuilder accepts, and what the compiled model says about it.

#include "catena/model/model_builder.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

bool mentions(const std::vector<std::string>& remarks, std::initializer_list<const char*> parts) {
  for (const std::string& remark : remarks) {
    bool all_found = true;
    for (const char* part : parts) all_found &= remark.find(part) != std::string::npos;
    if (all_found) return true;
  }
  return false;
}

Model one_joint(const JointSpec& joint) {
  ModelBuilder builder;
  builder.add_joint(joint, world_body, builder.add_body("link", solid_sphere(1, 0.1)));
  return builder.build();
}

TEST(ModelBuilderTest, AnEmptyMechanismIsAModel) {
  const Model model = ModelBuilder().build();
  EXPECT_EQ(model.nq(), 0);
  EXPECT_EQ(model.nv(), 0);
  EXPECT_EQ(model.body_count(), 1);
  EXPECT_EQ(model.find_body("world"), world_body);
  EXPECT_EQ(to_eigen(model.gravity()), Eigen::Vector3d(0, 0, -9.81));
}

TEST(ModelBuilderTest, NonSymmetricSpringsAreKeptWithARemark) {
  JointSpec joint = universal("wrist", {1, 0, 0}, {0, 1, 0});
  joint.stiffness.resize(2, 2);
  joint.stiffness << 1, 2, 3, 4;
  const Model model = one_joint(joint);
  ASSERT_EQ(model.springs().size(), 1u);
  EXPECT_FALSE(model.springs()[0].conservative);
  EXPECT_EQ(model.springs()[0].stiffness, joint.stiffness);
  EXPECT_TRUE(mentions(model.warnings(), {"'wrist'", "not conservative"}));
  joint.stiffness << 1, 2, 2, 4;
  EXPECT_TRUE(one_joint(joint).warnings().empty());
  EXPECT_TRUE(one_joint(joint).springs()[0].conservative);
}

TEST(ModelBuilderTest, RestPositionsOutsideTheLimitsAreRemarkedOn) {
  JointSpec joint = revolute("elbow", {0, 0, 1});
  joint.stiffness = Eigen::MatrixXd::Constant(1, 1, 5.0);
  joint.spring_rest = VectorXd::Constant(1, 2.5);
  joint.position_lower = VectorXd::Constant(1, -1.0);
  joint.position_upper = VectorXd::Constant(1, 1.0);
  EXPECT_TRUE(mentions(one_joint(joint).warnings(), {"'elbow'", "2.5", "outside", "limit"}));
  joint.spring_rest[0] = 0.5;
  EXPECT_TRUE(one_joint(joint).warnings().empty());
  EXPECT_EQ(one_joint(joint).springs()[0].rest[0], 0.5);
}

TEST(ModelBuilderTest, OddButPossibleNumbersAreRemarkedOn) {
  JointSpec joint = revolute("elbow", {0, 0, 1});
  joint.damping = VectorXd::Constant(1, -0.1);
  EXPECT_TRUE(mentions(one_joint(joint).warnings(), {"'elbow'", "damping", "negative"}));
  joint = revolute("elbow", {0, 0, 1});
  joint.coulomb_friction = VectorXd::Constant(1, 2.0);
  joint.static_friction = VectorXd::Constant(1, 1.0);
  EXPECT_TRUE(mentions(one_joint(joint).warnings(), {"'elbow'", "static friction"}));
}

TEST(ModelBuilderTest, EmptyVectorsAreFilledIn) {
  JointSpec joint = planar("table", {0, 0, 2});
  joint.coulomb_friction = VectorXd::Constant(3, 0.5);
  const JointSpec spec = one_joint(joint).joint(JointId{0}).spec;
  EXPECT_EQ(spec.armature, VectorXd::Zero(3));
  EXPECT_EQ(spec.damping, VectorXd::Zero(3));
  EXPECT_EQ(spec.static_friction, spec.coulomb_friction);
  EXPECT_EQ(spec.position_upper, VectorXd::Constant(3, std::numeric_limits<double>::infinity()));
  EXPECT_EQ(spec.effort_limit.size(), 3);
  EXPECT_EQ(spec.axis, Eigen::Vector3d::UnitZ());
}

TEST(ModelBuilderTest, NamesIdsAndFramesStayValid) {
  ModelBuilder builder;
  const BodyId arm = builder.add_body("arm", solid_sphere(1, 0.1));
  const FrameId tool = builder.add_frame("tool", arm, Transform<double>::at({0, 0, 1}));
  const BodyId hand = builder.add_body("hand", solid_sphere(2, 0.1));
  const JointId shoulder = builder.add_joint(revolute("shoulder", {0, 0, 1}), world_body, arm);
  const JointId wrist = builder.add_joint(spherical("wrist"), arm, hand);
  EXPECT_EQ(builder.find_body("hand"), hand);
  EXPECT_EQ(builder.find_joint("wrist"), wrist);
  builder.joint(shoulder).damping = VectorXd::Constant(1, 0.25);
  const Model model = builder.build();
  EXPECT_EQ(model.find_body("arm"), arm);
  EXPECT_EQ(model.find_body("hand"), hand);
  EXPECT_EQ(model.find_joint("shoulder"), shoulder);
  EXPECT_EQ(model.find_frame("tool"), tool);
  EXPECT_EQ(model.find_frame("hand"), model.body_frame(hand));
  EXPECT_EQ(model.frame(tool).body, arm);
  EXPECT_EQ(model.joint(wrist).parent, arm);
  EXPECT_EQ(model.joint(wrist).child, hand);
  EXPECT_EQ(model.body(hand).inboard_joint, wrist);
  EXPECT_EQ(model.body(hand).parent, arm);
  EXPECT_EQ(model.joint_count(), 2);
  EXPECT_EQ(model.frame_count(), 4);  // world, arm, tool, hand
  EXPECT_EQ(model.damping()[0], 0.25);
  EXPECT_EQ(model.total_mass(), 3.0);
}

TEST(ModelBuilderTest, StaysUsableAfterBuildingAndAfterErrors) {
  ModelBuilder builder;
  const BodyId a = builder.add_body("a", solid_sphere(1, 1));
  EXPECT_THROW((void)builder.build(), ModelError);
  builder.add_joint(revolute("first", {0, 0, 1}), world_body, a);
  EXPECT_EQ(builder.build().nv(), 1);
  const BodyId b = builder.add_body("b", solid_sphere(1, 1));
  EXPECT_THROW(builder.add_joint(revolute("first", {0, 0, 1}), a, b), ModelError);
  builder.add_joint(revolute("second", {0, 0, 1}), a, b);
  EXPECT_EQ(builder.build().nv(), 2);
}

TEST(ModelBuilderTest, UnattachedBodiesFloatWhereAsked) {
  ModelBuilder builder;
  builder.add_body("drone", solid_sphere(1, 1));
  builder.set_float_unattached(true);
  const Model model = builder.build();
  EXPECT_EQ(model.nv(), 6);
  EXPECT_EQ(model.joint(JointId{0}).spec.kind, JointKind::Free);
  EXPECT_EQ(model.joint(JointId{0}).parent, world_body);
  builder.set_float_unattached(false);
  EXPECT_THROW((void)builder.build(), ModelError) << "build() must not change the builder";
}

// Coordinates go depth first, children in the order in which their joints were added.
TEST(ModelBuilderTest, CoordinatesFollowTheTreeDepthFirst) {
  for_random_models(200, [&](const Model& model, const RandomState&, auto) {
    int q = 0, v = 0, seen = 0;
    const std::function<void(BodyId)> visit = [&](BodyId body) {
      for (int j = 0; j < model.joint_count(); ++j) {
        const JointInfo& joint = model.joint(JointId{j});
        if (joint.parent != body) continue;
        EXPECT_EQ(joint.q, q) << joint.spec.name;
        EXPECT_EQ(joint.v, v) << joint.spec.name;
        EXPECT_EQ(joint.nq, configuration_size(joint.spec.kind, joint.spec.custom.get()));
        EXPECT_EQ(joint.nv, velocity_size(joint.spec.kind, joint.spec.custom.get()));
        q += joint.nq;
        v += joint.nv;
        ++seen;
        visit(joint.child);
      }
    };
    visit(world_body);
    EXPECT_EQ(q, model.nq());
    EXPECT_EQ(v, model.nv());
    EXPECT_EQ(seen, model.joint_count());
  });
}

}  // namespace
}  // namespace catena::test
