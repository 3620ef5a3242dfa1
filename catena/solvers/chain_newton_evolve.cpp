// Proximal-point steps that follow creeping contacts.
//
// Redundant contacts that press ask for velocities that no motion of the bodies has: q has a part,
// 1e-9 to 1e-4 of its size, that forces do not change (of a body that turns, each point moves on a
// circle of its own). The forces against each other grow by rho times that part from step to step,
// until some contacts are at their limits and creep. With a small rho that takes a million steps,
// with a large one so many modes change in one step that Newton's method does not find them.
// Between them the largest rho that works differs from step to step. The way leads over forces with
// a larger residual where the load of some contacts has to go over to others.

#include <Eigen/Core>
#include <algorithm>

#include "catena/math/index.hpp"
#include "catena/solvers/chain_newton.hpp"

namespace catena::chain {

bool Newton::evolve(Operator& problem, Iterate& iterate, double rho, int most_steps,
                    double tolerance) {
  constexpr int inner_steps = 25, soon = 8;
  constexpr double more = 2.0, less = 0.2, least_rho = 1e-2, most_rho = 1e12, rounds = 3.0;
  resize(problem);
  best_ = iterate.x;
  double best = iterate.residual;
  const double size = Eigen::Map<const Eigen::VectorXd>(problem.rest(), problem.rows()).norm();
  for (factor_ = rho; steps_ < most_steps && factor_ > least_rho && best > tolerance;) {
    const int before = steps_;
    anchor_ = iterate.x;
    s_ = iterate.s;
    solve_inner(problem, inner_steps, tolerance);
    // A step that is not solved to a part of what is left would lead astray. One that ends at
    // rounding counts where the residual says so: forces that move nothing grow by rho times so
    // little that they need a rho at which velocities are rounded off more than that.
    const double residual = iterate.residual;
    const bool found = map(problem, s_.data()) <= 1e-2 * residual * size;
    iterate.x = x_;
    iterate.evaluate(problem);
    if (!found && !(is_at_rounding_ && iterate.residual <= rounds * residual)) {
      iterate.x = anchor_;
      iterate.evaluate(problem);
      factor_ *= less;
      continue;
    }
    if (iterate.residual < best) best = iterate.residual, best_ = iterate.x;
    if (steps_ - before <= soon) factor_ = std::min(most_rho, more * factor_);
  }
  iterate.x = best_;
  iterate.evaluate(problem);
  return best <= tolerance;
}

}  // namespace catena::chain
