#pragma once
// The loads that a hand resists with its motors: torques up to limits or as they stand, couplings,
// locked joints.

#include <Eigen/Core>

#include "catena/grasp/contact_set.hpp"
#include "catena/grasp/grasp_map.hpp"

namespace catena::grasp {

struct ResistOptions {
  // A load that is always there, such as weight; empty: none. As in ForcePlanner.
  Eigen::VectorXd load;
  // No contact is pressed harder than this [N]: without it, locked joints could press without end.
  double largest_normal = 1e4;
  double gap = 1e-3;  // of the weakest load, relative
  int most_facets = 20000;
};

enum class ResistStatus {
  Resisted,
  NotHeld,      // not even the load that is always there
  NothingMore,  // that load is held, but some direction allows nothing more
  Unlimited,    // more than the contacts may be pressed: bounded by largest_normal alone
  Inaccurate
};

struct ResistedLoad {
  ResistStatus status = ResistStatus::Inaccurate;
  double factor = 0.0;     // the largest multiple of the load that is resisted
  Eigen::VectorXd forces;  // of the contacts then, as in GraspMap
};

// The largest factor s with which `load` + s `direction` is balanced by contact forces inside their
// cones and torques inside their limits.
ResistedLoad largest_load(const ContactSet& set, const TorqueRows& hand,
                          const Eigen::VectorXd& direction, const ResistOptions& options = {});

struct WeakestLoad {
  ResistStatus status = ResistStatus::Inaccurate;
  // The unit load (torque / rho) of which least is resisted, and how much [N]; every load up to
  // `lower` is resisted.
  Eigen::VectorXd direction;
  double size = 0.0, lower = 0.0;
  bool proven = false;  // size - lower is within the gap
};

WeakestLoad weakest_load(const ContactSet& set, const TorqueRows& hand,
                         const ResistOptions& options = {});

}  // namespace catena::grasp
