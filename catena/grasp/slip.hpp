#pragma once
// How far contact forces are from slipping: for forces of a plan, or those of a run.

#include <span>

#include "catena/grasp/contact_set.hpp"

namespace catena::grasp {

// The force and the torque of a contact on the object, in the world's frame.
struct ContactForce {
  Eigen::Vector3d force = Eigen::Vector3d::Zero(), torque = Eigen::Vector3d::Zero();
};

// friction f_n - |f_t| [N], where an ellipse or torsion is scaled to the first coefficient:
// friction (f_n - |(f_1 / friction, f_2 / friction_2, tau_n / (friction torsion))|). Negative
// outside of the cone. What has no coefficient counts in full.
double slip_margin(const GraspContact& contact, const ContactForce& force);

struct SlipMargin {
  double sum = 0.0;    // of all contacts [N]
  double least = 0.0;  // of the contact that slips first; 0 without contacts
  int contact = -1;    // which one
};

// One force per contact; throws GraspError where there are more or fewer.
SlipMargin slip_margin(const ContactSet& set, std::span<const ContactForce> forces);

}  // namespace catena::grasp
