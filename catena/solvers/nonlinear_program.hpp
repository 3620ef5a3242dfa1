#pragma once
// Small smooth nonlinear programs:
//
//   minimise f(x)   subject to   g(x) = 0,  h(x) >= 0
//
// Move the right sides e and f of the tensegrity thesis, (2.1.1)-(2.1.2), into g and h.

#include <Eigen/Core>
#include <functional>
#include <vector>

namespace catena {

struct NonlinearProgram {
  // f(x); writes its gradient.
  std::function<double(const Eigen::VectorXd& x, Eigen::VectorXd& gradient)> objective;
  // Writes g or h (both of constant size) and its Jacobian, one row for each function. May be
  // empty.
  using Functions =
      std::function<void(const Eigen::VectorXd& x, Eigen::VectorXd& values, Eigen::MatrixXd& J)>;
  Functions equalities, inequalities;
};

struct NlpOptions {
  double tolerance = 1e-12;  // of the optimality conditions, relative to their terms
  int most_steps = 200;
};

enum class NlpStatus { Solved, Infeasible, TooManySteps };

struct NlpResult {
  NlpStatus status = NlpStatus::TooManySteps;
  Eigen::VectorXd x;
  // gradient(f) = Jg^T y + Jh^T z with z >= 0.
  Eigen::VectorXd y, z;
  double objective = 0.0;
  double violation = 0.0;  // the largest of |g| and -h
  // Where Infeasible: the functions of g and of h that the last step could not meet together.
  std::vector<int> equalities_in_conflict, inequalities_in_conflict;
  int steps = 0;
};

// Sequential quadratic programming with damped BFGS updates (Powell 1978; Nocedal & Wright 2006,
// sec. 18.3) and a line search on f + rho (|g|_1 + |h-|_1), from `start`. Where the linearised
// constraints contradict each other, steps to the point that violates them least; `Infeasible`
// where such steps come to rest. Finds a local minimum; on convex programs, the minimum.
NlpResult solve_nonlinear_program(const NonlinearProgram& program, const Eigen::VectorXd& start,
                                  const NlpOptions& options = {});

}  // namespace catena
