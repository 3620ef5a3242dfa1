#include "catena/solvers/cone_program.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace catena {

using Eigen::Index;
using Eigen::VectorXd;

const char* to_string(ConeStatus status) {
  switch (status) {
    case ConeStatus::Solved:
      return "solved";
    case ConeStatus::Infeasible:
      return "infeasible";
    case ConeStatus::Unbounded:
      return "unbounded";
    case ConeStatus::Inaccurate:
      break;
  }
  return "inaccurate";
}

namespace {

void check_cone_problem(const ConeProblem& problem) {
  Index n = 0;
  for (const int size : problem.cones) {
    if (size < 1 || size > ConeBlocks::most_block)
      throw std::invalid_argument("a cone has from 1 to 16 rows");
    n += size;
  }
  const Index m = problem.A.rows();
  if (problem.A.cols() != n || problem.c.size() != n || problem.b.size() != m || n == 0)
    throw std::invalid_argument("sizes of a cone program do not fit");
  if (!problem.A.allFinite() || !problem.b.allFinite() || !problem.c.allFinite())
    throw std::invalid_argument("a cone program has numbers that are not finite");
}

double size_or_one(const VectorXd& v) {
  const double size = v.size() == 0 ? 0.0 : v.lpNorm<Eigen::Infinity>();
  return size > 0.0 ? size : 1.0;
}

}  // namespace

void ConeSolver::resize(Index m, Index n) {
  if (A_.rows() == m && A_.cols() == n) return;
  has_last_ = false;
  A_.resize(m, n), B_.resize(m, n), M_.resize(m, m), L_.resize(m, m);
  for (VectorXd* v : {&raw_x_, &raw_z_}) v->resize(n);
  raw_y_.resize(m);
  for (VectorXd* v : {&b_, &row_scale_, &y_, &rp_, &p1_, &p2_, &dy_, &rhs_, &best_y_}) v->resize(m);
  work_.resize(std::max(m, n));
  for (VectorXd* v : {&c_, &x_, &z_, &lambda_, &c_scaled_, &rd_, &rd_scaled_, &q_, &x1_, &dx_, &dz_,
                      &v_, &best_v_})
    v->resize(n);
  skipped_.assign(static_cast<std::size_t>(m), 0);
  dependent_.assign(static_cast<std::size_t>(m), 0);
  Q_.resize(n, m), T_.resize(m, m);
  result_.x.resize(n), result_.y.resize(m), result_.z.resize(n);
}

void ConeSolver::take(const ConeProblem& problem) {
  check_cone_problem(problem);
  const double old_b = b_scale_, old_c = c_scale_;
  const bool same = has_last_ && A_.rows() == problem.A.rows() && A_.cols() == problem.A.cols();
  if (same) best_y_ = row_scale_.cwiseProduct(best_y_);
  resize(problem.A.rows(), problem.A.cols());
  blocks_.set(problem.cones);
  double largest = 0.0;
  for (Index i = 0; i < A_.rows(); ++i) largest = std::max(largest, problem.A.row(i).norm());
  for (Index i = 0; i < A_.rows(); ++i) {
    const double length = problem.A.row(i).norm();
    const bool empty = !(length > 1e-14 * largest);  // nothing but rounding
    row_scale_[i] = empty ? 1.0 : 1.0 / length;
    if (empty)
      A_.row(i).setZero();
    else
      A_.row(i) = row_scale_[i] * problem.A.row(i);
    b_[i] = row_scale_[i] * problem.b[i];
  }
  b_scale_ = size_or_one(b_), c_scale_ = size_or_one(problem.c);
  b_ /= b_scale_;
  c_ = problem.c / c_scale_;
  if (!same) return;
  // The last answer in the scales of this problem.
  blocks_.project(best_v_, x_);
  z_ = x_ - best_v_;
  v_ = x_ * (old_b / b_scale_) - z_ * (old_c / c_scale_);
  y_ = best_y_.cwiseQuotient(row_scale_) * (old_c / c_scale_);
}

const ConeResult& ConeSolver::solve(const ConeProblem& problem) {
  take(problem);
  result_.iterations = result_.corrections = 0;
  std::fill(dependent_.begin(), dependent_.end(), 0);
  if (has_last_ && correct(8)) {
    store(ConeStatus::Solved);
    return result_;
  }
  has_last_ = false;
  if (!rows_contradict()) interior();
  return result_;
}

// Finds rows that are sums of others (Gram & Schmidt): they are left out, or, where b does not fit,
// are the proof that there is no answer.
bool ConeSolver::rows_contradict() {
  const Index m = A_.rows();
  T_.setZero();  // column j: q_j as a sum of rows
  for (Index i = 0; i < m; ++i) {
    auto q = Q_.col(i);
    q = A_.row(i).transpose();
    T_(i, i) = 1.0;
    for (int round = 0; round < 2; ++round)
      for (Index j = 0; j < i; ++j) {
        if (dependent_[static_cast<std::size_t>(j)] != 0) continue;
        const double part = Q_.col(j).dot(q);
        q -= part * Q_.col(j);
        T_.col(i).head(i + 1) -= part * T_.col(j).head(i + 1);
      }
    const double left = q.norm();
    if (left > 1e-11) {
      q /= left;
      T_.col(i) /= left;
      continue;
    }
    dependent_[static_cast<std::size_t>(i)] = 1;
    const double demand = T_.col(i).dot(b_);
    if (!(std::abs(demand) > 1e-10 * T_.col(i).norm())) continue;
    result_.x.setZero(), result_.z.setZero();
    result_.y = row_scale_.cwiseProduct(T_.col(i)) / (demand * b_scale_);
    result_.objective = 0.0;
    result_.residual = left / std::abs(demand);
    return finish(ConeStatus::Infeasible);
  }
  return false;
}

// B B^T = L L^T. Rows of which others leave nothing for these weights keep a trace of themselves;
// those that depend on others whatever the weights are left out.
bool ConeSolver::factorise() {
  const Index m = M_.rows();
  M_.setZero();
  M_.selfadjointView<Eigen::Lower>().rankUpdate(B_);
  L_.setZero(m, m);
  for (Index j = 0; j < m; ++j) {
    const double whole = M_(j, j);
    double d = whole;
    for (Index k = 0; k < j; ++k) d -= L_(j, k) * L_(j, k);
    char& skipped = skipped_[static_cast<std::size_t>(j)];
    d = std::max(d, 1e-14 * whole);
    skipped = static_cast<char>(!(d > 0.0) || dependent_[static_cast<std::size_t>(j)] != 0);
    if (skipped != 0) continue;
    L_(j, j) = std::sqrt(d);
    L_.col(j).tail(m - j - 1) = M_.col(j).tail(m - j - 1);
    if (j > 0)
      L_.col(j).tail(m - j - 1).noalias() -=
          L_.bottomLeftCorner(m - j - 1, j).lazyProduct(L_.row(j).head(j).transpose());
    L_.col(j).tail(m - j - 1) /= L_(j, j);
  }
  return L_.allFinite();
}

void ConeSolver::divide(VectorXd& r) {
  const Index m = r.size();
  for (Index j = 0; j < m; ++j) {
    r[j] = skipped_[static_cast<std::size_t>(j)] != 0 ? 0.0 : r[j] / L_(j, j);
    r.tail(m - j - 1) -= r[j] * L_.col(j).tail(m - j - 1);
  }
  for (Index j = m - 1; j >= 0; --j) {
    if (skipped_[static_cast<std::size_t>(j)] != 0) continue;
    r[j] = (r[j] - L_.col(j).tail(m - j - 1).dot(r.tail(m - j - 1))) / L_(j, j);
  }
}

double ConeSolver::correction_residual() {
  blocks_.project(v_, x_);
  rp_ = b_;
  rp_.noalias() -= A_ * x_;
  rd_ = c_ - x_ + v_;
  rd_.noalias() -= A_.transpose() * y_;
  return std::max(rp_.lpNorm<Eigen::Infinity>() / (1.0 + x_.lpNorm<Eigen::Infinity>()),
                  rd_.lpNorm<Eigen::Infinity>() / (1.0 + y_.lpNorm<Eigen::Infinity>()));
}

// Newton's method on A P(v) = b, c - A^T y = P(v) - v, where P projects onto K (Sun & Sun 2003),
// with a small multiple of |dv|^2 that decides where several answers are optimal.
bool ConeSolver::correct(int most) {
  const double enough = 1e-14;
  residual_ = correction_residual();
  double now = residual_;
  best_v_ = v_, best_y_ = y_;
  for (int step = 0, worse = 0; step < most && residual_ > enough && worse < 2; ++step) {
    const double delta = std::clamp(1e-2 * now, 1e-9, 1e-4);
    blocks_.linearise(v_, delta);
    blocks_.weigh_columns(A_, B_);
    if (!factorise()) break;
    blocks_.weigh(rd_, q_);
    dy_ = rp_;
    dy_.noalias() += A_ * q_;
    divide(dy_);
    dx_.noalias() = A_.transpose() * dy_;
    dx_ -= rd_;
    blocks_.solve_rest(dx_, dz_);
    v_ += dz_;
    y_ += dy_;
    ++result_.corrections;
    now = correction_residual();
    if (now < residual_) {
      worse = now > 0.5 * residual_ ? worse + 1 : 0;
      residual_ = now, best_v_ = v_, best_y_ = y_;
    } else {
      ++worse;
    }
    if (residual_ <= 0.01 * tolerance_ && worse > 0) break;
  }
  v_ = best_v_, y_ = best_y_;
  return residual_ <= tolerance_;
}

void ConeSolver::store(ConeStatus status) {
  result_.status = status;
  if (status == ConeStatus::Solved || status == ConeStatus::Inaccurate) {
    blocks_.project(best_v_, x_);
    result_.z = c_scale_ * (x_ - best_v_);
    result_.x = b_scale_ * x_;
    result_.y = c_scale_ * row_scale_.cwiseProduct(best_y_);
    result_.objective = b_scale_ * c_scale_ * c_.dot(x_);
    const double primal = c_.dot(x_), dual = b_.dot(best_y_);
    result_.residual = std::max(residual_, std::abs(primal - dual) / (1.0 + std::abs(primal)));
    if (status == ConeStatus::Solved && result_.residual > tolerance_)
      result_.status = ConeStatus::Inaccurate;
  }
  has_last_ = result_.status == ConeStatus::Solved;
}

}  // namespace catena
