#pragma once
// Where bodies touch each other or the world.

#include "catena/contact/contacts.hpp"
#include "catena/mechanism/items.hpp"

namespace catena {

// A point of a body, or a sphere around it, against one thing of another body or of the world.
struct ContactItem : Item {
  static constexpr const char* kind = "contact";
  Place point = {};
  double radius = 0.0;  // m, of a sphere around the point
  Contact::Against against = Contact::Against::Plane;
  // The plane z = 0 there, the frame of the surface, or the centre of the sphere. A plane or
  // surface without body and frame is the world's; a plane in the frame "ground" too, if there is
  // none of that name.
  Place on = {};
  std::optional<Eigen::Vector3d> normal = {};  // of a plane, in the axes there; z if not given
  std::string formula = {};                    // of a surface: of x, y and z, zero on it
  // Instead of the formula; see SurfaceFunction.
  Callback<SurfaceValue(const Vec3<double>& r, const Vec3<double>& direction)> surface = {};
  double sphere_radius = 0.0;  // m, of the sphere of the other body
  double restitution = 0.0, friction = 0.0;
  FrictionLaw friction_law = FrictionLaw::Coulomb;
  bool two_sided = false;

  friend bool operator==(const ContactItem&, const ContactItem&) = default;
};

// How motion with contacts, stops and dry friction is advanced.
struct ContactSettings {
  ContactMethod method = ContactMethod::Automatic;
  double step = 0.0;  // of time steps, s; 0: that of the integrator if it is fixed, else 1 ms

  friend bool operator==(const ContactSettings&, const ContactSettings&) = default;
};

// How impacts are resolved.
struct ImpactOptions {
  ImpactLaw law = ImpactLaw::Newton;
  ImpactOrder order = ImpactOrder::Simultaneous;
  double rest_speed = 1e-6;  // m/s

  friend bool operator==(const ImpactOptions&, const ImpactOptions&) = default;
};

}  // namespace catena
