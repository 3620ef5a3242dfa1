// Looks stay what they were, whatever is looked at in the meantime, and agree with the kernels.

#include "catena/elements/look.hpp"

#include "tests/support/compare.hpp"
#include "tests/support/random_model.hpp"

namespace catena::test {
namespace {

// Poses and velocities of all bodies and nodes, against the kernels at the same state.
void expect_state(const Look& look, const RandomState& state, WorstError& error) {
  const Model& tree = look.coordinates.tree();
  Kinematics<double> expected(tree);
  expected.compute(tree, state.q, state.v);
  for (int b = 0; b < tree.body_count(); ++b) {
    const FrameId frame = tree.body_frame(BodyId{b});
    const Transform<double> X = expected.pose(tree, frame);
    error.expect(to_eigen(look.pose(BodyId{b}).translation), to_eigen(X.translation));
    error.expect(to_eigen(look.pose(BodyId{b}).rotation), to_eigen(X.rotation));
    error.expect(to_eigen(look.velocity(BodyId{b})),
                 to_eigen(expected.velocity(tree, frame, Reference::WorldAligned)));
  }
  const ClosureGeometry::TreeState nodes = look.nodes();
  for (std::size_t n = 1; n < tree.nodes().size(); ++n) {
    const Transform<double>& X = expected.node_poses()[n];
    error.expect(to_eigen(nodes.roots[n] + nodes.poses[n].translation), to_eigen(X.translation));
    error.expect(to_eigen(nodes.poses[n].rotation), to_eigen(X.rotation));
    error.expect(to_eigen(nodes.velocities[n]), to_eigen(expected.node_velocities()[n]));
  }
}

TEST(Look, StaysWhatItWasWhateverIsLookedAtNext) {
  WorstError error("a look against the kernels", 1e-12);
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto tree = std::make_shared<const Model>(random_model(seed));
    LookMaker looks(std::make_shared<const Coordinates>(tree, nullptr));
    RandomState first = random_state(*tree, 2 * seed), second = random_state(*tree, 2 * seed + 1);
    const RandomState first_copy = first;
    const Look before = looks.make(1.0, first.q, first.v);
    // Bodies are asked for after the vectors have changed, and after another look was made.
    first.q.setZero(), first.v.setZero();
    const Look after = looks.make(2.0, second.q, second.v);
    expect_state(after, second, error);
    expect_state(before, first_copy, error);
    EXPECT_EQ(before.q, first_copy.q);
    EXPECT_EQ(before.t, 1.0);
    const Look copy = before;
    EXPECT_EQ(&copy.bodies(), &before.bodies());
  }
}

TEST(Look, UsesMemoryAgainThatIsNotKept) {
  const auto tree = std::make_shared<const Model>(random_model(3));
  LookMaker looks(std::make_shared<const Coordinates>(tree, nullptr));
  const RandomState state = random_state(*tree, 1);
  const Look kept = looks.make(0.0, state.q, state.v);
  const Kinematics<double>* memory = nullptr;
  for (int i = 0; i < 10; ++i) {
    const Look look = looks.make(0.1 * i, state.q, state.v);
    EXPECT_NE(&look.bodies(), &kept.bodies());
    if (i > 0) {
      EXPECT_EQ(&look.bodies(), memory);
    }
    memory = &look.bodies();
  }
}

// A kilometre away, poses from the root of the tree are those at the origin, to the last digit.
TEST(Look, KnowsNodesFromTheRootOfTheirTreeToAllDigits) {
  ModelBuilder builder;
  const BodyId base = builder.add_body("base", solid_box(1.0, {0.3, 0.2, 0.1}));
  const BodyId arm = builder.add_body("arm", solid_box(1.0, {0.3, 0.2, 0.1}));
  builder.add_joint(free_joint("flight"), builder.world(), base);
  builder.add_joint(revolute("hinge", {0, 1, 0}), base, arm,
                    Transform<double>::at({0.1, 0.2, 0.3}));
  const auto tree = std::make_shared<const Model>(builder.build());
  LookMaker looks(std::make_shared<const Coordinates>(tree, nullptr));
  RandomState state = random_state(*tree, 5);
  const Look near = looks.make(0.0, state.q, state.v);
  RandomState moved = state;
  moved.q[4] += 1e9;
  const Look far = looks.make(0.0, moved.q, moved.v);
  for (std::size_t n = 1; n < tree->nodes().size(); ++n) {
    EXPECT_EQ(to_eigen(far.nodes().poses[n].translation),
              to_eigen(near.nodes().poses[n].translation));
    EXPECT_EQ(to_eigen(far.nodes().velocities[n]), to_eigen(near.nodes().velocities[n]));
  }
}

}  // namespace
}  // namespace catena::test
