// MotionEquations: laws that slide along the surfaces where they jump.

#include <algorithm>
#include <cmath>
#include <utility>

#include "catena/sim/motion_equations.hpp"

namespace catena {

namespace {

// What fractions do less than this part of the most is nothing.
constexpr double no_effect = 1e-10;
// Products of laws that slide both are not affine in their fractions.
constexpr int most_mixing_passes = 4;
// Fractions that are cut off are still seen to be outside of 0 to 1.
constexpr double clip_margin = 1e-9;

// x with A x = b by Gauss with complete pivoting, in place; x = 0 where A leaves it open.
void solve_open(Eigen::MatrixXd& A, Eigen::VectorXd& b, Eigen::VectorXd& x,
                std::vector<Eigen::Index>& column) {
  const Eigen::Index n = b.size();
  column.resize(static_cast<std::size_t>(n));
  x.setZero(n);
  double largest = 0.0;
  Eigen::Index rank = 0;
  for (; rank < n; ++rank) {
    Eigen::Index r = 0, c = 0;
    const double pivot = A.bottomRightCorner(n - rank, n - rank).cwiseAbs().maxCoeff(&r, &c);
    largest = std::max(largest, pivot);
    if (!(pivot > no_effect * largest)) break;
    A.row(rank).swap(A.row(rank + r));
    std::swap(b[rank], b[rank + r]);
    A.col(rank).swap(A.col(rank + c));
    column[static_cast<std::size_t>(rank)] = rank + c;
    for (Eigen::Index i = rank + 1; i < n; ++i) {
      const double factor = A(i, rank) / A(rank, rank);
      A.row(i) -= factor * A.row(rank);
      b[i] -= factor * b[rank];
    }
  }
  for (Eigen::Index i = rank; i-- > 0;) {
    x[i] = b[i];
    for (Eigen::Index j = i + 1; j < rank; ++j) x[i] -= A(i, j) * x[j];
    x[i] /= A(i, i);
  }
  for (Eigen::Index i = rank; i-- > 0;) std::swap(x[i], x[column[static_cast<std::size_t>(i)]]);
}

}  // namespace

void MotionEquations::move(const Look& look, Eigen::VectorXd& applied, Eigen::VectorXd& total,
                           Eigen::VectorXd& a) {
  ++evaluation_count_;
  efforts(look, applied, total);
  accelerations(look, total, a);
  if (sliding_ != nullptr && sliding_->sliding_count() > 0) slide(look, applied, total, a);
}

// Accelerations are affine in the fractions as long as modes stay: one evaluation more for each of
// them, and one with what follows.
void MotionEquations::slide(const Look& look, Eigen::VectorXd& applied, Eigen::VectorXd& total,
                            Eigen::VectorXd& a) {
  const int n = sliding_->sliding_count();
  departures_.resize(n), departures_mixed_.resize(n), departure_slopes_.resize(n, n);
  a_mixed_.resize(nv());
  const auto set = [&](int i, double fraction, Eigen::VectorXd& out) {
    sliding_->set_fraction(i, fraction);
    efforts(look, applied, total);
    accelerations(look, total, out);
  };
  sliding_->find_departures(look, a, departures_.data());
  double before = std::numeric_limits<double>::infinity();
  for (int pass = 0; pass < most_mixing_passes; ++pass) {
    const double largest = departures_.lpNorm<Eigen::Infinity>();
    if (!(largest < 0.1 * before) || largest <= 1e-13 * departure_slopes_.lpNorm<Eigen::Infinity>())
      if (pass > 0) break;
    before = largest;
    for (int i = 0; i < n; ++i) {
      const double fraction = sliding_->fraction(i);
      set(i, fraction + 1.0, a_mixed_);
      sliding_->find_departures(look, a_mixed_, departures_mixed_.data());
      departure_slopes_.col(i) = departures_ - departures_mixed_;
      sliding_->set_fraction(i, fraction);
    }
    solve_open(departure_slopes_, departures_, fractions_, pivot_columns_);
    for (int i = 0; i < n; ++i) {
      double next = sliding_->fraction(i) + fractions_[i];
      if (clips_fractions_) next = std::clamp(next, -clip_margin, 1.0 + clip_margin);
      sliding_->set_fraction(i, next);
    }
    set(0, sliding_->fraction(0), a);
    if (n == 1) break;
    sliding_->find_departures(look, a, departures_.data());
  }
}

}  // namespace catena
