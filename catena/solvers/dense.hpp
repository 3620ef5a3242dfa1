#pragma once
// Dense linear algebra as plain functions. Eigen's decompositions take seconds to compile wherever
// they are used; here they are compiled once. All of these allocate.

#include <Eigen/Core>
#include <span>
#include <vector>

namespace catena {

// The given rows, in their order.
Eigen::MatrixXd select_rows(const Eigen::MatrixXd& A, std::span<const int> rows);

// A^-1 B for a symmetric positive definite A, by Cholesky's decomposition.
Eigen::MatrixXd solve_positive(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

// B becomes L^-1 B with A = L L^T. Returns false, and leaves B, where the symmetric A is not
// positive definite to within rounding.
bool divide_by_root(const Eigen::MatrixXd& A, Eigen::MatrixXd& B);

// A^-1 b for a symmetric A, positive or nearly so, by a pivoted L D L^T decomposition.
Eigen::VectorXd solve_symmetric(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

// A^-1 B for a regular A, by an LU decomposition.
Eigen::MatrixXd solve_square(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

// The x with the smallest |A x - b|, for an A with independent columns.
Eigen::VectorXd solve_least_squares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);

struct LeastNormSolution {
  Eigen::VectorXd x;
  Eigen::Index rank = 0;
};

// The smallest of the x with the smallest |A x - b|, by a complete orthogonal decomposition (Golub
// & Van Loan 2013, sec. 5.5). Pivots below `tolerance` of the largest count as zero.
LeastNormSolution least_norm_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                                      double tolerance = 1e-11);

// As least_norm_solution, with x^T R x in place of x^T x; R is symmetric and positive definite.
LeastNormSolution least_norm_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                                      double tolerance, const Eigen::MatrixXd& R);

// From the largest to the smallest.
Eigen::VectorXd singular_values(const Eigen::MatrixXd& A);

// A = U diag(values) V^T.
struct SingularDecomposition {
  Eigen::VectorXd values;  // from the largest to the smallest
  Eigen::MatrixXd U, V;    // square and orthogonal
};

// Decomposes A, which has at least one row and one column.
SingularDecomposition singular_decomposition(const Eigen::MatrixXd& A);

// A P = Q R with the columns of A in the order of what those before leave of them.
struct PivotedQr {
  Eigen::MatrixXd Q;  // square
  Eigen::MatrixXd R;  // upper triangular; what is below the diagonal is zero
  std::vector<Eigen::Index> order;
};

// Decomposes A, which has at least one row and one column.
PivotedQr pivoted_qr(const Eigen::MatrixXd& A);

// Only the order of the columns.
std::vector<Eigen::Index> pivot_order(const Eigen::MatrixXd& A);

struct SymmetricModes {
  Eigen::VectorXd values;   // rising
  Eigen::MatrixXd vectors;  // as columns, with x^T B x = 1
};

// All solutions of A x = value B x for a symmetric A and a symmetric positive definite B.
SymmetricModes symmetric_modes(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

// The largest of the values of symmetric_modes.
double largest_symmetric_value(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);

}  // namespace catena
