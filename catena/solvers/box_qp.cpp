#include "catena/solvers/box_qp.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace catena {

namespace {

using Eigen::Index;

// The unconstrained minimum over the coordinates in `free`, the others staying where they are.
Eigen::VectorXd minimum_over(const std::vector<Index>& free, const Eigen::MatrixXd& A,
                             const Eigen::VectorXd& b, const Eigen::VectorXd& x) {
  Eigen::VectorXd fixed = x;
  for (const Index i : free) fixed[i] = 0.0;
  const Eigen::VectorXd rhs = -(b + A * fixed);
  return A(free, free).eval().ldlt().solve(rhs(free));
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
  std::vector<Index> free = inside;
  const auto settle = [&] {
    while (!free.empty() &&
           !move_free(free, minimum_over(free, A, b, result.x), lower, upper, result.x)) {
    }
  };
  settle();
  // Each round ends at a minimum lower than all before, so no set of free coordinates comes twice.
  for (Index round = 0; round < 20 * (n + 1); ++round) {
    result.w = A * result.x + b;
    Index worst = -1;
    double violation = 0.0;
    for (Index i = 0; i < n; ++i) {
      if (std::find(free.begin(), free.end(), i) != free.end()) continue;
      const double scale = std::sqrt(A(i, i));
      const double noise = 1e-13 * (std::abs(b[i]) + A.row(i).cwiseAbs().dot(result.x.cwiseAbs()));
      const double rise = result.x[i] < upper[i] ? -result.w[i] : -1.0;
      const double fall = result.x[i] > lower[i] ? result.w[i] : -1.0;
      const double gain = std::max(rise, fall);
      if (gain > noise && gain / scale > violation) violation = gain / scale, worst = i;
    }
    if (worst < 0) {
      result.solved = true;
      return result;
    }
    free.push_back(worst);
    settle();
  }
  return result;
}

}  // namespace catena
