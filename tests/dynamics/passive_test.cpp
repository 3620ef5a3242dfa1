// Springs and dampers.

#include "catena/dynamics/passive.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "catena/model/configuration.hpp"
#include "tests/support/dynamics_calls.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

const RandomModelOptions with_springs = {.max_bodies = 12, .springs = true};

// All springs of the model in one matrix, from the user's description; rest is neutral everywhere.
MatrixXd whole_stiffness(const Model& model) {
  MatrixXd K = MatrixXd::Zero(model.nv(), model.nv());
  for (const Spring& spring : model.springs())
    for (std::size_t r = 0; r < spring.dofs.size(); ++r)
      for (std::size_t c = 0; c < spring.dofs.size(); ++c)
        K(spring.dofs[r], spring.dofs[c]) +=
            spring.stiffness(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c));
  return K;
}

// d/dt of the deflection d at q is J v; by differences, half-way to the rest so that no orientation
// is near the far side of its sphere.
TEST(PassiveEfforts, AreSpringsAndDampers) {
  WorstError worst("passive efforts = -J^T K d - c v", 1e-11);
  WorstError energy("elastic energy = d^T K d / 2", 1e-11);
  for_random_models(200, with_springs, [&](const Model& model, const RandomState& s, auto) {
    DynamicsCalls calls(model);
    const VectorXd rest = neutral_configuration(model);
    const VectorXd q = interpolate(model, rest, s.q, 0.5), d = difference(model, rest, q);
    MatrixXd J(model.nv(), model.nv());
    for (int k = 0; k < model.nv(); ++k)
      J.col(k) = derivative_at_zero(
          [&](double t) {
            return difference(model, rest, integrate(model, q, t * VectorXd::Unit(model.nv(), k)));
          },
          0.1, 5);
    const MatrixXd K = whole_stiffness(model);
    worst.expect(calls.passive(q, s.v),
                 -J.transpose() * (K * d) - model.damping().cwiseProduct(s.v));
    const double expected = 0.5 * d.dot(K * d);
    energy.expect(VectorXd::Constant(1, elastic_energy<double>(model, q, calls.workspace())),
                  VectorXd::Constant(1, expected));
  });
}

// Joints with as many q as v, where the deflection is q - rest and its gradient the identity.
Model scalar_chain(const MatrixXd& K, const VectorXd& rest) {
  ModelBuilder builder;
  Random random(2);
  BodyId parent = world_body;
  SpringSpec spring{"coupling", {}, K, rest};
  for (int i = 0; i < K.rows(); ++i) {
    const std::string name = std::to_string(i);
    const BodyId body = builder.add_body("b" + name, random_inertia(random));
    spring.joints.push_back(builder.add_joint(
        i % 2 == 0 ? revolute("j" + name, random_axis(random)) : prismatic("j" + name, {0, 1, 0}),
        parent, body, random_transform(random)));
    parent = body;
  }
  builder.add_spring(spring);
  return builder.build();
}

TEST(PassiveEfforts, DeriveFromTheEnergyOfASymmetricSpring) {
  Random random(3);
  MatrixXd K = random_vector(random, 16).reshaped(4, 4);
  K = (K + K.transpose()).eval();
  const VectorXd rest = random_vector(random, 4);
  const Model model = scalar_chain(K, rest);
  EXPECT_TRUE(model.springs()[0].conservative);
  EXPECT_TRUE(model.warnings().empty());
  DynamicsCalls calls(model);
  const VectorXd zero = VectorXd::Zero(4), q = random_vector(random, 4);
  for (int k = 0; k < 4; ++k) {
    const VectorXd slope = derivative_at_zero(
        [&](double t) {
          const VectorXd moved = q + t * VectorXd::Unit(4, k);
          return VectorXd(
              VectorXd::Constant(1, elastic_energy<double>(model, moved, calls.workspace())));
        },
        0.1, 3);
    EXPECT_NEAR(-slope[0], calls.passive(q, zero)[k], 1e-11);
  }
  EXPECT_NEAR(calls.passive(rest, zero).norm(), 0.0, 1e-14);
  EXPECT_NEAR(elastic_energy<double>(model, rest, calls.workspace()), 0.0, 1e-14);
}

TEST(PassiveEfforts, KeepANonSymmetricMatrixAsItIs) {
  Random random(4);
  const MatrixXd K = random_vector(random, 9).reshaped(3, 3);
  const VectorXd rest = random_vector(random, 3), q = random_vector(random, 3);
  const Model model = scalar_chain(K, rest);
  EXPECT_FALSE(model.springs()[0].conservative);
  DynamicsCalls calls(model);
  EXPECT_TRUE(calls.passive(q, VectorXd::Zero(3)).isApprox(-K * (q - rest), 1e-13));
  // The energy sees the symmetric part only.
  const MatrixXd symmetric = 0.5 * (K + K.transpose());
  EXPECT_NEAR(elastic_energy<double>(model, q, calls.workspace()),
              0.5 * (q - rest).dot(symmetric * (q - rest)), 1e-13);
  // The derivative of the efforts is -K itself, column by column.
  for (int k = 0; k < 3; ++k) {
    const VectorXd column = derivative_at_zero(
        [&](double t) { return calls.passive(q + t * VectorXd::Unit(3, k), VectorXd::Zero(3)); },
        0.1, 2);
    EXPECT_TRUE(column.isApprox(-K.col(k), 1e-11));
  }
}

TEST(PassiveEfforts, TurnAContinuousJointTheShorterWayToItsRest) {
  ModelBuilder builder;
  Random random(5);
  JointSpec joint = continuous("wheel", {0, 0, 1});
  joint.stiffness = MatrixXd::Constant(1, 1, 2.0);
  joint.spring_rest = VectorXd::Constant(1, 3.0);
  joint.damping = VectorXd::Constant(1, 0.5);
  builder.add_joint(joint, world_body, builder.add_body("rim", random_inertia(random)));
  const Model model = builder.build();
  DynamicsCalls calls(model);
  // From -3 rad the rest at 3 rad is 2 pi - 6 rad further back, not 6 rad ahead.
  const double gap = 2 * std::numbers::pi - 6.0;
  const VectorXd tau = calls.passive(VectorXd::Constant(1, -3.0), VectorXd::Constant(1, 4.0));
  EXPECT_NEAR(tau[0], -2.0 * gap - 0.5 * 4.0, 1e-13);
}

TEST(PassiveEfforts, OfABallJointPullAlongTheRotationVector) {
  ModelBuilder builder;
  Random random(6);
  JointSpec joint = spherical("ball");
  joint.stiffness = 3.0 * MatrixXd::Identity(3, 3);
  builder.add_joint(joint, world_body, builder.add_body("arm", random_inertia(random)));
  const Model model = builder.build();
  DynamicsCalls calls(model);
  const Eigen::Vector3d r(0.3, -0.8, 0.5);
  const VectorXd q = integrate(model, neutral_configuration(model), r);
  EXPECT_TRUE(calls.passive(q, VectorXd::Zero(3)).isApprox(-3.0 * r, 1e-13));
  EXPECT_NEAR(elastic_energy<double>(model, q, calls.workspace()), 1.5 * r.squaredNorm(), 1e-13);
}

}  // namespace
}  // namespace catena::test
