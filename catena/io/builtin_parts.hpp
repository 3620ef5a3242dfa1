#pragma once
// Pieces that the built-in models are made of.

#include <string>

#include "catena/model/model_builder.hpp"

namespace catena {

// A hinge and the uniform cylinder that it carries.
struct HingedRod {
  std::string joint, body, parent;
  Vec3<double> at;    // the joint's place in the parent's frame
  Vec3<double> axis;  // of the hinge
  Vec3<double> end;   // the cylinder reaches from the body's origin to here
  double radius, mass;
};

// A uniform cylinder from the origin to `end`.
Inertia<double> rod(double mass, double radius, const Vec3<double>& end);

BodyId add_hinged_rod(ModelBuilder& builder, const HingedRod& part);

inline constexpr Vec3<double> x_axis{1, 0, 0}, y_axis{0, 1, 0}, z_axis{0, 0, 1};

}  // namespace catena
