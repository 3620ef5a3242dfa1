// LoopSolver: configurations that close the loops, and velocities that keep them closed.

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/constraints/loop_solver.hpp"
#include "catena/constraints/random_of_name.hpp"
#include "catena/dynamics/recursion.hpp"
#include "catena/model/configuration.hpp"

namespace catena {

using detail::at;

namespace {

// Loops that are open by more than this, rad or m, are assembled, where so many steps are asked
// for. In a run they are closed from nearby, and by few.
constexpr double far_open = 1e-3;
constexpr int steps_of_assembly = 100;

// Rows that depend on others contradict them far from a closed position. What none of them can do
// is left out of all alike, so that it does not matter which of them the factorisation has kept:
// the part of the residual that J M^-1 J^T can reach.
void leave_out_contradictions(const BlockLdlt& matrix, Eigen::VectorXd& residual) {
  const Eigen::MatrixXd null = matrix.null_space();
  const Eigen::MatrixXd gram = null.transpose() * null;
  residual -= null * gram.ldlt().solve(null.transpose() * residual);
}

}  // namespace

// Newton's method in the metric of the mass matrix; a step that does not help is halved.
double LoopSolver::close_position(Out<double> q, Held held, int most_steps) {
  detail::require_size("LoopSolver::close_position", "q", q.size(), loops_->nq());
  hold(held);
  const auto measure = [&](double* at_q) {
    outward(at_q, zero_.data());
    geometry_.fit_links(tree_state(), at_q);
    geometry_.compute(tree_state(), at_q, zero_.data());
    double largest = 0.0;
    for (std::size_t c = 0; c < geometry_.rows().size(); ++c)
      for (int r = 0; r < 6; ++r) {
        const bool used = r < geometry_.rows()[c].rows;
        const double error = used ? at(geometry_.rows()[c].error, r) : 0.0;
        residual_[static_cast<Eigen::Index>(6 * c) + r] = -error;
        largest = std::max(largest, std::abs(error));
      }
    return largest;
  };
  double error = measure(q.data()), size = residual_.norm();
  for (int i = 0; i < most_steps && error > 0.0; ++i) {
    inward(zero_.data(), nullptr, nullptr);
    factorize_rows();
    if (most_steps >= steps_of_assembly && error > far_open && space_.matrix().has_dependent_rows())
      leave_out_contradictions(space_.matrix(), residual_);
    space_.solve(space_.whole(), residual_.data(), step_.data());
    u_.setZero();
    space_.add_efforts(space_.whole(), step_.data(), u_.data());
    space_.respond(space_.whole(), ws_, u_.data(), rate_.data(), response_);
    const double longest = nv_ == 0 ? 0.0 : rate_.cwiseAbs().maxCoeff();
    double scale = longest > 1.0 ? 1.0 / longest : 1.0;  // no wild jumps
    double next = error, next_size = size;
    for (int halving = 0; halving < 8; ++halving, scale *= 0.5) {
      std::copy_n(q.data(), q.size(), q_trial_.data());
      rate_scaled_ = scale * rate_;
      integrate<double>(tree_, In<double>(q.data(), tree_.nq()), rate_scaled_,
                        Out<double>(q_trial_.data(), tree_.nq()));
      next = measure(q_trial_.data());
      next_size = residual_.norm();
      if (next_size < size) break;
      if (error < 1e-12) break;  // rounding
    }
    if (!(next_size < size)) break;
    std::copy_n(q_trial_.data(), q.size(), q.data());
    const double before = error;
    error = next, size = next_size;
    // It converges quadratically, and this was the last one that counts; but not in a singularity.
    if (before < 1e-7 && error < 1e-12) break;
  }
  return error;
}

// From a singular position, such as a straight arm that is to bend, there is no way for Newton's
// method: it starts again a little aside, each time further away, always on the same way, which
// does not depend on the order of the coordinates.
double LoopSolver::assemble(Out<double> q, Held held) {
  const Eigen::VectorXd start = Eigen::Map<const Eigen::VectorXd>(q.data(), q.size());
  Eigen::VectorXd best = start, trial = start, aside(nv_);
  double least = std::numeric_limits<double>::infinity();
  for (int attempt = 0; attempt < 20 && least > assembled; ++attempt) {
    for (int k = 0; k < nv_; ++k)
      aside[k] = !held.empty() && held[k]
                     ? 0.0
                     : 0.02 * attempt * random_of_name(tree_.coordinate_name(k), attempt);
    trial = start;
    integrate<double>(tree_, In<double>(start.data(), tree_.nq()), aside,
                      Out<double>(trial.data(), tree_.nq()));
    if (const double error = close_position(trial, held, 100); error < least)
      least = error, best = trial;
  }
  std::copy_n(best.data(), best.size(), q.data());
  return least;
}

bool LoopSolver::has_lasting_redundancy(In<double> q, Held held) {
  constexpr double further = 1e-3;  // rad or m
  release_rows();
  prepare(q, held);
  if (!space_.matrix().has_dependent_rows()) return false;
  Eigen::VectorXd there = Eigen::Map<const Eigen::VectorXd>(q.data(), q.size()), v(loops_->nv());
  for (int k = 0; k < v.size(); ++k) v[k] = held_[k] ? 0.0 : std::cos(1.0 + k);  // anywhere
  close_velocity(q, v, held);
  const double fastest = nv_ == 0 ? 0.0 : v.head(nv_).cwiseAbs().maxCoeff();
  if (fastest > 0.0) {
    const Eigen::VectorXd step = further / fastest * v.head(nv_);
    integrate<double>(tree_, In<double>(q.data(), tree_.nq()), step,
                      Out<double>(there.data(), tree_.nq()));
    close_position(there, held);
  }
  prepare(there, held);
  return space_.matrix().has_dependent_rows();
}

void LoopSolver::follow(Out<double> q) {
  outward(q.data(), zero_.data());
  geometry_.fit_links(tree_state(), q.data());
}

void LoopSolver::follow(Out<double> q, Out<double> v) {
  outward(q.data(), v.data());
  geometry_.fit_links(tree_state(), q.data());
  geometry_.compute(tree_state(), q.data(), v.data());
  hold({});
  loop_rates(space_.whole(), velocities_, v.data());
}

void LoopSolver::close_velocity(In<double> q, Out<double> v, Held held) {
  detail::require_size("LoopSolver::close_velocity", "q", q.size(), loops_->nq());
  detail::require_size("LoopSolver::close_velocity", "v", v.size(), loops_->nv());
  hold(held);
  outward(q.data(), v.data());
  geometry_.compute(tree_state(), q.data(), v.data(), loops_->of_links(held), zero_.data());
  inward(v.data(), nullptr, nullptr);
  factorize();
  multipliers_.setZero();
  node_rate_ = velocities_;
  close_rate(space_.whole(), false, v.data(), node_rate_, &multipliers_);
  loop_rates(space_.whole(), node_rate_, v.data());
}

void LoopSolver::position_errors(In<double> q, Eigen::VectorXd& errors) {
  std::copy_n(q.data(), q.size(), q_trial_.data());
  follow(q_trial_);
  geometry_.compute(tree_state(), q_trial_.data(), zero_.data());
  errors.resize(static_cast<Eigen::Index>(geometry_.rows().size()));
  for (std::size_t c = 0; c < geometry_.rows().size(); ++c) {
    const ClosureRows& rows = geometry_.rows()[c];
    double largest = 0.0;
    for (int r = 0; r < rows.rows; ++r) largest = std::max(largest, std::abs(at(rows.error, r)));
    errors[static_cast<Eigen::Index>(c)] = largest;
  }
}

void LoopSolver::velocity_errors(In<double> q, In<double> v, Eigen::VectorXd& errors) {
  outward(q.data(), v.data());
  geometry_.compute(tree_state(), q.data(), v.data());
  errors.resize(multipliers_.size());
  ConstraintSpace::apply(space_.whole().closures, geometry_.rows(), v.data(), velocities_,
                         errors.data());
}

}  // namespace catena
