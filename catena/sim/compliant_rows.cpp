#include "catena/sim/compliant_rows.hpp"

namespace catena {

using Eigen::Index;

bool CompliantRows::take_out(const Eigen::MatrixXd& W, std::span<const double> b,
                             std::span<const char> soft) {
  firm_.clear(), soft_.clear();
  for (std::size_t r = 0; r < soft.size(); ++r)
    (soft[r] != 0 ? soft_ : firm_).push_back(static_cast<Index>(r));
  if (soft_.empty()) return false;
  const auto n = static_cast<Index>(firm_.size()), m = static_cast<Index>(soft_.size());
  own_.resize(m, m), between_.resize(m, n), answers_.resize(m, n + 1), W_.resize(n, n);
  const auto row = [](const std::vector<Index>& of, Index i) {
    return of[static_cast<std::size_t>(i)];
  };
  for (Index i = 0; i < m; ++i) {
    for (Index j = 0; j < m; ++j) own_(j, i) = W(row(soft_, j), row(soft_, i));
    for (Index j = 0; j < n; ++j) between_(i, j) = W(row(soft_, i), row(firm_, j));
    answers_(i, n) = b[static_cast<std::size_t>(row(soft_, i))];
  }
  factors_.compute(own_);
  if (factors_.info() != Eigen::Success) return false;
  answers_.leftCols(n) = between_;
  factors_.solveInPlace(answers_);
  b_.resize(firm_.size());
  for (Index c = 0; c < n; ++c) {
    for (Index r = 0; r <= c; ++r)
      W_(r, c) = W_(c, r) = W(row(firm_, r), row(firm_, c)) - between_.col(r).dot(answers_.col(c));
    b_[static_cast<std::size_t>(c)] =
        b[static_cast<std::size_t>(row(firm_, c))] - between_.col(c).dot(answers_.col(n));
  }
  return true;
}

void CompliantRows::put_back(std::span<const double> x, std::span<double> all) {
  const auto n = static_cast<Index>(firm_.size());
  x_soft_ = -answers_.col(n);
  for (Index c = 0; c < n; ++c) {
    const double impulse = x[static_cast<std::size_t>(c)];
    all[static_cast<std::size_t>(firm_[static_cast<std::size_t>(c)])] = impulse;
    x_soft_ -= impulse * answers_.col(c);
  }
  for (std::size_t i = 0; i < soft_.size(); ++i)
    all[static_cast<std::size_t>(soft_[i])] = x_soft_[static_cast<Index>(i)];
}

}  // namespace catena
