#include "catena/solvers/block_ldlt.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include "catena/math/index.hpp"

namespace catena {

namespace {

constexpr int N = BlockLdlt::max_rows;

// A column of a panel in two vector registers. Written out because compilers do not keep a block in
// registers across a loop when it is an array of numbers.
using Vec4 [[gnu::vector_size(32)]] = double;
struct Column {
  Vec4 top, bottom;
};
constexpr int column_size = 8;

inline Column load_column(const double* from) {
  Column c;
  std::memcpy(&c.top, from, sizeof(Vec4));
  std::memcpy(&c.bottom, from + 4, sizeof(Vec4));
  return c;
}

inline void store_column(const Column& c, double* to) {
  std::memcpy(to, &c.top, sizeof(Vec4));
  std::memcpy(to + 4, &c.bottom, sizeof(Vec4));
}

inline void subtract(Column& from, const Column& c, double factor) {
  from.top -= c.top * factor;
  from.bottom -= c.bottom * factor;
}

// The numbers of a vector that belong to one block, padded with zeros.
inline Column load_part(const double* x) {
  Column c;
  std::memcpy(&c.top, x, sizeof(Vec4));
  c.bottom = Vec4{x[4], x[5], 0.0, 0.0};
  return c;
}

inline void store_part(const Column& c, double* x) {
  std::memcpy(x, &c.top, sizeof(Vec4));
  x[4] = c.bottom[0];
  x[5] = c.bottom[1];
}

// Panels hold the six columns of a block one after the other, each padded with two zeros.
inline void copy_block(const double* from, bool transposed, double* panel) {
  if (transposed) {
    for (int c = 0; c < N; ++c)
      for (int r = 0; r < N; ++r) panel[column_size * r + c] = from[N * c + r];
    for (int c = 0; c < N; ++c) panel[column_size * c + 6] = panel[column_size * c + 7] = 0.0;
  } else {
    for (int c = 0; c < N; ++c) store_column(load_part(from + N * c), panel + column_size * c);
  }
}

inline void clear_beyond(int rows, int columns, double* panel) {
  for (int r = rows; r < N; ++r)
    for (int c = 0; c < N; ++c) panel[column_size * c + r] = 0.0;
  for (int c = columns; c < N; ++c) std::fill_n(panel + column_size * c, N, 0.0);
}

// C -= Y X^T for blocks with `kept` columns in Y and X; C stays in registers.
inline void subtract_product(const double* Y, const double* X, int kept, double* C) {
  Column c[N];
#pragma GCC unroll 6
  for (int j = 0; j < N; ++j) c[j] = load_column(C + column_size * j);
  for (int s = 0; s < kept; ++s) {
    const Column y = load_column(Y + column_size * s);
#pragma GCC unroll 6
    for (int j = 0; j < N; ++j) subtract(c[j], y, X[column_size * s + j]);
  }
#pragma GCC unroll 6
  for (int j = 0; j < N; ++j) store_column(c[j], C + column_size * j);
}

}  // namespace

BlockLdlt::BlockLdlt(int blocks, std::span<const std::pair<int, int>> pairs)
    : elimination_(eliminate_blocks(blocks, pairs)),
      place_(to_index(blocks)),
      rows_(to_index(blocks), N),
      diagonal_(to_index(blocks)),
      coupling_(pairs.size()),
      schur_(to_index(blocks)),
      off_diagonal_(elimination_.row.size()),
      pivots_(to_index(blocks)) {
  for (int k = 0; k < blocks; ++k) place_[to_index(elimination_.order[to_index(k)])] = k;
}

void BlockLdlt::set_rows(int block, int rows) {
  if (rows < 0 || rows > N) throw std::invalid_argument("BlockLdlt::set_rows: not 0 to 6 rows");
  rows_[to_index(block)] = rows;
}

void BlockLdlt::set_zero() {
  for (Block& block : diagonal_) block.fill(0.0);
  for (Block& block : coupling_) block.fill(0.0);
}

// Copies A into the factor, with zeros beyond the rows of blocks and where A has no block.
void BlockLdlt::load() {
  static_assert(stride == column_size);
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const std::size_t column = to_index(elimination_.order[k]);
    copy_block(diagonal_[column].data(), false, &schur_[column].column[0][0]);
    clear_beyond(rows_[column], rows_[column], &schur_[column].column[0][0]);
    for (std::size_t e = to_index(elimination_.first[k]); e < to_index(elimination_.first[k + 1]);
         ++e) {
      const auto [pair, transposed] = elimination_.source[e];
      if (pair < 0) {
        off_diagonal_[e] = {};
      } else {
        double* panel = &off_diagonal_[e].column[0][0];
        copy_block(coupling_[to_index(pair)].data(), transposed, panel);
        clear_beyond(rows_[to_index(elimination_.row[e])], rows_[column], panel);
      }
    }
  }
}

void BlockLdlt::factorize(double tolerance) {
  load();
  rank_ = 0;
  worst_pivot_ = 1.0;
  const int* target = elimination_.targets.data();
  for (std::size_t k = 0; k < elimination_.order.size(); ++k) {
    factorize_diagonal(elimination_.order[k], tolerance, nullptr);
    eliminate(k, target);
  }
}

void BlockLdlt::get_choice(Choice& out) const {
  out.rows = rows_;
  out.kept.resize(pivots_.size());
  out.order.resize(pivots_.size());
  for (std::size_t b = 0; b < pivots_.size(); ++b)
    out.kept[b] = pivots_[b].kept, out.order[b] = pivots_[b].order;
}

void BlockLdlt::factorize(double tolerance, const Choice& choice) {
  load();
  rank_ = 0;
  worst_pivot_ = 1.0;
  const int* target = elimination_.targets.data();
  for (std::size_t k = 0; k < elimination_.order.size(); ++k) {
    factorize_diagonal(elimination_.order[k], tolerance, &choice);
    eliminate(k, target);
  }
}

// Columns of L D are computed when their pivot is chosen, from those before (left-looking), so that
// only the remaining diagonal is kept up to date.
void BlockLdlt::factorize_diagonal(int block, double tolerance, const Choice* choice) {
  const Panel& schur = schur_[to_index(block)];
  const int rows = rows_[to_index(block)];
  Pivots& pivots = pivots_[to_index(block)];
  alignas(32) double remaining[stride] = {}, inverse_size[stride] = {}, proportion[stride];
  for (int r = 0; r < rows; ++r) {
    const double size = diagonal_[to_index(block)][to_index((N + 1) * r)];
    remaining[r] = schur.column[r][r];
    inverse_size[r] = size > std::numeric_limits<double>::min() ? 1.0 / size : 0.0;
    pivots.order[to_index(r)] = r;
  }
  Panel scaled;  // columns of L, rows in their own order
  Column unscaled[N];
  int s = 0, next = 0;  // `next` in the choice
  for (; s < rows; ++s) {
    for (int r = 0; r < stride; ++r) proportion[r] = remaining[r] * inverse_size[r];
    int best = -1;
    double largest = tolerance;
    const auto consider = [&](int t) {
      const double value = proportion[pivots.order[to_index(t)]];
      if (value > largest || std::isnan(value)) largest = value, best = t;
    };
    if (choice == nullptr)
      for (int t = s; t < rows; ++t) consider(t);
    for (; choice != nullptr && best < 0 && next < choice->kept[to_index(block)]; ++next)
      consider(static_cast<int>(std::find(pivots.order.begin(), pivots.order.begin() + rows,
                                          choice->order[to_index(block)][to_index(next)]) -
                                pivots.order.begin()));
    if (best < 0) break;
    std::swap(pivots.order[to_index(s)], pivots.order[to_index(best)]);
    worst_pivot_ = std::min(worst_pivot_, largest);

    const int row = pivots.order[to_index(s)];
    const double inverse = 1.0 / remaining[row];
    pivots.inverse[to_index(s)] = inverse;
    Column column = load_column(schur.column[row]);
    for (int t = 0; t < s; ++t) subtract(column, unscaled[t], scaled.column[t][row]);
    unscaled[s] = column;
    const Column l = {column.top * inverse, column.bottom * inverse};
    store_column(l, scaled.column[s]);
    Column rest = load_column(remaining);
    rest.top -= column.top * l.top;
    rest.bottom -= column.bottom * l.bottom;
    store_column(rest, remaining);
  }
  pivots.kept = s;
  rank_ += s;
  for (int i = 0; i < rows; ++i)
    for (int t = 0; t < std::min(i, s); ++t)
      pivots.lower[i][t] = scaled.column[t][pivots.order[to_index(i)]];
}

// From a block W of A below a diagonal block L D L^T to W L^-T, the columns in order of the pivots.
void BlockLdlt::reduce(const Pivots& pivots, Panel& panel) {
  Column reduced[N];
  for (int s = 0; s < pivots.kept; ++s) {
    Column column = load_column(panel.column[pivots.order[to_index(s)]]);
    for (int t = 0; t < s; ++t) subtract(column, reduced[t], pivots.lower[s][t]);
    reduced[s] = column;
  }
  for (int s = 0; s < pivots.kept; ++s) store_column(reduced[s], panel.column[s]);
}

// Subtracts from the blocks of A still to come what the k-th column explains of them.
void BlockLdlt::eliminate(std::size_t k, const int*& target) {
  const Pivots& pivots = pivots_[to_index(elimination_.order[k])];
  const int kept = std::min(pivots.kept, N);  // compilers do not know that it is no more
  const std::size_t begin = to_index(elimination_.first[k]),
                    end = to_index(elimination_.first[k + 1]);
  for (std::size_t e = begin; e < end; ++e) reduce(pivots, off_diagonal_[e]);
  for (std::size_t j = begin; j < end; ++j) {
    Panel scaled;  // the block of L
    for (int s = 0; s < kept; ++s) {
      Column column = load_column(off_diagonal_[j].column[s]);
      column.top *= pivots.inverse[to_index(s)];
      column.bottom *= pivots.inverse[to_index(s)];
      store_column(column, scaled.column[s]);
    }
    for (std::size_t i = j; i < end; ++i) {
      Panel& to =
          i == j ? schur_[to_index(elimination_.row[j])] : off_diagonal_[to_index(*target++)];
      subtract_product(&off_diagonal_[i].column[0][0], &scaled.column[0][0], kept,
                       &to.column[0][0]);
    }
  }
}

bool BlockLdlt::is_dependent(int block, int row) const {
  const Pivots& pivots = pivots_[to_index(block)];
  const auto kept_end = pivots.order.begin() + pivots.kept;
  return row < rows(block) && std::find(pivots.order.begin(), kept_end, row) == kept_end;
}

bool BlockLdlt::has_dependent_rows() const {
  for (int block = 0; block < blocks(); ++block)
    for (int r = 0; r < rows(block); ++r)
      if (diagonal_[to_index(block)][to_index((N + 1) * r)] > 0.0 && is_dependent(block, r))
        return true;
  return false;
}

// x: from b to D^-1 L^-1 b, in order of the pivots inside blocks, zero at dependent rows.
void BlockLdlt::substitute_forward(std::span<const int> blocks, double* x) const {
  for (const int block : blocks) {
    const std::size_t k = to_index(place_[to_index(block)]);
    const Pivots& pivots = pivots_[to_index(block)];
    double y[N] = {};
    for (int s = 0; s < pivots.kept; ++s) {
      y[s] = x[N * block + pivots.order[to_index(s)]];
      for (int t = 0; t < s; ++t) y[s] -= pivots.lower[s][t] * y[t];
    }
    for (int s = 0; s < pivots.kept; ++s) y[s] *= pivots.inverse[to_index(s)];
    std::copy_n(y, N, x + N * block);
    for (int e = elimination_.first[k]; e < elimination_.first[k + 1]; ++e) {
      Column part = load_part(x + N * elimination_.row[to_index(e)]);
      for (int s = 0; s < pivots.kept; ++s)
        subtract(part, load_column(off_diagonal_[to_index(e)].column[s]), y[s]);
      store_part(part, x + N * elimination_.row[to_index(e)]);
    }
  }
}

// x: from L^T x, in order of the pivots inside blocks, to x in order of the rows.
void BlockLdlt::substitute_back(std::span<const int> blocks, double* x) const {
  for (std::size_t b = blocks.size(); b-- > 0;) {
    const int block = blocks[b];
    const std::size_t k = to_index(place_[to_index(block)]);
    const Pivots& pivots = pivots_[to_index(block)];
    Vec4 sums[N] = {};
    for (int e = elimination_.first[k]; e < elimination_.first[k + 1]; ++e) {
      const Column part = load_part(x + N * elimination_.row[to_index(e)]);
      for (int s = 0; s < pivots.kept; ++s) {
        const Column column = load_column(off_diagonal_[to_index(e)].column[s]);
        sums[s] += column.top * part.top + column.bottom * part.bottom;
      }
    }
    double y[N];
    std::copy_n(x + N * block, N, y);
    for (int s = pivots.kept; s-- > 0;) {
      const Vec4& sum = sums[s];
      y[s] -= pivots.inverse[to_index(s)] * ((sum[0] + sum[1]) + (sum[2] + sum[3]));
      for (int t = s + 1; t < rows(block); ++t) y[s] -= pivots.lower[t][s] * y[t];
    }
    for (int s = 0; s < rows(block); ++s) x[N * block + pivots.order[to_index(s)]] = y[s];
  }
}

void BlockLdlt::solve(std::span<const int> blocks, const double* b, double* x) const {
  for (const int block : blocks)
    for (int r = 0; r < N; ++r) x[N * block + r] = r < rows(block) ? b[N * block + r] : 0.0;
  substitute_forward(blocks, x);
  substitute_back(blocks, x);
}

Eigen::MatrixXd BlockLdlt::null_space() const {
  int all_rows = 0;
  for (const int rows : rows_) all_rows += rows;
  Eigen::MatrixXd basis = Eigen::MatrixXd::Zero(N * blocks(), all_rows - rank_);
  Eigen::Index column = 0;
  for (int block = 0; block < blocks(); ++block)
    for (int s = pivots_[to_index(block)].kept; s < rows(block); ++s, ++column) {
      basis(N * block + s, column) = 1.0;
      substitute_back(order(), basis.col(column).data());
    }
  return basis;
}

}  // namespace catena
