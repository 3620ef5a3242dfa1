#include "catena/solvers/dense.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>

namespace catena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

using Pivoted = Eigen::ColPivHouseholderQR<MatrixXd>;

std::vector<Index> order_of(const Pivoted& qr) {
  const auto& indices = qr.colsPermutation().indices();
  return {indices.begin(), indices.end()};
}

}  // namespace

MatrixXd select_rows(const MatrixXd& A, std::span<const int> rows) {
  MatrixXd out(static_cast<Index>(rows.size()), A.cols());
  for (std::size_t i = 0; i < rows.size(); ++i) out.row(static_cast<Index>(i)) = A.row(rows[i]);
  return out;
}

MatrixXd solve_positive(const MatrixXd& A, const MatrixXd& B) {
  return A.llt().solve(B);
}

bool divide_by_root(const MatrixXd& A, MatrixXd& B) {
  const VectorXd scale = A.diagonal().cwiseSqrt().cwiseInverse();
  if (!scale.allFinite()) return false;
  const Eigen::LLT<MatrixXd> root(scale.asDiagonal() * A * scale.asDiagonal());
  // Diagonal elements of L: what earlier rows leave of a unit one.
  if (root.info() != Eigen::Success || root.matrixLLT().diagonal().minCoeff() < 1e-7) return false;
  B = scale.asDiagonal() * B;
  root.matrixL().solveInPlace(B);
  return true;
}

VectorXd solve_symmetric(const MatrixXd& A, const VectorXd& b) {
  return A.ldlt().solve(b);
}

MatrixXd solve_square(const MatrixXd& A, const MatrixXd& B) {
  return A.partialPivLu().solve(B);
}

VectorXd solve_least_squares(const MatrixXd& A, const VectorXd& b) {
  return A.householderQr().solve(b);
}

LeastNormSolution least_norm_solution(const MatrixXd& A, const VectorXd& b, double tolerance) {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposition;
  decomposition.setThreshold(tolerance);
  decomposition.compute(A);
  return {decomposition.solve(b), decomposition.rank()};
}

// With R = L L^T and y = L^T x the norm of y is what is minimised.
LeastNormSolution least_norm_solution(const MatrixXd& A, const VectorXd& b, double tolerance,
                                      const MatrixXd& R) {
  const Eigen::LLT<MatrixXd> weight(R);
  MatrixXd columns = A.transpose();
  weight.matrixL().solveInPlace(columns);
  LeastNormSolution out = least_norm_solution(columns.transpose(), b, tolerance);
  weight.matrixU().solveInPlace(out.x);
  return out;
}

PivotedQr pivoted_qr(const MatrixXd& A) {
  const Pivoted qr(A);
  const Index rows = std::min(A.rows(), A.cols());
  return {qr.householderQ(), qr.matrixQR().topRows(rows).triangularView<Eigen::Upper>(),
          order_of(qr)};
}

std::vector<Index> pivot_order(const MatrixXd& A) {
  return order_of(Pivoted(A));
}

}  // namespace catena
