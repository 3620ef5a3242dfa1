// The interior point method of ConeSolver: A x = b tau, z = c tau - A^T y, kappa = b^T y - c^T x,
// with tau and kappa >= 0 (the homogeneous embedding; Andersen, Roos & Terlaky 2003).

#include <algorithm>
#include <cmath>

#include "catena/solvers/cone_program.hpp"

namespace catena {

using Eigen::VectorXd;

namespace {
constexpr int most_iterations = 60;
}

void ConeSolver::begin_interior() {
  blocks_.unit(x_);
  blocks_.unit(z_);
  y_.setZero();
  tau_ = kappa_ = 1.0;
}

// Whether it has ended: with an answer, or with a certificate that there is none.
bool ConeSolver::judge_interior() {
  rp_ = -tau_ * b_;
  rp_.noalias() += A_ * x_;
  rd_ = tau_ * c_ - z_;
  rd_.noalias() -= A_.transpose() * y_;
  const double primal = c_.dot(x_), dual = b_.dot(y_);
  rg_ = dual - primal - kappa_;
  mu_ = (x_.dot(z_) + tau_ * kappa_) / (blocks_.degree() + 1);
  const double p = rp_.lpNorm<Eigen::Infinity>() / tau_, d = rd_.lpNorm<Eigen::Infinity>() / tau_;
  const double gap = std::abs(primal - dual) / (tau_ + std::abs(primal));
  residual_ = std::max({p / (1.0 + x_.lpNorm<Eigen::Infinity>() / tau_),
                        d / (1.0 + y_.lpNorm<Eigen::Infinity>() / tau_), gap});
  // Certificates: residuals against what they prove. Where tau has gone and only rounding is left
  // of a residual, less will do: then no answer is smaller than a million.
  rhs_.noalias() = A_ * x_;
  dz_ = -z_;
  dz_.noalias() -= A_.transpose() * y_;
  const double certain = tau_ < 1e-11 * kappa_ ? 1e-6 : 1e-9;
  if (dual > 0.0 && dz_.lpNorm<Eigen::Infinity>() <= certain * dual) {
    result_.y = row_scale_.cwiseProduct(y_) / (dual * b_scale_);
    result_.z = z_ / (dual * b_scale_);
    result_.x.setZero();
    result_.residual = dz_.lpNorm<Eigen::Infinity>() / dual;
    return finish(ConeStatus::Infeasible);
  }
  if (primal < 0.0 && rhs_.lpNorm<Eigen::Infinity>() <= -certain * primal) {
    result_.x = -x_ / (primal * c_scale_);
    result_.y.setZero(), result_.z.setZero();
    result_.residual = -rhs_.lpNorm<Eigen::Infinity>() / primal;
    return finish(ConeStatus::Unbounded);
  }
  return false;
}

bool ConeSolver::finish(ConeStatus status) {
  store(status);
  return true;
}

// One direction; p1_ and x1_ are those along dtau.
void ConeSolver::direction(double keep, double target, double& dtau, double& dkappa) {
  // Right side of the embedding: what is left of residuals, and q for complementarity.
  p2_ = -keep * rp_;
  p2_.noalias() -= B_ * q_;
  p2_.noalias() += keep * (B_ * rd_scaled_);
  rhs_ = p2_;
  divide(p2_);
  for (int round = 0; round < 1; ++round) {  // one step of refinement
    work_.head(x_.size()).noalias() = B_.transpose() * p2_;
    dy_ = rhs_;
    dy_.noalias() -= B_ * work_.head(x_.size());
    divide(dy_);
    p2_ += dy_;
  }
  dx_ = q_ - keep * rd_scaled_;
  dx_.noalias() += B_.transpose() * p2_;
  const double slope = b_.dot(p1_) - c_scaled_.dot(x1_) + kappa_ / tau_;
  dtau = (-keep * rg_ - b_.dot(p2_) + c_scaled_.dot(dx_) + target / tau_) / slope;
  dkappa = (target - kappa_ * dtau) / tau_;
  dx_ += dtau * x1_;
  dy_ = p2_ + dtau * p1_;
  dz_ = q_ - dx_;
}

bool ConeSolver::interior_step() {
  if (!blocks_.find_scaling(x_, z_, lambda_)) return false;
  blocks_.scale_columns(A_, B_);
  blocks_.scale(c_, c_scaled_);
  blocks_.scale(rd_, rd_scaled_);
  if (!factorise()) return false;
  p1_ = b_;
  p1_.noalias() += B_ * c_scaled_;
  rhs_ = p1_;
  divide(p1_);
  work_.head(x_.size()).noalias() = B_.transpose() * p1_;
  dy_ = rhs_;
  dy_.noalias() -= B_ * work_.head(x_.size());
  divide(dy_);
  p1_ += dy_;
  x1_ = -c_scaled_;
  x1_.noalias() += B_.transpose() * p1_;

  double dtau = 0.0, dkappa = 0.0;
  const auto length = [&] {
    double a = std::min(blocks_.reach(lambda_, dx_), blocks_.reach(lambda_, dz_));
    if (dtau < 0.0) a = std::min(a, -tau_ / dtau);
    if (dkappa < 0.0) a = std::min(a, -kappa_ / dkappa);
    return a;
  };
  q_ = -lambda_;
  direction(1.0, -tau_ * kappa_, dtau, dkappa);
  const double affine = std::min(1.0, length());
  const double sigma = std::pow(1.0 - affine, 3);
  blocks_.complement(lambda_, sigma * mu_, &dx_, &dz_, q_);
  direction(1.0 - sigma, sigma * mu_ - tau_ * kappa_ - dtau * dkappa, dtau, dkappa);
  const double step = std::min(1.0, 0.99 * length());
  if (!(step > 1e-8) || !std::isfinite(step)) return false;

  blocks_.scale(dx_, q_);
  x_ += step * q_;
  blocks_.unscale(dz_, q_);
  z_ += step * q_;
  y_ += step * dy_;
  tau_ += step * dtau;
  kappa_ += step * dkappa;
  return true;
}

// Steps until Newton's method goes the rest of the way. The best that it has reached is kept.
void ConeSolver::interior() {
  begin_interior();
  VectorXd& kept_v = result_.z;  // free until the result is stored
  VectorXd& kept_y = result_.y;
  double best = 1e300;
  const auto try_correction = [&] {
    x1_ = x_, rd_scaled_ = z_, p1_ = y_;  // correct() does not touch these
    v_ = (x_ - z_) / tau_, y_ /= tau_;
    const bool solved = correct(12);
    if (residual_ < best) best = residual_, kept_v = best_v_, kept_y = best_y_;
    x_ = x1_, z_ = rd_scaled_, y_ = p1_;
    return solved;
  };
  double raw = 1e300;
  for (int i = 0; i < most_iterations; ++i) {
    if (judge_interior()) return;
    if (tau_ < 1e-14 * kappa_) break;
    if (residual_ < raw)
      raw = residual_, raw_x_ = x_ / tau_, raw_y_ = y_ / tau_, raw_z_ = z_ / tau_;
    if (residual_ < 1e-5) {
      if (try_correction()) return store(ConeStatus::Solved);
      judge_interior();  // what the step needs
    }
    ++result_.iterations;
    if (!interior_step()) break;
  }
  if (best == 1e300) try_correction();
  best_v_ = kept_v, best_y_ = kept_y, residual_ = best;
  store(ConeStatus::Inaccurate);
  if (raw < result_.residual) store_interior(raw);
}

// The interior point itself. It is better where x and z vanish together, which a projection does
// not tell apart.
void ConeSolver::store_interior(double residual) {
  result_.x = b_scale_ * raw_x_;
  result_.y = c_scale_ * row_scale_.cwiseProduct(raw_y_);
  result_.z = c_scale_ * raw_z_;
  result_.objective = b_scale_ * c_scale_ * c_.dot(raw_x_);
  result_.residual = residual;
  if (residual <= tolerance_) result_.status = ConeStatus::Solved;
}

}  // namespace catena
