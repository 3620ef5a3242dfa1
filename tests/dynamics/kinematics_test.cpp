// Poses, velocities and accelerations of frames, and Jacobians, against one another.

#include "catena/dynamics/kinematics.hpp"

#include <gtest/gtest.h>

#include "catena/dynamics/jacobians.hpp"
#include "catena/model/configuration.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::array references = {Reference::World, Reference::Local, Reference::WorldAligned};

// Along a motion with constant generalised acceleration: q(t) and v(t) = v + a t. The step of q is
// the exact integral to second order, which is all that first and second derivatives at 0 see.
struct Motions {
  const Model& model;
  const RandomState& s;
  VectorXd q(double t) const { return integrate(model, s.q, t * s.v + 0.5 * t * t * s.a); }
  VectorXd v(double t) const { return s.v + t * s.a; }
};

TEST(Kinematics, VelocityIsTheJacobianTimesV) {
  WorstError worst("velocity = J v", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    Kinematics<double> kinematics(model);
    kinematics.compute(model, s.q, s.v);
    MatrixXd J(6, model.nv());
    for (int f = 0; f < model.frame_count(); ++f)
      for (const Reference in : references) {
        frame_jacobian<double>(model, kinematics, FrameId{f}, in, J);
        worst.expect(to_eigen(kinematics.velocity(model, FrameId{f}, in)), J * s.v);
      }
  });
}

TEST(Kinematics, VelocityIsTheDerivativeOfThePose) {
  WorstError worst("velocity = d/dt pose", 1e-10);
  for_random_models(150, [&](const Model& model, const RandomState& s, auto) {
    Kinematics<double> kinematics(model);
    const Motions motion{model, s};
    for (int f = model.frame_count() - 4; f < model.frame_count(); ++f) {
      if (f < 0) continue;
      const FrameId frame{f};
      const VectorXd rates = derivative_at_zero(
          [&](double t) {
            kinematics.compute(model, motion.q(t));
            const Transform<double> X = kinematics.pose(model, frame);
            return VectorXd(
                (VectorXd(12) << to_eigen(X.rotation).reshaped(), to_eigen(X.translation))
                    .finished());
          },
          0.02, 5);
      kinematics.compute(model, s.q, s.v);
      const Transform<double> X = kinematics.pose(model, frame);
      const Motion<double> V = kinematics.velocity(model, frame, Reference::WorldAligned);
      VectorXd expected(12);
      expected << to_eigen(skew(V.angular) * X.rotation).reshaped(), to_eigen(V.linear);
      worst.expect(rates, expected, model.frame(frame).name);
    }
  });
}

TEST(Kinematics, AccelerationIsTheDerivativeOfVelocityInEveryReference) {
  WorstError worst("acceleration = d/dt velocity, three references", 1e-10);
  for_random_models(150, [&](const Model& model, const RandomState& s, auto) {
    Kinematics<double> kinematics(model);
    const Motions motion{model, s};
    const FrameId frame{model.frame_count() - 1};
    for (const Reference in : references) {
      const VectorXd rates = derivative_at_zero(
          [&](double t) {
            kinematics.compute(model, motion.q(t), motion.v(t));
            return VectorXd(to_eigen(kinematics.velocity(model, frame, in)));
          },
          0.02, 5);
      kinematics.compute(model, s.q, s.v, s.a);
      worst.expect(rates, to_eigen(kinematics.acceleration(model, frame, in)));
    }
  });
}

TEST(Kinematics, AccelerationIsJaPlusJdotV) {
  WorstError worst("acceleration = J a + Jdot v", 1e-10);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    Kinematics<double> moving(model), coasting(model);
    moving.compute(model, s.q, s.v, s.a);
    const VectorXd zero = VectorXd::Zero(model.nv());
    coasting.compute(model, s.q, s.v, zero);
    MatrixXd J(6, model.nv());
    for (int f = 0; f < model.frame_count(); ++f)
      for (const Reference in : references) {
        frame_jacobian<double>(model, moving, FrameId{f}, in, J);
        const VectorXd Jdot_v =
            to_eigen(frame_jacobian_dot_v<double>(model, coasting, FrameId{f}, in));
        worst.expect(to_eigen(moving.acceleration(model, FrameId{f}, in)), J * s.a + Jdot_v);
      }
  });
}

TEST(Kinematics, PointAccelerationIsTheSecondDerivativeOfThePosition) {
  WorstError worst("point acceleration = d2/dt2 position", 1e-10);
  for_random_models(100, [&](const Model& model, const RandomState& s, auto) {
    Kinematics<double> kinematics(model);
    const Motions motion{model, s};
    const FrameId frame{model.frame_count() - 2};
    const VectorXd rates = derivative_at_zero(
        [&](double t) {
          kinematics.compute(model, motion.q(t), motion.v(t));
          return VectorXd(
              to_eigen(kinematics.velocity(model, frame, Reference::WorldAligned).linear));
        },
        0.02, 5);
    kinematics.compute(model, s.q, s.v, s.a);
    worst.expect(to_eigen(kinematics.point_acceleration(model, frame)), rates);
  });
}

TEST(Kinematics, ReferencesDifferByAxesAndPoint) {
  WorstError worst("references related by the pose", 1e-11);
  for_random_models(100, [&](const Model& model, const RandomState& s, auto) {
    Kinematics<double> kinematics(model);
    kinematics.compute(model, s.q, s.v);
    for (int f = 0; f < model.frame_count(); ++f) {
      const FrameId frame{f};
      const Transform<double> X = kinematics.pose(model, frame);
      const Motion<double> local = kinematics.velocity(model, frame, Reference::Local);
      worst.expect(to_eigen(kinematics.velocity(model, frame, Reference::World)),
                   to_eigen(X * local));
      const Transform<double> turn = {X.rotation, Vec3<double>::zero()};
      worst.expect(to_eigen(kinematics.velocity(model, frame, Reference::WorldAligned)),
                   to_eigen(turn * local));
    }
  });
}

TEST(Jacobians, AllColumnsAreThoseOfTheFramesThatTheyMove) {
  WorstError worst("jacobians = frame_jacobian in the world", 1e-12);
  for_random_models(default_sweep, [&](const Model& model, const RandomState& s, auto) {
    Kinematics<double> kinematics(model);
    kinematics.compute(model, s.q);
    Workspace<double> ws(model);
    MatrixXd all(6, model.nv()), J(6, model.nv());
    jacobians<double>(model, s.q, all, ws);
    for (int b = 1; b < model.body_count(); ++b) {
      frame_jacobian<double>(model, kinematics, model.body_frame(BodyId{b}), Reference::World, J);
      MatrixXd expected = MatrixXd::Zero(6, model.nv());
      for (BodyId up{b}; up != world_body; up = model.body(up).parent) {
        const JointInfo& joint = model.joint(model.body(up).inboard_joint);
        expected.middleCols(joint.v, joint.nv) = all.middleCols(joint.v, joint.nv);
      }
      worst.expect(J, expected);
    }
  });
}

TEST(Kinematics, TheWorldStandsStill) {
  const Model model = random_model(3);
  const RandomState s = random_state(model, 3);
  Kinematics<double> kinematics(model);
  kinematics.compute(model, s.q, s.v, s.a);
  const FrameId world = model.body_frame(world_body);
  EXPECT_TRUE(to_eigen(kinematics.pose(model, world).rotation).isIdentity(0.0));
  EXPECT_TRUE(to_eigen(kinematics.velocity(model, world, Reference::World)).isZero(0.0));
  EXPECT_TRUE(to_eigen(kinematics.acceleration(model, world, Reference::Local)).isZero(0.0));
}

TEST(Kinematics, SaysWhatWasNotComputed) {
  const Model model = random_model(5);
  const RandomState s = random_state(model, 5);
  const FrameId frame{0};
  Kinematics<double> kinematics(model);
  EXPECT_THROW((void)kinematics.pose(model, frame), std::logic_error);
  kinematics.compute(model, s.q);
  EXPECT_NO_THROW((void)kinematics.pose(model, frame));
  EXPECT_THROW((void)kinematics.velocity(model, frame, Reference::World), std::logic_error);
  kinematics.compute(model, s.q, s.v);
  EXPECT_THROW((void)kinematics.acceleration(model, frame, Reference::World), std::logic_error);
  kinematics.compute(model, s.q, s.v, s.a);
  EXPECT_NO_THROW((void)kinematics.acceleration(model, frame, Reference::World));
  // A later call with less must not leave old accelerations readable.
  kinematics.compute(model, s.q);
  EXPECT_THROW((void)kinematics.velocity(model, frame, Reference::World), std::logic_error);
}

}  // namespace
}  // namespace catena::test
