#include "catena/solvers/chain_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/math/index.hpp"

namespace catena::chain {

namespace {

double norm_of(const double* v, int n) {
  double sum = 0.0;
  for (int i = 0; i < n; ++i) sum += v[i] * v[i];
  return std::sqrt(sum);
}

// Below this residual, steps with a stiff matrix that do not help end at rounding. Then rho is
// multiplied by the second number, down to the third.
constexpr double stiff_rounds = 1e-8, softer = 1e-2, softest = 1e3;
constexpr std::size_t few_blocks = 8;
constexpr double soft_reaches = 1e-10;

// Whether the rows of a limit use all of it.
bool is_at_limit(const Block& block, int limit, const double* x, int row) {
  const double radius = block.friction[limit] * std::abs(x[0]);
  return norm_of(x + row, block.limit_rows[limit]) >= (1.0 - 1e-9) * radius;
}

// What makes rho as given no smaller than by W_cc in any block.
double softest_unit(const Operator& problem) {
  double most = 0.0;
  for (const Block& block : problem.blocks())
    most = std::max(most, block.rho * std::pow(problem.unit(block.first), 2.0));
  return most;
}

}  // namespace

void Iterate::resize(const Operator& problem) {
  x.assign(to_index(problem.rows()), 0.0);
  s.resize(to_index(problem.states())), u.resize(to_index(problem.rows()));
}

void Iterate::evaluate(const Operator& problem) {
  problem.respond(x.data(), s.data());
  residual = problem.evaluate(x.data(), s.data(), u.data());
}

double Newton::rho_of(const Operator& problem, const Block& block) const {
  if (!as_given_) return factor_ * block.rho;
  const double unit = problem.unit(block.first);
  return std::min(factor_ / (unit * unit), 1e10 * block.rho);
}

// Leaves x_, G_tried_, D_tried_ and active_tried_ of s.
double Newton::map(const Operator& problem, const double* s) {
  problem.pull(s, u_.data());
  for (std::size_t k = 0; k < problem.blocks().size(); ++k) {
    const Block& block = problem.blocks()[k];
    // A compliance c acts inside of P: x = P(x_k - rho (u + c x)) is P((x_k - rho u) / (1 + rho
    // c)).
    const double rho = rho_of(problem, block), give = 1.0 / (1.0 + rho * block.compliance);
    double z[most_rows];
    for (int i = 0; i < block.rows; ++i)
      z[i] = give * (anchor_[to_index(block.first + i)] - rho * u_[to_index(block.first + i)]);
    double* D = D_tried_.data() + problem.square(k);
    active_tried_[k] = project(block, z, x_.data() + block.first, D) ? 1 : 0;
    for (int i = 0; i < block.rows * block.rows; ++i) D[i] *= rho * give;
  }
  problem.respond(x_.data(), G_tried_.data());
  for (int i = 0; i < problem.states(); ++i) G_tried_[to_index(i)] = s[i] - G_tried_[to_index(i)];
  return norm_of(G_tried_.data(), problem.states());
}

// Anew only where D has changed: while everything sticks it does not.
void Newton::factorize(Operator& problem) {
  if (is_factorized_ && factor_ == factor_factorized_ && D_ == D_factorized_ &&
      active_ == active_factorized_)
    return;
  problem.factorize(D_.data(), active_.data());
  D_factorized_ = D_, active_factorized_ = active_;
  factor_factorized_ = factor_;
  is_factorized_ = true;
}

// One step of Newton's method, shortened until |G| falls.
bool Newton::step(Operator& problem, double& norm) {
  const int n = problem.states();
  std::swap(G_, G_tried_), std::swap(D_, D_tried_), std::swap(active_, active_tried_);
  factorize(problem);
  ds_ = G_;
  problem.solve(ds_.data());
  ++steps_;
  for (double length = 1.0; length > 5e-3; length *= 0.5) {
    for (int i = 0; i < n; ++i) tried_[to_index(i)] = s_[to_index(i)] - length * ds_[to_index(i)];
    const double reached = map(problem, tried_.data());
    if (reached < (1.0 - 1e-4 * length) * norm) {
      s_.swap(tried_);
      norm = reached;
      return true;
    }
    // Shorter steps end at rounding, too.
    is_at_rounding_ = norm <= rounding_;
    if (is_at_rounding_) break;
  }
  return false;
}

// What rounding of the velocities, times rho, leaves of |G|.
double Newton::rounding(const Operator& problem, double size) const {
  double stiffest = 0.0;
  for (const Block& block : problem.blocks()) stiffest = std::max(stiffest, rho_of(problem, block));
  return 4.0 * std::numeric_limits<double>::epsilon() * stiffest *
         (size + norm_of(problem.rest(), problem.rows()));
}

void Newton::solve_inner(Operator& problem, int most, double tolerance) {
  double norm = map(problem, s_.data());
  const double size =
      std::max(norm_of(problem.start(), problem.states()), norm_of(s_.data(), problem.states()));
  rounding_ = rounding(problem, size);
  is_at_rounding_ = false;
  for (int count = 0; count < most && norm > std::max(1e-15, 0.01 * tolerance) * size; ++count) {
    const double before = norm;
    if (!step(problem, norm)) {
      map(problem, s_.data());
      break;
    }
    is_at_rounding_ = norm <= rounding_ && norm > 0.5 * before;
    if (is_at_rounding_) break;
  }
}

void Newton::resize(const Operator& problem) {
  const std::size_t rows = to_index(problem.rows()), states = to_index(problem.states());
  for (std::vector<double>* v : {&s_, &tried_, &G_, &G_tried_, &ds_}) v->resize(states);
  for (std::vector<double>* v : {&u_, &x_, &anchor_}) v->assign(rows, 0.0);
  D_.resize(to_index(problem.squares())), D_tried_.resize(to_index(problem.squares()));
  active_.resize(problem.blocks().size()), active_tried_.resize(problem.blocks().size());
  steps_ = 0;
  as_given_ = is_factorized_ = false;
}

// A step with the map made linear at the modes of the forces x instead of at those that s_ gives:
// what has no force stays open, what is inside its limits sticks, what is at its limit slides.
void Newton::step_with_modes_of(Operator& problem, const std::vector<double>& x) {
  problem.pull(s_.data(), u_.data());
  for (std::size_t k = 0; k < problem.blocks().size(); ++k) {
    const Block& block = problem.blocks()[k];
    const double rho = rho_of(problem, block), give = 1.0 / (1.0 + rho * block.compliance);
    const double* from = x.data() + block.first;
    const double* u = u_.data() + block.first;
    double* D = D_.data() + problem.square(k);
    double* y = x_.data() + block.first;
    double z[most_rows], change[most_rows];
    std::copy_n(from, block.rows, z);
    for (int limit = 0, row = 1; limit < block.limits; row += block.limit_rows[limit++])
      if (is_at_limit(block, limit, from, row))
        for (int i = row; i < row + block.limit_rows[limit]; ++i) z[i] -= rho * u[i];
    active_[k] = project(block, z, y, D) ? 1 : 0;
    for (int i = 0; i < block.rows; ++i)
      change[i] = give * (anchor_[to_index(block.first + i)] - rho * u[i]) - z[i];
    for (int i = 0; i < block.rows; ++i)
      for (int j = 0; j < block.rows; ++j) y[i] += D[i * block.rows + j] * change[j];
    for (int i = 0; i < block.rows * block.rows; ++i) D[i] *= rho * give;
  }
  problem.respond(x_.data(), ds_.data());
  for (int i = 0; i < problem.states(); ++i) ds_[to_index(i)] = s_[to_index(i)] - ds_[to_index(i)];
  factorize(problem);
  problem.solve(ds_.data());
  for (int i = 0; i < problem.states(); ++i) s_[to_index(i)] -= ds_[to_index(i)];
}

// What is found is rounded off by as much as velocities are, times rho. So once more with the last
// factors, from what velocities are left with: forces change by what takes that away, and only the
// change is rounded off.
void Newton::refine(Operator& problem, Iterate& iterate) {
  if (!is_factorized_ || factor_ != factor_factorized_) return;
  problem.pull(iterate.s.data(), u_.data());
  for (std::size_t k = 0; k < problem.blocks().size(); ++k) {
    const Block& block = problem.blocks()[k];
    const double rho = rho_of(problem, block), give = 1.0 / (1.0 + rho * block.compliance);
    const double* from = iterate.x.data() + block.first;
    double z[most_rows], y[most_rows];
    for (int i = 0; i < block.rows; ++i)
      z[i] = give * (from[i] - rho * u_[to_index(block.first + i)]);
    project(block, z, y);
    for (int i = 0; i < block.rows; ++i) x_[to_index(block.first + i)] = y[i] - from[i];
  }
  problem.push(x_.data(), ds_.data());
  problem.solve(ds_.data());
  problem.pull_change(ds_.data(), u_.data());
  anchor_ = iterate.x;
  for (std::size_t k = 0; k < problem.blocks().size(); ++k) {
    const Block& block = problem.blocks()[k];
    const double* D = D_factorized_.data() + problem.square(k);
    double z[most_rows];
    for (int i = 0; i < block.rows; ++i) {
      double change = x_[to_index(block.first + i)];
      for (int j = 0; active_factorized_[k] != 0 && j < block.rows; ++j)
        change -= D[i * block.rows + j] * u_[to_index(block.first + j)];
      z[i] = anchor_[to_index(block.first + i)] + change;
    }
    project(block, z, iterate.x.data() + block.first);
  }
  const double before = iterate.residual;
  iterate.evaluate(problem);
  if (iterate.residual < before) return;
  iterate.x = anchor_;
  iterate.evaluate(problem);
}

bool Newton::run(Operator& problem, Iterate& iterate, const NewtonSettings& settings,
                 double tolerance) {
  resize(problem);
  best_ = iterate.x;
  double best = iterate.residual, last = best, mark = best;
  as_given_ = settings.as_given;
  factor_ = as_given_ ? settings.rho * softest_unit(problem) : settings.rho;
  const double most_rho = factor_ / settings.rho * settings.most_rho,
               least_rho = factor_ / settings.rho * softest;
  // What a stiff matrix rounds off, a softer one does not; it takes more steps, too many where the
  // tolerance is tight. Few contacts are mostly right before that; where they are at rounding, soon
  // after.
  const bool few = settings.as_given && problem.blocks().size() <= few_blocks;
  const bool softens = settings.as_given && !few && tolerance >= soft_reaches;
  const double at_rounding = softens ? stiff_rounds : 0.0;
  for (int outer = 0; outer < settings.outer; ++outer) {
    anchor_ = iterate.x;
    s_ = iterate.s;
    if (outer == 0 && settings.with_modes) step_with_modes_of(problem, iterate.x);
    solve_inner(problem, settings.inner, tolerance);
    iterate.x = x_;
    iterate.evaluate(problem);
    if (!(iterate.residual < std::numeric_limits<double>::infinity())) break;
    if (iterate.residual < best) best = iterate.residual, best_ = iterate.x;
    if (best <= tolerance) {
      if (settings.as_given && !few) refine(problem, iterate);
      return true;
    }
    if (settings.patience > 0 && outer % settings.patience == settings.patience - 1) {
      if (best > 0.5 * mark) break;
      mark = best;
    }
    if (few && is_at_rounding_ && best < stiff_rounds)
      factor_ = std::max(softer * factor_, least_rho);
    else if (iterate.residual > settings.slow * last)
      factor_ = best < at_rounding ? std::max(softer * factor_, least_rho)
                                   : std::min(factor_ * settings.growth, most_rho);
    last = iterate.residual;
  }
  iterate.x = best_;
  iterate.evaluate(problem);
  return best <= tolerance;
}

}  // namespace catena::chain
