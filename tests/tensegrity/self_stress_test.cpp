// Self-stresses and mechanisms of frames that are known exactly.

#include "catena/tensegrity/self_stress.hpp"

#include <gtest/gtest.h>

#include "catena/tensegrity/stiffness.hpp"
#include "tests/tensegrity/networks.hpp"

namespace catena::tensegrity {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct Counts {
  Index self_stresses, mechanisms, rigid;
  bool operator==(const Counts&) const = default;
};

Counts counts(const Network& network) {
  const StaticStructure found = static_structure(network);
  EXPECT_EQ(found.maxwell(), found.mechanisms.cols() - found.self_stresses.cols());
  const MatrixXd& A = found.equilibrium;
  EXPECT_LT((A * found.self_stresses).norm(), 1e-13);
  EXPECT_LT((A.transpose() * found.mechanisms).norm(), 1e-13);
  EXPECT_LT((A.transpose() * found.rigid_motions).norm(), 1e-13);
  EXPECT_LT((found.rigid_motions.transpose() * found.mechanisms).norm(), 1e-13);
  return {found.self_stresses.cols(), found.mechanisms.cols(), found.rigid_motions.cols()};
}

TEST(StaticStructure, CountsThoseOfSquares) {
  EXPECT_EQ(counts(square(0, true)), (Counts{0, 1, 3}));
  EXPECT_EQ(counts(square(1, true)), (Counts{0, 0, 3}));
  EXPECT_EQ(counts(square(2, true)), (Counts{1, 0, 3}));
  // In space they also warp; without a diagonal in two ways.
  EXPECT_EQ(counts(square(0, false)), (Counts{0, 2, 6}));
  EXPECT_EQ(counts(square(1, false)), (Counts{0, 1, 6}));
  EXPECT_EQ(counts(square(2, false)), (Counts{1, 1, 6}));
}

TEST(StaticStructure, SupportsTakeRigidMotionsAway) {
  Network frame = square(1, true);
  frame.supports.push_back({0, {true, true, true}});
  EXPECT_EQ(counts(frame), (Counts{0, 0, 1}));  // it still turns
  frame.supports.push_back({1, {false, true, true}});
  EXPECT_EQ(counts(frame), (Counts{0, 0, 0}));
  // Two nodes held in space: it turns about the line through them.
  Network door = square(1, false);
  door.supports = {{0}, {1}};
  EXPECT_EQ(counts(door), (Counts{1, 1, 1}));  // the held cable is stressed; the corner folds
  door.supports = {{0}, {1}, {2}, {3}};
  EXPECT_EQ(static_structure(door).self_stresses.cols(), 5);
}

TEST(StaticStructure, LineOfThreeNodesHasNoRotationAboutItself) {
  Network line;
  line.nodes.resize(3, 3);
  line.nodes << 0, 1, 2, 0, 0, 0, 0, 0, 0;
  add(line, MemberKind::Cable, 0, 1);
  add(line, MemberKind::Cable, 1, 2);
  EXPECT_EQ(counts(line), (Counts{0, 2, 5}));
  add(line, MemberKind::Strut, 0, 2);
  EXPECT_EQ(counts(line), (Counts{1, 2, 5}));
}

TEST(StaticStructure, PrismsAreStressedAtOneTwistOnly) {
  for (const int n : {3, 4, 5, 6, 9}) {
    EXPECT_EQ(counts(prism(n, prism_twist(n))), (Counts{1, 2 * n - 5, 6})) << n;
    EXPECT_EQ(counts(prism(n, prism_twist(n), 0.3, 2.0)), (Counts{1, 2 * n - 5, 6})) << n;
  }
  const Network at_140 = prism(3, 140.0 / 180.0 * pi);
  EXPECT_EQ(counts(at_140), (Counts{0, 0, 6}));
  EXPECT_FALSE(feasible_self_stress(at_140));
  // The smallest singular value changes its sign, with the determinant, at 150 degrees exactly.
  const double near = static_structure(prism(3, prism_twist(3) + 1e-6)).singular_values[11];
  const double nearer = static_structure(prism(3, prism_twist(3) + 1e-7)).singular_values[11];
  EXPECT_NEAR(near / nearer, 10.0, 1e-3);
}

TEST(FeasibleSelfStress, OfPrismsIsExact) {
  for (const int n : {3, 4, 5, 6, 9}) {
    const Network network = prism(n, prism_twist(n), 0.7, 1.9);
    const auto found = feasible_self_stress(network);
    ASSERT_TRUE(found) << n;
    const VectorXd densities = found->densities / found->densities[n];
    EXPECT_LT((densities - prism_densities(n)).cwiseAbs().maxCoeff(), 1e-12) << n;
    EXPECT_LT(unbalance(network, found->densities), 1e-14);
    EXPECT_DOUBLE_EQ(found->forces.cwiseAbs().maxCoeff(), 1.0);
  }
  const VectorXd lengths = member_lengths(prism(3, prism_twist(3)));
  EXPECT_NEAR(lengths[0], 2.175327747161075, 1e-15);
  EXPECT_NEAR(lengths[3], 1.1260325006104939, 1e-15);
  EXPECT_NEAR(lengths[6], 1.7320508075688772, 1e-15);
}

TEST(FeasibleSelfStress, OfTheExpandedOctahedronIsExact) {
  const Network network = expanded_octahedron();
  ASSERT_EQ(network.member_count(), 30);
  EXPECT_EQ(counts(network), (Counts{1, 1, 6}));
  const VectorXd lengths = member_lengths(network);
  EXPECT_NEAR(lengths[6] / lengths[0], 0.6123724356957945, 1e-15);
  const auto found = feasible_self_stress(network);
  ASSERT_TRUE(found);
  for (Index m = 0; m < 6; ++m) EXPECT_NEAR(found->densities[m] / found->densities[6], -1.5, 1e-13);
  for (Index m = 6; m < 30; ++m) EXPECT_NEAR(found->densities[m] / found->densities[6], 1.0, 1e-13);
}

// With both sets of verticals there are three states. Balance along and about the axis of the
// symmetric ones: strut + first + second = 0, and the same with the sines of their angles.
TEST(FeasibleSelfStress, AmongSeveralStatesIsTheSymmetricOne) {
  const auto both_verticals = [](double twist) {
    Network network = prism(3, twist);
    for (int i = 0; i < 3; ++i) add(network, MemberKind::Cable, i, 3 + (i + 1) % 3);
    return network;
  };
  const double a = 160.0 / 180.0 * pi;
  const double second =
      (std::sin(a - 2 * pi / 3) - std::sin(a)) / (std::sin(a) - std::sin(a + 2 * pi / 3));
  const Network network = both_verticals(a);
  ASSERT_EQ(static_structure(network).self_stresses.cols(), 3);
  const auto found = feasible_self_stress(network);
  ASSERT_TRUE(found);
  EXPECT_LT(unbalance(network, found->densities), 1e-14);
  for (const Index first : {0, 3, 12})
    for (Index k = 1; k < 3; ++k)
      EXPECT_NEAR(found->densities[first + k], found->densities[first], 1e-13);
  EXPECT_NEAR(found->densities[12] / found->densities[3], second, 1e-13);
  EXPECT_NEAR(found->densities[0] / found->densities[3], -1.0 - second, 1e-13);
  // At 150 degrees the second set would carry nothing, below it would have to press.
  EXPECT_FALSE(feasible_self_stress(both_verticals(prism_twist(3))));
  EXPECT_FALSE(feasible_self_stress(both_verticals(140.0 / 180.0 * pi)));
}

TEST(FeasibleSelfStress, IsRefusedWithTheWrongSigns) {
  Network network = prism(3, prism_twist(3));
  network.members[4].kind = MemberKind::Strut;
  EXPECT_FALSE(feasible_self_stress(network));
  // Two states that need opposite signs of the member that they share: two crosses side by side.
  Network crosses = square(2, true);
  crosses.nodes.conservativeResize(3, 6);
  crosses.nodes.col(4) << 2, 0, 0;
  crosses.nodes.col(5) << 2, 1, 0;
  add(crosses, MemberKind::Cable, 1, 4);
  add(crosses, MemberKind::Cable, 4, 5);
  add(crosses, MemberKind::Cable, 5, 2);
  add(crosses, MemberKind::Strut, 1, 5);
  add(crosses, MemberKind::Strut, 4, 2);
  crosses.supports.push_back({4, {false, false, true}});
  crosses.supports.push_back({5, {false, false, true}});
  EXPECT_EQ(counts(crosses), (Counts{2, 0, 3}));
  EXPECT_TRUE(feasible_self_stress(crosses));
  // With the second cross turned over, its outer members are struts.
  for (const std::size_t m : {6U, 7U, 8U}) crosses.members[m].kind = MemberKind::Strut;
  for (const std::size_t m : {9U, 10U}) crosses.members[m].kind = MemberKind::Cable;
  const auto mixed = feasible_self_stress(crosses);
  ASSERT_TRUE(mixed);  // the shared cable takes the difference, which may be positive
  EXPECT_GT(mixed->forces[1], 0.0);
  crosses.members[9].kind = MemberKind::Strut;  // its diagonals now disagree
  EXPECT_FALSE(feasible_self_stress(crosses));
}

}  // namespace
}  // namespace catena::tensegrity
