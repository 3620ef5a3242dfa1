// What users write about a joint of their own, and what the library derives from it.

#include <gtest/gtest.h>

#include "catena/joints/custom.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

struct At {
  VectorXd q, v;
};
At random_point(Random& random, const CustomJoint& joint) {
  return {random_vector(random, joint.dofs(), 0.5), random_vector(random, joint.dofs())};
}

CustomJointKinematics<double> evaluate(const CustomJoint& joint, const VectorXd& q,
                                       const VectorXd& v) {
  CustomJointKinematics<double> out;
  joint.evaluate(q.data(), v.data(), out);
  return out;
}

VectorXd flattened_S(const CustomJoint& joint, const CustomJointKinematics<double>& at) {
  VectorXd S(6 * joint.dofs());
  for (int k = 0; k < joint.dofs(); ++k)
    S.segment<6>(6 * k) = to_eigen(at.S[static_cast<std::size_t>(k)]);
  return S;
}

TEST(CustomJoint, SubspaceIsTheDerivativeOfThePose) {
  WorstError worst("custom joints: S v = d/dt pose", 1e-11);
  Random random(1);
  for (const CustomShape shape : all_custom_shapes) {
    SCOPED_TRACE(static_cast<int>(shape));
    const auto joint = shared_custom_joint(shape);
    for (int i = 0; i < 20; ++i) {
      const At p = random_point(random, *joint);
      const VectorXd rates = derivative_at_zero(
          [&](double t) {
            const Transform<double> X = evaluate(*joint, p.q + t * p.v, p.v).pose;
            return VectorXd(
                (VectorXd(12) << to_eigen(X.rotation).reshaped(), to_eigen(X.translation))
                    .finished());
          },
          0.02, 5);
      const auto at = evaluate(*joint, p.q, p.v);
      Motion<double> V = Motion<double>::zero();
      for (int k = 0; k < joint->dofs(); ++k) V += p.v[k] * at.S[static_cast<std::size_t>(k)];
      // V is in M about Mo: dR/dt = R w x, dp/dt = R v.
      VectorXd expected(12);
      expected << to_eigen(at.pose.rotation * skew(V.angular)).reshaped(),
          to_eigen(at.pose.rotation * V.linear);
      worst.expect(rates, expected);
    }
  }
}

TEST(CustomJoint, BiasIsTheRateOfTheSubspaceGivenOrDerived) {
  WorstError worst("custom joints: bias = dS/dt v", 1e-11);
  Random random(2);
  for (const CustomShape shape : all_custom_shapes) {
    SCOPED_TRACE(static_cast<int>(shape));
    const auto joint = shared_custom_joint(shape);
    for (int i = 0; i < 20; ++i) {
      const At p = random_point(random, *joint);
      const VectorXd S_rate = derivative_at_zero(
          [&](double t) { return flattened_S(*joint, evaluate(*joint, p.q + t * p.v, p.v)); }, 0.02,
          5);
      const Vector6d expected = S_rate.reshaped(6, joint->dofs()) * p.v;
      worst.expect(to_eigen(evaluate(*joint, p.q, p.v).bias), expected);
    }
  }
}

TEST(CustomJoint, SlopesAreDerivativesByCoordinate) {
  WorstError worst("custom joints: slopes = differences", 1e-10);
  Random random(3);
  for (const CustomShape shape : all_custom_shapes) {
    SCOPED_TRACE(static_cast<int>(shape));
    const auto joint = shared_custom_joint(shape);
    const At p = random_point(random, *joint);
    for (int k = 0; k < joint->dofs(); ++k) {
      const VectorXd e = VectorXd::Unit(joint->dofs(), k);
      CustomJointSlopes<double> slopes;
      joint->slopes(p.q.data(), p.v.data(), k, slopes);
      VectorXd dS(6 * joint->dofs());
      for (int j = 0; j < joint->dofs(); ++j)
        dS.segment<6>(6 * j) = to_eigen(slopes.dS_dq[static_cast<std::size_t>(j)]);
      const auto S = [&](double t) {
        return flattened_S(*joint, evaluate(*joint, p.q + t * e, p.v));
      };
      const auto by_q = [&](double t) {
        return VectorXd(to_eigen(evaluate(*joint, p.q + t * e, p.v).bias));
      };
      const auto by_v = [&](double t) {
        return VectorXd(to_eigen(evaluate(*joint, p.q, p.v + t * e).bias));
      };
      worst.expect(dS, derivative_at_zero(S, 0.02, 5), "dS/dq");
      worst.expect(to_eigen(slopes.dbias_dq), derivative_at_zero(by_q, 0.02, 5), "dbias/dq");
      worst.expect(to_eigen(slopes.dbias_dv), derivative_at_zero(by_v, 0.02, 5), "dbias/dv");
    }
  }
}

TEST(CustomJoint, LanesEqualTheScalar) {
  Random random(4);
  for (const CustomShape shape : all_custom_shapes) {
    SCOPED_TRACE(static_cast<int>(shape));
    const auto joint = shared_custom_joint(shape);
    std::vector<VectorXd> q, v;
    for (int i = 0; i < 4; ++i) {
      const At p = random_point(random, *joint);
      q.push_back(p.q);
      v.push_back(p.v);
    }
    const auto q_lanes = to_lanes<Pack4>(q), v_lanes = to_lanes<Pack4>(v);
    CustomJointKinematics<Pack4> lanes;
    CustomJointSlopes<Pack4> slope_lanes;
    joint->evaluate(q_lanes.data(), v_lanes.data(), lanes);
    joint->slopes(q_lanes.data(), v_lanes.data(), 0, slope_lanes);
    for (std::size_t i = 0; i < 4; ++i) {
      const auto one = evaluate(*joint, q[i], v[i]);
      CustomJointSlopes<double> slopes;
      joint->slopes(q[i].data(), v[i].data(), 0, slopes);
      for (int k = 0; k < 6; ++k) {
        EXPECT_NEAR(lanes.S[0][k][i], one.S[0][k], 1e-14);
        EXPECT_NEAR(lanes.bias[k][i], one.bias[k], 1e-13);
        EXPECT_NEAR(slope_lanes.dS_dq[0][k][i], slopes.dS_dq[0][k], 1e-13);
        EXPECT_NEAR(slope_lanes.dbias_dq[k][i], slopes.dbias_dq[k], 1e-12);
      }
      EXPECT_NEAR(lanes.pose.translation.x[i], one.pose.translation.x, 1e-15);
      EXPECT_NEAR(lanes.pose.rotation.c1.z[i], one.pose.rotation.c1.z, 1e-15);
    }
  }
}

TEST(CustomJoint, WithoutVelocityOnlyPoseAndSubspaceAreAsked) {
  const auto joint = shared_custom_joint(CustomShape::EulerBall);
  const VectorXd q = VectorXd::Constant(3, 0.3);
  CustomJointKinematics<double> out;
  out.bias = {{7, 7, 7}, {7, 7, 7}};
  joint->evaluate(q.data(), nullptr, out);
  EXPECT_EQ(out.bias.angular.x, 7.0);
  EXPECT_NEAR(out.pose.rotation.c0.z, -std::sin(0.3), 1e-15);
}

}  // namespace
}  // namespace catena::test
