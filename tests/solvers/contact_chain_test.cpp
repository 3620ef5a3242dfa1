// The chain of contact solvers: both forms, every law, and problems with a known answer.

#include "catena/solvers/contact_chain.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "tests/solvers/contact_laws.hpp"
#include "tests/support/contact_scenes.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double degree = std::numbers::pi / 180.0;

struct Answer {
  ChainReport report;
  VectorXd x, u, v;
};

std::span<double> span_of(VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

std::span<const double> span_of(const VectorXd& v) {
  return {v.data(), static_cast<std::size_t>(v.size())};
}

Answer solve(const StepProblem& problem, const ChainOptions& options = {}) {
  ContactChain chain;
  Answer answer{{},
                VectorXd::Zero(problem.rows()),
                VectorXd::Zero(problem.rows()),
                VectorXd::Zero(problem.coordinates())};
  answer.report =
      chain.solve(problem, span_of(answer.x), span_of(answer.v), span_of(answer.u), options);
  return answer;
}

Answer solve(const MatrixXd& W, const VectorXd& q, const std::vector<ContactLaw>& laws,
             const ChainOptions& options = {}) {
  ContactChain chain;
  Answer answer{{}, VectorXd::Zero(q.size()), VectorXd::Zero(q.size()), {}};
  answer.report = chain.solve(W, span_of(q), laws, span_of(answer.x), span_of(answer.u), options);
  return answer;
}

TEST(ContactChain, BoxOnSlopeSticksAndSlides) {
  constexpr double h = 1e-3;
  StepProblem problem;
  const BodyScene scene = box_on_floor(0.5);
  scene.write(problem, h, tilted_gravity(20.0 * degree));
  const Answer rest = solve(problem, {.tolerance = 1e-13});
  EXPECT_TRUE(rest.report.solved);
  EXPECT_LE(rest.v.cwiseAbs().maxCoeff(), 1e-14);

  for (const double azimuth : {0.0, 30.0, 77.0}) {
    scene.write(problem, h, tilted_gravity(35.0 * degree, azimuth * degree));
    const Answer slide = solve(problem, {.tolerance = 1e-13});
    EXPECT_TRUE(slide.report.solved);
    const double speed = 9.81 * h * (std::sin(35.0 * degree) - 0.5 * std::cos(35.0 * degree));
    EXPECT_NEAR(slide.v[3], speed * std::cos(azimuth * degree), 1e-14);
    EXPECT_NEAR(slide.v[4], speed * std::sin(azimuth * degree), 1e-14);
    EXPECT_NEAR(slide.v[5], 0.0, 1e-14);  // it does not lift
  }
}

TEST(ContactChain, VelocitiesBelongToForces) {
  std::mt19937_64 random(7);
  StepProblem problem;
  for (int trial = 0; trial < 20; ++trial) {
    random_impact(random, 4 + trial % 12, 2 + trial % 5).write(problem, 1e-3, Vector3d::Zero());
    const Answer answer = solve(problem, {.tolerance = 1e-12});
    ASSERT_TRUE(answer.report.solved) << "trial " << trial;
    const Condensed c = condense(problem);
    const VectorXd v = c.v_free + c.M.llt().solve(c.J.transpose() * answer.x);
    EXPECT_LE((v - answer.v).norm(), 1e-12 * v.norm());
    EXPECT_LE((c.W * answer.x + c.q - answer.u).norm(), 1e-11 * c.q.norm());
    EXPECT_LE(law_violation(c.W, c.q, c.laws, answer.x), 1e-10);
    // The W form knows less and finds a solution of the same laws.
    const Answer condensed = solve(c.W, c.q, c.laws, {.tolerance = 1e-12});
    EXPECT_TRUE(condensed.report.solved);
    EXPECT_LE(law_violation(c.W, c.q, c.laws, condensed.x), 1e-10);
  }
}

ContactLaw random_law(std::mt19937_64& random) {
  const double a = draw(random, 0.0, 1.0), b = draw(random, 0.1, 1.0), c = draw(random, 0.0, 0.5);
  switch (random() % 9) {
    case 0:
      return coulomb_contact(a);
    case 1:
      return planar_contact(a);
    case 2:
      return anisotropic_contact(a, b);
    case 3:
      return soft_finger(a, c);
    case 4:
      return rolling_contact(a, c);
    case 5:
      return spinning_rolling_contact(a, b, c);
    case 6:
      return bounded_row(-a, b);
    case 7:
      return equality_row();
    default:
      return two_sided(coulomb_contact(a));
  }
}

// Trees of 1 to 12 coordinates, blocks of every kind, some with compliance and bias.
void write_random(std::mt19937_64& random, StepProblem& problem) {
  problem.clear();
  const int trees = 1 + static_cast<int>(random() % 5), blocks = 1 + static_cast<int>(random() % 8);
  for (int t = 0; t < trees; ++t) {
    const int n = 1 + static_cast<int>(random() % 12), tree = problem.add_tree(n);
    const MatrixXd A = MatrixXd::NullaryExpr(n, n, [&] { return draw(random, -1.0, 1.0); });
    Eigen::Map<MatrixXd>(problem.mass(tree), n, n) =
        A * A.transpose() + 0.3 * MatrixXd::Identity(n, n);
    for (int i = 0; i < n; ++i) problem.free_velocity(tree)[i] = draw(random, -1.0, 1.0);
  }
  for (int k = 0; k < blocks; ++k) {
    const ContactLaw law = random_law(random);
    const int a = static_cast<int>(random() % static_cast<unsigned>(trees));
    int b = static_cast<int>(random() % static_cast<unsigned>(trees + 1)) - 1;
    if (b == a) b = -1;
    const int block = problem.add_block(law, a, b);
    for (int piece = 0; piece < (b < 0 ? 1 : 2); ++piece) {
      const int n = problem.trees()[static_cast<std::size_t>(piece == 0 ? a : b)].coordinates;
      for (int i = 0; i < law.rows() * n; ++i)
        problem.jacobian(block, piece)[i] = draw(random, -1.0, 1.0);
    }
    // More rows than coordinates can be asked for what is impossible, unless they give way.
    if (law.rows() > 1 &&
        !std::equal(law.friction + 1, law.friction + law.rows() - 1, law.friction))
      continue;
    problem.compliance(block) = draw(random, 0.01, 0.2);
    for (int i = 0; i < law.rows(); ++i) problem.bias(block)[i] = draw(random, -0.2, 0.2);
  }
}

TEST(ContactChain, AllLawsInBothForms) {
  std::mt19937_64 random(11);
  StepProblem problem;
  for (int trial = 0; trial < 300; ++trial) {
    write_random(random, problem);
    const Condensed c = condense(problem);
    const Answer system = solve(problem, {.tolerance = 1e-13});
    const Answer matrix = solve(c.W, c.q, c.laws, {.tolerance = 1e-13});
    EXPECT_TRUE(system.report.solved) << "trial " << trial << ": " << system.report.residual;
    EXPECT_TRUE(matrix.report.solved) << "trial " << trial << ": " << matrix.report.residual;
    EXPECT_LE(law_violation(c.W, c.q, c.laws, system.x), 1e-9) << "trial " << trial;
    EXPECT_LE(law_violation(c.W, c.q, c.laws, matrix.x), 1e-9) << "trial " << trial;
  }
}

TEST(ContactChain, WarmStartIsRecognised) {
  StepProblem problem;
  box_stack(10, 1.0, 0.5).write(problem, 1e-3, tilted_gravity(1.1 * degree));
  ContactChain chain;
  std::vector<double> x(120), u(120), v(60);
  const ChainReport cold = chain.solve(problem, x, v, u);
  ASSERT_TRUE(cold.solved);
  const std::vector<double> before = x;
  const ChainReport warm = chain.solve(problem, x, v, u, {.tolerance = 1e-9, .warm = true});
  EXPECT_EQ(warm.link, ChainLink::Start);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], before[i], 1e-15);
}

// A disc on four rings of ten points: of all ways to share its load the smallest forces are equal.
// By mobility the outer ring would take several times what the inner one takes.
TEST(ContactChain, RedundantContactsShareTheirLoad) {
  BodyScene scene;
  scene.bodies.push_back({1.0, {2.5e-3, 2.5e-3, 5e-3}, {0.0, 0.0, 0.01}});
  for (int k = 0; k < 40; ++k) {
    const double angle = 0.2 * std::numbers::pi * k, radius = 0.025 * (1 + k / 10);
    const Vector3d point(radius * std::cos(angle), radius * std::sin(angle), 0.0);
    scene.touches.push_back({0, -1, point, Vector3d::UnitZ(), 0.5});
  }
  StepProblem problem;
  scene.write(problem, 1.0, tilted_gravity(0.0));
  const Answer system = solve(problem);
  const Condensed c = condense(problem);
  const Answer matrix = solve(c.W, c.q, c.laws);
  EXPECT_TRUE(system.report.solved && matrix.report.solved);
  for (int k = 0; k < 40; ++k) {
    EXPECT_NEAR(system.x[3 * k], 9.81 / 40.0, 1e-6);
    EXPECT_NEAR(matrix.x[3 * k], 9.81 / 40.0, 1e-6);
  }
}

TEST(ContactChain, SameBitsTwice) {
  std::mt19937_64 random(5);
  StepProblem problem;
  ContactChain used;
  for (int trial = 0; trial < 10; ++trial) {
    const RandomStack stack = random_stack(random, trial % 2 == 1);
    stack.scene.write(problem, 1e-3, stack.gravity);
    const Answer first = solve(problem);
    VectorXd x = VectorXd::Zero(problem.rows()), u = x, v = first.v;
    const ChainReport again = used.solve(problem, span_of(x), span_of(v), span_of(u));
    EXPECT_EQ(first.x, x);
    EXPECT_EQ(first.v, v);
    EXPECT_EQ(first.report.link, again.link);
  }
}

TEST(ContactChain, NothingToSolve) {
  const Answer empty = solve(MatrixXd(0, 0), VectorXd(0), {});
  EXPECT_TRUE(empty.report.solved);
  StepProblem problem;
  EXPECT_TRUE(solve(problem).report.solved);
  problem.add_tree(6);
  Eigen::Map<MatrixXd>(problem.mass(0), 6, 6).setIdentity();
  problem.free_velocity(0)[2] = 3.0;
  const Answer free = solve(problem);
  EXPECT_TRUE(free.report.solved);
  EXPECT_EQ(free.v[2], 3.0);
}

// No link is tried: all of them would go through their iterations in vain.
TEST(ContactChain, WhatIsNotFiniteIsUnsolvedAtOnce) {
  StepProblem problem;
  const BodyScene scene = box_on_floor(0.5);
  scene.write(problem, 1e-3, tilted_gravity(20.0 * degree));
  const Condensed condensed = condense(problem);
  for (const double odd : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    MatrixXd W = condensed.W;
    VectorXd q = condensed.q;
    q[2] = odd;
    const Answer of_q = solve(W, q, condensed.laws);
    W(1, 4) = odd;
    const Answer of_W = solve(W, condensed.q, condensed.laws);
    for (const Answer* answer : {&of_q, &of_W}) {
      EXPECT_FALSE(answer->report.solved);
      EXPECT_EQ(answer->report.link, ChainLink::None);
      EXPECT_EQ(answer->report.iterations, 0);
    }
  }
}

TEST(ContactChain, AGuessThatIsNotFiniteIsForgotten) {
  StepProblem problem;
  const BodyScene scene = box_on_floor(0.5);
  scene.write(problem, 1e-3, tilted_gravity(20.0 * degree));
  ContactChain chain;
  VectorXd x = VectorXd::Constant(problem.rows(), std::nan("")), u = x,
           v = VectorXd::Zero(problem.coordinates());
  const ChainReport report =
      chain.solve(problem, span_of(x), span_of(v), span_of(u), {.warm = true});
  EXPECT_TRUE(report.solved);
  EXPECT_TRUE(x.allFinite() && u.allFinite() && v.allFinite());
  EXPECT_LE(v.cwiseAbs().maxCoeff(), 1e-10);
}

TEST(ContactChain, BadProblemsAreRefused) {
  const MatrixXd W = MatrixXd::Identity(3, 3);
  const VectorXd q = VectorXd::Zero(3);
  EXPECT_THROW(solve(W, q, {}), std::invalid_argument);
  EXPECT_THROW(solve(W, q, {coulomb_contact(-0.1)}), std::invalid_argument);
  EXPECT_THROW(solve(MatrixXd::Identity(1, 1), VectorXd::Zero(1), {bounded_row(1.0, 0.0)}),
               std::invalid_argument);
  StepProblem problem;
  EXPECT_THROW(problem.add_tree(0), std::invalid_argument);
  problem.add_tree(6);
  EXPECT_THROW(problem.add_block(coulomb_contact(0.5), 0, 0), std::invalid_argument);
  EXPECT_THROW(problem.add_block(coulomb_contact(0.5), 1), std::invalid_argument);
  EXPECT_THROW(solve(problem), std::invalid_argument);  // without mass
}

}  // namespace
}  // namespace catena::test
