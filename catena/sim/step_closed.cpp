// StepImpulses: islands with loops. Dampers, and servos that stay inside their limits, are linear,
// and leave the problem before the chain sees it.

#include <cmath>

#include "catena/dynamics/recursion.hpp"
#include "catena/sim/step_impulses.hpp"

namespace catena {

using detail::at;

// W as the mechanism answers with its loops closed.
void StepImpulses::solve_closed(Problem& problem, int island) {
  const RowList& list = problem.list;
  const std::span<const Eigen::Index> rows = response_->rows(island);
  const std::size_t n = rows.size();
  W_ = response_->matrix(island);
  all_x_.resize(n), all_b_.resize(n), soft_.assign(n, 0);
  for (std::size_t r = 0; r < n; ++r)
    all_x_[r] = problem.x[rows[r]], all_b_[r] = problem.b[rows[r]];
  Eigen::Index place = 0;
  for (const int i : response_->blocks(island)) {
    const Block& block = at(list.blocks, i);
    W_(place, place) += block.compliance;
    const double x = all_x_[static_cast<std::size_t>(place)];
    soft_[static_cast<std::size_t>(place)] =
        block.compliance > 0.0 && block.lower < x && x < block.upper ? 1 : 0;
    place += block.row_count();
  }
  if (!solve_without_soft(problem, island)) {
    soft_.assign(n, 0);
    problem.quality.take_worse(solve_left(problem, island, W_, all_b_));
    all_x_ = x_, all_u_ = u_;
  }
  for (std::size_t r = 0; r < n; ++r)
    problem.x[rows[r]] = all_x_[r], problem.u[rows[r]] = all_u_[r];
}

// What is linear is taken out, unless a servo would leave its limits by that.
bool StepImpulses::solve_without_soft(Problem& problem, int island) {
  if (!compliant_.take_out(W_, all_b_, soft_)) return false;
  const StepQuality quality = solve_left(problem, island, compliant_.matrix(), compliant_.bias());
  all_guess_ = all_x_;
  compliant_.put_back(x_, all_x_);
  std::size_t place = 0;
  for (const int i : response_->blocks(island)) {
    const Block& block = at(problem.list.blocks, i);
    if (soft_[place] != 0 && !(block.lower <= all_x_[place] && all_x_[place] <= block.upper)) {
      all_x_ = all_guess_;
      return false;
    }
    place += static_cast<std::size_t>(block.row_count());
  }
  all_u_.assign(all_x_.size(), 0.0);
  for (std::size_t r = 0; r < u_.size(); ++r)
    all_u_[static_cast<std::size_t>(compliant_.rows()[r])] = u_[r];
  problem.quality.take_worse(quality);
  return true;
}

// The rows of an island that are not soft, by the chain: x_ and u_.
StepQuality StepImpulses::solve_left(const Problem& problem, int island, const Eigen::MatrixXd& W,
                                     const std::vector<double>& b) {
  laws_.clear(), x_.clear();
  double squares = 0.0, of_servos = 0.0;
  std::size_t place = 0, next = 0;
  for (const int i : response_->blocks(island)) {
    const Block& block = at(problem.list.blocks, i);
    const auto count = static_cast<std::size_t>(block.row_count());
    if (soft_[place] == 0) {
      laws_.push_back(law_of(block));
      for (std::size_t r = 0; r < count; ++r, ++next) {
        x_.push_back(all_x_[place + r]);
        squares += b[next] * b[next];
        of_servos += block.compliance > 0.0 ? b[next] * b[next] : 0.0;
      }
    }
    place += count;
  }
  u_.resize(x_.size());
  if (x_.empty()) return {};
  const double share = of_servos < squares ? std::sqrt(1.0 - of_servos / squares) : 1.0;
  return solve_dense(W, b, share, problem.care);
}

}  // namespace catena
