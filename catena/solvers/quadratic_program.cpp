#include "catena/solvers/quadratic_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace catena {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

constexpr double least_pivot = 1e-9;      // below, P counts as singular
constexpr double proximal_weight = 1e-7;  // relative to the diagonal of P
constexpr int most_rounds = 100;

[[noreturn]] void refuse(const std::string& text) {
  throw std::invalid_argument("QpSolver: " + text);
}

}  // namespace

const char* to_string(QpStatus status) {
  switch (status) {
    case QpStatus::Solved:
      return "solved";
    case QpStatus::Infeasible:
      return "infeasible";
    case QpStatus::Unbounded:
      return "unbounded";
    case QpStatus::TooManyIterations:
      return "too many iterations";
  }
  return "";
}

void QpSolver::check(const QpProblem& p) const {
  const Index n = p.q.size(), m = p.A.rows();
  if (p.P.rows() != n || p.P.cols() != n || p.A.cols() != n || p.lower.size() != m ||
      p.upper.size() != m)
    refuse("the sizes differ: P is " + std::to_string(p.P.rows()) + " x " +
           std::to_string(p.P.cols()) + ", q has " + std::to_string(n) + ", A is " +
           std::to_string(m) + " x " + std::to_string(p.A.cols()) + ", lower has " +
           std::to_string(p.lower.size()) + ", upper " + std::to_string(p.upper.size()));
  if (!p.P.allFinite() || !p.q.allFinite() || !p.A.allFinite())
    refuse("P, q or A has a number that is not finite");
  for (Index i = 0; i < m; ++i) {
    if (!(p.lower[i] <= p.upper[i]) || p.lower[i] == std::numeric_limits<double>::infinity() ||
        p.upper[i] == -std::numeric_limits<double>::infinity())
      refuse("row " + std::to_string(i) + " has the bounds " + std::to_string(p.lower[i]) +
             " and " + std::to_string(p.upper[i]) + ", which leave nothing between them");
  }
}

void QpSolver::resize(Index n, Index m) {
  if (x_.size() == n && norm_.size() == m) return;
  set_.resize(n);
  held_.clear(), held_.reserve(static_cast<std::size_t>(n));
  last_.clear(), last_.reserve(static_cast<std::size_t>(n));
  is_held_.resize(static_cast<std::size_t>(m));
  is_loose_.resize(static_cast<std::size_t>(m));
  normals_.resize(n, m);
  for (VectorXd* v : {&lower_, &upper_, &norm_, &values_, &certificate_}) v->resize(m);
  for (VectorXd* v :
       {&shift_, &x_, &centre_, &proximal_, &mu_, &g_, &h_, &dx_, &dmu_, &z_, &r_, &normal_})
    v->resize(n);
  result_.x.resize(n);
  result_.multipliers.resize(m);
  result_.certificate.resize(m);
  result_.violation.resize(m);
  result_.active.reserve(static_cast<std::size_t>(n));
  result_.conflict.reserve(static_cast<std::size_t>(n + 1));
}

// Rows of length one, so that violations compare.
void QpSolver::take(const QpProblem& problem) {
  for (Index i = 0; i < norm_.size(); ++i) {
    normals_.col(i) = problem.A.row(i).transpose();
    const double length = normals_.col(i).norm();
    norm_[i] = length > 0.0 ? length : 1.0;
    normals_.col(i) /= norm_[i];
    lower_[i] = problem.lower[i] / norm_[i];
    upper_[i] = problem.upper[i] / norm_[i];
  }
}

// Adds to the diagonal where P is singular: a ten-millionth of what is there, or of the largest.
void QpSolver::factorize(const QpProblem& problem) {
  const double largest = problem.P.diagonal().maxCoeff(), slope = problem.q.cwiseAbs().maxCoeff();
  const double usual = largest > 0.0 ? largest : std::max(1.0, slope);
  x_floor_ = 1e-3 * slope / usual;
  shift_.setZero();
  shifted_ = false;
  if (set_.factorize(problem.P, shift_, least_pivot)) return;
  for (Index i = 0; i < shift_.size(); ++i) {
    const double own = problem.P(i, i);
    shift_[i] = proximal_weight * (own > 1e-12 * largest ? own : usual);
  }
  shifted_ = true;
  if (!set_.factorize(problem.P, shift_, 0.0)) refuse("P is not positive semidefinite");
}

bool QpSolver::try_hold(const Entry& entry) {
  if (set_.size() == x_.size() || is_held_[static_cast<std::size_t>(entry.row)]) return false;
  normal_ = entry.sign * normals_.col(entry.row);
  set_.project(normal_);
  if (!(set_.independence() > least_independence)) return false;
  set_.add();
  held_.push_back(entry);
  is_held_[static_cast<std::size_t>(entry.row)] = 1;
  return true;
}

// All equalities, then what was active at the end of the last solve; dependent rows are left out.
void QpSolver::start_working_set() {
  held_.clear();
  std::fill(is_held_.begin(), is_held_.end(), char{0});
  for (Index i = 0; i < norm_.size(); ++i)
    if (lower_[i] == upper_[i]) try_hold({static_cast<int>(i), 1.0, true});
  for (const QpActiveRow& row : last_) {
    if (row.side == QpSide::Equal || lower_[row.row] == upper_[row.row]) continue;
    const Entry entry{row.row, row.side == QpSide::Lower ? 1.0 : -1.0, false};
    if (std::isfinite(bound(entry))) try_hold(entry);
  }
}

const QpResult& QpSolver::solve(const QpProblem& problem) {
  check(problem);
  resize(problem.q.size(), problem.A.rows());
  take(problem);
  factorize(problem);
  start_working_set();
  changes_ = 0;
  most_changes_ = 100 + 20 * static_cast<int>(x_.size() + norm_.size());
  result_.relaxed = false;
  result_.violation.setZero();
  solve_rounds(problem);
  return result_;
}

// One round is a problem with one centre. Where P is regular the first one ends at the solution,
// and others only repair what rounding spoiled; their tolerance rises slowly, so that they end.
void QpSolver::solve_rounds(const QpProblem& problem) {
  centre_.setZero();
  for (int round = 0; round < most_rounds; ++round) {
    tolerance_ = 1e-13 * std::pow(10.0, std::clamp(round / 10 - 1, 0, 4));
    std::fill(is_loose_.begin(), is_loose_.end(), char{0});
    settle(problem);
    const QpStatus status = add_violated(problem);
    if (status != QpStatus::Solved) return store(status);
    proximal_ = x_;
    const bool stationary = polish(problem);
    if (stationary && is_optimal()) return store(QpStatus::Solved);
    if (shifted_ && falls_forever(problem)) {
      x_ = proximal_ - centre_;
      return store(QpStatus::Unbounded);
    }
    // The minimum on the rows held is the better centre, but only proximal points surely converge.
    if (!stationary || !shifted_ || round >= 10) x_ = proximal_;
    centre_ = x_;
    if (shifted_ && (round == 5 || round == 12)) shift_less(problem);
  }
  store(QpStatus::TooManyIterations);
}

// For objectives whose curvature is below the shift but not zero: steps become a hundred times as
// long, for two digits of the factorisation.
void QpSolver::shift_less(const QpProblem& problem) {
  remember_held();
  shift_ *= 1e-2;
  if (!set_.factorize(problem.P, shift_, 0.0)) {
    shift_ *= 1e2;
    set_.factorize(problem.P, shift_, 0.0);
  }
  start_working_set();
}

// Corrects x and the multipliers for what is left of P x + q = N mu and N^T x = b; with a shift
// this is a proximal step on the rows held. Returns what was left, relative to its terms.
double QpSolver::refine(const QpProblem& problem) {
  g_.noalias() = problem.P * x_;
  gradient_size_ = std::max(
      {g_.cwiseAbs().maxCoeff(), problem.q.cwiseAbs().maxCoeff(),
       x_.cwiseAbs().maxCoeff() * std::max(problem.P.diagonal().maxCoeff(), shift_.maxCoeff()),
       set_.size() > 0 ? mu_.head(set_.size()).cwiseAbs().maxCoeff() : 0.0});
  g_ = -g_ - problem.q;
  double left = 0.0;
  const double size = x_size();
  for (Index k = 0; k < set_.size(); ++k) {
    const Entry& e = held_[static_cast<std::size_t>(k)];
    const auto normal = normals_.col(e.row);
    h_[k] = e.sign * (bound(e) - normal.dot(x_));
    g_ += (e.sign * mu_[k]) * normal;
    left = std::max(left, std::abs(h_[k]) / (std::abs(bound(e)) + size + 1e-300));
  }
  left = std::max(left, g_.cwiseAbs().maxCoeff() / (gradient_size_ + 1e-300));
  set_.solve(g_, h_, dx_, dmu_);
  x_ += dx_;
  mu_.head(set_.size()) += dmu_.head(set_.size());
  return left;
}

// The minimum of the given objective on the rows held. Returns whether there is one. Two or three
// corrections are usual; more where the curvature on the rows is not much above the shift.
bool QpSolver::polish(const QpProblem& problem) {
  double left = std::numeric_limits<double>::infinity();
  for (int i = 0; i < 200; ++i) {
    const double before = left;
    left = refine(problem);
    if (left < 2e-16 || !(left < (left < 1e-15 ? 0.5 : 0.999) * before)) break;
  }
  // With little curvature x may be far from the minimum though the gradient is small.
  return left <= 10.0 * tolerance_ && dx_.norm() <= 1e7 * tolerance_ * x_size();
}

// Whether a polished point satisfies the rows that are not held, with multipliers of the right
// sign.
bool QpSolver::is_optimal() {
  for (Index k = 0; k < set_.size(); ++k)
    if (!held_[static_cast<std::size_t>(k)].equality && mu_[k] < -tolerance_ * gradient_size_)
      return false;
  values_.noalias() = normals_.transpose() * x_;
  const double size = x_size();
  for (Index i = 0; i < norm_.size(); ++i) {
    if (is_held_[static_cast<std::size_t>(i)]) continue;
    if (violation(i) > slack_tolerance(i, size)) return false;
  }
  return true;
}

// Whether the last proximal step shows that the objective has no minimum: a direction d that no row
// ends, with P d = 0 and q^T d < 0.
bool QpSolver::falls_forever(const QpProblem& problem) {
  constexpr double small = 1e-9;
  dx_ = proximal_ - centre_;
  const double length = dx_.norm();
  if (!(length > 1e-6 * (1.0 + centre_.norm()))) return false;
  if (!(problem.q.dot(dx_) < -small * problem.q.norm() * length)) return false;
  g_.noalias() = problem.P * dx_;
  if (g_.norm() > small * problem.P.norm() * length) return false;
  values_.noalias() = normals_.transpose() * dx_;
  for (Index i = 0; i < norm_.size(); ++i) {
    if (std::isfinite(upper_[i]) && values_[i] > small * length) return false;
    if (std::isfinite(lower_[i]) && values_[i] < -small * length) return false;
  }
  return true;
}

void QpSolver::remember_held() {
  last_.clear();
  for (const Entry& e : held_) {
    const QpSide side = e.equality ? QpSide::Equal : (e.sign > 0.0 ? QpSide::Lower : QpSide::Upper);
    last_.push_back({e.row, side});
  }
}

void QpSolver::store(QpStatus status) {
  result_.status = status;
  result_.iterations = changes_;
  result_.x = x_;
  result_.multipliers.setZero();
  for (Index k = 0; k < set_.size(); ++k) {
    const Entry& e = held_[static_cast<std::size_t>(k)];
    const double mu = e.equality ? mu_[k] : std::max(0.0, mu_[k]);  // below zero by rounding only
    result_.multipliers[e.row] = -e.sign * mu / norm_[e.row];
  }
  remember_held();
  result_.active.clear();
  if (status == QpStatus::Solved) result_.active = last_;
  if (status == QpStatus::Infeasible) {
    result_.certificate = certificate_;
  } else {
    result_.certificate.setZero();
    result_.conflict.clear();
  }
}

}  // namespace catena
