#pragma once
// Force closure and form closure: whether contacts can balance every load, and if not, why.

#include <Eigen/Core>
#include <string>

#include "catena/grasp/contact_set.hpp"

namespace catena::grasp {

enum class ClosureReason {
  Closed,
  NoContacts,
  RankDeficient,  // no contact force has a part along some wrench (Closure::lost)
  OneSided,       // all contacts push to one side of some wrench (Closure::separating)
  Boundary,       // likewise, but one more contact force would be along it: just not closed
  Undecided       // a solver has not converged; Closure::closed is false
};

// "closed", "no contacts", ...
const char* to_string(ClosureReason reason);

struct Closure {
  bool closed = false;
  ClosureReason reason = ClosureReason::Undecided;
  int rank = 0, wrench_size = 0;
  // Closed: the radius of the largest ball in the hull of unit contact forces (eps of L1, true
  // cones; see quality.hpp), at least `lower`, which is proven. Not closed: minus the distance of
  // the hull from the origin, 0 on its boundary and where the hull is flat; -1 without contacts.
  double margin = -1.0;
  double lower = 0.0;  // 0 where it is not closed
  // Where closed, the proof: forces in contact frames as in GraspMap, without a wrench, normal
  // forces with the sum 1, and how far inside its cone each is at least (part of the normal force).
  Eigen::VectorXd internal;
  double inside = 0.0;
  // Where not: a unit wrench u with u.w >= -margin for all w that contacts give with unit normal
  // forces. Loads along u cannot be balanced, and the motion u, velocity and angular velocity times
  // rho, is opposed by no contact.
  Eigen::VectorXd separating;
  Eigen::MatrixXd lost;  // RankDeficient: all such wrenches, to both sides
};

// With the friction that contacts have, cones as they are (a cone program; Murray, Li & Sastry
// 1994, sec. 5.2).
Closure force_closure(const ContactSet& set);

// To first order without friction (Mishra, Schwartz & Sharir 1987): four contacts are the least in
// the plane, seven in space.
Closure form_closure(const ContactSet& set);

// Why, in a sentence or two: which load, which motion, which contact is missing.
std::string explain(const ContactSet& set, const Closure& closure);

// The direction in which a further contact at this point has to push against the free motion: a
// normal n helps where it is within 90 degrees of it, or a little more with friction. Zero where it
// is closed or the motion leaves the point at rest.
Eigen::Vector3d missing_normal(const ContactSet& set, const Closure& closure,
                               const Eigen::Vector3d& point);

// Of further contacts, the one that opposes the free motion most; -1 where none does.
int best_addition(const ContactSet& set, const Closure& closure,
                  const std::vector<GraspContact>& candidates);

}  // namespace catena::grasp
