#pragma once
// The distance of any two convex solids, apart, touching or overlapping.

#include "catena/collision/closed_forms.hpp"
#include "catena/collision/simplex.hpp"

namespace catena {

// What is kept between calls; `normal` is zero before the first one.
struct ConvexCache {
  Simplex& simplex;
  Vec3<double>& normal;   // in the frame of a
  bool touching = false;  // at the last call, or nearly
};

LocalDistance convex_distance(const Convex& a, const Convex& b, const Transform<double>& X_AB,
                              ConvexCache cache);

// The same where the solids touch or overlap slightly and the answer is near the unit vector n.
LocalDistance distance_near(const Convex& a, const Convex& b, const Transform<double>& X_AB,
                            const Vec3<double>& n, Simplex& simplex);

}  // namespace catena
