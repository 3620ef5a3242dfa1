// Random friction problems, against the laws themselves and the enumeration of all modes.

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "catena/solvers/box_qp.hpp"
#include "tests/solvers/friction_problems.hpp"

namespace catena::test {
namespace {

struct Drawn {
  MatrixXd A;
  VectorXd b;
  std::vector<FrictionBlock> blocks;
};

// Contacts and bounds on a body with random Jacobian, from light to heavy, from slow to fast.
Drawn draw_problem(RandomMatrices& random, int contacts, int boxes, bool planar, bool two_sided,
                   double friction) {
  const int dofs = 3 + random.below(18), n = 3 * contacts + boxes;
  MatrixXd J = random.matrix(n, dofs);
  const double mobility = std::pow(10.0, 12.0 * random.unit() - 6.0);
  const double speed = std::pow(10.0, 12.0 * random.unit() - 9.0);
  Drawn p;
  for (int k = 0; k < contacts; ++k) {
    if (planar) J.row(3 * k + 2).setZero();
    const bool both = two_sided && random.below(3) == 0;
    const double mu = random.below(8) == 0 ? 0.0 : friction * random.unit();
    p.blocks.push_back(cone(3 * k, mu, both ? Kind::TwoSidedCone : Kind::Cone));
  }
  for (int k = 0; k < boxes; ++k) {
    const double scale = speed / mobility;
    p.blocks.push_back(random.below(2) == 0
                           ? box(3 * contacts + k)
                           : box(3 * contacts + k, -scale * random.unit(), scale * random.unit()));
  }
  p.A = mobility * J * J.transpose();
  p.b = speed * (J * random.matrix(dofs, 1));
  return p;
}

// Measured: all solved, worst violation 2.8e-13.
TEST(FrictionProblem, RandomContacts) {
  RandomMatrices random(1);
  double worst = 0.0;
  for (int trial = 0; trial < 3000; ++trial) {
    const Drawn p = draw_problem(random, 1 + random.below(12), random.below(2) * random.below(5),
                                 trial % 3 == 1, trial % 4 == 3, 1.0 + trial % 2);
    const FrictionResult r = solve_friction_problem(p.A, p.b, p.blocks);
    EXPECT_TRUE(r.solved) << "trial " << trial << ", residual " << r.residual;
    worst = std::max(worst, violation(p.A, p.b, p.blocks, r));
  }
  EXPECT_LE(worst, 1e-12);
}

TEST(FrictionProblem, SameAnswerTwice) {
  RandomMatrices random(2);
  const Drawn p = draw_problem(random, 12, 2, false, false, 1.0);
  EXPECT_EQ(solve_friction_problem(p.A, p.b, p.blocks).x,
            solve_friction_problem(p.A, p.b, p.blocks).x);
}

// In the plane each contact is open, sticks, or slips to one side: linear equations in each mode.
std::vector<VectorXd> planar_solutions(const MatrixXd& A, const VectorXd& b, double mu) {
  const Index contacts = b.size() / 3;
  std::vector<VectorXd> found;
  int codes = 1;
  for (Index k = 0; k < contacts; ++k) codes *= 4;
  for (int code = 0; code < codes; ++code) {
    MatrixXd C = MatrixXd::Zero(b.size(), b.size()), R = C;
    Index unknowns = 0;
    std::vector<int> modes;
    for (Index k = 0, c = code; k < contacts; ++k, c /= 4) {
      const int mode = static_cast<int>(c % 4);
      modes.push_back(mode);
      if (mode == 0) continue;
      C(3 * k, unknowns) = 1.0;
      R(unknowns, 3 * k) = 1.0;
      if (mode >= 2) C(3 * k + 1, unknowns) = mode == 2 ? mu : -mu;
      ++unknowns;
      if (mode == 1) C(3 * k + 1, unknowns) = R(unknowns, 3 * k + 1) = 1.0, ++unknowns;
    }
    VectorXd x = VectorXd::Zero(b.size());
    if (unknowns > 0) {
      const MatrixXd E = R.topRows(unknowns) * A * C.leftCols(unknowns);
      x = C.leftCols(unknowns) * E.fullPivLu().solve(-R.topRows(unknowns) * b);
    }
    const VectorXd w = A * x + b;
    bool valid = true;
    for (Index k = 0; k < contacts; ++k) {
      const int mode = modes[static_cast<std::size_t>(k)];
      const double xn = x[3 * k], xt = x[3 * k + 1], wt = w[3 * k + 1];
      valid &= mode == 0 ? w[3 * k] >= 0.0 : xn >= 0.0;
      if (mode == 1) valid &= std::abs(xt) <= mu * xn;
      if (mode >= 2) valid &= xt * wt <= 0.0;
    }
    if (valid) found.push_back(x);
  }
  return found;
}

// Measured: the nearest solution is 9e-15 away; two problems have more than one.
TEST(FrictionProblem, PlanarContactsByEnumeration) {
  RandomMatrices random(3);
  double worst = 0.0;
  int several = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const Index contacts = 1 + trial % 3;
    MatrixXd J = random.matrix(3 * contacts, 7);
    for (Index k = 0; k < contacts; ++k) J.row(3 * k + 2).setZero();
    const MatrixXd A = J * J.transpose();
    const VectorXd b = J * random.matrix(7, 1);
    const double mu = random.unit();
    std::vector<FrictionBlock> blocks;
    for (Index k = 0; k < contacts; ++k) blocks.push_back(cone(3 * k, mu));
    const FrictionResult r = solve_friction_problem(A, b, blocks);
    ASSERT_TRUE(r.solved) << "trial " << trial;
    const std::vector<VectorXd> all = planar_solutions(A, b, mu);
    several += all.size() > 1;
    double nearest = infinity;
    for (const VectorXd& x : all) nearest = std::min(nearest, (x - r.x).norm() / (1.0 + x.norm()));
    worst = std::max(worst, nearest);
  }
  EXPECT_LE(worst, 1e-11);
  EXPECT_LT(several, 100);
}

// Smooth contacts with many more rows than dofs: convex, so always solved. Measured: 5e-16.
TEST(FrictionProblem, SemidefiniteLinearProblems) {
  RandomMatrices random(5);
  double worst = 0.0;
  for (int trial = 0; trial < 2000; ++trial) {
    const int n = 1 + random.below(40), dofs = 1 + random.below(10);
    const MatrixXd J = random.matrix(n, dofs);
    const MatrixXd A = J * J.transpose();
    const VectorXd b = J * random.matrix(dofs, 1);
    std::vector<FrictionBlock> blocks;
    for (int i = 0; i < n; ++i) blocks.push_back(box(i));
    const FrictionResult r = solve_friction_problem(A, b, blocks);
    EXPECT_TRUE(r.solved) << "trial " << trial << ", residual " << r.residual;
    worst = std::max(worst, violation(A, b, blocks, r));
    const BoxQpResult qp = solve_box_qp(A, b, VectorXd::Zero(n), VectorXd::Constant(n, infinity));
    EXPECT_TRUE(qp.solved) << "trial " << trial;
    const double size = (A.cwiseAbs() * qp.x.cwiseAbs() + b.cwiseAbs()).maxCoeff();
    EXPECT_LE((qp.w - r.w).cwiseAbs().maxCoeff(), 1e-11 * size);  // w is unique
  }
  EXPECT_LE(worst, 1e-12);
}

// Contacts that slide already push with n - mu d. While every column still moves its own row most
// the problem is solved; else it may have no solution, and then says so.
TEST(FrictionProblem, UnsymmetricColumns) {
  RandomMatrices random(6);
  int unsolved = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const int n = 1 + random.below(4);
    const MatrixXd N = random.matrix(n, 10), T = random.matrix(n, 10), C = random.matrix(3, 10);
    const double mu = trial % 2 == 0 ? 0.1 : 2.0;
    MatrixXd J(n + 3, 10), F(n + 3, 10);
    J << N, C;
    F << N - mu * T, C;
    const MatrixXd A = J * F.transpose();
    const VectorXd b = J * random.matrix(10, 1);
    std::vector<FrictionBlock> blocks = {cone(n, 0.4)};
    for (int i = 0; i < n; ++i) blocks.push_back(box(i));
    const FrictionResult r = solve_friction_problem(A, b, blocks);
    EXPECT_TRUE(r.x.allFinite() && r.w.allFinite());
    if (r.solved) {
      EXPECT_LE(violation(A, b, blocks, r), 3e-12) << "trial " << trial;
    } else {
      EXPECT_GE(mu, 1.0) << "trial " << trial;
      ++unsolved;
    }
  }
  EXPECT_LT(unsolved, 100);
}

}  // namespace
}  // namespace catena::test
