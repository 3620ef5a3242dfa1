// Friction problems, against the laws themselves, closed forms and the enumeration of all modes.

#include "catena/solvers/friction_problem.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "catena/solvers/box_qp.hpp"

namespace catena {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Kind = FrictionBlock::Kind;

constexpr double infinity = std::numeric_limits<double>::infinity();

FrictionBlock cone(Index first, double friction, Kind kind = Kind::Cone) {
  FrictionBlock block;
  block.kind = kind, block.first = first, block.friction = friction;
  return block;
}

FrictionBlock box(Index first, double lower = 0.0, double upper = infinity) {
  FrictionBlock block;
  block.first = first, block.lower = lower, block.upper = upper;
  return block;
}

VectorXd vector_of(std::initializer_list<double> values) {
  VectorXd v(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), v.data());
  return v;
}

// The largest violation of the laws as the header states them, by the sizes of the terms of w and
// of x in the units of each row.
double violation(const MatrixXd& A, const VectorXd& b, const std::vector<FrictionBlock>& blocks,
                 const FrictionResult& r) {
  const VectorXd w = A * r.x + b, sizes = A.cwiseAbs() * r.x.cwiseAbs() + b.cwiseAbs();
  double worst = (w - r.w).cwiseAbs().cwiseQuotient(sizes.cwiseMax(1e-300)).maxCoeff();
  const auto note = [&](double value) { worst = std::max(worst, value); };
  // Of two numbers one must vanish: the force in units of what changes w by its size.
  double size = 0.0;
  for (Index i = 0; i < b.size(); ++i)
    size = std::max(size, sizes[i] / std::sqrt(std::max(std::abs(A(i, i)), 1e-300)));
  for (const FrictionBlock& block : blocks) {
    const Index i = block.first;
    const Index m = block.kind == Kind::Box ? 1 : 3;
    const double unit = std::sqrt(A.diagonal().segment(i, m).cwiseAbs().maxCoeff());
    if (unit == 0.0) continue;
    const double speed = size * unit, force = size / unit;
    if (block.kind == Kind::Box) {
      EXPECT_TRUE(r.x[i] >= block.lower && r.x[i] <= block.upper);
      note(std::min(w[i] / speed, (r.x[i] - block.lower) / force));
      note(std::min(-w[i] / speed, (block.upper - r.x[i]) / force));
      continue;
    }
    const Eigen::Vector2d xt = r.x.segment<2>(i + 1), wt = w.segment<2>(i + 1);
    const double radius = block.friction * std::abs(r.x[i]);
    EXPECT_LE(xt.norm(), radius);
    if (block.kind == Kind::Cone) {
      EXPECT_GE(r.x[i], 0.0);
      note(-w[i] / speed);
      note(std::min(w[i] / speed, r.x[i] / force));
    } else {
      note(std::abs(w[i]) / speed);
    }
    // |x_t| |w_t| + x_t.w_t = 0 says that they are opposed; inside the cone w_t vanishes.
    note(std::min(wt.norm() / speed, (radius - xt.norm()) / force));
    if (xt.norm() > 0.0)
      note(std::min(1.0, xt.norm() / force) * (wt + wt.norm() * xt.normalized()).norm() / speed);
  }
  return worst;
}

struct Random {
  explicit Random(unsigned seed) : engine(seed) {}
  double unit() { return std::uniform_real_distribution<double>()(engine); }
  int below(int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); }
  MatrixXd matrix(Index rows, Index columns) {
    return MatrixXd::NullaryExpr(rows, columns, [&] { return normal(engine); });
  }
  std::mt19937_64 engine;
  std::normal_distribution<double> normal;
};

TEST(FrictionProblem, OneContactOpensSticksOrSlips) {
  // m = 2 on a plane: w = x / 2 + b.
  const MatrixXd A = 0.5 * MatrixXd::Identity(3, 3);
  const std::vector<FrictionBlock> blocks = {cone(0, 0.5)};
  const FrictionResult open = solve_friction_problem(A, vector_of({1.0, 2.0, 3.0}), blocks);
  EXPECT_TRUE(open.solved);
  EXPECT_EQ(open.x, VectorXd::Zero(3));
  const FrictionResult stick = solve_friction_problem(A, vector_of({-1.0, 0.3, 0.3}), blocks);
  EXPECT_TRUE(stick.solved);
  EXPECT_LE((stick.x - vector_of({2.0, -0.6, -0.6})).norm(), 1e-15);
  const FrictionResult slip = solve_friction_problem(A, vector_of({-1.0, 3.0, -4.0}), blocks);
  EXPECT_TRUE(slip.solved);  // |x_t| = 1 against (3, -4)
  EXPECT_LE((slip.x - vector_of({2.0, -0.6, 0.8})).norm(), 1e-15);
  EXPECT_LE((slip.w - vector_of({0.0, 2.7, -3.6})).norm(), 1e-15);
}

// Where the tangents have different masses the body does not slip against the force.
TEST(FrictionProblem, SlipDirectionOfAnUnequalContact) {
  const MatrixXd A = vector_of({1.0, 1.0, 4.0}).asDiagonal();
  const double mu = 0.5, angle = 0.7, lambda = 1.5;
  const Eigen::Vector2d d(std::cos(angle), std::sin(angle));
  // x = (1, mu d), w = (0, -lambda d): b follows.
  const VectorXd b =
      vector_of({-1.0, -lambda * d[0] - mu * d[0], -lambda * d[1] - 4.0 * mu * d[1]});
  const FrictionResult r = solve_friction_problem(A, b, {cone(0, mu)});
  EXPECT_TRUE(r.solved);
  EXPECT_LE((r.x - vector_of({1.0, mu * d[0], mu * d[1]})).norm(), 1e-14);
}

TEST(FrictionProblem, TwoSidedContactPullsAndRubs) {
  const MatrixXd A = MatrixXd::Identity(3, 3);
  const std::vector<FrictionBlock> blocks = {cone(0, 0.5, Kind::TwoSidedCone)};
  for (const double sign : {1.0, -1.0}) {
    const FrictionResult r = solve_friction_problem(A, vector_of({sign, 2.0, 0.0}), blocks);
    EXPECT_TRUE(r.solved);
    EXPECT_LE((r.x - vector_of({-sign, -0.5, 0.0})).norm(), 1e-15);
  }
}

struct Drawn {
  MatrixXd A;
  VectorXd b;
  std::vector<FrictionBlock> blocks;
};

// Contacts and bounds on a body with random Jacobian, from light to heavy, from slow to fast.
Drawn draw(Random& random, int contacts, int boxes, bool planar, bool two_sided, double friction) {
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
  Random random(1);
  double worst = 0.0;
  for (int trial = 0; trial < 3000; ++trial) {
    const Drawn p = draw(random, 1 + random.below(12), random.below(2) * random.below(5),
                         trial % 3 == 1, trial % 4 == 3, 1.0 + trial % 2);
    const FrictionResult r = solve_friction_problem(p.A, p.b, p.blocks);
    EXPECT_TRUE(r.solved) << "trial " << trial << ", residual " << r.residual;
    worst = std::max(worst, violation(p.A, p.b, p.blocks, r));
  }
  EXPECT_LE(worst, 1e-12);
}

TEST(FrictionProblem, SameAnswerTwice) {
  Random random(2);
  const Drawn p = draw(random, 12, 2, false, false, 1.0);
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
  Random random(3);
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

// A block on four corners: six dofs, twelve rows, and the load is shared evenly.
TEST(FrictionProblem, FourCornersShareTheLoad) {
  MatrixXd J = MatrixXd::Zero(12, 6);  // rows: z, x, y of a corner; columns: angular, linear
  for (Index k = 0; k < 4; ++k) {
    const Eigen::Vector3d r(k % 2 == 0 ? 1.0 : -1.0, k < 2 ? 1.0 : -1.0, -0.5);
    const Eigen::Vector3d axes[] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    for (Index i = 0; i < 3; ++i) {
      J.block<1, 3>(3 * k + i, 0) = r.cross(axes[i]).transpose();
      J.block<1, 3>(3 * k + i, 3) = axes[i].transpose();
    }
  }
  const VectorXd weight = vector_of({0, 0, 0, 0.0, 0.0, -9.81});
  const MatrixXd A = J * vector_of({0.4, 0.3, 0.7, 1.0, 1.0, 1.0}).asDiagonal() * J.transpose();
  const FrictionResult r = solve_friction_problem(
      A, J * weight, {cone(0, 0.5), cone(3, 0.5), cone(6, 0.5), cone(9, 0.5)});
  ASSERT_TRUE(r.solved);
  for (Index k = 0; k < 4; ++k) {
    EXPECT_NEAR(r.x[3 * k], 9.81 / 4.0, 1e-14);
    EXPECT_LE(r.x.segment<2>(3 * k + 1).norm(), 1e-14);
  }
}

TEST(FrictionProblem, ZeroRowsTakeNoForce) {
  Random random(4);
  MatrixXd J = random.matrix(6, 4);
  J.row(2).setZero(), J.row(5).setZero();
  const FrictionResult r = solve_friction_problem(J * J.transpose(), J * random.matrix(4, 1),
                                                  {cone(0, 0.6), cone(3, 0.6)});
  EXPECT_TRUE(r.solved);
  EXPECT_EQ(r.x[2], 0.0);
  EXPECT_EQ(r.x[5], 0.0);
}

// Smooth contacts with many more rows than dofs: convex, so always solved. Measured: 5e-16.
TEST(FrictionProblem, SemidefiniteLinearProblems) {
  Random random(5);
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

// The force along a row changes it by a, of either sign: w = a x + b.
TEST(FrictionProblem, RowsThatForcesPullBack) {
  const MatrixXd minus = MatrixXd::Constant(1, 1, -2.0);
  const FrictionResult stays = solve_friction_problem(minus, vector_of({1.0}), {box(0)});
  EXPECT_TRUE(stays.solved);
  EXPECT_EQ(stays.x[0], 0.0);
  const FrictionResult none = solve_friction_problem(minus, vector_of({-1.0}), {box(0)});
  EXPECT_FALSE(none.solved);
  EXPECT_TRUE(none.x.allFinite() && none.w.allFinite());
  const FrictionResult zero =
      solve_friction_problem(MatrixXd::Zero(1, 1), vector_of({-1.0}), {box(0)});
  EXPECT_FALSE(zero.solved);
  EXPECT_TRUE(zero.x.allFinite());
}

// Contacts that slide already push with n - mu d. While every column still moves its own row most
// the problem is solved; else it may have no solution, and then says so.
TEST(FrictionProblem, UnsymmetricColumns) {
  Random random(6);
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

TEST(FrictionProblem, SaysWhatIsWrong) {
  const MatrixXd A = MatrixXd::Identity(3, 3);
  const VectorXd b = VectorXd::Zero(3);
  EXPECT_THROW(solve_friction_problem(A, b, {}), std::invalid_argument);
  EXPECT_THROW(solve_friction_problem(A, b, {cone(1, 0.5)}), std::invalid_argument);
  EXPECT_THROW(solve_friction_problem(A, b, {cone(0, -0.5)}), std::invalid_argument);
  EXPECT_THROW(solve_friction_problem(A, VectorXd::Zero(2), {cone(0, 0.5)}), std::invalid_argument);
  EXPECT_TRUE(solve_friction_problem(MatrixXd(0, 0), VectorXd(0), {}).solved);
}

}  // namespace
}  // namespace catena
