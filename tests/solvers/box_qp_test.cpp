// The box-constrained quadratic program, against its optimality conditions and by enumeration.

#include "catena/solvers/box_qp.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <limits>
#include <random>
#include <vector>

#include "catena/solvers/dense.hpp"

namespace catena {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Problem {
  Eigen::MatrixXd A;
  Eigen::VectorXd b, lower, upper;
};

Problem random_problem(int n, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const auto draw = [&] { return normal(random); };
  const Eigen::MatrixXd G = Eigen::MatrixXd::NullaryExpr(n, n, draw);
  Problem p{G * G.transpose() + 0.01 * Eigen::MatrixXd::Identity(n, n),
            Eigen::VectorXd::NullaryExpr(n, draw), Eigen::VectorXd(n), Eigen::VectorXd(n)};
  for (int i = 0; i < n; ++i) {
    const double kind = unit(random);
    p.lower[i] = kind < 0.3 ? 0.0 : kind < 0.6 ? -unit(random) : -infinity;
    p.upper[i] = kind < 0.3 ? infinity : kind < 0.9 ? unit(random) : infinity;
  }
  return p;
}

TEST(BoxQp, SatisfiesTheOptimalityConditions) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 500; ++trial) {
    const int n = 1 + trial % 12;
    const Problem p = random_problem(n, random);
    const BoxQpResult r = solve_box_qp(p.A, p.b, p.lower, p.upper);
    ASSERT_TRUE(r.solved) << "trial " << trial;
    std::vector<Eigen::Index> guess;  // right or wrong, it leads to the same solution
    for (int i = 0; i < n; i += 2) guess.push_back(i);
    EXPECT_TRUE(solve_box_qp(p.A, p.b, p.lower, p.upper, guess).x.isApprox(r.x, 1e-10));
    for (int i = 0; i < n; ++i) {
      EXPECT_GE(r.x[i], p.lower[i]);
      EXPECT_LE(r.x[i], p.upper[i]);
      if (r.x[i] > p.lower[i]) {
        EXPECT_LE(r.w[i], 1e-11) << "trial " << trial;
      }
      if (r.x[i] < p.upper[i]) {
        EXPECT_GE(r.w[i], -1e-11) << "trial " << trial;
      }
    }
  }
}

TEST(BoxQp, TheResidualIsZeroAtTheSolutionAndTheDistanceNearIt) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Problem p = random_problem(1 + trial % 12, random);
    Eigen::VectorXd x = solve_box_qp(p.A, p.b, p.lower, p.upper).x;
    EXPECT_LE(box_qp_residual(p.A, p.b, p.lower, p.upper, x), 1e-11) << "trial " << trial;
    x[0] += 1e-3;
    EXPECT_GE(box_qp_residual(p.A, p.b, p.lower, p.upper, x), 1e-8) << "trial " << trial;
  }
  // By hand: w = 4 x - 2 is zero at 0.5, in units of 1/2; and above the bound nothing is right.
  const auto one = [](double a) { return Eigen::VectorXd::Constant(1, a); };
  const Eigen::MatrixXd A = Eigen::MatrixXd::Constant(1, 1, 4.0);
  EXPECT_NEAR(box_qp_residual(A, one(-2.0), one(0.0), one(1.0), one(0.25)), 0.5, 1e-15);
  EXPECT_NEAR(box_qp_residual(A, one(-8.0), one(0.0), one(1.0), one(0.5)), 0.25, 1e-15);
}

TEST(BoxQp, FindsTheValueThatEnumerationFinds) {
  std::mt19937_64 random(2);
  for (int trial = 0; trial < 50; ++trial) {
    const int n = 4;
    Problem p = random_problem(n, random);
    p.lower.setConstant(-0.5);
    p.upper.setConstant(0.5);
    double best = infinity;
    for (int code = 0; code < 81; ++code) {  // each coordinate at lower, upper, or free
      Eigen::VectorXd x(n);
      std::vector<int> free;
      for (int i = 0, c = code; i < n; ++i, c /= 3) {
        x[i] = c % 3 == 0 ? -0.5 : 0.5;
        if (c % 3 == 2) free.push_back(i), x[i] = 0.0;
      }
      if (!free.empty()) {
        const Eigen::VectorXd right = -(p.b + p.A * x)(free);
        const Eigen::VectorXd minimum = solve_positive(p.A(free, free), right);
        x(free) = minimum;
      }
      if ((x.array().abs() > 0.5).any()) continue;
      best = std::min(best, 0.5 * x.dot(p.A * x) + p.b.dot(x));
    }
    const Eigen::VectorXd x = solve_box_qp(p.A, p.b, p.lower, p.upper).x;
    EXPECT_NEAR(0.5 * x.dot(p.A * x) + p.b.dot(x), best, 1e-12);
  }
}

TEST(BoxQp, RefusesBoundsThatCross) {
  const Eigen::VectorXd one = Eigen::VectorXd::Ones(1);
  EXPECT_THROW(solve_box_qp(Eigen::MatrixXd::Identity(1, 1), one, one, -one),
               std::invalid_argument);
}

}  // namespace
}  // namespace catena
