#include "catena/solvers/nonlinear_program.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Hock & Schittkowski's problem 71, with their solution.
TEST(NonlinearProgram, HockSchittkowski71) {
  NonlinearProgram p;
  p.objective = [](const VectorXd& x, VectorXd& g) {
    const double s = x[0] + x[1] + x[2];
    g << x[3] * (s + x[0]), x[0] * x[3], x[0] * x[3] + 1.0, x[0] * s;
    return x[0] * x[3] * s + x[2];
  };
  p.equalities = [](const VectorXd& x, VectorXd& g, MatrixXd& J) {
    g.resize(1), J.resize(1, 4);
    g[0] = x.squaredNorm() - 40.0;
    J.row(0) = 2.0 * x.transpose();
  };
  p.inequalities = [](const VectorXd& x, VectorXd& h, MatrixXd& J) {
    h.resize(9), J.setZero(9, 4);
    h[0] = x.prod() - 25.0;
    for (int i = 0; i < 4; ++i) {
      J(0, i) = x.prod() / x[i];
      h[1 + i] = x[i] - 1.0, J(1 + i, i) = 1.0;
      h[5 + i] = 5.0 - x[i], J(5 + i, i) = -1.0;
    }
  };
  const NlpResult r = solve_nonlinear_program(p, VectorXd{{1.0, 5.0, 5.0, 1.0}});
  ASSERT_EQ(r.status, NlpStatus::Solved);
  EXPECT_NEAR(r.objective, 17.0140173, 1e-7);
  EXPECT_LT((r.x - VectorXd{{1.0, 4.7429994, 3.8211503, 1.3794082}}).norm(), 1e-6);
  EXPECT_LT(r.violation, 1e-11);
}

TEST(NonlinearProgram, RosenbrocksValley) {
  NonlinearProgram p;
  p.objective = [](const VectorXd& x, VectorXd& g) {
    const double a = 1.0 - x[0], b = x[1] - x[0] * x[0];
    g << -2.0 * a - 400.0 * x[0] * b, 200.0 * b;
    return a * a + 100.0 * b * b;
  };
  NlpOptions options;
  options.tolerance = 1e-9;
  const NlpResult r = solve_nonlinear_program(p, VectorXd{{-1.2, 1.0}}, options);
  EXPECT_LT((r.x - VectorXd::Ones(2)).norm(), 1e-7);
}

// The least p-norm with sum(x) = 1: all alike.
TEST(NonlinearProgram, OtherNorms) {
  for (const double power : {1.5, 2.0, 4.0, 8.0}) {
    NonlinearProgram p;
    p.objective = [&](const VectorXd& x, VectorXd& g) {
      double sum = 0.0;
      for (int i = 0; i < x.size(); ++i) {
        sum += std::pow(std::abs(x[i]), power);
        g[i] = power * std::pow(std::abs(x[i]), power - 1.0) * (x[i] < 0.0 ? -1.0 : 1.0);
      }
      return sum;
    };
    p.equalities = [](const VectorXd& x, VectorXd& g, MatrixXd& J) {
      g = VectorXd::Constant(1, x.sum() - 5.0);
      J = MatrixXd::Ones(1, x.size());
    };
    NlpOptions options;
    options.tolerance = 1e-9;
    const NlpResult r = solve_nonlinear_program(p, VectorXd{{3.0, 1.0, 0.5, 0.3, 0.2}}, options);
    EXPECT_EQ(r.status, NlpStatus::Solved) << power;
    EXPECT_LT((r.x - VectorXd::Ones(5)).norm(), 1e-6) << power;
  }
}

TEST(NonlinearProgram, NamesWhatContradicts) {
  NonlinearProgram p;
  p.objective = [](const VectorXd& x, VectorXd& g) {
    g = 2.0 * x;
    return x.squaredNorm();
  };
  p.equalities = [](const VectorXd& x, VectorXd& g, MatrixXd& J) {
    g = VectorXd::Constant(1, x[0] + x[1] - 3.0);
    J = MatrixXd::Ones(1, 2);
  };
  p.inequalities = [](const VectorXd& x, VectorXd& h, MatrixXd& J) {
    h = VectorXd::Ones(2) - x;
    J = -MatrixXd::Identity(2, 2);
  };
  const NlpResult r = solve_nonlinear_program(p, VectorXd::Zero(2));
  EXPECT_EQ(r.status, NlpStatus::Infeasible);
  EXPECT_EQ(r.equalities_in_conflict.size(), 1U);
  EXPECT_EQ(r.inequalities_in_conflict.size(), 2U);
  EXPECT_NEAR(r.violation, 0.5, 0.51);
}

}  // namespace
}  // namespace catena::test
