#include "catena/joints/joint_spec.hpp"

namespace catena {

const char* to_string(JointKind kind) {
  switch (kind) {
    case JointKind::Weld:
      return "weld";
    case JointKind::Revolute:
      return "revolute";
    case JointKind::Continuous:
      return "continuous";
    case JointKind::Prismatic:
      return "prismatic";
    case JointKind::Helical:
      return "helical";
    case JointKind::Cylindrical:
      return "cylindrical";
    case JointKind::Universal:
      return "universal";
    case JointKind::Planar:
      return "planar";
    case JointKind::Spherical:
      return "spherical";
    case JointKind::Free:
      return "free";
    case JointKind::InvoluteRigid:
      return "involute_rigid";
    case JointKind::InvoluteU:
      return "involute_u";
    case JointKind::InvoluteEps:
      return "involute_eps";
    case JointKind::InvoluteL:
      return "involute_l";
    case JointKind::Custom:
      return "custom";
  }
  return "unknown";
}

bool is_involute(JointKind kind) {
  return kind >= JointKind::InvoluteRigid && kind <= JointKind::InvoluteL;
}

int configuration_size(JointKind kind, const CustomJoint* custom) {
  switch (kind) {
    case JointKind::Spherical:
      return 4;
    case JointKind::Free:
      return 7;
    default:
      return velocity_size(kind, custom);
  }
}

int velocity_size(JointKind kind, const CustomJoint* custom) {
  switch (kind) {
    case JointKind::Weld:
      return 0;
    case JointKind::Revolute:
    case JointKind::Continuous:
    case JointKind::Prismatic:
    case JointKind::Helical:
    case JointKind::InvoluteRigid:
      return 1;
    case JointKind::Cylindrical:
    case JointKind::Universal:
    case JointKind::InvoluteU:
    case JointKind::InvoluteEps:
    case JointKind::InvoluteL:
      return 2;
    case JointKind::Planar:
    case JointKind::Spherical:
      return 3;
    case JointKind::Free:
      return 6;
    case JointKind::Custom:
      return custom != nullptr ? custom->dofs() : 0;
  }
  return 0;
}

namespace {
JointSpec spec(std::string name, JointKind kind,
               const Eigen::Vector3d& axis = Eigen::Vector3d::UnitZ()) {
  JointSpec s;
  s.name = std::move(name);
  s.kind = kind;
  s.axis = axis;
  return s;
}
}  // namespace

JointSpec weld(std::string name) {
  return spec(std::move(name), JointKind::Weld);
}
JointSpec revolute(std::string name, const Eigen::Vector3d& axis) {
  return spec(std::move(name), JointKind::Revolute, axis);
}
JointSpec continuous(std::string name, const Eigen::Vector3d& axis) {
  return spec(std::move(name), JointKind::Continuous, axis);
}
JointSpec prismatic(std::string name, const Eigen::Vector3d& axis) {
  return spec(std::move(name), JointKind::Prismatic, axis);
}
JointSpec helical(std::string name, const Eigen::Vector3d& axis, double pitch) {
  JointSpec s = spec(std::move(name), JointKind::Helical, axis);
  s.pitch = pitch;
  return s;
}
JointSpec cylindrical(std::string name, const Eigen::Vector3d& axis) {
  return spec(std::move(name), JointKind::Cylindrical, axis);
}
JointSpec universal(std::string name, const Eigen::Vector3d& axis, const Eigen::Vector3d& axis2) {
  JointSpec s = spec(std::move(name), JointKind::Universal, axis);
  s.axis2 = axis2;
  return s;
}
JointSpec planar(std::string name, const Eigen::Vector3d& normal) {
  return spec(std::move(name), JointKind::Planar, normal);
}
JointSpec spherical(std::string name) {
  return spec(std::move(name), JointKind::Spherical);
}
JointSpec free_joint(std::string name) {
  return spec(std::move(name), JointKind::Free);
}
JointSpec involute(std::string name, JointKind kind, double radius) {
  JointSpec s = spec(std::move(name), kind);
  s.radius = radius;
  return s;
}
JointSpec custom_joint(std::string name, std::shared_ptr<const CustomJoint> custom) {
  JointSpec s = spec(std::move(name), JointKind::Custom);
  s.custom = std::move(custom);
  return s;
}

}  // namespace catena
