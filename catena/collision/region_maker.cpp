#include "catena/collision/region_maker.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace catena {

namespace {

using V = Vec3<double>;
using Kind = ContactFace::Kind;

// The feature of the nearest points themselves.
constexpr int nearest_kind = 4;
// A reference face is kept unless the other is turned to the normal better by this angle.
constexpr double reference_hysteresis = 1e-3;
constexpr double touching_edge = 1e-9;  // m
// Borders are so thick, in parts of the size; and where a normal is farther than the second from
// that of a face, it is not of it.
constexpr double border = 1e-6, exact_border = 1e-11, flat_normal = 1e-6, exact_normal = 1e-11;
// What is apart overlaps nowhere by more than this, m.
constexpr double no_overlap = 1e-7;
constexpr double parallel_limit = 1e-4;  // of edges and axes that lie along each other
// Edges that cross at a smaller angle (its sine) have no normal that one could rely on. One that is
// nearer than the second to that of the region is that of the region, one farther than the third is
// not that of this contact.
constexpr double least_crossing = 0.05, same_normal_of_edges = 1e-3, other_normal_of_edges = 0.2;

// Of a line between two rims, which is no rim.
Bends bends_of_line(const ContactFace& face) {
  Bends bends = face.points[0].bends;
  if (face.kind == Kind::Segment) bends.is_round = false;
  return bends;
}

// Of the nearest point of a face. That of a tilted disc is on its rim, where the first point is. A
// face without points stands for a point of which no more is known, deep inside a mesh.
Bends bends_at_nearest(const ContactFace& face, const V& p) {
  if (face.points.empty()) return {};
  if (face.kind == Kind::Point || face.kind == Kind::Segment) return bends_of_line(face);
  if (face.kind != Kind::Disc || !face.moves) return {};
  const FacePoint& lowest = face.points[0];
  return norm(p - lowest.p) <= 1e-6 * face.disc ? lowest.bends : Bends{};
}

// Of the vertex of a face with this number, or of the one line that it is.
Bends bends_at(const ContactFace& face, FeatureId feature) {
  for (const FacePoint& p : face.points)
    if (p.vertex == feature) return p.bends;
  return face.kind == Kind::Segment && feature == face.face ? bends_of_line(face) : Bends{};
}

bool is_vertex(const ContactFace& face, const V& p, double near) {
  return !face.moves && std::any_of(face.points.begin(), face.points.end(),
                                    [&](const auto& q) { return norm(p - q.p) <= near; });
}

// The direction of the edge of a face that p lies on; zero where it is a vertex or something else.
V edge_through(const ContactFace& face, const V& p, double near) {
  if (face.kind != Kind::Segment && face.kind != Kind::Polygon) return {0, 0, 0};
  const std::size_t n = face.points.size();
  for (std::size_t i = 0; i < (face.kind == Kind::Segment ? 1 : n); ++i) {
    const V &q = face.points[i].p, e = face.points[(i + 1) % n].p - q;
    const double length = norm(e), s = dot(p - q, e) / length;
    if (s > near && s < length - near && norm(p - q - (s / length) * e) <= near)
      return (1.0 / length) * e;
  }
  return {0, 0, 0};
}

// The normal across two edges, on the side of n; zero where they hardly cross, or it is far from n.
V normal_across(const V& e, const V& f, const V& n) {
  const V m = cross(e, f);
  const double sine = norm(m), length = norm(e) * norm(f);
  if (!(sine > least_crossing * length)) return {0, 0, 0};
  const V u = (dot(m, n) < 0.0 ? -1.0 / sine : 1.0 / sine) * m;
  return norm(u - n) < other_normal_of_edges ? u : V::zero();
}

// Points of two edges that cross, moved along them until they are apart along m alone.
void move_to_crossing(const Corner& c, const V& m, RegionPoint& p) {
  const V d = c.p_a - c.p_b, e = cross(c.along_a, m), f = cross(c.along_b, m);
  p.p_a = c.p_a - (dot(d, f) / dot(c.along_a, f)) * c.along_a;
  p.p_b = c.p_b + (dot(d, e) / dot(c.along_b, e)) * c.along_b;
}

}  // namespace

void solid_face(const Collider& c, const Transform<double>& X, const Vec3<double>& m, int& kept,
                ContactFace& out) {
  if (c.shape.kind != ShapeKind::HalfSpace) return contact_face(c.convex, X, m, kept, out);
  out.points.clear();
  out.kind = Kind::Plane;
  out.normal = X.rotation.c2;
  out.centre = X.translation;
  out.face = face_id(0);
  out.rounding = 0.0;
  out.moves = false;
}

Vec3<double> region_normal(const ContactFace& a, const ContactFace& b, const Vec3<double>& n,
                           int& reference) {
  const double off_a = a.is_flat() ? norm(n + a.normal) : 1e300;
  const double off_b = b.is_flat() ? norm(n - b.normal) : 1e300;
  if (std::min(off_a, off_b) > reference_hysteresis) {
    reference = 0;
    return n;
  }
  int best = off_a < off_b ? 1 : 2;
  if (a.is_flat() && b.is_flat() && reference != 0 && reference != best) {
    const double kept = reference == 1 ? off_a : off_b, other = reference == 1 ? off_b : off_a;
    if (kept <= other + reference_hysteresis) best = reference;
  }
  reference = best;
  return best == 1 ? -a.normal : b.normal;
}

RegionMaker::RegionMaker(const ContactFace& a, const ContactFace& b, const Place& place,
                         RegionList& out)
    : a_(a), b_(b), place_(place), out_(out), first_(static_cast<int>(out.points.size())) {}

void RegionMaker::push(RegionPoint point, const Vec3<double>& core_a, const Vec3<double>& core_b) {
  if (point.gap > place_.contact_distance) return;
  // A ball over a small face that is seen from aside may be deep below its plane, and beside it.
  if (point.gap < 2.0 * std::min(0.0, place_.nearest) - no_overlap) return;
  least_ = std::min(least_, point.gap);
  point.radius_a = a_.rounding, point.radius_b = b_.rounding;
  const auto local = [](const Transform<double>& X, const V& p) {
    return transpose_times(X.rotation, p - X.translation);
  };
  point.point_a = local(place_.X_WA, core_a), point.point_b = local(place_.X_WB, core_b);
  point.n_a = transpose_times(place_.X_WA.rotation, point.n);
  point.n_b = transpose_times(place_.X_WB.rotation, point.n);
  out_.points.push_back(point);
}

// A vertex that touches where neither of the faces gives the normal is on the edge of one.
bool RegionMaker::touches_edge(const Corner& c) const {
  return !is_flat_ && a_.is_flat() && b_.is_flat() &&
         abs(dot(place_.n, c.p_a - c.p_b) - a_.rounding - b_.rounding) <= touching_edge;
}

// The side of a capsule that lies on a face, tilted a little, touches at the border
// of the face where it goes down beyond it: its axis and the edge cross there, and have a normal of
// their own. Along that of the face they would be apart by the square of the tilt, and the nearest
// points would count as another contact at the same place. Zero: it is the face that the side
// touches.
V RegionMaker::normal_of_sides(const Corner& c) const {
  if (!place_.is_convex || a_.rounding * b_.rounding > 0.0) return V::zero();
  const bool on_b = b_.kind == Kind::Polygon && a_.kind == Kind::Segment;
  if (!on_b && !(a_.kind == Kind::Polygon && b_.kind == Kind::Segment)) return V::zero();
  const V m = normal_across(c.along_a, c.along_b, place_.n);
  const V outside = on_b ? cross(c.along_b, b_.normal) : cross(c.along_a, a_.normal);
  return dot(on_b ? m : -m, outside) > 0.0 ? m : V::zero();
}

void RegionMaker::add(const Corner& c) {
  RegionPoint p;
  p.feature = feature_of(c);
  p.bends_a = bends_at(a_, c.on_a), p.bends_b = bends_at(b_, c.on_b);
  V core_a = c.p_a, core_b = c.p_b;
  if (c.kind != Corner::Kind::Crossing) p.inside = c.inside;
  if (c.kind == Corner::Kind::VertexOfA) {
    p.kind = PointKind::PointOnB;
    p.n = touches_edge(c) ? place_.n : b_.normal;
    p.moves = a_.moves;
    p.gap = dot(p.n, c.p_a - c.p_b) - a_.rounding;
    p.p_a = c.p_a - a_.rounding * p.n;
    p.p_b = core_b = p.p_a - p.gap * p.n;
  } else if (c.kind == Corner::Kind::VertexOfB) {
    p.kind = PointKind::PointOnA;
    p.n = touches_edge(c) ? place_.n : -a_.normal;
    p.moves = b_.moves;
    p.gap = dot(p.n, c.p_a - c.p_b) - b_.rounding;
    p.p_b = c.p_b + b_.rounding * p.n;
    p.p_a = core_a = p.p_b + p.gap * p.n;
  } else {
    // The side of a capsule crosses an edge of a face as a line does.
    const bool round = a_.rounding + b_.rounding > 0.0;
    p.kind = round ? PointKind::Smooth : PointKind::EdgeEdge;
    p.n = place_.n;
    p.gap = dot(p.n, c.p_a - c.p_b) - a_.rounding - b_.rounding;
    p.p_a = c.p_a - a_.rounding * p.n, p.p_b = c.p_b + b_.rounding * p.n;
    // Of faces that lie on each other, the plane of one of them is the better one. Of faces that
    // are nearly parallel, edges that cross have a normal of their own: along that of a face they
    // would move into each other, by a part of the way that no shorter step makes smaller. That is
    // so, too, where one of the edges lies in the other face and its body rocks about it.
    // Rims have the normal across their tangents.
    const bool tilted =
        !a_.is_flat() || !b_.is_flat() || norm(a_.normal + b_.normal) > same_normal_of_edges;
    const V m = !is_flat_ ? V::zero()
                : round   ? normal_of_sides(c)
                : tilted  ? normal_across(c.along_a, c.along_b, p.n)
                          : V::zero();
    const bool across = dot(m, m) > 0.5;
    if (across) {
      p.n = m, p.gap = dot(m, c.p_a - c.p_b) - a_.rounding - b_.rounding;
      move_to_crossing(c, m, p);
      if (round) core_a = p.p_a, core_b = p.p_b;
      p.p_a -= a_.rounding * m, p.p_b += b_.rounding * m;
    }
    const bool rim = a_.kind == Kind::Disc || b_.kind == Kind::Disc;
    if (across || !rim) p.along_a = c.along_a, p.along_b = c.along_b;
    p.lies_flat = is_flat_ && !across;
    p.moves = rim;
    // Until the next search, a side that lies on the face touches its plane: it may move along the
    // border.
    if (p.lies_flat && !out_.exact && a_.kind == Kind::Segment && (round || a_.moves)) {
      p.kind = PointKind::PointOnB;
      p.moves = a_.moves;
      p.p_b = core_b = p.p_a - p.gap * p.n;
    } else if (p.lies_flat && !out_.exact && b_.kind == Kind::Segment && (round || b_.moves)) {
      p.kind = PointKind::PointOnA;
      p.moves = b_.moves;
      p.p_a = core_a = p.p_b + p.gap * p.n;
    }
  }
  push(p, core_a, core_b);
}

void RegionMaker::add_cores(const Corner& c) {
  RegionPoint p;
  p.feature = feature_of(c);
  p.bends_a = bends_at(a_, c.on_a), p.bends_b = bends_at(b_, c.on_b);
  p.kind = a_.rounding + b_.rounding > 0.0 || a_.moves || b_.moves ? PointKind::Smooth
                                                                   : PointKind::EdgeEdge;
  p.moves = a_.moves || b_.moves;
  const V w = c.p_a - c.p_b;
  const double length = norm(w);
  // Cores of rounded solids are far apart; edges are not, and share the normal of the region.
  p.n = a_.rounding + b_.rounding > 1e3 * place_.contact_distance && length > 0.0
            ? (1.0 / length) * w
            : place_.n;
  p.along_a = c.along_a, p.along_b = c.along_b;
  p.gap = dot(p.n, w) - a_.rounding - b_.rounding;
  p.p_a = c.p_a - a_.rounding * p.n, p.p_b = c.p_b + b_.rounding * p.n;
  push(p, c.p_a, c.p_b);
}

// Edges, axes and lines along each other: the ends of their common part. Returns false where they
// are not along each other.
bool RegionMaker::add_parallel_ends(const FaceEdge& a, const FaceEdge& b) {
  const V p = a.from->p, e = a.to->p - p, q = b.from->p, f = b.to->p - q;
  const double length_a = norm(e), length_b = norm(f);
  if (norm(cross(e, f)) > parallel_limit * length_a * length_b) return false;
  const V u = (1.0 / length_a) * e, v = (1.0 / length_b) * f;
  const double thin = 1e-6 * std::min(length_a, length_b);
  Corner c;
  for (const FacePoint* const end : {a.from, a.to}) {
    const double s = dot(end->p - q, v);
    if (s < -thin || s > length_b + thin) continue;
    c.p_a = end->p, c.p_b = q + s * v, c.on_a = end->vertex, c.on_b = b.from->edge;
    c.along_a = V::zero(), c.along_b = v;
    add_cores(c);
  }
  for (const FacePoint* const end : {b.from, b.to}) {
    const double s = dot(end->p - p, u);
    if (s <= thin || s >= length_a - thin) continue;
    c.p_a = p + s * u, c.p_b = end->p, c.on_a = a.from->edge, c.on_b = end->vertex;
    c.along_a = u, c.along_b = V::zero();
    add_cores(c);
  }
  return true;
}

// A line beyond the border of a face, along that border: it touches the edge there, not the plane
// of the face.
bool RegionMaker::add_along_border(const ContactFace& line, const ContactFace& face) {
  const bool line_is_a = &line == &a_;
  const V out = line_is_a ? place_.n : -place_.n;
  for (std::size_t i = 0; i < face.points.size(); ++i) {
    const FacePoint &from = face.points[i], &to = face.points[(i + 1) % face.points.size()];
    if (from.inner_edge || !(dot(out, cross(to.p - from.p, face.normal)) > 0.0)) continue;
    const FaceEdge edge{&from, &to}, other{&line.points[0], &line.points[1]};
    if (add_parallel_ends(line_is_a ? other : edge, line_is_a ? edge : other)) return true;
  }
  return false;
}

void RegionMaker::add_corners(double size, const KeptFeatures& kept, int reference) {
  static thread_local std::vector<Corner> corners;
  if (a_.kind == Kind::Segment && b_.kind == Kind::Segment) {
    add_parallel_ends({&a_.points[0], &a_.points[1]}, {&b_.points[0], &b_.points[1]});
    return;
  }
  const bool point = a_.kind == Kind::Point || b_.kind == Kind::Point;
  // A ball beside an edge of a face does not touch the face.
  if (point && reference == 0) return;
  is_flat_ = reference != 0;
  if (!is_flat_ && a_.kind == Kind::Segment && b_.kind == Kind::Polygon && add_along_border(a_, b_))
    return;
  if (!is_flat_ && b_.kind == Kind::Segment && a_.kind == Kind::Polygon && add_along_border(b_, a_))
    return;
  find_corners(a_, b_, place_.n, (out_.exact ? exact_border : border) * size, kept, corners);
  for (const Corner& c : corners) add(c);
}

void RegionMaker::ensure(const Distance& d, double tolerance) {
  if (least_ <= d.value + tolerance + 1e-3 * abs(d.value)) return;
  RegionPoint p;
  p.feature = (static_cast<std::uint64_t>(nearest_kind) << 56) |
              (static_cast<std::uint64_t>(a_.face) << 28) | static_cast<std::uint64_t>(b_.face);
  p.n = d.n;
  p.gap = d.value;
  p.p_a = d.p_a, p.p_b = d.p_b;
  p.moves = a_.moves || b_.moves;
  const double off = out_.exact ? exact_normal : flat_normal;
  const bool flat_a = a_.is_flat() && norm(d.n + a_.normal) < off;
  const bool flat_b = b_.is_flat() && norm(d.n - b_.normal) < off;
  const bool round = a_.rounding + b_.rounding > 0.0 || p.moves;
  p.kind = flat_b   ? PointKind::PointOnB
           : flat_a ? PointKind::PointOnA
           : round  ? PointKind::Smooth
                    : PointKind::EdgeEdge;
  const V core_a = d.p_a + a_.rounding * d.n, core_b = d.p_b - b_.rounding * d.n;
  if (p.kind == PointKind::Smooth || p.kind == PointKind::EdgeEdge) {
    // Points found by iteration lie on their edges to half of the digits.
    constexpr double near = 1e-6;
    p.along_a = edge_through(a_, core_a, near), p.along_b = edge_through(b_, core_b, near);
    p.vertex_a = is_vertex(a_, core_a, near), p.vertex_b = is_vertex(b_, core_b, near);
  }
  if (out_.exact) {
    const auto is_line = [](const V& along) { return dot(along, along) > 0.0 ? 1U : 0U; };
    p.feature += static_cast<std::uint64_t>(8U * static_cast<unsigned>(p.kind) +
                                            32U * is_line(p.along_a) + 64U * is_line(p.along_b))
                 << 56;
  }
  p.bends_a = bends_at_nearest(a_, core_a), p.bends_b = bends_at_nearest(b_, core_b);
  push(p, core_a, core_b);
}

void RegionMaker::finish(std::vector<std::uint64_t>& features) {
  const int count = static_cast<int>(out_.points.size()) - first_;
  features.clear();
  if (count == 0) return;
  RegionPoint* const begin = out_.points.data() + first_;
  if (out_.in_order) order_points(place_.n, begin, begin + count);
  for (int i = 0; i < count; ++i) features.push_back(begin[i].feature);
  std::sort(features.begin(), features.end());
  out_.regions.push_back({place_.n, first_, count});
}

void order_points(const Vec3<double>& n, RegionPoint* begin, RegionPoint* end) {
  const auto count = static_cast<double>(end - begin);
  // By feature first: then the order of points at equal angles is the same always.
  const auto by_feature = [](const RegionPoint& p, const RegionPoint& q) {
    return p.feature < q.feature;
  };
  if (!std::is_sorted(begin, end, by_feature)) std::sort(begin, end, by_feature);
  if (end - begin < 3) return;
  V centre{0, 0, 0};
  for (const RegionPoint* p = begin; p != end; ++p) centre += (1.0 / count) * p->p_b;
  const V u = across(n), v = cross(n, u), w = begin->p_b - centre;
  const double start = std::atan2(dot(v, w), dot(u, w));
  const auto angle = [&](const RegionPoint& p) {
    const V r = p.p_b - centre;
    const double t = std::atan2(dot(v, r), dot(u, r)) - start;
    return t < -1e-12 ? t + 6.283185307179586 : t;
  };
  static thread_local std::vector<std::pair<double, int>> order;
  static thread_local std::vector<RegionPoint> points;
  order.clear();
  for (const RegionPoint* p = begin + 1; p != end; ++p)
    order.emplace_back(angle(*p), static_cast<int>(p - begin));
  if (std::is_sorted(order.begin(), order.end())) return;
  std::sort(order.begin(), order.end());
  points.assign(begin, end);
  for (std::size_t i = 0; i < order.size(); ++i) begin[i + 1] = points[to_index(order[i].second)];
}

}  // namespace catena
