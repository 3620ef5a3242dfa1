#include "catena/solvers/cone_blocks.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/infinity.hpp"
#include "catena/solvers/lorentz_cone.hpp"

namespace catena {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

void ConeBlocks::set(const std::vector<int>& sizes) {
  if (sizes == sizes_) return;
  sizes_ = sizes;
  first_.clear();
  size_ = 0;
  for (const int n : sizes) {
    first_.push_back(static_cast<int>(size_));
    size_ += n;
  }
  length_.assign(sizes.size(), 1.0);
  V_.assign(sizes.size(), {});
  w_.setZero(size_);
}

void ConeBlocks::unit(VectorXd& x) const {
  x.setZero(size_);
  for (const int i : first_) x[i] = 1.0;
}

bool ConeBlocks::find_scaling(const VectorXd& x, const VectorXd& z, VectorXd& lambda) {
  for (std::size_t k = 0; k < sizes_.size(); ++k) {
    const int n = sizes_[k];
    const double *a = x.data() + first_[k], *b = z.data() + first_[k];
    double* w = w_.data() + first_[k];
    const double det_a = n == 1 ? a[0] * a[0] : lorentz::determinant(n, a);
    const double det_b = n == 1 ? b[0] * b[0] : lorentz::determinant(n, b);
    if (!(a[0] > 0.0 && b[0] > 0.0 && det_a > 0.0 && det_b > 0.0)) return false;
    const double root_a = std::sqrt(det_a), root_b = std::sqrt(det_b);
    length_[k] = std::sqrt(root_a / root_b);
    w[0] = 1.0;
    if (n == 1) continue;
    const double both = lorentz::product(n, a, b) / (root_a * root_b);
    const double half = std::sqrt(0.5 * (1.0 + both));
    double square = 0.0;
    for (int i = 1; i < n; ++i) {
      w[i] = 0.5 / half * (a[i] / root_a - b[i] / root_b);
      square += w[i] * w[i];
    }
    w[0] = std::sqrt(1.0 + square);
  }
  scale(z, lambda);
  return true;
}

namespace {

// out = length W x for the hyperbolic W with axis w, elements `stride` apart; sign -1: the inverse.
void turn(int n, const double* w, double length, double sign, const double* x, double* out,
          Index stride) {
  const double x0 = x[0];
  double mixed = 0.0;
  for (int i = 1; i < n; ++i) mixed += w[i] * x[i * stride];
  const double along = sign * x0 + mixed / (1.0 + w[0]);
  out[0] = length * (w[0] * x0 + sign * mixed);
  for (int i = 1; i < n; ++i) out[i * stride] = length * (x[i * stride] + along * w[i]);
}

}  // namespace

void ConeBlocks::scale(const VectorXd& x, VectorXd& out) const {
  for (std::size_t k = 0; k < sizes_.size(); ++k)
    turn(sizes_[k], w_.data() + first_[k], length_[k], 1.0, x.data() + first_[k],
         out.data() + first_[k], 1);
}

void ConeBlocks::unscale(const VectorXd& x, VectorXd& out) const {
  for (std::size_t k = 0; k < sizes_.size(); ++k)
    turn(sizes_[k], w_.data() + first_[k], 1.0 / length_[k], -1.0, x.data() + first_[k],
         out.data() + first_[k], 1);
}

void ConeBlocks::scale_columns(const MatrixXd& A, MatrixXd& out) const {
  const Index m = A.rows();
  for (std::size_t k = 0; k < sizes_.size(); ++k) {
    if (sizes_[k] == 1) {
      out.col(first_[k]) = length_[k] * A.col(first_[k]);
      continue;
    }
    for (Index i = 0; i < m; ++i)
      turn(sizes_[k], w_.data() + first_[k], length_[k], 1.0, A.data() + first_[k] * m + i,
           out.data() + first_[k] * m + i, m);
  }
}

void ConeBlocks::complement(const VectorXd& lambda, double target, const VectorXd* a,
                            const VectorXd* b, VectorXd& out) const {
  for (std::size_t k = 0; k < sizes_.size(); ++k) {
    const int n = sizes_[k], f = first_[k];
    const double* l = lambda.data() + f;
    double r[most_block] = {}, other[most_block] = {};
    lorentz::multiply(n, l, l, r);
    if (a != nullptr) lorentz::multiply(n, a->data() + f, b->data() + f, other);
    for (int i = 0; i < n; ++i) r[i] = (i == 0 ? target : 0.0) - r[i] - other[i];
    if (n == 1)
      out[f] = r[0] / l[0];
    else
      lorentz::divide(n, l, r, out.data() + f);
  }
}

double ConeBlocks::reach(const VectorXd& x, const VectorXd& d) const {
  double least = infinity;
  for (std::size_t k = 0; k < sizes_.size(); ++k) {
    const double *a = x.data() + first_[k], *b = d.data() + first_[k];
    if (sizes_[k] > 1)
      least = std::min(least, lorentz::reach(sizes_[k], a, b));
    else if (b[0] < 0.0)
      least = std::min(least, -a[0] / b[0]);
  }
  return least;
}

void ConeBlocks::project(const VectorXd& v, VectorXd& out) const {
  for (std::size_t k = 0; k < sizes_.size(); ++k) {
    const int n = sizes_[k], f = first_[k];
    const double t = n == 1 ? 0.0 : v.segment(f + 1, n - 1).norm();
    if (n == 1) {
      out[f] = std::max(v[f], 0.0);
    } else if (v[f] >= t) {
      out.segment(f, n) = v.segment(f, n);
    } else if (v[f] <= -t) {
      out.segment(f, n).setZero();
    } else {
      out[f] = 0.5 * (v[f] + t);
      out.segment(f + 1, n - 1) = (out[f] / t) * v.segment(f + 1, n - 1);
    }
  }
}

void ConeBlocks::linearise(const VectorXd& v, double delta) {
  delta_ = delta;
  for (std::size_t k = 0; k < sizes_.size(); ++k) {
    const int n = sizes_[k], f = first_[k];
    const double t = n == 1 ? 0.0 : v.segment(f + 1, n - 1).norm();
    w_[f] = 1.0;
    if (n > 1) w_.segment(f + 1, n - 1) = v.segment(f + 1, n - 1) / (t > 0.0 ? t : 1.0);
    if (v[f] > t || n == 1)
      V_[k].along = V_[k].against = V_[k].across = v[f] > 0.0 ? 1.0 : 0.0;
    else if (v[f] <= -t)
      V_[k] = {0.0, 0.0, 0.0};
    else
      V_[k] = {1.0, 0.0, 0.5 * (v[f] + t) / t};
  }
}

ConeBlocks::Spectrum ConeBlocks::part(std::size_t block, Part which) const {
  const auto f = [&](double a) {
    const double rest = 1.0 + delta_ - a;
    return which == Part::Root     ? std::sqrt(a / rest)
           : which == Part::Weight ? a / rest
                                   : 1.0 / rest;
  };
  const Spectrum& V = V_[block];
  return {f(V.along), f(V.against), f(V.across)};
}

void ConeBlocks::apply(std::size_t block, const Spectrum& s, const double* x, double* out,
                       Index stride) const {
  const int n = sizes_[block];
  if (n == 1) {
    out[0] = s.along * x[0];
    return;
  }
  const double* w = w_.data() + first_[block];
  double mixed = 0.0;
  for (int i = 1; i < n; ++i) mixed += w[i] * x[i * stride];
  const double plus = 0.5 * s.along * (x[0] + mixed), minus = 0.5 * s.against * (x[0] - mixed);
  out[0] = plus + minus;
  for (int i = 1; i < n; ++i)
    out[i * stride] = s.across * x[i * stride] + (plus - minus - s.across * mixed) * w[i];
}

void ConeBlocks::weigh_columns(const MatrixXd& A, MatrixXd& out) const {
  const Index m = A.rows();
  for (std::size_t k = 0; k < sizes_.size(); ++k) {
    const Spectrum s = part(k, Part::Root);
    if (s.along == 0.0 && s.against == 0.0 && s.across == 0.0) {
      out.middleCols(first_[k], sizes_[k]).setZero();
      continue;
    }
    for (Index i = 0; i < m; ++i)
      apply(k, s, A.data() + first_[k] * m + i, out.data() + first_[k] * m + i, m);
  }
}

void ConeBlocks::weigh(const VectorXd& x, VectorXd& out) const {
  for (std::size_t k = 0; k < sizes_.size(); ++k)
    apply(k, part(k, Part::Weight), x.data() + first_[k], out.data() + first_[k], 1);
}

void ConeBlocks::solve_rest(const VectorXd& x, VectorXd& out) const {
  for (std::size_t k = 0; k < sizes_.size(); ++k)
    apply(k, part(k, Part::Rest), x.data() + first_[k], out.data() + first_[k], 1);
}

}  // namespace catena
