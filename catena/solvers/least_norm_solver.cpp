#include "catena/solvers/least_norm_solver.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace catena {

using Eigen::Index;

void LeastNormSolver::reserve(int most) {
  if (most <= A_.rows()) return;
  for (Eigen::MatrixXd* m : {&A_, &null_, &gram_}) m->resize(most, most);
  for (std::vector<Index>* order : {&row_, &column_}) order->resize(static_cast<std::size_t>(most));
  y_.resize(most);
  z_.resize(most);
  weight_.setOnes(most), pivoted_weight_.resize(most);
}

void LeastNormSolver::factorize(int n, double tolerance) {
  n_ = n;
  rank_ = 0;
  std::iota(row_.begin(), row_.end(), Index{0});
  std::iota(column_.begin(), column_.end(), Index{0});
  for (Index k = 0; k < n; ++k) {
    Index p = 0, q = 0;
    const double pivot = A_.block(k, k, n - k, n - k).cwiseAbs().maxCoeff(&p, &q);
    if (!(pivot > tolerance)) break;
    p += k, q += k;
    if (p != k) {
      for (Index j = 0; j < n; ++j) std::swap(A_(k, j), A_(p, j));
      std::swap(row_[static_cast<std::size_t>(k)], row_[static_cast<std::size_t>(p)]);
    }
    if (q != k) {
      for (Index i = 0; i < n; ++i) std::swap(A_(i, k), A_(i, q));
      std::swap(column_[static_cast<std::size_t>(k)], column_[static_cast<std::size_t>(q)]);
    }
    for (Index i = k + 1; i < n; ++i) {
      const double factor = A_(i, k) /= A_(k, k);
      for (Index j = k + 1; j < n; ++j) A_(i, j) -= factor * A_(k, j);
    }
    ++rank_;
  }
  if (rank_ < n) find_null_space();
}

// Columns (-U11^-1 U12; 1), and the Cholesky factor of their products.
void LeastNormSolver::find_null_space() {
  const Index r = rank_, free = n_ - rank_;
  for (Index i = 0; i < n_; ++i) pivoted_weight_[i] = weight_[column_[static_cast<std::size_t>(i)]];
  for (Index c = 0; c < free; ++c) {
    for (Index i = r - 1; i >= 0; --i) {
      double sum = -A_(i, r + c);
      for (Index j = i + 1; j < r; ++j) sum -= A_(i, j) * null_(j, c);
      null_(i, c) = sum / A_(i, i);
    }
    for (Index i = r; i < n_; ++i) null_(i, c) = i - r == c ? 1.0 : 0.0;
  }
  for (Index i = 0; i < free; ++i)
    for (Index j = 0; j <= i; ++j) {
      double sum =
          null_.col(i).head(n_).cwiseProduct(pivoted_weight_.head(n_)).dot(null_.col(j).head(n_));
      for (Index k = 0; k < j; ++k) sum -= gram_(i, k) * gram_(j, k);
      gram_(i, j) = i == j ? std::sqrt(sum) : sum / gram_(j, j);
    }
}

void LeastNormSolver::solve(const double* b, double* x) {
  const Index r = rank_, free = n_ - rank_;
  for (Index i = 0; i < r; ++i) {
    double sum = b[row_[static_cast<std::size_t>(i)]];
    for (Index j = 0; j < i; ++j) sum -= A_(i, j) * y_[j];
    y_[i] = sum;
  }
  for (Index i = r - 1; i >= 0; --i) {
    for (Index j = i + 1; j < r; ++j) y_[i] -= A_(i, j) * y_[j];
    y_[i] /= A_(i, i);
  }
  for (Index i = r; i < n_; ++i) y_[i] = 0.0;
  for (Index i = 0; i < free; ++i) {  // take out what lies in the null space
    z_[i] = null_.col(i).head(n_).cwiseProduct(pivoted_weight_.head(n_)).dot(y_.head(n_));
    for (Index k = 0; k < i; ++k) z_[i] -= gram_(i, k) * z_[k];
    z_[i] /= gram_(i, i);
  }
  for (Index i = free - 1; i >= 0; --i) {
    for (Index k = i + 1; k < free; ++k) z_[i] -= gram_(k, i) * z_[k];
    z_[i] /= gram_(i, i);
  }
  for (Index i = 0; i < free; ++i) y_.head(n_) -= z_[i] * null_.col(i).head(n_);
  for (Index i = 0; i < n_; ++i) x[column_[static_cast<std::size_t>(i)]] = y_[i];
}

}  // namespace catena
