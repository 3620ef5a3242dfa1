#pragma once
// Inputs of a mechanism that has more of them than it needs: of all u with
//
//   B u = tau,   lower <= u <= upper
//
// the one with the smallest sum(weight_i (u_i - preferred_i)^2); tensegrity thesis, sec. 2.2, where
// tau = M a + c - W f - p.

#include <Eigen/Core>
#include <string>
#include <vector>

#include "catena/solvers/nonlinear_program.hpp"
#include "catena/solvers/quadratic_program.hpp"

namespace catena {

struct InputDemand {
  Eigen::MatrixXd B;
  Eigen::VectorXd tau;
  Eigen::VectorXd lower, upper;        // may be infinite
  Eigen::VectorXd weights, preferred;  // empty: ones, and zeros
};

// Three ways to the same u.
enum class InputMethod {
  Nonlinear,  // (2.2.1)-(2.2.3): a general nonlinear program
  Direct,     // (2.2.4)-(2.2.5): a quadratic program in u
  NullSpace,  // (2.2.6)-(2.2.11): a quadratic program in z, u = u_0 + N z with B N = 0
};

// A bound that takes part in a contradiction.
struct InputBound {
  int input = 0;
  QpSide side = QpSide::Upper;
};

struct InputChoice {
  QpStatus status = QpStatus::TooManyIterations;
  Eigen::VectorXd u;
  // Where the demand cannot be met: the bounds that stand in its way (none, where no input at all
  // would do) and the equations that they contradict.
  std::vector<InputBound> bounds;
  std::vector<int> equations;
  bool closest = false;       // u is within its bounds, and |B u - tau| as small as they allow
  Eigen::VectorXd shortfall;  // tau - B u
  int iterations = 0;
};

// Solves such demands one after the other; each starts where the last one ended.
class InputOptimizer {
 public:
  explicit InputOptimizer(InputMethod method = InputMethod::Direct) : method_(method) {}

  // Where the demand cannot be met, status is Infeasible; with `closest`, it is Solved, u comes as
  // close to the demand as its bounds allow (least squares, then the objective), and `bounds` is
  // still filled. Throws std::invalid_argument for sizes that do not fit.
  const InputChoice& solve(const InputDemand& demand, bool closest = false);

  // The next solve starts afresh.
  void forget() { solver_.forget(); }

 private:
  void solve_direct(const InputDemand& demand, bool closest);
  void solve_null_space(const InputDemand& demand, bool closest);
  void solve_nonlinear(const InputDemand& demand, bool closest);
  void name_conflict(const InputDemand& demand, const QpResult& result, Eigen::Index equations);

  InputMethod method_;
  QpSolver solver_;
  QpProblem problem_;
  InputChoice choice_;
};

// "input 3 at its upper bound 5", ...: the bounds that stand in the way of a demand, for messages.
std::string describe_conflict(const InputDemand& demand, const InputChoice& choice);

}  // namespace catena
