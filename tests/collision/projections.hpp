#pragma once
// Distance of two convex sets by convex optimisation: a point is projected onto one and back onto
// the other, with the acceleration of Nesterov (1983).

#include <algorithm>
#include <cmath>

#include "catena/math/vec3.hpp"

namespace catena::test {

// onto_a(p), onto_b(p): the nearest points of the sets. The answer comes from above, and in some
// poses slowly.
template <class OntoA, class OntoB>
double projected_distance(const OntoA& onto_a, const OntoB& onto_b, const Vec3<double>& start) {
  using V = Vec3<double>;
  V x = onto_a(start), y = x;
  double best = norm(x - onto_b(x)), momentum = 1.0;
  for (int k = 0, still = 0; k < 3000 && still < 40; ++k) {
    const V next = onto_a(onto_b(y));
    const double d = norm(next - onto_b(next));
    const double faster = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum * momentum));
    // Begin anew where it goes too far.
    const bool worse = d > best;
    y = worse ? next : next + ((momentum - 1.0) / faster) * (next - x);
    momentum = worse ? 1.0 : faster;
    still = d < best - 1e-15 ? 0 : still + 1;
    x = next, best = std::min(best, d);
  }
  return best;
}

}  // namespace catena::test
