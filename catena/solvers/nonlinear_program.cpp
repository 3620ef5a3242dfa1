#include "catena/solvers/nonlinear_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/solvers/quadratic_program.hpp"

namespace catena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

struct Point {
  VectorXd x, gradient, g, h;
  MatrixXd Jg, Jh;
  double f = 0.0;

  Point(const NonlinearProgram& program, const VectorXd& at) : x(at) {
    const Index n = x.size();
    gradient = VectorXd::Zero(n), Jg.resize(0, n), Jh.resize(0, n);
    f = program.objective(x, gradient);
    if (program.equalities) program.equalities(x, g, Jg);
    if (program.inequalities) program.inequalities(x, h, Jh);
  }

  double violation_sum() const { return g.cwiseAbs().sum() - h.cwiseMin(0.0).sum(); }
  double violation() const {
    return std::max(g.size() > 0 ? g.cwiseAbs().maxCoeff() : 0.0,
                    h.size() > 0 ? std::max(0.0, -h.minCoeff()) : 0.0);
  }
  VectorXd lagrangian_gradient(const VectorXd& y, const VectorXd& z) const {
    return gradient - Jg.transpose() * y - Jh.transpose() * z;
  }
};

// The quadratic model of a step.
QpProblem model(const Point& at, const MatrixXd& H) {
  const Index n = at.x.size(), e = at.g.size(), m = e + at.h.size();
  QpProblem p{H, at.gradient, MatrixXd(m, n), VectorXd(m), VectorXd(m)};
  p.A << at.Jg, at.Jh;
  p.lower << -at.g, -at.h;
  p.upper << -at.g, VectorXd::Constant(at.h.size(), std::numeric_limits<double>::infinity());
  return p;
}

// Damped so that H stays positive definite (Nocedal & Wright 2006, procedure 18.2). The first
// change of the gradient tells the size of H.
void update(MatrixXd& H, const VectorXd& s, VectorXd y, bool first) {
  if (first && s.dot(y) > 0.0) H *= y.squaredNorm() / (s.dot(y) * H(0, 0));
  const VectorXd Hs = H * s;
  const double sHs = s.dot(Hs), sy = s.dot(y);
  if (!(sHs > 0.0)) return;
  if (sy < 0.2 * sHs) {
    const double theta = 0.8 * sHs / (sHs - sy);
    y = theta * y + (1.0 - theta) * Hs;
  }
  H += y * y.transpose() / s.dot(y) - Hs * Hs.transpose() / sHs;
}

void name_conflict(const QpResult& step, Index equalities, NlpResult& out) {
  out.status = NlpStatus::Infeasible;
  for (const QpActiveRow& row : step.conflict) {
    if (row.row < equalities)
      out.equalities_in_conflict.push_back(row.row);
    else
      out.inequalities_in_conflict.push_back(row.row - static_cast<int>(equalities));
  }
}

// A step of the length that the merit function allows; rounding in f must not stop it.
Point search(const NonlinearProgram& program, const Point& at, const VectorXd& d, double rho) {
  const double merit = at.f + rho * at.violation_sum();
  const double slope = at.gradient.dot(d) - rho * at.violation_sum();
  const double noise = 1e-14 * (std::abs(at.f) + rho * at.violation_sum());
  for (double length = 1.0;; length *= 0.5) {
    Point next(program, at.x + length * d);
    const double gain = next.f + rho * next.violation_sum() - merit;
    if (gain <= 1e-4 * length * std::min(slope, 0.0) + noise || length < 1e-10) return next;
  }
}

// Whether the conditions of a minimum hold at this point with these multipliers.
bool is_minimum(const Point& at, const NlpResult& out, double tolerance) {
  const VectorXd left = at.lagrangian_gradient(out.y, out.z);
  double size = at.gradient.cwiseAbs().maxCoeff();
  if (out.y.size() > 0)
    size = std::max(size, (at.Jg.cwiseAbs().transpose() * out.y.cwiseAbs()).maxCoeff());
  if (out.z.size() > 0)
    size = std::max(size, (at.Jh.cwiseAbs().transpose() * out.z.cwiseAbs()).maxCoeff());
  const double x_size = 1e-3 + at.x.norm();
  double slack = at.violation() / x_size;
  for (Index i = 0; i < at.h.size(); ++i)
    slack = std::max(slack, std::min(std::abs(at.h[i]) / x_size, out.z[i] / (size + 1e-300)));
  return left.cwiseAbs().maxCoeff() <= tolerance * size && slack <= tolerance;
}

}  // namespace

NlpResult solve_nonlinear_program(const NonlinearProgram& program, const VectorXd& start,
                                  const NlpOptions& options) {
  NlpResult out;
  Point at(program, start);
  const Index n = start.size(), equal = at.g.size(), all = equal + at.h.size();
  MatrixXd H = MatrixXd::Identity(n, n);
  QpSolver solver;
  const VectorXd soft = VectorXd::Ones(all);
  double rho = 0.0;
  for (; out.steps < options.most_steps; ++out.steps) {
    const QpResult& step = solver.solve_closest(model(at, H), soft);
    const VectorXd d = step.x;
    if (step.status != QpStatus::Solved) break;
    out.y = -step.multipliers.head(equal);
    out.z = (-step.multipliers.tail(all - equal)).cwiseMax(0.0);
    if (!step.relaxed && is_minimum(at, out, options.tolerance)) {
      out.status = NlpStatus::Solved;
      break;
    }
    if (step.relaxed && d.norm() <= 1e-9 * (1.0 + at.x.norm())) {
      name_conflict(step, equal, out);
      break;
    }
    const double largest = all > 0 ? step.multipliers.cwiseAbs().maxCoeff() : 0.0;
    rho = std::max(rho, step.relaxed ? 10.0 * largest + 1.0 : 1.5 * largest);
    Point next = search(program, at, d, rho);
    update(H, next.x - at.x,
           next.lagrangian_gradient(out.y, out.z) - at.lagrangian_gradient(out.y, out.z),
           out.steps == 0);
    at = std::move(next);
  }
  out.x = at.x;
  out.objective = at.f;
  out.violation = at.violation();
  return out;
}

}  // namespace catena
