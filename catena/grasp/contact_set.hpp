#pragma once
// The contacts of one object: points, normals and friction. Everything in this module is computed
// from such a set, independently of bodies, time and the origin of the contacts.

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "catena/math/error.hpp"

namespace catena::grasp {

// A contact set, a hand or a demand that makes no sense: what was found, and what was expected.
class GraspError : public Error {
 public:
  using Error::Error;
};

// What a finger can do to the object at a point: a force with a normal part f_n >= 0 and friction
//
//   (f_1 / friction)^2 + (f_2 / friction_2)^2 + (tau_n / (friction torsion))^2 <= f_n^2
//
// where f_1, f_2 are along the tangents t1, t2 and tau_n is a torque about the normal. A contact
// that resists rolling also gives torques about the tangents, (tau_1, tau_2) of at most rolling
// f_n.
struct GraspContact {
  Eigen::Vector3d point = Eigen::Vector3d::Zero();
  Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  // unit, into the object
  double friction = 0.0;                              // 0: only normal forces
  double torsion = 0.0;                               // [m]; 0: a hard finger, without tau_n
  double rolling = 0.0;                               // [m]; 0: it rolls freely
  // Elliptic friction: the coefficient along t2 where it is another one; negative: the same.
  double friction_2 = -1.0;
  // The direction of t1, where friction is elliptic; zero: t1 = n x e_x, or n x e_y where
  // |n_x| >= 0.9. What is along the normal is taken out. t2 = n x t1.
  Eigen::Vector3d tangent = Eigen::Vector3d::Zero();
  // Coefficient once the contact slides, where it is another one; negative: the same. Closure,
  // quality and forces are those of contacts that stick; see with_sliding_friction().
  double sliding_friction = -1.0;
  // Where friction acts, if that is not the point: for a corner of a face, the centroid of the
  // face.
  std::optional<Eigen::Vector3d> friction_at = {};
  std::string link;  // who touches

  const Eigen::Vector3d& friction_point() const { return friction_at ? *friction_at : point; }
  double second_friction() const { return friction_2 < 0.0 ? friction : friction_2; }
};

// Wrenches are w = (f ; (p - reference) x f / rho): forces first, torques divided by a length, so
// that all parts are forces.
struct ContactSet {
  std::vector<GraspContact> contacts;
  Eigen::Vector3d reference = Eigen::Vector3d::Zero();  // mostly the centre of mass
  double rho = 1.0;  // [m]; mostly the largest distance of the object's surface from the reference
  // Which of f_x, f_y, f_z, tau_x, tau_y, tau_z count (0 to 5, rising).
  std::vector<int> dimensions = {0, 1, 2, 3, 4, 5};
  // In the plane z = 0: wrenches (f_x, f_y, tau_z / rho), one tangent t = e_z x n.
  bool planar = false;

  int size() const { return static_cast<int>(contacts.size()); }
  int wrench_size() const { return planar ? 3 : static_cast<int>(dimensions.size()); }
};

// A set in the plane, whose z are zero.
ContactSet planar_set(std::vector<GraspContact> contacts, double rho = 1.0);

// The same contacts after all of them have slid: friction, friction_2 and the torque of soft
// fingers are reduced in the ratio of sliding_friction to friction.
ContactSet with_sliding_friction(ContactSet set);
// Whether that is another set.
bool slides_more_easily(const ContactSet& set);

// Throws GraspError where a number is not finite, a normal is no unit vector, a coefficient or a
// length is negative, dimensions do not rise, or a planar set leaves its plane.
void check(const ContactSet& set);

// t1 and t2 of a contact; in a planar set t1 alone counts.
struct Tangents {
  Eigen::Vector3d t1, t2;
};
Tangents tangents(const GraspContact& contact, bool planar);

using Wrench6 = Eigen::Matrix<double, 6, 1>;

// (f ; torque / rho) of a force and a torque at a point, all six parts.
Wrench6 full_wrench(const ContactSet& set, const Eigen::Vector3d& point,
                    const Eigen::Vector3d& force, const Eigen::Vector3d& torque);
// Which of the six are parts of the set's wrenches.
int dimension(const ContactSet& set, int row);

// (f ; torque / rho) of a force and a torque at a point, in the dimensions of the set.
Eigen::VectorXd wrench_at(const ContactSet& set, const Eigen::Vector3d& point,
                          const Eigen::Vector3d& force,
                          const Eigen::Vector3d& torque = Eigen::Vector3d::Zero());

// What a wrench of the set's dimensions says in words: "force (0 0 1), torque (0.2 0 0) x rho".
std::string wrench_text(const ContactSet& set, const Eigen::VectorXd& wrench);

}  // namespace catena::grasp
