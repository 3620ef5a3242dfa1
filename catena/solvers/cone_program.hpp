#pragma once
// Small dense programs over nonnegative numbers and Lorentz cones:
//
//   minimise c^T x   subject to   A x = b,   x in K
//
// K is a product of blocks: x >= 0 for a block of one, |x_1..| <= x_0 for a larger one. Linear
// programs have blocks of one only. The dual is: maximise b^T y with z = c - A^T y in K. Rows are
// few (tens), since each step factorises a matrix of that size; columns may be some hundreds.

#include <Eigen/Core>
#include <vector>

#include "catena/solvers/cone_blocks.hpp"

namespace catena {

struct ConeProblem {
  Eigen::MatrixXd A;  // m x n
  Eigen::VectorXd b, c;
  std::vector<int> cones;  // sizes of the blocks of x, in order
};

enum class ConeStatus { Solved, Infeasible, Unbounded, Inaccurate };

// "solved", "infeasible", ...
const char* to_string(ConeStatus status);

struct ConeResult {
  ConeStatus status = ConeStatus::Inaccurate;
  // Where Unbounded, x is a direction: A x = 0, x in K and c^T x = -1.
  Eigen::VectorXd x;
  // Where Infeasible, y is a certificate: -A^T y in K and b^T y = 1.
  Eigen::VectorXd y, z;
  double objective = 0.0;
  // The largest of |A x - b|, |A^T y + z - c| and the gap c^T x - b^T y, after rows, b and c were
  // scaled to unit size. x and z are in K; x^T z is part of the gap.
  double residual = 0.0;
  int iterations = 0;   // of the interior point method; none where the last answer was near
  int corrections = 0;  // steps of Newton's method
};

// A primal-dual interior point method on the homogeneous embedding (Ye, Todd & Mizuno 1994;
// Nesterov & Todd 1997), which also finds certificates, then Newton's method on the projection onto
// K for the last digits. A solve of the same sizes begins with Newton's method at the last answer.
// Dependent rows are fine. Nothing allocates after the first solve of a size.
class ConeSolver {
 public:
  // Residuals up to `tolerance` count as solved.
  explicit ConeSolver(double tolerance = 1e-9) : tolerance_(tolerance) {}

  // Solves; the result stays valid until the next call. Throws std::invalid_argument where sizes do
  // not fit or numbers are not finite.
  const ConeResult& solve(const ConeProblem& problem);

  // The next solve does not start at the last answer.
  void forget() { has_last_ = false; }

  const ConeResult& result() const { return result_; }

 private:
  void take(const ConeProblem& problem);
  void resize(Eigen::Index m, Eigen::Index n);
  void interior();
  void begin_interior();
  bool judge_interior();
  bool interior_step();
  void direction(double keep, double target, double& dtau, double& dkappa);
  bool correct(int most);
  double correction_residual();
  bool finish(ConeStatus status);
  bool rows_contradict();
  bool factorise();
  void divide(Eigen::VectorXd& rhs);
  void store(ConeStatus status);
  void store_interior(double residual);

  double tolerance_;
  ConeBlocks blocks_;
  // The scaled problem: rows of unit length, b and c of unit size.
  Eigen::MatrixXd A_, B_, M_, L_;
  Eigen::VectorXd b_, c_, row_scale_;
  double b_scale_ = 1.0, c_scale_ = 1.0;
  std::vector<char> skipped_, dependent_;  // rows that are left out
  Eigen::MatrixXd Q_, T_;
  // The interior point.
  Eigen::VectorXd x_, y_, z_, lambda_, c_scaled_, rp_, rd_, rd_scaled_, q_;
  Eigen::VectorXd p1_, p2_, x1_, dx_, dz_, dy_, rhs_, work_;
  double tau_ = 1.0, kappa_ = 1.0, mu_ = 1.0, rg_ = 0.0;
  // Newton's method: x is the part of v in K, z that of -v.
  Eigen::VectorXd v_, best_v_, best_y_;
  Eigen::VectorXd raw_x_, raw_y_, raw_z_;  // the best interior point
  double residual_ = 0.0;
  bool has_last_ = false;
  ConeResult result_;
};

}  // namespace catena
