#pragma once
// Whether two triangles cross each other or lie on each other.

#include <array>

#include "catena/math/vec3.hpp"

namespace catena {

using TriangleCorners = std::array<Vec3<double>, 3>;

// `tolerance` in m: what only touches within it does not cross.
bool triangles_cross(const TriangleCorners& a, const TriangleCorners& b, double tolerance);
// Whether the line from p to q goes through the triangle: from one side of it to the other,
// `inside` it by more than this.
bool line_crosses(const Vec3<double>& p, const Vec3<double>& q, const TriangleCorners& triangle,
                  double tolerance, double inside);

}  // namespace catena
