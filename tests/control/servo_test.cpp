#include "catena/control/servo.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(Servo, ProportionalAndDerivative) {
  const ServoGains gains{VectorXd{{2.0, 3.0}}, VectorXd{{0.5, 0.1}}};
  const VectorXd tau = pd_effort(gains, VectorXd{{1.0, -1.0}}, VectorXd{{2.0, 10.0}});
  EXPECT_LT((tau - VectorXd{{3.0, -2.0}}).norm(), 1e-15);
  EXPECT_THROW(pd_effort(gains, VectorXd::Zero(3), VectorXd::Zero(3)), std::invalid_argument);
}

// M a + h = tau with the computed torque leaves e'' + Kd e' + Kp e = 0; at critical gains its
// solution is known.
TEST(Servo, ComputedTorqueMakesErrorsDecayAsSaid) {
  const MatrixXd M{{2.0, 0.3}, {0.3, 1.0}};
  const ServoGains gains = critical_gains(2, 4.0);
  VectorXd q{{0.5, -0.2}}, v = VectorXd::Zero(2);  // the goal is 0, at rest
  const VectorXd start = q;
  const double h = 1e-4;
  for (int i = 0; i < 10000; ++i) {
    const auto acceleration = [&](const VectorXd& at, const VectorXd& rate) {
      const VectorXd bias = VectorXd{{std::sin(at[0]), rate[0] * rate[1]}};
      const VectorXd tau = computed_torque(M, bias, gains, VectorXd::Zero(2), -at, -rate);
      return VectorXd(M.inverse() * (tau - bias));
    };
    const VectorXd a = acceleration(q, v), half_v = v + 0.5 * h * a;
    const VectorXd middle = acceleration(q + 0.5 * h * v, half_v);
    q += h * half_v, v += h * middle;
  }
  const double t = 1.0;
  EXPECT_LT((q - start * std::exp(-4.0 * t) * (1.0 + 4.0 * t)).norm(), 1e-6);
}

}  // namespace
}  // namespace catena::test
