#include "catena/control/near_rigid.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "tests/support/interior_point.hpp"
#include "tests/support/trials.hpp"

namespace catena::test {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double infinity = std::numeric_limits<double>::infinity();

std::mt19937_64 random_numbers(11);

double real() {
  return std::uniform_real_distribution<double>(-1.0, 1.0)(random_numbers);
}
MatrixXd matrix(Index rows, Index columns) {
  return MatrixXd::NullaryExpr(rows, columns, [&] { return real(); });
}

// One that some inputs and strains within their bounds meet.
NearRigidDemand feasible(Index rows, Index inputs, Index strains, Index free) {
  NearRigidDemand d;
  d.B = matrix(rows, inputs), d.A_s = 10.0 * matrix(rows, strains), d.M_f = matrix(rows, free);
  d.u_lower = VectorXd::Constant(inputs, -0.7), d.u_upper = VectorXd::Constant(inputs, 0.7);
  d.q_s = 0.02 * VectorXd::Ones(strains) + 0.01 * matrix(strains, 1);
  d.strain_lower = VectorXd::Constant(strains, 0.015);
  d.strain_upper = VectorXd::Constant(strains, 0.05);
  const VectorXd u = 0.8 * matrix(inputs, 1).cwiseMax(-0.7).cwiseMin(0.7);
  const VectorXd strain = d.q_s.cwiseMax(d.strain_lower) + 0.005 * VectorXd::Ones(strains);
  d.tau_eq = d.B * u - d.A_s * (strain - d.q_s) - d.M_f * matrix(free, 1);
  return d;
}

// All variables at once, (5.4.2)-(5.4.4), with `fixed` leading ones held, and the objective on the
// `count` behind them.
QpProblem full_problem(const NearRigidDemand& d, const VectorXd& fixed, Index count) {
  const Index nu = d.B.cols(), ns = d.A_s.cols(), n = nu + ns + d.M_f.cols(), m = d.tau_eq.size();
  QpProblem p{MatrixXd::Zero(n, n), VectorXd::Zero(n), MatrixXd::Zero(m + n, n), VectorXd(m + n),
              VectorXd(m + n)};
  p.P.diagonal().segment(fixed.size(), count).setOnes();
  p.A.topRows(m) << d.B, -d.A_s, -d.M_f;
  p.A.bottomRows(n).setIdentity();
  p.lower << d.tau_eq, d.u_lower, d.strain_lower - d.q_s,
      VectorXd::Constant(d.M_f.cols(), -infinity);
  p.upper << d.tau_eq, d.u_upper, d.strain_upper - d.q_s,
      VectorXd::Constant(d.M_f.cols(), infinity);
  if (fixed.size() > 0) {
    p.lower.segment(m, fixed.size()) = fixed;
    p.upper.segment(m, fixed.size()) = fixed;
  }
  return p;
}

void expect_equations_and_bounds(const NearRigidDemand& d, const NearRigidChoice& c) {
  EXPECT_LT(c.shortfall.norm(), 1e-11 * (1.0 + d.tau_eq.norm()));
  const VectorXd equation = d.B * c.u - d.A_s * c.dq_s - d.M_f * c.a_f - d.tau_eq;
  EXPECT_LT(equation.norm(), 1e-11 * (1.0 + d.tau_eq.norm()));
  EXPECT_TRUE((c.u.array() >= d.u_lower.array()).all() && (c.u.array() <= d.u_upper.array()).all());
  const VectorXd strain = d.q_s + c.dq_s;
  EXPECT_GE((strain - d.strain_lower).minCoeff(), -1e-13);
  EXPECT_LE((strain - d.strain_upper).maxCoeff(), 1e-13);
}

// The three levels against an interior point method on the whole problem.
TEST(NearRigid, EachLevelIsTheSmallest) {
  int compared = 0;
  for (int trial = 0; trial < trials(150); ++trial) {
    const Index rows = 3 + trial % 4, inputs = 2 + trial % 5, strains = 3 + trial % 3;
    const NearRigidDemand d = feasible(rows, inputs, strains, trial % 3);
    NearRigidOptimizer optimizer;
    const NearRigidChoice& c = optimizer.solve(d);
    ASSERT_EQ(c.status, QpStatus::Solved) << trial;
    expect_equations_and_bounds(d, c);
    const InteriorPoint first = interior_point(full_problem(d, {}, inputs));
    if (first.residual > 1e-10) continue;
    ++compared;
    EXPECT_NEAR(0.5 * c.u.squaredNorm(), first.objective, 1e-8) << trial;
    EXPECT_LT((first.x.head(inputs) - c.u).norm(), 2e-5) << trial;
    QpSolver strain_level;  // checked itself against the interior point method
    const QpResult& second = strain_level.solve(full_problem(d, c.u, strains));
    ASSERT_EQ(second.status, QpStatus::Solved) << trial;
    EXPECT_LT((second.x.segment(inputs, strains) - c.dq_s).norm(), 1e-9) << trial;
    if (d.M_f.cols() == 0) continue;
    const VectorXd rest = d.B * c.u - d.A_s * c.dq_s - d.tau_eq;
    EXPECT_LT((d.M_f.completeOrthogonalDecomposition().solve(rest) - c.a_f).norm(), 1e-10);
  }
  EXPECT_GT(compared, trials(150) / 2);
}

// A motion that is wanted comes before the smallest inputs, and these are the smallest with it.
TEST(NearRigid, WantedMotionComesFirst) {
  int met = 0, bounded = 0;
  for (int trial = 0; trial < trials(150); ++trial) {
    const Index rows = 3, inputs = 4, strains = 3, wanted = 1 + trial % 4;
    NearRigidDemand d = feasible(rows, inputs, strains, 0);
    d.wanted = matrix(wanted, inputs + strains);
    d.wanted_value = (trial % 2 == 0 ? 0.01 : 1.0) * matrix(wanted, 1);
    NearRigidOptimizer optimizer;
    const NearRigidChoice& c = optimizer.solve(d);
    ASSERT_EQ(c.status, QpStatus::Solved) << trial;
    expect_equations_and_bounds(d, c);
    VectorXd x(inputs + strains);
    x << c.u, c.dq_s;
    QpProblem first = full_problem(d, {}, 0);
    first.P = d.wanted.transpose() * d.wanted;
    first.q = -d.wanted.transpose() * d.wanted_value;
    const InteriorPoint best = interior_point(first);
    if (best.residual > 1e-10) continue;
    EXPECT_NEAR(0.5 * x.dot(first.P * x) + first.q.dot(x), best.objective, 1e-8) << trial;
    ((d.wanted * x - d.wanted_value).norm() < 1e-9 ? met : bounded) += 1;
    // Among all with the same motion.
    QpProblem second = full_problem(d, {}, inputs);
    const Index m = second.A.rows();
    second.A.conservativeResize(m + wanted, Eigen::NoChange);
    second.A.bottomRows(wanted) = d.wanted;
    second.lower.conservativeResize(m + wanted), second.upper.conservativeResize(m + wanted);
    second.lower.tail(wanted) = d.wanted * x - VectorXd::Constant(wanted, 1e-9);
    second.upper.tail(wanted) = d.wanted * x + VectorXd::Constant(wanted, 1e-9);
    QpSolver smallest;
    const QpResult& least = smallest.solve(second);
    ASSERT_EQ(least.status, QpStatus::Solved) << trial;
    EXPECT_NEAR(c.u.norm(), least.x.head(inputs).norm(), 1e-6) << trial;
  }
  EXPECT_GT(met, trials(150) / 10);
  EXPECT_GT(bounded, trials(150) / 10);
}

// Two equal columns of A_s share the strain, two equal free accelerations the motion.
TEST(NearRigid, WhatIsNotDeterminedIsSmall) {
  NearRigidDemand d;
  d.B = MatrixXd{{1.0}, {0.0}, {0.0}};
  d.A_s = MatrixXd{{0.0, 0.0}, {-5.0, -5.0}, {0.0, 0.0}};
  d.M_f = MatrixXd{{0.0, 0.0}, {0.0, 0.0}, {-1.0, -1.0}};
  d.tau_eq = VectorXd{{2.0, 0.1, 3.0}};
  d.u_lower = VectorXd::Constant(1, -9.0), d.u_upper = -d.u_lower;
  d.q_s = VectorXd::Zero(2), d.strain_lower = VectorXd::Constant(2, -1.0);
  d.strain_upper = -d.strain_lower;
  NearRigidOptimizer optimizer;
  const NearRigidChoice& c = optimizer.solve(d);
  ASSERT_EQ(c.status, QpStatus::Solved);
  EXPECT_NEAR(c.u[0], 2.0, 1e-13);
  EXPECT_LT((c.dq_s - VectorXd::Constant(2, 0.01)).norm(), 1e-13);
  EXPECT_LT((c.a_f - VectorXd::Constant(2, 1.5)).norm(), 1e-12);
}

// A strain that has to grow pulls back, and the input holds against it: the sign of A_s shows.
TEST(NearRigid, StrainPullsBack) {
  NearRigidDemand d;
  d.B = MatrixXd{{1.0}}, d.A_s = MatrixXd{{4.0}}, d.M_f.resize(1, 0);
  d.tau_eq = VectorXd{{0.0}};
  d.u_lower = VectorXd{{-9.0}}, d.u_upper = VectorXd{{9.0}};
  d.q_s = VectorXd{{0.0}}, d.strain_lower = VectorXd{{0.5}}, d.strain_upper = VectorXd{{1.0}};
  NearRigidOptimizer optimizer;
  const NearRigidChoice& c = optimizer.solve(d);
  ASSERT_EQ(c.status, QpStatus::Solved);
  EXPECT_NEAR(c.dq_s[0], 0.5, 1e-14);
  EXPECT_NEAR(c.u[0], 2.0, 1e-13);
}

TEST(NearRigid, ImpossibleDemandsNameTheirBounds) {
  NearRigidDemand d;
  d.B = MatrixXd{{1.0}}, d.A_s = MatrixXd{{4.0}}, d.M_f.resize(1, 0);
  d.tau_eq = VectorXd{{0.0}};
  d.u_lower = VectorXd{{-1.0}}, d.u_upper = VectorXd{{1.0}};
  d.q_s = VectorXd{{0.0}}, d.strain_lower = VectorXd{{0.5}}, d.strain_upper = VectorXd{{1.0}};
  NearRigidOptimizer optimizer;
  const NearRigidChoice c = optimizer.solve(d);
  EXPECT_EQ(c.status, QpStatus::Infeasible);
  ASSERT_EQ(c.bounds.size(), 2U);
  for (const NearRigidBound& bound : c.bounds) {
    const bool input = bound.kind == NearRigidBound::Kind::Input;
    EXPECT_EQ(bound.side, input ? QpSide::Upper : QpSide::Lower);
    EXPECT_EQ(bound.index, 0);
  }
  const NearRigidChoice& closest = optimizer.solve(d, true);
  EXPECT_EQ(closest.status, QpStatus::Solved);
  EXPECT_TRUE(closest.closest);
  EXPECT_NEAR(closest.u[0], 1.0, 1e-12);
  EXPECT_NEAR(closest.dq_s[0], 0.5, 1e-12);
  EXPECT_NEAR(closest.shortfall[0], 1.0, 1e-12);
}

}  // namespace
}  // namespace catena::test
