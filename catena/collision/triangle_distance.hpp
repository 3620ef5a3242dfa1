#pragma once
// The distance of two triangles.

#include "catena/collision/closed_forms.hpp"

namespace catena {

// False where they meet, or nearly so in a vertex: then the direction has to be found otherwise.
bool triangle_triangle(const Convex& a, const Convex& b, const Transform<double>& X_AB,
                       LocalDistance& out);

}  // namespace catena
