#pragma once
// The surface of a shape, and what two of them do to each other.

#include <string>

#include "catena/contact/materials.hpp"

namespace catena {

struct ShapeSurface {
  std::string material = {};
  // As those of BodyShape, in the axes of the shape.
  double friction_across = -1.0;
  Vec3<double> friction_axis = Vec3<double>::zero();

  bool has_axis() const { return norm(friction_axis) > 0.0; }
  friend bool operator==(const ShapeSurface& a, const ShapeSurface& b);
};

// The law of the pair of materials. Where friction has an axis, it is one of a shape, in the axes
// of that shape (axis_is_of_a: of the first): of the shape that has a coefficient across or an axis
// of its own, else of the one with the material that the pair names first, else of the first.
ContactMaterial law_between(const MaterialTable& table, const ShapeSurface& first,
                            const ShapeSurface& second);

}  // namespace catena
