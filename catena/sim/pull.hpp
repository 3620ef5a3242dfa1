#pragma once
// A body that is pulled by hand: a spring and a damper from one of its points to a point of the
// world, which can be moved between two advances.

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "catena/dynamics/kinematics.hpp"

namespace catena {

struct Pull {
  BodyId body;
  Vec3<double> at;         // in the body's frame, m
  Vec3<double> to;         // in the world, m
  double stiffness = 0.0;  // N/m
  double damping = 0.0;    // N s/m, of the point's velocity
};

// The force of a pull, and what it does to the coordinates of a tree.
class PullForce {
 public:
  explicit PullForce(const Model& model);

  // Sets or ends the pull. The body must be one of the model, and not the world.
  void set(const std::optional<Pull>& pull) { pull_ = pull; }
  bool active() const { return pull_.has_value(); }

  // Finds all of what follows at a state, while active. Does not allocate.
  void compute(In<double> q, In<double> v);
  // J^T f, one per velocity coordinate of the tree.
  const Eigen::VectorXd& efforts() const { return efforts_; }
  // What the force does per second, W.
  double power() const { return power_; }
  // Adds the force, in the body's axes about its origin, to those per BodyId.
  void add_body_wrench(std::vector<Force<double>>& external) const;
  // Of the point: velocity = J v, world axes.
  const Eigen::Matrix3Xd& jacobian() const { return jacobian_; }
  double damping() const { return pull_->damping; }

 private:
  const Model& model_;
  std::optional<Pull> pull_;
  Kinematics<double> kinematics_;
  Eigen::Matrix<double, 6, Eigen::Dynamic> of_body_;
  Eigen::Matrix3Xd jacobian_;
  Eigen::VectorXd efforts_;
  Force<double> wrench_;
  double power_ = 0.0;
};

}  // namespace catena
