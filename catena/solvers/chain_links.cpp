#include "catena/solvers/chain_links.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "catena/solvers/chain_impossible.hpp"

namespace catena::chain {

namespace {

// From the guess its modes are mostly right, and a stiff one arrives at once.
constexpr NewtonSettings warm{.outer = 10,
                              .inner = 12,
                              .rho = 1e7,
                              .as_given = true,
                              .most_rho = 1e9,
                              .slow = 0.05,
                              .with_modes = true,
                              .patience = 2};

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

// Goes on as long as the rate promises to arrive within `most` sweeps; at least so many that the
// answer will do for some of the next steps, too.
bool Links::by_sweeps(Operator& problem, int most) {
  constexpr int least = 3;
  double last = now_.residual;
  int between = 1;
  for (iterations_ = 0; iterations_ < most;) {
    problem.sweep(now_.x.data(), now_.s.data(), between);
    iterations_ += between;
    now_.residual = problem.evaluate(now_.x.data(), now_.s.data(), now_.u.data());
    if (arrived() && iterations_ >= least) break;
    if (arrived()) continue;
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

// Redundant contacts that stick ask for more than a body can do, by rounding of where they are:
// then forces that move almost nothing have to grow until one of them is at its limit and creeps.
// They grow by rho times what is left of the velocities, so that only a very stiff regularisation
// gets there. What it rounds off is small by then: the velocities themselves almost vanish.
bool Links::by_creep(Operator& problem) {
  constexpr double almost_right = 1e-5;
  if (!(least_ <= almost_right)) return false;
  int steps = 0;
  for (const double rho : {1e9, 1e11, 1e13, 1e7}) {
    now_.x = best_;
    now_.evaluate(problem);
    const bool arrives = by_newton(problem, {.outer = 20, .inner = 30, .rho = rho, .growth = 1.0});
    steps += iterations_, iterations_ = steps;
    if (arrives) return true;
  }
  return false;
}

// The same where too many of them have to change for Newton's method at once: as stiff as each step
// can be solved, from the best so far.
bool Links::by_evolution(Operator& problem) {
  constexpr double almost_right = 1e-3;
  // Some ten seconds at most: each step is a factorisation.
  constexpr double most_work = 3e10, least_steps = 100.0;
  if (!(least_ <= almost_right)) return false;
  const double affordable = most_work / problem.factorization_work();
  if (affordable < least_steps) return false;
  int steps = 0;
  for (const auto& [rho, part] : {std::pair{1e3, 3000.0}, std::pair{1e7, 1500.0}}) {
    const int most = static_cast<int>(std::min(part, affordable));
    now_.x = best_;
    now_.evaluate(problem);
    const bool arrives = newton_.evolve(problem, now_, rho, most, tolerance_);
    iterations_ = steps += newton_.steps();
    keep_best();
    if (arrives) return true;
  }
  return false;
}

// Inside of the cones until the modes are clear, then Newton's method. Gets clearer, and begins
// elsewhere, where that does not arrive.
bool Links::by_interior(Operator& problem, Extent extent) {
  if (!Interior::knows(problem)) return false;
  constexpr InteriorSettings ways[] = {{3.0, 1.0}, {3.0, 0.5}, {30.0, 1.0}, {3.0, 0.0}, {0.3, 1.0}};
  // Where it stalls, going on costs as much as beginning elsewhere, which counts where that is
  // dear.
  constexpr double stalls = 100.0;
  const bool fast = problem.factorizes_fast();
  int steps = 0;
  for (const InteriorSettings& way : std::span(ways).first(extent == Extent::Brief ? 2 : 5)) {
    interior_.begin(problem, now_, way);
    for (const double near : {1e-5, 1e-7, 1e-9, 1e-11}) {
      steps += interior_.run(problem, now_, 60, near);
      keep_best();
      const bool far = now_.residual > (fast ? 1e-2 : stalls * near);
      const bool arrives = arrived() || by_newton(problem, soft);
      iterations_ += steps;
      if (arrives) return true;
      if (far) break;
    }
  }
  return false;
}

// The pyramid first, and the rest of the chain only where its answer is polished.
ChainReport Links::start_with_pyramid(Operator& problem, const ChainOptions& options) {
  ChainReport report;
  report.link = ChainLink::Lemke;
  constexpr int most = 1200;  // unknowns: their tableau is dense
  if (pyramid_.set(problem, options.edges, options.equal_area, most) &&
      pyramid_.solve(problem, options.polish, now_.x.data())) {
    now_.evaluate(problem);
    if (options.polish && !arrived()) by_newton(problem, soft);
    report.residual = options.polish ? now_.residual : pyramid_.residual();
    report.solved = report.residual <= tolerance_;
  } else {
    report.link = ChainLink::None;
  }
  report.iterations = pyramid_.pivots();
  return report;
}

// Whether loads can be shared in several ways, and finding the smallest costs little.
bool Links::may_be_redundant(Operator& problem) const {
  int loaded = 0;
  for (const Block& block : problem.blocks()) {
    const double* x = now_.x.data() + block.first;
    loaded += std::any_of(x, x + block.rows, [](double force) { return force != 0.0; });
  }
  return loaded > 1 && problem.rows() <= 400 && problem.factorizes_fast();
}

// Where no link has arrived.
ChainReport Links::best_of_all(Operator& problem) {
  now_.x = best_;
  now_.evaluate(problem);
  return {arrived(), now_.residual, ChainLink::None, iterations_};
}

ChainReport Links::give_up(Operator& problem) {
  constexpr int largest = 2000;
  ChainReport report = best_of_all(problem);
  if (problem.rows() > largest) return report;
  Eigen::MatrixXd W;
  form_dense(problem, W);
  report.at_rounding = least_ <= std::min(1e-7, rounding_of(problem, W, best_.data()));
  return report;
}

// Where rounding leaves about as much as is allowed, it depends on the regularisation on which side
// of the tolerance the forces end.
bool Links::by_rounding(Operator& problem) {
  constexpr double about = 20.0;
  if (!(least_ <= about * tolerance_)) return false;
  int steps = 0;
  for (const double rho : {1e2, 1e3, 1e4, 1e5, 1e6, 1e1, 1.0}) {
    now_.x = best_;
    now_.evaluate(problem);
    const bool arrives = by_newton(problem, {.outer = 4, .inner = 6, .rho = rho, .growth = 1.0});
    iterations_ = steps += iterations_;
    if (arrives) return true;
  }
  return false;
}

// Whether there is no solution, or rounding forbids to come nearer. Leaves the best.
bool Links::cannot_go_on(Operator& problem, ChainReport& report) {
  constexpr int largest = 600;
  if (problem.rows() > largest) return false;
  Eigen::MatrixXd W;
  form_dense(problem, W);
  // Forces that are far too large are no reason.
  const bool at_rounding = least_ <= std::min(1e-7, rounding_of(problem, W, best_.data()));
  const bool impossible = !at_rounding && is_impossible(problem, W);
  if (!at_rounding && !impossible) return false;
  if (at_rounding && by_rounding(problem)) {
    report = {true, now_.residual, ChainLink::Newton, iterations_};
    return true;
  }
  report = best_of_all(problem);
  report.at_rounding = at_rounding, report.impossible = impossible;
  return true;
}

ChainReport Links::improve(Operator& problem, double tolerance) {
  tolerance_ = tolerance;
  least_ = std::numeric_limits<double>::infinity();
  iterations_ = 0;
  now_.evaluate(problem);
  guess_ = best_ = now_.x;
  keep_best();
  if (!arrived() && !by_newton(problem, soft) && problem.factorizes_fast()) by_creep(problem);
  return arrived() ? ChainReport{true, now_.residual, ChainLink::Newton, iterations_}
                   : give_up(problem);
}

// Whether the forces at now_ do far more than velocities without forces ask for, such as those of
// an impact within a step of a nanosecond. The residual is relative to what forces do, so that they
// would count as better than none.
bool Links::is_far_too_large(const Operator& problem) const {
  constexpr double far = 1e3;
  double response = 0.0, rest = 0.0;
  for (const Block& block : problem.blocks())
    for (int i = block.first; i < block.first + block.rows; ++i) {
      const double q = problem.rest()[i], moved = now_.u[static_cast<std::size_t>(i)] - q;
      response += moved * moved, rest += q * q;
    }
  return response > far * far * rest;
}

ChainReport Links::run(Operator& problem, const ChainOptions& options, Extent extent) {
  tolerance_ = options.tolerance;
  least_ = std::numeric_limits<double>::infinity();
  iterations_ = 0;
  now_.evaluate(problem);
  const auto is_finite = [&] { return now_.residual < std::numeric_limits<double>::infinity(); };
  if (!is_finite()) {  // because of the guess, it may be
    problem.no_forces(now_.x.data());
    now_.evaluate(problem);
  }
  guess_ = best_ = now_.x;
  // A problem that is not finite has no answer, and no link gets anywhere with it.
  if (!is_finite()) return {false, now_.residual, ChainLink::None, 0};
  if (options.warm && is_far_too_large(problem)) {
    ChainOptions cold = options;
    cold.warm = false;
    problem.no_forces(now_.x.data());
    return run(problem, cold, extent);
  }
  keep_best();
  if (options.pyramid_first) {
    const ChainReport first = start_with_pyramid(problem, options);
    if (first.solved) return first;
    restart(problem);
  }
  const auto report = [&](ChainLink link) {
    if (options.smallest && !options.warm && link <= ChainLink::Interior &&
        may_be_redundant(problem) && !newton_.hold(problem, now_, tolerance_))
      newton_.shrink(problem, now_, tolerance_);
    return ChainReport{true, now_.residual, link, iterations_};
  };
  const auto allowed = [&](ChainLink link) { return link <= options.last; };
  if (arrived()) return report(ChainLink::Start);
  // What is almost right needs little, and less than a stiff matrix rounds off.
  if (options.warm && now_.residual <= 1e3 * tolerance_) {
    if (by_sweeps(problem, 4)) return report(ChainLink::Sweeps);
    restart(problem);
  }
  if (options.warm && allowed(ChainLink::Newton) && problem.factorizes_fast()) {
    if (by_newton(problem, warm) || now_.residual <= options.enough)
      return report(ChainLink::Newton);
    restart(problem);
  }
  if (by_sweeps(problem, problem.rows() > 400 ? 100 : 40) || now_.residual <= options.enough)
    return report(ChainLink::Sweeps);
  // Bounds alone are what pivoting is made for.
  const bool bounds = std::all_of(problem.blocks().begin(), problem.blocks().end(),
                                  [](const Block& block) { return block.rows == 1; });
  if (bounds && allowed(ChainLink::Lemke) && by_pyramid(problem, options, 100))
    return report(ChainLink::Lemke);
  const bool fast = problem.factorizes_fast();
  if (fast && allowed(ChainLink::Interior) && by_interior(problem, extent))
    return report(ChainLink::Interior);
  if (allowed(ChainLink::Newton) && fast) {
    restart(problem);
    problem.sweep(now_.x.data(), now_.s.data(), 40);
    now_.evaluate(problem);
    if (by_newton(problem, soft) || now_.residual <= options.enough)
      return report(ChainLink::Newton);
  }
  return extent == Extent::Brief ? best_of_all(problem) : take_long(problem, options, fast);
}

}  // namespace catena::chain
