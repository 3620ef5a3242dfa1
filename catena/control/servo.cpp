#include "catena/control/servo.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace catena {

using Eigen::VectorXd;

ServoGains critical_gains(Eigen::Index coordinates, double rate) {
  return {VectorXd::Constant(coordinates, rate * rate),
          VectorXd::Constant(coordinates, 2.0 * rate)};
}

VectorXd pd_effort(const ServoGains& gains, const VectorXd& e, const VectorXd& e_dot) {
  if (gains.kp.size() != e.size() || gains.kd.size() != e.size() || e_dot.size() != e.size())
    throw std::invalid_argument(
        fmt::format("pd_effort: {} and {} gains, but errors of {} positions and {} velocities",
                    gains.kp.size(), gains.kd.size(), e.size(), e_dot.size()));
  return gains.kp.cwiseProduct(e) + gains.kd.cwiseProduct(e_dot);
}

VectorXd computed_torque(const Eigen::MatrixXd& M, const VectorXd& h, const ServoGains& gains,
                         const VectorXd& a_d, const VectorXd& e, const VectorXd& e_dot) {
  if (M.rows() != h.size() || M.cols() != a_d.size() || a_d.size() != e.size())
    throw std::invalid_argument(
        fmt::format("computed_torque: M is {} x {}, h has {} numbers, a_d {} and e {}", M.rows(),
                    M.cols(), h.size(), a_d.size(), e.size()));
  return M * (a_d + pd_effort(gains, e, e_dot)) + h;
}

}  // namespace catena
