// The steps of Goldfarb & Idnani's method: rows that are violated enter the working set one by one,
// and those whose multipliers would change sign on the way leave it.

#include <algorithm>
#include <cmath>

#include "catena/math/infinity.hpp"
#include "catena/solvers/quadratic_program.hpp"

namespace catena {

using Eigen::Index;
using Eigen::VectorXd;

double QpSolver::violation(Index row) const {
  return std::max(lower_[row] - values_[row], values_[row] - upper_[row]);
}

// Rows that depend on those held cannot be met better than these allow.
double QpSolver::slack_tolerance(Index row, double size) const {
  const double below = lower_[row] - values_[row], above = values_[row] - upper_[row];
  const double terms = size + std::abs(below > above ? lower_[row] : upper_[row]);
  const bool loose = is_loose_[static_cast<std::size_t>(row)];
  return (loose ? std::max(100.0 * feasibility_, tolerance_) : tolerance_) * terms;
}

// The minimum with the present centre on the rows held, without those whose multipliers have the
// wrong sign.
void QpSolver::settle(const QpProblem& problem) {
  for (;;) {
    g_.noalias() = problem.P * centre_;
    g_ = -g_ - problem.q;
    for (Index k = 0; k < set_.size(); ++k) {
      const Entry& e = held_[static_cast<std::size_t>(k)];
      h_[k] = e.sign * (bound(e) - normals_.col(e.row).dot(centre_));
    }
    set_.solve(g_, h_, dx_, mu_);
    x_ = centre_ + dx_;
    Index worst = -1;
    const double size = set_.size() > 0 ? mu_.head(set_.size()).cwiseAbs().maxCoeff() : 0.0;
    double least = -tolerance_ * std::max(size, problem.q.cwiseAbs().maxCoeff());
    for (Index k = 0; k < set_.size(); ++k)
      if (!held_[static_cast<std::size_t>(k)].equality && mu_[k] < least) least = mu_[k], worst = k;
    if (worst < 0) return;
    drop(worst);
    ++changes_;
  }
}

void QpSolver::drop(Index k) {
  const auto place = held_.begin() + k;
  is_held_[static_cast<std::size_t>(place->row)] = 0;
  held_.erase(place);
  set_.drop(k);
  for (Index j = k; j < set_.size(); ++j) mu_[j] = mu_[j + 1];
}

bool QpSolver::most_violated(Entry& entry) {
  values_.noalias() = normals_.transpose() * x_;
  const double size = x_size();
  double worst = 0.0;
  for (Index i = 0; i < norm_.size(); ++i) {
    if (is_held_[static_cast<std::size_t>(i)] || is_loose_[static_cast<std::size_t>(i)]) continue;
    const double by = violation(i);
    if (!(by > worst) || !(by > slack_tolerance(i, size))) continue;
    worst = by;
    entry.row = static_cast<int>(i);
    entry.sign = values_[i] < lower_[i] ? 1.0 : -1.0;
    entry.equality = lower_[i] == upper_[i];
  }
  return worst > 0.0;
}

QpStatus QpSolver::add_violated(const QpProblem& problem) {
  Entry entry;
  while (most_violated(entry)) {
    switch (enter(entry)) {
      case Entering::Done:
        break;
      case Entering::Loose:
        is_loose_[static_cast<std::size_t>(entry.row)] = 1;
        settle(problem);
        break;
      case Entering::Conflict:
        return QpStatus::Infeasible;
      case Entering::Limit:
        return QpStatus::TooManyIterations;
    }
  }
  return QpStatus::Solved;
}

// The first row whose multiplier becomes zero, or -1.
Index QpSolver::blocking(double& length) const {
  length = infinity;
  Index first = -1;
  if (set_.size() == 0) return first;
  const double noise = 1e-12 * (1.0 + r_.head(set_.size()).cwiseAbs().maxCoeff());
  for (Index k = 0; k < set_.size(); ++k) {
    if (held_[static_cast<std::size_t>(k)].equality || !(r_[k] > noise)) continue;
    const double own = std::max(0.0, mu_[k] / r_[k]);
    if (own < length) length = own, first = k;
  }
  return first;
}

QpSolver::Entering QpSolver::enter(const Entry& entry) {
  normal_ = entry.sign * normals_.col(entry.row);
  double gap = normal_.dot(x_) - entry.sign * bound(entry), mu = 0.0;
  for (;;) {
    if (++changes_ > most_changes_) return Entering::Limit;
    set_.project(normal_);
    set_.response(r_);
    const bool can_move = set_.size() < x_.size() && set_.independence() > least_independence;
    double until_zero = infinity, until_met = infinity, rate = 0.0;
    const Index first = blocking(until_zero);
    if (can_move) {
      rate = set_.direction(z_);
      until_met = -gap / rate;
    } else if (first < 0) {
      return conflicts(entry) ? Entering::Conflict : Entering::Loose;
    }
    const double length = std::min(until_zero, until_met);
    mu_.head(set_.size()) -= length * r_.head(set_.size());
    mu += length;
    if (can_move) {
      x_ += length * z_;
      gap += length * rate;
    }
    if (until_met <= until_zero) {
      set_.add();
      held_.push_back(entry);
      is_held_[static_cast<std::size_t>(entry.row)] = 1;
      mu_[set_.size() - 1] = mu;
      return Entering::Done;
    }
    drop(first);
  }
}

// The normal of the row is a sum of those held, n = N r, with r_k <= 0 at inequalities. Whether
// this contradicts the bounds is decided without x: 0 = (n - N r)^T x >= b - b_N^T r.
bool QpSolver::conflicts(const Entry& entry) {
  const double noise =
      set_.size() > 0 ? 1e-12 * (1.0 + r_.head(set_.size()).cwiseAbs().maxCoeff()) : 0.0;
  for (int pass = 0; pass < 2; ++pass) {  // the second takes out what rounding left
    g_ = normal_;
    for (Index k = 0; k < set_.size(); ++k) {
      const Entry& e = held_[static_cast<std::size_t>(k)];
      if (std::abs(r_[k]) <= noise || (!e.equality && r_[k] > 0.0)) r_[k] = 0.0;
      g_ -= (r_[k] * e.sign) * normals_.col(e.row);
    }
    if (pass > 0) break;
    set_.project(g_);
    set_.response(dmu_);
    r_.head(set_.size()) += dmu_.head(set_.size());
  }
  double excess = entry.sign * bound(entry), size = std::abs(bound(entry)) + x_floor_;
  for (Index k = 0; k < set_.size(); ++k) {
    const Entry& e = held_[static_cast<std::size_t>(k)];
    excess -= r_[k] * e.sign * bound(e);
    size += std::abs(r_[k]) * (std::abs(bound(e)) + x_floor_);
  }
  if (!(excess > feasibility_ * size + 10.0 * g_.norm() * x_size())) return false;
  const auto add = [&](const Entry& e, double weight) {
    certificate_[e.row] = -e.sign * weight / norm_[e.row];
    const QpSide side = e.equality ? QpSide::Equal : (e.sign > 0.0 ? QpSide::Lower : QpSide::Upper);
    result_.conflict.push_back({e.row, side});
  };
  certificate_.setZero();
  result_.conflict.clear();
  add(entry, 1.0);
  for (Index k = 0; k < set_.size(); ++k) {
    if (r_[k] != 0.0) add(held_[static_cast<std::size_t>(k)], -r_[k]);
  }
  certificate_ /= certificate_.cwiseAbs().maxCoeff();
  return true;
}

}  // namespace catena
