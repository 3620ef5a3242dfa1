#include "catena/control/input_optimization.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "tests/support/trials.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr InputMethod methods[] = {InputMethod::Direct, InputMethod::NullSpace,
                                   InputMethod::Nonlinear};

class Demands {
 public:
  double real() { return std::uniform_real_distribution<double>(-1.0, 1.0)(random_); }
  int integer(int from, int to) { return std::uniform_int_distribution<int>(from, to)(random_); }
  MatrixXd matrix(int rows, int columns) {
    return MatrixXd::NullaryExpr(rows, columns, [&] { return real(); });
  }

  // One that some u within the bounds meets.
  InputDemand feasible(bool weighted) {
    const int m = integer(1, 6), n = m + integer(0, 8);
    InputDemand d;
    d.B = matrix(m, n);
    d.lower = -VectorXd::Ones(n) * 0.6 - 0.3 * matrix(n, 1);
    d.upper = VectorXd::Ones(n) * 0.6 + 0.3 * matrix(n, 1);
    const VectorXd u = matrix(n, 1).cwiseMax(d.lower).cwiseMin(d.upper);
    d.tau = d.B * u;
    if (weighted) {
      d.weights = VectorXd::Ones(n) + 0.9 * matrix(n, 1);
      d.preferred = 2.0 * matrix(n, 1);
    }
    return d;
  }

 private:
  std::mt19937_64 random_{7};
};

TEST(InputOptimization, ThreeFormulationsAgree) {
  Demands demands;
  double worst = 0.0;
  for (int trial = 0; trial < trials(500); ++trial) {
    const InputDemand d = demands.feasible(trial % 2 == 1);
    VectorXd first;
    for (const InputMethod method : methods) {
      InputOptimizer optimizer(method);
      const InputChoice& choice = optimizer.solve(d);
      ASSERT_EQ(choice.status, QpStatus::Solved) << trial << " " << static_cast<int>(method);
      EXPECT_LT(choice.shortfall.norm(), 1e-11) << trial << " " << static_cast<int>(method);
      EXPECT_TRUE((choice.u.array() >= d.lower.array()).all() &&
                  (choice.u.array() <= d.upper.array()).all());
      if (first.size() == 0) first = choice.u;
      worst = std::max(worst, (choice.u - first).cwiseAbs().maxCoeff());
      ASSERT_LT(worst, 1e-11) << trial << " " << static_cast<int>(method);
    }
  }
}

// Without bounds in the way it is the pseudoinverse, (2.2.9).
TEST(InputOptimization, WideBoundsGiveThePseudoinverse) {
  Demands demands;
  for (int trial = 0; trial < 50; ++trial) {
    InputDemand d = demands.feasible(false);
    d.lower.setConstant(-std::numeric_limits<double>::infinity()), d.upper = -d.lower;
    const VectorXd expected = d.B.completeOrthogonalDecomposition().solve(d.tau);
    for (const InputMethod method : methods) {
      InputOptimizer optimizer(method);
      EXPECT_LT((optimizer.solve(d).u - expected).norm(), 1e-11) << static_cast<int>(method);
    }
  }
}

TEST(InputOptimization, ImpossibleDemandsNameTheirBounds) {
  InputDemand d;
  d.B = MatrixXd{{1.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  d.tau = VectorXd{{5.0, 0.5}};
  d.lower = VectorXd::Constant(3, -1.0), d.upper = VectorXd{{1.0, 2.0, 1.0}};
  for (const InputMethod method : methods) {
    InputOptimizer optimizer(method);
    const InputChoice choice = optimizer.solve(d);
    EXPECT_EQ(choice.status, QpStatus::Infeasible) << static_cast<int>(method);
    ASSERT_EQ(choice.bounds.size(), 2U) << static_cast<int>(method);
    for (const InputBound& bound : choice.bounds) {
      EXPECT_LT(bound.input, 2);
      EXPECT_EQ(bound.side, QpSide::Upper);
    }
    EXPECT_NE(describe_conflict(d, choice).find("input 1 at its upper bound 2"), std::string::npos);
    const InputChoice& closest = optimizer.solve(d, true);
    EXPECT_EQ(closest.status, QpStatus::Solved);
    EXPECT_TRUE(closest.closest);
    EXPECT_LT((closest.u - VectorXd{{1.0, 2.0, 0.5}}).norm(), 1e-12);
    EXPECT_LT((closest.shortfall - VectorXd{{2.0, 0.0}}).norm(), 1e-12);
  }
}

TEST(InputOptimization, EquationsThatContradictHaveNoBoundsInTheWay) {
  InputDemand d;
  d.B = MatrixXd{{1.0, 1.0}, {2.0, 2.0}};
  d.tau = VectorXd{{1.0, 1.0}};
  d.lower = VectorXd::Constant(2, -9.0), d.upper = VectorXd::Constant(2, 9.0);
  for (const InputMethod method : methods) {
    InputOptimizer optimizer(method);
    const InputChoice choice = optimizer.solve(d);
    EXPECT_EQ(choice.status, QpStatus::Infeasible);
    EXPECT_TRUE(choice.bounds.empty());
    EXPECT_EQ(choice.equations.size(), 2U);
    // Least squares: u1 + u2 = 3/5.
    EXPECT_LT((optimizer.solve(d, true).u - VectorXd::Constant(2, 0.3)).norm(), 1e-11);
  }
}

TEST(InputOptimization, RefusesSizesThatDoNotFit) {
  Demands demands;
  InputDemand d = demands.feasible(false);
  d.tau.conservativeResize(d.tau.size() + 1);
  EXPECT_THROW(InputOptimizer().solve(d), std::invalid_argument);
}

}  // namespace
}  // namespace catena::test
