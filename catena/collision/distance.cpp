#include "catena/collision/distance.hpp"

#include <limits>

#include "catena/collision/convex_distance.hpp"
#include "catena/collision/mesh_distance.hpp"
#include "catena/collision/middle_normal.hpp"

namespace catena {

namespace {

using V = Vec3<double>;

Distance in_world(const LocalDistance& d, const Transform<double>& X_WA) {
  Distance result;
  result.value = d.value;
  result.p_a = X_WA * d.p_a, result.p_b = X_WA * d.p_b;
  result.n = X_WA.rotation * d.n;
  result.duality_gap = d.duality_gap;
  return result;
}

// The point of a solid that lies deepest in the half-space z <= 0 of frame H.
V lowest_point(const Collider& c, const Transform<double>& X_HC, int& vertex) {
  const V down = -transpose_times(X_HC.rotation, V{0, 0, 1});
  if (!c.surface) return X_HC * (support(c.convex, down, vertex) + c.convex.radius * down);
  double least = 1e300;
  V lowest{0, 0, 0};
  for (const V& v : c.surface->vertices) {
    const double s = -dot(v, down);
    if (s < least) least = s, lowest = v;
  }
  return X_HC * lowest;
}

Distance over_half_space(const Collider& a, const Transform<double>& X_WA,
                         const Transform<double>& X_WH, PairCache& cache) {
  const V p = lowest_point(a, inverse(X_WH) * X_WA, cache.simplex.points[0].vertex_a);
  Distance d;
  d.value = p.z;
  d.p_a = X_WH * p;
  d.p_b = X_WH * V{p.x, p.y, 0.0};
  d.n = X_WH.rotation.c2;
  return d;
}

Distance swapped(Distance d) {
  std::swap(d.p_a, d.p_b);
  std::swap(d.triangle_a, d.triangle_b);
  d.n = -d.n;
  return d;
}

Distance never() {
  Distance d;
  d.value = std::numeric_limits<double>::infinity();
  return d;
}

bool has_end(const Collider& c) {
  return is_bounded(c.shape.kind);
}

}  // namespace

Distance distance(const Collider& a, const Transform<double>& X_WA, const Collider& b,
                  const Transform<double>& X_WB, PairCache& cache) {
  if (!has_end(a) && !has_end(b)) return never();
  Distance d;
  if (b.shape.kind == ShapeKind::HalfSpace) {
    d = over_half_space(a, X_WA, X_WB, cache);
  } else if (a.shape.kind == ShapeKind::HalfSpace) {
    d = swapped(over_half_space(b, X_WB, X_WA, cache));
  } else if (a.surface || b.surface) {
    d = mesh_distance(a, X_WA, b, X_WB, cache);
  } else {
    const Transform<double> X_AB = inverse(X_WA) * X_WB;
    const bool touching = cache.last_value < 1e-2 * (a.size + b.size);
    LocalDistance local =
        convex_distance(a.convex, b.convex, X_AB, {cache.simplex, cache.normal_a, touching});
    take_middle_normal(a.convex, b.convex, X_AB, local);
    d = in_world(local, X_WA);
  }
  cache.last_value = d.value;
  return d;
}

Distance distance(const Shape& a, const Transform<double>& X_WA, const Shape& b,
                  const Transform<double>& X_WB) {
  PairCache cache;
  return distance(make_collider(a), X_WA, make_collider(b), X_WB, cache);
}

}  // namespace catena
