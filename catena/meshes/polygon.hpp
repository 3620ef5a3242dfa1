#pragma once
// Polygons cut into triangles.

#include <array>
#include <span>
#include <vector>

#include "catena/math/vec3.hpp"

namespace catena {

// Adds the triangles of a plane polygon, which need not be convex: ears are cut off (Meisters
// 1975). One that crosses itself, or is not plane, gives triangles with the same boundary all the
// same.
void add_polygon(std::span<const Vec3<double>> vertices, std::span<const int> corners,
                 std::vector<std::array<int, 3>>& triangles);

}  // namespace catena
