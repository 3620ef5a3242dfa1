// Against all subsets of columns, one of which is the answer.

#include "catena/tensegrity/least_distance.hpp"

#include <gtest/gtest.h>

#include <random>

#include "catena/solvers/dense.hpp"

namespace catena::tensegrity {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The least residual of nonnegative solutions over all subsets.
double best_of_subsets(const MatrixXd& E, const VectorXd& f) {
  double best = f.norm();
  for (int subset = 1; subset < (1 << E.cols()); ++subset) {
    std::vector<Index> columns;
    for (Index j = 0; j < E.cols(); ++j)
      if ((subset >> j) & 1) columns.push_back(j);
    const MatrixXd part = E(Eigen::all, columns);
    const VectorXd u = least_norm_solution(part, f).x;
    if (u.minCoeff() >= 0.0) best = std::min(best, (part * u - f).norm());
  }
  return best;
}

TEST(NonnegativeLeastSquares, IsTheBestOfAllSubsets) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 100; ++trial) {
    const Index rows = 2 + trial % 6, cols = 1 + trial % 7;
    const MatrixXd E = MatrixXd::NullaryExpr(rows, cols, [&] { return normal(random); });
    const VectorXd f = VectorXd::NullaryExpr(rows, [&] { return normal(random); });
    const VectorXd u = nonnegative_least_squares(E, f);
    EXPECT_GE(u.minCoeff(), 0.0);
    EXPECT_NEAR((E * u - f).norm(), best_of_subsets(E, f), 1e-12) << trial;
  }
}

// The shortest x satisfies G x >= h and is a nonnegative combination of the rows that are active.
TEST(LeastDistance, SatisfiesTheConditionsOfTheOptimum) {
  std::mt19937_64 random(4);
  std::normal_distribution<double> normal;
  int solved = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Index rows = 2 + trial % 9, cols = 1 + trial % 4;
    const MatrixXd G = MatrixXd::NullaryExpr(rows, cols, [&] { return normal(random); });
    const VectorXd h = VectorXd::Ones(rows);
    const auto x = least_distance(G, h);
    if (!x) {
      // Farkas: then 0 is a convex combination of the rows.
      MatrixXd E(cols + 1, rows);
      E << G.transpose(), h.transpose();
      const VectorXd f = VectorXd::Unit(cols + 1, cols);
      EXPECT_LT((E * nonnegative_least_squares(E, f) - f).norm(), 1e-6) << trial;
      continue;
    }
    ++solved;
    const VectorXd slack = G * *x - h;
    EXPECT_GT(slack.minCoeff(), -1e-10 * x->norm()) << trial;
    std::vector<Index> active;
    for (Index i = 0; i < rows; ++i)
      if (slack[i] < 1e-9 * x->norm()) active.push_back(i);
    ASSERT_FALSE(active.empty());
    const MatrixXd combined = MatrixXd(G(active, Eigen::all)).transpose();
    const VectorXd weights = nonnegative_least_squares(combined, *x);
    EXPECT_LT((combined * weights - *x).norm(), 1e-9 * x->norm()) << trial;
  }
  EXPECT_GT(solved, 30);
  EXPECT_LT(solved, 170);
}

}  // namespace
}  // namespace catena::tensegrity
