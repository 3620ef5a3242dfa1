#pragma once
// Which way the parts of a mesh face: the outside of a triangle is where its corners are
// counter-clockwise.

#include <array>
#include <span>
#include <vector>

#include "catena/math/vec3.hpp"

namespace catena {

// The part that each triangle belongs to. Triangles that share a vertex are of one part.
std::vector<int> parts_of_triangles(int vertices, std::span<const std::array<int, 3>> triangles);

struct FacingReport {
  int turned = 0;  // triangles of parts that were inside out
  // Parts that lie within the solid of another part, or within its cavity the wrong way round:
  // their volume would count twice, or be taken away twice.
  int nested = 0;
};

// Turns the parts of a closed mesh that are inside out, with the cavities inside them. A part
// inside of another one stays as it is: it may be a cavity.
FacingReport face_outward(std::span<const Vec3<double>> vertices,
                          std::vector<std::array<int, 3>>& triangles);

}  // namespace catena
