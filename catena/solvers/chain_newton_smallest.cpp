// Newton's method for what redundant contacts leave open: the smallest forces.

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/math/index.hpp"
#include "catena/solvers/chain_newton.hpp"

namespace catena::chain {

namespace {

// Sum of squares of forces as given.
double squares_of(const Operator& problem, const std::vector<double>& x) {
  double sum = 0.0;
  for (const Block& block : problem.blocks())
    for (int i = block.first; i < block.first + block.rows; ++i)
      sum += std::pow(problem.unit(i) * x[to_index(i)], 2.0);
  return sum;
}

double size_of_rows(const double* v, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += v[i] * v[i];
  return std::sqrt(sum);
}

// What friction takes, per time.
double power_of_friction(const Operator& problem, const Iterate& iterate) {
  double sum = 0.0;
  for (const Block& block : problem.blocks()) {
    const double* x = iterate.x.data() + block.first;
    const double* u = iterate.u.data() + block.first;
    for (int limit = 0, row = 1; limit < block.limits; row += block.limit_rows[limit++])
      sum +=
          block.friction[limit] * std::abs(x[0]) * size_of_rows(u + row, block.limit_rows[limit]);
  }
  return sum;
}

}  // namespace

// A small compliance, the same for all, from no forces.
void Newton::begin_smallest(const Operator& problem, const Iterate& iterate) {
  found_ = iterate.x;
  resize(problem);
  factor_ = std::numeric_limits<double>::infinity();
  for (const Block& block : problem.blocks())
    factor_ = std::min(factor_, 1e6 * block.rho * std::pow(problem.unit(block.first), 2.0));
  as_given_ = true;
  problem.no_forces(anchor_.data());
  s_ = iterate.s;
}

bool Newton::hold(Operator& problem, Iterate& iterate, double tolerance) {
  constexpr double nothing = 1e-6, less = 0.9, parts = 1e-6, almost_right = 1e-9;
  const double before = power_of_friction(problem, iterate);
  const double speed = size_of_rows(problem.rest(), problem.rows());
  if (!(before > nothing * speed * size_of_rows(iterate.x.data(), problem.rows()))) return false;
  begin_smallest(problem, iterate);
  // Whatever is not about to part pushes, and sticks.
  best_ = found_;
  for (const Block& block : problem.blocks()) {
    if (block.kind == ContactLaw::Kind::Bounds) continue;
    double* x = best_.data() + block.first;
    if (x[0] == 0.0 && iterate.u[to_index(block.first)] <= parts * speed) x[0] = 1.0;
    std::fill(x + 1, x + block.rows, 0.0);
  }
  step_with_modes_of(problem, best_);
  solve_inner(problem, 12, 1e-6);
  iterate.x = x_;
  iterate.evaluate(problem);
  // What the compliance has let through is taken back.
  run(problem, iterate, {.outer = 4, .inner = 4, .rho = 1e4}, tolerance);
  if (!(iterate.residual <= tolerance) && iterate.residual <= almost_right)
    run(problem, iterate,
        {.outer = 4, .inner = 4, .rho = 1e7, .as_given = true, .with_modes = true}, tolerance);
  if (iterate.residual <= tolerance &&
      (power_of_friction(problem, iterate) < less * before ||
       squares_of(problem, iterate.x) < less * squares_of(problem, found_)))
    return true;
  iterate.x = found_;
  iterate.evaluate(problem);
  return false;
}

void Newton::shrink(Operator& problem, Iterate& iterate, double tolerance) {
  begin_smallest(problem, iterate);
  step_with_modes_of(problem, found_);
  solve_inner(problem, 6, 1e-6);
  iterate.x = x_;
  iterate.evaluate(problem);
  // What the compliance has let through is taken back.
  run(problem, iterate, {.outer = 4, .inner = 4, .rho = 1e4}, tolerance);
  if (iterate.residual <= tolerance && squares_of(problem, iterate.x) < squares_of(problem, found_))
    return;
  iterate.x = found_;
  iterate.evaluate(problem);
}

}  // namespace catena::chain
