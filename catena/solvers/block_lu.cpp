#include "catena/solvers/block_lu.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/math/index.hpp"

namespace catena {

namespace {

using Eigen::Index;
using Map = Eigen::Map<Eigen::MatrixXd>;
using ConstMap = Eigen::Map<const Eigen::MatrixXd>;

template <int M, int K, int N>
void subtract_fixed(const double* A, const double* B, double* C) {
  Eigen::Map<Eigen::Matrix<double, M, N>>(C).noalias() -=
      Eigen::Map<const Eigen::Matrix<double, M, K>>(A).lazyProduct(
          Eigen::Map<const Eigen::Matrix<double, K, N>>(B));
}

// C -= A B for C of m x n and k columns of A.
void subtract_product(int m, int k, int n, const double* A, const double* B, double* C) {
  if (m == 6 && k == 6 && n == 6) return subtract_fixed<6, 6, 6>(A, B, C);
  if (m == 3 && k == 3 && n == 3) return subtract_fixed<3, 3, 3>(A, B, C);
  if (m == 2 && k == 2 && n == 2) return subtract_fixed<2, 2, 2>(A, B, C);
  if (m == 5 && k == 5 && n == 5) return subtract_fixed<5, 5, 5>(A, B, C);
  if (static_cast<long>(m) * k * n > 8000) {
    Map(C, m, n).noalias() -= ConstMap(A, m, k) * ConstMap(B, k, n);
    return;
  }
  for (int j = 0; j < n; ++j)
    for (int l = 0; l < k; ++l) {
      const double b = B[j * k + l];
      for (int i = 0; i < m; ++i) C[j * m + i] -= A[l * m + i] * b;
    }
}

void subtract_vector(int m, int k, const double* A, const double* b, double* c) {
  for (int l = 0; l < k; ++l)
    for (int i = 0; i < m; ++i) c[i] -= A[l * m + i] * b[l];
}

// Columns [begin, end) of an LU decomposition, updated among themselves.
void factorize_panel(int n, double* A, int begin, int end, double tiny, int* pivots) {
  for (int k = begin; k < end; ++k) {
    double* column = A + static_cast<Index>(k) * n;
    int pivot = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(column[i]) > std::abs(column[pivot])) pivot = i;
    pivots[k] = pivot;
    if (pivot != k)
      for (int j = 0; j < n; ++j)
        std::swap(A[static_cast<Index>(j) * n + k], A[static_cast<Index>(j) * n + pivot]);
    if (!(std::abs(column[k]) > tiny)) column[k] = tiny;
    const double inverse = 1.0 / column[k];
    for (int i = k + 1; i < n; ++i) column[i] *= inverse;
    for (int j = k + 1; j < end; ++j) {
      double* other = A + static_cast<Index>(j) * n;
      const double factor = other[k];
      if (factor == 0.0) continue;
      for (int i = k + 1; i < n; ++i) other[i] -= column[i] * factor;
    }
  }
}

// B = A^-1 B for up to eight columns at once: its rows in vector registers.
template <int N>
void solve_fixed(const double* A, const int* pivots, int columns, double* B) {
  double rows[static_cast<std::size_t>(N)][8] = {};
  for (int i = 0; i < N; ++i)
    for (int c = 0; c < columns; ++c) rows[i][c] = B[c * N + i];
  for (int k = 0; k < N; ++k)
    if (pivots[k] != k)
      for (int c = 0; c < 8; ++c) std::swap(rows[k][c], rows[pivots[k]][c]);
  for (int k = 0; k < N; ++k)
    for (int i = k + 1; i < N; ++i)
      for (int c = 0; c < 8; ++c) rows[i][c] -= A[k * N + i] * rows[k][c];
  for (int k = N - 1; k >= 0; --k) {
    const double inverse = 1.0 / A[k * N + k];
    for (int c = 0; c < 8; ++c) rows[k][c] *= inverse;
    for (int i = 0; i < k; ++i)
      for (int c = 0; c < 8; ++c) rows[i][c] -= A[k * N + i] * rows[k][c];
  }
  for (int i = 0; i < N; ++i)
    for (int c = 0; c < columns; ++c) B[c * N + i] = rows[i][c];
}

}  // namespace

namespace dense_lu {

void factorize(int n, double* A, int* pivots) {
  if (n == 0) return;
  const double size = ConstMap(A, n, n).cwiseAbs().maxCoeff();
  const double tiny = std::max(1e-18 * size, std::numeric_limits<double>::min());
  constexpr int width = 32;
  if (n <= 2 * width) {
    factorize_panel(n, A, 0, n, tiny, pivots);
    return;
  }
  Map M(A, n, n);
  for (int begin = 0; begin < n; begin += width) {
    const int end = std::min(n, begin + width), rest = n - end;
    factorize_panel(n, A, begin, end, tiny, pivots);
    if (rest == 0) break;
    auto top = M.block(begin, end, end - begin, rest);
    M.block(begin, begin, end - begin, end - begin)
        .triangularView<Eigen::UnitLower>()
        .solveInPlace(top);
    M.block(end, end, rest, rest).noalias() -= M.block(end, begin, rest, end - begin) * top;
  }
}

void solve(int n, const double* A, const int* pivots, int columns, double* B) {
  if (n == 6 && columns > 1 && columns <= 8) return solve_fixed<6>(A, pivots, columns, B);
  if (n == 3 && columns > 1 && columns <= 8) return solve_fixed<3>(A, pivots, columns, B);
  for (int k = 0; k < n; ++k)
    if (pivots[k] != k)
      for (int j = 0; j < columns; ++j)
        std::swap(B[static_cast<Index>(j) * n + k], B[static_cast<Index>(j) * n + pivots[k]]);
  for (int c = 0; c < columns; ++c) {
    double* b = B + static_cast<Index>(c) * n;
    for (int k = 0; k < n; ++k) {
      const double* column = A + static_cast<Index>(k) * n;
      const double value = b[k];
      if (value == 0.0) continue;
      for (int i = k + 1; i < n; ++i) b[i] -= column[i] * value;
    }
    for (int k = n - 1; k >= 0; --k) {
      const double* column = A + static_cast<Index>(k) * n;
      const double value = b[k] /= column[k];
      if (value == 0.0) continue;
      for (int i = 0; i < k; ++i) b[i] -= column[i] * value;
    }
  }
}

}  // namespace dense_lu

void BlockLu::set_pattern(std::span<const int> sizes, std::span<const std::pair<int, int>> pairs) {
  if (std::ranges::equal(sizes, sizes_) && std::ranges::equal(pairs, pairs_)) return;
  const bool same_graph = sizes.size() == sizes_.size() && std::ranges::equal(pairs, pairs_);
  sizes_.assign(sizes.begin(), sizes.end());
  pairs_.assign(pairs.begin(), pairs.end());
  if (!same_graph) elimination_ = eliminate_blocks(static_cast<int>(sizes.size()), pairs);
  find_places();
}

void BlockLu::find_places() {
  const std::size_t blocks = sizes_.size();
  std::size_t end = 0, rows = 0;
  start_.resize(blocks), diagonal_.resize(blocks);
  const auto reserve = [&](std::size_t& place, int m, int n) {
    place = end;
    end += to_index(m) * to_index(n);
  };
  for (std::size_t block = 0; block < blocks; ++block) {
    start_[block] = static_cast<int>(rows);
    rows += to_index(sizes_[block]);
    reserve(diagonal_[block], sizes_[block], sizes_[block]);
  }
  lower_.resize(elimination_.row.size()), upper_.resize(elimination_.row.size());
  coupling_.resize(pairs_.size()), opposite_.resize(pairs_.size());
  for (std::size_t k = 0; k < blocks; ++k)
    for (int e = elimination_.first[k]; e < elimination_.first[k + 1]; ++e) {
      const int m = sizes_[to_index(elimination_.row[to_index(e)])],
                n = sizes_[to_index(elimination_.order[k])];
      reserve(lower_[to_index(e)], m, n);
      reserve(upper_[to_index(e)], n, m);
      const BlockElimination::Source source = elimination_.source[to_index(e)];
      if (source.pair < 0) continue;
      coupling_[to_index(source.pair)] =
          source.transposed ? upper_[to_index(e)] : lower_[to_index(e)];
      opposite_[to_index(source.pair)] =
          source.transposed ? lower_[to_index(e)] : upper_[to_index(e)];
    }
  values_.assign(end, 0.0);
  pivots_.resize(rows);
}

void BlockLu::set_zero() {
  std::fill(values_.begin(), values_.end(), 0.0);
}

void BlockLu::factorize() {
  std::size_t target = 0;
  double* values = values_.data();
  for (std::size_t k = 0; k < sizes_.size(); ++k) {
    const std::size_t block = to_index(elimination_.order[k]);
    const int n = sizes_[block], begin = elimination_.first[k], end = elimination_.first[k + 1];
    double* pivot = values + diagonal_[block];
    int* pivots = pivots_.data() + start_[block];
    dense_lu::factorize(n, pivot, pivots);
    for (int e = begin; e < end; ++e) {
      const std::size_t row = to_index(elimination_.row[to_index(e)]);
      dense_lu::solve(n, pivot, pivots, sizes_[row], values + upper_[to_index(e)]);
      subtract_product(sizes_[row], n, sizes_[row], values + lower_[to_index(e)],
                       values + upper_[to_index(e)], values + diagonal_[row]);
    }
    for (int j = begin; j < end; ++j)
      for (int i = j + 1; i < end; ++i, ++target) {
        const std::size_t entry = to_index(elimination_.targets[target]);
        const int mi = sizes_[to_index(elimination_.row[to_index(i)])],
                  mj = sizes_[to_index(elimination_.row[to_index(j)])];
        subtract_product(mi, n, mj, values + lower_[to_index(i)], values + upper_[to_index(j)],
                         values + lower_[entry]);
        subtract_product(mj, n, mi, values + lower_[to_index(j)], values + upper_[to_index(i)],
                         values + upper_[entry]);
      }
  }
}

void BlockLu::solve(double* x) const {
  const double* values = values_.data();
  for (std::size_t k = 0; k < sizes_.size(); ++k) {
    const std::size_t block = to_index(elimination_.order[k]);
    const int n = sizes_[block];
    double* xk = x + start_[block];
    dense_lu::solve(n, values + diagonal_[block], pivots_.data() + start_[block], 1, xk);
    for (int e = elimination_.first[k]; e < elimination_.first[k + 1]; ++e) {
      const std::size_t row = to_index(elimination_.row[to_index(e)]);
      subtract_vector(sizes_[row], n, values + lower_[to_index(e)], xk, x + start_[row]);
    }
  }
  for (std::size_t k = sizes_.size(); k-- > 0;) {
    const std::size_t block = to_index(elimination_.order[k]);
    const int n = sizes_[block];
    for (int e = elimination_.first[k]; e < elimination_.first[k + 1]; ++e) {
      const std::size_t row = to_index(elimination_.row[to_index(e)]);
      subtract_vector(n, sizes_[row], values + upper_[to_index(e)], x + start_[row],
                      x + start_[block]);
    }
  }
}

}  // namespace catena
