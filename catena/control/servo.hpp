#pragma once
// Feedback on a desired motion: e = q_d - q, e' = v_d - v. Gains are one number for each
// coordinate.

#include <Eigen/Core>

namespace catena {

struct ServoGains {
  Eigen::VectorXd kp, kd;
};

// Gains with which each coordinate of a computed-torque servo returns without overshoot, as
// exp(-rate t) (1 + rate t).
ServoGains critical_gains(Eigen::Index coordinates, double rate);

// tau = Kp e + Kd e'.
Eigen::VectorXd pd_effort(const ServoGains& gains, const Eigen::VectorXd& e,
                          const Eigen::VectorXd& e_dot);

// tau = M (a_d + Kd e' + Kp e) + h, with M a + h the efforts of a motion: then e'' + Kd e' + Kp e =
// 0.
Eigen::VectorXd computed_torque(const Eigen::MatrixXd& M, const Eigen::VectorXd& h,
                                const ServoGains& gains, const Eigen::VectorXd& a_d,
                                const Eigen::VectorXd& e, const Eigen::VectorXd& e_dot);

}  // namespace catena
