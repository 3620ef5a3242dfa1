// The least of six distances of a vertex and a face and of nine of two edges. That no other is
// less, and that the triangles do not meet, the planes across its normal prove.

#include "catena/collision/triangle_distance.hpp"

#include <algorithm>
#include <array>

namespace catena {

namespace {

using V = Vec3<double>;
using Corners = std::array<V, 3>;

struct NearestFeature {
  double squared = 1e300;
  V p{0, 0, 0}, q{0, 0, 0};  // of a and of b
  V n{0, 0, 0};              // of the feature; zero where only the two points give it
};

// The vertices of `from` over the inside of the triangle `onto`.
void consider_vertices(const Corners& onto, const Corners& from, bool onto_is_a,
                       NearestFeature& best) {
  const V m = cross(onto[1] - onto[0], onto[2] - onto[0]);
  const double mm = dot(m, m);
  if (mm == 0.0) return;
  for (const V& v : from) {
    const double h = dot(m, v - onto[0]) / mm, squared = h * h * mm;
    if (squared >= best.squared) continue;
    const V foot = v - h * m;
    bool inside = true;
    for (std::size_t i = 0; i < 3 && inside; ++i)
      inside = dot(m, cross(onto[(i + 1) % 3] - onto[i], foot - onto[i])) >= 0.0;
    if (!inside) continue;
    best.squared = squared;
    best.p = onto_is_a ? foot : v, best.q = onto_is_a ? v : foot;
    const double side = (h < 0.0) == onto_is_a ? 1.0 : -1.0;  // from b to a
    best.n = (side / sqrt(mm)) * m;
  }
}

void consider_edges(const V& p0, const V& p1, const V& q0, const V& q1, NearestFeature& best) {
  const V u = p1 - p0, v = q1 - q0, r = p0 - q0;
  const double a = dot(u, u), e = dot(v, v), f = dot(v, r), c = dot(u, r), b = dot(u, v);
  if (a == 0.0 || e == 0.0) return;
  const double det = a * e - b * b;
  double s = det > 1e-14 * a * e ? std::clamp((b * f - c * e) / det, 0.0, 1.0) : 0.0;
  double t = (b * s + f) / e;
  if (t < 0.0 || t > 1.0) {
    t = std::clamp(t, 0.0, 1.0);
    s = std::clamp((b * t - c) / a, 0.0, 1.0);
  }
  const V p = p0 + s * u, q = q0 + t * v, w = p - q;
  const double squared = dot(w, w);
  if (squared >= best.squared) return;
  best = {squared, p, q, {0, 0, 0}};
  if (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0) {
    const V m = cross(u, v);
    best.n = (dot(m, w) < 0.0 ? -1.0 : 1.0) * normalized(m);
  }
}

}  // namespace

bool triangle_triangle(const Convex& a, const Convex& b, const Transform<double>& X_AB,
                       LocalDistance& out) {
  const Corners& p = a.corners;
  const Corners q{X_AB * b.corners[0], X_AB * b.corners[1], X_AB * b.corners[2]};
  NearestFeature best;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      consider_edges(p[i], p[(i + 1) % 3], q[j], q[(j + 1) % 3], best);
  consider_vertices(p, q, true, best);
  consider_vertices(q, p, false, best);
  const double size = a.size + b.size, length = sqrt(best.squared);
  const bool known = dot(best.n, best.n) > 0.5;
  if (length <= (known ? 1e-14 : 1e-7) * size) return false;
  out.n = known ? best.n : (1.0 / length) * (best.p - best.q);
  out.value = length;
  out.p_a = best.p, out.p_b = best.q;
  const double low = std::min({dot(out.n, p[0]), dot(out.n, p[1]), dot(out.n, p[2])});
  const double high = std::max({dot(out.n, q[0]), dot(out.n, q[1]), dot(out.n, q[2])});
  out.duality_gap = length - (low - high);
  return out.duality_gap <= 1e-13 * size;
}

}  // namespace catena
