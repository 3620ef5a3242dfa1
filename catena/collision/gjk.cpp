#include "catena/collision/gjk.hpp"

namespace catena {

namespace {

using V = Vec3<double>;

SimplexPoint support_point(const CorePair& pair, const V& v, SimplexPoint hint) {
  hint.a = support(pair.a, -v, hint.vertex_a);
  hint.b = support(pair.b, transpose_times(pair.X_AB.rotation, v), hint.vertex_b);
  hint.w = (hint.a + pair.shift) - pair.X_AB * hint.b;
  return hint;
}

bool same_points(const SimplexPoint& p, const SimplexPoint& q) {
  const V a = p.a - q.a, b = p.b - q.b;
  return dot(a, a) == 0.0 && dot(b, b) == 0.0;
}

bool is_in(const Simplex& s, const SimplexPoint& p) {
  for (int i = 0; i < s.count; ++i)
    if (same_points(s.points[to_index(i)], p)) return true;
  return false;
}

// The direction of v, made exactly normal to the face that the simplex ends on: v itself has few
// digits where the solids nearly touch.
V face_normal(const Simplex& s, const V& v) {
  V n = normalized(v);
  if (s.count == 2) {
    const V e = s.points[1].w - s.points[0].w;
    const double ee = dot(e, e);
    if (ee > 0.0)
      for (int pass = 0; pass < 2; ++pass) n = normalized(n - (dot(n, e) / ee) * e);
  } else if (s.count == 3) {
    const V m = cross(s.points[1].w - s.points[0].w, s.points[2].w - s.points[0].w);
    if (dot(m, m) > 0.0) n = (dot(m, v) < 0.0 ? -1.0 : 1.0) * normalized(m);
  }
  return n;
}

void start_simplex(const CorePair& pair, Simplex& s, const V& guess) {
  if (s.count == 0) {
    s.points[0] = support_point(pair, guess, {});
    s.count = 1;
    return;
  }
  for (int i = 0; i < s.count; ++i) {
    SimplexPoint& p = s.points[to_index(i)];
    p.w = (p.a + pair.shift) - pair.X_AB * p.b;
  }
}

}  // namespace

double separation(const CorePair& pair, const Vec3<double>& n, SimplexPoint& hint) {
  hint = support_point(pair, n, hint);
  return dot(n, hint.w);
}

CoreDistance gjk(const CorePair& pair, Simplex& s, const Vec3<double>& guess) {
  constexpr int most_iterations = 200;
  const double size = pair.a.size + pair.b.size;
  start_simplex(pair, s, guess);
  CoreDistance result;
  V v = reduce_to_nearest(s);
  double squared = dot(v, v);
  double reached = -1e300;  // the best separation so far, and its normal
  V best = guess;
  for (int k = 0; k < most_iterations; ++k) {
    if (s.count == 4 || squared <= 1e-30 * size * size) {
      result.overlap = true;
      return result;
    }
    const double length = sqrt(squared);
    const V n = face_normal(s, v);
    const SimplexPoint p = support_point(pair, n, s.points[0]);
    const double sep = dot(n, p.w);
    if (sep > reached) reached = sep, best = n;
    if (length - reached <= 1e-15 * size + 1e-14 * length || is_in(s, p)) break;
    const Simplex before = s;
    s.points[to_index(s.count++)] = p;
    const V next = reduce_to_nearest(s);
    const double next_squared = dot(next, next);
    if (!(next_squared < squared) && s.count != 4) {
      s = before;
      break;
    }
    v = next, squared = next_squared;
  }
  result.value = sqrt(squared);
  result.separation = reached;
  result.n = best;
  result.p_a = V::zero(), result.p_b = V::zero();
  for (int i = 0; i < s.count; ++i) {
    result.p_a += s.weights[to_index(i)] * s.points[to_index(i)].a;
    result.p_b += s.weights[to_index(i)] * s.points[to_index(i)].b;
  }
  result.p_b = pair.X_AB * result.p_b;
  return result;
}

}  // namespace catena
