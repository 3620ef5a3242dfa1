// Each function against what defines its result, on random matrices.

#include "catena/solvers/dense.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

namespace catena {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

class Dense : public testing::Test {
 protected:
  MatrixXd random_matrix(Index rows, Index cols) {
    return MatrixXd::NullaryExpr(rows, cols, [&] { return normal_(random_); });
  }
  MatrixXd random_positive(Index size) {
    const MatrixXd L = random_matrix(size, size);
    return L * L.transpose() + 0.1 * MatrixXd::Identity(size, size);
  }
  // Of rank 3, with 6 rows and 5 columns.
  MatrixXd random_deficient() { return random_matrix(6, 3) * random_matrix(3, 5); }

 private:
  std::mt19937_64 random_{1};
  std::normal_distribution<double> normal_;
};

TEST_F(Dense, SelectedRowsStandInTheirOrder) {
  const MatrixXd A = random_matrix(5, 3);
  const int rows[] = {4, 0, 4};
  const MatrixXd B = select_rows(A, rows);
  ASSERT_EQ(B.rows(), 3);
  for (Index i = 0; i < 3; ++i) EXPECT_EQ(B.row(i), A.row(rows[i]));
}

// (L^-1 B)^T (L^-1 B) = B^T A^-1 B, also where the scales of A differ.
TEST_F(Dense, DividesByTheRoot) {
  const VectorXd scale{{1.0, 1e3, 1e-4, 10.0, 1e-2}};
  const MatrixXd A = scale.asDiagonal() * random_positive(5) * scale.asDiagonal();
  const MatrixXd B = scale.asDiagonal() * random_matrix(5, 4);
  MatrixXd divided = B;
  ASSERT_TRUE(divide_by_root(A, divided));
  const MatrixXd expected = B.transpose() * solve_positive(A, B);
  EXPECT_LT((divided.transpose() * divided - expected).norm(), 1e-12 * expected.norm());
  const MatrixXd thin = random_matrix(5, 4);
  divided = B;
  EXPECT_FALSE(divide_by_root(thin * thin.transpose(), divided));
  EXPECT_EQ(divided, B);
}

TEST_F(Dense, SingularDecompositionIsComplete) {
  for (const auto& [rows, cols] : {std::pair<Index, Index>{5, 3}, {3, 5}, {4, 4}, {1, 6}}) {
    const MatrixXd A = random_matrix(rows, cols);
    const SingularDecomposition svd = singular_decomposition(A);
    const Index n = std::min(rows, cols);
    EXPECT_LT((svd.U * svd.U.transpose() - MatrixXd::Identity(rows, rows)).norm(), 1e-13);
    EXPECT_LT((svd.V * svd.V.transpose() - MatrixXd::Identity(cols, cols)).norm(), 1e-13);
    const MatrixXd product =
        svd.U.leftCols(n) * svd.values.asDiagonal() * svd.V.leftCols(n).transpose();
    EXPECT_LT((product - A).norm(), 1e-13 * A.norm());
    EXPECT_LT((svd.values - singular_values(A)).norm(), 1e-14 * A.norm());
  }
}

TEST_F(Dense, SolvesRegularSystems) {
  for (const Index n : {1, 2, 7, 20}) {
    const MatrixXd P = random_positive(n), A = random_matrix(n, n), X = random_matrix(n, 3);
    EXPECT_LT((solve_positive(P, P * X) - X).norm(), 1e-10 * X.norm());
    EXPECT_LT((solve_symmetric(P, P * X.col(0)) - X.col(0)).norm(), 1e-10 * X.norm());
    EXPECT_LT((solve_square(A, A * X) - X).norm(), 1e-10 * X.norm());
  }
}

TEST_F(Dense, LeastSquaresLeaveARestAcrossTheColumns) {
  const MatrixXd A = random_matrix(8, 3);
  const VectorXd b = random_matrix(8, 1);
  EXPECT_LT((A.transpose() * (A * solve_least_squares(A, b) - b)).norm(), 1e-13 * b.norm());
}

// The smallest solution is a combination of A's rows, weighted by R^-1.
TEST_F(Dense, LeastNormSolutionsHaveNoIdlePart) {
  const MatrixXd A = random_deficient(), R = random_positive(5);
  const VectorXd b = random_matrix(6, 1);
  const LeastNormSolution plain = least_norm_solution(A, b),
                          weighted = least_norm_solution(A, b, 1e-11, R);
  EXPECT_EQ(plain.rank, 3);
  EXPECT_EQ(weighted.rank, 3);
  EXPECT_LT((A.transpose() * (A * plain.x - b)).norm(), 1e-12);
  EXPECT_LT((A * weighted.x - A * plain.x).norm(), 1e-12);
  // Vectors that A does not see, as what is left of random ones without their visible part.
  for (int k = 0; k < 4; ++k) {
    const VectorXd any = random_matrix(5, 1), idle = any - least_norm_solution(A, A * any).x;
    ASSERT_LT((A * idle).norm(), 1e-12);
    EXPECT_NEAR(idle.dot(plain.x), 0.0, 1e-12);
    EXPECT_NEAR(idle.dot(R * weighted.x), 0.0, 1e-11);
  }
  EXPECT_EQ(least_norm_solution(MatrixXd(VectorXd{{1.0, 1e-6}}.asDiagonal()), b.head(2), 1e-5).rank,
            1);
}

TEST_F(Dense, PivotedQrRebuildsTheMatrix) {
  for (const MatrixXd& A : {random_matrix(4, 7), random_matrix(7, 4), random_deficient()}) {
    const PivotedQr qr = pivoted_qr(A);
    EXPECT_EQ(pivot_order(A), qr.order);
    EXPECT_TRUE((qr.Q.transpose() * qr.Q).isIdentity(1e-13));
    const Index rows = qr.R.rows();
    EXPECT_EQ(qr.Q.rows(), A.rows());
    EXPECT_EQ(rows, std::min(A.rows(), A.cols()));
    EXPECT_TRUE(qr.R.isUpperTriangular(0.0));
    EXPECT_LT((qr.Q.leftCols(rows) * qr.R - A(Eigen::all, qr.order)).norm(), 1e-13 * A.norm());
    const VectorXd pivots = qr.R.diagonal().cwiseAbs();
    EXPECT_TRUE(std::is_sorted(pivots.begin(), pivots.end(), std::greater<>()));
  }
}

// Their squares add up to the sum of all squares, and their product is the volume.
TEST_F(Dense, SingularValuesFall) {
  const MatrixXd A = random_matrix(5, 5);
  const VectorXd values = singular_values(A);
  EXPECT_TRUE(std::is_sorted(values.begin(), values.end(), std::greater<>()));
  EXPECT_NEAR(values.norm(), A.norm(), 1e-13 * A.norm());
  EXPECT_NEAR(values.prod(), std::abs(pivoted_qr(A).R.diagonal().prod()), 1e-12 * values.prod());
  EXPECT_LT(singular_values(random_deficient())[3], 1e-13);
}

TEST_F(Dense, SymmetricModesSolveTheirEquation) {
  const MatrixXd L = random_matrix(6, 6), A = L + L.transpose(), B = random_positive(6);
  const SymmetricModes modes = symmetric_modes(A, B);
  EXPECT_TRUE(std::is_sorted(modes.values.begin(), modes.values.end()));
  EXPECT_LT((A * modes.vectors - B * modes.vectors * modes.values.asDiagonal()).norm(), 1e-11);
  EXPECT_TRUE((modes.vectors.transpose() * B * modes.vectors).isIdentity(1e-11));
  EXPECT_NEAR(largest_symmetric_value(A, B), modes.values[5], 1e-11 * modes.values.norm());
}

}  // namespace
}  // namespace catena
