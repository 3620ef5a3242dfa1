// Newton's matrix of the system form: H = I + Y D Y^T over trees, or I + W D over rows.

#include <algorithm>
#include <cmath>

#include "catena/math/index.hpp"
#include "catena/solvers/chain_kernels.hpp"
#include "catena/solvers/chain_system.hpp"

namespace catena::chain {

void SystemOperator::set_graph() {
  if (graph_known_) return;
  graph_known_ = true;
  sizes_.clear(), pairs_.clear(), couplings_.clear();
  for (const Tree& tree : trees_) sizes_.push_back(tree.coordinates);
  pair_of_block_.assign(blocks_.size(), -1);
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    if (pieces_[k].count < 2) continue;
    const int a = pieces_[k].piece[0].tree, b = pieces_[k].piece[1].tree;
    couplings_.push_back({std::min(a, b), std::max(a, b), static_cast<int>(k)});
  }
  std::sort(couplings_.begin(), couplings_.end(), [](const Coupling& l, const Coupling& r) {
    return l.low != r.low ? l.low < r.low : l.high != r.high ? l.high < r.high : l.block < r.block;
  });
  for (const Coupling& coupling : couplings_) {
    const std::pair<int, int> pair{coupling.low, coupling.high};
    if (pairs_.empty() || pairs_.back() != pair) pairs_.push_back(pair);
    pair_of_block_[to_index(coupling.block)] = static_cast<int>(pairs_.size()) - 1;
  }
  lu_.set_pattern(sizes_, pairs_);
}

double SystemOperator::factorization_work() {
  if (by_rows_) return std::pow(rows_, 3.0) / 3.0;
  set_graph();
  double cubes = 0.0;
  for (const Tree& tree : trees_) cubes += std::pow(tree.coordinates, 3.0);
  const double mean = cubes / std::max(1.0, static_cast<double>(trees_.size()));
  return cubes + 2.0 * mean * static_cast<double>(lu_.products() + pairs_.size());
}

void SystemOperator::factorize_trees(const double* D, const unsigned char* active) {
  set_graph();
  lu_.set_zero();
  for (std::size_t t = 0; t < trees_.size(); ++t)
    for (int i = 0; i < sizes_[t]; ++i)
      lu_.diagonal(static_cast<int>(t))[i * (sizes_[t] + 1)] = 1.0;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    if (active[k] == 0) continue;
    const int rows = blocks_[k].rows, pair = pair_of_block_[k];
    const double* d = D + square_[k];
    for (int b = 0; b < pieces_[k].count; ++b) {
      const Piece& piece = pieces_[k].piece[b];
      const int width = trees_[to_index(piece.tree)].width,
                n = trees_[to_index(piece.tree)].coordinates;
      const double* Y = y_.data() + piece.by_row;
      if (work_.size() < to_index(rows * width)) work_.resize(to_index(rows * width));
      std::fill_n(work_.begin(), rows * width, 0.0);
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < rows; ++j) {
          const double factor = d[i * rows + j];
          if (factor == 0.0) continue;
          for (int l = 0; l < width; ++l)
            work_[to_index(i * width + l)] += factor * Y[j * width + l];
        }
      for (int a = 0; a < pieces_[k].count; ++a) {
        const Piece& other = pieces_[k].piece[a];
        const Tree& tree = trees_[to_index(other.tree)];
        double* H = a == b                    ? lu_.diagonal(piece.tree)
                    : other.tree < piece.tree ? lu_.coupling(pair)
                                              : lu_.opposite(pair);
        kernel::add_square(rows, tree.coordinates, tree.width, y_.data() + other.by_row, n, width,
                           work_.data(), H);
      }
    }
  }
  lu_.factorize();
}

// W without compliance, padded rows left out, column-major.
void SystemOperator::form_matrix() {
  if (matrix_known_) return;
  matrix_known_ = true;
  const std::size_t n = to_index(rows_);
  matrix_.assign(n * n, 0.0);
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    for (std::size_t l = 0; l < blocks_.size(); ++l)
      for (int p = 0; p < pieces_[k].count; ++p)
        for (int r = 0; r < pieces_[l].count; ++r) {
          const Piece &left = pieces_[k].piece[p], &right = pieces_[l].piece[r];
          if (left.tree != right.tree) continue;
          const int width = trees_[to_index(left.tree)].width;
          for (int j = 0; j < blocks_[l].rows; ++j)
            for (int i = 0; i < blocks_[k].rows; ++i) {
              const double* a = y_.data() + left.by_row + i * width;
              const double* b = y_.data() + right.by_row + j * width;
              double sum = 0.0;
              for (int c = 0; c < width; ++c) sum += a[c] * b[c];
              matrix_[to_index(blocks_[l].first + j) * n + to_index(blocks_[k].first + i)] += sum;
            }
        }
}

void SystemOperator::write_matrix(Eigen::MatrixXd& W, std::vector<double>& q,
                                  std::vector<ContactLaw>& laws) {
  form_matrix();
  laws.clear();
  active_rows_.clear();
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    laws.push_back(law(k));
    for (int i = 0; i < blocks_[k].rows; ++i) active_rows_.push_back(blocks_[k].first + i);
  }
  const std::size_t n = active_rows_.size(), all = to_index(rows_);
  W.resize(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(n));
  q.resize(n);
  // Rows without friction have the unit zero: they have neither forces nor velocities.
  const auto inverse = [&](int row) { return unit(row) == 0.0 ? 0.0 : 1.0 / unit(row); };
  for (std::size_t j = 0; j < n; ++j) {
    const double* from = matrix_.data() + to_index(active_rows_[j]) * all;
    const double own = inverse(active_rows_[j]);
    q[j] = own * rest_u_[to_index(active_rows_[j])];
    double* out = W.data() + j * n;
    for (std::size_t i = 0; i < n; ++i)
      out[i] = own * inverse(active_rows_[i]) * from[active_rows_[i]];
  }
  for (std::size_t k = 0, row = 0; k < blocks_.size(); ++k)
    for (int i = 0; i < blocks_[k].rows; ++i, ++row)
      W.data()[row * (n + 1)] += problem_->blocks()[k].compliance;
}

// I + W D for the rows of active blocks.
void SystemOperator::factorize_rows(const double* D, const unsigned char* active) {
  form_matrix();
  active_rows_.clear();
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    for (int i = 0; active[k] != 0 && i < blocks_[k].rows; ++i)
      active_rows_.push_back(blocks_[k].first + i);
  const std::size_t n = active_rows_.size(), all = to_index(rows_);
  reduced_.assign(n * n, 0.0);
  pivots_.resize(n);
  std::size_t column = 0;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    if (active[k] == 0) continue;
    const int rows = blocks_[k].rows;
    const double* d = D + square_[k];
    for (int j = 0; j < rows; ++j, ++column) {
      double* out = reduced_.data() + column * n;
      for (int c = 0; c < rows; ++c) {
        const double factor = d[c * rows + j];
        if (factor == 0.0) continue;
        const double* from = matrix_.data() + to_index(blocks_[k].first + c) * all;
        for (std::size_t i = 0; i < n; ++i) out[i] += from[active_rows_[i]] * factor;
      }
      out[column] += 1.0;
    }
  }
  dense_lu::factorize(static_cast<int>(n), reduced_.data(), pivots_.data());
  D_.assign(D, D + squares_);
}

void SystemOperator::factorize(const double* D, const unsigned char* active) {
  if (by_rows_)
    factorize_rows(D, active);
  else
    factorize_trees(D, active);
}

// (I + Y D Y^T)^-1 g = g - Y D (I + W D)^-1 Y^T g.
void SystemOperator::solve_rows(double* s) {
  const std::size_t n = active_rows_.size();
  if (n == 0) return;
  work_rows_.resize(2 * to_index(rows_));
  double* u = work_rows_.data();
  double* x = u + rows_;
  pull_change(s, u);
  work_.resize(std::max(work_.size(), n));
  for (std::size_t i = 0; i < n; ++i) work_[i] = u[active_rows_[i]];
  dense_lu::solve(static_cast<int>(n), reduced_.data(), pivots_.data(), 1, work_.data());
  std::fill_n(u, rows_, 0.0);
  for (std::size_t i = 0; i < n; ++i) u[active_rows_[i]] = work_[i];
  std::fill_n(x, rows_, 0.0);
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const int rows = blocks_[k].rows, first = blocks_[k].first;
    const double* d = D_.data() + square_[k];
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < rows; ++j) x[first + i] -= d[i * rows + j] * u[first + j];
  }
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    for (int p = 0; p < pieces_[k].count; ++p) {
      const Piece& piece = pieces_[k].piece[p];
      const Tree& tree = trees_[to_index(piece.tree)];
      const double* Y = y_.data() + piece.by_row;
      for (int i = 0; i < blocks_[k].rows; ++i, Y += tree.width)
        for (int c = 0; c < tree.width; ++c) s[tree.first + c] += Y[c] * x[blocks_[k].first + i];
    }
}

void SystemOperator::solve(double* s) {
  if (by_rows_) {
    solve_rows(s);
    return;
  }
  // The factors know nothing of the padding.
  work_.resize(std::max(work_.size(), to_index(states_)));
  int packed = 0;
  for (const Tree& tree : trees_) {
    std::copy_n(s + tree.first, tree.coordinates, work_.begin() + packed);
    packed += tree.coordinates;
  }
  lu_.solve(work_.data());
  packed = 0;
  for (const Tree& tree : trees_) {
    std::copy_n(work_.begin() + packed, tree.coordinates, s + tree.first);
    packed += tree.coordinates;
  }
}

void SystemOperator::factorize_shifted(double shift) {
  shift_ = shift;
  squares_of_shift_.assign(to_index(squares_), 0.0);
  all_active_.assign(blocks_.size(), 1);
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    for (int i = 0; i < blocks_[k].rows; ++i)
      squares_of_shift_[to_index(square_[k] + i * (blocks_[k].rows + 1))] =
          1.0 / (shift + blocks_[k].compliance);
  factorize(squares_of_shift_.data(), all_active_.data());
}

// With S = shift + compliance: (Y^T Y + S)^-1 r = S^-1 (r - Y^T H^-1 Y S^-1 r).
void SystemOperator::solve_shifted(const double* r, double* x) {
  const auto divide = [&](const double* from, double* to) {
    for (const Block& block : blocks_)
      for (int i = block.first; i < block.first + block.rows; ++i)
        to[i] = from[i] / (shift_ + block.compliance);
  };
  shifted_.resize(to_index(states_ + rows_), 0.0);
  double* s = shifted_.data();
  double* u = s + states_;
  divide(r, x);
  push(x, s);
  solve(s);
  pull(s, u);
  for (int i = 0; i < rows_; ++i) u[i] = r[i] - (u[i] - bias_[to_index(i)]);
  divide(u, x);
}

}  // namespace catena::chain
