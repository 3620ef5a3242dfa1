// Independent coordinates: the worked example of Nakamura & Yamane 2000, sec. VII-A, and the
// properties of a choice.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "catena/analysis/independent_dynamics.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/mechanisms.hpp"

namespace catena {
namespace {

using test::Mechanism;

// Fig. 18: a free base at the origin, a link on a hinge one metre up its y axis, and a hinge
// between the link's end, one metre further, and the ground.
Mechanism document_example() {
  ModelBuilder builder;
  const Eigen::Vector3d z(0, 0, 1);
  const BodyId base = builder.add_body("base", solid_sphere(1.0, 0.1));
  const BodyId link = builder.add_body("link1", solid_sphere(1.0, 0.1));
  builder.add_joint(free_joint("base"), world_body, base);
  builder.add_joint(revolute("link1", z), base, link, Transform<double>::at({0, 1, 0}));
  return {builder, [&](const Model&) {
            LoopSpecs specs;
            specs.joints.push_back({revolute("link1v", z), world_body, link,
                                    Transform<double>::at({0, 2, 0}),
                                    Transform<double>::at({0, 1, 0})});
            return specs;
          }};
}

// The document's theta_1 ... theta_8 and its rows: linear before angular.
constexpr std::array theta = {3, 4, 5, 0, 1, 2, 6, 7};
constexpr std::array document_rows = {3, 4, 5, 0, 1, 2};

TEST(IndependentCoordinates, ReproduceTheWorkedExample) {
  const Mechanism example = document_example();
  LoopJacobian jacobian(example.loops);
  jacobian.compute(example.q, example.v);
  Eigen::MatrixXd J_C(6, 8);
  for (int i = 0; i < 6; ++i)
    for (int k = 0; k < 8; ++k)
      J_C(i, k) = jacobian.matrix()(document_rows[static_cast<std::size_t>(i)],
                                    theta[static_cast<std::size_t>(k)]);
  Eigen::MatrixXd expected(6, 8);
  expected << 1, 0, 0, 0, 0, -2, -1, 0,  //
      0, 1, 0, 0, 0, 0, 0, 0,            //
      0, 0, 1, 2, 0, 0, 0, 0,            //
      0, 0, 0, 1, 0, 0, 0, 0,            //
      0, 0, 0, 0, 1, 0, 0, 0,            //
      0, 0, 0, 0, 0, 1, 1, -1;
  EXPECT_LT((J_C - expected).norm(), 1e-15) << J_C;  // eq. 45

  const IndependentCoordinates choice = choose_coordinates(jacobian, {.preferred = {3, 6}});
  EXPECT_EQ(choice.rank, 6);
  EXPECT_EQ(choice.mobility(), 2);
  EXPECT_EQ(choice.independent, (std::vector{3, 6}));  // theta_1 and theta_7
  Eigen::MatrixXd H(6, 2), W(7, 2), S(2, 2);
  H << 0, 0, 0, 0, 0, 0, 0, 0, 0.5, -0.5, 0.5, 0.5;
  W << 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5, -0.5, 0, 1;
  // Eq. 48 prints 1 0 as the first row. By the rule above it and by the last row of W, theta_7
  // moves with theta_7: 0 1.
  S << 0, 1, 0.5, 0.5;
  EXPECT_LT((choice.rows_of(std::array{4, 5, 0, 1, 2, 7}) - H).norm(), 1e-15);     // eq. 46
  EXPECT_LT((choice.rows_of(std::array{3, 4, 5, 0, 1, 2, 6}) - W).norm(), 1e-15);  // eq. 47
  EXPECT_LT((choice.rows_of(std::array{6, 7}) - S).norm(), 1e-15);
  EXPECT_EQ(choice.tree_part(7), choice.all.topRows(7));
}

TEST(IndependentCoordinates, OnlyThoseThatMayBeAreChosen) {
  const Mechanism example = document_example();
  LoopJacobian jacobian(example.loops);
  jacobian.compute(example.q, example.v);
  // "The generalized coordinates should be chosen from theta_1, theta_6, theta_7, theta_8".
  const std::vector<int> allowed = {2, 3, 6, 7};
  for (const std::vector<int>& preferred : {std::vector<int>{}, {4, 5}, {0, 7}, {2, 6}, {9, -1}}) {
    const IndependentCoordinates choice = choose_coordinates(jacobian, {.preferred = preferred});
    ASSERT_EQ(choice.mobility(), 2);
    for (const int k : choice.independent)
      EXPECT_TRUE(std::count(allowed.begin(), allowed.end(), k) > 0) << k;
  }
  EXPECT_EQ(choose_coordinates(jacobian, {.preferred = {2, 6}}).independent, (std::vector{2, 6}));
}

TEST(IndependentCoordinates, AvoidedOnesAreTakenOnlyWhereNeeded) {
  const Mechanism example = document_example();
  LoopJacobian jacobian(example.loops);
  jacobian.compute(example.q, example.v);
  const auto chosen = [&](std::vector<int> avoided) {
    CoordinateOptions options;
    options.avoided = std::move(avoided);
    return choose_coordinates(jacobian, options).independent;
  };
  // x, the turn of the base and the two hinges move; any two of them determine the motion.
  for (const std::vector<int>& pair : {std::vector{2, 3}, {2, 6}, {6, 7}, {3, 7}}) {
    std::vector<int> others;
    for (int k = 0; k < 8; ++k)
      if (k != pair[0] && k != pair[1]) others.push_back(k);
    EXPECT_EQ(chosen(others), pair);
  }
  EXPECT_EQ(chosen({0, 1, 2, 3, 4, 5, 6, 7}).size(), 2u);
}

TEST(IndependentCoordinates, MoveTheOthersSoThatLoopsStayClosed) {
  test::WorstError closed("J_C all = 0", 1e-11), solved("J_S H + J_G = 0", 1e-11),
      accelerations("J_C (all x - from_bias bias) + bias = 0", 1e-10);
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    test::RandomTree closing(seed, 8);
    closing.add(seed % 2 == 0 ? spherical("closing") : universal("closing", {1, 0, 0}, {0, 1, 0}),
                static_cast<int>(seed % 4), 8);
    closing.add_rod("rod", 0, 5);
    const Mechanism mechanism = closing.finish();
    LoopJacobian jacobian(mechanism.loops);
    jacobian.compute(mechanism.q, mechanism.v);
    const Eigen::MatrixXd& J = jacobian.matrix();
    EXPECT_LT((J * mechanism.v).norm(), 1e-11) << seed;
    const IndependentCoordinates choice = choose_coordinates(jacobian);
    EXPECT_EQ(choice.rank + choice.mobility(), mechanism.loops->nv());
    Eigen::MatrixXd J_S(J.rows(), choice.rank), J_G(J.rows(), choice.mobility());
    for (int k = 0; k < choice.rank; ++k)
      J_S.col(k) = J.col(choice.dependent[static_cast<std::size_t>(k)]);
    for (int k = 0; k < choice.mobility(); ++k)
      J_G.col(k) = J.col(choice.independent[static_cast<std::size_t>(k)]);
    const std::string which = fmt::format("seed {}", seed);
    closed.expect(J * choice.all, 0.0 * J * choice.all, which);
    solved.expect(J_S * choice.H, -J_G, which);
    const Eigen::VectorXd x = Eigen::VectorXd::Ones(choice.mobility());
    accelerations.expect(J * (choice.all * x - choice.from_bias * jacobian.bias()),
                         -jacobian.bias(), which);
    EXPECT_GT(choice.conditioning, 1e-3) << seed;
    EXPECT_LE(choice.conditioning, 1.0 + 1e-14) << seed;
  }
}

// The bias is the rate of J v along the motion: by differences of J along it.
TEST(IndependentCoordinates, BiasIsTheRateOfTheJacobian) {
  test::WorstError worst("J_C' v by differences", 1e-7);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    test::RandomTree closing(seed, 7);
    closing.add(universal("u", {1, 0, 0}, {0, 1, 0}), 0, 7);
    closing.add(planar("p", {0, 1, 1}), 2, 5);
    closing.add_rod("rod", 1, 6);
    const Mechanism mechanism = closing.finish();
    const Loops& loops = *mechanism.loops;
    const int nq = loops.tree().nq(), nv = loops.tree().nv();
    LoopJacobian jacobian(mechanism.loops);
    const auto rates = [&](double t) {
      Eigen::VectorXd q(loops.nq());
      q << integrate(loops.tree(), mechanism.q.head(nq), t * mechanism.v.head(nv)),
          integrate(loops.links(), mechanism.q.tail(loops.links().nq()),
                    t * mechanism.v.tail(loops.links().nv()));
      jacobian.compute(q, mechanism.v);
      return Eigen::VectorXd(jacobian.matrix() * mechanism.v);
    };
    const Eigen::VectorXd by_differences = test::derivative_at_zero(rates, 1e-3);
    jacobian.compute(mechanism.q, mechanism.v);
    worst.expect(by_differences, jacobian.bias(), fmt::format("seed {}", seed));
  }
}

// The rocker's angle is a poor coordinate where the rocker turns round, twice per turn of the
// crank: it must be given up there, and nobody may notice.
TEST(IndependentCoordinates, AreChosenAnewWhereTheyFail) {
  Mechanism bars = test::crank_rocker();
  LoopSolver solver(bars.loops);
  bars.q << 0.0, 1.0, -0.3, 0.0;
  const int crank = bars.dof("crank"), rocker = bars.dof("rocker");
  HeldArray held = HeldArray::Constant(4, false);
  held[crank] = true;
  IndependentDynamics kept(bars.loops, {.preferred = {rocker}});
  constexpr int steps = 720;
  int changes = 0;
  double quiet = 0.0, at_change = 0.0;  // the largest steps of a
  std::vector<int> choice;
  Eigen::VectorXd before, a(4), b(4);
  test::WorstError worst("full turn of a four-bar: kept coordinates and multipliers", 1e-10);
  for (int i = 0; i <= steps; ++i) {
    bars.q[crank] = 2.0 * std::acos(-1.0) * i / steps;
    ASSERT_LT(solver.close_position(bars.q, held), 1e-13);
    LoopJacobian jacobian(bars.loops);
    jacobian.compute(bars.q, bars.v);
    const Eigen::VectorXd v =
        2.0 * choose_coordinates(jacobian, {.preferred = {crank}}).rows_of(std::array{0, 1, 2, 3});
    solver.accelerations(bars.q, v, bars.tau, {}, a);
    kept.accelerations(bars.q, v, bars.tau, {}, b);
    worst.expect(b, a, fmt::format("step {}", i));
    const bool changed = i > 0 && kept.coordinates().independent != choice;
    choice = kept.coordinates().independent;
    ASSERT_EQ(choice.size(), 1U);
    if (i > 0)
      (changed ? at_change : quiet) = std::max(changed ? at_change : quiet, (b - before).norm());
    changes += changed ? 1 : 0;
    before = b;
  }
  EXPECT_GE(changes, 1);
  EXPECT_LE(at_change, quiet);
}

}  // namespace
}  // namespace catena
