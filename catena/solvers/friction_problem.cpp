#include "catena/solvers/friction_problem.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <stdexcept>
#include <string>

#include "catena/solvers/box_qp.hpp"
#include "catena/solvers/friction_blocks.hpp"
#include "catena/solvers/friction_newton.hpp"

namespace catena {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Kind = FrictionBlock::Kind;
using friction::Problem;
using friction::rows_of;

constexpr double tolerance = 1e-12;  // what counts as solved
constexpr double target = 1e-14;     // what is worth some more steps

void check(const MatrixXd& A, const VectorXd& b, const std::vector<FrictionBlock>& blocks,
           const VectorXd& guess) {
  const Index n = b.size();
  const auto refuse = [](const std::string& what) {
    throw std::invalid_argument("solve_friction_problem: " + what);
  };
  if (A.rows() != n || A.cols() != n || (guess.size() != 0 && guess.size() != n))
    refuse("A, b and the guess differ in size");
  std::vector<int> covered(static_cast<std::size_t>(n), 0);
  for (const FrictionBlock& block : blocks) {
    if (block.first < 0 || block.first + rows_of(block) > n)
      refuse("a block begins at row " + std::to_string(block.first) + " of " + std::to_string(n));
    if (!(block.lower <= block.upper) || !(block.friction >= 0.0))
      refuse("the bounds of row " + std::to_string(block.first) +
             " cross, or its friction is negative");
    for (Index i = block.first; i < block.first + rows_of(block); ++i)
      ++covered[static_cast<std::size_t>(i)];
  }
  if (std::any_of(covered.begin(), covered.end(), [](int count) { return count != 1; }))
    refuse("each row must belong to exactly one block");
}

// The problem without the tangents of smooth contacts, in units that make A's blocks and b one:
// x = units * y, and w likewise divided.
struct Scaled {
  Problem problem;
  std::vector<Index> rows;  // of the original
  VectorXd units;
};

// What makes the largest diagonal entry of each block one; a cone keeps its shape.
VectorXd block_units(const MatrixXd& A, const std::vector<FrictionBlock>& blocks) {
  VectorXd units(A.rows());
  const double largest = A.size() == 0 ? 0.0 : A.cwiseAbs().maxCoeff();
  for (const FrictionBlock& block : blocks) {
    const Index i = block.first, m = rows_of(block);
    double a = A.diagonal().segment(i, m).maxCoeff();
    // Where a force pulls its own row the rest of the row says how large its effect is.
    if (!(a > 1e-12 * A.row(i).cwiseAbs().maxCoeff())) a = A.middleRows(i, m).cwiseAbs().maxCoeff();
    if (a == 0.0) a = largest == 0.0 ? 1.0 : largest;
    units.segment(i, m).setConstant(1.0 / std::sqrt(a));
  }
  return units;
}

Scaled scale(const MatrixXd& A, const VectorXd& b, const std::vector<FrictionBlock>& blocks) {
  Scaled scaled;
  for (FrictionBlock block : blocks) {
    const Index first = block.first;
    block.first = static_cast<Index>(scaled.rows.size());
    if (block.kind != Kind::Box && block.friction == 0.0) {
      if (block.kind == Kind::TwoSidedCone)
        block.lower = -std::numeric_limits<double>::infinity();
      else
        block.lower = 0.0;
      block.upper = std::numeric_limits<double>::infinity();
      block.kind = Kind::Box;
    }
    for (Index i = 0; i < rows_of(block); ++i) scaled.rows.push_back(first + i);
    scaled.problem.blocks.push_back(block);
  }
  Problem& problem = scaled.problem;
  problem.A = A(scaled.rows, scaled.rows);
  scaled.units = block_units(problem.A, problem.blocks);
  problem.A = scaled.units.asDiagonal() * problem.A * scaled.units.asDiagonal();
  problem.b = scaled.units.cwiseProduct(b(scaled.rows));
  double size = problem.b.size() == 0 ? 0.0 : problem.b.cwiseAbs().maxCoeff();
  if (size == 0.0) size = 1.0;
  problem.b /= size;
  for (FrictionBlock& block : problem.blocks) {
    block.lower /= size * scaled.units[block.first];
    block.upper /= size * scaled.units[block.first];
  }
  scaled.units *= size;
  return scaled;
}

void project_all(const std::vector<FrictionBlock>& blocks, VectorXd& x) {
  for (const FrictionBlock& block : blocks)
    friction::project(block, x.segment(block.first, rows_of(block)));
}

// One block after the other, each exactly, several times around.
void sweep(const Problem& problem, VectorXd& x, int times) {
  const MatrixXd& A = problem.A;
  for (int time = 0; time < times; ++time) {
    for (const FrictionBlock& block : problem.blocks) {
      const Index i = block.first, m = rows_of(block);
      const MatrixXd B = A.block(i, i, m, m);
      const VectorXd q = problem.b.segment(i, m) + A.middleRows(i, m) * x - B * x.segment(i, m);
      friction::solve_alone(block, B, q, x.segment(i, m));
    }
  }
}

// Sweeps, then Newton's method from there; again with more sweeps where that does not arrive.
bool approach(const Problem& problem, VectorXd& x, int rounds) {
  VectorXd best = x;
  double least = friction::residual(problem, x);
  int more = 3;
  for (int round = 0; round < rounds && more > 0 && least > target; ++round) {
    if (round > 0) sweep(problem, x, 4 << std::min(round, 5));
    VectorXd refined = x;
    const double reached = friction::newton(problem, refined, 60);
    if (reached < least) least = reached, best = refined;
    if (least <= tolerance) x = best, --more;
  }
  x = best;
  return least <= tolerance;
}

bool is_symmetric(const Problem& problem) {
  return problem.A.isApprox(problem.A.transpose(), 1e-13);
}

// The problem without its tangents: bounds alone, a quadratic program that is solved whenever it
// can be.
BoxQpResult solve_bounds(const Problem& problem, const VectorXd& x) {
  std::vector<Index> rows, inside;
  const Index n = static_cast<Index>(problem.blocks.size());
  VectorXd lower(n), upper(n);
  for (const FrictionBlock& block : problem.blocks) {
    const Index i = static_cast<Index>(rows.size());
    const bool box = block.kind == Kind::Box;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    lower[i] = box ? block.lower : block.kind == Kind::Cone ? 0.0 : -infinity;
    upper[i] = box ? block.upper : infinity;
    const double at = x[block.first];
    if (at > lower[i] && at < upper[i] && at != 0.0) inside.push_back(i);
    rows.push_back(block.first);
  }
  return solve_box_qp(problem.A(rows, rows), problem.b(rows), lower, upper, inside);
}

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
  return friction::residual(problem, x) <= tolerance;
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

// Each of these finds what the ones before have missed. Where none does x is the best of them.
bool solve_scaled(const Problem& problem, VectorXd& x, bool thorough) {
  const bool boxes =
      std::all_of(problem.blocks.begin(), problem.blocks.end(),
                  [](const FrictionBlock& block) { return block.kind == Kind::Box; });
  const bool symmetric = is_symmetric(problem);
  if (boxes && symmetric && x.size() > 0) {
    x = solve_bounds(problem, x).x;
    if (friction::newton(problem, x, 5) <= tolerance) return true;
  }
  VectorXd best = x;
  double least = std::numeric_limits<double>::infinity();
  const auto arrives = [&](bool solved) {
    const double reached = friction::residual(problem, x);
    if (reached < least) least = reached, best = x;
    return solved;
  };
  if (arrives(approach(problem, x, 4))) return true;
  // By Farkas, forces that cancel and do negative work on b forbid any w_n >= 0; the quadratic
  // program of the normals is then unbounded.
  if (!thorough || (symmetric && !solve_bounds(problem, best).solved)) {
    x = best;
    return false;
  }
  if (arrives(approach(problem, x, 7)) || arrives(follow_friction(problem, x)) ||
      arrives(follow_damping(problem, x)) || arrives(try_starts(problem, x)))
    return true;
  x = best;
  return false;
}

}  // namespace

FrictionResult solve_friction_problem(const MatrixXd& A, const VectorXd& b,
                                      const std::vector<FrictionBlock>& blocks,
                                      const VectorXd& guess, bool thorough) {
  check(A, b, blocks, guess);
  const Scaled scaled = scale(A, b, blocks);
  const Problem& problem = scaled.problem;
  VectorXd y = VectorXd::Zero(problem.b.size());
  if (guess.size() != 0) y = guess(scaled.rows).cwiseQuotient(scaled.units);
  project_all(problem.blocks, y);
  FrictionResult result;
  if (solve_scaled(problem, y, thorough)) friction::reduce_norm(problem, y);
  project_all(problem.blocks, y);
  result.residual = friction::residual(problem, y);
  result.solved = result.residual <= tolerance;
  result.x = VectorXd::Zero(b.size());
  result.x(scaled.rows) = y.cwiseProduct(scaled.units);
  project_all(blocks, result.x);
  result.w = A * result.x + b;
  return result;
}

}  // namespace catena
