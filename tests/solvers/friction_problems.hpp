#pragma once
// Friction problems to solve, and the laws that their solutions must satisfy.

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "catena/solvers/friction_problem.hpp"

namespace catena::test {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Kind = FrictionBlock::Kind;

inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline FrictionBlock cone(Index first, double friction, Kind kind = Kind::Cone) {
  FrictionBlock block;
  block.kind = kind, block.first = first, block.friction = friction;
  return block;
}

inline FrictionBlock box(Index first, double lower = 0.0, double upper = infinity) {
  FrictionBlock block;
  block.first = first, block.lower = lower, block.upper = upper;
  return block;
}

inline VectorXd vector_of(std::initializer_list<double> values) {
  VectorXd v(static_cast<Index>(values.size()));
  std::copy(values.begin(), values.end(), v.data());
  return v;
}

// The largest violation of the laws as the header states them, by the sizes of the terms of w and
// of x in the units of each row.
inline double violation(const MatrixXd& A, const VectorXd& b,
                        const std::vector<FrictionBlock>& blocks, const FrictionResult& r) {
  const VectorXd w = A * r.x + b, sizes = A.cwiseAbs() * r.x.cwiseAbs() + b.cwiseAbs();
  double worst = (w - r.w).cwiseAbs().cwiseQuotient(sizes.cwiseMax(1e-300)).maxCoeff();
  const auto note = [&](double value) { worst = std::max(worst, value); };
  // Of two numbers one must vanish: the force in units of what changes w by its size.
  double size = 0.0;
  for (Index i = 0; i < b.size(); ++i)
    size = std::max(size, sizes[i] / std::sqrt(std::max(std::abs(A(i, i)), 1e-300)));
  for (const FrictionBlock& block : blocks) {
    const Index i = block.first;
    const Index m = block.kind == Kind::Box ? 1 : 3;
    const double unit = std::sqrt(A.diagonal().segment(i, m).cwiseAbs().maxCoeff());
    if (unit == 0.0) continue;
    const double speed = size * unit, force = size / unit;
    if (block.kind == Kind::Box) {
      EXPECT_TRUE(r.x[i] >= block.lower && r.x[i] <= block.upper);
      note(std::min(w[i] / speed, (r.x[i] - block.lower) / force));
      note(std::min(-w[i] / speed, (block.upper - r.x[i]) / force));
      continue;
    }
    const Eigen::Vector2d xt = r.x.segment<2>(i + 1), wt = w.segment<2>(i + 1);
    const double radius = block.friction * std::abs(r.x[i]);
    EXPECT_LE(xt.norm(), radius);
    if (block.kind == Kind::Cone) {
      EXPECT_GE(r.x[i], 0.0);
      note(-w[i] / speed);
      note(std::min(w[i] / speed, r.x[i] / force));
    } else {
      note(std::abs(w[i]) / speed);
    }
    // |x_t| |w_t| + x_t.w_t = 0 says that they are opposed; inside the cone w_t vanishes.
    note(std::min(wt.norm() / speed, (radius - xt.norm()) / force));
    if (xt.norm() > 0.0)
      note(std::min(1.0, xt.norm() / force) * (wt + wt.norm() * xt.normalized()).norm() / speed);
  }
  return worst;
}

struct RandomMatrices {
  explicit RandomMatrices(unsigned seed) : engine(seed) {}
  double unit() { return std::uniform_real_distribution<double>()(engine); }
  int below(int n) { return static_cast<int>(engine() % static_cast<unsigned>(n)); }
  MatrixXd matrix(Index rows, Index columns) {
    return MatrixXd::NullaryExpr(rows, columns, [&] { return normal(engine); });
  }
  std::mt19937_64 engine;
  std::normal_distribution<double> normal;
};

}  // namespace catena::test
