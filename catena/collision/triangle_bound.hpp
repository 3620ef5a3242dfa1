#pragma once
// A distance below which a convex solid cannot come to a triangle: planes between them, which cost
// two outermost points each. Most triangles near a solid are ruled out by it.

#include "catena/collision/collider.hpp"

namespace catena {

// X: the pose of the solid in the frame of the mesh. Returns once it is more than `enough`. Not
// positive: nothing is known.
double least_distance(const Convex& solid, const Transform<double>& X, const Collider& mesh,
                      int triangle, double enough);

}  // namespace catena
