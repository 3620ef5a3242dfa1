#pragma once
// The distance of two solids that turn nearly parallel faces to each other.

#include "catena/collision/closed_forms.hpp"

namespace catena {

// Looks at the faces, edges or points that the solids turn to each other along n (from b to a, in
// the frame of a). The nearest corner of their common part is the answer if the planes across its
// normal hold the solids apart, which is checked. Iteration cannot find it: tilts below 1e-8 change
// distances of points by less than rounding, yet those of planes by much more.
// `overlap`, where it is asked for: whether a point is known that lies inside of both; then nothing
// holds them apart.
bool face_pair_distance(const Convex& a, const Convex& b, const Transform<double>& X_AB,
                        const Vec3<double>& n, LocalDistance& out, bool* overlap = nullptr);

}  // namespace catena
