#pragma once
// What a frame follows of a pose: all of it, or as much as an arm of few joints can.

#include <vector>

#include "catena/arm/ik_target.hpp"

namespace catena {

struct Followed {
  enum class What { Pose, Position, Axis };  // Axis: the position, and where one axis points
  What what = What::Pose;
  Vec3<double> axis{0, 0, 1};  // of Axis: in the frame, any length > 0

  // How many directions of motion it takes in general: 6, 3 or 5.
  int directions() const;
  const char* words() const;  // "an orientation", for instance
  std::vector<IkTarget> targets(FrameId frame, const Transform<double>& pose) const;
  // The same again for another pose.
  void move_to(const Transform<double>& pose, std::vector<IkTarget>& targets) const;
  // Its rate, from that of the frame: of six rows (turning first), in world axes.
  Eigen::MatrixXd rates(const Eigen::MatrixXd& of_frame, const Mat3<double>& rotation) const;
};

}  // namespace catena
