#include "catena/solvers/chain_system.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "catena/math/index.hpp"
#include "catena/solvers/chain_kernels.hpp"

namespace catena::chain {

namespace {

using kernel::add_response;
using kernel::add_velocity;

}  // namespace

void SystemOperator::prepare(const StepProblem& problem) {
  problem_ = &problem;
  place_trees(problem);
  const std::size_t count = problem.blocks().size();
  set_count(count);
  for (std::size_t k = 0; k < count; ++k) set_law(k, law(k), true);
  place_pieces();
  bias_.assign(to_index(rows_), 0.0);
  for (std::size_t k = 0; k < count; ++k) {
    whiten(k);
    scale_block(k);
  }
  rest_u_.assign(to_index(rows_), 0.0);
  pull(start_.data(), rest_u_.data());
  note_rest();
  graph_known_ = matrix_known_ = false;
  // Which elimination costs less: the rows, or the trees with some fill between them.
  const auto cube = [](double n) { return n * n * n; };
  double by_trees = 0.0;
  for (const Tree& tree : trees_) by_trees += 3.0 * cube(tree.coordinates);
  by_rows_ = cube(problem.rows()) / 3.0 < by_trees;
}

// The trees, their L where the mass matrix is not one, and s = L^T v without forces.
void SystemOperator::place_trees(const StepProblem& problem) {
  trees_.clear(), roots_.clear();
  states_ = 0;
  for (const StepProblem::Tree& given : problem.trees()) {
    const int n = given.coordinates, width = (n + 3) / 4 * 4;
    trees_.push_back({n, width, states_, given.is_unit() ? -1 : static_cast<int>(roots_.size())});
    states_ += width;
    if (!given.is_unit()) factorize_mass(trees_.size() - 1, problem.masses().data() + given.mass);
  }
  start_.assign(to_index(states_), 0.0);
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    const Tree& tree = trees_[t];
    const double* v = problem.free_velocities().data() + problem.trees()[t].first;
    double* s = start_.data() + tree.first;
    const int n = tree.coordinates;
    if (tree.root < 0) {
      std::copy_n(v, n, s);
      continue;
    }
    const double* L = roots_.data() + tree.root;
    for (int i = 0; i < n; ++i) {
      s[i] += v[i] / L[i * n + i];
      for (int k = 0; k < i; ++k) s[k] += L[i * n + k] * v[i];
    }
  }
}

void SystemOperator::factorize_mass(std::size_t tree, const double* M) {
  const int n = trees_[tree].coordinates;
  roots_.resize(roots_.size() + to_index(n) * to_index(n));
  double* L = roots_.data() + trees_[tree].root;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double sum = M[j * n + i];
      for (int k = 0; k < j; ++k) sum -= L[i * n + k] * L[j * n + k];
      if (j < i) {
        L[i * n + j] = sum * L[j * n + j];
        continue;
      }
      if (!(sum > 0.0))
        throw std::invalid_argument("contact chain: the mass matrix of tree " +
                                    std::to_string(tree) +
                                    " is not positive definite at coordinate " + std::to_string(i) +
                                    "; leave out coordinates that cannot move");
      L[i * n + i] = 1.0 / std::sqrt(sum);
    }
}

// Where the numbers of each block are.
void SystemOperator::place_pieces() {
  const std::size_t count = blocks_.size();
  pieces_.resize(count), own_place_.resize(count);
  int numbers = 0, own = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const int rows = blocks_[k].rows, lanes = lanes_of(rows);
    own_place_[k] = own;
    own += rows * lanes;
    pieces_[k].count = 0;
    for (const int tree : problem_->blocks()[k].tree) {
      if (tree < 0) continue;
      const int first = numbers, by_row = first + trees_[to_index(tree)].coordinates * lanes;
      pieces_[k].piece[pieces_[k].count++] = {tree, first, by_row};
      numbers = by_row + rows * trees_[to_index(tree)].width;
    }
  }
  y_.resize(to_index(numbers)), own_.resize(to_index(own)), inverse_.resize(to_index(own));
}

// Y = L^-1 J^T, all rows of the block side by side.
void SystemOperator::whiten(std::size_t index) {
  const StepProblem::Block& given = problem_->blocks()[index];
  const int rows = given.rows;
  const double* unit = units_.data() + blocks_[index].first;
  for (int p = 0; p < pieces_[index].count; ++p) {
    const Piece& piece = pieces_[index].piece[p];
    const int n = trees_[to_index(piece.tree)].coordinates;
    double* Y = y_.data() + piece.by_coordinate;
    const double* J = problem_->jacobians().data() + given.jacobian[p];
    const int root = trees_[to_index(piece.tree)].root;
    if (root < 0)
      kernel::transpose(rows, n, J, unit, Y);
    else
      kernel::whiten(rows, n, J, unit, roots_.data() + root, Y);
  }
}

// The block's own matrix, and with it the units that make it one on the diagonal.
void SystemOperator::scale_block(std::size_t index) {
  const StepProblem::Block& given = problem_->blocks()[index];
  Block& block = blocks_[index];
  const int rows = given.rows, lanes = lanes_of(rows);
  double* own = own_.data() + own_place_[index];
  std::fill_n(own, rows * lanes, 0.0);
  const Pieces& pieces = pieces_[index];
  for (int p = 0; p < pieces.count; ++p) {
    const double* Y = y_.data() + pieces.piece[p].by_coordinate;
    const int n = trees_[to_index(pieces.piece[p].tree)].coordinates;
    kernel::add_own(rows, n, Y, own);
  }
  double trace = 0.0;
  for (int i = 0; i < rows; ++i) {
    if (given.compliance != 0.0 && units_[to_index(block.first + i)] != 1.0)
      throw std::invalid_argument("contact chain: block " + std::to_string(index) +
                                  " has a compliance and a limit of different coefficients; "
                                  "expected equal ones, or no compliance");
    trace += own[i * lanes + i] += given.compliance;
  }
  const double mean = trace > 0.0 ? trace / rows : 1.0;
  const double scale = set_scale(index, mean), square = scale * scale;
  block.compliance = square * given.compliance;
  for (int i = 0; i < rows * lanes; ++i) own[i] *= square;
  double largest = 0.0;
  for (int i = 0; i < rows; ++i) {
    largest = std::max(largest, own[i * lanes + i]);
    bias_[to_index(block.first + i)] =
        units_[to_index(block.first + i)] * problem_->biases()[to_index(given.first + i)];
  }
  block.rho = largest > 0.0 ? 1.0 / largest : 1.0;
  invert(block, own, inverse_.data() + own_place_[index]);
  for (int p = 0; p < pieces.count; ++p) {
    const Piece& piece = pieces.piece[p];
    const Tree& tree = trees_[to_index(piece.tree)];
    double* Y = y_.data() + piece.by_coordinate;
    double* by_row = y_.data() + piece.by_row;
    for (int k = 0; k < tree.coordinates; ++k, Y += lanes) {
      for (int l = 0; l < lanes; ++l) Y[l] *= scale;
      for (int i = 0; i < rows; ++i) by_row[i * tree.width + k] = Y[i];
    }
    for (int k = tree.coordinates; k < tree.width; ++k)
      for (int i = 0; i < rows; ++i) by_row[i * tree.width + k] = 0.0;
  }
}

void SystemOperator::pull(const double* s, double* u) const {
  std::copy_n(bias_.data(), rows_, u);
  add_velocities(s, u);
}

void SystemOperator::pull_change(const double* s, double* u) const {
  std::fill_n(u, rows_, 0.0);
  add_velocities(s, u);
}

void SystemOperator::add_velocities(const double* s, double* u) const {
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const Block& block = blocks_[k];
    double* ub = u + block.first;
    for (int p = 0; p < pieces_[k].count; ++p) {
      const Piece& piece = pieces_[k].piece[p];
      const Tree& tree = trees_[to_index(piece.tree)];
      add_velocity(block.rows, tree.coordinates, y_.data() + piece.by_coordinate, s + tree.first,
                   ub);
    }
  }
}

void SystemOperator::push(const double* x, double* s) const {
  std::fill_n(s, states_, 0.0);
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    for (int p = 0; p < pieces_[k].count; ++p) {
      const Piece& piece = pieces_[k].piece[p];
      const Tree& tree = trees_[to_index(piece.tree)];
      add_response(blocks_[k].rows, tree.width, y_.data() + piece.by_row, x + blocks_[k].first,
                   s + tree.first);
    }
}

void SystemOperator::respond(const double* x, double* s) const {
  push(x, s);
  for (int i = 0; i < states_; ++i) s[i] += start_[to_index(i)];
}

void SystemOperator::sweep(double* x, double* s, int times) {
  for (int time = 0; time < times; ++time)
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      const Block& block = blocks_[k];
      const int rows = block.rows, lanes = lanes_of(rows);
      const double* own = own_.data() + own_place_[k];
      double q[8], change[8];
      double* xb = x + block.first;
      for (int l = 0; l < lanes; ++l) q[l] = bias_[to_index(block.first + l)];
      for (int p = 0; p < pieces_[k].count; ++p) {
        const Piece& piece = pieces_[k].piece[p];
        const Tree& tree = trees_[to_index(piece.tree)];
        add_velocity(rows, tree.coordinates, y_.data() + piece.by_coordinate, s + tree.first, q);
      }
      for (int i = 0; i < rows; ++i) {
        double sum = q[i] + block.compliance * xb[i];
        for (int j = 0; j < rows; ++j) sum -= own[i * lanes + j] * xb[j];
        q[i] = sum;
        change[i] = xb[i];
      }
      solve_alone(block, own, inverse_.data() + own_place_[k], q, xb);
      for (int i = 0; i < rows; ++i) change[i] = xb[i] - change[i];
      for (int p = 0; p < pieces_[k].count; ++p) {
        const Piece& piece = pieces_[k].piece[p];
        const Tree& tree = trees_[to_index(piece.tree)];
        add_response(rows, tree.width, y_.data() + piece.by_row, change, s + tree.first);
      }
    }
}

// v = L^-T s.
void SystemOperator::write_coordinates(const double* s, std::span<double> v) const {
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    const Tree& tree = trees_[t];
    const int n = tree.coordinates;
    double* out = v.data() + problem_->trees()[t].first;
    if (tree.root < 0) {
      std::copy_n(s + tree.first, n, out);
      continue;
    }
    const double* L = roots_.data() + tree.root;
    for (int i = n - 1; i >= 0; --i) {
      double sum = s[tree.first + i];
      for (int k = i + 1; k < n; ++k) sum -= L[k * n + i] * out[k];
      out[i] = sum * L[i * n + i];
    }
  }
}

}  // namespace catena::chain
