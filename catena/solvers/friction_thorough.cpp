#include "catena/solvers/friction_thorough.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "catena/solvers/friction_blocks.hpp"

namespace catena::friction {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double tolerance = 1e-12;  // what counts as solved
constexpr double target = 1e-14;     // what is worth some more steps

// One block after the other, each exactly, several times around.
void sweep(const Problem& problem, VectorXd& x, int times) {
  const MatrixXd& A = problem.A;
  for (int time = 0; time < times; ++time) {
    for (const FrictionBlock& block : problem.blocks) {
      const Index i = block.first, m = rows_of(block);
      const MatrixXd B = A.block(i, i, m, m);
      const VectorXd q = problem.b.segment(i, m) + A.middleRows(i, m) * x - B * x.segment(i, m);
      solve_alone(block, B, q, x.segment(i, m));
    }
  }
}

}  // namespace

// Sweeps, then Newton's method from there; again with more sweeps where that does not arrive.
bool approach(const Problem& problem, VectorXd& x, int rounds) {
  VectorXd best = x;
  double least = residual(problem, x);
  int more = 3;
  for (int round = 0; round < rounds && more > 0 && least > target; ++round) {
    if (round > 0) sweep(problem, x, 4 << std::min(round, 5));
    VectorXd refined = x;
    const double reached = newton(problem, refined, 60);
    if (reached < least) least = reached, best = refined;
    if (least <= tolerance) x = best, --more;
  }
  x = best;
  return least <= tolerance;
}

namespace {

// The friction grows to its value, the solution follows.
bool follow_friction(const Problem& problem, VectorXd& x) {
  Problem part = problem;
  x.setZero();
  project_all(problem.blocks, x);
  constexpr int parts = 16;
  for (int i = 0; i <= parts; ++i) {
    for (std::size_t k = 0; k < part.blocks.size(); ++k)
      part.blocks[k].friction = problem.blocks[k].friction * i / parts;
    approach(part, x, 3);
  }
  return residual(problem, x) <= tolerance;
}

// A + damping 1 in place of A, with b such that x is where it was if it was right; the damping
// falls.
bool follow_damping(const Problem& problem, VectorXd& x) {
  Problem damped = problem;
  x.setZero();
  project_all(problem.blocks, x);
  for (double damping = 10.0; damping > 1e-3; damping *= 0.7) {
    damped.A = problem.A;
    damped.A.diagonal().array() += damping;
    damped.b = problem.b - damping * x;
    approach(damped, x, 3);
  }
  return approach(problem, x, 3);
}

// From elsewhere; always the same places.
bool try_starts(const Problem& problem, VectorXd& x) {
  std::mt19937_64 random(1);
  const auto draw = [&] { return std::ldexp(static_cast<double>(random() >> 11), -52) - 1.0; };
  for (int start = 0; start < 20; ++start) {
    x = std::ldexp(1.0, start / 4 - 2) * VectorXd::NullaryExpr(x.size(), draw);
    project_all(problem.blocks, x);
    if (approach(problem, x, 4)) return true;
  }
  return false;
}

}  // namespace

void project_all(const std::vector<FrictionBlock>& blocks, VectorXd& x) {
  for (const FrictionBlock& block : blocks) project(block, x.segment(block.first, rows_of(block)));
}

// Each of these finds what the ones before have missed.
bool solve_thoroughly(const Problem& problem, VectorXd& x) {
  VectorXd best = x;
  double least = residual(problem, x);
  const auto arrives = [&](bool solved) {
    const double reached = residual(problem, x);
    if (reached < least) least = reached, best = x;
    return solved;
  };
  if (arrives(approach(problem, x, 7)) || arrives(follow_friction(problem, x)) ||
      arrives(follow_damping(problem, x)) || arrives(try_starts(problem, x)))
    return true;
  x = best;
  return false;
}

}  // namespace catena::friction
