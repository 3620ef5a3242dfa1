#include "catena/solvers/chain_links.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "catena/solvers/chain_impossible.hpp"
#include "catena/solvers/friction_thorough.hpp"

namespace catena::chain {

namespace {

// After sweeps the modes are mostly right, and a soft regularisation keeps them.
constexpr NewtonSettings soft{.outer = 12, .inner = 20, .rho = 10.0, .patience = 4};
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
  constexpr int most_rows = 400;  // each step may factorise a dense matrix
  if (!(least_ <= almost_right) || problem.rows() > most_rows) return false;
  int steps = 0;
  for (const auto& [rho, most] : {std::pair{1e3, 1000}, std::pair{1e7, 400}}) {
    now_.x = best_;
    now_.evaluate(problem);
    const bool arrives = newton_.evolve(problem, now_, rho, most, tolerance_);
    iterations_ = steps += newton_.steps();
    keep_best();
    if (arrives) return true;
  }
  return false;
}

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

// Inside of the cones until the modes are clear, then Newton's method. Gets clearer, and begins
// elsewhere, where that does not arrive.
bool Links::by_interior(Operator& problem, Extent extent) {
  if (!Interior::knows(problem)) return false;
  constexpr InteriorSettings ways[] = {{3.0, 1.0}, {3.0, 0.5}, {30.0, 1.0}, {3.0, 0.0}, {0.3, 1.0}};
  int steps = 0;
  for (const InteriorSettings& way : std::span(ways).first(extent == Extent::Brief ? 2 : 5)) {
    interior_.begin(problem, now_, way);
    for (const double near : {1e-5, 1e-7, 1e-9, 1e-11}) {
      steps += interior_.run(problem, now_, 60, near);
      keep_best();
      const bool far = now_.residual > 1e-2;
      const bool arrives = arrived() || by_newton(problem, soft);
      iterations_ += steps;
      if (arrives) return true;
      if (far) break;
    }
  }
  return false;
}

bool Links::by_proximal(Operator& problem) {
  for (const double rho : {1.0, 0.1, 100.0}) {
    restart(problem);
    if (by_newton(problem, {.outer = 60, .inner = 60, .rho = rho, .growth = 3.0})) return true;
  }
  // From the best so far, with a regularisation that stays, as long as that helps.
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
  constexpr int most_rows = 2000;
  ChainReport report = best_of_all(problem);
  if (problem.rows() > most_rows) return report;
  Eigen::MatrixXd W;
  form_dense(problem, W);
  report.at_rounding = least_ <= std::min(1e-7, rounding_of(problem, W, best_.data()));
  return report;
}

// Whether there is no solution, or rounding forbids to come nearer. Leaves the best.
bool Links::cannot_go_on(Operator& problem, ChainReport& report) {
  constexpr int most_rows = 600;
  if (problem.rows() > most_rows) return false;
  Eigen::MatrixXd W;
  form_dense(problem, W);
  // Forces that are far too large are no reason.
  const bool at_rounding = least_ <= std::min(1e-7, rounding_of(problem, W, best_.data()));
  const bool impossible = !at_rounding && is_impossible(problem, W);
  if (!at_rounding && !impossible) return false;
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
  keep_best();
  if (options.pyramid_first) {
    const ChainReport first = start_with_pyramid(problem, options);
    if (first.solved) return first;
    restart(problem);
  }
  const auto report = [&](ChainLink link) {
    if (options.smallest && !options.warm && link <= ChainLink::Interior &&
        may_be_redundant(problem))
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

// The links that take long.
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
  if (!fast && allowed(ChainLink::Admm) && cannot_go_on(problem, last)) return last;
  if (!fast && allowed(ChainLink::Admm) && by_evolution(problem)) return report(ChainLink::Newton);
  if (allowed(ChainLink::Admm) && by_admm(problem)) return report(ChainLink::Admm);
  if (allowed(ChainLink::Proximal) && by_proximal(problem)) return report(ChainLink::Proximal);
  if (allowed(ChainLink::Thorough) && thoroughly(problem)) return report(ChainLink::Thorough);
  if (allowed(ChainLink::Lemke) && by_pyramid(problem)) return report(ChainLink::Lemke);
  return allowed(ChainLink::Admm) ? give_up(problem) : best_of_all(problem);
}

}  // namespace catena::chain
