#include "catena/collision/convex_distance.hpp"

#include <algorithm>

#include "catena/collision/face_pair.hpp"
#include "catena/collision/polish.hpp"

namespace catena {

namespace {

using V = Vec3<double>;

// Below this distance of the cores, relative to their size, directions lose digits.
constexpr double near_limit = 1e-6;
// Overlaps up to this are those of the last normal.
constexpr double slight = 1e-3;

LocalDistance rounded(const Convex& a, const Convex& b, const CoreDistance& core, double value,
                      const V& p_a) {
  LocalDistance d;
  d.n = core.n;
  d.value = value - a.radius - b.radius;
  d.p_a = p_a - a.radius * core.n;
  d.p_b = core.p_b + b.radius * core.n;
  return d;
}

struct BestDirection {
  const CorePair& pair;
  V n{0, 0, 1};
  double value = -1e300;
  SimplexPoint hint{};

  void consider(const V& direction) {
    const double s = separation(pair, direction, hint);
    if (s > value) value = s, n = direction;
  }
};

void consider_faces(const Convex& c, const Mat3<double>& R, double sign, BestDirection& best) {
  if (c.kind == CoreKind::Hull) {
    for (const V& normal : c.hull->normals) best.consider(sign * (R * normal));
  } else if (c.kind == CoreKind::Triangle) {
    const V m = cross(c.corners[1] - c.corners[0], c.corners[2] - c.corners[0]);
    if (dot(m, m) > 0.0) best.consider(R * normalized(m)), best.consider(-(R * normalized(m)));
  } else if (c.kind != CoreKind::Point) {
    for (int i = 0; i < 3; ++i) best.consider(R.column(i)), best.consider(-R.column(i));
  }
}

// Where two solids overlap and nothing is known of before: the best of the normals of faces and
// axes, of the products of the axes, and of the line between the origins.
V first_direction(const CorePair& pair) {
  BestDirection best{pair};
  const V c = -pair.X_AB.translation;
  if (dot(c, c) > 0.0) best.consider(normalized(c));
  consider_faces(pair.a, Mat3<double>::identity(), -1.0, best);
  consider_faces(pair.b, pair.X_AB.rotation, 1.0, best);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const V m = cross(Mat3<double>::identity().column(i), pair.X_AB.rotation.column(j));
      if (dot(m, m) > 1e-12) best.consider(normalized(m)), best.consider(-normalized(m));
    }
  return best.n;
}

}  // namespace

// Moves a along n until the solids are well apart, takes the distance there and begins again with
// its normal. This is the proximal point method for the largest separation over all directions, so
// it ends where moving along n parts the solids soonest, from however near it began; and it never
// needs the direction of a short vector.
LocalDistance distance_near(const Convex& a, const Convex& b, const Transform<double>& X_AB,
                            const Vec3<double>& start, Simplex& simplex) {
  constexpr int most_rounds = 300;
  CorePair pair{a, b, X_AB};
  const double size = a.size + b.size, apart = 0.1 * std::max(1e-12, std::min(a.size, b.size));
  V n = start;
  SimplexPoint hint;
  double value = separation(pair, n, hint);
  int stalled = 0;
  LocalDistance d;
  for (int k = 0; k < most_rounds; ++k) {
    const double move = apart + std::max(0.0, -value);
    pair.shift = move * n;
    const CoreDistance core = core_distance(pair, simplex, n);
    if (core.overlap) {  // cannot be, since n parts them by `apart`
      simplex.count = 0;
      continue;
    }
    const double turn = norm(core.n - n);
    const double next = core.separation - dot(pair.shift, core.n);
    d = rounded(a, b, core, next, core.p_a);
    // The two points and what n says must agree: the rest is what the answer may be wrong by.
    d.duality_gap = core.value - core.separation + norm(core.p_a - core.p_b - next * core.n);
    if (turn <= 1e-14) break;
    // Two vertices that touch have many normals, all as good.
    const double small = abs(next) < 1e-6 * size ? 1e-8 : 1e-10;
    stalled = turn < small && next <= value + 1e-16 * size ? stalled + 1 : 0;
    if (stalled == 2) break;
    value = std::max(value, next), n = core.n;
  }
  return d;
}

LocalDistance convex_distance(const Convex& a, const Convex& b, const Transform<double>& X_AB,
                              ConvexCache cache) {
  LocalDistance d;
  if (closed_form(a, b, X_AB, d)) return d;
  const CorePair pair{a, b, X_AB};
  const double size = a.size + b.size;
  const bool known = dot(cache.normal, cache.normal) > 0.5;
  // What rests on a face mostly rests on it still. Where they overlap along the last normal,
  // another one may hold them apart, so that is asked first.
  LocalDistance rest;
  bool overlap = false;
  const bool rests =
      known && cache.touching && face_pair_distance(a, b, X_AB, cache.normal, rest, &overlap);
  if (rests && (rest.value >= 0.0 || (overlap && rest.value >= -slight * size))) {
    cache.normal = rest.n;
    return rest;
  }
  const V centres = -X_AB.translation;
  const V guess = known                         ? cache.normal
                  : dot(centres, centres) > 0.0 ? normalized(centres)
                                                : V{0, 0, 1};
  const CoreDistance core = core_distance(pair, cache.simplex, guess);
  if (!core.overlap && core.value > near_limit * size) {
    d = rounded(a, b, core, core.value, core.p_a);
    d.duality_gap = core.value - core.separation;
    if (d.duality_gap <= 1e-11 * size) {
      cache.normal = d.n;
      return d;
    }
  }
  if (rests && rest.value >= -slight * size) {
    cache.normal = rest.n;
    return rest;
  }
  SimplexPoint hint;
  const bool near = known && separation(pair, cache.normal, hint) > -slight * size;
  const V start = !core.overlap ? core.n : near ? cache.normal : first_direction(pair);
  cache.simplex.count = 0;
  d = distance_near(a, b, X_AB, start, cache.simplex);
  if (d.duality_gap > 1e-13 * size) face_pair_distance(a, b, X_AB, d.n, d);
  cache.normal = d.n;
  return d;
}

}  // namespace catena
