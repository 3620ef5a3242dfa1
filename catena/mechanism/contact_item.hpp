#pragma once
// Where bodies touch each other or the world.

#include <array>
#include <optional>
#include <vector>

#include "catena/contact/contacts.hpp"
#include "catena/mechanism/items.hpp"

namespace catena {

// A flat face that rests on a plane: one of a disc (or ring), a rectangle, and a polygon.
struct RegionItem {
  double radius = 0.0, hole = 0.0;                  // m, of a disc, and of the hole in it
  double length = 0.0, width = 0.0;                 // m, of a rectangle, along x and y
  std::vector<std::array<double, 2>> corners = {};  // m, of a polygon, counter-clockwise

  friend bool operator==(const RegionItem&, const RegionItem&) = default;
};

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
  double static_friction = 0.0;  // of sticking; less than `friction`: as that
  double slip_speed = 0.0;       // m/s; slower sliding is rubbed like sticking
  // Across `friction_axis`, a direction in the axes of the surface (x if not given).
  std::optional<double> friction_across = {};
  std::optional<Eigen::Vector3d> friction_axis = {};
  double spin = 0.0, rolling = 0.0;  // m: the most moment about normal and tangents per force
  // Of the surface past its body, in the axes of the surface: three formulas of t, m/s.
  std::vector<std::string> surface_velocity = {};
  // Instead of the point: a face around it, in the plane z = 0 of its place, z away from the plane.
  std::optional<RegionItem> region = {};
  bool two_sided = false;

  friend bool operator==(const ContactItem&, const ContactItem&) = default;
};

// How motion with contacts, stops and dry friction is advanced.
struct ContactSettings {
  ContactMethod method = ContactMethod::Automatic;
  double step = 0.0;        // of time steps, s; 0: that of the integrator if it is fixed, else 1 ms
  double correction = 0.0;  // of time steps, see ContactOptions
  double tolerance = 0.0;   // likewise, m
  bool sleep = false;
  ContactSolver solver = {};
  int threads = 1;

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
