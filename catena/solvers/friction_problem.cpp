#include "catena/solvers/friction_problem.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string>

#include "catena/solvers/box_qp.hpp"
#include "catena/solvers/chain_watch.hpp"
#include "catena/solvers/contact_chain.hpp"
#include "catena/solvers/friction_blocks.hpp"
#include "catena/solvers/friction_newton.hpp"
#include "catena/solvers/friction_thorough.hpp"

namespace catena {

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Kind = FrictionBlock::Kind;
using friction::Problem;
using friction::project_all;
using friction::rows_of;

constexpr double tolerance = 1e-12;  // what counts as solved

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
  if (scaled.units.size() > 0) problem.units = scaled.units / scaled.units.maxCoeff();
  return scaled;
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

std::vector<ContactLaw> laws_of(const std::vector<FrictionBlock>& blocks) {
  std::vector<ContactLaw> laws;
  for (const FrictionBlock& block : blocks) {
    if (block.kind == Kind::Box)
      laws.push_back(bounded_row(block.lower, block.upper));
    else if (block.kind == Kind::Cone)
      laws.push_back(coulomb_contact(block.friction));
    else
      laws.push_back(two_sided(coulomb_contact(block.friction)));
  }
  return laws;
}

// The chain up to a link, then to rounding. Returns the link that has found it, or None.
ChainLink solve_by_chain(const Problem& problem, ChainLink last, VectorXd& x) {
  VectorXd found = x, w(x.size());
  const auto span_of = [](auto& v) {
    return std::span(v.data(), static_cast<std::size_t>(v.size()));
  };
  ContactChain chain;
  const ChainOptions options{.tolerance = 1e-13, .smallest = false, .last = last};
  const ChainReport report = chain.solve(problem.A, span_of(problem.b), laws_of(problem.blocks),
                                         span_of(found), span_of(w), options);
  const bool arrives = friction::approach(problem, found, 7);
  if (friction::residual(problem, found) < friction::residual(problem, x)) x = found;
  return arrives ? std::min(report.link, last) : ChainLink::None;
}

// Few contacts are solved to rounding at once; the chain finds what that misses. Where nothing
// arrives x is the best of all, and the link None.
ChainLink solve_scaled(const Problem& problem, VectorXd& x, bool thorough) {
  const bool boxes =
      std::all_of(problem.blocks.begin(), problem.blocks.end(),
                  [](const FrictionBlock& block) { return block.kind == Kind::Box; });
  const bool symmetric = is_symmetric(problem);
  if (boxes && symmetric && x.size() > 0) {
    x = solve_bounds(problem, x).x;
    if (friction::newton(problem, x, 5) <= tolerance) return ChainLink::Newton;
  }
  if (friction::approach(problem, x, 4)) return ChainLink::Newton;
  // By Farkas, forces that cancel and do negative work on b forbid any w_n >= 0; the quadratic
  // program of the normals is then unbounded.
  if (!thorough || (symmetric && !solve_bounds(problem, x).solved)) return ChainLink::None;
  if (friction::approach(problem, x, 7)) return ChainLink::Newton;
  const ChainLink link = solve_by_chain(problem, ChainLink::Interior, x);
  return link != ChainLink::None ? link : solve_by_chain(problem, ChainLink::Lemke, x);
}

void show(const MatrixXd& A, const VectorXd& b, std::vector<FrictionBlock> blocks) {
  std::sort(blocks.begin(), blocks.end(),
            [](const FrictionBlock& l, const FrictionBlock& r) { return l.first < r.first; });
  const std::vector<ContactLaw> laws = laws_of(blocks);
  ChainWatch::show({.W = &A,
                    .q = {b.data(), static_cast<std::size_t>(b.size())},
                    .laws = laws,
                    .by_steps = false});
}

}  // namespace

FrictionResult solve_friction_problem(const MatrixXd& A, const VectorXd& b,
                                      const std::vector<FrictionBlock>& blocks,
                                      const VectorXd& guess, bool thorough) {
  check(A, b, blocks, guess);
  if (ChainWatch::any()) show(A, b, blocks);
  const ChainWatchPause pause;
  const Scaled scaled = scale(A, b, blocks);
  const Problem& problem = scaled.problem;
  VectorXd y = VectorXd::Zero(problem.b.size());
  if (guess.size() != 0) y = guess(scaled.rows).cwiseQuotient(scaled.units);
  project_all(problem.blocks, y);
  FrictionResult result;
  result.link = solve_scaled(problem, y, thorough);
  if (result.link != ChainLink::None) friction::reduce_norm(problem, y);
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
