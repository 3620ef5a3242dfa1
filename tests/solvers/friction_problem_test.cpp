// Friction problems with known solutions.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "tests/solvers/friction_problems.hpp"

namespace catena::test {
namespace {

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
  RandomMatrices random(4);
  MatrixXd J = random.matrix(6, 4);
  J.row(2).setZero(), J.row(5).setZero();
  const FrictionResult r = solve_friction_problem(J * J.transpose(), J * random.matrix(4, 1),
                                                  {cone(0, 0.6), cone(3, 0.6)});
  EXPECT_TRUE(r.solved);
  EXPECT_EQ(r.x[2], 0.0);
  EXPECT_EQ(r.x[5], 0.0);
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
}  // namespace catena::test
