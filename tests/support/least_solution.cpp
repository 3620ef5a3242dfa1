#include "tests/support/least_solution.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>

namespace catena::test {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// Pivots below this, against the largest, count as zero.
constexpr double zero_pivot = 1e-11;

using Decomposition = Eigen::CompleteOrthogonalDecomposition<MatrixXd>;

Decomposition decomposed(const MatrixXd& A) {
  Decomposition cod(A.rows(), A.cols());
  cod.setThreshold(zero_pivot);
  cod.compute(A);
  return cod;
}

}  // namespace

MatrixXd null_space(const MatrixXd& A) {
  if (A.cols() == 0) return MatrixXd(0, 0);
  const Decomposition cod = decomposed(A);
  return cod.colsPermutation() * cod.matrixZ().transpose().rightCols(A.cols() - cod.rank());
}

VectorXd least_solution(const MatrixXd& A, const VectorXd& b, const MatrixXd& null,
                        const MatrixXd& measured) {
  const Decomposition cod = decomposed(A);
  VectorXd x = cod.solve(b);
  x += cod.solve(b - A * x);
  if (null.cols() == 0) return x;
  // Both factors are orthonormal, so these singular values are at most one; those at zero belong
  // to idle unknowns that nothing measures, which stay as they are.
  const Eigen::JacobiSVD<MatrixXd> seen(measured * null, Eigen::ComputeThinU | Eigen::ComputeThinV);
  VectorXd step = seen.matrixU().transpose() * (measured * x);
  for (Index k = 0; k < step.size(); ++k) {
    const double value = seen.singularValues()[k];
    step[k] = value > 1e-9 ? step[k] / value : 0.0;
  }
  return x - null * (seen.matrixV() * step);
}

}  // namespace catena::test
