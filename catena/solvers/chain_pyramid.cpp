#include "catena/solvers/chain_pyramid.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace catena::chain {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Kind = ContactLaw::Kind;

void form_dense(const Operator& problem, MatrixXd& W) {
  const Index n = problem.rows();
  VectorXd x = VectorXd::Zero(n), s(problem.states()), u = VectorXd::Zero(n);
  W.setZero(n, n);
  const Eigen::Map<const VectorXd> rest(problem.rest(), n);
  for (const Block& block : problem.blocks())
    for (int j = block.first; j < block.first + block.rows; ++j) {
      x[j] = 1.0;
      problem.respond(x.data(), s.data());
      problem.pull(s.data(), u.data());
      W.col(j) = u - rest;
      W(j, j) += block.compliance;
      x[j] = 0.0;
    }
}

int Pyramid::add(int row, double part) {
  unknowns_.push_back({{row, row, row}, {part, 0.0, 0.0}});
  return static_cast<int>(unknowns_.size()) - 1;
}

void Pyramid::add_bounds(const Block& block) {
  const bool below = std::isfinite(block.lower), above = std::isfinite(block.upper);
  if (!below && !above) {
    add(block.first, 1.0), add(block.first, -1.0);
    return;
  }
  x0_[block.first] = below ? block.lower : block.upper;
  const int y = add(block.first, below ? 1.0 : -1.0);
  if (!below || !above) return;
  const int other = add(block.first, 0.0);
  couplings_.push_back({y, other, 1.0});
  couplings_.push_back({other, y, -1.0});
  offsets_.push_back({other, block.upper - block.lower});
}

// The rows of one limit: |x_g| <= friction x_n with corners on the ball, or as large as it.
void Pyramid::add_limit(const Block& block, int limit, int row, int normal, int edges,
                        bool equal_area) {
  const int n = block.limit_rows[limit], first = static_cast<int>(unknowns_.size());
  double size = 1.0;
  if (n >= 2) {
    const double angle = 2.0 * std::numbers::pi / edges;
    if (equal_area) size = std::sqrt(angle / std::sin(angle));
    for (int e = 0; e < edges; ++e)
      unknowns_.push_back(
          {{row, row + 1, row}, {size * std::cos(e * angle), size * std::sin(e * angle), 0.0}});
  }
  for (int i = n >= 2 ? 2 : 0; i < n; ++i) add(row + i, 1.0), add(row + i, -1.0);
  const int last = static_cast<int>(unknowns_.size()), speed = add(row, 0.0);
  for (int e = first; e < last; ++e) {
    couplings_.push_back({e, speed, 1.0});
    couplings_.push_back({speed, e, -1.0});
  }
  couplings_.push_back({speed, normal, block.friction[limit]});
}

bool Pyramid::add_cone(const Block& block, int edges, bool equal_area) {
  const bool smooth = std::all_of(block.friction, block.friction + block.limits,
                                  [](double mu) { return mu == 0.0; });
  if (block.kind == Kind::TwoSidedCone && !smooth) return false;
  const int normal = add(block.first, 1.0);
  if (block.kind == Kind::TwoSidedCone) add(block.first, -1.0);
  for (int limit = 0, row = 1; limit < block.limits; row += block.limit_rows[limit++])
    if (block.friction[limit] > 0.0)
      add_limit(block, limit, block.first + row, normal, edges, equal_area);
  return true;
}

bool Pyramid::set(const Operator& problem, int edges, bool equal_area, int most) {
  unknowns_.clear(), couplings_.clear(), offsets_.clear();
  x0_.setZero(problem.rows());
  for (const Block& block : problem.blocks()) {
    if (block.kind == Kind::Bounds)
      add_bounds(block);
    else if (!add_cone(block, edges, equal_area))
      return false;
    if (static_cast<int>(unknowns_.size()) > most) return false;
  }
  return true;
}

bool Pyramid::solve(const Operator& problem, bool on_cones, double* x) {
  const Index n = problem.rows(), m = static_cast<Index>(unknowns_.size());
  form_dense(problem, W_);
  G_.setZero(n, m);
  for (Index j = 0; j < m; ++j)
    for (int k = 0; k < 3; ++k) {
      const Unknown& unknown = unknowns_[static_cast<std::size_t>(j)];
      G_(unknown.row[k], j) += unknown.part[k];
    }
  M_.noalias() = G_.transpose() * (W_ * G_);
  const VectorXd u = Eigen::Map<const VectorXd>(problem.rest(), n) + W_ * x0_;
  q_.noalias() = G_.transpose() * u;
  for (const Coupling& coupling : couplings_) M_(coupling.row, coupling.column) += coupling.value;
  for (const auto& [unknown, value] : offsets_) q_[unknown] += value;
  const bool solved = lemke_.solve(M_, q_, static_cast<int>(10 * m + 50), z_);
  const VectorXd response = M_ * z_, forces = x0_ + G_ * z_;
  const double size = std::max(q_.norm(), response.norm());
  residual_ = size > 0.0 ? z_.cwiseMin(response + q_).norm() / size : 0.0;
  for (const Block& block : problem.blocks()) {
    const double* from = forces.data() + block.first;
    if (on_cones)
      project(block, from, x + block.first);
    else
      std::copy_n(from, block.rows, x + block.first);
  }
  return solved;
}

}  // namespace catena::chain
