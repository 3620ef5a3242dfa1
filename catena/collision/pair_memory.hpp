#pragma once
// Data of a pair from its last region. The next search starts there, so a resting pair need not be
// searched again.

#include "catena/collision/distance.hpp"

namespace catena {

// Sets the normal that the distance of a pair begins with to that of a face that the features of
// its last region lie on, where it has one. Features are part of the cache; nothing else is needed,
// so that the same features begin with the same normal.
void begin_with_features(const Collider& a, const Transform<double>& X_WA, const Collider& b,
                         const Transform<double>& X_WB, PairCache& cache);

// How far two convex solids are apart at least: the distance of the planes across the unit vector
// n, given in the frame of a.
double separation_along(const Collider& a, const Transform<double>& X_WA, const Collider& b,
                        const Transform<double>& X_WB, const Vec3<double>& n_A);

}  // namespace catena
