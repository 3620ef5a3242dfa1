#include "catena/elements/pull.hpp"

namespace catena {

void PullGroup::compute(const Look& look) {
  if (!pull_) return;
  point_ = look.pose(pull_->body) * pull_->at;
  const Vec3<double> velocity = look.point_velocity(pull_->body, point_);
  force_ = pull_->stiffness * (pull_->to - point_) - pull_->damping * velocity;
  power_ = dot(force_, velocity);
}

void PullGroup::add_body_forces(const Look&, BodyForces& out) const {
  if (pull_) out.add(pull_->body, point_, {Vec3<double>::zero(), force_});
}

}  // namespace catena
