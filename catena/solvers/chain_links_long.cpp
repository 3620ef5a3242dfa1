// The links that take long.

#include <algorithm>
#include <vector>

#include "catena/solvers/chain_impossible.hpp"
#include "catena/solvers/chain_links.hpp"
#include "catena/solvers/friction_thorough.hpp"

namespace catena::chain {

// Alternating directions from where they are, then Newton's method, which arrives as soon as the
// modes are right. Looks at the residual from time to time.
bool Links::by_admm(Operator& problem, double rho, int most) {
  admm_.begin(problem, now_, rho);
  while (admm_.iterations() < most) {
    admm_.run(problem, 25, 0.1 * tolerance_);
    now_.x = admm_.forces();
    now_.evaluate(problem);
    if (arrived() || now_.residual < 1e-6) break;
  }
  keep_best();
  const int before = admm_.iterations();
  const bool arrives = arrived() || by_newton(problem, soft);
  iterations_ += before;
  return arrives;
}

bool Links::by_admm_after_sweeps(Operator& problem, double rho) {
  restart(problem);
  problem.sweep(now_.x.data(), now_.s.data(), 20);
  now_.evaluate(problem);
  return by_admm(problem, rho, 125);
}

bool Links::by_admm(Operator& problem) {
  for (const double rho : {0.05, 0.15})
    if (by_admm_after_sweeps(problem, rho)) return true;
  for (const int most : {100, 200, 400, 1600})
    for (const double rho : {1e-3, 3e-2, 1.0}) {
      restart(problem);
      if (by_admm(problem, rho, most)) return true;
    }
  return false;
}

// From the best so far, with a regularisation that stays, as long as that helps.
bool Links::by_steps_from_best(Operator& problem) {
  double last = 2.0 * least_;
  for (int round = 0; round < 20 && least_ < 0.9 * last; ++round) {
    last = least_;
    for (const double rho : {1e2, 1.0, 1e4, 1e-1, 1e6}) {
      now_.x = best_;
      now_.evaluate(problem);
      if (by_newton(problem, {.outer = 30, .inner = 30, .rho = rho, .growth = 1.0})) return true;
    }
  }
  return false;
}

bool Links::by_proximal(Operator& problem) {
  for (const double rho : {1.0, 0.1, 100.0}) {
    restart(problem);
    if (by_newton(problem, {.outer = 60, .inner = 60, .rho = rho, .growth = 3.0})) return true;
  }
  return by_steps_from_best(problem);
}

bool Links::by_pyramid(Operator& problem, const ChainOptions& options, int most) {
  if (!pyramid_.set(problem, options.edges, options.equal_area, most)) return false;
  pyramid_.solve(problem, true, now_.x.data());
  now_.evaluate(problem);
  keep_best();
  const bool arrives = arrived() || (options.polish && by_newton(problem, soft));
  iterations_ = pyramid_.pivots();
  return arrives;
}

bool Links::by_pyramid(Operator& problem) {
  constexpr int most = 300;  // unknowns: each pivot costs their square
  for (const int edges : {8, 16, 6})
    for (const bool equal_area : {true, false})
      if (by_pyramid(problem, {.edges = edges, .equal_area = equal_area}, most)) return true;
  return false;
}

// The blocks that solve_thoroughly() knows, while they are few.
bool Links::thoroughly(Operator& problem) {
  std::vector<FrictionBlock> blocks;
  if (problem.rows() > 150) return false;
  for (const Block& block : problem.blocks()) {
    FrictionBlock known;
    if (block.kind != ContactLaw::Kind::Bounds && !(block.limits == 1 && block.limit_rows[0] == 2))
      return false;
    known.kind = block.kind == ContactLaw::Kind::Bounds ? FrictionBlock::Kind::Box
                 : block.kind == ContactLaw::Kind::Cone ? FrictionBlock::Kind::Cone
                                                        : FrictionBlock::Kind::TwoSidedCone;
    known.first = block.first;
    known.lower = block.lower, known.upper = block.upper;
    known.friction = block.rows > 1 ? block.friction[0] : 0.0;
    blocks.push_back(known);
    for (int i = block.rows; i < lanes_of(block.rows) && problem.is_padded(); ++i) {
      FrictionBlock nothing;  // a padded row
      nothing.first = block.first + i;
      nothing.upper = 0.0;
      blocks.push_back(nothing);
    }
  }
  Eigen::MatrixXd W;
  form_dense(problem, W);
  const Eigen::Map<const Eigen::VectorXd> q(problem.rest(), problem.rows());
  const friction::Problem given{W, q, blocks, {}};
  Eigen::VectorXd x = Eigen::Map<const Eigen::VectorXd>(guess_.data(), problem.rows());
  friction::solve_thoroughly(given, x);
  std::copy_n(x.data(), problem.rows(), now_.x.data());
  now_.evaluate(problem);
  keep_best();
  iterations_ = 1;
  return arrived() || by_newton(problem, soft);
}

ChainReport Links::take_long(Operator& problem, const ChainOptions& options, bool fast) {
  const auto report = [&](ChainLink link) {
    return ChainReport{true, now_.residual, link, iterations_};
  };
  const auto allowed = [&](ChainLink link) { return link <= options.last; };
  ChainReport last;
  if (fast && allowed(ChainLink::Interior) && by_creep(problem)) return report(ChainLink::Newton);
  if (fast && allowed(ChainLink::Admm) && cannot_go_on(problem, last)) return last;
  if (fast && allowed(ChainLink::Admm) && by_evolution(problem)) return report(ChainLink::Newton);
  // One factorisation for many steps, where each is dear.
  if (!fast && allowed(ChainLink::Admm) && by_admm_after_sweeps(problem, 0.05))
    return report(ChainLink::Admm);
  if (!fast && allowed(ChainLink::Interior) && by_interior(problem, Extent::All))
    return report(ChainLink::Interior);
  constexpr double almost_right = 1e-7;
  if (!fast && allowed(ChainLink::Interior) && least_ <= almost_right &&
      by_steps_from_best(problem))
    return report(ChainLink::Newton);
  if (!fast && allowed(ChainLink::Admm) && cannot_go_on(problem, last)) return last;
  if (!fast && allowed(ChainLink::Admm) && by_evolution(problem)) return report(ChainLink::Newton);
  if (allowed(ChainLink::Admm) && by_admm(problem)) return report(ChainLink::Admm);
  if (allowed(ChainLink::Proximal) && by_proximal(problem)) return report(ChainLink::Proximal);
  if (allowed(ChainLink::Thorough) && thoroughly(problem)) return report(ChainLink::Thorough);
  if (allowed(ChainLink::Lemke) && by_pyramid(problem)) return report(ChainLink::Lemke);
  return allowed(ChainLink::Admm) ? give_up(problem) : best_of_all(problem);
}

}  // namespace catena::chain
