#include "catena/solvers/chain_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

#include "catena/math/index.hpp"

namespace catena::chain {

void MatrixOperator::begin(int rows, std::span<const double> q, std::span<const ContactLaw> laws) {
  laws_ = laws;
  set_count(laws.size());
  for (std::size_t k = 0; k < laws.size(); ++k) set_law(k, laws[k], false);
  if (rows_ != rows || q.size() != to_index(rows))
    throw std::invalid_argument("contact chain: W has " + std::to_string(rows) + " rows, q " +
                                std::to_string(q.size()) + ", the laws " + std::to_string(rows_));
  states_ = rows_;
  block_of_row_.resize(to_index(rows_));
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    std::fill_n(block_of_row_.begin() + blocks_[k].first, blocks_[k].rows, static_cast<int>(k));
  strips_.clear(), runs_.clear(), values_.clear();
  graph_known_ = false;
}

// A strip with the columns of the given blocks, in rising order.
void MatrixOperator::add_strip(std::size_t block, std::span<const int> columns) {
  Strip strip{static_cast<int>(runs_.size()), 0, 0, values_.size()};
  for (const int column : columns) {
    const Block& other = blocks_[to_index(column)];
    const bool joins = static_cast<int>(runs_.size()) > strip.first_run &&
                       runs_.back().column + runs_.back().length == other.first;
    if (joins)
      runs_.back().length += other.rows;
    else
      runs_.push_back({other.first, other.rows});
    strip.width += other.rows;
  }
  strip.last_run = static_cast<int>(runs_.size());
  values_.resize(values_.size() + to_index(strip.width) * blocks_[block].rows, 0.0);
  strips_.push_back(strip);
}

void MatrixOperator::prepare(const Eigen::Ref<const Eigen::MatrixXd>& W, std::span<const double> q,
                             std::span<const ContactLaw> laws) {
  if (W.rows() != W.cols()) throw std::invalid_argument("contact chain: W is not square");
  begin(static_cast<int>(W.rows()), q, laws);
  columns_.resize(blocks_.size());
  std::iota(columns_.begin(), columns_.end(), 0);
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    add_strip(k, columns_);
    double* out = values_.data() + strips_[k].values;
    for (int i = 0; i < blocks_[k].rows; ++i)
      for (int j = 0; j < rows_; ++j) *out++ = W(blocks_[k].first + i, j);
  }
  dense_ = true;
  start_.assign(q.begin(), q.end());
  scale();
}

void MatrixOperator::prepare(const CompressedRows& W, std::span<const double> q,
                             std::span<const ContactLaw> laws) {
  begin(W.rows, q, laws);
  marks_.assign(blocks_.size(), -1);
  std::size_t numbers = 0;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    columns_.clear();
    const auto mark = [&](int column) {
      const int other = block_of_row_[to_index(column)];
      if (marks_[to_index(other)] == static_cast<int>(k)) return;
      marks_[to_index(other)] = static_cast<int>(k);
      columns_.push_back(other);
    };
    mark(blocks_[k].first);
    const int first = blocks_[k].first, last = first + blocks_[k].rows;
    for (int e = W.begin[to_index(first)]; e < W.begin[to_index(last)]; ++e)
      mark(W.column[to_index(e)]);
    std::sort(columns_.begin(), columns_.end());
    add_strip(k, columns_);
    numbers += to_index(strips_[k].width) * blocks_[k].rows;
    for (int row = first; row < last; ++row)
      for (int e = W.begin[to_index(row)]; e < W.begin[to_index(row + 1)]; ++e) {
        int place = 0, run = strips_[k].first_run;
        while (W.column[to_index(e)] >= runs_[to_index(run)].column + runs_[to_index(run)].length)
          place += runs_[to_index(run++)].length;
        place += W.column[to_index(e)] - runs_[to_index(run)].column;
        values_[strips_[k].values + to_index((row - first) * strips_[k].width + place)] +=
            W.value[to_index(e)];
      }
  }
  dense_ = rows_ <= 48 || numbers > to_index(rows_) * to_index(rows_) / 2;
  start_.assign(q.begin(), q.end());
  scale();
}

void MatrixOperator::find_own() {
  own_place_.resize(blocks_.size());
  own_.clear();
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const Block& block = blocks_[k];
    const int lanes = lanes_of(block.rows);
    own_place_[k] = static_cast<int>(own_.size());
    own_.resize(own_.size() + to_index(block.rows * lanes), 0.0);
    int place = 0, run = strips_[k].first_run;
    while (block.first >= runs_[to_index(run)].column + runs_[to_index(run)].length)
      place += runs_[to_index(run++)].length;
    place += block.first - runs_[to_index(run)].column;
    for (int i = 0; i < block.rows; ++i)
      for (int j = 0; j < block.rows; ++j)
        own_[to_index(own_place_[k] + i * lanes + j)] =
            values_[strips_[k].values + to_index(i * strips_[k].width + place + j)];
  }
  inverse_.resize(own_.size());
}

void MatrixOperator::multiply_rows_and_columns(const std::vector<double>& factor) {
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    double* value = values_.data() + strips_[k].values;
    for (int i = 0; i < blocks_[k].rows; ++i) {
      const double own = factor[to_index(blocks_[k].first + i)];
      for (int run = strips_[k].first_run; run < strips_[k].last_run; ++run) {
        const double* other = factor.data() + runs_[to_index(run)].column;
        for (int j = 0; j < runs_[to_index(run)].length; ++j) *value++ *= own * other[j];
      }
    }
  }
}

// Units that make the mean of the diagonal of each block one. A block without a diagonal takes the
// mean of the others.
void MatrixOperator::scale() {
  multiply_rows_and_columns(units_);  // round limits
  find_own();
  work_.assign(blocks_.size(), 0.0);
  double sum = 0.0, count = 0.0, largest = 0.0;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const int rows = blocks_[k].rows, lanes = lanes_of(rows);
    for (int i = 0; i < rows; ++i) work_[k] += own(k)[i * lanes + i] / rows;
    work_[k] = std::abs(work_[k]);
    largest = std::max(largest, work_[k]);
    if (work_[k] > 0.0) sum += work_[k], count += 1.0;
  }
  if (count == 0.0)
    for (const double value : values_) sum = std::max(sum, std::abs(value)), count = 1.0;
  const double mean = sum > 0.0 ? sum / count : 1.0;
  scales_.resize(to_index(rows_));
  for (std::size_t k = 0; k < blocks_.size(); ++k)
    std::fill_n(scales_.begin() + blocks_[k].first, blocks_[k].rows,
                set_scale(k, work_[k] > 1e-14 * largest ? work_[k] : mean));
  multiply_rows_and_columns(scales_);
  find_own();
  for (int i = 0; i < rows_; ++i) start_[to_index(i)] *= units_[to_index(i)];
  rest_u_ = start_;
  note_rest();
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const int rows = blocks_[k].rows, lanes = lanes_of(rows);
    double most = 0.0;
    for (int i = 0; i < rows; ++i) most = std::max(most, own(k)[i * lanes + i]);
    blocks_[k].rho = most > 0.0 ? 1.0 / most : 1.0;
    invert(blocks_[k], own(k), inverse_.data() + own_place_[k]);
  }
}

void MatrixOperator::pull(const double* s, double* u) const {
  std::copy_n(s, rows_, u);
}

// u = W_block x.
void MatrixOperator::multiply(std::size_t block, const double* x, double* u) const {
  const Strip& strip = strips_[block];
  const double* value = values_.data() + strip.values;
  for (int i = 0; i < blocks_[block].rows; ++i) {
    double sum = 0.0;
    for (int run = strip.first_run; run < strip.last_run; ++run) {
      const double* xr = x + runs_[to_index(run)].column;
      const int length = runs_[to_index(run)].length;
      if (length > 16) {
        sum += Eigen::Map<const Eigen::VectorXd>(value, length)
                   .dot(Eigen::Map<const Eigen::VectorXd>(xr, length));
      } else {
        for (int j = 0; j < length; ++j) sum += value[j] * xr[j];
      }
      value += length;
    }
    u[i] = sum;
  }
}

void MatrixOperator::pull_change(const double* s, double* u) const {
  std::copy_n(s, rows_, u);
}

void MatrixOperator::push(const double* x, double* s) const {
  for (std::size_t k = 0; k < blocks_.size(); ++k) multiply(k, x, s + blocks_[k].first);
}

void MatrixOperator::respond(const double* x, double* s) const {
  push(x, s);
  for (int i = 0; i < rows_; ++i) s[i] += start_[to_index(i)];
}

void MatrixOperator::sweep(double* x, double* s, int times) {
  for (int time = 0; time < times; ++time)
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      const Block& block = blocks_[k];
      const int rows = block.rows, lanes = lanes_of(rows);
      double q[most_rows];
      double* xb = x + block.first;
      multiply(k, x, q);
      for (int i = 0; i < rows; ++i) {
        q[i] += start_[to_index(block.first + i)];
        for (int j = 0; j < rows; ++j) q[i] -= own(k)[i * lanes + j] * xb[j];
      }
      solve_alone(block, own(k), inverse_.data() + own_place_[k], q, xb);
    }
  respond(x, s);
}

}  // namespace catena::chain
