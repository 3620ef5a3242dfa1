// Newton's matrix of the W form: H = I + W D.

#include <algorithm>
#include <cmath>

#include "catena/math/index.hpp"
#include "catena/solvers/chain_matrix.hpp"

namespace catena::chain {

void MatrixOperator::set_graph() {
  if (graph_known_) return;
  graph_known_ = true;
  sizes_.clear(), pairs_.clear();
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    sizes_.push_back(blocks_[k].rows);
    for (int run = strips_[k].first_run; run < strips_[k].last_run; ++run)
      for (int j = 0; j < runs_[to_index(run)].length;) {
        const int other = block_of_row_[to_index(runs_[to_index(run)].column + j)];
        const int own = static_cast<int>(k);
        if (other != own) pairs_.push_back({std::min(own, other), std::max(own, other)});
        j += blocks_[to_index(other)].rows;
      }
  }
  std::sort(pairs_.begin(), pairs_.end());
  pairs_.erase(std::unique(pairs_.begin(), pairs_.end()), pairs_.end());
  pair_first_.assign(blocks_.size() + 1, 0);
  for (const auto& [low, high] : pairs_) ++pair_first_[to_index(low + 1)];
  for (std::size_t k = 0; k < blocks_.size(); ++k) pair_first_[k + 1] += pair_first_[k];
  lu_.set_pattern(sizes_, pairs_);
}

void MatrixOperator::factorize_sparse(const double* D, const unsigned char* active) {
  set_graph();
  lu_.set_zero();
  const auto place_of = [&](int low, int high) {
    const auto begin = pairs_.begin() + pair_first_[to_index(low)];
    const auto end = pairs_.begin() + pair_first_[to_index(low + 1)];
    return static_cast<int>(std::lower_bound(begin, end, std::pair{low, high}) - pairs_.begin());
  };
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const int rows = blocks_[k].rows, own = static_cast<int>(k);
    for (int i = 0; i < rows; ++i) lu_.diagonal(own)[i * (rows + 1)] = 1.0;
    int place = 0;
    for (int run = strips_[k].first_run; run < strips_[k].last_run; ++run)
      for (int j = 0; j < runs_[to_index(run)].length;) {
        const int other = block_of_row_[to_index(runs_[to_index(run)].column + j)];
        const int columns = blocks_[to_index(other)].rows;
        if (active[other] != 0) {
          double* H = other == own  ? lu_.diagonal(own)
                      : own < other ? lu_.coupling(place_of(own, other))
                                    : lu_.opposite(place_of(other, own));
          const double* W = values_.data() + strips_[k].values + place;
          const double* d = D + square_[to_index(other)];
          for (int c = 0; c < columns; ++c)
            for (int i = 0; i < rows; ++i) {
              double sum = 0.0;
              for (int l = 0; l < columns; ++l)
                sum += W[i * strips_[k].width + l] * d[l * columns + c];
              H[c * rows + i] += sum;
            }
        }
        place += columns;
        j += columns;
      }
  }
  lu_.factorize();
}

// The rows of active blocks alone; the others follow from them.
void MatrixOperator::factorize_dense(const double* D, const unsigned char* active) {
  active_rows_.clear();
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    for (int i = 0; active[k] != 0 && i < blocks_[k].rows; ++i)
      active_rows_.push_back(blocks_[k].first + i);
  const std::size_t n = active_rows_.size();
  reduced_.assign(n * n, 0.0);
  pivots_.resize(n);
  std::size_t row = 0;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    if (active[k] == 0) continue;
    for (int i = 0; i < blocks_[k].rows; ++i, ++row) {
      const double* W = values_.data() + strips_[k].values + to_index(i * strips_[k].width);
      // The strip, spread over all columns.
      work_.assign(to_index(rows_), 0.0);
      for (int run = strips_[k].first_run; run < strips_[k].last_run; ++run) {
        std::copy_n(W, runs_[to_index(run)].length, work_.begin() + runs_[to_index(run)].column);
        W += runs_[to_index(run)].length;
      }
      std::size_t column = 0;
      for (std::size_t l = 0; l < blocks_.size(); ++l) {
        if (active[l] == 0) continue;
        const int columns = blocks_[l].rows;
        const double* d = D + square_[l];
        const double* w = work_.data() + blocks_[l].first;
        for (int c = 0; c < columns; ++c, ++column) {
          double sum = row == column ? 1.0 : 0.0;
          for (int m = 0; m < columns; ++m) sum += w[m] * d[m * columns + c];
          reduced_[column * n + row] = sum;
        }
      }
    }
  }
  dense_lu::factorize(static_cast<int>(n), reduced_.data(), pivots_.data());
  D_.assign(D, D + squares_);
  all_active_.assign(active, active + blocks_.size());
}

bool MatrixOperator::factorizes_fast() {
  if (dense_) return rows_ <= 200;
  set_graph();
  return lu_.products() < 8 * pairs_.size();
}

double MatrixOperator::factorization_work() {
  if (dense_) return std::pow(rows_, 3.0) / 3.0;
  set_graph();
  const double mean_rows = static_cast<double>(rows_) / static_cast<double>(blocks_.size());
  return 2.0 * std::pow(mean_rows, 3.0) * static_cast<double>(lu_.products() + pairs_.size());
}

void MatrixOperator::factorize(const double* D, const unsigned char* active) {
  if (dense_)
    factorize_dense(D, active);
  else
    factorize_sparse(D, active);
}

void MatrixOperator::solve(double* s) {
  if (!dense_) {
    lu_.solve(s);
    return;
  }
  const std::size_t n = active_rows_.size();
  if (n == 0) return;
  work_.resize(2 * to_index(rows_));
  double* y = work_.data();
  double* x = y + rows_;
  for (std::size_t i = 0; i < n; ++i) y[i] = s[active_rows_[i]];
  dense_lu::solve(static_cast<int>(n), reduced_.data(), pivots_.data(), 1, y);
  std::fill_n(x, rows_, 0.0);
  for (std::size_t i = 0; i < n; ++i) s[active_rows_[i]] = y[i];
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    if (all_active_[k] == 0) continue;
    const int rows = blocks_[k].rows, first = blocks_[k].first;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < rows; ++j)
        x[first + i] += D_[to_index(square_[k] + i * rows + j)] * s[first + j];
  }
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    if (all_active_[k] != 0) continue;
    double change[most_rows];
    multiply(k, x, change);
    for (int i = 0; i < blocks_[k].rows; ++i) s[blocks_[k].first + i] -= change[i];
  }
}

// (W + shift)^-1 r = (I + W / shift)^-1 r / shift.
void MatrixOperator::factorize_shifted(double shift) {
  shift_ = shift;
  squares_of_shift_.assign(to_index(squares_), 0.0);
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    for (int i = 0; i < blocks_[k].rows; ++i)
      squares_of_shift_[to_index(square_[k] + i * (blocks_[k].rows + 1))] = 1.0 / shift;
  every_.assign(blocks_.size(), 1);
  factorize(squares_of_shift_.data(), every_.data());
}

void MatrixOperator::solve_shifted(const double* r, double* x) {
  std::copy_n(r, rows_, x);
  solve(x);
  for (int i = 0; i < rows_; ++i) x[i] /= shift_;
}

}  // namespace catena::chain
