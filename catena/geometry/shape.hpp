#pragma once
// Solids in frames of their own, for drawing, mass and contact.

#include <memory>

#include "catena/geometry/convex_hull.hpp"
#include "catena/geometry/height_field.hpp"
#include "catena/geometry/shape_source.hpp"
#include "catena/geometry/triangle_mesh.hpp"
#include "catena/math/vec3.hpp"

namespace catena {

enum class ShapeKind {
  Box,          // size: sides along x, y, z
  Sphere,       // size.x: radius
  Cylinder,     // size.x: radius, size.y: length, along z
  Capsule,      // the same with hemispherical caps beyond its length
  Ellipsoid,    // size: half axes along x, y, z
  Cone,         // size.x: radius of its base at z = -size.y / 2, apex at z = size.y / 2
  HalfSpace,    // z <= 0
  Hull,         // a convex polyhedron
  Mesh,         // a polyhedron that need not be convex
  HeightField,  // the solid below a surface
};

struct Shape {
  ShapeKind kind = ShapeKind::Box;
  Vec3<double> size{0, 0, 0};                      // m, see ShapeKind
  std::shared_ptr<const ConvexHull> hull = {};     // of a Hull
  std::shared_ptr<const TriangleMesh> mesh = {};   // of a Mesh
  std::shared_ptr<const HeightField> field = {};   // of a HeightField
  std::shared_ptr<const ShapeSource> source = {};  // the file that hull or mesh came from
};

// Name of a kind in lower case, as in scenario files.
const char* to_string(ShapeKind kind);
// Whether it has an end in all directions.
bool is_bounded(ShapeKind kind);
bool is_convex(ShapeKind kind);

// Throws GeometryError unless the sizes that the kind has are positive (a capsule's length may be
// zero) and what it is made of is there.
void check_shape(const Shape& shape);

// Radius of the sphere around its origin that holds it; infinite where it has no end.
double reach(const Shape& shape);

}  // namespace catena
