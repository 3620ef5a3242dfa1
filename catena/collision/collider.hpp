#pragma once
// A shape made ready for questions about contact.

#include <memory>

#include "catena/collision/bounding_box.hpp"
#include "catena/collision/convex.hpp"
#include "catena/collision/triangle_tree.hpp"

namespace catena {

struct Collider {
  Shape shape;
  Convex convex = {};       // of a convex shape with an end in all directions
  BoundingBox bounds = {};  // in the shape's frame; infinite where it has no end
  double size = 0.0;        // reach from its origin; of a height field, from the grid's centre
  // Of a mesh or a height field: its surface, and a tree of its triangles.
  std::shared_ptr<const TriangleMesh> surface = {};
  std::shared_ptr<const TriangleTree> tree = {};
};

// Throws GeometryError where the shape cannot be.
Collider make_collider(Shape shape);

// Whether the convex algorithms apply.
inline bool is_convex_solid(const Collider& c) {
  return !c.surface && c.shape.kind != ShapeKind::HalfSpace;
}

// The surface of a height field as triangles: two for each cell, in the order of its cells.
TriangleMesh surface_of(const HeightField& field);

}  // namespace catena
