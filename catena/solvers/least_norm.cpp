#include "catena/solvers/least_norm.hpp"

#include <Eigen/QR>

namespace catena {

LeastNormSolution least_norm_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(1e-11);
  decomposition.compute(A);
  return {decomposition.solve(b), decomposition.rank()};
}

}  // namespace catena
