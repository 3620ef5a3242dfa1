#pragma once
// Rows of a cone program for lower <= T f <= upper.

#include <Eigen/Core>
#include <vector>

#include "catena/grasp/grasp_map.hpp"

namespace catena::grasp {

// One row per finite limit, with a slack variable unless both limits are equal.
struct LimitCount {
  int rows = 0, slacks = 0;
};
LimitCount count_limits(const TorqueRows& hand);

// Fills rows from `row` and columns of slack from `column` on; `scale` multiplies forces. Returns
// the motors of the rows in `motors`.
void fill_limits(const TorqueRows& hand, const Eigen::VectorXd& scale, Eigen::Index row,
                 Eigen::Index column, Eigen::MatrixXd& A, Eigen::Ref<Eigen::VectorXd> b,
                 std::vector<int>& motors);

}  // namespace catena::grasp
