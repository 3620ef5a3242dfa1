#pragma once
// Joints of the tree, and springs between several of them.

#include <memory>
#include <vector>

#include "catena/joints/joint_spec.hpp"
#include "catena/mechanism/items.hpp"

namespace catena {

// Everything about a joint but what it joins; see JointSpec for units.
struct JointProperties {
  JointKind kind = JointKind::Revolute;
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ(), axis2 = Eigen::Vector3d::UnitY();
  double pitch = 0.0, radius = 0.0;
  std::shared_ptr<const CustomJoint> custom = {};  // of kind Custom; cannot be written to a file
  std::vector<std::string> coordinates = {};       // a name for each
  Numbers armature = {}, damping = {};
  Numbers coulomb_friction = {}, static_friction = {};
  Stiffness stiffness = {};
  Configuration spring_rest = {};
  Numbers lower = {}, upper = {};  // limits of position
  Numbers restitution = {};        // at them, 0 to 1
  Numbers velocity_limit = {}, effort_limit = {};

  friend bool operator==(const JointProperties&, const JointProperties&) = default;
};

struct JointItem : Item, JointProperties {
  std::string parent = "world", child = {};
  Pose at = {}, child_at = {};

  friend bool operator==(const JointItem&, const JointItem&) = default;
};

// effort = -stiffness (q - rest), over all coordinates of some joints.
struct CoupledSpringItem : Item {
  static constexpr const char* kind = "spring";
  std::vector<std::string> joints = {};
  Stiffness stiffness = {};
  Numbers rest = {};

  friend bool operator==(const CoupledSpringItem&, const CoupledSpringItem&) = default;
};

}  // namespace catena
