#include "catena/solvers/lemke.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace catena {

using Eigen::Index;

// The row that limits the entering variable; of equal ones the lexicographically smallest, and the
// artificial variable before all others. -1: none does.
Index Lemke::leaving_row(Index column) const {
  constexpr double tolerance = 1e-9;
  const Index n = T_.rows(), right = 2 * n + 1;
  Index best = -1;
  const auto less = [&](Index i, Index j) {
    const double a = T_(i, column), b = T_(j, column);
    const double first = T_(i, right) / a - T_(j, right) / b;
    const double size = std::abs(T_(i, right) / a) + std::abs(T_(j, right) / b);
    if (std::abs(first) > 1e-13 * size) return first < 0.0;
    if (basis_[static_cast<std::size_t>(i)] == 2 * n) return true;
    if (basis_[static_cast<std::size_t>(j)] == 2 * n) return false;
    for (Index k = 0; k < n; ++k) {
      const double difference = T_(i, k) / a - T_(j, k) / b;
      if (std::abs(difference) > 1e-13 * (std::abs(T_(i, k) / a) + std::abs(T_(j, k) / b)))
        return difference < 0.0;
    }
    return i < j;
  };
  for (Index i = 0; i < n; ++i)
    if (T_(i, column) > tolerance && (best < 0 || less(i, best))) best = i;
  return best;
}

void Lemke::pivot(Index row, Index column) {
  T_.row(row) /= T_(row, column);
  for (Index i = 0; i < T_.rows(); ++i) {
    const double factor = T_(i, column);
    if (i == row || factor == 0.0) continue;
    T_.row(i) -= factor * T_.row(row);
    T_(i, column) = 0.0;
  }
  ++pivots_;
}

bool Lemke::solve(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, int most,
                  Eigen::VectorXd& z) {
  z.setZero(q.size());
  pivots_ = 0;
  if (q.size() == 0 || q.minCoeff() >= 0.0) return true;
  for (const Scaling scaling : {Scaling::Diagonal, Scaling::RowsAndColumns}) {
    scale(M, scaling);
    const int end = pivots_ + most;
    for (const double spread : {0.0, 0.5, 1.0, 2.0})
      if (pivots_ < end && attempt(M, q, end, spread, z)) return true;
  }
  return false;
}

// A diagonal of one is the right unit where M is positive. Where it has zeros on its diagonal, as
// with constraints, these say nothing: then the largest entry of each row and column becomes one
// (Ruiz 2001).
void Lemke::scale(const Eigen::MatrixXd& M, Scaling scaling) {
  const Index n = M.rows();
  row_scale_.setOnes(n), column_scale_.setOnes(n);
  if (scaling == Scaling::Diagonal) {
    for (Index i = 0; i < n; ++i)
      if (std::abs(M(i, i)) > 0.0)
        row_scale_[i] = column_scale_[i] = 1.0 / std::sqrt(std::abs(M(i, i)));
    return;
  }
  constexpr int rounds = 20;
  for (int round = 0; round < rounds; ++round) {
    T_ = row_scale_.asDiagonal() * M * column_scale_.asDiagonal();
    for (Index i = 0; i < n; ++i) {
      const double row = T_.row(i).cwiseAbs().maxCoeff(), column = T_.col(i).cwiseAbs().maxCoeff();
      if (row > 0.0) row_scale_[i] /= std::sqrt(row);
      if (column > 0.0) column_scale_[i] /= std::sqrt(column);
    }
  }
}

bool Lemke::attempt(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, int most, double spread,
                    Eigen::VectorXd& z) {
  const Index n = q.size(), artificial = 2 * n, right = 2 * n + 1;
  z.setZero(n);
  const double size = q.cwiseProduct(row_scale_).cwiseAbs().maxCoeff();
  T_.setZero(n, 2 * n + 2);
  T_.leftCols(n).setIdentity();
  T_.middleCols(n, n) = -(row_scale_.asDiagonal() * M * column_scale_.asDiagonal());
  for (Index i = 0; i < n; ++i)
    T_(i, artificial) = -1.0 - spread * std::fmod(0.618 * static_cast<double>(i + 1), 1.0);
  T_.col(right) = q.cwiseProduct(row_scale_) / size;
  basis_.resize(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i) basis_[static_cast<std::size_t>(i)] = i;

  Index row = 0;
  (T_.col(right).array() / -T_.col(artificial).array()).minCoeff(&row);
  Index entering = artificial;
  while (pivots_ < most) {
    const Index left = basis_[static_cast<std::size_t>(row)];
    pivot(row, entering);
    basis_[static_cast<std::size_t>(row)] = entering;
    if (left == artificial) return finish(M, q, size, z);
    entering = left < n ? left + n : left - n;
    row = leaving_row(entering);
    if (row < 0) return false;
  }
  return false;
}

// The last basis says which z are positive. Their values come from M itself where that is regular
// there: pivots have added up rounding. It can have led astray, too.
bool Lemke::finish(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, double size,
                   Eigen::VectorXd& z) const {
  const Index n = q.size();
  std::vector<Index> positive;
  for (Index i = 0; i < n; ++i) {
    const Index variable = basis_[static_cast<std::size_t>(i)] - n;
    if (variable < 0 || variable >= n) continue;
    z[variable] = std::max(0.0, T_(i, 2 * n + 1)) * column_scale_[variable] * size;
    positive.push_back(variable);
  }
  const auto error_of = [&](const Eigen::VectorXd& at) {
    return at.cwiseQuotient(column_scale_).cwiseMin((M * at + q).cwiseProduct(row_scale_)).norm() /
           size;
  };
  const double error = error_of(z);
  if (!positive.empty() && error > 0.0) {
    const Eigen::VectorXd rows = row_scale_(positive), columns = column_scale_(positive);
    const Eigen::MatrixXd own = rows.asDiagonal() * M(positive, positive) * columns.asDiagonal();
    Eigen::VectorXd exact = Eigen::VectorXd::Zero(n);
    exact(positive) =
        columns.cwiseProduct(own.partialPivLu().solve(-rows.cwiseProduct(q(positive))));
    exact = exact.cwiseMax(0.0);
    if (exact.allFinite() && error_of(exact) < error) z = exact;
  }
  return z.allFinite() && (M * z + q).cwiseProduct(row_scale_).minCoeff() > -1e-7 * size;
}

}  // namespace catena
