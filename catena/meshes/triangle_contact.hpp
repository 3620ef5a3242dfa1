#pragma once
// Whether two triangles cross each other or lie on each other.

#include <array>

#include "catena/math/vec3.hpp"

namespace catena {

using TriangleCorners = std::array<Vec3<double>, 3>;

enum class TriangleMeeting {
  None,
  Touching,  // they lie on each other back to back, or one ends at the other
  Crossing   // one goes through the other, or both lie on each other and look the same way
};

// `tolerance` in m: what only touches within it does not meet.
TriangleMeeting meeting_of(const TriangleCorners& a, const TriangleCorners& b, double tolerance);
// Whether the line from p to q goes through the triangle: from one side of it to the other,
// `inside` it by more than this.
bool line_crosses(const Vec3<double>& p, const Vec3<double>& q, const TriangleCorners& triangle,
                  double tolerance, double inside);

}  // namespace catena
