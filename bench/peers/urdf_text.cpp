#include "urdf_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace catena::bench {
namespace {

std::string link_name(int i) {
  return i < 0 ? "world" : fmt::format("body{}", i);
}

// R = Rz(yaw) Ry(pitch) Rx(roll), exact for every rotation, also at pitch = +-90 degrees.
std::string roll_pitch_yaw(const Eigen::Matrix3d& R) {
  const double pitch = std::atan2(-R(2, 0), std::hypot(R(0, 0), R(1, 0)));
  const double yaw = std::atan2(R(1, 0), R(0, 0));
  // What is left after undoing the yaw has its second row (0, cos roll, -sin roll).
  const double s = std::sin(yaw), c = std::cos(yaw);
  const double roll = std::atan2(s * R(0, 2) - c * R(1, 2), c * R(1, 1) - s * R(0, 1));
  return fmt::format("{:.17g} {:.17g} {:.17g}", roll, pitch, yaw);
}

std::string link_text(int i, const NeutralBody& body, double mass_if_none) {
  const bool none = body.mass <= 0.0;
  const double mass = none ? mass_if_none : body.mass;
  const Eigen::Matrix3d I =
      none ? Eigen::Matrix3d(mass_if_none * Eigen::Matrix3d::Identity()) : body.inertia_about_com;
  return fmt::format(
      "<link name=\"{}\"><inertial><origin xyz=\"{:.17g} {:.17g} {:.17g}\"/><mass "
      "value=\"{:.17g}\"/>"
      "<inertia ixx=\"{:.17g}\" ixy=\"{:.17g}\" ixz=\"{:.17g}\" iyy=\"{:.17g}\" iyz=\"{:.17g}\" "
      "izz=\"{:.17g}\"/></inertial></link>\n",
      link_name(i), body.com.x(), body.com.y(), body.com.z(), mass, I(0, 0), I(0, 1), I(0, 2),
      I(1, 1), I(1, 2), I(2, 2));
}

std::string joint_text(int i, const NeutralBody& body) {
  const bool is_free = body.joint == NeutralJoint::Free;
  return fmt::format(
      "<joint name=\"{}\" type=\"{}\"><parent link=\"{}\"/><child link=\"{}\"/>"
      "<origin xyz=\"{:.17g} {:.17g} {:.17g}\" rpy=\"{}\"/><axis xyz=\"0 0 1\"/></joint>\n",
      joint_name(static_cast<std::size_t>(i)), is_free ? "floating" : "continuous",
      link_name(body.parent), link_name(i), body.p.x(), body.p.y(), body.p.z(),
      roll_pitch_yaw(body.R));
}

}  // namespace

std::string joint_name(std::size_t i) {
  return fmt::format("joint{}", i);
}

std::string urdf_text(const NeutralModel& model, const std::string& extension,
                      double mass_if_none) {
  std::string text =
      fmt::format("<robot name=\"{}\">{}\n<link name=\"world\"/>\n", model.name, extension);
  for (int i = 0; i < static_cast<int>(model.bodies.size()); ++i) {
    const NeutralBody& body = model.bodies[static_cast<std::size_t>(i)];
    text += link_text(i, body, mass_if_none);
    text += joint_text(i, body);
  }
  return text + "</robot>\n";
}

}  // namespace catena::bench
