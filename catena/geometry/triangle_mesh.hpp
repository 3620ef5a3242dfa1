#pragma once
// A surface of triangles, with its edges.

#include <array>
#include <string>
#include <vector>

#include "catena/math/vec3.hpp"

namespace catena {

struct TriangleMesh {
  struct Edge {
    std::array<int, 2> vertices;   // in the sense of the first triangle
    std::array<int, 2> triangles;  // second: -1 where the edge is open or cannot be paired
  };

  std::vector<Vec3<double>> vertices;
  std::vector<std::array<int, 3>> triangles;  // counter-clockwise seen from outside

  // What follows from these, by find_edges(). Side s of a triangle leads from its corner s to the
  // corner s + 1.
  std::vector<Edge> edges;
  std::vector<std::array<int, 3>> triangle_edges;  // edge of each side
  std::vector<Vec3<double>> normals;               // unit normals; zero where there is no area
  int open_edges = 0;                              // that only one triangle has
  int unpaired_edges = 0;                          // others that cannot be paired
  // Why the volume is not that of a solid although the mesh is closed, where somebody has looked
  // (load_mesh); empty: no reason is known.
  std::string volume_fault;

  int vertex_count() const { return static_cast<int>(vertices.size()); }
  int triangle_count() const { return static_cast<int>(triangles.size()); }
  // Whether it is the boundary of a solid: each side of a triangle meets one other triangle there,
  // which goes along it the other way round.
  bool closed() const { return !triangles.empty() && open_edges == 0 && unpaired_edges == 0; }
};

// A mesh with its edges. Vertices at the same place stay apart: see weld(). Where more than two
// triangles meet in an edge they are paired so that each pair bounds a wedge of the solid. Throws
// GeometryError where a triangle names a vertex that does not exist, or a number is not finite.
TriangleMesh make_mesh(std::vector<Vec3<double>> vertices,
                       std::vector<std::array<int, 3>> triangles);

}  // namespace catena
