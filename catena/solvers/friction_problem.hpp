#pragma once
// Complementarity problems with Coulomb's circular cones, and with bounds, for the forces or
// impulses at contacts and stops.

#include <Eigen/Core>
#include <limits>
#include <vector>

#include "catena/solvers/contact_chain.hpp"

namespace catena {

// What holds between some rows of x and of w.
struct FrictionBlock {
  enum class Kind {
    Box,   // one row: w = 0 inside the bounds, w >= 0 at lower, w <= 0 at upper
    Cone,  // normal and two tangents: x_n, w_n >= 0, x_n w_n = 0, |x_t| <= friction x_n; w_t
           // is zero inside the cone and points against x_t on it
    TwoSidedCone,  // likewise with w_n = 0, x_n of either sign and |x_t| <= friction |x_n|
  };
  Kind kind = Kind::Box;
  Eigen::Index first = 0;                                               // row; the others follow
  double lower = 0.0, upper = std::numeric_limits<double>::infinity();  // Box
  double friction = 0.0;  // of the cones: coefficient of Coulomb's law
};

struct FrictionResult {
  Eigen::VectorXd x;      // exactly in its bounds and cones, solved or not
  Eigen::VectorXd w;      // A x + b
  bool solved = false;    // residual <= 1e-12
  double residual = 0.0;  // natural map, in units that make A's blocks 1, by the size of A x and b
  ChainLink link = ChainLink::None;  // who found it; Newton: quadratic programs, sweeps and Newton
};

// Finds x and w = A x + b that satisfy the blocks, which must cover all rows. A is as a rule
// J M^-1 J^T: symmetric and positive semidefinite, with rows that depend on others or are zero;
// some columns may differ from their rows. Bounds alone are a quadratic program. Cones are solved
// one after the other (Jean 1999) to come near, and all at once by Newton's method (Alart & Curnier
// 1991), to rounding; what that misses goes through the chain of solvers (contact_chain.hpp). Of
// several solutions it is one near `guess`, or near zero without one, and with the smallest forces,
// as given, for the contacts that stick or slip in it. Ends after a bounded number of steps; the
// same input gives the same output. Not `thorough`, it gives up early on what may have no solution.
FrictionResult solve_friction_problem(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                                      const std::vector<FrictionBlock>& blocks,
                                      const Eigen::VectorXd& guess = {}, bool thorough = true);

}  // namespace catena
