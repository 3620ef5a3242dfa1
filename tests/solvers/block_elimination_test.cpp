// The order of elimination and the fill, for patterns where both are known.

#include "catena/solvers/block_elimination.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <vector>

namespace catena {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

TEST(BlockElimination, FillsRingsAndChainsInProportionToTheirLength) {
  for (const int n : {3, 10, 1000}) {
    Pairs chain;
    for (int i = 0; i + 1 < n; ++i) chain.emplace_back(i, i + 1);
    const BlockElimination open = eliminate_blocks(n, chain);
    EXPECT_LE(static_cast<int>(open.row.size()), 2 * n - 3);
    EXPECT_LE(static_cast<int>(open.targets.size()), n - 2);
    chain.emplace_back(n - 1, 0);
    const BlockElimination closed = eliminate_blocks(n, chain);
    EXPECT_EQ(static_cast<int>(closed.row.size()), 2 * n - 3);
    EXPECT_EQ(static_cast<int>(closed.targets.size()), n - 2);
  }
}

TEST(BlockElimination, LeavesTheCentreOfAStarForTheEnd) {
  const int n = 1000;
  Pairs star;
  for (int i = 1; i < n; ++i) star.emplace_back(0, i);
  const BlockElimination e = eliminate_blocks(n, star);
  EXPECT_EQ(e.row.size(), star.size());
  EXPECT_LT(std::find(e.order.begin(), e.order.end(), 0), e.order.end());
  EXPECT_GE(std::find(e.order.begin(), e.order.end(), 0), e.order.end() - 2);
}

TEST(BlockElimination, FindsTheFillThatBooleanEliminationFinds) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 50; ++trial) {
    const int n = 2 + trial % 15;
    std::bernoulli_distribution coupled(0.1 + 0.01 * trial);
    Pairs pairs;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < i; ++j)
        if (coupled(random)) pairs.emplace_back(i, j);
    const BlockElimination e = eliminate_blocks(n, pairs);
    const auto index = [n](int i, int j) { return static_cast<std::size_t>(n * i + j); };
    std::vector<bool> full(index(n, 0), false);
    for (const auto& [i, j] : pairs) full[index(i, j)] = full[index(j, i)] = true;
    std::vector<bool> gone(static_cast<std::size_t>(n), false);
    for (std::size_t k = 0; k < e.order.size(); ++k) {
      const int column = e.order[k];
      gone[static_cast<std::size_t>(column)] = true;
      std::vector<int> rows, found(e.row.begin() + e.first[k], e.row.begin() + e.first[k + 1]);
      for (int i = 0; i < n; ++i)
        if (full[index(i, column)] && !gone[static_cast<std::size_t>(i)]) rows.push_back(i);
      for (const int i : rows)
        for (const int j : rows) full[index(i, j)] = true;
      std::sort(found.begin(), found.end());
      EXPECT_EQ(rows, found) << "trial " << trial << ", column " << column;
    }
  }
}

TEST(BlockElimination, RefusesPairsThatAreNone) {
  EXPECT_THROW(eliminate_blocks(-1, Pairs{}), std::invalid_argument);
  EXPECT_THROW(eliminate_blocks(2, Pairs{{1, 1}}), std::invalid_argument);
  EXPECT_THROW(eliminate_blocks(2, Pairs{{0, 2}}), std::invalid_argument);
  EXPECT_THROW(eliminate_blocks(2, Pairs{{-1, 0}}), std::invalid_argument);
  EXPECT_THROW(eliminate_blocks(2, Pairs{{0, 1}, {1, 0}}), std::invalid_argument);
  EXPECT_TRUE(eliminate_blocks(0, Pairs{}).order.empty());
}

}  // namespace
}  // namespace catena
