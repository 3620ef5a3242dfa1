#pragma once
// Singular linear systems.

#include <Eigen/Core>

namespace catena::test {

// An orthonormal basis of all x with A x = 0. Pivots below `zero`, against the largest, count as
// it.
Eigen::MatrixXd null_space(const Eigen::MatrixXd& A, double zero = 1e-11);

// The shortest x with A x = b as nearly as can be, refined once.
Eigen::VectorXd least_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

// A = U diag(values) V^T, with the values falling and square U and V.
struct SingularVectors {
  Eigen::VectorXd values;
  Eigen::MatrixXd U, V;
};
SingularVectors singular_vectors(const Eigen::MatrixXd& A);

// Of all solutions x + null y of the consistent square system A x = b, the one whose measured part,
// measured * x, has the least Euclidean norm. The columns of `null` are an orthonormal basis of the
// null space of A, the rows of `measured` are orthonormal or zero.
Eigen::VectorXd least_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                               const Eigen::MatrixXd& null, const Eigen::MatrixXd& measured);

}  // namespace catena::test
