#include "catena/solvers/pile_sweeps.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "catena/solvers/contact_chain.hpp"
#include "tests/support/contact_scenes.hpp"

namespace catena {
namespace {

struct Answer {
  explicit Answer(const StepProblem& problem)
      : x(static_cast<std::size_t>(problem.rows()), 0.0),
        v(static_cast<std::size_t>(problem.coordinates())),
        u(x.size()) {}
  std::vector<double> x, v, u;
};

StepProblem problem_of(const test::BodyScene& scene, const Eigen::Vector3d& gravity) {
  StepProblem given, problem;
  scene.write(given, 1e-3, gravity);
  test::write_with_unit_mass(given, problem);
  return problem;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// Walls that stand, and walls without friction whose bricks are shaken and leave: these have one
// answer, the velocities that the chain finds. The residual is what the chain calls so.
TEST(PileSweeps, AgreeWithTheChain) {
  std::mt19937_64 random(3);
  PileSweeps sweeps;
  ContactChain chain;
  for (int i = 0; i < 12; ++i) {
    test::BodyScene scene =
        test::brick_wall(3 + i % 3, 2 + i % 4, i % 2 == 1 ? 0.0 : 0.3 + 0.05 * i);
    if (i % 2 == 1)
      for (test::BodyScene::Body& body : scene.bodies)
        for (int k = 0; k < 3; ++k) body.velocity[k] = test::draw(random, -0.1, 0.1);
    const StepProblem problem = problem_of(scene, test::tilted_gravity(0.02 * i, 0.3));
    ASSERT_TRUE(PileSweeps::knows(problem));
    Answer swept(problem), chained(problem);
    const PileSweeps::Outcome out =
        sweeps.solve(problem, swept.x, swept.v, swept.u, {1e-10, 20000});
    EXPECT_LE(out.residual, 1e-10) << i;
    ASSERT_TRUE(chain.solve(problem, chained.x, chained.v, chained.u).solved) << i;
    EXPECT_LT(largest_difference(swept.u, chained.u), 1e-8) << i;
    Answer judged = swept;
    const ChainReport report = chain.solve(problem, judged.x, judged.v, judged.u,
                                           {.tolerance = 1.001 * out.residual, .warm = true});
    EXPECT_EQ(report.link, ChainLink::Start) << i;
    EXPECT_NEAR(report.residual, out.residual, 1e-3 * out.residual) << i;
    EXPECT_LT(largest_difference(judged.u, swept.u), 1e-12) << i;
  }
}

// Where the sweeps are used up, the best forces and their own residual are returned.
TEST(PileSweeps, SayHowFarTheyHaveCome) {
  const StepProblem problem = problem_of(test::box_stack(10, 1000.0, 0.5), {0.2, 0.0, -9.8});
  PileSweeps sweeps;
  ContactChain chain;
  double last = 2.0;
  for (const int most : {1, 30, 1000}) {
    Answer swept(problem);
    const PileSweeps::Outcome out = sweeps.solve(problem, swept.x, swept.v, swept.u, {1e-14, most});
    EXPECT_LE(out.sweeps, most);
    EXPECT_GT(out.residual, 1e-14);
    EXPECT_LT(out.residual, last);
    last = out.residual;
    const ChainReport report = chain.solve(problem, swept.x, swept.v, swept.u,
                                           {.tolerance = 1.001 * out.residual, .warm = true});
    EXPECT_EQ(report.link, ChainLink::Start) << most;
  }
}

TEST(PileSweeps, GiveTheSameBitsAgain) {
  const StepProblem wall = problem_of(test::brick_wall(4, 4, 0.5), {0.3, 0.1, -9.8}),
                    stack = problem_of(test::box_stack(3, 1.0, 0.5), {0.0, 0.0, -9.8});
  PileSweeps fresh, used;
  Answer a(wall), b(wall), other(stack);
  used.solve(stack, other.x, other.v, other.u, {1e-6, 100});
  fresh.solve(wall, a.x, a.v, a.u, {1e-6, 100});
  used.solve(wall, b.x, b.v, b.u, {1e-6, 100});
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.v, b.v);
}

TEST(PileSweeps, KnowContactsOfFreeBodiesOnly) {
  StepProblem problem;
  problem.add_unit_tree(6);
  problem.add_block(coulomb_contact(0.5), 0);
  EXPECT_TRUE(PileSweeps::knows(problem));
  for (const ContactLaw& law : {equality_row(), soft_finger(0.5, 0.01), planar_contact(0.5),
                                anisotropic_contact(0.5, 0.3), two_sided(coulomb_contact(0.5))}) {
    StepProblem other = problem;
    other.add_block(law, 0);
    EXPECT_FALSE(PileSweeps::knows(other));
  }
  StepProblem servo = problem;
  servo.compliance(0) = 0.1;
  EXPECT_FALSE(PileSweeps::knows(servo));
  StepProblem heavy = problem;
  heavy.add_tree(6);
  EXPECT_FALSE(PileSweeps::knows(heavy));
  StepProblem figure = problem;
  figure.add_unit_tree(20);
  EXPECT_FALSE(PileSweeps::knows(figure));
}

}  // namespace
}  // namespace catena
