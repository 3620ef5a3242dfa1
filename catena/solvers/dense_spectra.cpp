// Singular values and eigenvalues, which take the longest to compile.

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include "catena/solvers/dense.hpp"

namespace catena {

using Eigen::MatrixXd;
using Solver = Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd>;

Eigen::VectorXd singular_values(const MatrixXd& A) {
  return Eigen::JacobiSVD<MatrixXd>(A).singularValues();
}

SingularDecomposition singular_decomposition(const MatrixXd& A) {
  const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

SymmetricModes symmetric_modes(const MatrixXd& A, const MatrixXd& B) {
  const Solver solver(A, B);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

double largest_symmetric_value(const MatrixXd& A, const MatrixXd& B) {
  return Solver(A, B, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
}

}  // namespace catena
