#pragma once
// A shape prepared for contact queries.

#include <memory>
#include <vector>

#include "catena/collision/bounding_box.hpp"
#include "catena/collision/convex.hpp"
#include "catena/collision/triangle_tree.hpp"

namespace catena {

// Vertices that share an edge with vertex v of a mesh: all[begin[v]] ... all[begin[v + 1] - 1].
// Edges between triangles of one plane, and vertices inside of a plane, are no corners of a solid.
struct VertexNeighbours {
  std::vector<int> begin, all;
  std::vector<char> flat_edges, flat_vertices;
};

struct Collider {
  Shape shape;
  Convex convex = {};       // of a convex shape with an end in all directions
  BoundingBox bounds = {};  // in the shape's frame; infinite where it has no end
  double size = 0.0;        // reach from its origin; of a height field, from the grid's centre
  // Of a mesh or a height field: its surface, and a tree of its triangles.
  std::shared_ptr<const TriangleMesh> surface = {};
  std::shared_ptr<const TriangleTree> tree = {};
  std::shared_ptr<const VertexNeighbours> neighbours = {};
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
