// Stiffness against differences of forces and energies; stability of networks that are known.

#include "catena/tensegrity/stiffness.hpp"

#include <gtest/gtest.h>

#include "catena/solvers/dense.hpp"
#include "catena/tensegrity/elastic.hpp"
#include "tests/tensegrity/networks.hpp"

namespace catena::tensegrity {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// A network with random stiffnesses and rest lengths, some cables slack, one node held.
Network random_elastic(std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(0.7, 1.1);
  Network network = prism(3, 2.4);
  shake(network, 0.1, random);
  const VectorXd lengths = member_lengths(network);
  for (std::size_t m = 0; m < network.members.size(); ++m) {
    network.members[m].stiffness = 10.0 * uniform(random);
    network.members[m].rest_length = uniform(random) * lengths[static_cast<Index>(m)];
  }
  network.supports = {{2, {true, false, true}}};
  network.loads = Eigen::Matrix3Xd::Constant(3, 6, 0.3);
  return network;
}

Network moved(Network network, const VectorXd& x) {
  network.nodes += spread(network, x);
  return network;
}

TEST(ElasticNetwork, ForcesAreTheGradientOfTheEnergyAndStiffnessThatOfTheForces) {
  std::mt19937_64 random(5);
  constexpr double h = 1e-5;
  int slack = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const Network network = random_elastic(random);
    const ElasticState state = elastic_state(network);
    slack += static_cast<int>(std::count(state.slack.begin(), state.slack.end(), true));
    const VectorXd g = energy_gradient(network, state);
    const MatrixXd H = energy_hessian(network, state);
    for (Index i = 0; i < g.size(); ++i) {
      const VectorXd step = h * VectorXd::Unit(g.size(), i);
      const Network ahead = moved(network, step), back = moved(network, -step);
      const ElasticState a = elastic_state(ahead), b = elastic_state(back);
      EXPECT_NEAR((a.energy - b.energy) / (2 * h), g[i], 1e-7);
      const VectorXd slope = (energy_gradient(ahead, a) - energy_gradient(back, b)) / (2 * h);
      EXPECT_LT((slope - H.col(i)).cwiseAbs().maxCoeff(), 1e-7);
    }
    EXPECT_LT((H - H.transpose()).norm(), 1e-14 * H.norm());
  }
  EXPECT_GT(slack, 20);
}

// With all members taut the two ways of writing the tangent agree.
TEST(TangentStiffness, IsTheHessianWhereNothingIsSlack) {
  Network network = prism(4, prism_twist(4));
  const VectorXd q = 0.7 * prism_densities(4);
  pretension(network, 50.0, q);
  const ElasticState state = elastic_state(network);
  EXPECT_LT((state.densities - q).cwiseAbs().maxCoeff(), 1e-13);
  const MatrixXd K = tangent_stiffness(network, q);
  EXPECT_LT((K - energy_hessian(network, state)).norm(), 1e-12 * K.norm());
  EXPECT_LT((K - material_stiffness(network) - geometric_stiffness(network, q)).norm(),
            1e-13 * K.norm());
  const MatrixXd A = equilibrium_matrix(network);
  const MatrixXd product =
      A * (50.0 * member_lengths(network).cwiseInverse()).asDiagonal() * A.transpose();
  EXPECT_LT((material_stiffness(network) - product).norm(), 1e-13 * K.norm());
}

// One member by hand: along it E A / rest length, across it tension over length.
TEST(TangentStiffness, OfOneMemberIsThatOfTheBook) {
  Network network;
  network.nodes.resize(3, 2);
  network.nodes << 0, 2, 0, 0, 0, 0;
  add(network, MemberKind::Cable, 0, 1);
  network.supports = {{0}};
  const double stiffness = 7.0, tension = 1.5;
  const VectorXd q = VectorXd::Constant(1, tension / 2.0);
  pretension(network, stiffness, q);
  const MatrixXd K = tangent_stiffness(network, q);
  EXPECT_NEAR(K(0, 0), stiffness / *network.members[0].rest_length, 1e-14);
  EXPECT_NEAR(K(1, 1), tension / 2.0, 1e-15);
  EXPECT_NEAR(K(2, 2), tension / 2.0, 1e-15);
  EXPECT_EQ((K - MatrixXd(K.diagonal().asDiagonal())).norm(), 0.0);
}

// The density matrix is C^T Q C with the branch-node matrix C.
TEST(ForceDensityMatrix, IsTheProductOfBranchNodeMatrices) {
  const Network network = expanded_octahedron();
  std::mt19937_64 random(6);
  std::normal_distribution<double> normal;
  const VectorXd q = VectorXd::NullaryExpr(30, [&] { return normal(random); });
  MatrixXd C = MatrixXd::Zero(30, 12);
  for (Index m = 0; m < 30; ++m) {
    C(m, network.members[static_cast<std::size_t>(m)].from) = 1.0;
    C(m, network.members[static_cast<std::size_t>(m)].to) = -1.0;
  }
  const MatrixXd expected = C.transpose() * q.asDiagonal() * C;
  EXPECT_LT((force_density_matrix(network, q) - expected).norm(), 1e-13);
}

TEST(Stability, PrismsArePrestressStableAndSuperStable) {
  for (const int n : {3, 4, 5, 6, 9}) {
    const Network network = prism(n, prism_twist(n), 1.0, 1.5);
    const Stability found = stability(network, prism_densities(n));
    EXPECT_EQ(found.mechanism_stiffness.size(), 2 * n - 5);
    EXPECT_TRUE(found.prestress_stable) << n;
    EXPECT_EQ(found.density_deficiency, 4) << n;
    EXPECT_FALSE(found.conic);
    EXPECT_TRUE(found.super_stable) << n;
    // With all forces turned round nothing holds.
    const Stability reversed = stability(network, -prism_densities(n));
    EXPECT_FALSE(reversed.prestress_stable);
    EXPECT_FALSE(reversed.super_stable);
    EXPECT_NEAR(reversed.mechanism_stiffness[0],
                -found.mechanism_stiffness[found.mechanism_stiffness.size() - 1], 1e-12);
  }
}

// Omega is circulant in blocks for a prism: its eigenvalues are known.
TEST(Stability, EigenvaluesOfPrismsAreThoseOfTheCirculant) {
  for (const int n : {3, 5, 8}) {
    const double q = 1.0 / (2.0 * std::sin(pi / n));
    std::vector<double> expected;
    for (int k = 0; k < n; ++k) {
      const double around = 2.0 * q * (1.0 - std::cos(2.0 * pi * k / n));
      const double across = 2.0 * std::abs(std::sin(pi * k / n));  // |1 - exp(2 pi i k / n)|
      expected.push_back(around - across);
      expected.push_back(around + across);
    }
    std::sort(expected.begin(), expected.end());
    const VectorXd found =
        stability(prism(n, prism_twist(n)), prism_densities(n)).density_eigenvalues;
    for (Index i = 0; i < 2 * n; ++i)
      EXPECT_NEAR(found[i], expected[static_cast<std::size_t>(i)], 1e-13);
  }
}

TEST(Stability, OfTheExpandedOctahedron) {
  VectorXd q = VectorXd::Ones(30);
  q.head(6).setConstant(-1.5);
  const Stability found = stability(expanded_octahedron(), q);
  EXPECT_EQ(found.mechanism_stiffness.size(), 1);
  EXPECT_TRUE(found.prestress_stable);
  EXPECT_EQ(found.density_deficiency, 4);
  EXPECT_TRUE(found.super_stable);
}

TEST(Stability, OfSnelsonsXInSpaceDependsOnWhoIsPulled) {
  const Network x = square(2, false);
  VectorXd q = VectorXd::Ones(6);
  q.tail(2).setConstant(-1.0);
  const Stability found = stability(x, q);
  EXPECT_EQ(found.dimension, 2);
  EXPECT_EQ(found.density_deficiency, 3);
  ASSERT_EQ(found.mechanism_stiffness.size(), 1);
  EXPECT_NEAR(found.mechanism_stiffness[0], 4.0, 1e-13);  // along (1, -1, 1, -1) / 2
  EXPECT_TRUE(found.prestress_stable);
  EXPECT_TRUE(found.super_stable);
  EXPECT_FALSE(stability(x, -q).prestress_stable);
  // In the plane there is no mechanism: stable either way, but super stable only one way.
  EXPECT_TRUE(stability(square(2, true), -q).prestress_stable);
  EXPECT_FALSE(stability(square(2, true), -q).super_stable);
  EXPECT_TRUE(stability(square(2, true), q).super_stable);
}

// A mechanism without self-stress is not stable; a held net of cables is super stable.
TEST(Stability, OfHeldNetworks) {
  Network net;
  net.nodes.resize(3, 5);
  net.nodes << 0, 1, -1, 0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 0;
  for (int i = 1; i < 5; ++i) add(net, MemberKind::Cable, 0, i);
  net.supports = {{1}, {2}, {3}, {4}};
  const Stability found = stability(net, VectorXd::Ones(4));
  ASSERT_EQ(found.mechanism_stiffness.size(), 1);
  EXPECT_NEAR(found.mechanism_stiffness[0], 4.0, 1e-14);
  EXPECT_TRUE(found.prestress_stable);
  EXPECT_TRUE(found.super_stable);
  const Stability loose = stability(net, VectorXd::Zero(4));
  EXPECT_FALSE(loose.prestress_stable);
  EXPECT_FALSE(loose.super_stable);
}

// A weight on a strut falls over, one on a cable hangs; both are motions as one body.
TEST(Stability, OfAWeightDependsOnWhereItIs) {
  for (const double height : {1.5, -1.5}) {
    Network network;
    network.nodes.resize(3, 2);
    network.nodes << 0, 0, 0, 0, 0, height;
    add(network, height > 0.0 ? MemberKind::Strut : MemberKind::Cable, 0, 1);
    network.supports = {{0}};
    network.loads = Eigen::Matrix3Xd::Zero(3, 2);
    network.loads(2, 1) = -3.0;
    const Stability found = stability(network, VectorXd::Constant(1, -3.0 / height));
    ASSERT_EQ(found.mechanism_stiffness.size(), 2);
    EXPECT_NEAR(found.mechanism_stiffness[0], -3.0 / height, 1e-14);
    EXPECT_EQ(found.prestress_stable, height < 0.0);
    EXPECT_EQ(found.super_stable, height < 0.0);
  }
}

// Product forces are how the nodal forces of the stressed members change along a mechanism.
TEST(ProductForces, AreTheChangeOfNodalForcesAlongTheMechanism) {
  const Network network = prism(5, prism_twist(5));
  const VectorXd q = prism_densities(5);
  const MatrixXd M = static_structure(network).mechanisms;
  const MatrixXd P = product_forces(network, q, M);
  const VectorXd tensions = q.cwiseProduct(member_lengths(network));
  for (Index k = 0; k < M.cols(); ++k) {
    constexpr double h = 1e-6;
    const auto forces = [&](double along) -> VectorXd {
      return equilibrium_matrix(moved(network, along * M.col(k))) * tensions;
    };
    EXPECT_LT(((forces(h) - forces(-h)) / (2 * h) - P.col(k)).norm(), 1e-9);
  }
}

}  // namespace
}  // namespace catena::tensegrity
