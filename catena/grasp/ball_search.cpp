#include "catena/grasp/ball_search.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace catena::grasp {

using Eigen::Index;
using Eigen::VectorXd;

namespace {
// Rows of the largest systems that are solved without allocation.
constexpr int most_rows = 6 + 64;
using SmallMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, most_rows, most_rows>;
}  // namespace

// max s with shift + G x = s direction, N x = limits. Multipliers of the first rows are the face's
// normal.
bool BallSearch::shoot(const VectorXd& direction) {
  const Eigen::MatrixXd& A = set_->A;
  const Index d = set_->d, m = A.rows(), n = A.cols();
  ray_.A.resize(m, n + 1);
  ray_.A.leftCols(n) = A;
  ray_.A.col(n).setZero();
  ray_.A.col(n).head(d) = -direction;
  ray_.b.resize(m);
  ray_.b.head(d) = -set_->shift;
  ray_.b.tail(m - d) = set_->limits;
  ray_.c.setZero(n + 1);
  ray_.c[n] = -1.0;
  ray_.cones = set_->cones;
  ray_.cones.push_back(1);
  const ConeResult& ray = solver_.solve(ray_);
  if (ray.status != ConeStatus::Solved && !(ray.residual < 1e-5)) return false;
  const double length = ray.y.head(d).norm();
  if (!(length > 0.0) || !std::isfinite(length) || !(ray.x[n] > 0.0)) return false;
  ray_length_ = ray.x[n];
  cones_ = set_->cones;
  blocks_.set(cones_);
  x_ = ray.x.head(n);
  v_ = x_ - ray.z.head(n) / length;
  eta_ = -ray.y / length;  // (-u, sigma), with the signs of z = A^T eta
  return true;
}

// What is left of G x + shift = e u, N x = limits (r1) and A^T eta = P(-v) (r2).
double BallSearch::residual() {
  const Eigen::MatrixXd& A = set_->A;
  const Index d = set_->d, m = A.rows();
  blocks_.project(v_, x_);
  const double e = set_->limits.dot(eta_.tail(m - d)) - set_->shift.dot(eta_.head(d));
  r1_.noalias() = A * x_;
  r1_.head(d) += set_->shift + e * eta_.head(d);
  r1_.tail(m - d) -= set_->limits;
  r2_.noalias() = A.transpose() * eta_;
  r2_ -= x_ - v_;
  return std::max(r1_.lpNorm<Eigen::Infinity>(), r2_.lpNorm<Eigen::Infinity>());
}

// Newton's method on the conditions of a minimum. With u of any length they also say |u| = 1.
bool BallSearch::polish() {
  const Eigen::MatrixXd& A = set_->A;
  const Index d = set_->d, m = A.rows();
  B_.resize(m, A.cols());
  r1_.resize(m), step_.resize(m);
  r2_.resize(A.cols()), work_.resize(A.cols()), x_.resize(A.cols());
  double best = residual(), now = best;
  best_v_ = v_, best_eta_ = eta_;
  for (int round = 0, worse = 0; round < 12 && best > 1e-15 && worse < 2; ++round) {
    blocks_.linearise(v_, std::clamp(1e-2 * now, 1e-9, 1e-4));
    blocks_.weigh_columns(A, B_);
    M_.noalias() = B_ * B_.transpose();
    const double e = set_->limits.dot(eta_.tail(m - d)) - set_->shift.dot(eta_.head(d));
    // d(e u) with u = -eta.
    M_.topLeftCorner(d, d).diagonal().array() -= e;
    M_.topLeftCorner(d, d) += eta_.head(d) * set_->shift.transpose();
    M_.topRightCorner(d, m - d).noalias() -= eta_.head(d) * set_->limits.transpose();
    blocks_.weigh(r2_, work_);
    step_ = r1_;
    step_.noalias() -= A * work_;
    if (m <= most_rows)
      step_ = SmallMatrix(M_).partialPivLu().solve(step_).eval();
    else
      step_ = M_.partialPivLu().solve(step_).eval();
    if (!step_.allFinite()) break;
    r2_.noalias() += A.transpose() * step_;
    blocks_.solve_rest(r2_, work_);
    v_ -= work_;
    eta_ += step_;
    now = residual();
    worse = now < 0.5 * best ? 0 : worse + 1;
    if (now < best) best = now, best_v_ = v_, best_eta_ = eta_;
  }
  v_ = best_v_, eta_ = best_eta_;
  residual();
  return best <= 1e-9;
}

double BallSearch::reach(const VectorXd& u) {
  return shoot(u) ? ray_length_ : 0.0;
}

bool BallSearch::descend(VectorXd& u, double& value) {
  VectorXd direction = u;
  const Index d = set_->d;
  value = support_(u);
  for (int round = 0; round < 30; ++round) {
    if (!shoot(direction)) return round > 0;
    VectorXd found = -eta_.head(d).normalized();
    double lower = support_(found);
    const VectorXd kept_v = v_, kept_eta = eta_;
    if (polish()) {
      const VectorXd polished = -eta_.head(d).normalized();
      const double exact = support_(polished);
      if (exact <= lower + 1e-12 && std::abs(eta_.head(d).norm() - 1.0) < 1e-6) {
        if (exact < value) u = polished, value = exact;
        return true;
      }
    }
    v_ = kept_v, eta_ = kept_eta;
    const double before = value;
    if (lower < value) u = found, value = lower;
    if (!(before - lower > 1e-13 * std::abs(before))) return true;
    direction = found;
  }
  return true;
}

bool improve_by(BallSearch& search, int dimension, double* u, double& value) {
  VectorXd better = Eigen::Map<const VectorXd>(u, dimension);
  double lower = value;
  if (!search.descend(better, lower) || !(lower < value)) return false;
  value = lower;
  Eigen::Map<VectorXd>(u, dimension) = better;
  return true;
}

}  // namespace catena::grasp
