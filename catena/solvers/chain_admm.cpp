#include "catena/solvers/chain_admm.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/index.hpp"

namespace catena::chain {

namespace {

double shift_of(const Block& block, const double* u) {
  double shift = 0.0;
  for (int limit = 0, row = 1; limit < block.limits; row += block.limit_rows[limit++]) {
    double sum = 0.0;
    for (int i = row; i < row + block.limit_rows[limit]; ++i) sum += u[i] * u[i];
    shift += block.friction[limit] * std::sqrt(sum);
  }
  return block.kind == ContactLaw::Kind::Cone ? shift : 0.0;
}

}  // namespace

void Admm::begin(Operator& problem, const Iterate& iterate, double rho) {
  const std::size_t rows = to_index(problem.rows());
  z_ = iterate.x;
  l_.assign(rows, 0.0), r_.assign(rows, 0.0), x_.assign(rows, 0.0);
  size_ = 0.0;
  for (const Block& block : problem.blocks()) {
    const double* u = iterate.u.data() + block.first;
    for (int i = 0; i < block.rows; ++i) l_[to_index(block.first + i)] = -u[i];
    l_[to_index(block.first)] -= shift_of(block, u);
    for (int i = block.first; i < block.first + block.rows; ++i)
      size_ += problem.rest()[i] * problem.rest()[i];
  }
  size_ = std::sqrt(size_);
  rho_ = rho;
  iterations_ = 0;
  problem.factorize_shifted(rho_);
}

void Admm::iterate(Operator& problem) {
  for (const Block& block : problem.blocks()) {
    const double shift = shift_of(block, l_.data() + block.first);
    for (int i = block.first; i < block.first + block.rows; ++i)
      r_[to_index(i)] = rho_ * z_[to_index(i)] - l_[to_index(i)] - problem.rest()[i];
    r_[to_index(block.first)] -= shift;
  }
  problem.solve_shifted(r_.data(), x_.data());
  constexpr double relaxation = 1.6;
  double primal = 0.0, dual = 0.0;
  for (const Block& block : problem.blocks()) {
    double y[most_rows], nearest[most_rows];
    for (int i = 0; i < block.rows; ++i) {
      const std::size_t j = to_index(block.first + i);
      y[i] = relaxation * x_[j] + (1.0 - relaxation) * z_[j] + l_[j] / rho_;
    }
    project_on_cone(block, y, nearest);
    for (int i = 0; i < block.rows; ++i) {
      const std::size_t j = to_index(block.first + i);
      primal += (x_[j] - nearest[i]) * (x_[j] - nearest[i]);
      dual += (nearest[i] - z_[j]) * (nearest[i] - z_[j]);
      l_[j] = rho_ * (y[i] - nearest[i]);
      z_[j] = nearest[i];
    }
  }
  primal_ = std::sqrt(primal), dual_ = rho_ * std::sqrt(dual);
  ++iterations_;
}

void Admm::run(Operator& problem, int most, double tolerance) {
  for (int count = 0; count < most; ++count) {
    iterate(problem);
    if (std::max(primal_, dual_) <= tolerance * size_) return;
  }
}

}  // namespace catena::chain
