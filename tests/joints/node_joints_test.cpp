// The kinds that kernels know: every shortcut of a joint must be what its columns say.

#include <gtest/gtest.h>

#include "catena/joints/dispatch.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

Motion<double> random_motion(Random& random) {
  const VectorXd x = random_vector(random, 6);
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

class NodeJoints : public testing::Test {
 protected:
  // All shortcuts of `joint` against its columns, at random rates, motions and transforms.
  template <class Joint>
  void expect_consistent(const Joint& joint, int dofs) {
    for (int i = 0; i < 20; ++i) {
      const VectorXd rate = random_vector(random_, std::max(dofs, 1));
      const Motion<double> v = random_motion(random_), other = random_motion(random_);
      const Force<double> f = {other.angular, other.linear};
      const Transform<double> X = random_transform(random_);
      Motion<double> relative = Motion<double>::zero(), sum = v, bias = other;
      VectorXd projected = VectorXd::Zero(6), expected = VectorXd::Zero(6);
      for (int k = 0; k < dofs; ++k) {
        const Motion<double> S = joint.template column<double>(k);
        relative += rate[k] * S;
        expected[k] = dot(S, f);
        worst_.expect(to_eigen(joint.column_in(X, k)), to_eigen(X * S), "column_in");
      }
      joint.add_motion(sum, rate.data());
      joint.add_bias(bias, v, rate.data());
      joint.project(f, projected.data());
      worst_.expect(to_eigen(sum), to_eigen(v + relative), "add_motion");
      worst_.expect(to_eigen(bias), to_eigen(other + cross(v, relative) + own_bias_), "add_bias");
      worst_.expect(projected, expected, "project");
    }
  }

  // The pose's derivative along each coordinate is the column, in the child's axes.
  template <class Joint>
  void expect_pose_moves_by_columns(const Joint& joint) {
    const Transform<double> X_PF = random_transform(random_);
    for (int k = 0; k < Joint::dofs; ++k) {
      VectorXd q = random_vector(random_, 7);
      q.head<4>().normalize();
      const auto pose = [&](double t) {
        VectorXd moved = q;
        moved[k] += t;
        Transform<double> X;
        joint.pose(X_PF, moved.data(), X);
        return VectorXd(
            (VectorXd(12) << to_eigen(X.rotation).reshaped(), to_eigen(X.translation)).finished());
      };
      Transform<double> X;
      joint.pose(X_PF, q.data(), X);
      const Motion<double> S = joint.template column<double>(k);
      VectorXd expected(12);
      expected << to_eigen(X.rotation * skew(S.angular)).reshaped(),
          to_eigen(X.rotation * S.linear);
      worst_.expect(derivative_at_zero(pose, 0.05, 5), expected, "pose");
    }
  }

  Random random_{5};
  Motion<double> own_bias_ = Motion<double>::zero();
  WorstError worst_{"shortcuts of joints = their columns", 1e-11};
};

TEST_F(NodeJoints, OfOneAxis) {
  expect_consistent(RevoluteJoint{}, 1);
  expect_consistent(PrismaticJoint{}, 1);
  expect_consistent(HelicalJoint{0.3}, 1);
  expect_pose_moves_by_columns(RevoluteJoint{});
  expect_pose_moves_by_columns(PrismaticJoint{});
  expect_pose_moves_by_columns(HelicalJoint{0.3});
}

TEST_F(NodeJoints, WithQuaternionsAndWelds) {
  expect_consistent(SphericalJoint{}, 3);
  expect_consistent(FreeJoint{}, 6);
  expect_consistent(WeldJoint{}, 0);
}

TEST_F(NodeJoints, DefinedByUsers) {
  for (const CustomShape shape : all_custom_shapes) {
    const auto custom = shared_custom_joint(shape);
    const VectorXd q = random_vector(random_, 6, 0.5), v = random_vector(random_, 6);
    CustomJointKinematics<double> at;
    custom->evaluate(q.data(), v.data(), at);
    own_bias_ = at.bias;
    expect_consistent(EvaluatedCustomJoint<double>{&at, custom->dofs()}, custom->dofs());
  }
}

TEST_F(NodeJoints, AreVisitedByKind) {
  const auto dofs_of = [](NodeKind kind, int dofs) {
    const CustomJointKinematics<double> custom{};
    int seen = -1;
    visit_joint<double>(kind, 0.25, dofs, &custom, [&](const auto& joint) {
      if constexpr (requires { joint.size; })
        seen = joint.size;
      else
        seen = std::decay_t<decltype(joint)>::dofs;
      if constexpr (requires { joint.pitch; }) {
        EXPECT_EQ(joint.pitch, 0.25);
      }
    });
    return seen;
  };
  EXPECT_EQ(dofs_of(NodeKind::Weld, 0), 0);
  EXPECT_EQ(dofs_of(NodeKind::Revolute, 1), 1);
  EXPECT_EQ(dofs_of(NodeKind::Prismatic, 1), 1);
  EXPECT_EQ(dofs_of(NodeKind::Helical, 1), 1);
  EXPECT_EQ(dofs_of(NodeKind::Spherical, 3), 3);
  EXPECT_EQ(dofs_of(NodeKind::Free, 6), 6);
  EXPECT_EQ(dofs_of(NodeKind::Custom, 5), 5);
}

}  // namespace
}  // namespace catena::test
