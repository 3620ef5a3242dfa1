#include "catena/grasp/torque_limits.hpp"

#include <cmath>

namespace catena::grasp {

using Eigen::Index;

LimitCount count_limits(const TorqueRows& hand) {
  LimitCount count;
  for (Index i = 0; i < hand.T.rows(); ++i) {
    if (hand.lower[i] == hand.upper[i]) {
      ++count.rows;
      continue;
    }
    const int finite =
        (std::isfinite(hand.lower[i]) ? 1 : 0) + (std::isfinite(hand.upper[i]) ? 1 : 0);
    count.rows += finite;
    count.slacks += finite;
  }
  return count;
}

void fill_limits(const TorqueRows& hand, const Eigen::VectorXd& scale, Index row, Index column,
                 Eigen::MatrixXd& A, Eigen::Ref<Eigen::VectorXd> b, std::vector<int>& motors) {
  const Index n = scale.size();
  const auto add = [&](Index i, double bound, double slack) {
    for (Index j = 0; j < n; ++j) A(row, j) = hand.T(i, j) * scale[j];
    if (slack != 0.0) A(row, column++) = slack;
    b[row++] = bound;
    motors.push_back(hand.motors[static_cast<std::size_t>(i)]);
  };
  for (Index i = 0; i < hand.T.rows(); ++i) {
    if (hand.lower[i] == hand.upper[i]) {
      add(i, hand.lower[i], 0.0);
      continue;
    }
    if (std::isfinite(hand.upper[i])) add(i, hand.upper[i], 1.0);
    if (std::isfinite(hand.lower[i])) add(i, hand.lower[i], -1.0);
  }
}

}  // namespace catena::grasp
