#pragma once
// A point of a region between two shapes: a contact of given geometry until the next search, in
// little memory.

#include <memory>

#include "catena/contact/contact_modes.hpp"
#include "catena/contact/contacts.hpp"

namespace catena {

// As Contact, which has the rest.
struct ShapePoint {
  ContactKey key;
  BodyId a{0}, b{0};
  int law = 0;                   // which pair of materials
  int belt_a = -1, belt_b = -1;  // of the surfaces
  Contact::Against against = Contact::Against::Plane;
  bool sided = true;
  bool exact = true;  // it is this contact as long as its features are those that touch
  Vec3<double> p_A, p_B, normal_B;
  Vec3<double> edge_A = Vec3<double>::zero(), edge_B = Vec3<double>::zero();
  double radius = 0.0, radius_b = 0.0;
  double slope_A = 0.0, slope_B = 0.0;
  // Those of the shapes, which outlive the point; null: there are none.
  const std::shared_ptr<const Mat3<double>>*half_axes_A = nullptr, *half_axes_B = nullptr;
  // Where it was found, in the world.
  Vec3<double> p, n;
  double gap = 0.0;
  double inside = 0.0;  // see RegionPoint

  const Mat3<double>* half_axes_of_a() const {
    return half_axes_A != nullptr ? half_axes_A->get() : nullptr;
  }
  const Mat3<double>* half_axes_of_b() const {
    return half_axes_B != nullptr ? half_axes_B->get() : nullptr;
  }
  bool has_cones() const { return slope_A != 0.0 || slope_B != 0.0; }
  // A point, and nothing around it.
  bool is_sharp() const {
    return radius == 0.0 && radius_b == 0.0 && half_axes_A == nullptr && half_axes_B == nullptr &&
           !has_cones();
  }
};

// The point as a contact with this law.
inline Contact contact_at(const ShapePoint& point, const ContactMaterial& law) {
  Contact contact;
  contact.a = point.a, contact.b = point.b;
  contact.p_A = point.p_A, contact.radius = point.radius;
  contact.against = point.against;
  contact.p_B = point.p_B, contact.normal_B = point.normal_B, contact.radius_b = point.radius_b;
  contact.sided = point.sided;
  contact.edge_A = point.edge_A, contact.edge_B = point.edge_B;
  contact.slope_A = point.slope_A, contact.slope_B = point.slope_B;
  if (point.half_axes_A != nullptr) contact.half_axes_A = *point.half_axes_A;
  if (point.half_axes_B != nullptr) contact.half_axes_B = *point.half_axes_B;
  contact.material = law;
  contact.belt_a = point.belt_a, contact.belt_b = point.belt_b;
  contact.feature = point.key.feature;
  return contact;
}

}  // namespace catena
