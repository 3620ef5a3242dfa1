#include "tests/support/least_solution.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>

namespace catena::test {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

using Decomposition = Eigen::CompleteOrthogonalDecomposition<MatrixXd>;

Decomposition decomposed(const MatrixXd& A, double zero) {
  Decomposition cod(A.rows(), A.cols());
  cod.setThreshold(zero);
  cod.compute(A);
  return cod;
}

}  // namespace

MatrixXd null_space(const MatrixXd& A, double zero) {
  if (A.cols() == 0) return MatrixXd(0, 0);
  const Decomposition cod = decomposed(A, zero);
  return cod.colsPermutation() * cod.matrixZ().transpose().rightCols(A.cols() - cod.rank());
}

// Not BDCSVD: its vectors were wrong for one Jacobian of loops in some thousands (Eigen 3.4).
SingularVectors singular_vectors(const MatrixXd& A) {
  const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

VectorXd least_solution(const MatrixXd& A, const VectorXd& b) {
  const Decomposition cod = decomposed(A, 1e-11);
  VectorXd x = cod.solve(b);
  x += cod.solve(VectorXd(b - A * x));
  return x;
}

VectorXd least_solution(const MatrixXd& A, const VectorXd& b, const MatrixXd& null,
                        const MatrixXd& measured) {
  const VectorXd x = least_solution(A, b);
  if (null.cols() == 0) return x;
  // Both factors are orthonormal, so these singular values are at most one; those at zero belong
  // to idle unknowns that nothing measures, which stay as they are.
  const SingularVectors seen = singular_vectors(measured * null);
  const Index count = seen.values.size();
  VectorXd step = seen.U.leftCols(count).transpose() * (measured * x);
  for (Index k = 0; k < count; ++k) {
    const double value = seen.values[k];
    step[k] = value > 1e-9 ? step[k] / value : 0.0;
  }
  return x - null * (seen.V.leftCols(count) * step);
}

}  // namespace catena::test
