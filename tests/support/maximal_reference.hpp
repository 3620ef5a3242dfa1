#pragma once
// An independent reference: every body with six accelerations, every joint as a constraint with its
// wrench as multiplier, all in one dense saddle-point system. It reads the user's description of
// the mechanism (JointInfo, BodyInfo) and uses none of the kernels.
//
// Classical vectors throughout, in world axes: angular velocity, velocity of the body's origin.

#include <Eigen/Dense>
#include <vector>

#include "catena/model/model.hpp"
#include "tests/support/joint_reference.hpp"

namespace catena::test {

using Vector6d = Eigen::Matrix<double, 6, 1>;

class MaximalReference {
 public:
  MaximalReference(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v);

  struct Body {
    Eigen::Matrix3d R = Eigen::Matrix3d::Identity();     // R_WB
    Eigen::Vector3d p = Eigen::Vector3d::Zero();         // p_WoBo_W
    Eigen::Vector3d omega = Eigen::Vector3d::Zero();     // angular velocity
    Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  // of the origin
    int joint = -1;                                      // inboard
  };
  const Body& body(BodyId id) const { return bodies_[static_cast<std::size_t>(id.index)]; }

  struct Solution {
    Eigen::VectorXd a, tau;
    // By BodyId: angular acceleration, and acceleration of the origin, world axes.
    std::vector<Vector6d> accelerations;
    // By BodyId: what the body gets from its parent, in the child's axes about Mo, and in world
    // axes about the world's origin.
    std::vector<Vector6d> wrenches, world_wrenches;
  };
  Solution forward(const Eigen::VectorXd& tau, const std::vector<Force<double>>& external) const;
  Solution inverse(const Eigen::VectorXd& a, const std::vector<Force<double>>& external) const;

 private:
  struct Joint {
    Eigen::Matrix3d R_WF;
    Eigen::Vector3d p_M;           // of Mo in the world
    Eigen::Matrix3Xd W, P;         // in world axes
    Eigen::Vector3d alpha, accel;  // right-hand sides of the two constraints
  };

  void place(BodyId id, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  void newton_euler(int b, const std::vector<Force<double>>& external);
  void constrain(int b);
  void assemble(const std::vector<Force<double>>& external);
  Solution unpack(const Eigen::VectorXd& x, const Eigen::VectorXd& tau) const;

  const Model& model_;
  std::vector<Body> bodies_;
  std::vector<Joint> joints_;  // by JointId
  // Unknowns: 6 accelerations per body, nv joint accelerations, 6 wrench components per joint.
  Eigen::MatrixXd kkt_;
  Eigen::VectorXd right_;
};

}  // namespace catena::test
