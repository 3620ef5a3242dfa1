#pragma once
// Joints by the book, for the maximal-coordinate reference: pose of M in F, and classical first and
// second derivatives of that pose in F's axes. Written apart from the library's own joints.

#include <Eigen/Core>

#include "catena/model/model.hpp"

namespace catena::test {

struct JointReference {
  Eigen::Matrix3d R;  // R_FM
  Eigen::Vector3d p;  // p_FoMo_F
  // omega = W v, dp/dt = P v; d omega/dt = W a + W_bias, d2p/dt2 = P a + P_bias; all in F.
  Eigen::Matrix3Xd W, P;
  Eigen::Vector3d W_bias, P_bias;
};

// q and v are the joint's own coordinates.
JointReference joint_reference(const JointSpec& spec, const Eigen::VectorXd& q,
                               const Eigen::VectorXd& v);

}  // namespace catena::test
