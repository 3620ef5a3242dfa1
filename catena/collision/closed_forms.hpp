#pragma once
// Pairs of simple solids whose distance is a formula.

#include "catena/collision/convex.hpp"
#include "catena/spatial/transform.hpp"

namespace catena {

// In the frame of a.
struct LocalDistance {
  double value = 0.0;
  Vec3<double> p_a{0, 0, 0}, p_b{0, 0, 0}, n{0, 0, 1};
  double duality_gap = 0.0;
};

// False where there is no formula for this pair, or none for how it overlaps.
bool closed_form(const Convex& a, const Convex& b, const Transform<double>& X_AB,
                 LocalDistance& out);

// The point of a box, centred on its frame, that is nearest to p. Where p is inside, `depth` is
// negative, the nearest point is on the nearest face and n is the normal of that face.
struct NearestOnBox {
  Vec3<double> point{0, 0, 0}, n{0, 0, 1};  // n: from the box to p
  double depth = 0.0;                       // distance, or minus the depth
};
NearestOnBox nearest_on_box(const Vec3<double>& half, const Vec3<double>& p);

}  // namespace catena
