#pragma once
// Quadratic programs solved another way than the library does: a primal-dual interior point method
// with Mehrotra's corrector.

#include "catena/solvers/quadratic_program.hpp"

namespace catena::test {

struct InteriorPoint {
  Eigen::VectorXd x;
  double objective = 0.0;
  double residual = 0.0;  // the largest that is left of the optimality conditions
};

// Solves a feasible and bounded problem.
InteriorPoint interior_point(const QpProblem& problem);

}  // namespace catena::test
