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

}  // namespace

void Iterate::resize(const Operator& problem) {
  x.assign(to_index(problem.rows()), 0.0);
  s.resize(to_index(problem.states())), u.resize(to_index(problem.rows()));
}

void Iterate::evaluate(const Operator& problem) {
  problem.respond(x.data(), s.data());
  residual = problem.evaluate(x.data(), s.data(), u.data());
}

// Leaves x_, G_tried_, D_tried_ and active_tried_ of s.
double Newton::map(const Operator& problem, const double* s) {
  problem.pull(s, u_.data());
  for (std::size_t k = 0; k < problem.blocks().size(); ++k) {
    const Block& block = problem.blocks()[k];
    // A compliance c acts inside of P: x = P(x_k - rho (u + c x)) is P((x_k - rho u) / (1 + rho
    // c)).
    const double rho = factor_ * block.rho, give = 1.0 / (1.0 + rho * block.compliance);
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

// One step of Newton's method, shortened until |G| falls.
bool Newton::step(Operator& problem, double& norm) {
  const int n = problem.states();
  std::swap(G_, G_tried_), std::swap(D_, D_tried_), std::swap(active_, active_tried_);
  problem.factorize(D_.data(), active_.data());
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
  }
  return false;
}

void Newton::solve_inner(Operator& problem, int most) {
  double norm = map(problem, s_.data());
  const double size =
      std::max(norm_of(problem.start(), problem.states()), norm_of(s_.data(), problem.states()));
  for (int count = 0; count < most && norm > 1e-15 * size; ++count)
    if (!step(problem, norm)) break;
  map(problem, s_.data());
}

bool Newton::run(Operator& problem, Iterate& iterate, const NewtonSettings& settings,
                 double tolerance) {
  const std::size_t rows = to_index(problem.rows()), states = to_index(problem.states());
  for (std::vector<double>* v : {&s_, &tried_, &G_, &G_tried_, &ds_}) v->resize(states);
  for (std::vector<double>* v : {&u_, &x_, &anchor_}) v->assign(rows, 0.0);
  D_.resize(to_index(problem.squares())), D_tried_.resize(to_index(problem.squares()));
  active_.resize(problem.blocks().size()), active_tried_.resize(problem.blocks().size());
  best_ = iterate.x;
  double best = iterate.residual, last = best;
  factor_ = settings.rho;
  steps_ = 0;
  for (int outer = 0; outer < settings.outer; ++outer) {
    anchor_ = iterate.x;
    s_ = iterate.s;
    solve_inner(problem, settings.inner);
    iterate.x = x_;
    iterate.evaluate(problem);
    if (!(iterate.residual < std::numeric_limits<double>::infinity())) break;
    if (iterate.residual < best) best = iterate.residual, best_ = iterate.x;
    if (best <= tolerance) return true;
    if (iterate.residual > 0.2 * last)
      factor_ = std::min(factor_ * settings.growth, settings.most_rho);
    last = iterate.residual;
  }
  iterate.x = best_;
  iterate.evaluate(problem);
  return best <= tolerance;
}

}  // namespace catena::chain
