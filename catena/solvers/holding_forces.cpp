#include "catena/solvers/holding_forces.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/infinity.hpp"
#include "catena/solvers/dense.hpp"

namespace catena {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using LawKind = ContactLaw::Kind;

// Normal forces may be larger than the least that hold, by this factor.
constexpr double most_pressed = 2.0;
// Held rows may move by this part of the largest acceleration without forces: rounding.
constexpr double held_still = 1e-11;
// Forces may leave their laws by this part of the largest: rounding.
constexpr double outside_laws = 1e-10;

}  // namespace

Index HoldingForces::add_unknowns(int size) {
  cones_.push_back(size);
  unknowns_ += size;
  return unknowns_ - size;
}

// Distances from the bounds are unknowns. Only what has room on both sides can rub, and keeps the
// margin.
void HoldingForces::add_bounds(const ContactLaw& law, Index row, VectorXd& kept) {
  const bool below = std::isfinite(law.lower), above = std::isfinite(law.upper);
  const Index up = add_unknowns(1);
  if (!below) {
    kept[row] = above ? law.upper : 0.0;
    terms_.push_back({row, up, -1.0});
    if (!above) terms_.push_back({row, add_unknowns(1), 1.0});
    return;
  }
  kept[row] = law.lower;
  terms_.push_back({row, up, 1.0});
  if (!above) return;
  if (law.upper <= law.lower) {
    equations_.push_back({{{up, 1.0}}, 0.0});
    return;
  }
  const Index down = add_unknowns(1);
  equations_.push_back({{{up, 1.0}, {down, 1.0}}, (law.upper - law.lower) / size_});
  for (const Index side : {up, down})
    equations_.push_back({{{side, 1.0}, {margin_, -1.0}, {add_unknowns(1), -1.0}}, 0.0});
}

// Per limit a Lorentz cone (t, x_t / friction), and x_n = t + s + something.
void HoldingForces::add_cone(const ContactLaw& law, Index row, double sign) {
  const Index normal = add_unknowns(1);
  normals_.push_back(normal);
  terms_.push_back({row, normal, sign});
  int next = 0;
  for (const unsigned char count : law.limit_rows) {
    if (count == 0) break;
    std::vector<int> rubs;
    for (int r = next; r < next + count; ++r)
      if (law.friction[r] > 0.0) rubs.push_back(r);
    next += count;
    if (rubs.empty()) continue;
    const Index cone = add_unknowns(1 + static_cast<int>(rubs.size()));
    for (std::size_t i = 0; i < rubs.size(); ++i)
      terms_.push_back(
          {row + 1 + rubs[i], cone + 1 + static_cast<Index>(i), law.friction[rubs[i]]});
    equations_.push_back(
        {{{normal, 1.0}, {cone, -1.0}, {margin_, -1.0}, {add_unknowns(1), -1.0}}, 0.0});
  }
}

void HoldingForces::add_held_rows(const MatrixXd& A, const VectorXd& rest,
                                  const std::vector<Index>& rows) {
  for (const Index row : rows) {
    Equation equation;
    for (const Term& term : terms_)
      equation.terms.emplace_back(term.column, A(row, term.row) * term.sign);
    equation.right = -rest[row] / size_;
    equations_.push_back(std::move(equation));
  }
}

// The largest margin with normal forces of that sum at most; infinite: the least sum of normal
// forces without any margin.
bool HoldingForces::solve(double most_normal, VectorXd& y) {
  const bool least = std::isinf(most_normal);
  ConeProblem problem;
  const Index n = unknowns_ + (least ? 0 : 1),
              m = static_cast<Index>(equations_.size()) + 1;  // of all margins, or of their sum
  problem.cones = cones_;
  if (!least) problem.cones.push_back(1);
  problem.A = MatrixXd::Zero(m, n);
  problem.b = VectorXd::Zero(m);
  problem.c = VectorXd::Zero(n);
  for (std::size_t e = 0; e < equations_.size(); ++e) {
    for (const auto& [column, factor] : equations_[e].terms)
      problem.A(static_cast<Index>(e), column) += factor;
    problem.b[static_cast<Index>(e)] = equations_[e].right;
  }
  if (least) {
    problem.A(m - 1, margin_) = 1.0;
    for (const Index normal : normals_) problem.c[normal] = 1.0;
  } else {
    for (const Index normal : normals_) problem.A(m - 1, normal) = 1.0;
    problem.A(m - 1, n - 1) = 1.0;
    problem.b[m - 1] = most_normal;
    problem.c[margin_] = -1.0;
  }
  solver_.forget();
  const ConeResult& result = solver_.solve(problem);
  if (result.status != ConeStatus::Solved) return false;
  y = result.x;
  return true;
}

// Takes what the program leaves of the held rows out of the forces.
bool HoldingForces::close(const MatrixXd& A, const VectorXd& b, const std::vector<Index>& rows,
                          VectorXd& x) const {
  std::vector<Index> columns;
  for (const Term& term : terms_)
    if (columns.empty() || columns.back() != term.row) columns.push_back(term.row);
  const MatrixXd held = A(rows, columns);
  const double size = b.lpNorm<Eigen::Infinity>();
  for (int pass = 0; pass < 2; ++pass) {
    const VectorXd left = -(A(rows, Eigen::all) * x + b(rows));
    x(columns) += least_norm_solution(held, left).x;
  }
  return (A(rows, Eigen::all) * x + b(rows)).lpNorm<Eigen::Infinity>() <= held_still * size;
}

bool HoldingForces::is_inside(std::span<const ContactLaw> laws, std::span<const char> is_held,
                              const VectorXd& x) {
  const double noise = outside_laws * x.lpNorm<Eigen::Infinity>();
  Index row = 0;
  for (std::size_t k = 0; k < laws.size(); row += laws[k++].rows()) {
    const ContactLaw& law = laws[k];
    if (is_held[k] == 0) continue;
    if (law.kind == LawKind::Bounds) {
      if (x[row] < law.lower - noise || x[row] > law.upper + noise) return false;
      continue;
    }
    if (law.kind == LawKind::Cone && x[row] < -noise) return false;
    for (int limit = 0, next = 0; limit < ContactLaw::most_limits; ++limit) {
      double sum = 0.0;
      for (const int end = next + law.limit_rows[limit]; next < end; ++next)
        if (law.friction[next] > 0.0) sum += std::pow(x[row + 1 + next] / law.friction[next], 2.0);
      if (std::sqrt(sum) > std::abs(x[row]) + noise) return false;
    }
  }
  return true;
}

bool HoldingForces::find(const MatrixXd& A, const VectorXd& b, std::span<const ContactLaw> laws,
                         std::span<const char> is_held, VectorXd& x) {
  cones_.clear(), terms_.clear(), equations_.clear(), normals_.clear();
  unknowns_ = 0;
  size_ = std::max(x.lpNorm<Eigen::Infinity>(), 1e-300);
  margin_ = add_unknowns(1);
  VectorXd kept = x;
  std::vector<Index> rows;
  Index row = 0;
  for (std::size_t k = 0; k < laws.size(); row += laws[k++].rows()) {
    if (is_held[k] == 0) continue;
    kept.segment(row, laws[k].rows()).setZero();
    for (int r = 0; r < laws[k].rows(); ++r)  // what does not rub cannot be held
      if (r == 0 || laws[k].friction[r - 1] > 0.0) rows.push_back(row + r);
    if (laws[k].kind == LawKind::Bounds)
      add_bounds(laws[k], row, kept);
    else
      add_cone(laws[k], row, laws[k].kind == LawKind::TwoSidedCone && x[row] < 0.0 ? -1.0 : 1.0);
  }
  if (rows.empty()) return false;  // nothing is held
  add_held_rows(A, b + A * kept, rows);
  VectorXd y;
  if (!solve(infinity, y)) return false;
  double normal = 0.0;
  for (const Index n : normals_) normal += y[n];
  VectorXd roomy;
  if (solve(most_pressed * normal, roomy)) y = roomy;
  VectorXd found = kept;
  for (const Term& term : terms_) found[term.row] += size_ * term.sign * y[term.column];
  if (!close(A, b, rows, found) || !is_inside(laws, is_held, found)) return false;
  x = found;
  return true;
}

}  // namespace catena
