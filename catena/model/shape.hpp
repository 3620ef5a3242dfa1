#pragma once
// What a body looks like: simple solids for drawing. They carry no mass.

#include <array>

#include "catena/spatial/transform.hpp"

namespace catena {

enum class ShapeKind {
  Box,       // size: sides along x, y, z
  Sphere,    // size.x: radius
  Cylinder,  // size.x: radius, size.y: length, along z
  Capsule,   // the same with hemispherical caps beyond its length
};

struct BodyShape {
  ShapeKind kind = ShapeKind::Box;
  Vec3<double> size{0, 0, 0};  // m, see ShapeKind
  Transform<double> X_BS =
      Transform<double>::identity();              // the solid's centre and axes in the body
  std::array<float, 3> color{0.6F, 0.6F, 0.65F};  // red, green, blue, from 0 to 1
};

// Short ways to write them.
BodyShape box_shape(const Vec3<double>& sides,
                    const Transform<double>& X_BS = Transform<double>::identity());
BodyShape sphere_shape(double radius,
                       const Transform<double>& X_BS = Transform<double>::identity());
BodyShape cylinder_shape(double radius, double length,
                         const Transform<double>& X_BS = Transform<double>::identity());
BodyShape capsule_shape(double radius, double length,
                        const Transform<double>& X_BS = Transform<double>::identity());

// Name of a kind in lower case, as in scenario files.
const char* to_string(ShapeKind kind);
// Throws ModelError unless the sizes that the kind has are positive and the color is in range;
// a capsule's length may be zero.
void check_shape(const BodyShape& shape);
double volume(const BodyShape& shape);

}  // namespace catena
