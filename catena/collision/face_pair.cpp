#include "catena/collision/face_pair.hpp"

#include "catena/collision/corners.hpp"
#include "catena/collision/gjk.hpp"

namespace catena {

namespace {

using V = Vec3<double>;

// The points of a corner, one across from the other, and the normal; false where edges are
// parallel.
bool measure(const ContactFace& a, const ContactFace& b, const Corner& c, LocalDistance& d) {
  const double rounding = a.rounding + b.rounding;
  if (c.kind == Corner::Kind::VertexOfA) {
    d.n = b.normal;
  } else if (c.kind == Corner::Kind::VertexOfB) {
    d.n = -a.normal;
  } else {
    const V m = cross(c.along_a, c.along_b);
    const double sine = norm(m);
    if (sine < 1e-6 * norm(c.along_a) * norm(c.along_b)) return false;
    d.n = (dot(m, b.is_flat() ? b.normal : -a.normal) < 0.0 ? -1.0 / sine : 1.0 / sine) * m;
  }
  const double h = dot(d.n, c.p_a - c.p_b);
  d.value = h - rounding;
  const V foot_a = c.kind == Corner::Kind::VertexOfB ? c.p_b + h * d.n : c.p_a;
  const V foot_b = c.kind == Corner::Kind::VertexOfB ? c.p_b : c.p_a - h * d.n;
  d.p_a = foot_a - a.rounding * d.n, d.p_b = foot_b + b.rounding * d.n;
  return true;
}

// Whether p lies inside of a box or a hull, in its frame. Others are not asked.
bool holds_point(const Convex& c, const V& p) {
  if (c.kind == CoreKind::Box)
    return abs(p.x) <= c.half.x && abs(p.y) <= c.half.y && abs(p.z) <= c.half.z;
  if (c.kind != CoreKind::Hull) return false;
  for (int f = 0; f < c.hull->face_count(); ++f)
    if (dot(c.hull->normals[to_index(f)], p) > c.hull->offsets[to_index(f)]) return false;
  return true;
}

// The middle of all corners that overlap.
bool shares_point(const Convex& a, const Convex& b, const Transform<double>& X_AB,
                  const ContactFace& face_a, const ContactFace& face_b,
                  const std::vector<Corner>& corners) {
  V sum{0, 0, 0};
  double count = 0.0;
  LocalDistance d;
  for (const Corner& c : corners)
    if (measure(face_a, face_b, c, d) && d.value < 0.0) sum += 0.5 * (d.p_a + d.p_b), count += 1.0;
  if (count == 0.0) return false;
  const V p = (1.0 / count) * sum;
  return holds_point(a, p) && holds_point(b, transpose_times(X_AB.rotation, p - X_AB.translation));
}

}  // namespace

bool face_pair_distance(const Convex& a, const Convex& b, const Transform<double>& X_AB,
                        const Vec3<double>& n, LocalDistance& out, bool* overlap) {
  static thread_local ContactFace face_a, face_b;
  static thread_local std::vector<Corner> corners;
  int kept_a = -1, kept_b = -1;
  contact_face(a, Transform<double>::identity(), -n, kept_a, face_a);
  contact_face(b, X_AB, n, kept_b, face_b);
  if (!face_a.is_flat() && !face_b.is_flat()) return false;
  const double size = a.size + b.size;
  // Seen along the normal of the answer itself, its points face each other.
  V plane = face_b.is_flat() ? face_b.normal : -face_a.normal;
  LocalDistance best, d;
  for (int round = 0;; ++round) {
    find_corners(face_a, face_b, plane, 1e-11 * size, {}, corners);
    best.value = 1e300;
    for (const Corner& c : corners)
      if (measure(face_a, face_b, c, d) && d.value < best.value) best = d;
    if (best.value > 1e299) return false;
    const double turn = norm(best.n - plane);
    if (turn <= 1e-14) break;
    if (round == 3 || turn > 0.3) return false;
    plane = best.n;
  }
  SimplexPoint hint;
  const CorePair pair{a, b, X_AB};
  best.duality_gap = best.value - (separation(pair, best.n, hint) - a.radius - b.radius);
  if (best.duality_gap > 1e-13 * size) return false;
  out = best;
  if (overlap != nullptr)
    *overlap = best.value < 0.0 && shares_point(a, b, X_AB, face_a, face_b, corners);
  return true;
}

}  // namespace catena
