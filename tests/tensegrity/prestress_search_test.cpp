// Among several self-stresses, those that hold the mechanisms.

#include "catena/tensegrity/prestress_search.hpp"

#include <gtest/gtest.h>

#include "catena/tensegrity/stiffness.hpp"
#include "tests/tensegrity/networks.hpp"

namespace catena::tensegrity {
namespace {

using Eigen::VectorXd;

// Crosses side by side in space, each of which can be stressed on its own.
Network crosses(int count) {
  Network result;
  result.nodes = Eigen::Matrix3Xd::Zero(3, 2 * count + 2);
  for (int i = 0; i <= count; ++i) {
    result.nodes.col(2 * i) << i, 0, 0;
    result.nodes.col(2 * i + 1) << i, 1, 0;
    add(result, MemberKind::Cable, 2 * i, 2 * i + 1);
  }
  for (int i = 0; i < count; ++i) {
    const int a = 2 * i;
    add(result, MemberKind::Cable, a, a + 2);
    add(result, MemberKind::Cable, a + 1, a + 3);
    add(result, MemberKind::Strut, a, a + 3);
    add(result, MemberKind::Strut, a + 1, a + 2);
  }
  return result;
}

TEST(StabilisingSelfStress, OfOneStateIsThatState) {
  for (const int n : {3, 5}) {
    const Network network = prism(n, prism_twist(n));
    for (const Signs signs : {Signs::AsMembers, Signs::Any}) {
      const auto found = stabilising_self_stress(network, signs);
      ASSERT_TRUE(found);
      // Also where the sign is free: the other one would not hold.
      EXPECT_LT((found->densities / found->densities[n] - prism_densities(n)).norm(), 1e-11);
      EXPECT_GT(found->margin, 0.0);
    }
    Network reversed = network;
    for (Member& member : reversed.members)
      member.kind = member.kind == MemberKind::Cable ? MemberKind::Strut : MemberKind::Cable;
    EXPECT_TRUE(feasible_self_stress(reversed));
    EXPECT_FALSE(stabilising_self_stress(reversed));
  }
}

// A flat row of crosses also folds along the members between two of them, which no stress of one
// cross resists, and no combination either: forces that balance in each cross make no moment about
// the line. Held at the far corners, it is held.
TEST(StabilisingSelfStress, OfSeveralStates) {
  EXPECT_EQ(static_structure(crosses(2)).self_stresses.cols(), 2);
  EXPECT_EQ(static_structure(crosses(2)).mechanisms.cols(), 3);
  EXPECT_FALSE(stabilising_self_stress(crosses(2)));
  EXPECT_FALSE(stabilising_self_stress(crosses(2), Signs::Any));
  for (const int count : {2, 3, 4}) {
    Network held = crosses(count);
    held.supports = {{0}, {1}, {2 * count}, {2 * count + 1}};
    for (const Signs signs : {Signs::AsMembers, Signs::Any}) {
      const auto found = stabilising_self_stress(held, signs);
      ASSERT_TRUE(found) << count;
      EXPECT_LT(unbalance(held, found->densities), 1e-13);
      EXPECT_TRUE(stability(held, found->densities).prestress_stable);
    }
  }
}

}  // namespace
}  // namespace catena::tensegrity
