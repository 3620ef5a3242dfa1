// The broad phase misses no pair, forgets those that have parted, and gives the same list always.

#include "catena/collision/broad_phase.hpp"

#include <gtest/gtest.h>

#include "tests/collision/solids.hpp"

namespace catena::test {
namespace {

BoundingBox around(const V3& c, double r) {
  return {c - V3{r, r, r}, c + V3{r, r, r}};
}

struct Balls {
  std::vector<V3> at, velocity;
  double side, radius = 0.05;

  Balls(RandomSolids& random, int n) : side(0.2 * std::cbrt(n)) {
    for (int i = 0; i < n; ++i) {
      at.push_back({random.uniform(0, side), random.uniform(0, side), random.uniform(0, side)});
      velocity.push_back(random.direction());
    }
  }
  void step(double h) {
    for (std::size_t i = 0; i < at.size(); ++i) {
      at[i] += h * velocity[i];
      for (int k = 0; k < 3; ++k)
        if ((at[i][k] < 0 && velocity[i][k] < 0) || (at[i][k] > side && velocity[i][k] > 0))
          velocity[i][k] = -velocity[i][k];
    }
  }
};

TEST(BroadPhase, FindsWhatAllPairsFind) {
  RandomSolids random(3);
  Balls balls(random, 200);
  BroadPhase broad, again;
  const double margin = 1e-4;
  for (BroadPhase* b : {&broad, &again}) {
    for (std::size_t i = 0; i < balls.at.size(); ++i)
      b->add(around(balls.at[i], balls.radius), i % 10 != 0);  // some are fixed
    b->add_half_space({0, 0, 1}, 0.0);
  }
  const int ground = static_cast<int>(balls.at.size());
  std::size_t most = 0;
  for (int step = 0; step < 60; ++step) {
    for (std::size_t i = 0; i < balls.at.size(); ++i)
      if (i % 10 == 0) balls.velocity[i] = {0, 0, 0};
    balls.step(1e-3);
    for (int i = 0; i < ground; ++i)
      if (i % 10 != 0)
        for (BroadPhase* b : {&broad, &again})
          b->move(i, around(balls.at[to_index(i)], balls.radius),
                  1e-3 * balls.velocity[to_index(i)]);
    const auto pairs = broad.update();
    ASSERT_EQ(pairs, again.update());
    ASSERT_TRUE(std::is_sorted(pairs.begin(), pairs.end()));
    most = std::max(most, pairs.size());
    const auto has = [&](int i, int j) {
      return std::binary_search(pairs.begin(), pairs.end(), CandidatePair{i, j});
    };
    for (int i = 0; i < ground; ++i) {
      const BoundingBox box = around(balls.at[to_index(i)], balls.radius + margin / 2);
      if (i % 10 != 0 && box.low.z < 0) {
        ASSERT_TRUE(has(i, ground));
      }
      for (int j = i + 1; j < ground; ++j) {
        const BoundingBox other = around(balls.at[to_index(j)], balls.radius);
        const bool fixed = i % 10 == 0 && j % 10 == 0;
        // All that is near, and nothing that is far apart.
        if (!fixed && overlap(box, other)) {
          ASSERT_TRUE(broad.meet({i, j}));
          ASSERT_TRUE(has(i, j)) << i << " " << j << " at " << step;
        }
        if (fixed || squared_distance(box, other) > 0.05 * 0.05) {
          ASSERT_FALSE(has(i, j));
        }
      }
    }
  }
  EXPECT_GT(most, 100u);
  broad.remove(5);
  for (const CandidatePair& p : broad.update()) EXPECT_TRUE(p.a != 5 && p.b != 5);
}

TEST(BroadPhase, TreesStayShallow) {
  // In order along a line: the worst order for a tree without rotations.
  BoxTree tree;
  std::vector<int> leaves;
  for (int i = 0; i < 4096; ++i) leaves.push_back(tree.insert(around({0.2 * i, 0, 0}, 0.1), i));
  EXPECT_LE(tree.height(), 60);
  int count = 0;
  std::vector<int> stack;
  tree.query(around({100, 0, 0}, 0.5), stack, [&](int) { ++count; });
  EXPECT_NEAR(count, 6, 1);
  for (const int leaf : leaves) tree.remove(leaf);
  tree.query(around({100, 0, 0}, 1e9), stack, [&](int) { FAIL(); });
}

}  // namespace
}  // namespace catena::test
