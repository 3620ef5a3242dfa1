#pragma once
// The one place that calls qhull.

#include <array>
#include <span>
#include <vector>

#include "catena/math/vec3.hpp"

namespace catena {

// The triangles of the convex hull of points, counter-clockwise seen from outside, as indices of
// the points. Points inside faces may be corners or not. With `joggled` points are moved by
// rounding first, so that no four of a face are in a plane: that always gives triangles that fit
// each other. Throws GeometryError.
std::vector<std::array<int, 3>> qhull_triangles(std::span<const Vec3<double>> points, bool joggled);

}  // namespace catena
