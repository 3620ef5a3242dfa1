#include "catena/solvers/chain_links.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace catena::chain {

namespace {

// After sweeps the modes are mostly right, and a soft regularisation keeps them.
constexpr NewtonSettings soft{.outer = 12, .inner = 20, .rho = 10.0};
constexpr NewtonSettings warm{.outer = 6, .inner = 12, .rho = 1e3};

}  // namespace

void Links::keep_best() {
  if (!(now_.residual < least_)) return;
  least_ = now_.residual;
  best_ = now_.x;
}

void Links::restart(Operator& problem) {
  now_.x = guess_;
  now_.evaluate(problem);
}

// Goes on as long as the rate promises to arrive within `most` sweeps.
bool Links::by_sweeps(Operator& problem, int most) {
  double last = now_.residual;
  int between = 1;
  for (iterations_ = 0; iterations_ < most;) {
    problem.sweep(now_.x.data(), now_.s.data(), between);
    iterations_ += between;
    now_.residual = problem.evaluate(now_.x.data(), now_.s.data(), now_.u.data());
    if (arrived()) break;
    const double rate = std::log(now_.residual / last) / between;
    if (iterations_ >= 4) {
      const double needed = std::log(tolerance_ / now_.residual) / rate;
      if (!(rate < 0.0 && needed < most - iterations_)) break;
    }
    last = now_.residual;
    between = iterations_ >= 8 ? 4 : 1;
  }
  now_.evaluate(problem);
  keep_best();
  return arrived();
}

bool Links::by_newton(Operator& problem, const NewtonSettings& settings) {
  const bool arrives = newton_.run(problem, now_, settings, tolerance_);
  iterations_ = newton_.steps();
  keep_best();
  return arrives;
}

// Newton's method is tried from time to time: it arrives as soon as the modes are right.
bool Links::by_admm(Operator& problem) {
  for (const int most : {100, 200, 400, 1600})
    for (const double rho : {1e-3, 3e-2, 1.0}) {
      restart(problem);
      admm_.begin(problem, now_, rho);
      admm_.run(problem, most, 0.1 * tolerance_);
      now_.x = admm_.forces();
      now_.evaluate(problem);
      keep_best();
      if (arrived() || by_newton(problem, soft)) {
        iterations_ += admm_.iterations();
        return true;
      }
    }
  return false;
}

bool Links::by_proximal(Operator& problem) {
  for (const double rho : {1.0, 0.1, 100.0}) {
    restart(problem);
    if (by_newton(problem, {.outer = 60, .inner = 60, .rho = rho, .growth = 3.0})) return true;
  }
  // From the best so far, with a regularisation that stays.
  for (const double rho : {1e2, 1.0, 1e4, 1e-1, 1e6}) {
    now_.x = best_;
    now_.evaluate(problem);
    if (by_newton(problem, {.outer = 30, .inner = 30, .rho = rho, .growth = 1.0})) return true;
  }
  return false;
}

ChainReport Links::run(Operator& problem, const ChainOptions& options) {
  tolerance_ = options.tolerance;
  least_ = std::numeric_limits<double>::infinity();
  iterations_ = 0;
  now_.evaluate(problem);
  guess_ = best_ = now_.x;
  keep_best();
  const auto report = [&](ChainLink link) {
    return ChainReport{true, now_.residual, link, iterations_};
  };
  const auto allowed = [&](ChainLink link) { return link <= options.last; };
  if (arrived()) return report(ChainLink::Start);
  if (by_sweeps(problem, 40)) return report(ChainLink::Sweeps);
  if (options.warm && allowed(ChainLink::Newton)) {
    restart(problem);
    if (by_newton(problem, warm)) return report(ChainLink::Newton);
  }
  if (allowed(ChainLink::Newton)) {
    restart(problem);
    problem.sweep(now_.x.data(), now_.s.data(), 40);
    now_.evaluate(problem);
    if (by_newton(problem, soft)) return report(ChainLink::Newton);
  }
  if (allowed(ChainLink::Admm) && by_admm(problem)) return report(ChainLink::Admm);
  if (allowed(ChainLink::Proximal) && by_proximal(problem)) return report(ChainLink::Proximal);
  now_.x = best_;
  now_.evaluate(problem);
  return {arrived(), now_.residual, ChainLink::None, iterations_};
}

}  // namespace catena::chain
