#include "catena/sim/pull.hpp"

#include <Eigen/Geometry>

#include "catena/dynamics/jacobians.hpp"

namespace catena {

PullForce::PullForce(const Model& model)
    : model_(model),
      kinematics_(model),
      of_body_(6, model.nv()),
      jacobian_(3, model.nv()),
      efforts_(model.nv()),
      wrench_(Force<double>::zero()) {}

void PullForce::compute(In<double> q, In<double> v) {
  kinematics_.compute(model_, q, v);
  const FrameId frame = model_.body_frame(pull_->body);
  const Transform<double> pose = kinematics_.pose(model_, frame);
  const Motion<double> motion = kinematics_.velocity(model_, frame, Reference::WorldAligned);
  const Vec3<double> arm = pose.rotation * pull_->at;
  const Vec3<double> velocity = motion.linear + cross(motion.angular, arm);
  const Vec3<double> f =
      pull_->stiffness * (pull_->to - (pose.translation + arm)) - pull_->damping * velocity;
  power_ = dot(f, velocity);
  const Vec3<double> f_body = transpose_times(pose.rotation, f);
  wrench_ = {cross(pull_->at, f_body), f_body};
  frame_jacobian<double>(model_, kinematics_, frame, Reference::WorldAligned, of_body_);
  const Eigen::Vector3d r = to_eigen(arm), force = to_eigen(f);
  for (Eigen::Index k = 0; k < efforts_.size(); ++k) {
    const Eigen::Vector3d turning = of_body_.col(k).head<3>();
    jacobian_.col(k) = of_body_.col(k).tail<3>() + turning.cross(r);
    efforts_[k] = jacobian_.col(k).dot(force);
  }
}

void PullForce::add_body_wrench(std::vector<Force<double>>& external) const {
  external[static_cast<std::size_t>(pull_->body.index)] += wrench_;
}

}  // namespace catena
