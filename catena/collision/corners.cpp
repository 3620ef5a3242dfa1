#include "catena/collision/corners.hpp"

#include <algorithm>
#include <cmath>

namespace catena {

namespace {

using V = Vec3<double>;
using Kind = ContactFace::Kind;

struct Flat {
  double x, y;
};

// The plane across n, seen from its tip.
struct View {
  V u, v;
  explicit View(const V& n) : u(across(n)), v(cross(n, u)) {}
  Flat operator()(const V& p) const { return {dot(u, p), dot(v, p)}; }
};

// How far p is to the left of the line from q to r.
double left_of(const Flat& q, const Flat& r, const Flat& p) {
  const double x = r.x - q.x, y = r.y - q.y;
  return (x * (p.y - q.y) - y * (p.x - q.x)) / std::hypot(x, y);
}

// A face in the plane. Faces of a look down and go round the other way.
struct FlatFace {
  const ContactFace& face;
  const View& view;
  double turn;  // 1: counter-clockwise

  int count() const { return static_cast<int>(face.points.size()); }
  const FacePoint& point(int i) const { return face.points[to_index(i)]; }
  int next(int i) const { return i + 1 == count() ? 0 : i + 1; }
  int edges() const {
    return face.kind == Kind::Polygon ? count() : face.kind == Kind::Segment ? 1 : 0;
  }

  // How far p is inside; negative outside.
  double inside(const Flat& p) const {
    if (face.kind == Kind::Plane) return 1e300;
    if (face.kind == Kind::Disc) {
      const Flat c = view(face.centre);
      return face.disc - std::hypot(p.x - c.x, p.y - c.y);
    }
    if (face.kind != Kind::Polygon) return -1e300;
    double least = 1e300;
    for (int i = 0; i < count(); ++i)
      least = std::min(least, turn * left_of(view(point(i).p), view(point(next(i)).p), p));
    return least;
  }
  // The point of the flat face over p.
  V over(const Flat& p, const V& n) const {
    const V on_plane = p.x * view.u + p.y * view.v;
    const V& q = face.points.empty() ? face.centre : face.points[0].p;
    const double h = dot(face.normal, q - on_plane) / dot(face.normal, n);
    return on_plane + h * n;
  }
};

struct Search {
  const FlatFace a, b;
  const V n;
  double thickness;
  const KeptFeatures& kept;
  std::vector<Corner>& out;

  void add(const Corner& c) {
    for (const Corner& other : out)
      if (std::hypot(c.x - other.x, c.y - other.y) <= 4.0 * thickness) return;
    out.push_back(c);
  }
  bool was_there(const Corner& c) const {
    return std::binary_search(kept.begin(), kept.end(), feature_of(c));
  }
  void vertices(const FlatFace& from, const FlatFace& onto, Corner::Kind kind);
  void edge_crossings();
  void rim_crossings(const FlatFace& disc, const FlatFace& edges, bool disc_is_a);
  void rims();
};

void Search::vertices(const FlatFace& from, const FlatFace& onto, Corner::Kind kind) {
  if (!onto.face.is_flat()) return;
  for (int i = 0; i < from.count(); ++i) {
    const FacePoint& p = from.point(i);
    if (p.inner_vertex) continue;
    const Flat at = from.view(p.p);
    const double inside = onto.inside(at);
    if (inside < -2.0 * thickness) continue;
    Corner c;
    c.kind = kind;
    c.x = at.x, c.y = at.y;
    const V other = onto.over(at, n);
    const bool of_a = kind == Corner::Kind::VertexOfA;
    c.p_a = of_a ? p.p : other, c.p_b = of_a ? other : p.p;
    c.on_a = of_a ? p.vertex : onto.face.face, c.on_b = of_a ? onto.face.face : p.vertex;
    if (inside >= -thickness || was_there(c)) add(c);
  }
}

void Search::edge_crossings() {
  for (int i = 0; i < a.edges(); ++i)
    for (int j = 0; j < b.edges(); ++j) {
      if (a.point(i).inner_edge || b.point(j).inner_edge) continue;
      const V &p0 = a.point(i).p, &p1 = a.point(a.next(i)).p;
      const V &q0 = b.point(j).p, &q1 = b.point(b.next(j)).p;
      const Flat f0 = a.view(p0), f1 = a.view(p1), g0 = b.view(q0), g1 = b.view(q1);
      const double s0 = left_of(g0, g1, f0), s1 = left_of(g0, g1, f1);
      if ((s0 > 0.0) == (s1 > 0.0) || std::min(abs(s0), abs(s1)) <= thickness) continue;
      const double t0 = left_of(f0, f1, g0), t1 = left_of(f0, f1, g1);
      if ((t0 > 0.0) == (t1 > 0.0) || std::min(abs(t0), abs(t1)) <= thickness) continue;
      const double s = s0 / (s0 - s1), t = t0 / (t0 - t1);
      Corner c;
      c.along_a = p1 - p0, c.along_b = q1 - q0;
      c.p_a = p0 + s * c.along_a, c.p_b = q0 + t * c.along_b;
      c.on_a = a.point(i).edge, c.on_b = b.point(j).edge;
      c.x = f0.x + s * (f1.x - f0.x), c.y = f0.y + s * (f1.y - f0.y);
      add(c);
    }
}

// Where the edges of one face pass the rim of the other.
void Search::rim_crossings(const FlatFace& disc, const FlatFace& other, bool disc_is_a) {
  if (disc.face.kind != Kind::Disc) return;
  const Flat c = disc.view(disc.face.centre);
  for (int j = 0; j < other.edges(); ++j) {
    if (other.point(j).inner_edge) continue;
    const V &q0 = other.point(j).p, &q1 = other.point(other.next(j)).p;
    const Flat g0 = other.view(q0), g1 = other.view(q1);
    const double x = g1.x - g0.x, y = g1.y - g0.y, length = std::hypot(x, y);
    const double along = ((c.x - g0.x) * x + (c.y - g0.y) * y) / length;
    const double off = left_of(g0, g1, c), chord = disc.face.disc * disc.face.disc - off * off;
    if (chord <= 0.0) continue;
    for (const double side : {-1.0, 1.0}) {
      const double t = (along + side * sqrt(chord)) / length;
      if (t * length <= thickness || t * length >= length - thickness) continue;
      const Flat at{g0.x + t * x, g0.y + t * y};
      const V on_edge = q0 + t * (q1 - q0), on_disc = disc.over(at, n);
      Corner corner;
      corner.p_a = disc_is_a ? on_disc : on_edge, corner.p_b = disc_is_a ? on_edge : on_disc;
      // The rim is one edge; the side tells the two crossings apart.
      const FeatureId rim = edge_id(side > 0.0 ? 3 : 4), edge = other.point(j).edge;
      corner.on_a = disc_is_a ? rim : edge, corner.on_b = disc_is_a ? edge : rim;
      corner.x = at.x, corner.y = at.y;
      add(corner);
    }
  }
}

void Search::rims() {
  if (a.face.kind != Kind::Disc || b.face.kind != Kind::Disc) return;
  const Flat p = a.view(a.face.centre), q = b.view(b.face.centre);
  const double x = q.x - p.x, y = q.y - p.y, d = std::hypot(x, y), r = a.face.disc, s = b.face.disc;
  if (d <= abs(r - s) + thickness || d >= r + s) return;
  const double along = (d * d + r * r - s * s) / (2.0 * d), chord = r * r - along * along;
  if (chord <= 0.0) return;
  for (const double side : {-1.0, 1.0}) {
    const double h = side * sqrt(chord);
    const Flat at{p.x + (along * x - h * y) / d, p.y + (along * y + h * x) / d};
    Corner c;
    c.p_a = a.over(at, n), c.p_b = b.over(at, n);
    c.on_a = edge_id(side > 0.0 ? 3 : 4), c.on_b = edge_id(side > 0.0 ? 4 : 3);
    c.x = at.x, c.y = at.y;
    add(c);
  }
}

}  // namespace

std::uint64_t feature_of(const Corner& c) {
  return (static_cast<std::uint64_t>(static_cast<int>(c.kind) + 1) << 56) |
         (static_cast<std::uint64_t>(c.on_a) << 28) | static_cast<std::uint64_t>(c.on_b);
}

void find_corners(const ContactFace& a, const ContactFace& b, const Vec3<double>& n,
                  double thickness, const KeptFeatures& kept, std::vector<Corner>& out) {
  out.clear();
  const View view(n);
  Search search{{a, view, -1.0}, {b, view, 1.0}, n, thickness, kept, out};
  search.vertices(search.a, search.b, Corner::Kind::VertexOfA);
  search.vertices(search.b, search.a, Corner::Kind::VertexOfB);
  search.edge_crossings();
  search.rim_crossings(search.a, search.b, true);
  search.rim_crossings(search.b, search.a, false);
  search.rims();
}

}  // namespace catena
