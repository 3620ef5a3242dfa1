#pragma once
// A point of a region between two shapes: a contact of given geometry until the next search, in
// little memory.

#include "catena/contact/contact_modes.hpp"
#include "catena/contact/contacts.hpp"

namespace catena {

// As Contact, which has the rest.
struct ShapePoint {
  ContactKey key;
  BodyId a{0}, b{0};
  int law = 0;  // which pair of materials
  Contact::Against against = Contact::Against::Plane;
  bool sided = true;
  Vec3<double> p_A, p_B, normal_B;
  Vec3<double> edge_A = Vec3<double>::zero(), edge_B = Vec3<double>::zero();
  double radius = 0.0, radius_b = 0.0;
  // Where it was found, in the world.
  Vec3<double> p, n;
  double gap = 0.0;
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
  contact.material = law;
  contact.feature = point.key.feature;
  return contact;
}

}  // namespace catena
