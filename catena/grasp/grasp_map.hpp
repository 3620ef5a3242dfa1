#pragma once
// The grasp map G from contact forces to wrenches, and what a hand's joints leave of it.

#include <Eigen/Core>
#include <span>
#include <vector>

#include "catena/grasp/contact_set.hpp"
#include "catena/grasp/slip.hpp"
#include "catena/grasp/wrench_cone.hpp"

namespace catena::grasp {

// Columns belong to contact forces in contact frames, contact after contact: along the normal, t1
// and t2 [N], and a torque about the normal [N m]. Contacts have those that their friction allows.
// Where rolling is resisted, the normal force follows once more, without a wrench, and torques
// about t1 and t2.
struct GraspMap {
  Eigen::MatrixXd G;
  int rank = 0;
  Eigen::MatrixXd lost;      // orthonormal wrenches that no contact force has a part of
  Eigen::MatrixXd internal;  // an orthonormal basis of the forces without a wrench

  int internal_forces() const { return static_cast<int>(internal.cols()); }
};

// Ranks do not depend on rho: torques are compared by the size of the grasp. Singular values below
// 1e-9 of the largest count as zero.
GraspMap grasp_map(const ContactSet& set);
GraspMap grasp_map(const ContactSet& set, const WrenchCones& cones);

// The rank alone, by orthogonalisation: a hundredth of the time.
int wrench_rank(const ContactSet& set, const WrenchCones& cones);

// A hand at its contacts. Joint torques that hold contact forces f (on the object) are J^T f;
// torques of its own weight are taken off the limits by whoever gives them.
struct Hand {
  // Velocities of contact points (and spins) of the fingers per joint velocity: rows as the columns
  // of GraspMap::G. contact_jacobian() makes it.
  Eigen::MatrixXd J;
  // Joint velocities per motor velocity; empty: each joint has its motor. A tendon or a gear that
  // moves two joints is one column.
  Eigen::MatrixXd coupling;
  Eigen::VectorXd lower, upper;  // torques of the motors [N m]; equal: as they stand
  std::vector<bool> locked;      // motors whose joints cannot be driven back; empty: none
};

// Forces at the contacts (torques about their points, or where friction acts), counted like that.
Eigen::VectorXd in_contact_frames(const ContactSet& set, std::span<const ContactForce> forces);

// J from the Jacobians of the touching links: 6 x joints each, velocity of the contact's point,
// then angular velocity.
Eigen::MatrixXd contact_jacobian(const ContactSet& set, const std::vector<Eigen::MatrixXd>& links);

// lower <= T f <= upper for the motors that are not locked.
struct TorqueRows {
  Eigen::MatrixXd T;
  Eigen::VectorXd lower, upper;
  std::vector<int> motors;  // of the rows
};

// Throws GraspError where sizes do not fit or a lower limit is above its upper one.
TorqueRows torque_rows(const WrenchCones& cones, const Hand& hand);

// Which internal forces the motors decide; the others are those that the structure (locked joints,
// or links that touch twice) takes whatever the motors do.
struct InternalControl {
  int controlled = 0, structural = 0;
};
InternalControl internal_control(const GraspMap& map, const TorqueRows& rows);

}  // namespace catena::grasp
