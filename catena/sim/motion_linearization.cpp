// MotionEquations: their slopes, for implicit methods.

#include <algorithm>
#include <cmath>

#include "catena/dynamics/derivatives.hpp"
#include "catena/elements/motors.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/structure/coordinate_part.hpp"

namespace catena {

using detail::part;

void MotionEquations::linearize(double t, const Eigen::VectorXd& y, MotionSlopes& out) {
  read(t, y);
  const Look here = looks_.make(t, q_, v_);
  move(here, applied_, tau_, a_);
  const int nq = model().nq(), nv_tree = model().nv();
  out.M.setZero(nv(), nv()), out.K.setZero(nv(), nv()), out.C.setZero(nv(), nv());
  const auto of_tree = [&](Eigen::MatrixXd& m) {
    return MatrixView<double>(m.data(), nv_tree, nv_tree, m.rows());
  };
  rnea_derivatives<double>(model(), part(q_, 0, nq), part(v_, 0, nv_tree), part(a_, 0, nv_tree),
                           of_tree(out.K), of_tree(out.C), of_tree(out.M), ws_);
  out.K *= -1.0, out.C *= -1.0;
  chart_.turned(q_.data(), out.turned);
  for (const auto& group : groups_) {
    if (group->slopes() == Group::Slopes::Exact) group->add_slopes(here, out);
    if (group->slopes() == Group::Slopes::ByDifferences) add_slopes_by_differences(t, *group, out);
  }
  if (solver_) {
    constrain(out);
    return;
  }
  for (int k = 0; k < nv(); ++k) {
    if (!held_[k]) continue;
    for (Eigen::MatrixXd* m : {&out.M, &out.K, &out.C}) m->row(k).setZero(), m->col(k).setZero();
    out.M(k, k) = 1.0;
  }
}

// With loops, efforts act through the mobility Y = Z (Z^T M Z)^-1 Z^T: dv/dt = Y (applied - h) +
// ... Closed contacts take their part of it. What the loops' own curvature adds is left out; it is
// not stiff.
void MotionEquations::constrain(MotionSlopes& out) {
  solver_->prepare(q_, held(), v_.data());
  for (RowOwner* const owner : row_owners_)
    if (owner->any_closed()) owner->prepare(*solver_);
  Eigen::MatrixXd& Y = slopes_.mobility;
  Eigen::VectorXd& column = slopes_.column;
  Y.resize(nv(), nv()), column.resize(nv());
  for (int k = 0; k < nv(); ++k) {
    column.setZero();
    if (!held_[k]) {
      solver_->mobility(k, column);
      for (RowOwner* const owner : row_owners_)
        if (owner->any_closed()) owner->oppose(*solver_, column);
    }
    Y.col(k) = column;
  }
  for (Eigen::MatrixXd* m : {&out.K, &out.C}) {
    slopes_.product.noalias() = Y * *m;
    m->swap(slopes_.product);
  }
  out.M.setIdentity();
}

// q_ after a small step along one velocity coordinate.
void MotionEquations::step_along(int dof, double step, Eigen::VectorXd& q) {
  slopes_.zero.setZero(nv()), slopes_.unit.setZero(nv()), slopes_.xi.resize(nv());
  slopes_.unit[dof] = step;
  chart_.rate(slopes_.zero.data(), q_.data(), slopes_.unit.data(), slopes_.xi.data());
  chart_.position(q_.data(), slopes_.xi.data(), q.data());
}

// Central differences: the efforts of elements are smooth as long as their modes stay.
void MotionEquations::add_slopes_by_differences(double t, Group& group, MotionSlopes& out) {
  Eigen::VectorXd &q = slopes_.q, &v = slopes_.v, &plus = slopes_.plus, &minus = slopes_.minus;
  q = q_, v = v_;
  plus.resize(nv()), minus.resize(nv());
  slopes_.applied.resize(nv()), slopes_.total.resize(nv());
  const auto efforts_at = [&](Eigen::VectorXd& tau) {
    const Look there = looks_.make(t, q, v);
    if (&group == planners_) {  // they see all that acts there
      efforts(there, slopes_.applied, slopes_.total);
      tau.setZero();
      group.add_efforts(tau);
      return;
    }
    tau.setZero();
    body_forces_.clear();
    group.compute(there);
    group.add_efforts(tau);
    group.add_body_forces(there, body_forces_);
    if (!body_forces_.empty()) body_forces_.add_efforts(there.bodies(), tau);
  };
  for (int k = 0; k < nv(); ++k) {
    const double step = group.slope_step(v_[k]);
    step_along(k, step, q), efforts_at(plus);
    step_along(k, -step, q), efforts_at(minus);
    out.K.col(k) += (plus - minus) / (2.0 * step);
    q = q_;
    v[k] = v_[k] + step, efforts_at(plus);
    v[k] = v_[k] - step, efforts_at(minus);
    out.C.col(k) += (plus - minus) / (2.0 * step);
    v[k] = v_[k];
  }
}

}  // namespace catena
