#include "catena/solvers/friction_newton.hpp"

#include <algorithm>
#include <cmath>

#include "catena/solvers/dense.hpp"
#include "catena/solvers/friction_blocks.hpp"

namespace catena::friction {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Kind = FrictionBlock::Kind;

enum class Mode { Fixed, Held, Slipping };

// What the projection does with z = x - w.
Mode mode_of(const FrictionBlock& block, const VectorXd& z) {
  const Index i = block.first;
  if (block.kind == Kind::Box)
    return z[i] > block.lower && z[i] < block.upper ? Mode::Held : Mode::Fixed;
  if (block.kind == Kind::Cone && z[i] <= 0.0) return Mode::Fixed;
  return z.segment<2>(i + 1).norm() <= block.friction * std::abs(z[i]) ? Mode::Held
                                                                       : Mode::Slipping;
}

VectorXd map_of(const Problem& problem, const VectorXd& x, const VectorXd& w) {
  const VectorXd z = x - w;
  VectorXd F = w;
  for (const FrictionBlock& block : problem.blocks) {
    const Index i = block.first, rows = rows_of(block);
    const Mode mode = mode_of(block, z);
    if (mode == Mode::Slipping) {
      const double radius = block.friction * std::abs(z[i]);
      F.segment<2>(i + 1) = x.segment<2>(i + 1) - radius * z.segment<2>(i + 1).normalized();
    } else if (mode == Mode::Fixed) {
      F.segment(i, rows) = x.segment(i, rows);
      if (block.kind == Kind::Box) F[i] = x[i] - std::clamp(z[i], block.lower, block.upper);
    }
  }
  return F;
}

// d F_t for a slipping cone: with z = x - w, u = z_t / |z_t| and radius r = mu |z_n|,
// dx_t - mu u d|z_n| - r / |z_t| (1 - u u^T) dz_t.
void slip_rows(const FrictionBlock& block, const VectorXd& z, const MatrixXd& A, MatrixXd& G) {
  const Index i = block.first, n = A.cols();
  const double length = z.segment<2>(i + 1).norm(), mu = block.friction;
  const Eigen::Vector2d u = z.segment<2>(i + 1) / length;
  const double sign = z[i] < 0.0 ? -1.0 : 1.0;
  Eigen::Matrix<double, 2, 3> dz;  // what dF_t takes from (dz_n, dz_t)
  dz.col(0) = -mu * sign * u;
  dz.rightCols<2>() =
      -mu * std::abs(z[i]) / length * (Eigen::Matrix2d::Identity() - u * u.transpose());
  G.block(i + 1, 0, 2, n).noalias() = -dz * A.block(i, 0, 3, n);
  G.block<2, 3>(i + 1, i) += dz;
  G.block<2, 2>(i + 1, i + 1) += Eigen::Matrix2d::Identity();
}

// The step of least norm with F + G dx = 0, those with a fixed x apart.
VectorXd newton_step(const Problem& problem, const VectorXd& z, const VectorXd& F) {
  MatrixXd G = problem.A;
  std::vector<Index> moving;
  VectorXd step = VectorXd::Zero(F.size());
  for (const FrictionBlock& block : problem.blocks) {
    const Mode mode = mode_of(block, z);
    if (mode == Mode::Slipping) slip_rows(block, z, problem.A, G);
    for (Index i = block.first; i < block.first + rows_of(block); ++i) {
      if (mode == Mode::Fixed)
        step[i] = -F[i];
      else
        moving.push_back(i);
    }
  }
  if (moving.empty()) return step;
  const VectorXd rhs = -(F + G * step);
  step(moving) = least_norm_solution(G(moving, moving), rhs(moving)).x;
  return step;
}

double size_of(const Problem& problem, const VectorXd& x) {
  const VectorXd sizes = problem.A.cwiseAbs() * x.cwiseAbs() + problem.b.cwiseAbs() + x.cwiseAbs();
  return sizes.size() == 0 ? 0.0 : sizes.maxCoeff();
}

}  // namespace

VectorXd natural_map(const Problem& problem, const VectorXd& x) {
  return map_of(problem, x, problem.A * x + problem.b);
}

double residual(const Problem& problem, const VectorXd& x) {
  const double size = size_of(problem, x);
  if (size == 0.0) return 0.0;
  return natural_map(problem, x).cwiseAbs().maxCoeff() / size;
}

double newton(const Problem& problem, VectorXd& x, int most_steps) {
  VectorXd F = natural_map(problem, x), tried, F_tried;
  for (int count = 0; count < most_steps; ++count) {
    const double norm = F.norm();
    if (!(norm > 1e-16 * size_of(problem, x))) break;
    const VectorXd step = newton_step(problem, x - (problem.A * x + problem.b), F);
    bool falls = false;
    for (double length = 1.0; length > 1e-3 && !falls; length *= 0.5) {
      tried = x + length * step;
      F_tried = natural_map(problem, tried);
      falls = F_tried.norm() < (1.0 - 1e-4 * length) * norm;
    }
    if (!falls) break;
    x = tried, F = F_tried;
  }
  return residual(problem, x);
}

void reduce_norm(const Problem& problem, VectorXd& x) {
  const Index n = x.size();
  const VectorXd w = problem.A * x + problem.b, z = x - w;
  const double noise = 1e-12 * size_of(problem, x);
  // x = fixed + C y for the y of the modes, R w = 0.
  MatrixXd C = MatrixXd::Zero(n, n), R = MatrixXd::Zero(n, n);
  VectorXd fixed = VectorXd::Zero(n), weights(n);
  const VectorXd units = problem.units.size() == 0 ? VectorXd::Ones(n) : problem.units;
  Index columns = 0, rows = 0;
  for (const FrictionBlock& block : problem.blocks) {
    const Index i = block.first, m = rows_of(block);
    Mode mode = mode_of(block, z);
    if (mode == Mode::Fixed && w.segment(i, m).cwiseAbs().maxCoeff() <= noise) mode = Mode::Held;
    if (mode == Mode::Fixed) {
      fixed.segment(i, m) = x.segment(i, m);
    } else if (mode == Mode::Held) {
      C.block(i, columns, m, m).setIdentity();
      weights.segment(columns, m) = units.segment(i, m).cwiseAbs2();
      R.block(rows, i, m, m).setIdentity();
      columns += m, rows += m;
    } else {
      const Eigen::Vector2d u = z.segment<2>(i + 1).normalized();
      C(i, columns) = 1.0;
      weights[columns] = units[i] * units[i] * (1.0 + block.friction * block.friction);
      C.block<2, 1>(i + 1, columns++) = block.friction * (z[i] < 0.0 ? -1.0 : 1.0) * u;
      R(rows++, i) = 1.0;
      R.block<1, 2>(rows++, i + 1) = Eigen::RowVector2d(-u[1], u[0]);
    }
  }
  if (columns == 0) return;
  const MatrixXd RA = R.topRows(rows) * problem.A;
  const VectorXd rhs = -(R.topRows(rows) * problem.b + RA * fixed);
  const MatrixXd G = RA * C.leftCols(columns), weight = weights.head(columns).asDiagonal();
  LeastNormSolution y = least_norm_solution(G, rhs, 1e-11, weight);
  if (y.rank == columns) return;
  y.x += least_norm_solution(G, rhs - G * y.x, 1e-11, weight).x;  // what rounding has left
  VectorXd smallest = fixed + C.leftCols(columns) * y.x;
  for (const FrictionBlock& block : problem.blocks)
    project(block, smallest.segment(block.first, rows_of(block)));
  const auto size = [&](const VectorXd& forces) { return units.cwiseProduct(forces).norm(); };
  if (newton(problem, smallest, 3) <= 1e-14 && size(smallest) < size(x)) x = smallest;
}

}  // namespace catena::friction
