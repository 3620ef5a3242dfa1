#pragma once
// Cylinders with a hole along their axis: its radius is size.z, less than that of the cylinder.
// Mass and pictures have the hole, contact is that of the solid cylinder.

#include "catena/geometry/shape.hpp"

namespace catena {

bool is_tube(const Shape& shape);
// 0: there is none.
inline double hole_of(const Shape& shape) {
  return is_tube(shape) ? shape.size.z : 0.0;
}

}  // namespace catena
