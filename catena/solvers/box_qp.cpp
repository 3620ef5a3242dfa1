#include "catena/solvers/box_qp.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "catena/solvers/dense.hpp"

namespace catena {

namespace {

using Eigen::Index;

// The unconstrained minimum over the coordinates in `free`, the others staying where they are.
Eigen::VectorXd minimum_over(const std::vector<Index>& free, const Eigen::MatrixXd& A,
                             const Eigen::VectorXd& b, const Eigen::VectorXd& x) {
  Eigen::VectorXd fixed = x;
  for (const Index i : free) fixed[i] = 0.0;
  const Eigen::VectorXd rhs = -(b + A * fixed);
  return solve_symmetric(A(free, free), rhs(free));
}

// Moves the free coordinates towards their minimum as far as the bounds allow; those that arrive at
// a bound leave `free`. Returns whether the minimum was reached.
bool move_free(std::vector<Index>& free, const Eigen::VectorXd& goal, const Eigen::VectorXd& lower,
               const Eigen::VectorXd& upper, Eigen::VectorXd& x) {
  double fraction = 1.0;
  for (std::size_t k = 0; k < free.size(); ++k) {
    const Index i = free[k];
    const double target = goal[static_cast<Index>(k)], step = target - x[i];
    if (target < lower[i]) fraction = std::min(fraction, (lower[i] - x[i]) / step);
    if (target > upper[i]) fraction = std::min(fraction, (upper[i] - x[i]) / step);
  }
  std::vector<Index> still_free;
  for (std::size_t k = 0; k < free.size(); ++k) {
    const Index i = free[k];
    const double target = goal[static_cast<Index>(k)];
    const double bound = target < lower[i] ? lower[i] : upper[i];
    const bool beyond = target < lower[i] || target > upper[i];
    const double reached = x[i] + fraction * (target - x[i]);
    // The coordinate that limits the step is put exactly on its bound.
    if (beyond &&
        std::abs(reached - bound) <= 1e-14 * (std::abs(bound) + std::abs(target - x[i]))) {
      x[i] = bound;
    } else {
      x[i] = fraction == 1.0 ? target : reached;
      still_free.push_back(i);
    }
  }
  const bool arrived = still_free.size() == free.size();
  free = std::move(still_free);
  return arrived;
}

// Whether row i of A depends on those of the free coordinates, and how they follow i to their
// minimum: the Schur complement A(i, i) - a^T A_ff^-1 a is then zero but for the rounding of its
// terms.
bool depends(Index i, const std::vector<Index>& free, const Eigen::MatrixXd& A,
             Eigen::VectorXd& follow) {
  constexpr double tolerance = 1e-12;
  if (free.empty()) return !(A(i, i) > 0.0);
  const Eigen::VectorXd column = A(free, i), diagonal = A.diagonal()(free);
  follow = -solve_symmetric(A(free, free), column);
  const double terms = A(i, i) + diagonal.dot(follow.cwiseAbs2());
  return !(A(i, i) + column.dot(follow) > tolerance * terms);
}

// Moves i, and the free with it, along a line on which the objective falls without end, to the
// first bound; what arrives there is no longer free, and i becomes free unless it arrived itself.
// Returns whether there was a bound.
bool move_straight(Index i, double sign, const Eigen::VectorXd& follow, std::vector<Index>& free,
                   const Eigen::VectorXd& lower, const Eigen::VectorXd& upper, Eigen::VectorXd& x) {
  double length = sign > 0.0 ? upper[i] - x[i] : x[i] - lower[i];
  std::size_t first = free.size();
  const double noise = 1e-12 * (free.empty() ? 0.0 : follow.cwiseAbs().maxCoeff());
  for (std::size_t k = 0; k < free.size(); ++k) {
    const double rate = sign * follow[static_cast<Index>(k)];
    if (std::abs(rate) <= noise) continue;
    const double bound = rate > 0.0 ? upper[free[k]] : lower[free[k]];
    const double room = (bound - x[free[k]]) / rate;
    if (room < length) length = room, first = k;
  }
  if (std::isinf(length)) return false;
  for (std::size_t k = 0; k < free.size(); ++k) {
    const Index j = free[k];
    const double rate = sign * follow[static_cast<Index>(k)];
    const double moved = std::clamp(x[j] + length * rate, lower[j], upper[j]);
    x[j] = k == first ? (rate > 0.0 ? upper[j] : lower[j]) : moved;
  }
  if (first == free.size()) {
    x[i] = sign > 0.0 ? upper[i] : lower[i];
  } else {
    x[i] += sign * length;
    free[first] = i;
  }
  return true;
}

// What rounding in the free rows leaves in a row that depends on them.
double left_over(const std::vector<Index>& free, const Eigen::VectorXd& follow,
                 const Eigen::VectorXd& noises) {
  double sum = 0.0;
  for (std::size_t k = 0; k < free.size(); ++k)
    sum += std::abs(follow[static_cast<Index>(k)]) * noises[free[k]];
  return sum;
}

// The rows of `wanted` that do not depend on those before them.
std::vector<Index> independent_columns(const std::vector<Index>& wanted, const Eigen::MatrixXd& A) {
  std::vector<Index> free;
  Eigen::VectorXd follow;
  for (const Index i : wanted)
    if (!depends(i, free, A, follow)) free.push_back(i);
  return free;
}

}  // namespace

BoxQpResult solve_box_qp(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                         const Eigen::VectorXd& lower, const Eigen::VectorXd& upper,
                         const std::vector<Index>& inside) {
  const Index n = b.size();
  if (A.rows() != n || A.cols() != n || lower.size() != n || upper.size() != n)
    throw std::invalid_argument("solve_box_qp: A, b, lower and upper differ in size");
  if ((lower.array() > upper.array()).any())
    throw std::invalid_argument("solve_box_qp: a lower bound is above its upper bound");
  BoxQpResult result;
  result.x = Eigen::VectorXd::Zero(n).cwiseMax(lower).cwiseMin(upper);
  std::vector<Index> free = independent_columns(inside, A),
                     rounding;  // the latter violate by rounding only
  Eigen::VectorXd follow;
  const auto settle = [&] {
    while (!free.empty() &&
           !move_free(free, minimum_over(free, A, b, result.x), lower, upper, result.x)) {
    }
  };
  settle();
  // Each round ends at a minimum lower than all before, so no set of free coordinates comes twice.
  for (Index round = 0; round < 20 * (n + 1); ++round) {
    result.w = A * result.x + b;
    const Eigen::VectorXd noises =
        1e-13 * (b.cwiseAbs() + A.cwiseAbs() * result.x.cwiseAbs()).eval();
    Index worst = -1;
    double violation = 0.0;
    for (Index i = 0; i < n; ++i) {
      if (std::find(free.begin(), free.end(), i) != free.end()) continue;
      if (std::find(rounding.begin(), rounding.end(), i) != rounding.end()) continue;
      const double scale = A(i, i) > 0.0 ? std::sqrt(A(i, i)) : 1.0;
      const double rise = result.x[i] < upper[i] ? -result.w[i] : -1.0;
      const double fall = result.x[i] > lower[i] ? result.w[i] : -1.0;
      const double gain = std::max(rise, fall);
      if (gain > noises[i] && gain / scale > violation) violation = gain / scale, worst = i;
    }
    if (worst < 0) {
      result.solved = true;
      return result;
    }
    if (!depends(worst, free, A, follow)) {
      free.push_back(worst);
    } else if (std::abs(result.w[worst]) <= left_over(free, follow, noises)) {
      rounding.push_back(worst);
      continue;
    } else if (!move_straight(worst, result.w[worst] < 0.0 ? 1.0 : -1.0, follow, free, lower, upper,
                              result.x)) {
      return result;  // the objective has no minimum
    }
    rounding.clear();
    settle();
  }
  return result;
}

double box_qp_residual(const Eigen::MatrixXd& A, const Eigen::VectorXd& b,
                       const Eigen::VectorXd& lower, const Eigen::VectorXd& upper,
                       const Eigen::VectorXd& x) {
  const Eigen::VectorXd Ax = A * x;
  double error = 0.0, rest = 0.0, response = 0.0;
  for (Index i = 0; i < x.size(); ++i) {
    const double unit = A(i, i) > 0.0 ? std::sqrt(A(i, i)) : 1.0;
    const double aim = x[i] - (Ax[i] + b[i]) / (unit * unit);
    error += std::pow(unit * (x[i] - std::clamp(aim, lower[i], upper[i])), 2.0);
    rest += std::pow(b[i] / unit, 2.0), response += std::pow(Ax[i] / unit, 2.0);
  }
  return error == 0.0 ? 0.0 : std::sqrt(error / std::max(rest, response));
}

}  // namespace catena
