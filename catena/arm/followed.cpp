#include "catena/arm/followed.hpp"

namespace catena {

int Followed::directions() const {
  return what == What::Pose ? 6 : what == What::Axis ? 5 : 3;
}

const char* Followed::words() const {
  return what == What::Pose   ? "an orientation"
         : what == What::Axis ? "the direction of an axis"
                              : "a position alone";
}

std::vector<IkTarget> Followed::targets(FrameId frame, const Transform<double>& pose) const {
  if (what == What::Pose) return {IkTarget::at_pose(frame, pose)};
  std::vector<IkTarget> all{IkTarget::at_position(frame, pose.translation)};
  if (what == What::Axis) all.push_back(IkTarget::pointing(frame, axis, pose.rotation * axis));
  return all;
}

void Followed::move_to(const Transform<double>& pose, std::vector<IkTarget>& targets) const {
  targets[0].pose = pose;
  if (what == What::Axis) targets[1].direction = pose.rotation * targets[1].axis;
}

Eigen::MatrixXd Followed::rates(const Eigen::MatrixXd& of_frame,
                                const Mat3<double>& rotation) const {
  if (what == What::Pose) return of_frame;
  if (what == What::Position) return of_frame.bottomRows(3);
  // An axis a turns by w x a.
  const Vec3<double> a = (1.0 / norm(axis)) * (rotation * axis);
  Eigen::Matrix3d cross_a;
  cross_a << 0.0, a.z, -a.y, -a.z, 0.0, a.x, a.y, -a.x, 0.0;
  Eigen::MatrixXd out = of_frame;
  out.topRows(3) = cross_a * of_frame.topRows(3);
  return out;
}

}  // namespace catena
