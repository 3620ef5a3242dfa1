// The axes of an arm, taken from its model and checked.

#include <fmt/format.h>

#include "catena/arm/wrist_arm.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/model/configuration.hpp"

namespace catena {

namespace {

// Lengths and angles that count as zero, in parts of the arm's length and in radians.
constexpr double no_distance = 1e-9, no_angle = 1e-9;

// The point of line a that is nearest to line b.
Vec3<double> nearest_on(const ArmAxis& a, const ArmAxis& b) {
  const Vec3<double> n = cross(a.direction, b.direction);
  const double nn = dot(n, n);
  if (nn < no_angle * no_angle) return a.point;
  return a.point + (dot(cross(b.point - a.point, b.direction), n) / nn) * a.direction;
}

double distance_to(const ArmAxis& axis, const Vec3<double>& p) {
  return norm(cross(axis.direction, p - axis.point));
}

// The hinges that move a frame, from the ground on.
std::vector<int> hinges_of(const Model& model, FrameId frame) {
  std::vector<int> nodes;
  for (int n = model.frame(frame).node; n != 0;
       n = model.nodes()[static_cast<std::size_t>(n)].parent) {
    const Node& node = model.nodes()[static_cast<std::size_t>(n)];
    if (node.nv == 0) continue;
    if (node.kind != NodeKind::Revolute)
      throw ModelError(fmt::format(
          "WristArm: joint '{}' moves frame '{}' and is not a hinge; expected six hinges",
          model.joint(JointId{node.joint}).spec.name, model.frame(frame).name));
    nodes.insert(nodes.begin(), n);
  }
  if (nodes.size() != 6)
    throw ModelError(fmt::format(
        "WristArm: {} hinges move frame '{}'; expected six. Use NumericIk for other arms",
        nodes.size(), model.frame(frame).name));
  return nodes;
}

}  // namespace

WristArm::WristArm(const Model& model, FrameId frame) {
  const std::vector<int> nodes = hinges_of(model, frame);
  Kinematics<double> kinematics(model);
  kinematics.compute(model, neutral_configuration(model));
  zero_pose_ = kinematics.pose(model, frame);
  for (std::size_t i = 0; i < 6; ++i) {
    const auto n = static_cast<std::size_t>(nodes[i]);
    const Node& node = model.nodes()[n];
    const Transform<double>& X = kinematics.node_poses()[n];
    axes_[i] = {X.rotation.c2, X.translation};
    dofs_[i] = node.v;
    const JointInfo& joint = model.joint(JointId{node.joint});
    const int k = node.v - joint.v;
    names_[i] = model.coordinate_name(node.v);
    lower_[i] = joint.spec.position_lower[k];
    upper_[i] = joint.spec.position_upper[k];
  }
  // Points that lie well: axis 1 where axis 2 is nearest, the wrist where its axes meet.
  axes_[0].point = nearest_on(axes_[0], axes_[1]);
  wrist_ = nearest_on(axes_[4], axes_[3]);
  for (std::size_t i = 3; i < 6; ++i)
    if (distance_to(axes_[i], wrist_) < 1e-6) axes_[i].point = wrist_;
  const Vec3<double>&u = axes_[1].direction, upper = axes_[2].point - axes_[1].point,
        fore = wrist_ - axes_[2].point;
  length_ = norm(upper - dot(u, upper) * u) + norm(fore - dot(u, fore) * u);
  offset_ = dot(u, wrist_ - axes_[0].point);
  forward_ = cross(axes_[0].direction, u);
  check_geometry();
  // Exactly parallel: what rounding left would add to errors.
  third_ = dot(axes_[2].direction, u) > 0.0 ? 1.0 : -1.0;
  axes_[2].direction = third_ * u;
}

void WristArm::check_geometry() const {
  const auto parallel = [&](std::size_t i, std::size_t k) {
    return norm(cross(axes_[i].direction, axes_[k].direction)) <= no_angle;
  };
  const auto refuse = [](const std::string& what) {
    throw ModelError("WristArm: " + what + "; NumericIk has no such conditions");
  };
  if (!parallel(1, 2))
    refuse(fmt::format("the axes of '{}' and '{}' must be parallel", names_[1], names_[2]));
  if (parallel(0, 1))
    refuse(fmt::format("the axes of '{}' and '{}' must not be parallel", names_[0], names_[1]));
  if (parallel(3, 4) || parallel(4, 5))
    refuse(fmt::format("the axes of '{}', '{}' and '{}' must turn the wrist in all directions",
                       names_[3], names_[4], names_[5]));
  for (std::size_t i = 3; i < 6; ++i)
    if (const double miss = distance_to(axes_[i], wrist_); miss > no_distance * (1.0 + length_))
      refuse(
          fmt::format("the last three axes must meet in one point, but that of '{}' misses it "
                      "by {:g} m",
                      names_[i], miss));
  const Vec3<double> upper = axes_[2].point - axes_[1].point, fore = wrist_ - axes_[2].point;
  for (const Vec3<double>& link : {upper, fore})
    if (norm(cross(axes_[1].direction, link)) <= no_distance)
      refuse("upper arm and forearm must have a length across axes 2 and 3");
}

}  // namespace catena
