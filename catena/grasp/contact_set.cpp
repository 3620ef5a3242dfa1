#include "catena/grasp/contact_set.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>

namespace catena::grasp {

using Eigen::Vector3d;

namespace {

constexpr std::array<int, 3> plane_dimensions = {0, 1, 5};
constexpr double least_ratio = 1e-6;  // of sliding friction to that of sticking
// Of friction, and of lengths to rho: squares of what is larger would swallow all others.
constexpr double most_ratio = 1e9;

std::string contact_name(const ContactSet& set, std::size_t i) {
  const std::string& link = set.contacts[i].link;
  return link.empty() ? fmt::format("contact {}", i) : fmt::format("contact {} ('{}')", i, link);
}

[[noreturn]] void refuse(const std::string& message, const std::string& hint = {}) {
  throw GraspError(message, {}, hint);
}

void check_contact(const ContactSet& set, std::size_t i) {
  const GraspContact& c = set.contacts[i];
  const std::string name = contact_name(set, i);
  if (!c.point.allFinite() || !c.normal.allFinite() || !c.tangent.allFinite() ||
      !c.friction_point().allFinite())
    refuse(name + " has a point, normal or tangent that is not finite");
  if (!(std::abs(c.normal.norm() - 1.0) <= 1e-6))
    refuse(fmt::format("the normal of {} has the length {:.6g}, expected 1", name, c.normal.norm()),
           "divide it by its length; it points into the object");
  if (!((c.point - set.reference).norm() <= most_ratio * set.rho) ||
      !((c.friction_point() - set.reference).norm() <= most_ratio * set.rho))
    refuse(fmt::format("{} is {:.3g} m from the reference point, expected at most {:.0e} times rho "
                       "({:.3g} m)",
                       name, (c.point - set.reference).norm(), most_ratio, set.rho),
           "use the largest distance of the object's surface from its centre of mass as rho");
  if (!(c.friction >= 0.0 && c.friction <= most_ratio))
    refuse(fmt::format("the friction of {} is {}, expected 0 to {:.0e}", name, c.friction,
                       most_ratio));
  if (!(c.torsion >= 0.0 && c.torsion <= most_ratio * set.rho))
    refuse(fmt::format("the torsion of {} is {} m, expected a length of 0 to {:.0e} times rho",
                       name, c.torsion, most_ratio));
  if (!(c.rolling >= 0.0 && c.rolling <= most_ratio * set.rho))
    refuse(fmt::format("the rolling of {} is {} m, expected a length of 0 to {:.0e} times rho",
                       name, c.rolling, most_ratio));
  if (!(c.friction_2 <= most_ratio && std::isfinite(c.friction_2)))
    refuse(fmt::format("the second friction of {} is {}, expected at most {:.0e}", name,
                       c.friction_2, most_ratio));
  if (!std::isfinite(c.sliding_friction) || c.sliding_friction > c.friction)
    refuse(fmt::format("the sliding friction of {} is {}, expected at most its friction of {}",
                       name, c.sliding_friction, c.friction));
  if (set.planar && (c.normal.z() != 0.0 || c.point.z() != set.reference.z() ||
                     c.friction_point().z() != set.reference.z()))
    refuse(name + " is not in the plane of its set: z of points and normals must be zero");
}

}  // namespace

ContactSet planar_set(std::vector<GraspContact> contacts, double rho) {
  ContactSet set;
  set.contacts = std::move(contacts);
  set.rho = rho;
  set.planar = true;
  return set;
}

ContactSet with_sliding_friction(ContactSet set) {
  for (GraspContact& c : set.contacts) {
    if (c.sliding_friction < 0.0 || !(c.friction > 0.0)) continue;
    // Contacts without friction have fewer forces: the set would no longer fit a hand's rows.
    const double ratio = std::max(c.sliding_friction / c.friction, least_ratio);
    c.friction *= ratio;
    if (c.friction_2 > 0.0) c.friction_2 *= ratio;
    c.sliding_friction = -1.0;
  }
  return set;
}

bool slides_more_easily(const ContactSet& set) {
  return std::any_of(set.contacts.begin(), set.contacts.end(), [](const GraspContact& c) {
    return c.sliding_friction >= 0.0 && c.sliding_friction < c.friction;
  });
}

void check(const ContactSet& set) {
  if (!set.reference.allFinite()) refuse("the reference point of a contact set is not finite");
  if (!(set.rho > 0.0 && std::isfinite(set.rho)))
    refuse(fmt::format("rho is {}, expected a positive length", set.rho),
           "use the largest distance of the object's surface from its centre of mass");
  int last = -1;
  for (const int d : set.dimensions) {
    if (d <= last || d > 5)
      refuse("the dimensions of a contact set must be some of 0 to 5, rising");
    last = d;
  }
  if (set.dimensions.empty()) refuse("a contact set needs at least one dimension of wrenches");
  for (std::size_t i = 0; i < set.contacts.size(); ++i) check_contact(set, i);
}

Tangents tangents(const GraspContact& contact, bool planar) {
  const Vector3d n = contact.normal.normalized();
  if (planar) return {Vector3d::UnitZ().cross(n), Vector3d::UnitZ()};
  Vector3d t1 = contact.tangent - contact.tangent.dot(n) * n;
  if (!(t1.norm() > 1e-9 * contact.tangent.norm()))
    t1 = n.cross(std::abs(n.x()) >= 0.9 ? Vector3d::UnitY() : Vector3d::UnitX());
  t1.normalize();
  return {t1, n.cross(t1)};
}

Wrench6 full_wrench(const ContactSet& set, const Vector3d& point, const Vector3d& force,
                    const Vector3d& torque) {
  Wrench6 all;
  all << force, ((point - set.reference).cross(force) + torque) / set.rho;
  return all;
}

int dimension(const ContactSet& set, int row) {
  const auto k = static_cast<std::size_t>(row);
  return set.planar ? plane_dimensions[k] : set.dimensions[k];
}

Eigen::VectorXd wrench_at(const ContactSet& set, const Vector3d& point, const Vector3d& force,
                          const Vector3d& torque) {
  const Wrench6 all = full_wrench(set, point, force, torque);
  Eigen::VectorXd wrench(set.wrench_size());
  for (int r = 0; r < set.wrench_size(); ++r) wrench[r] = all[dimension(set, r)];
  return wrench;
}

std::string wrench_text(const ContactSet& set, const Eigen::VectorXd& wrench) {
  Wrench6 all = Wrench6::Zero();
  for (int i = 0; i < static_cast<int>(wrench.size()); ++i)  // tiny parts are rounding
    if (std::abs(wrench[i]) > 1e-9 * wrench.norm()) all[dimension(set, i)] = wrench[i];
  const Vector3d f = all.head<3>(), t = all.tail<3>();
  const std::string force = fmt::format("force ({:.4g} {:.4g} {:.4g})", f.x(), f.y(), f.z());
  const std::string torque =
      fmt::format("torque ({:.4g} {:.4g} {:.4g}) x rho", t.x(), t.y(), t.z());
  if (t.isZero(0.0)) return force;
  return f.isZero(0.0) ? torque : force + " with " + torque;
}

}  // namespace catena::grasp
