// Inverse and forward dynamics against the same mechanism in maximal coordinates with multipliers.

#include "tests/support/maximal_reference.hpp"

#include <gtest/gtest.h>

#include "catena/dynamics/kinematics.hpp"
#include "tests/support/dynamics_calls.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

TEST(MaximalReference, ItsOwnJointsAreConsistent) {
  // The reference's W and P must be the derivatives of its own R and p, or it proves nothing.
  WorstError worst("reference joints: rates = differences of poses", 1e-11);
  for_random_models(40, [&](const Model& model, const RandomState& s, auto) {
    for (int j = 0; j < model.joint_count(); ++j) {
      const JointInfo& joint = model.joint(JointId{j});
      if (joint.nq != joint.nv || joint.nv == 0) continue;  // quaternions are checked by the sweep
      const VectorXd q = s.q.segment(joint.q, joint.nq), v = s.v.segment(joint.v, joint.nv),
                     a = s.a.segment(joint.v, joint.nv);
      const auto along = [&](double t) {
        return joint_reference(joint.spec, q + t * v + 0.5 * t * t * a, v + t * a);
      };
      const JointReference r = along(0.0);
      const VectorXd rates = derivative_at_zero(
          [&](double t) {
            const JointReference at = along(t);
            VectorXd x(18);
            x << at.R.reshaped(), at.p, at.W * (v + t * a), at.P * (v + t * a);
            return x;
          },
          0.05, 5);
      const Eigen::Vector3d omega = r.W * v;
      Eigen::Matrix3d R_dot;
      for (int k = 0; k < 3; ++k) R_dot.col(k) = omega.cross(r.R.col(k));
      VectorXd expected(18);
      expected << R_dot.reshaped(), r.P * v, r.W * a + r.W_bias, r.P * a + r.P_bias;
      worst.expect(rates, expected, joint.spec.name);
    }
  });
}

TEST(MaximalReference, PosesAndMotionsAgree) {
  WorstError poses("poses vs maximal coordinates", 1e-12);
  WorstError velocities("velocities vs maximal coordinates", 1e-12);
  WorstError accelerations("accelerations vs maximal coordinates", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    const MaximalReference reference(model, s.q, s.v);
    const auto solution = reference.inverse(s.a, {});
    Kinematics<double> kinematics(model);
    kinematics.compute(model, s.q, s.v, s.a);
    for (int b = 1; b < model.body_count(); ++b) {
      const FrameId frame = model.body_frame(BodyId{b});
      const auto& body = reference.body(BodyId{b});
      const Transform<double> X = kinematics.pose(model, frame);
      poses.expect(to_eigen(X.rotation), body.R);
      poses.expect(to_eigen(X.translation), body.p);
      Vector6d velocity;
      velocity << body.omega, body.velocity;
      velocities.expect(to_eigen(kinematics.velocity(model, frame, Reference::WorldAligned)),
                        velocity);
      accelerations.expect(to_eigen(kinematics.acceleration(model, frame, Reference::WorldAligned)),
                           solution.accelerations[static_cast<std::size_t>(b)]);
    }
  });
}

TEST(MaximalReference, InverseDynamicsAgrees) {
  WorstError efforts("rnea vs multipliers: efforts", 1e-10);
  WorstError wrenches("rnea vs multipliers: joint wrenches", 1e-10);
  WorstError base("rnea vs multipliers: wrench on the world", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    const auto expected = MaximalReference(model, s.q, s.v).inverse(s.a, s.external);
    Workspace<double> ws(model);
    VectorXd tau(model.nv());
    std::vector<Force<double>> f(s.external.size());
    rnea_with_wrenches<double>(model, s.q, s.v, s.a, tau, f, ws, s.external);
    efforts.expect(tau, expected.tau);
    Vector6d on_world = Vector6d::Zero();
    for (int b = 1; b < model.body_count(); ++b) {
      const auto k = static_cast<std::size_t>(b);
      if (model.body(BodyId{b}).parent.index == 0) on_world -= expected.world_wrenches[k];
      if (is_fused(model, BodyId{b})) {
        EXPECT_TRUE(std::isnan(f[k].linear.x)) << "the wrench in a fused weld is not known";
        continue;
      }
      wrenches.expect(to_eigen(f[k]), expected.wrenches[k], model.body(BodyId{b}).name);
    }
    base.expect(to_eigen(f[0]), on_world);
  });
}

TEST(MaximalReference, ForwardDynamicsAgrees) {
  WorstError worst("aba vs multipliers: accelerations", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    const auto expected = MaximalReference(model, s.q, s.v).forward(s.tau, s.external);
    worst.expect(DynamicsCalls(model).aba(s.q, s.v, s.tau, s.external), expected.a);
  });
}

}  // namespace
}  // namespace catena::test
