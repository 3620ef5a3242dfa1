#pragma once
// Small square systems that may be singular, as the forces of more contacts than a body needs.

#include <Eigen/Core>
#include <vector>

namespace catena {

// The solution of A x = b with the smallest norm, for A of up to `most` rows; where b is not in the
// range of A, the rows found independent are satisfied. Allocates in reserve() only.
class LeastNormSolver {
 public:
  explicit LeastNormSolver(int most = 0) { reserve(most); }
  // Makes room for systems of `most` rows at least; matrix() is lost where that is more than
  // before.
  void reserve(int most);

  // Factorises the leading n x n block of matrix() (column-major), which is lost, by
  // elimination with complete pivoting (Golub & Van Loan 2013, sec. 3.4.8). Pivots that are not
  // above `tolerance` count as zero.
  void factorize(int n, double tolerance);
  Eigen::MatrixXd& matrix() { return A_; }
  // The norm is sum weight x^2, with weights above zero; one unless they are set before
  // factorize().
  double& weight(int i) { return weight_[i]; }
  int rank() const { return rank_; }

  // x (n numbers) with A x = b; b and x may be the same.
  void solve(const double* b, double* x);

 private:
  void find_null_space();

  int n_ = 0, rank_ = 0;
  Eigen::MatrixXd A_, null_, gram_;
  std::vector<Eigen::Index> row_, column_;  // what stands where after pivoting
  Eigen::VectorXd y_, z_, weight_, pivoted_weight_;
};

}  // namespace catena
