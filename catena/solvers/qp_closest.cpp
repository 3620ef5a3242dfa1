// What comes closest where rows contradict each other: first the least violation, then the
// objective.

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "catena/solvers/quadratic_program.hpp"

namespace catena {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

// min sum(weight s^2) / 2 with lower <= A x + s <= upper, s only in soft rows; variables (x, s).
QpProblem slack_problem(const QpProblem& p, const VectorXd& weights) {
  const Index n = p.q.size(), m = p.A.rows(), soft = (weights.array() > 0.0).count();
  QpProblem out{Eigen::MatrixXd::Zero(n + soft, n + soft), VectorXd::Zero(n + soft),
                Eigen::MatrixXd::Zero(m, n + soft), p.lower, p.upper};
  out.A.leftCols(n) = p.A;
  for (Index i = 0, k = n; i < m; ++i) {
    if (!(weights[i] > 0.0)) continue;
    out.P(k, k) = weights[i];
    out.A(i, k++) = 1.0;
  }
  return out;
}

// The x of least violation: rows in which slack was needed are fixed where they came to lie, and so
// are those that stood in the way (their multipliers are not zero), because all x of least
// violation agree in these.
QpProblem closest_problem(const QpProblem& p, const VectorXd& weights, const QpResult& least) {
  QpProblem out = p;
  const Index n = p.q.size();
  const double most_slack = least.x.tail(least.x.size() - n).cwiseAbs().maxCoeff();
  const double most_force = least.multipliers.cwiseAbs().maxCoeff();
  for (Index i = 0, k = n; i < p.A.rows(); ++i) {
    const bool soft = weights[i] > 0.0;
    const double slack = soft ? least.x[k++] : 0.0, y = least.multipliers[i];
    if (std::abs(slack) > 1e-10 * most_slack) {
      out.lower[i] = out.upper[i] = (slack > 0.0 ? p.lower[i] : p.upper[i]) - slack;
    } else if (!soft && std::abs(y) > 1e-10 * most_force) {
      out.lower[i] = out.upper[i] = y > 0.0 ? p.upper[i] : p.lower[i];
    }
  }
  return out;
}

}  // namespace

const QpResult& QpSolver::solve_closest(const QpProblem& problem, const VectorXd& weights) {
  if (weights.size() != problem.A.rows())
    throw std::invalid_argument("QpSolver: solve_closest needs one weight for each row");
  if (solve(problem).status != QpStatus::Infeasible || !(weights.array() > 0.0).any())
    return result_;
  const int before = changes_;
  QpSolver relaxing(feasibility_);
  const QpResult& least = relaxing.solve(slack_problem(problem, weights));
  if (least.status != QpStatus::Solved) {  // hard rows contradict each other
    result_.status = least.status;
    result_.certificate = least.certificate;
    result_.conflict = least.conflict;
    return result_;
  }
  const std::vector<QpActiveRow> conflict = result_.conflict;
  const VectorXd certificate = result_.certificate;
  const double usual = feasibility_;
  feasibility_ = std::max(usual, 1e-8);  // the rows meet by rounding only
  solve(closest_problem(problem, weights, least));
  feasibility_ = usual;
  if (result_.status == QpStatus::Infeasible) {
    result_.status = QpStatus::Solved;
    result_.x = least.x.head(problem.q.size());
  }
  result_.conflict = conflict;
  result_.certificate = certificate;
  result_.iterations += before + least.iterations;
  result_.relaxed = true;
  const VectorXd values = problem.A * result_.x;
  result_.violation =
      (values - problem.upper).cwiseMax(0.0) - (problem.lower - values).cwiseMax(0.0);
  return result_;
}

}  // namespace catena
