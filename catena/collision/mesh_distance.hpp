#pragma once
// Distances of meshes and height fields.

#include "catena/collision/distance.hpp"

namespace catena {

// What has passed a triangle by less than this, relative to the smaller solid, overlaps slightly.
inline constexpr double slight_overlap = 1e-5;

// At least one of the two has a surface of triangles; none is a half-space.
Distance mesh_distance(const Collider& a, const Transform<double>& X_WA, const Collider& b,
                       const Transform<double>& X_WB, PairCache& cache);

// Whether a point, in the mesh's frame, is inside the solid that a closed mesh bounds, or below a
// height field. An open mesh bounds nothing.
bool is_inside(const Collider& mesh, const Vec3<double>& p);

}  // namespace catena
