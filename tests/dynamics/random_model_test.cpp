// The sweeps prove what they claim only if the random mechanisms hold everything they should.

#include "tests/support/random_model.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/support/custom_joints.hpp"
#include "tests/support/sweep.hpp"

namespace catena::test {
namespace {

TEST(RandomModels, CoverEveryKindShapeAndSize) {
  std::map<JointKind, int> kinds;
  std::map<CustomShape, int> customs;
  std::set<int> sizes;
  int massless = 0, armature = 0, fused = 0, welded = 0, chains = 0, roots = 0, out_of_order = 0;
  for_random_models(default_sweep, [&](const Model& model, const RandomState&, auto) {
    sizes.insert(model.body_count() - 1);
    std::vector<int> children(static_cast<std::size_t>(model.body_count()), 0);
    for (int b = 1; b < model.body_count(); ++b) {
      const BodyInfo& body = model.body(BodyId{b});
      const JointSpec& spec = model.joint(body.inboard_joint).spec;
      ++kinds[spec.kind];
      if (spec.kind == JointKind::Custom) ++customs[shape_of(spec.custom.get())];
      if (spec.kind == JointKind::Weld) ++(is_fused(model, BodyId{b}) ? fused : welded);
      massless += body.inertia.mass == 0.0 ? 1 : 0;
      armature += spec.armature.size() > 0 && !spec.armature.isZero() ? 1 : 0;
      out_of_order += body.parent.index > b ? 1 : 0;
      ++children[static_cast<std::size_t>(body.parent.index)];
    }
    chains += *std::max_element(children.begin(), children.end()) == 1 ? 1 : 0;
    roots += children[0] > 1 ? 1 : 0;
  });
  EXPECT_EQ(kinds.size(), 11u);
  for (const auto& [kind, count] : kinds) EXPECT_GT(count, 200) << to_string(kind);
  EXPECT_EQ(customs.size(), all_custom_shapes.size());
  EXPECT_EQ(*sizes.begin(), 1);
  EXPECT_EQ(*sizes.rbegin(), 25);
  for (const int count : {massless, armature, fused, welded, chains, roots, out_of_order})
    EXPECT_GT(count, 50);
}

TEST(RandomModels, AreTheSameForTheSameSeed) {
  for (const std::uint64_t seed : {0u, 7u, 123u}) {
    const Model first = random_model(seed), second = random_model(seed);
    ASSERT_EQ(first.nq(), second.nq());
    EXPECT_EQ(random_state(first, seed).q, random_state(second, seed).q);
    for (int j = 0; j < first.joint_count(); ++j)
      EXPECT_EQ(first.joint(JointId{j}).spec.axis, second.joint(JointId{j}).spec.axis);
  }
}

}  // namespace
}  // namespace catena::test
