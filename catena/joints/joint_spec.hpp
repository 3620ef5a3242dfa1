#pragma once
// What a user says about one joint. Vectors with one entry per coordinate may be left empty, which
// means zero (or "no limit"); a joint of one coordinate takes a number: `spec.damping = 0.1`.

#include <Eigen/Core>
#include <memory>
#include <string>
#include <vector>

#include "catena/joints/custom.hpp"
#include "catena/joints/number_or.hpp"

namespace catena {

enum class JointKind {
  Weld,         // no motion
  Revolute,     // q: angle about `axis`
  Continuous,   // the same without limits; angles are equal modulo 2 pi
  Prismatic,    // q: displacement along `axis`
  Helical,      // q: angle about `axis`, with `pitch` metres of advance per radian
  Cylindrical,  // q: angle about, displacement along `axis`
  Universal,    // q: angle about `axis` (fixed in the parent), then about `axis2` (in the child)
  Planar,       // q: x and y displacement in the plane normal to `axis`, angle about `axis`
  Spherical,    // q: unit quaternion w x y z; v: angular velocity in the child frame
  Free,         // q: quaternion w x y z, position x y z; v: angular, linear, in the child frame
  // The end of a cable that unwinds from a pulley of `radius`, see catena/joints/involute.hpp. q:
  // the angle that has been unwound, and how far the cable is stretched.
  InvoluteRigid,  // not at all
  InvoluteU,      // elongation
  InvoluteEps,    // strain
  InvoluteL,      // the length that it has
  Custom,         // defined by the user, see catena/joints/custom.hpp
};

// Whether it is one of the four kinds of cable ends.
bool is_involute(JointKind kind);
// Name of a kind in lower case, as in scenario files.
const char* to_string(JointKind kind);
// Numbers in the configuration q and in the velocity v; Custom asks its definition.
int configuration_size(JointKind kind, const CustomJoint* custom = nullptr);
int velocity_size(JointKind kind, const CustomJoint* custom = nullptr);

struct JointSpec {
  using Vector = NumberOr<Eigen::VectorXd>;

  std::string name;
  JointKind kind = JointKind::Weld;
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();   // any length > 0; in the joint frame
  Eigen::Vector3d axis2 = Eigen::Vector3d::UnitY();  // Universal: perpendicular to `axis`
  double pitch = 0.0;                                // Helical: m/rad
  double radius = 0.0;                               // Involute...: m
  std::shared_ptr<const CustomJoint> custom;

  Vector armature;                        // rotor inertia seen at the joint [kg m^2, kg]
  Vector damping;                         // viscous [N m s/rad, N s/m]
  Vector coulomb_friction;                // sliding friction effort [N m, N]
  Vector static_friction;                 // break-away effort; empty: the same as coulomb_friction
  NumberOr<Eigen::MatrixXd> stiffness;    // spring matrix nv x nv; need not be symmetric
  Vector spring_rest;                     // configuration (nq) where the spring is at rest
  Vector position_lower, position_upper;  // per velocity coordinate, not Spherical/Free
  Vector velocity_limit, effort_limit;

  // One per velocity coordinate, such as "abduction", "flexion"; empty: "0", "1" ...
  std::vector<std::string> coordinate_names;
};

// Short ways to write the common specifications.
JointSpec weld(std::string name);
JointSpec revolute(std::string name, const Eigen::Vector3d& axis);
JointSpec continuous(std::string name, const Eigen::Vector3d& axis);
JointSpec prismatic(std::string name, const Eigen::Vector3d& axis);
JointSpec helical(std::string name, const Eigen::Vector3d& axis, double pitch);
JointSpec cylindrical(std::string name, const Eigen::Vector3d& axis);
JointSpec universal(std::string name, const Eigen::Vector3d& axis, const Eigen::Vector3d& axis2);
JointSpec planar(std::string name, const Eigen::Vector3d& normal);
JointSpec spherical(std::string name);
JointSpec free_joint(std::string name);
// `kind`: one of the four involute ones.
JointSpec involute(std::string name, JointKind kind, double radius);
JointSpec custom_joint(std::string name, std::shared_ptr<const CustomJoint> custom);

}  // namespace catena
