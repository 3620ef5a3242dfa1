// Forms that are known exactly, found from wrong ones.

#include "catena/tensegrity/form_finding.hpp"

#include <gtest/gtest.h>

#include "catena/tensegrity/elastic.hpp"
#include "catena/tensegrity/self_stress.hpp"
#include "catena/tensegrity/stiffness.hpp"
#include "tests/tensegrity/networks.hpp"

namespace catena::tensegrity {
namespace {

using Eigen::VectorXd;

// A chain of equal force densities under equal loads is a parabola.
TEST(ForceDensityForm, OfALoadedChainIsAParabola) {
  const int N = 12;
  const double q = 2.5, load = -0.7;
  Network chain;
  chain.nodes = Eigen::Matrix3Xd::Random(3, N + 1);
  chain.nodes.col(0) << 0, 0, 0;
  chain.nodes.col(N) << 6, 1, 3;
  for (int i = 0; i < N; ++i) add(chain, MemberKind::Cable, i, i + 1);
  chain.supports = {{0}, {N}};
  chain.loads = Eigen::Matrix3Xd::Zero(3, N + 1);
  chain.loads.row(2).setConstant(load);
  const VectorXd densities = VectorXd::Constant(N, q);
  chain.nodes = force_density_form(chain, densities);
  for (int i = 0; i <= N; ++i) {
    const double part = static_cast<double>(i) / N;
    const Eigen::Vector3d expected(6 * part, part, 3 * part + load / (2 * q) * i * (N - i));
    EXPECT_LT((chain.nodes.col(i) - expected).norm(), 1e-13) << i;
  }
  EXPECT_LT(unbalance(chain, densities), 1e-14);
}

// Held in some directions only: the top of the prism may slide up and down.
TEST(ForceDensityForm, FindsAPrismFromItsBottomAndWhereItsTopStands) {
  Network network = prism(3, prism_twist(3));
  const Eigen::Matrix3Xd exact = network.nodes;
  network.supports = {{0}, {1}, {2}, {3, {false, false, true}}, {4, {false, false, true}}};
  network.nodes.rightCols(3).topRows(2).setRandom();
  network.nodes(2, 5) = 7.0;
  // The top's x and y have no part of their own in the self-stress: any affine image is as good.
  EXPECT_THROW(force_density_form(network, 1.1 * prism_densities(3)), NetworkError);
  network.supports.push_back({3});
  network.nodes.col(3) = exact.col(3);
  const Eigen::Matrix3Xd found = force_density_form(network, 1.1 * prism_densities(3));
  EXPECT_LT((found - exact).cwiseAbs().maxCoeff(), 1e-13);
}

TEST(ElasticForm, FromWrongGuessesIsTheSelfStressedForm) {
  std::mt19937_64 random(11);
  for (const int n : {3, 4}) {
    Network network = prism(n, prism_twist(n));
    const Eigen::Matrix3Xd exact = network.nodes;
    pretension(network, 100.0, 5.0 * prism_densities(n));
    for (int trial = 0; trial < 20; ++trial) {
      network.nodes = exact;
      shake(network, trial < 10 ? 0.3 : 1.0, random);
      const ElasticForm found = elastic_form(network);
      EXPECT_TRUE(found.converged) << n << ' ' << trial << ' ' << found.residual;
      EXPECT_LE(found.residual, 1e-12);
      EXPECT_GT(found.smallest_stiffness, 0.0);
      EXPECT_LT(incongruence(found.nodes, exact), 1e-10) << n << ' ' << trial;
      EXPECT_LT((found.densities - 5.0 * prism_densities(n)).cwiseAbs().maxCoeff(), 1e-9);
      EXPECT_LT(found.steps, 200);
    }
  }
}

TEST(ElasticForm, OfTheExpandedOctahedron) {
  std::mt19937_64 random(12);
  Network network = expanded_octahedron();
  const Eigen::Matrix3Xd exact = network.nodes;
  VectorXd q = VectorXd::Ones(30);
  q.head(6).setConstant(-1.5);
  pretension(network, 1000.0, q);
  for (int trial = 0; trial < 5; ++trial) {
    network.nodes = exact;
    shake(network, 0.5, random);
    const ElasticForm found = elastic_form(network);
    EXPECT_LE(found.residual, 1e-12);
    EXPECT_LT(incongruence(found.nodes, exact), 1e-9);
  }
}

// Flat starts are saddles: nothing pushes the nodes out of the plane.
TEST(ElasticForm, LeavesAFlatStart) {
  Network network = prism(3, prism_twist(3));
  const Eigen::Matrix3Xd exact = network.nodes;
  pretension(network, 100.0, prism_densities(3));
  network.nodes = prism(3, 2.0, 1.3, 0.0).nodes;
  const ElasticForm found = elastic_form(network);
  EXPECT_LE(found.residual, 1e-12);
  EXPECT_LT(incongruence(found.nodes, exact), 1e-9);
}

TEST(ElasticForm, SlackCablesCarryExactlyNothing) {
  Network network = prism(3, prism_twist(3));
  const Eigen::Matrix3Xd exact = network.nodes;
  pretension(network, 100.0, prism_densities(3));
  // The other verticals, a little too long; they change nothing.
  for (int i = 0; i < 3; ++i) {
    add(network, MemberKind::Cable, i, 3 + (i + 1) % 3);
    network.members.back().stiffness = 100.0;
    network.members.back().rest_length = 1.001 * (exact.col(i) - exact.col(3 + (i + 1) % 3)).norm();
  }
  std::mt19937_64 random(13);
  shake(network, 0.2, random);
  const ElasticForm found = elastic_form(network);
  EXPECT_LE(found.residual, 1e-12);
  EXPECT_LT(incongruence(found.nodes, exact), 1e-10);
  for (Index m = 12; m < 15; ++m) EXPECT_EQ(found.forces[m], 0.0);
}

// A mass on two cables, one of which must be slack: it hangs from the other alone.
TEST(ElasticForm, AWeightHangsFromTheCableThatIsShortEnough) {
  Network network;
  network.nodes.resize(3, 3);
  network.nodes << 0, 1, 3, 0, 0, 0, 0, 0, 1;
  add(network, MemberKind::Cable, 0, 2);
  add(network, MemberKind::Cable, 1, 2);
  network.supports = {{0}, {1}};
  network.loads = Eigen::Matrix3Xd::Zero(3, 3);
  network.loads(2, 2) = -2.0;
  network.members[0].stiffness = network.members[1].stiffness = 10.0;
  network.members[0].rest_length = 1.0;
  network.members[1].rest_length = 5.0;
  const ElasticForm found = elastic_form(network);
  EXPECT_LE(found.residual, 1e-12);
  EXPECT_LT((found.nodes.col(2) - Eigen::Vector3d(0, 0, -1.2)).norm(), 1e-12);
  EXPECT_NEAR(found.forces[0], 2.0, 1e-12);
  EXPECT_EQ(found.forces[1], 0.0);
}

// The twist of the top, from the angle between strut ends seen along the axis.
double twist_of(const Eigen::Matrix3Xd& nodes) {
  const Eigen::Vector3d below = nodes.leftCols(3).rowwise().mean();
  const Eigen::Vector3d above = nodes.rightCols(3).rowwise().mean();
  const Eigen::Vector3d axis = (above - below).normalized();
  Eigen::Vector3d a = nodes.col(0) - below, b = nodes.col(3) - above;
  a -= axis * axis.dot(a);
  b -= axis * axis.dot(b);
  return std::acos(a.dot(b) / (a.norm() * b.norm()));
}

TEST(LengthForm, ShorteningTheVerticalsTwistsThePrismTo150Degrees) {
  const Network exact = prism(3, prism_twist(3));
  Network network = exact;
  keep_lengths(network);
  for (const double degrees : {100.0, 130.0, 140.0, 149.0, 170.0, 200.0}) {
    network.nodes = prism(3, degrees / 180.0 * pi, 0.8, 1.4).nodes;
    const LengthForm found = length_form(network, {3, 4, 5}, LengthGoal::Shortest);
    EXPECT_TRUE(found.converged) << degrees << ' ' << found.residual << ' ' << found.length_error;
    EXPECT_TRUE(found.feasible);
    EXPECT_NEAR(found.lengths[3], 1.1260325006104939, 1e-12);
    EXPECT_NEAR(twist_of(found.nodes) * 180.0 / pi, 150.0, 1e-9) << degrees;
    EXPECT_LT((found.densities - prism_densities(3)).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LT(incongruence(found.nodes, exact.nodes), 1e-10);
  }
}

// One way of getting there is as good as the other: struts grown in given cables.
TEST(LengthForm, LengtheningTheStrutsFindsTheSameForm) {
  const Network exact = prism(3, prism_twist(3));
  Network network = exact;
  keep_lengths(network);
  std::mt19937_64 random(14);
  for (int trial = 0; trial < 10; ++trial) {
    network.nodes = exact.nodes;
    shake(network, 0.2, random);
    const LengthForm found = length_form(network, {0, 1, 2}, LengthGoal::Longest);
    EXPECT_TRUE(found.converged) << trial << ' ' << found.residual << ' ' << found.length_error;
    EXPECT_NEAR(found.lengths[0], 2.175327747161075, 1e-12);
    EXPECT_LT(incongruence(found.nodes, exact.nodes), 1e-10);
  }
}

TEST(LengthForm, FromRandomGuessesIsTheSameForm) {
  std::mt19937_64 random(15);
  for (const int n : {3, 4, 5}) {
    const Network exact = prism(n, prism_twist(n));
    Network network = exact;
    keep_lengths(network);
    std::vector<int> verticals;
    for (int i = 0; i < n; ++i) verticals.push_back(n + i);
    for (int trial = 0; trial < 10; ++trial) {
      network.nodes = exact.nodes;
      shake(network, trial < 5 ? 0.2 : 1.0, random);
      const LengthForm found = length_form(network, verticals, LengthGoal::Shortest);
      EXPECT_TRUE(found.converged) << n << ' ' << trial;
      EXPECT_LE(found.residual, 1e-12);
      EXPECT_LT(found.steps, 100);
      EXPECT_LT(incongruence(found.nodes, exact.nodes), 1e-9) << n << ' ' << trial;
    }
  }
}

// What is found has a self-stress, which is found again from the form alone.
TEST(LengthForm, ItsMultipliersAreTheSelfStressOfItsForm) {
  Network network = expanded_octahedron();
  keep_lengths(network);
  for (std::size_t m = 0; m < 6; ++m) network.members[m].rest_length = std::nullopt;
  std::mt19937_64 random(16);
  shake(network, 0.3, random);
  const LengthForm found = length_form(network, {0, 1, 2, 3, 4, 5}, LengthGoal::Longest);
  EXPECT_TRUE(found.converged) << found.residual << ' ' << found.length_error;
  network.nodes = found.nodes;
  const auto stress = feasible_self_stress(network, 1e-8);
  ASSERT_TRUE(stress);
  const VectorXd ratio = stress->densities.cwiseQuotient(found.densities);
  EXPECT_NEAR(ratio.maxCoeff() / ratio.minCoeff(), 1.0, 1e-8);
  for (Index m = 0; m < 6; ++m) EXPECT_NEAR(found.lengths[m], 4.0, 1e-9);
}

}  // namespace
}  // namespace catena::tensegrity
