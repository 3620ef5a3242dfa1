#include "catena/grasp/slip.hpp"

#include <fmt/format.h>

#include <cmath>

namespace catena::grasp {

using Eigen::Vector3d;

double slip_margin(const GraspContact& contact, const ContactForce& force) {
  const Vector3d n = contact.normal.normalized();
  const Tangents t = tangents(contact, false);
  const double mu = contact.friction;
  const double second = contact.friction_2 < 0.0 ? mu : contact.friction_2;
  double inside = 0.0, alone = 0.0;  // squares
  const auto add = [&](double part, double coefficient) {
    if (coefficient > 0.0 && mu > 0.0)
      inside += part * part / (coefficient * coefficient);
    else
      alone += part * part;
  };
  add(force.force.dot(t.t1), mu);
  add(force.force.dot(t.t2), second);
  if (contact.torsion > 0.0 && mu > 0.0) add(force.torque.dot(n), mu * contact.torsion);
  return mu * (force.force.dot(n) - std::sqrt(inside)) - std::sqrt(alone);
}

SlipMargin slip_margin(const ContactSet& set, std::span<const ContactForce> forces) {
  if (forces.size() != set.contacts.size())
    throw GraspError(fmt::format("{} forces for {} contacts", forces.size(), set.size()));
  SlipMargin margin;
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const double one = slip_margin(set.contacts[i], forces[i]);
    margin.sum += one;
    if (margin.contact >= 0 && !(one < margin.least)) continue;
    margin.least = one;
    margin.contact = static_cast<int>(i);
  }
  return margin;
}

}  // namespace catena::grasp
