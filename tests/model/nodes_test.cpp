// The compiled arrays that kernels walk over.

#include <gtest/gtest.h>

#include <set>

#include "catena/math/index.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

TEST(Nodes, AreInDepthFirstOrder) {
  for_random_models(200, [&](const Model& model, const RandomState&, auto) {
    const auto nodes = model.nodes();
    int depth = 0;
    for (std::size_t i = 1; i < nodes.size(); ++i) {
      const Node& node = nodes[i];
      ASSERT_LT(node.parent, static_cast<int>(i));
      EXPECT_EQ(node.depth, nodes[to_index(node.parent)].depth + 1);
      EXPECT_EQ(node.moves, node.nv > 0 || nodes[to_index(node.parent)].moves);
      depth = std::max(depth, node.depth);
      // A node lies in the subtree of i exactly where i is among its ancestors.
      for (std::size_t n = 1; n < nodes.size(); ++n) {
        bool below = false;
        for (int up = static_cast<int>(n); up != 0; up = nodes[to_index(up)].parent)
          below = below || up == static_cast<int>(i);
        EXPECT_EQ(below, n >= i && static_cast<int>(n) < node.subtree_end);
      }
    }
    EXPECT_EQ(model.max_depth(), depth);
    EXPECT_EQ(nodes[0].subtree_end, static_cast<int>(nodes.size()));
  });
}

TEST(Nodes, CarryEveryMassOnce) {
  for_random_models(200, [&](const Model& model, const RandomState&, auto) {
    double nodes = 0.0, bodies = 0.0;
    for (const Node& node : model.nodes()) nodes += node.inertia.mass;
    for (int b = 1; b < model.body_count(); ++b) bodies += model.body(BodyId{b}).inertia.mass;
    EXPECT_NEAR(nodes, bodies, 1e-12);
    EXPECT_NEAR(model.total_mass(), bodies, 1e-12);
  });
}

TEST(Nodes, KnowTheAncestryOfEveryDof) {
  for_random_models(200, [&](const Model& model, const RandomState&, auto) {
    const auto parent = model.dof_parent();
    ASSERT_EQ(static_cast<int>(parent.size()), model.nv());
    for (int i = 0; i < model.nv(); ++i) {
      // The dofs on the way to the root, from the nodes.
      std::vector<int> expected;
      int n = model.dof_node()[to_index(i)];
      for (int k = i - 1; k >= model.nodes()[to_index(n)].v; --k) expected.push_back(k);
      for (n = model.nodes()[to_index(n)].parent; n != 0; n = model.nodes()[to_index(n)].parent)
        for (int k = model.nodes()[to_index(n)].nv - 1; k >= 0; --k)
          expected.push_back(model.nodes()[to_index(n)].v + k);
      std::vector<int> found;
      for (int d = parent[to_index(i)]; d >= 0; d = parent[to_index(d)]) found.push_back(d);
      EXPECT_EQ(found, expected) << "dof " << i;
      // Consecutive ancestors down to the start of the run.
      const int start = model.dof_run_start()[to_index(i)];
      for (int d = i; d > start; --d) EXPECT_EQ(parent[to_index(d)], d - 1);
      EXPECT_NE(parent[to_index(start)], start - 1 >= 0 ? start - 1 : -2);
    }
    for (int i = 0; i < model.nv(); ++i)
      for (int d = 0; d < model.nv(); ++d) {
        bool below = false;
        for (int up = d; up >= 0; up = parent[to_index(up)]) below = below || up == i;
        EXPECT_EQ(below, d >= i && d < model.dof_subtree_end()[to_index(i)]);
      }
  });
}

}  // namespace
}  // namespace catena::test
