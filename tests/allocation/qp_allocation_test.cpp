// Quadratic programs of one size allocate in the first solve only.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/solvers/quadratic_program.hpp"
#include "tests/allocation/allocation_counter.hpp"

namespace catena::test {
namespace {

TEST(NoAllocationInQuadraticPrograms, AfterTheFirstSolve) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  for (const int n : {12, 60, 100}) {
    const int m = n / 2;
    QpProblem p{Eigen::MatrixXd::Identity(n, n), Eigen::VectorXd::Zero(n),
                Eigen::MatrixXd::Zero(m + n, n), Eigen::VectorXd(m + n), Eigen::VectorXd(m + n)};
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j) p.A(i, j) = std::sin(1.0 + i * n + j);
    p.A.bottomRows(n).setIdentity();
    p.lower.setConstant(-0.4), p.upper.setConstant(0.4);
    for (int i = 0; i < m; ++i) p.lower[i] = p.upper[i] = std::cos(3.0 * i);
    Eigen::MatrixXd coupled = p.P + 0.01 * Eigen::MatrixXd::Ones(n, n);
    Eigen::MatrixXd singular = p.P;
    singular(0, 0) = singular(1, 1) = 0.0;
    QpSolver solver;
    solver.solve(p);
    long count = 0;
    {
      const AllocationGuard guard;
      for (int k = 0; k < 30; ++k) {
        p.q[k % n] += 0.5;
        p.P = k % 3 == 0 ? coupled : k % 3 == 1 ? singular : p.P;
        p.upper[m + k % n] = k == 20 ? -0.4 : 0.4;  // perhaps infeasible
        if (k % 7 == 0) solver.forget();
        solver.solve(p);
      }
      count = guard.count();
    }
    EXPECT_EQ(count, 0) << n;
  }
}

}  // namespace
}  // namespace catena::test
