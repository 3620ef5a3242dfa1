// MotionEquations: motors, cables and what pulls by hand.

#include <algorithm>

#include "catena/sim/coordinate_part.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena {

using detail::part;

void MotionEquations::make_cables() {
  std::vector<int> now, places;
  for (int k = 0; k < (layout_ ? layout_->dof_count() : nv_); ++k)
    now.push_back(layout_ ? layout_->dof(k) : k);
  for (int k = 0; k < nv_; ++k) places.push_back(chart_.place_in_q(k));
  cables_ =
      std::make_unique<CableForces>(model(), setup_.cables, std::move(now), std::move(places));
}

void MotionEquations::add_motor_efforts(double t, const Eigen::VectorXd& q,
                                        const Eigen::VectorXd& v, Eigen::VectorXd& tau) {
  if (layout_ && !motors_are_constant_) layout_->gather(q, v, q_home_, v_home_);
  for (std::size_t m = 0; m < setup_.motors.size(); ++m) {
    const Motor& motor = setup_.motors[m];
    Eigen::VectorXd& effort = motor_efforts_[m];
    if (layout_ && !motor.constant)
      motor.effort(t, q_home_, v_home_, effort);
    else
      motor.effort(t, q, v, effort);
    for (std::size_t i = 0; i < motor.dofs.size(); ++i) {
      double& e = effort[static_cast<Eigen::Index>(i)];
      if (motor.dofs[i] < 0) e = 0.0;  // its joint is cut
      if (!motor.effort_limit.empty())
        e = std::clamp(e, -motor.effort_limit[i], motor.effort_limit[i]);
      if (motor.dofs[i] >= 0) tau[motor.dofs[i]] += e;
    }
  }
}

void MotionEquations::set_pull(const std::optional<Pull>& pull) {
  if (pull_) pull_->set(pull);
}

void MotionEquations::add_pull_wrenches(std::vector<Force<double>>& external) const {
  if (is_pulled()) pull_->add_body_wrench(external);
  if (cables_) cables_->add_body_wrenches(external);
}

void MotionEquations::add_pulls(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                Eigen::VectorXd& tau) {
  if (cables_) cables_->add_body_efforts(tau);
  if (!is_pulled()) return;
  pull_->compute(part(q, 0, model().nq()), part(v, 0, model().nv()));
  tau.head(model().nv()) += pull_->efforts();
}

void MotionEquations::stretch_cables(double t, const Eigen::VectorXd& y) {
  read(t, y);
  cables_->compute(t, q_, v_);
}

void MotionEquations::stretch_cables(const State& state) {
  cables_->compute(state.t, state.q, state.v);
}

}  // namespace catena
