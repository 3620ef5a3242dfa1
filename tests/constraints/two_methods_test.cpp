// Multipliers (LoopSolver) against independent coordinates: accelerations and smallest reactions.

#include <gtest/gtest.h>

#include <memory>

#include "catena/analysis/independent_dynamics.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/mechanisms.hpp"

namespace catena {
namespace {

using test::Mechanism;

class Agreement {
 public:
  // Both methods at the mechanism's state; where held, accelerations are random but fit the loops.
  void check(const Mechanism& mechanism, const std::string& name,
             const std::vector<int>& held_dofs = {}) {
    HeldArray held = HeldArray::Constant(mechanism.loops->nv(), false);
    for (const int dof : held_dofs) held[dof] = true;
    test::Random random(3);
    LoopSolver solver(mechanism.loops);
    IndependentDynamics dynamics(mechanism.loops);
    dynamics.place(mechanism.q, mechanism.v);
    const Eigen::VectorXd given =
        dynamics.complete(test::random_vector(random, dynamics.coordinates().mobility()));
    Eigen::VectorXd a = given, b = given;
    solver.accelerations(mechanism.q, mechanism.v, mechanism.tau, held, a);
    dynamics.accelerations(mechanism.q, mechanism.v, mechanism.tau, held, b);
    accelerations_.expect(b, a, name);
    reactions_.expect(dynamics.smallest_multipliers(b, mechanism.tau),
                      solver.smallest_multipliers(), name);
    int held_in_tree = 0;
    for (const int dof : held_dofs) held_in_tree += dof < mechanism.loops->tree().nv() ? 1 : 0;
    EXPECT_EQ(dynamics.coordinates().rank - mechanism.loops->links().nv(),
              solver.rank() + held_in_tree)
        << name;
  }

 private:
  test::WorstError accelerations_{"two methods: accelerations", 1e-9};
  test::WorstError reactions_{"two methods: smallest multipliers", 1e-9};
};

TEST(TwoMethods, AgreeOnFourBars) {
  Agreement agreement;
  test::Random random(5);
  for (const int n : {1, 2, 5, 12})
    for (const double angle : {-2.0, 0.3, 1.2}) {
      Mechanism bars = test::n_four_bar(n, angle);
      bars.move(random);
      agreement.check(bars, fmt::format("{} four-bars at {}", n, angle));
    }
}

TEST(TwoMethods, AgreeOnBricardsMechanism) {
  Agreement agreement;
  Mechanism bricard = test::bricard();
  test::Random random(6);
  bricard.move(random);
  agreement.check(bricard, "bricard");
  LoopSolver solver(bricard.loops);
  solver.prepare(bricard.q, {});
  EXPECT_EQ(solver.row_count() - solver.rank(), 1);
}

std::vector<JointSpec> closing_joints() {
  return {weld("j"),
          revolute("j", {1, 2, 0}),
          prismatic("j", {0, 1, 1}),
          helical("j", {1, 0, 1}, 0.3),
          cylindrical("j", {0, 1, 0}),
          universal("j", {1, 0, 0}, {0, 1, 0}),
          planar("j", {0, 1, 1}),
          spherical("j"),
          free_joint("j")};
}

TEST(TwoMethods, AgreeOnEveryKindOfLoopJoint) {
  Agreement agreement;
  for (const JointSpec& spec : closing_joints())
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      test::RandomTree closing(seed, 9);
      closing.add(spec, static_cast<int>(seed % 3), 9);
      const Mechanism mechanism = closing.finish();
      const std::string name = fmt::format("{} closes seed {}", to_string(spec.kind), seed);
      agreement.check(mechanism, name);
      const int tree_nv = mechanism.loops->tree().nv();
      agreement.check(mechanism, name + ", tree held", {tree_nv / 2});
      if (mechanism.loops->links().nv() > 0 && spec.kind != JointKind::Free)
        agreement.check(mechanism, name + ", loop held", {tree_nv / 2, tree_nv});
    }
}

// The second joint says again what the first one does: all its rows are redundant.
TEST(TwoMethods, AgreeWhereAllIsSaidTwice) {
  Agreement agreement;
  for (const JointSpec& spec : closing_joints()) {
    test::RandomTree closing(4, 8);
    closing.add(spec, 1, 8);
    closing.closing.repeat_joint(0);
    agreement.check(closing.finish(), fmt::format("{} twice", to_string(spec.kind)));
  }
}

TEST(TwoMethods, AgreeOnRodsAndCouplings) {
  Agreement agreement;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    test::RandomTree closing(seed, 9);
    closing.add(universal("u", {1, 0, 0}, {0, 1, 0}), 0, 9);
    closing.add_rod("rod1", 0, 6);
    closing.add_rod("rod2", 3, 8);
    // Between a coordinate of the tree and one of the loop joint.
    int in_tree = 0;
    while (place_in_q(*closing.tree, in_tree) < 0) ++in_tree;
    const int in_loop = closing.tree->nv() + 1;
    closing.closing.add_coupling("gear", {in_tree, in_loop}, Eigen::Vector2d(1.0, -0.7),
                                 (Eigen::Matrix2d() << 0.4, 1.0, 1.0, -0.3).finished());
    const Mechanism mechanism = closing.finish();
    LoopSolver solver(mechanism.loops);
    Eigen::VectorXd errors;
    solver.position_errors(mechanism.q, errors);
    ASSERT_LT(errors.lpNorm<Eigen::Infinity>(), 1e-12) << seed;
    agreement.check(mechanism, fmt::format("rods and gear, seed {}", seed));
    agreement.check(mechanism, fmt::format("rods and gear, held, seed {}", seed),
                    {in_loop - 1, mechanism.loops->tree().nv() - 1});
  }
}

// The rod's reactions meet where the held hinge joins the two bodies, and cancel: nothing but
// rounding reaches the hinges that are free.
TEST(TwoMethods, AgreeOnARodBesideAHeldHinge) {
  Agreement agreement;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    test::Random random(seed);
    ModelBuilder builder;
    BodyId last = world_body;
    for (const char* name : {"one", "two", "three"}) {
      const BodyId body = builder.add_body(name, test::random_inertia(random));
      builder.add_joint(revolute(name, test::random_axis(random)), last, body,
                        test::random_transform(random));
      last = body;
    }
    const auto tree = std::make_shared<const Model>(builder.build());
    test::Closing closing(tree, random_configuration(*tree, random));
    closing.add_rod({"rod", BodyId{2}, BodyId{3}, {0.3, 0.1, 0.2}, {0.1, 0.5, -0.2}});
    Mechanism mechanism(closing.loops());
    mechanism.q = closing.configuration(*mechanism.loops);
    mechanism.move(random);
    agreement.check(mechanism, fmt::format("rod beside a held hinge, seed {}", seed), {2});
  }
}

// A second hinge about the axis of the first: none of its reactions does anything.
TEST(TwoMethods, AgreeWhereALoopSaysNothing) {
  Agreement agreement;
  test::Random random(4);
  const Transform<double> X_PF = test::random_transform(random),
                          X_BM = test::random_transform(random);
  const Eigen::Vector3d axis = test::random_axis(random);
  ModelBuilder builder;
  const BodyId door = builder.add_body("door", test::random_inertia(random));
  builder.add_joint(revolute("hinge", axis), world_body, door, X_PF, X_BM);
  const Transform<double> along = Transform<double>::at(to_vec3(0.7 * axis));
  Mechanism mechanism(builder, [&](const Model&) {
    LoopSpecs specs;
    specs.joints.push_back({revolute("upper", axis), world_body, door, X_PF * along, X_BM * along});
    return specs;
  });
  mechanism.q[0] = 0.8;
  mechanism.move(random);
  agreement.check(mechanism, "door on two hinges");
}

TEST(TwoMethods, AgreeOnRollingBallsAndWheels) {
  Agreement agreement;
  for (const bool is_wheel : {false, true}) {
    ModelBuilder builder;
    const BodyId frame = builder.add_body("frame", solid_box(2.0, {0.4, 0.2, 0.1}));
    const BodyId wheel = builder.add_body("wheel", solid_cylinder_z(1.0, 0.3, 0.05));
    builder.add_joint(free_joint("frame"), world_body, frame);
    builder.add_joint(continuous("axle", {0, 0, 1}), frame, wheel,
                      Transform<double>::at({0.1, 0.2, 0.0}));
    Mechanism mechanism(builder, [&](const Model&) {
      LoopSpecs specs;
      specs.rollings.push_back({"rolls", wheel, world_body, Transform<double>::identity(),
                                Transform<double>::identity(), 0.3, is_wheel});
      return specs;
    });
    test::Random random(9);
    LoopSolver solver(mechanism.loops);
    mechanism.q = test::random_state(mechanism.loops->tree(), random).q;
    ASSERT_LT(solver.close_position(mechanism.q), 1e-13);
    mechanism.move(random);
    agreement.check(mechanism, is_wheel ? "wheel" : "ball");
  }
}

}  // namespace
}  // namespace catena
