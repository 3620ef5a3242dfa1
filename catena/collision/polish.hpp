#pragma once
// The last digits of a distance to a curved solid, by Newton's method.

#include "catena/collision/gjk.hpp"

namespace catena {

inline bool is_curved(const Convex& c) {
  return c.kind == CoreKind::Cylinder || c.kind == CoreKind::Ellipsoid || c.kind == CoreKind::Cone;
}

// Iteration over supporting points finds the distance of curved solids to all digits, but the
// points and the normal only to half of them. This finds them to all digits. It changes nothing
// where it does not improve.
void polish(const CorePair& pair, const Simplex& simplex, CoreDistance& distance);

// The distance of two cores, polished where one of them is curved.
CoreDistance core_distance(const CorePair& pair, Simplex& simplex, const Vec3<double>& guess);

}  // namespace catena
