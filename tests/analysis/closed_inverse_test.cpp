// Inverse dynamics of mechanisms with loops: forward dynamics undoes it, and the bodies are in
// balance.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "catena/analysis/closed_inverse_dynamics.hpp"
#include "catena/dynamics/rnea.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/mechanisms.hpp"

namespace catena {
namespace {

using test::Mechanism;

// A wanted acceleration that fits the loops.
Eigen::VectorXd wanted(ClosedInverseDynamics& inverse, test::Random& random) {
  return inverse.dynamics().complete(test::random_vector(random, inverse.coordinates().mobility()));
}

Eigen::VectorXd forward(const Mechanism& mechanism, const Eigen::VectorXd& tau) {
  LoopSolver solver(mechanism.loops);
  Eigen::VectorXd a(mechanism.loops->nv());
  solver.accelerations(mechanism.q, mechanism.v, tau, {}, a);
  return a;
}

Mechanism moving_four_bars(int n, double angle, test::Random& random) {
  Mechanism bars = test::n_four_bar(n, angle);
  bars.move(random);
  return bars;
}

// theta'' = K sin theta + tau / I for the parallel motion of n four-bars: one motor turns all.
TEST(ClosedInverse, MotorOfFourBarsMatchesTheirPendulum) {
  for (const int n : {1, 4}) {
    Mechanism bars = test::n_four_bar(n, 0.7);
    ClosedInverseDynamics inverse(bars.loops);
    inverse.place(bars.q, bars.v);
    Eigen::VectorXd a(bars.loops->nv());
    for (int k = 0; k < a.size(); ++k)
      a[k] = bars.loops->coordinate_name(k).starts_with("coupler") ? -2.0 : 2.0;
    for (const char* motor : {"upright0", "upright1", "closure1"}) {
      const std::array actuated = {bars.dof(motor)};
      const ClosedInverseResult result = inverse.solve(a, actuated);
      const double inertia = (n + 1) / 3.0 + n;
      const double expected = inertia * 2.0 - 9.81 * ((n + 1) / 2.0 + n) * std::sin(0.7);
      EXPECT_NEAR(result.actuators.efforts[0], expected, 1e-11) << motor;
      EXPECT_EQ(result.actuators.actuation, Actuation::Exact);
      EXPECT_LT(result.inconsistency, 1e-12);
    }
  }
}

TEST(ClosedInverse, ForwardDynamicsUndoesIt) {
  test::WorstError motion("closed inverse then forward dynamics", 1e-10);
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    test::RandomTree closing(seed, 7);
    closing.add(universal("u", {1, 0, 0}, {0, 1, 0}), 0, 7);
    if (seed % 3 == 0) closing.add_rod("rod", 2, 6);
    const Mechanism mechanism = closing.finish();
    ClosedInverseDynamics inverse(mechanism.loops);
    inverse.place(mechanism.q, mechanism.v);
    const Eigen::VectorXd a = wanted(inverse, closing.random);
    // Actuators: the independent coordinates; all that there are.
    std::vector<int> all;
    for (int k = 0; k < mechanism.loops->nv(); ++k) all.push_back(k);
    for (const std::vector<int>& actuated : {inverse.coordinates().independent, all}) {
      const ClosedInverseResult result = inverse.solve(a, actuated, mechanism.tau);
      EXPECT_EQ(result.actuators.actuation,
                actuated.size() == all.size() ? Actuation::Redundant : Actuation::Exact);
      EXPECT_LT(result.actuators.missing.norm(), 1e-9) << seed;
      motion.expect(forward(mechanism, result.tau), a, fmt::format("seed {}", seed));
    }
  }
}

// With multipliers as external wrenches, the tree needs exactly the efforts that were found.
TEST(ClosedInverse, WrenchesBalanceEveryBody) {
  test::WorstError efforts("efforts of the tree under the loops' wrenches", 1e-9),
      whole("wrench on the world and the rate of momentum", 1e-9);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    test::RandomTree closing(seed, 6);
    closing.add(seed % 2 == 0 ? revolute("r", {0, 0, 1}) : cylindrical("c", {1, 0, 0}), 0, 6);
    const Mechanism mechanism = closing.finish();
    const Model& tree = mechanism.loops->tree();
    ClosedInverseDynamics inverse(mechanism.loops);
    inverse.place(mechanism.q, mechanism.v);
    const int motor = tree.nv();  // the loop joint's first coordinate
    std::vector<int> actuated = inverse.coordinates().independent;
    actuated.push_back(motor);
    const ClosedInverseResult result =
        inverse.solve(wanted(inverse, closing.random), actuated, mechanism.tau);
    // S^T f of every joint of one coordinate is its effort.
    for (int j = 0; j < tree.joint_count(); ++j) {
      const JointInfo& joint = tree.joint(JointId{j});
      if (joint.spec.kind != JointKind::Revolute && joint.spec.kind != JointKind::Prismatic)
        continue;
      const Force<double>& f = result.joint_wrenches[static_cast<std::size_t>(joint.child.index)];
      const Eigen::Vector3d axis =
          to_eigen(joint.X_BM.rotation * to_vec3(joint.spec.axis.normalized()));
      const double along =
          axis.dot(to_eigen(joint.spec.kind == JointKind::Revolute ? f.angular : f.linear));
      double rotor = 0.0;
      if (joint.spec.armature.size() > 0) rotor = joint.spec.armature[0] * result.a[joint.v];
      efforts.expect(std::abs(along + rotor - result.tau[joint.v]) /
                         std::max(1.0, std::abs(result.tau[joint.v])),
                     fmt::format("seed {} joint {}", seed, joint.spec.name));
    }
    // Without its loop the tree exerts the same on the world for the same motion: Euler's law for
    // the whole mechanism knows no inner forces.
    Eigen::VectorXd tau_O(tree.nv());
    std::vector<Force<double>> alone(static_cast<std::size_t>(tree.body_count()));
    Workspace<double> ws(tree);
    rnea_with_wrenches<double>(tree, In<double>(mechanism.q.data(), tree.nq()),
                               In<double>(mechanism.v.data(), tree.nv()),
                               In<double>(result.a.data(), tree.nv()), tau_O, alone, ws);
    whole.expect(test::to_eigen(result.joint_wrenches[0]), test::to_eigen(alone[0]),
                 fmt::format("seed {}", seed));
    whole.expect(tau_O, result.tree_efforts);
  }
}

TEST(ClosedInverse, RedundantEffortsAreTheSmallest) {
  test::Random random(2);
  const Mechanism bars = moving_four_bars(3, 0.5, random);
  ClosedInverseDynamics inverse(bars.loops);
  inverse.place(bars.q, bars.v);
  const Eigen::VectorXd a = wanted(inverse, random);
  const std::array actuated = {bars.dof("upright0"), bars.dof("upright1"), bars.dof("upright2"),
                               bars.dof("closure3")};
  const ClosedInverseResult even = inverse.solve(a, actuated);
  EXPECT_EQ(even.actuators.actuation, Actuation::Redundant);
  // All turn alike, so that they share evenly.
  for (const double effort : even.actuators.efforts)
    EXPECT_NEAR(effort, even.actuators.efforts[0], 1e-11);
  EXPECT_LT((forward(bars, even.tau) - a).norm(), 1e-10);
  // min sum r_i t_i^2 for a given sum: t_i in proportion to 1 / r_i.
  const Eigen::Vector4d weights(1.0, 2.0, 4.0, 8.0);
  const Eigen::MatrixXd R = weights.asDiagonal();
  const ClosedInverseResult weighted = inverse.solve(a, actuated, {}, R);
  for (int k = 1; k < 4; ++k)
    EXPECT_NEAR(weights[k] * weighted.actuators.efforts[k], weighted.actuators.efforts[0], 1e-11);
  EXPECT_LT((forward(bars, weighted.tau) - a).norm(), 1e-10);
  // Coupled weights: R tau_A must be a combination of the rows of S^T.
  Eigen::MatrixXd root(4, 4);
  root << 2, 0, 0, 0, 1, 3, 0, 0, -1, 1, 2, 0, 0.5, 0, 1, 1;
  const Eigen::MatrixXd full = root * root.transpose();
  const ClosedInverseResult coupled = inverse.solve(a, actuated, {}, full);
  const Eigen::VectorXd gradient = full * coupled.actuators.efforts;
  for (int k = 1; k < 4; ++k) EXPECT_NEAR(gradient[k], gradient[0], 1e-10);
  EXPECT_LT((forward(bars, coupled.tau) - a).norm(), 1e-10);
}

TEST(ClosedInverse, SaysWhereActuationLacks) {
  test::RandomTree closing(7, 6);
  closing.add(spherical("ball"), 0, 6);
  const Mechanism mechanism = closing.finish();
  ClosedInverseDynamics inverse(mechanism.loops);
  inverse.place(mechanism.q, mechanism.v);
  const Eigen::VectorXd a = wanted(inverse, closing.random);
  ASSERT_GT(inverse.coordinates().mobility(), 2);
  const std::vector<int> few(inverse.coordinates().independent.begin(),
                             inverse.coordinates().independent.begin() + 2);
  const ClosedInverseResult result = inverse.solve(a, few);
  EXPECT_EQ(result.actuators.actuation, Actuation::Lacking);
  EXPECT_GT(result.actuators.missing.norm(), 1e-3);
  // Least squares: what is missing is out of the actuators' reach.
  EXPECT_LT((inverse.coordinates().rows_of(few) * result.actuators.missing).norm(), 1e-10);
  const ClosedInverseResult none = inverse.solve(a, {});
  EXPECT_EQ(none.actuators.actuation, Actuation::Lacking);
  EXPECT_EQ(none.actuators.missing, none.generalized);
  // Twice the same actuator is still one.
  const ClosedInverseResult twice =
      inverse.solve(a, std::array{few[0], few[0], few[0], few[1], few[1], few[1], few[1], few[1]});
  EXPECT_EQ(twice.actuators.actuation, Actuation::Lacking);
  // A motion that the actuators can make needs nothing more.
  const Eigen::VectorXd reachable = forward(mechanism, result.tau);
  EXPECT_LT(inverse.solve(reachable, few).actuators.missing.norm(), 1e-9);
}

}  // namespace
}  // namespace catena
