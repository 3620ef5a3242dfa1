#pragma once
// The distance of two convex cores by the algorithm of Gilbert, Johnson and Keerthi, in double
// precision and with the normal of the face that it ends on.

#include "catena/collision/convex.hpp"
#include "catena/collision/simplex.hpp"
#include "catena/spatial/transform.hpp"

namespace catena {

struct CoreDistance {
  bool overlap = false;       // the cores meet; nothing else is set then
  double value = 0.0;         // distance of the two points
  double separation = 0.0;    // of the two supporting planes across n: the dual value
  Vec3<double> p_a{0, 0, 0};  // in the frame of a, without the shift
  Vec3<double> p_b{0, 0, 0};  // in the frame of a
  Vec3<double> n{0, 0, 1};    // from b to a, in the frame of a
};

// Two cores in the frame of the first, of which the first is moved by `shift`.
struct CorePair {
  const Convex& a;
  const Convex& b;
  const Transform<double>& X_AB;
  Vec3<double> shift{0, 0, 0};
};

// Separation of the supporting planes across the unit vector n; negative where the cores overlap
// in this direction.
double separation(const CorePair& pair, const Vec3<double>& n, SimplexPoint& hint);

// Starts from the simplex, whose points a and b may be any points of the two cores, and leaves
// there the one that it ended with. With an empty simplex it starts along `guess`.
CoreDistance gjk(const CorePair& pair, Simplex& simplex, const Vec3<double>& guess);

}  // namespace catena
