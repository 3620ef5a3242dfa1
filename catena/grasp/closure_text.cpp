// What is missing to a closure, in words and directions.

#include <fmt/format.h>

#include <Eigen/Geometry>

#include "catena/grasp/closure.hpp"
#include "catena/grasp/wrench_cone.hpp"

namespace catena::grasp {

using Eigen::Vector3d;

namespace {

// Bounds of a margin that are nearer than this part of it are told as one number.
constexpr double known = 1e-5;

// The velocity of a point in the motion u = (v ; omega rho).
Vector3d free_velocity(const ContactSet& set, const Eigen::VectorXd& u, const Vector3d& point) {
  Wrench6 all = Wrench6::Zero();
  for (int r = 0; r < static_cast<int>(u.size()); ++r) all[dimension(set, r)] = u[r];
  const Vector3d v = all.head<3>(), omega = all.tail<3>();
  return v + omega.cross(point - set.reference) / set.rho;
}

std::string least_contacts(const ContactSet& set) {
  bool smooth = true;
  for (const GraspContact& c : set.contacts) smooth &= c.friction == 0.0;
  const int least = set.wrench_size() + 1;
  if (!smooth || set.size() >= least) return "";
  return fmt::format(" Without friction at least {} contacts are needed; there {} {}.", least,
                     set.size() == 1 ? "is" : "are", set.size());
}

std::string missing_text(const ContactSet& set, const Closure& closure) {
  // Where the free motion is fastest, a contact opposes it best.
  Vector3d place = set.reference, normal = Vector3d::Zero();
  double fastest = -1.0;
  for (const GraspContact& c : set.contacts) {
    const double speed = free_velocity(set, closure.separating, c.point).norm();
    if (!(speed > fastest)) continue;
    fastest = speed;
    place = c.point;
    normal = missing_normal(set, closure, c.point);
  }
  if (normal.isZero(0.0)) return "";
  return fmt::format(
      " A contact that pushes against it is missing: near ({:.4g} {:.4g} {:.4g}), one with its "
      "normal along ({:.3g} {:.3g} {:.3g}).",
      place.x(), place.y(), place.z(), normal.x(), normal.y(), normal.z());
}

}  // namespace

Vector3d missing_normal(const ContactSet& set, const Closure& closure, const Vector3d& point) {
  if (closure.closed || closure.separating.size() == 0) return Vector3d::Zero();
  const Vector3d v = free_velocity(set, closure.separating, point);
  return v.norm() > 1e-12 ? Vector3d(-v.normalized()) : Vector3d::Zero();
}

int best_addition(const ContactSet& set, const Closure& closure,
                  const std::vector<GraspContact>& candidates) {
  if (closure.closed || closure.separating.size() == 0) return -1;
  ContactSet others = set;
  others.contacts = candidates;
  const WrenchCones cones = wrench_cones(others);
  int best = -1;
  double most = 0.0;
  for (int i = 0; i < cones.contacts(); ++i) {
    const double push = support(cones, i, -closure.separating);
    if (push > most) most = push, best = i;
  }
  return best;
}

std::string explain(const ContactSet& set, const Closure& closure) {
  switch (closure.reason) {
    case ClosureReason::Closed:
      return fmt::format(
          "closed, with a margin {}: every load up to it is balanced by normal forces that sum to "
          "1.",
          closure.margin - closure.lower <= known * closure.margin
              ? fmt::format("of {:.6g}", closure.lower)
              : fmt::format("of at least {:.6g} (and at most {:.6g})", closure.lower,
                            closure.margin));
    case ClosureReason::NoContacts:
      return "not closed: nothing touches the object.";
    case ClosureReason::RankDeficient: {
      std::string text = fmt::format(
          "not closed: contact forces span {} of {} dimensions; no contact can give, to either "
          "side,",
          closure.rank, closure.wrench_size);
      for (Eigen::Index i = 0; i < closure.lost.cols(); ++i)
        text += (i > 0 ? ", or " : " ") + wrench_text(set, closure.lost.col(i));
      text += ".";
      if (closure.margin < 0.0)
        text += fmt::format(" All contacts also push to one side of {}.",
                            wrench_text(set, closure.separating));
      return text + least_contacts(set);
    }
    case ClosureReason::OneSided:
      return fmt::format(
                 "not closed: all contacts push to one side, by at least {:.6g} along {}; a "
                 "load along that cannot be balanced, and nothing opposes that motion.",
                 -closure.margin, wrench_text(set, closure.separating)) +
             missing_text(set, closure) + least_contacts(set);
    case ClosureReason::Boundary:
      return fmt::format("on the boundary, not closed: no contact pushes against {}.",
                         wrench_text(set, closure.separating)) +
             missing_text(set, closure) + least_contacts(set);
    case ClosureReason::Undecided:
      break;
  }
  return "undecided: the cone program has not converged; check for distant contacts or huge "
         "numbers.";
}

}  // namespace catena::grasp
