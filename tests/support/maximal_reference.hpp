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

// hat(a) b = a x b.
Eigen::Matrix3d hat(const Eigen::Vector3d& v);

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
  // A joint between two bodies as equations on their accelerations, about Mo in world axes:
  // alpha_B - alpha_P = W a + alpha; acceleration of Mo in B - that in P = P a + accel.
  struct Joint {
    Eigen::Matrix3d R_WF;
    Eigen::Vector3d p_M;  // of Mo in the world
    Eigen::Matrix3Xd W, P;
    Eigen::Vector3d alpha, accel;
  };
  // The joint whose frame F is at X_PF in the parent; alpha and accel are left to add_bias().
  static Joint joint_on(const Body& parent, const Transform<double>& X_PF,
                        const JointReference& reference);
  static void add_bias(Joint& joint, const JointReference& reference, const Body& parent,
                       const Body& child, const Eigen::VectorXd& v_joint);

  // Unknowns start with 6 accelerations per body. Writes Newton and Euler's equations of body b,
  // moments about its origin: I alpha + omega x I omega + m c x a_o; m (a_o + ...).
  void newton_euler(int b, const std::vector<Force<double>>& external, Eigen::MatrixXd& kkt,
                    Eigen::VectorXd& right) const;
  // Writes the joint's six equations from `row` on; its accelerations are unknowns from `column_a`.
  void constrain(const Joint& joint, BodyId parent, BodyId child, Eigen::Index column_a,
                 Eigen::Index row, Eigen::MatrixXd& kkt, Eigen::VectorXd& right) const;

  const Body& body(BodyId id) const { return bodies_[static_cast<std::size_t>(id.index)]; }
  const Joint& joint(JointId id) const { return joints_[static_cast<std::size_t>(id.index)]; }

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
  void place(BodyId id, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
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
