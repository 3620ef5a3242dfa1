#include "catena/solvers/qp_working_set.hpp"

#include <cmath>

namespace catena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

void QpWorkingSet::resize(Index n) {
  n_ = n, size_ = 0;
  L_.resize(n, n), J_.resize(n, n), R_.resize(n, n);
  d_.resize(n), w_.resize(n), alpha_.resize(n);
}

// Objectives such as |u|^2 are diagonal, and then J costs nothing.
bool QpWorkingSet::factorize_diagonal(const MatrixXd& P, const VectorXd& shift) {
  J_.setZero();
  for (Index i = 0; i < n_; ++i) {
    const double h = P(i, i) + shift[i];
    if (!(h > 0.0)) return false;
    J_(i, i) = 1.0 / std::sqrt(h);
  }
  return true;
}

bool QpWorkingSet::factorize(const MatrixXd& P, const VectorXd& shift, double tolerance) {
  size_ = 0;
  bool diagonal = true;
  for (Index j = 0; diagonal && j + 1 < n_; ++j)
    diagonal = (P.col(j).tail(n_ - j - 1).array() == 0.0).all();
  if (diagonal) return factorize_diagonal(P, shift);
  for (Index j = 0; j < n_; ++j) {
    auto column = L_.col(j).tail(n_ - j);
    column = P.col(j).tail(n_ - j);
    const double size = P(j, j) + shift[j];
    column[0] = size;
    if (j > 0) {
      w_.head(j) = L_.row(j).head(j).transpose();
      column.noalias() -= L_.block(j, 0, n_ - j, j) * w_.head(j);
    }
    if (!(column[0] > tolerance * size)) return false;
    column *= 1.0 / std::sqrt(column[0]);
  }
  J_.setZero();  // J = L^-T, column by column
  for (Index j = 0; j < n_; ++j) {
    auto x = J_.col(j);
    x[j] = 1.0 / L_(j, j);
    for (Index i = j - 1; i >= 0; --i)
      x[i] = -L_.col(i).segment(i + 1, j - i).dot(x.segment(i + 1, j - i)) / L_(i, i);
  }
  return true;
}

void QpWorkingSet::project(const Eigen::Ref<const VectorXd>& normal) {
  d_.noalias() = J_.transpose() * normal;
}

double QpWorkingSet::independence() const {
  const double all = d_.norm();
  return all > 0.0 ? d_.tail(n_ - size_).norm() / all : 0.0;
}

double QpWorkingSet::direction(VectorXd& z) const {
  z.noalias() = J_.rightCols(n_ - size_) * d_.tail(n_ - size_);
  return d_.tail(n_ - size_).squaredNorm();
}

void QpWorkingSet::response(VectorXd& r) const {
  auto head = r.head(size_);
  head = d_.head(size_);
  R_.topLeftCorner(size_, size_).triangularView<Eigen::Upper>().solveInPlace(head);
}

// A reflection turns d2 onto its first axis.
void QpWorkingSet::add() {
  const Index k = size_, left = n_ - k;
  auto v = d_.tail(left);
  const double norm = v.norm(), first = v[0] > 0.0 ? -norm : norm;
  R_.col(k).head(k) = d_.head(k);
  R_(k, k) = first;
  v[0] -= first;
  const double square = v.squaredNorm();
  if (square > 0.0) {
    auto J2 = J_.rightCols(left);
    w_.noalias() = J2 * v;
    w_ *= -2.0 / square;
    J2.noalias() += w_ * v.transpose();
  }
  ++size_;
}

// Without column k, R has one diagonal too many, which rotations of neighbouring rows remove.
void QpWorkingSet::drop(Index k) {
  for (Index j = k; j + 1 < size_; ++j) R_.col(j).head(j + 2) = R_.col(j + 1).head(j + 2);
  --size_;
  for (Index i = k; i < size_; ++i) {
    const double a = R_(i, i), b = R_(i + 1, i), norm = std::hypot(a, b);
    if (b == 0.0) continue;
    const double c = a / norm, s = b / norm;
    for (Index j = i; j < size_; ++j) {
      const double above = R_(i, j), below = R_(i + 1, j);
      R_(i, j) = c * above + s * below;
      R_(i + 1, j) = c * below - s * above;
    }
    w_ = J_.col(i);
    J_.col(i) = c * w_ + s * J_.col(i + 1);
    J_.col(i + 1) = c * J_.col(i + 1) - s * w_;
  }
}

void QpWorkingSet::solve(const VectorXd& g, const VectorXd& h, VectorXd& dx, VectorXd& mu) {
  d_.noalias() = J_.transpose() * g;
  const auto R = R_.topLeftCorner(size_, size_).triangularView<Eigen::Upper>();
  auto alpha = alpha_.head(size_);
  alpha = h.head(size_);
  R.transpose().solveInPlace(alpha);
  auto multipliers = mu.head(size_);
  multipliers = alpha - d_.head(size_);
  R.solveInPlace(multipliers);
  d_.head(size_) = alpha;
  dx.noalias() = J_ * d_;
}

}  // namespace catena
