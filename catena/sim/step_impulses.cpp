#include "catena/sim/step_impulses.hpp"

#include <algorithm>

#include "catena/dynamics/recursion.hpp"
#include "catena/threads/thread_team.hpp"

namespace catena {

using detail::at;

namespace {

// Fewer rows are not worth other threads.
constexpr std::size_t rows_of_one_thread = 36;

}  // namespace

StepImpulses::StepImpulses(MotionEquations& equations)
    : equations_(equations), rows_(equations.model()), islands_(equations.model()) {
  const int threads = equations.team() != nullptr ? equations.team()->size() : 1;
  solvers_.reserve(static_cast<std::size_t>(threads));
  for (int i = 0; i < threads; ++i) solvers_.emplace_back(equations, islands_);
}

void StepImpulses::begin(const State& middle, const RowList& list, bool again) {
  again_ = again;
  if (equations_.has_loops())
    response_ = &equations_.response(middle, list);
  else
    islands_.find(list);
}

void StepImpulses::leave_alone(const ImpulseProblem& problem, std::span<const int> blocks) {
  for (const int i : blocks) {
    const Block& block = at(problem.list.blocks, i);
    problem.x.segment(block.row, block.row_count()).setZero();
  }
}

// Calls solve(island, solver) for each island, which returns its quality. The worst of all is the
// same in any order.
template <class Solve>
StepQuality StepImpulses::solve_each(int count, std::size_t rows, Solve solve) {
  ThreadTeam* const team = rows > rows_of_one_thread ? equations_.team() : nullptr;
  qualities_.assign(solvers_.size(), {});
  run_pieces(team, count, piece_of(team, count, 1), [&](int begin, int end, int thread) {
    StepQuality worst;
    for (int i = begin; i < end; ++i) worst.take_worse(solve(i, at(solvers_, thread)));
    at(qualities_, thread).take_worse(worst);
  });
  for (const StepQuality& quality : qualities_) qualities_.front().take_worse(quality);
  return qualities_.front();
}

StepQuality StepImpulses::solve(const RowList& list, double h, const Eigen::VectorXd& b, Care care,
                                Eigen::VectorXd& x, Eigen::VectorXd& u,
                                std::span<const char> arriving) {
  x.resize(list.size());
  for (Eigen::Index r = 0; r < x.size(); ++r)
    x[r] = h * list.rows[static_cast<std::size_t>(r)].force;
  u = b;
  const ImpulseProblem problem{
      .list = list,
      .b = b,
      .x = x,
      .u = u,
      .dv = dv_,
      .care = care,
      .again = again_,
      .impact = !arriving.empty(),
      .largest_error = equations_.setup().contact_options.tolerance / h,
  };
  return solve_islands(problem, arriving);
}

StepQuality StepImpulses::solve_impact(const RowList& list, const Eigen::VectorXd& b,
                                       Eigen::VectorXd& x, Eigen::VectorXd& u,
                                       std::span<const char> arriving) {
  x.setZero(list.size());
  u = b;
  return solve_islands({.list = list, .b = b, .x = x, .u = u, .dv = dv_, .care = Care::Everything},
                       arriving);
}

StepQuality StepImpulses::solve_islands(const ImpulseProblem& problem,
                                        std::span<const char> arriving) {
  const RowList& list = problem.list;
  const auto none_of = [&](std::span<const int> blocks) {
    return !arriving.empty() &&
           std::none_of(blocks.begin(), blocks.end(), [&](int i) { return at(arriving, i) != 0; });
  };
  const std::size_t rows = list.rows.size();
  if (equations_.has_loops())
    return solve_each(response_->island_count(), rows, [&](int island, IslandImpulses& solver) {
      const std::span<const int> blocks = response_->blocks(island);
      if (!none_of(blocks)) return solver.solve_closed(problem, *response_, island);
      leave_alone(problem, blocks);
      return StepQuality{};
    });
  dv_.setZero(equations_.nv());
  leave_alone(problem, islands_.idle());
  const std::span<const StepIslands::Island> islands = islands_.all();
  return solve_each(static_cast<int>(islands.size()), rows, [&](int i, IslandImpulses& solver) {
    const StepIslands::Island& island = islands[static_cast<std::size_t>(i)];
    if (!none_of(island.contacts) || !none_of(island.coordinates))
      return solver.solve(problem, island);
    leave_alone(problem, island.contacts);
    leave_alone(problem, island.coordinates);
    return StepQuality{};
  });
}

void StepImpulses::add_response(const Eigen::VectorXd& x, Eigen::VectorXd& v) {
  if (equations_.has_loops())
    v += equations_.respond(x);
  else
    v += dv_;
}

}  // namespace catena
