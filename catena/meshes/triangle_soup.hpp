#pragma once
// What a mesh file holds before it is checked and welded.

#include <array>
#include <vector>

#include "catena/math/vec3.hpp"

namespace catena {

struct TriangleSoup {
  std::vector<Vec3<double>> vertices;
  std::vector<std::array<int, 3>> triangles;
  // Triangles whose normal in the file points against the sense of their corners.
  int against_normals = 0;
};

// More triangles than these are refused: their checks would take minutes and gigabytes.
inline constexpr std::size_t most_triangles = 10'000'000;

}  // namespace catena
