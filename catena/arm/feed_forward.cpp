#include "catena/arm/feed_forward.hpp"

#include "catena/arm/positions.hpp"
#include "catena/dynamics/passive.hpp"
#include "catena/dynamics/rnea.hpp"

namespace catena {

using Eigen::VectorXd;

JointFriction JointFriction::of(const Model& model) {
  JointFriction out = none(model);
  out.viscous = model.damping();
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    for (int k = 0; k < joint.nv; ++k)
      out.forward[joint.v + k] = out.backward[joint.v + k] = joint.spec.coulomb_friction[k];
  }
  return out;
}

JointFriction JointFriction::none(const Model& model) {
  const VectorXd zero = VectorXd::Zero(model.nv());
  return {zero, zero, zero};
}

FeedForward::FeedForward(const Model& model, JointFriction friction, VectorXd q)
    : model_(&model),
      friction_(std::move(friction)),
      q_(std::move(q)),
      passive_(model.nv()),
      efforts_(model.nv()),
      ws_(model) {}

const VectorXd& FeedForward::efforts(const MotionPoint& motion) {
  put_positions(*model_, motion.position, q_);
  // Springs of the model; its damping is left out, since `friction` has it.
  passive_efforts(*model_, q_, motion.velocity, passive_, ws_);
  rnea(*model_, q_, motion.velocity, motion.acceleration, efforts_, ws_);
  for (int k = 0; k < model_->nv(); ++k) {
    const double v = motion.velocity[k];
    efforts_[k] -= passive_[k] + model_->damping()[k] * v;
    efforts_[k] += friction_.viscous[k] * v;
    if (v > stands) efforts_[k] += friction_.forward[k];
    if (v < -stands) efforts_[k] -= friction_.backward[k];
  }
  return efforts_;
}

}  // namespace catena
