#include "catena/solvers/redundant_efforts.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/infinity.hpp"
#include "catena/solvers/dense.hpp"

namespace catena {

namespace {

using Eigen::Index;

// A direction that changes efforts by less than this part of what the largest does changes none.
constexpr double no_change = 1e-8;
// A distance from a bound that costs less than this part of the others is not what limits them.
constexpr double no_share = 1e-9;

// Efforts whose response is below this part of the largest do not act.
constexpr double no_response = 1e-11;
// An effort this near to a bound, in parts of it, is at the bound.
constexpr double near_bound = 1e-8;

// What a distance is measured by: the largest effort and bound.
double size_of(const Eigen::VectorXd& r0, const Eigen::VectorXd& lower,
               const Eigen::VectorXd& upper) {
  double size = r0.lpNorm<Eigen::Infinity>();
  for (Index k = 0; k < r0.size(); ++k)
    for (const double bound : {lower[k], upper[k]})
      if (std::isfinite(bound)) size = std::max(size, std::abs(bound));
  return size;
}

}  // namespace

bool RedundantEfforts::find(const Eigen::VectorXd& r0, const Eigen::MatrixXd& R,
                            const Eigen::VectorXd& lower, const Eigen::VectorXd& upper) {
  r0_ = r0, lower_ = lower, upper_ = upper;
  room_ = Eigen::VectorXd::Constant(r0.size(), infinity);
  roomiest_ = r0;
  shared_.assign(static_cast<std::size_t>(r0.size()), 0);
  if (R.size() == 0 || !find_directions(R)) return false;
  find_room();
  return true;
}

bool RedundantEfforts::find_directions(const Eigen::MatrixXd& R) {
  const SingularDecomposition parts = singular_decomposition(R);
  Index rank = 0;
  while (rank < parts.values.size() && parts.values[rank] > no_change) ++rank;
  U_ = parts.U.leftCols(rank);
  for (Index k = 0; k < U_.rows(); ++k)
    shared_[static_cast<std::size_t>(k)] = U_.row(k).norm() > no_change ? 1 : 0;
  return rank > 0;
}

Eigen::VectorXd RedundantEfforts::smallest() {
  const Eigen::VectorXd free = r0_ - U_ * (U_.transpose() * r0_);
  if ((free.array() >= lower_.array()).all() && (free.array() <= upper_.array()).all()) return free;
  const Index n = U_.cols();
  QpProblem problem{Eigen::MatrixXd::Identity(n, n), U_.transpose() * r0_, U_, lower_ - r0_,
                    upper_ - r0_};
  solver_.forget();
  const QpResult& result = solver_.solve_closest(problem, Eigen::VectorXd::Ones(r0_.size()));
  return result.status == QpStatus::Solved ? Eigen::VectorXd(r0_ + U_ * result.x) : free;
}

// Efforts that depend on each other: the projection onto the directions links them.
std::vector<std::vector<Index>> RedundantEfforts::groups() const {
  const Eigen::MatrixXd linked = U_ * U_.transpose();
  std::vector<std::vector<Index>> out;
  std::vector<char> taken(shared_.size(), 0);
  for (Index k = 0; k < U_.rows(); ++k) {
    if (!is_shared(k) || taken[static_cast<std::size_t>(k)] != 0) continue;
    std::vector<Index>& group = out.emplace_back(1, k);
    taken[static_cast<std::size_t>(k)] = 1;
    for (std::size_t i = 0; i < group.size(); ++i)
      for (Index l = 0; l < U_.rows(); ++l) {
        if (taken[static_cast<std::size_t>(l)] != 0 || std::abs(linked(group[i], l)) <= no_change)
          continue;
        taken[static_cast<std::size_t>(l)] = 1;
        group.push_back(l);
      }
  }
  return out;
}

void RedundantEfforts::find_room() {
  for (const std::vector<Index>& group : groups()) find_room_of(group);
}

// Unknowns are y and the distance s. What limits s has its distance found; the next round makes
// that of the others as large as it can be.
void RedundantEfforts::find_room_of(const std::vector<Index>& group) {
  const auto m = static_cast<Index>(group.size());
  const Index n = U_.cols();
  const double size = size_of(r0_(group), lower_(group), upper_(group));
  const double most = 4.0 * size * static_cast<double>(m);
  std::vector<char> is_known(group.size(), 0);
  QpProblem problem;
  problem.P = Eigen::MatrixXd::Zero(n + 1, n + 1);
  problem.q = Eigen::VectorXd::Zero(n + 1);
  problem.q[n] = -1.0;
  problem.A = Eigen::MatrixXd::Zero(2 * m + 1, n + 1);
  problem.lower = Eigen::VectorXd::Constant(2 * m + 1, -infinity);
  problem.upper = Eigen::VectorXd::Constant(2 * m + 1, infinity);
  problem.A(2 * m, n) = 1.0, problem.upper[2 * m] = most;
  for (Index round = 0; round < m; ++round) {
    for (Index i = 0; i < m; ++i) {
      const Index k = group[static_cast<std::size_t>(i)];
      const bool known = is_known[static_cast<std::size_t>(i)] != 0;
      // Known ones may come this near to what they have, by rounding.
      const double kept = known ? room_[k] - 1e-12 * size : 0.0;
      problem.A.row(2 * i).head(n) = problem.A.row(2 * i + 1).head(n) = U_.row(k);
      problem.A(2 * i, n) = known ? 0.0 : -1.0;
      problem.A(2 * i + 1, n) = known ? 0.0 : 1.0;
      problem.lower[2 * i] = lower_[k] - r0_[k] + kept;
      problem.upper[2 * i + 1] = upper_[k] - r0_[k] - kept;
    }
    solver_.forget();
    const QpResult& result = solver_.solve(problem);
    if (result.status != QpStatus::Solved) return;
    const double s = result.x[n];
    bool any_left = false, any_found = false;
    for (Index i = 0; i < m; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const Index k = group[at];
      if (is_known[at] != 0) continue;
      room_[k] = s;
      const double share =
          std::max(std::abs(result.multipliers[2 * i]), std::abs(result.multipliers[2 * i + 1]));
      is_known[at] = share > no_share ? 1 : 0;
      any_found |= is_known[at] != 0, any_left |= is_known[at] == 0;
    }
    const Eigen::VectorXd r = r0_ + U_ * result.x.head(n);
    for (const Index k : group) roomiest_[k] = r[k];
    if (!any_left || !any_found || !(s < most)) return;
  }
}

void take_from_bounds(const Eigen::MatrixXd& W, double still, const Eigen::VectorXd& lower,
                      const Eigen::VectorXd& upper, const Eigen::VectorXd& w, Eigen::VectorXd& x) {
  std::vector<Index> held;
  bool any_at_bound = false;
  for (Index i = 0; i < x.size(); ++i) {
    if (!(std::abs(w[i]) <= still)) continue;
    held.push_back(i);
    const double near = near_bound * std::abs(x[i]);
    any_at_bound |= x[i] <= lower[i] + near || x[i] >= upper[i] - near;
  }
  if (held.size() < 2 || !any_at_bound) return;
  const SingularDecomposition parts = singular_decomposition(W(held, held));
  Index rank = 0;
  while (rank < parts.values.size() && parts.values[rank] > no_response * parts.values[0]) ++rank;
  RedundantEfforts efforts;
  if (!efforts.find(x(held), parts.V.rightCols(parts.V.cols() - rank), lower(held), upper(held)))
    return;
  if (efforts.room().minCoeff() > 0.0) x(held) = efforts.roomiest();
}

}  // namespace catena
