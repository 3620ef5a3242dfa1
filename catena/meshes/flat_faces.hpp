#pragma once
// Triangles of a convex surface that lie in one plane become one polygon.

#include <array>
#include <vector>

#include "catena/math/vec3.hpp"

namespace catena {

// The loops of the faces. Points within `flat` (m) of the plane of a face belong to it; those that
// are corners of fewer than three faces are left out. Throws GeometryError where triangles do not
// close.
std::vector<std::vector<int>> flat_faces(const std::vector<Vec3<double>>& points,
                                         std::vector<std::array<int, 3>> triangles, double flat);

}  // namespace catena
