#pragma once
// A convex polyhedron: vertices, faces that are planar convex polygons, edges, neighbours.

#include <array>
#include <span>
#include <vector>

#include "catena/math/index.hpp"
#include "catena/math/vec3.hpp"

namespace catena {

struct ConvexHull {
  struct Edge {
    std::array<int, 2> vertices;  // in the sense of the first face's loop
    std::array<int, 2> faces;     // the first one has it as vertices[0] -> vertices[1]
  };

  std::vector<Vec3<double>> vertices;

  // Face f is bounded by the loop loops[face_begin[f]] ... loops[face_begin[f + 1] - 1] of
  // vertices, counter-clockwise seen from outside. Side i of a loop leads to the next vertex of it
  // and is the edge loop_edges[i].
  std::vector<int> loops, loop_edges, face_begin{0};
  std::vector<Vec3<double>> normals;  // outward unit normal per face
  std::vector<double> offsets;        // normal . p = offset on a face, <= offset in the solid

  std::vector<Edge> edges;

  // Vertices that share an edge with vertex v, counter-clockwise seen from outside:
  // neighbours[neighbour_begin[v]] ... neighbours[neighbour_begin[v + 1] - 1].
  std::vector<int> neighbours, neighbour_begin{0};

  int vertex_count() const { return static_cast<int>(vertices.size()); }
  int face_count() const { return static_cast<int>(normals.size()); }
  int edge_count() const { return static_cast<int>(edges.size()); }
  std::span<const int> face(int f) const { return part(loops, face_begin, f); }
  std::span<const int> face_edges(int f) const { return part(loop_edges, face_begin, f); }
  std::span<const int> neighbours_of(int v) const { return part(neighbours, neighbour_begin, v); }

 private:
  static std::span<const int> part(const std::vector<int>& all, const std::vector<int>& begin,
                                   int i) {
    const auto first = to_index(begin[to_index(i)]), last = to_index(begin[to_index(i) + 1]);
    return std::span(all).subspan(first, last - first);
  }
};

// A hull from its vertices and the loops of its faces (counter-clockwise seen from outside), which
// must close: every side of a loop is a side of one other loop, the other way round. Normals,
// offsets, edges and neighbours follow from them. The offset of a face is that of its outermost
// vertex. Throws GeometryError where faces do not close, have no area, or are not convex by more
// than `flat` times the size of the hull.
ConvexHull hull_of_faces(std::vector<Vec3<double>> vertices,
                         const std::vector<std::vector<int>>& faces, double flat = 1e-9);

// A box with these sides, centred.
ConvexHull box_hull(const Vec3<double>& sides);

}  // namespace catena
