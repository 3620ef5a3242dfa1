#include "catena/control/input_optimization.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "catena/solvers/dense.hpp"

namespace catena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

double weight(const InputDemand& d, Index i) {
  return d.weights.size() > 0 ? d.weights[i] : 1.0;
}

double preferred(const InputDemand& d, Index i) {
  return d.preferred.size() > 0 ? d.preferred[i] : 0.0;
}

void check(const InputDemand& d) {
  const Index n = d.B.cols();
  if (d.tau.size() != d.B.rows() || d.lower.size() != n || d.upper.size() != n ||
      (d.weights.size() > 0 && d.weights.size() != n) ||
      (d.preferred.size() > 0 && d.preferred.size() != n))
    throw std::invalid_argument(
        fmt::format("InputOptimizer: B is {} x {}, but tau has {}, lower {}, upper {}, weights {} "
                    "and preferred "
                    "{} numbers",
                    d.B.rows(), n, d.tau.size(), d.lower.size(), d.upper.size(), d.weights.size(),
                    d.preferred.size()));
  if (d.weights.size() > 0 && !(d.weights.minCoeff() > 0.0))
    throw std::invalid_argument("InputOptimizer: weights must be positive");
}

}  // namespace

const InputChoice& InputOptimizer::solve(const InputDemand& demand, bool closest) {
  check(demand);
  choice_.bounds.clear(), choice_.equations.clear();
  choice_.closest = false;
  switch (method_) {
    case InputMethod::Direct:
      solve_direct(demand, closest);
      break;
    case InputMethod::NullSpace:
      solve_null_space(demand, closest);
      break;
    case InputMethod::Nonlinear:
      solve_nonlinear(demand, closest);
      break;
  }
  choice_.shortfall = demand.tau;
  choice_.shortfall.noalias() -= demand.B * choice_.u;
  return choice_;
}

// Rows from `equations` on are bounds of inputs.
void InputOptimizer::name_conflict(const InputDemand& demand, const QpResult& result,
                                   Index equations) {
  for (const QpActiveRow& row : result.conflict) {
    const Index input = row.row - equations;
    if (input < 0) {
      choice_.equations.push_back(row.row);
      continue;
    }
    QpSide side = row.side;
    if (demand.lower[input] == demand.upper[input])
      side = result.certificate[row.row] > 0.0 ? QpSide::Upper : QpSide::Lower;
    choice_.bounds.push_back({static_cast<int>(input), side});
  }
}

// P = W, q = -W u_preferred; rows [B; 1] (2.2.5).
void InputOptimizer::solve_direct(const InputDemand& demand, bool closest) {
  const Index n = demand.B.cols(), m = demand.B.rows();
  problem_.P.setZero(n, n);
  problem_.q.resize(n);
  for (Index i = 0; i < n; ++i) {
    problem_.P(i, i) = weight(demand, i);
    problem_.q[i] = -weight(demand, i) * preferred(demand, i);
  }
  problem_.A.setZero(m + n, n);
  problem_.A.topRows(m) = demand.B;
  problem_.A.bottomRows(n).diagonal().setOnes();
  problem_.lower.resize(m + n), problem_.upper.resize(m + n);
  problem_.lower << demand.tau, demand.lower;
  problem_.upper << demand.tau, demand.upper;
  const QpResult* result = &solver_.solve(problem_);
  if (result->status == QpStatus::Infeasible && closest) {
    VectorXd soft = VectorXd::Zero(m + n);
    soft.head(m).setOnes();
    result = &solver_.solve_closest(problem_, soft);
    choice_.closest = result->relaxed;
  }
  name_conflict(demand, *result, m);
  choice_.status = result->status;
  choice_.iterations = result->iterations;
  choice_.u = result->x.cwiseMax(demand.lower).cwiseMin(demand.upper);
}

// With v = W^1/2 (u - preferred), the least v of B u = tau, and N with orthonormal columns, P is
// N^T N = 1 and q is N^T v = 0: (2.2.10), without the 2 that its q does not need.
void InputOptimizer::solve_null_space(const InputDemand& demand, bool closest) {
  const Index n = demand.B.cols(), m = demand.B.rows();
  VectorXd root(n), origin(n);
  for (Index i = 0; i < n; ++i) {
    root[i] = std::sqrt(weight(demand, i));
    origin[i] = preferred(demand, i);
  }
  const MatrixXd scaled = demand.B * root.cwiseInverse().asDiagonal();
  const VectorXd rest = demand.tau - demand.B * origin;
  const LeastNormSolution least = least_norm_solution(scaled, rest);
  const VectorXd left = scaled * least.x - rest;
  const bool met = left.norm() <= 1e-10 * (demand.tau.norm() + (demand.B * origin).norm());
  if (!met || m == 0 || least.rank == n) return solve_direct(demand, closest);
  const MatrixXd N = pivoted_qr(scaled.transpose()).Q.rightCols(n - least.rank);
  problem_.P = N.transpose() * N;
  problem_.q = N.transpose() * least.x;
  problem_.A = N;
  problem_.lower = root.cwiseProduct(demand.lower - origin) - least.x;
  problem_.upper = root.cwiseProduct(demand.upper - origin) - least.x;
  const QpResult& result = solver_.solve(problem_);
  if (result.status == QpStatus::Infeasible && closest) return solve_direct(demand, true);
  name_conflict(demand, result, 0);
  choice_.status = result.status;
  choice_.iterations = result.iterations;
  const VectorXd v = least.x + N * result.x;
  choice_.u = (origin + v.cwiseQuotient(root)).cwiseMax(demand.lower).cwiseMin(demand.upper);
}

// f = sum(weight (u - preferred)^2), g = B u - tau, h = [u - lower; upper - u] for finite bounds.
void InputOptimizer::solve_nonlinear(const InputDemand& demand, bool closest) {
  const Index n = demand.B.cols();
  std::vector<InputBound> rows;
  for (int i = 0; i < n; ++i) {
    if (std::isfinite(demand.lower[i])) rows.push_back({i, QpSide::Lower});
    if (std::isfinite(demand.upper[i])) rows.push_back({i, QpSide::Upper});
  }
  NonlinearProgram program;
  program.objective = [&](const VectorXd& u, VectorXd& gradient) {
    double sum = 0.0;
    for (Index i = 0; i < n; ++i) {
      const double away = u[i] - preferred(demand, i);
      gradient[i] = 2.0 * weight(demand, i) * away;
      sum += weight(demand, i) * away * away;
    }
    return sum;
  };
  program.equalities = [&](const VectorXd& u, VectorXd& g, MatrixXd& J) {
    g = demand.B * u - demand.tau;
    J = demand.B;
  };
  program.inequalities = [&](const VectorXd& u, VectorXd& h, MatrixXd& J) {
    h.resize(static_cast<Index>(rows.size()));
    J.setZero(h.size(), n);
    for (Index k = 0; k < h.size(); ++k) {
      const auto [i, side] = rows[static_cast<std::size_t>(k)];
      h[k] = side == QpSide::Lower ? u[i] - demand.lower[i] : demand.upper[i] - u[i];
      J(k, i) = side == QpSide::Lower ? 1.0 : -1.0;
    }
  };
  VectorXd start(n);
  for (Index i = 0; i < n; ++i) start[i] = preferred(demand, i);
  start = start.cwiseMax(demand.lower).cwiseMin(demand.upper);
  const NlpResult result = solve_nonlinear_program(program, start);
  if (result.status == NlpStatus::Infeasible && closest) return solve_direct(demand, true);
  for (const int k : result.inequalities_in_conflict)
    choice_.bounds.push_back(rows[static_cast<std::size_t>(k)]);
  choice_.equations = result.equalities_in_conflict;
  choice_.status = result.status == NlpStatus::Solved       ? QpStatus::Solved
                   : result.status == NlpStatus::Infeasible ? QpStatus::Infeasible
                                                            : QpStatus::TooManyIterations;
  choice_.iterations = result.steps;
  choice_.u = result.x.cwiseMax(demand.lower).cwiseMin(demand.upper);
}

std::string describe_conflict(const InputDemand& demand, const InputChoice& choice) {
  if (choice.bounds.empty() && choice.equations.empty()) return "no conflict";
  std::string text;
  for (const auto& [input, side] : choice.bounds) {
    const bool upper = side == QpSide::Upper;
    text +=
        fmt::format("{}input {} at its {} bound {:g}", text.empty() ? "" : ", ", input,
                    upper ? "upper" : "lower", upper ? demand.upper[input] : demand.lower[input]);
  }
  return text.empty() ? "no input, however large, meets the demand" : text;
}

}  // namespace catena
