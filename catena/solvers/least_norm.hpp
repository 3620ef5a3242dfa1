#pragma once
// Linear systems that may be singular.

#include <Eigen/Core>

namespace catena {

struct LeastNormSolution {
  Eigen::VectorXd x;
  Eigen::Index rank = 0;
};

// The smallest of the x with the smallest |A x - b|, by a complete orthogonal decomposition (Golub
// & Van Loan 2013, sec. 5.5). Pivots below 1e-11 of the largest count as zero.
LeastNormSolution least_norm_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

}  // namespace catena
