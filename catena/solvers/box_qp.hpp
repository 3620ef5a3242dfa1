#pragma once
// Convex quadratic programs with bounds: the form that unilateral stops and dry friction take in
// joint coordinates.

#include <Eigen/Core>
#include <vector>

namespace catena {

struct BoxQpResult {
  Eigen::VectorXd x;
  Eigen::VectorXd w;  // A x + b: zero where x is inside its bounds, >= 0 at lower, <= 0 at upper
  bool solved = false;
};

// Minimises 1/2 x^T A x + b^T x over lower <= x <= upper for a symmetric positive semidefinite A,
// by an active-set method that ends after finitely many steps (Stark & Parker 1995). Equivalent to
// the complementarity problem between x and w. Bounds may be infinite; where the objective then has
// no minimum, `solved` is false. `inside` guesses which x are not at a bound; a good guess saves
// time and, where A is definite, changes nothing else.
BoxQpResult solve_box_qp(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                         const Eigen::VectorXd& lower, const Eigen::VectorXd& upper,
                         const std::vector<Eigen::Index>& inside = {});

// How far x is from that: |x - P(x - w)| over all rows in units that make A's diagonal one, by the
// larger of |b| and |A x|.
double box_qp_residual(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                       const Eigen::VectorXd& lower, const Eigen::VectorXd& upper,
                       const Eigen::VectorXd& x);

}  // namespace catena
