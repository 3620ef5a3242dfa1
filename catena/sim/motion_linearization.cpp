// MotionEquations: their slopes, for implicit methods.

#include <algorithm>
#include <cmath>

#include "catena/dynamics/derivatives.hpp"
#include "catena/sim/coordinate_part.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena {

using detail::part;

void MotionEquations::linearize(double t, const Eigen::VectorXd& y, MotionSlopes& out) {
  read(t, y);
  applied_efforts(t, q_, v_, tau_);
  add_pulls(q_, v_, tau_);
  accelerations(t, q_, v_, tau_, a_);
  const int nq = model().nq(), nv = model().nv();
  out.M.setZero(nv_, nv_), out.K.setZero(nv_, nv_), out.C.setZero(nv_, nv_);
  const auto of_tree = [&](Eigen::MatrixXd& m) {
    return MatrixView<double>(m.data(), nv, nv, m.rows());
  };
  rnea_derivatives<double>(model(), part(q_, 0, nq), part(v_, 0, nv), part(a_, 0, nv),
                           of_tree(out.K), of_tree(out.C), of_tree(out.M), ws_);
  out.K *= -1.0, out.C *= -1.0;
  out.C.diagonal() -= damping_;
  chart_.turned(q_.data(), out.turned);
  const auto add_springs = [&](const Model& of, int first_v) {
    for (const Spring& spring : of.springs())
      for (std::size_t r = 0; r < spring.dofs.size(); ++r)
        for (std::size_t c = 0; c < spring.dofs.size(); ++c)
          out.K(first_v + spring.dofs[r], first_v + spring.dofs[c]) -=
              spring.stiffness(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c));
  };
  add_springs(model(), 0);
  if (solver_) add_springs(solver_->loops().links(), nv);
  add_motor_slopes(t, out);
  add_pull_slopes(out);
  add_cable_slopes(t, out);
  if (solver_) {
    constrain(out);
    return;
  }
  for (int k = 0; k < nv_; ++k) {
    if (!held_[k]) continue;
    for (Eigen::MatrixXd* m : {&out.M, &out.K, &out.C}) m->row(k).setZero(), m->col(k).setZero();
    out.M(k, k) = 1.0;
  }
}

// With loops, efforts act through the mobility Y = Z (Z^T M Z)^-1 Z^T: dv/dt = Y (applied - h) +
// ... Closed contacts take their part of it. What the loops' own curvature adds is left out; it is
// not stiff.
void MotionEquations::constrain(MotionSlopes& out) {
  Eigen::MatrixXd Y(nv_, nv_);
  const bool* const held = any_held_ ? held_.data() : nullptr;
  solver_->prepare(q_, held, v_.data());
  const bool touching = contacts_ && contacts_->any_closed();
  if (touching) contacts_->prepare(*solver_, held);
  Eigen::VectorXd column(nv_);
  for (int k = 0; k < nv_; ++k) {
    column.setZero();
    if (!held_[k]) {
      solver_->mobility(k, column);
      if (touching) contacts_->oppose(*solver_, held, column);
    }
    Y.col(k) = column;
  }
  out.K = Y * out.K;
  out.C = Y * out.C;
  out.M.setIdentity();
}

// q_ after a small step along one velocity coordinate.
void MotionEquations::step_along(int dof, double step, Eigen::VectorXd& q) const {
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(nv_);
  Eigen::VectorXd xi(nv_);
  chart_.rate(zero.data(), q_.data(), (step * Eigen::VectorXd::Unit(nv_, dof)).eval().data(),
              xi.data());
  chart_.position(q_.data(), xi.data(), q.data());
}

// Exact in velocities; in positions by differences, because the arm that a long spring pulls at
// turns with the body.
void MotionEquations::add_pull_slopes(MotionSlopes& out) {
  if (!is_pulled()) return;
  const int nv = model().nv();
  const Eigen::Matrix3Xd J = pull_->jacobian();
  out.C.topLeftCorner(nv, nv) -= pull_->damping() * J.transpose() * J;
  Eigen::VectorXd q = q_, plus(nv_), minus(nv_);
  const double step = 1e-6;
  for (int k = 0; k < nv; ++k) {
    if (J.col(k).isZero(0.0)) continue;
    plus.setZero(), minus.setZero();
    step_along(k, step, q), add_pulls(q, v_, plus);
    step_along(k, -step, q), add_pulls(q, v_, minus);
    out.K.col(k) += (plus - minus) / (2.0 * step);
  }
}

// By differences: a cable's efforts are smooth as long as its modes stay.
void MotionEquations::add_cable_slopes(double t, MotionSlopes& out) {
  if (!cables_) return;
  Eigen::VectorXd q = q_, v = v_, plus(nv_), minus(nv_);
  const auto efforts = [&](Eigen::VectorXd& tau) {
    tau.setZero();
    cables_->compute(t, q, v);
    cables_->add_joint_efforts(tau);
    cables_->add_body_efforts(tau);
  };
  const double step = 1e-7;
  for (int k = 0; k < nv_; ++k) {
    step_along(k, step, q), efforts(plus);
    step_along(k, -step, q), efforts(minus);
    out.K.col(k) += (plus - minus) / (2.0 * step);
    q = q_;
    v[k] = v_[k] + step, efforts(plus);
    v[k] = v_[k] - step, efforts(minus);
    out.C.col(k) += (plus - minus) / (2.0 * step);
    v[k] = v_[k];
  }
}

void MotionEquations::add_motor_slopes(double t, MotionSlopes& out) {
  if (motors_are_constant_) return;
  Eigen::VectorXd q = q_, v = v_, plus(nv_), minus(nv_);
  for (int k = 0; k < nv_; ++k) {
    const double step = 1e-6 * std::max(1.0, std::abs(v_[k]));
    const auto difference = [&](auto&& move, Eigen::MatrixXd& slopes) {
      plus.setZero(), minus.setZero();
      move(step), add_motor_efforts(t, q, v, plus);
      move(-step), add_motor_efforts(t, q, v, minus);
      move(0.0);
      slopes.col(k) += (plus - minus) / (2.0 * step);
    };
    difference([&](double d) { step_along(k, d, q); }, out.K);
    difference([&](double d) { v[k] = v_[k] + d; }, out.C);
  }
}

}  // namespace catena
