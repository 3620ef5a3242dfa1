#include "catena/collision/corners.hpp"

#include <algorithm>
#include <cmath>

namespace catena {

namespace {

using V = Vec3<double>;
using Kind = ContactFace::Kind;

// A face is tilted to the normal of the region by more than this (its sine).
constexpr double tilted_face = 1e-6;

struct Flat {
  double x, y;
};

// The plane across n, seen from its tip.
struct View {
  V u, v;
  explicit View(const V& n) : u(across(n)), v(cross(n, u)) {}
  Flat operator()(const V& p) const { return {dot(u, p), dot(v, p)}; }
};

// Scratch of one face: its points in the plane, and the line through each edge.
struct FlatScratch {
  struct Line {
    double x, y, offset;  // how far p is inside: x p.x + y p.y - offset
  };
  std::vector<Flat> points;
  std::vector<Line> lines;
  // How far each point is inside of each line of the other face: [line * count + point].
  std::vector<double> inside;
};

// A face in the plane.
struct FlatFace {
  const ContactFace& face;
  const View& view;
  FlatScratch& scratch;
  Flat centre;

  // Faces of a look down and go round the other way: turn is -1.
  FlatFace(const ContactFace& f, const View& v, double turn, FlatScratch& s)
      : face(f), view(v), scratch(s), centre(v(f.centre)) {
    s.points.clear();
    for (const FacePoint& p : f.points) s.points.push_back(v(p.p));
    s.lines.clear();
    for (int i = 0; i < edges(); ++i) {
      const Flat &p = at(i), &q = at(next(i));
      const double x = q.x - p.x, y = q.y - p.y, k = turn / sqrt(x * x + y * y);
      s.lines.push_back({-k * y, k * x, k * (x * p.y - y * p.x)});
    }
  }

  int count() const { return static_cast<int>(face.points.size()); }
  const FacePoint& point(int i) const { return face.points[to_index(i)]; }
  const Flat& at(int i) const { return scratch.points[to_index(i)]; }
  int next(int i) const { return i + 1 == count() ? 0 : i + 1; }
  int edges() const {
    return face.kind == Kind::Polygon ? count() : face.kind == Kind::Segment ? 1 : 0;
  }
  // How far point i of the other face is inside of line j; see measure().
  double inside(int j, int i, int others) const { return scratch.inside[to_index(j * others + i)]; }

  void measure(const FlatFace& other) {
    scratch.inside.clear();
    for (const FlatScratch::Line& line : scratch.lines)
      for (const Flat& p : other.scratch.points)
        scratch.inside.push_back(line.x * p.x + line.y * p.y - line.offset);
  }

  // How far point i of the other face is inside; negative outside.
  double holds(const FlatFace& other, int i) const {
    if (face.kind == Kind::Plane) return 1e300;
    if (face.kind == Kind::Disc) {
      const double x = other.at(i).x - centre.x, y = other.at(i).y - centre.y;
      return face.disc - sqrt(x * x + y * y);
    }
    if (face.kind != Kind::Polygon) return -1e300;
    double least = 1e300;
    for (int j = 0; j < edges(); ++j) least = std::min(least, inside(j, i, other.count()));
    return least;
  }
  // Along the rim of a disc at p, counter-clockwise seen from outside.
  V along_rim(const V& p) const { return cross(face.normal, p - face.centre); }
  // The same for the foot of a point on this face, along the normal of the face.
  double holds_foot_of(const V& p) const {
    if (face.kind == Kind::Plane) return 1e300;
    const V& q = face.points.empty() ? face.centre : face.points[0].p;
    const Flat foot = view(p - dot(face.normal, p - q) * face.normal);
    if (face.kind == Kind::Disc) {
      const double x = foot.x - centre.x, y = foot.y - centre.y;
      return face.disc - sqrt(x * x + y * y);
    }
    double least = face.kind == Kind::Polygon ? 1e300 : -1e300;
    for (const FlatScratch::Line& line : scratch.lines)
      least = std::min(least, line.x * foot.x + line.y * foot.y - line.offset);
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
  const FlatFace &a, &b;
  const V n;
  double thickness;
  const KeptFeatures& kept;
  std::vector<Corner>& out;

  void add(const Corner& c) {
    for (const Corner& other : out) {
      const double x = c.x - other.x, y = c.y - other.y;
      if (x * x + y * y <= 16.0 * thickness * thickness) return;
    }
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
  const bool tilted = onto.face.is_triangle && norm(cross(n, onto.face.normal)) > tilted_face;
  for (int i = 0; i < from.count(); ++i) {
    const FacePoint& p = from.point(i);
    if (p.inner_vertex) continue;
    const Flat& at = from.at(i);
    // A ball touches the plane of a face only where its centre is over the face.
    const double inside = from.face.rounding > 0.0 ? onto.holds_foot_of(p.p) : onto.holds(from, i);
    if (inside < -2.0 * thickness) continue;
    // The outermost point of a rim that touches an edge between two triangles is on the edge, not
    // on the plane of one of them.
    if (tilted && inside <= thickness && dot(p.bends.first, p.bends.first) > 0.0) continue;
    Corner c;
    c.kind = kind;
    c.x = at.x, c.y = at.y;
    c.inside = inside;
    const V other = onto.over(at, n);
    const bool of_a = kind == Corner::Kind::VertexOfA;
    c.p_a = of_a ? p.p : other, c.p_b = of_a ? other : p.p;
    c.on_a = of_a ? p.vertex : onto.face.face, c.on_b = of_a ? onto.face.face : p.vertex;
    if (inside >= -thickness || was_there(c)) add(c);
  }
}

void Search::edge_crossings() {
  const auto cross_line = [&](double s, double t) {
    return (s > 0.0) != (t > 0.0) && abs(s) > thickness && abs(t) > thickness;
  };
  for (int i = 0; i < a.edges(); ++i)
    for (int j = 0; j < b.edges(); ++j) {
      const double s0 = b.inside(j, i, a.count()), s1 = b.inside(j, a.next(i), a.count());
      if (!cross_line(s0, s1)) continue;
      const double t0 = a.inside(i, j, b.count()), t1 = a.inside(i, b.next(j), b.count());
      if (!cross_line(t0, t1) || a.point(i).inner_edge || b.point(j).inner_edge) continue;
      const V &p0 = a.point(i).p, &q0 = b.point(j).p;
      const Flat &f0 = a.at(i), &f1 = a.at(a.next(i));
      const double s = s0 / (s0 - s1), t = t0 / (t0 - t1);
      Corner c;
      c.along_a = a.point(a.next(i)).p - p0, c.along_b = b.point(b.next(j)).p - q0;
      c.p_a = p0 + s * c.along_a, c.p_b = q0 + t * c.along_b;
      c.on_a = a.point(i).edge, c.on_b = b.point(j).edge;
      c.x = f0.x + s * (f1.x - f0.x), c.y = f0.y + s * (f1.y - f0.y);
      add(c);
    }
}

// Where the edges of one face pass the rim of the other.
void Search::rim_crossings(const FlatFace& disc, const FlatFace& other, bool disc_is_a) {
  if (disc.face.kind != Kind::Disc) return;
  const Flat& c = disc.centre;
  for (int j = 0; j < other.edges(); ++j) {
    if (other.point(j).inner_edge) continue;
    const V &q0 = other.point(j).p, &q1 = other.point(other.next(j)).p;
    const Flat &g0 = other.at(j), &g1 = other.at(other.next(j));
    const double x = g1.x - g0.x, y = g1.y - g0.y, length = sqrt(x * x + y * y);
    const double along = ((c.x - g0.x) * x + (c.y - g0.y) * y) / length;
    const double off = (x * (c.y - g0.y) - y * (c.x - g0.x)) / length,
                 chord = disc.face.disc * disc.face.disc - off * off;
    if (chord <= 0.0) continue;
    for (const double side : {-1.0, 1.0}) {
      const double t = (along + side * sqrt(chord)) / length;
      if (t * length <= thickness || t * length >= length - thickness) continue;
      const Flat at{g0.x + t * x, g0.y + t * y};
      const V on_edge = q0 + t * (q1 - q0), on_disc = disc.over(at, n);
      Corner corner;
      const V rim_there = disc.along_rim(on_disc), edge_there = q1 - q0;
      corner.p_a = disc_is_a ? on_disc : on_edge, corner.p_b = disc_is_a ? on_edge : on_disc;
      corner.along_a = disc_is_a ? rim_there : edge_there;
      corner.along_b = disc_is_a ? edge_there : rim_there;
      // The rim is one edge; the side tells the two crossings apart, the same for both faces that
      // share the edge and go along it in opposite directions.
      const bool forward = other.point(j).vertex < other.point(other.next(j)).vertex;
      const FeatureId rim = edge_id((side > 0.0) == forward ? 3 : 4), edge = other.point(j).edge;
      corner.on_a = disc_is_a ? rim : edge, corner.on_b = disc_is_a ? edge : rim;
      corner.x = at.x, corner.y = at.y;
      add(corner);
    }
  }
}

void Search::rims() {
  if (a.face.kind != Kind::Disc || b.face.kind != Kind::Disc) return;
  const Flat &p = a.centre, &q = b.centre;
  const double x = q.x - p.x, y = q.y - p.y, d = sqrt(x * x + y * y), r = a.face.disc,
               s = b.face.disc;
  if (d <= abs(r - s) + thickness || d >= r + s) return;
  const double along = (d * d + r * r - s * s) / (2.0 * d), chord = r * r - along * along;
  if (chord <= 0.0) return;
  for (const double side : {-1.0, 1.0}) {
    const double h = side * sqrt(chord);
    const Flat at{p.x + (along * x - h * y) / d, p.y + (along * y + h * x) / d};
    Corner c;
    c.p_a = a.over(at, n), c.p_b = b.over(at, n);
    c.along_a = a.along_rim(c.p_a), c.along_b = b.along_rim(c.p_b);
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
  static thread_local FlatScratch scratch_a, scratch_b;
  out.clear();
  const View view(n);
  FlatFace flat_a(a, view, -1.0, scratch_a), flat_b(b, view, 1.0, scratch_b);
  flat_a.measure(flat_b);
  flat_b.measure(flat_a);
  Search search{flat_a, flat_b, n, thickness, kept, out};
  search.vertices(search.a, search.b, Corner::Kind::VertexOfA);
  search.vertices(search.b, search.a, Corner::Kind::VertexOfB);
  search.edge_crossings();
  search.rim_crossings(search.a, search.b, true);
  search.rim_crossings(search.b, search.a, false);
  search.rims();
}

}  // namespace catena
