#pragma once
// Pairs of triangles that may be in contact.

#include <utility>
#include <vector>

#include "catena/collision/collider.hpp"

namespace catena {

// Pairs (triangle of a, triangle of b) whose boxes are within the distance, in order. A solid
// that is no mesh has the one "triangle" -1.
void find_triangle_pairs(const Collider& a, const Collider& b, const Transform<double>& X_AB,
                         double distance, std::vector<std::pair<int, int>>& out);

}  // namespace catena
