#include "catena/solvers/quadratic_program.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/solvers/random_qp.hpp"
#include "tests/support/interior_point.hpp"
#include "tests/support/trials.hpp"

namespace catena::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double infinity = std::numeric_limits<double>::infinity();

double objective(const QpProblem& p, const VectorXd& x) {
  return 0.5 * x.dot(p.P * x) + p.q.dot(x);
}

// The largest violation of the conditions of a minimum, each relative to its terms.
double kkt_error(const QpProblem& p, const QpResult& r) {
  const VectorXd& y = r.multipliers;
  const VectorXd gradient = p.P * r.x + p.q + p.A.transpose() * y;
  const double forces = 1.0 + p.q.cwiseAbs().maxCoeff() + y.cwiseAbs().maxCoeff() +
                        p.P.diagonal().maxCoeff() * r.x.norm();
  const double sizes = 1.0 + r.x.norm();
  double error = gradient.cwiseAbs().maxCoeff() / forces;
  const VectorXd values = p.A * r.x;
  for (Index i = 0; i < values.size(); ++i) {
    const double above = values[i] - p.upper[i], below = p.lower[i] - values[i];
    error = std::max({error, above / sizes, below / sizes});
    if (p.lower[i] == p.upper[i] || y[i] == 0.0) continue;
    error =
        std::max(error, std::abs(y[i] > 0.0 ? above : below) * std::abs(y[i]) / (sizes * forces));
  }
  return error;
}

// Whether y proves that no x satisfies the rows: A^T y = 0 and the sum of the bounds below zero.
::testing::AssertionResult proves(const QpProblem& p, const VectorXd& y) {
  const double left = (p.A.transpose() * y).cwiseAbs().maxCoeff();
  double sum = 0.0;
  for (Index i = 0; i < y.size(); ++i)
    if (y[i] != 0.0) sum += y[i] * (y[i] > 0.0 ? p.upper[i] : p.lower[i]);
  if (left <= 1e-11 && sum < -1e3 * left) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "A^T y is " << left << ", the sum " << sum;
}

TEST(QuadraticProgram, RandomProblemsAgreeWithAnInteriorPointMethod) {
  RandomQp random(1);
  double worst = 0.0;
  int compared = 0;
  const int count = trials(10000);
  for (int trial = 0; trial < count; ++trial) {
    const double r = random.real();
    const int n = 2 + static_cast<int>(18.99 * r * r);  // small ones more often
    const QpProblem p = random.feasible(n);
    QpSolver solver;
    const QpResult& result = solver.solve(p);
    ASSERT_EQ(result.status, QpStatus::Solved) << trial << ": " << to_string(result.status);
    worst = std::max(worst, kkt_error(p, result));
    const InteriorPoint other = interior_point(p);
    if (other.residual > 1e-7) continue;  // rows without anything strictly between them
    ++compared;
    // What is left of its conditions moves the objective by no more than this.
    const double allowed =
        10.0 * other.residual *
        (1.0 + result.x.norm() + other.x.norm() + result.multipliers.cwiseAbs().sum());
    const double value = objective(p, result.x);
    ASSERT_NEAR(value, other.objective, allowed + 1e-10 * (1.0 + std::abs(value))) << trial;
  }
  EXPECT_LT(worst, 1e-11);
  EXPECT_GT(compared, count * 9 / 10);
}

TEST(QuadraticProgram, UniqueMinimaAgreeInX) {
  RandomQp random(2);
  for (int trial = 0; trial < trials(300); ++trial) {
    QpProblem p = random.feasible(random.integer(2, 8));
    p.P.diagonal().array() += 1.0;
    QpSolver solver;
    const QpResult& result = solver.solve(p);
    const InteriorPoint other = interior_point(p);
    if (other.residual > 1e-12) continue;
    ASSERT_LT((result.x - other.x).norm(), 1e-5 * (1.0 + other.x.norm())) << trial;
  }
}

// A row that is a sum of others, asked to lie beyond what their bounds allow.
TEST(QuadraticProgram, ContradictionsAreProved) {
  RandomQp random(3);
  int found = 0;
  for (int trial = 0; trial < trials(2000); ++trial) {
    QpProblem p = random.feasible(random.integer(2, 20));
    const Index m = p.A.rows(), n = p.q.size();
    QpSolver before;
    const VectorXd inside = before.solve(p).x;
    VectorXd sum = VectorXd::Zero(n);
    double most = 0.0;
    for (int k = 0; k < 3; ++k) {
      const Index i = random.integer(0, static_cast<int>(m) - 1);
      const double factor = std::isfinite(p.upper[i]) ? 0.7 : -0.7;
      sum += factor * p.A.row(i).transpose();
      most += factor * (factor > 0.0 ? p.upper[i] : p.lower[i]);
    }
    if (!std::isfinite(most) || sum.norm() < 0.1) continue;
    p.A.conservativeResize(m + 1, n), p.A.row(m) = sum.transpose();
    p.lower.conservativeResize(m + 1), p.upper.conservativeResize(m + 1);
    p.lower[m] = most + 0.01, p.upper[m] = infinity;
    QpSolver solver;
    const QpResult& result = solver.solve(p);
    ASSERT_EQ(result.status, QpStatus::Infeasible) << trial;
    EXPECT_TRUE(proves(p, result.certificate)) << trial;
    for (const QpActiveRow& row : result.conflict) EXPECT_NE(result.certificate[row.row], 0.0);
    p.lower[m] = sum.dot(inside);  // just possible
    QpSolver again;
    EXPECT_EQ(again.solve(p).status, QpStatus::Solved) << trial;
    ++found;
  }
  EXPECT_GT(found, trials(2000) / 3);
}

TEST(QuadraticProgram, NamesTheRowsThatContradict) {
  QpProblem p{MatrixXd::Identity(3, 3), VectorXd::Zero(3), MatrixXd(4, 3), VectorXd(4),
              VectorXd(4)};
  p.A << 1, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1;
  p.lower << 3, -1, -1, -1;
  p.upper << 3, 1, 1, 1;
  QpSolver solver;
  const QpResult& result = solver.solve(p);
  ASSERT_EQ(result.status, QpStatus::Infeasible);
  EXPECT_TRUE(proves(p, result.certificate));
  ASSERT_EQ(result.conflict.size(), 3U);
  EXPECT_EQ(result.certificate[3], 0.0);
  EXPECT_GT(result.certificate[1], 0.0);
  EXPECT_GT(result.certificate[2], 0.0);
}

TEST(QuadraticProgram, FallingWithoutEndIsSeen) {
  QpProblem p{MatrixXd::Zero(3, 3), VectorXd::Zero(3), MatrixXd::Identity(3, 3),
              VectorXd::Constant(3, -1.0), VectorXd::Constant(3, 1.0)};
  p.P(0, 0) = 1.0;
  p.q[2] = -1.0;
  QpSolver solver;
  EXPECT_EQ(solver.solve(p).status, QpStatus::Solved);
  p.upper[2] = infinity;
  const QpResult& result = solver.solve(p);
  ASSERT_EQ(result.status, QpStatus::Unbounded);
  EXPECT_LT(p.q.dot(result.x), 0.0);
  EXPECT_LT((p.P * result.x).norm(), 1e-8 * result.x.norm());
}

TEST(QuadraticProgram, WarmStartsEndAtTheSamePointSooner) {
  RandomQp random(4);
  long cold_changes = 0, warm_changes = 0;
  for (int trial = 0; trial < trials(200); ++trial) {
    QpProblem p = random.feasible(random.integer(5, 20));
    p.P.diagonal().array() += 0.5;  // one minimum
    QpSolver warm;
    warm.solve(p);
    const VectorXd drift = random.vector(static_cast<int>(p.q.size()), false);
    for (int step = 0; step < 5; ++step) {
      p.q += 0.002 * drift;
      QpSolver cold;
      const QpResult& expected = cold.solve(p);
      const QpResult& result = warm.solve(p);
      ASSERT_EQ(result.status, QpStatus::Solved);
      ASSERT_LT((result.x - expected.x).norm(), 1e-10 * (1.0 + expected.x.norm())) << trial;
      cold_changes += expected.iterations, warm_changes += result.iterations;
    }
    EXPECT_EQ(warm.solve(p).iterations, 0);
  }
  EXPECT_LT(10 * warm_changes, cold_changes);
}

// Against the penalty that the two stages are the limit of.
TEST(QuadraticProgram, ClosestPointsViolateLeastThenCostLeast) {
  RandomQp random(5);
  for (int trial = 0; trial < trials(200); ++trial) {
    const int n = random.integer(2, 8), soft = random.integer(1, n);
    QpProblem p{MatrixXd::Identity(n, n), random.vector(n, false), MatrixXd(soft + n, n),
                VectorXd(soft + n), VectorXd(soft + n)};
    p.A << random.matrix(soft, n, false), MatrixXd::Identity(n, n);
    p.lower << 4.0 * random.vector(soft, false), VectorXd::Constant(n, -0.5);
    p.upper << p.lower.head(soft), VectorXd::Constant(n, 0.5);
    VectorXd weights = VectorXd::Zero(soft + n);
    for (int i = 0; i < soft; ++i) weights[i] = 1.0 + std::abs(random.real());
    QpSolver solver;
    const QpResult& result = solver.solve_closest(p, weights);
    ASSERT_EQ(result.status, QpStatus::Solved) << trial;
    EXPECT_LE(result.x.cwiseAbs().maxCoeff(), 0.5 + 1e-12);
    EXPECT_EQ(result.relaxed, result.violation.cwiseAbs().maxCoeff() > 1e-12);
    const double penalty = 1e6;
    const MatrixXd S = p.A.topRows(soft);
    const VectorXd w = weights.head(soft);
    const QpProblem penalised{p.P + penalty * S.transpose() * w.asDiagonal() * S,
                              p.q - penalty * S.transpose() * w.cwiseProduct(p.lower.head(soft)),
                              MatrixXd::Identity(n, n), VectorXd::Constant(n, -0.5),
                              VectorXd::Constant(n, 0.5)};
    QpSolver other;
    const VectorXd& x = other.solve(penalised).x;
    EXPECT_LT((x - result.x).norm(), 1e-3) << trial;
    EXPECT_NEAR(objective(p, x), objective(p, result.x), 1e-4) << trial;
  }
}

TEST(QuadraticProgram, RefusesWhatIsNoProblem) {
  QpProblem p{MatrixXd::Identity(2, 2), VectorXd::Zero(2), MatrixXd::Identity(2, 2),
              VectorXd::Constant(2, -1.0), VectorXd::Constant(2, 1.0)};
  QpSolver solver;
  QpProblem crossed = p;
  crossed.lower[1] = 2.0;
  EXPECT_THROW(solver.solve(crossed), std::invalid_argument);
  QpProblem indefinite = p;
  indefinite.P(1, 1) = -1.0;
  EXPECT_THROW(solver.solve(indefinite), std::invalid_argument);
  QpProblem wide = p;
  wide.q.resize(3);
  EXPECT_THROW(solver.solve(wide), std::invalid_argument);
  EXPECT_EQ(solver.solve(p).status, QpStatus::Solved);
}

}  // namespace
}  // namespace catena::test
