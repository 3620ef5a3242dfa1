#include "catena/collision/contact_face.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace catena {

namespace {

using V = Vec3<double>;
using Kind = ContactFace::Kind;
using std::numbers::pi;

// Faces and edges that are turned away by more than this are met in a point of theirs.
constexpr double sine_limit = 0.3;
constexpr double cosine_limit = 0.9539392014169456;
// A face is kept unless another is better by this angle.
constexpr double hysteresis = 1e-3;

// The centre of the ball that rolls like a rim lies on the axis. Where the axis is nearly along the
// normal it would be too far away for its digits.
constexpr double least_sine = 1e-3;

struct Maker {
  const Transform<double>& X;
  ContactFace& out;

  // A point lies on the rim of this radius at z; m: the normal there, outwards.
  Bends bends_of_rim(double radius, double z, const V& m) const {
    Bends bends;
    const double sine = sqrt(m.x * m.x + m.y * m.y);
    if (!(sine > 0.0)) return bends;
    const double size = std::sqrt(radius / std::max(sine, least_sine));
    bends.first = X.rotation * V{-size * m.y / sine, size * m.x / sine, 0.0};
    bends.is_round = sine > least_sine;
    bends.centre = {0, 0, z};
    return bends;
  }

  void point(const V& p, FeatureId vertex, FeatureId edge = 0) {
    out.points.push_back({X * p, vertex, edge, false, false});
  }
  void single(const V& p, FeatureId vertex) {
    out.kind = Kind::Point;
    out.face = vertex;
    point(p, vertex);
  }
  void segment(const V& p, FeatureId at_p, const V& q, FeatureId at_q, FeatureId edge) {
    out.kind = Kind::Segment;
    out.face = edge;
    point(p, at_p, edge);
    point(q, at_q, edge);
  }
  void polygon(const V& normal, FeatureId face) {
    out.kind = Kind::Polygon;
    out.normal = X.rotation * normal;
    out.face = face;
  }
};

int box_vertex(const V& p) {
  return (p.x > 0.0 ? 1 : 0) + (p.y > 0.0 ? 2 : 0) + (p.z > 0.0 ? 4 : 0);
}

// The edge along `axis` through a vertex.
int box_edge(const V& p, int axis) {
  const int j = (axis + 1) % 3, k = (axis + 2) % 3;
  return 4 * axis + (p[j] > 0.0 ? 1 : 0) + (p[k] > 0.0 ? 2 : 0);
}

void box_face(const V& half, const V& m, Maker& make) {
  const V size{abs(m.x), abs(m.y), abs(m.z)};
  V corner{m.x < 0.0 ? -half.x : half.x, m.y < 0.0 ? -half.y : half.y,
           m.z < 0.0 ? -half.z : half.z};
  const int most = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const int least = size.x <= size.y && size.x <= size.z ? 0 : size.y <= size.z ? 1 : 2;
  if (size[most] < cosine_limit) {
    if (size[least] > sine_limit) return make.single(corner, vertex_id(box_vertex(corner)));
    V other = corner;
    other[least] = -half[least], corner[least] = half[least];
    return make.segment(other, vertex_id(box_vertex(other)), corner, vertex_id(box_vertex(corner)),
                        edge_id(box_edge(corner, least)));
  }
  const double side = corner[most] > 0.0 ? 1.0 : -1.0;
  V normal{0, 0, 0};
  normal[most] = side;
  make.polygon(normal, face_id(2 * most + (side > 0.0 ? 1 : 0)));
  const int j = (most + 1) % 3, k = (most + 2) % 3;
  constexpr double sj[4] = {-1, 1, 1, -1}, sk[4] = {-1, -1, 1, 1};
  for (int i = 0; i < 4; ++i) {
    // Clockwise about the axis where the face looks the other way.
    const int now = side > 0.0 ? i : 3 - i, next = side > 0.0 ? (i + 1) % 4 : (now + 3) % 4;
    V p = corner;
    p[j] = sj[now] * half[j], p[k] = sk[now] * half[k];
    const int along = sj[now] != sj[next] ? j : k;
    make.point(p, vertex_id(box_vertex(p)), edge_id(box_edge(p, along)));
  }
}

int best_hull_face(const ConvexHull& hull, const V& m, int kept) {
  int best = 0;
  for (int f = 1; f < hull.face_count(); ++f)
    if (dot(hull.normals[to_index(f)], m) > dot(hull.normals[to_index(best)], m)) best = f;
  if (kept < 0 || kept >= hull.face_count()) return best;
  const double angle = norm(hull.normals[to_index(best)] - m);
  return norm(hull.normals[to_index(kept)] - m) <= angle + hysteresis ? kept : best;
}

void hull_edge_or_vertex(const ConvexHull& hull, const V& m, Maker& make) {
  int best = -1, vertex = 0;
  double highest = -1e300;
  for (int v = 0; v < hull.vertex_count(); ++v) {
    const double s = dot(hull.vertices[to_index(v)], m);
    if (s > highest) highest = s, vertex = v;
  }
  double least = sine_limit;
  for (int e = 0; e < hull.edge_count(); ++e) {
    const auto& ends = hull.edges[to_index(e)].vertices;
    if (ends[0] != vertex && ends[1] != vertex) continue;
    const V along = hull.vertices[to_index(ends[1])] - hull.vertices[to_index(ends[0])];
    const double sine = abs(dot(normalized(along), m));
    if (sine < least) least = sine, best = e;
  }
  if (best < 0) return make.single(hull.vertices[to_index(vertex)], vertex_id(vertex));
  const auto& ends = hull.edges[to_index(best)].vertices;
  make.segment(hull.vertices[to_index(ends[0])], vertex_id(ends[0]),
               hull.vertices[to_index(ends[1])], vertex_id(ends[1]), edge_id(best));
}

void hull_face(const ConvexHull& hull, const V& m, int& kept, Maker& make) {
  kept = best_hull_face(hull, m, kept);
  if (dot(hull.normals[to_index(kept)], m) < cosine_limit)
    return hull_edge_or_vertex(hull, m, make);
  make.polygon(hull.normals[to_index(kept)], face_id(kept));
  const auto loop = hull.face(kept), edges = hull.face_edges(kept);
  for (std::size_t i = 0; i < loop.size(); ++i)
    make.point(hull.vertices[to_index(loop[i])], vertex_id(loop[i]), edge_id(edges[i]));
}

// Eight points of the rim, the first one the lowest along m. Where the disc lies flat no point is
// lowest, and they stay where they are in the body.
void disc_face(double radius, double z, double side, const V& m, Maker& make) {
  make.polygon({0, 0, side}, face_id(side > 0.0 ? 1 : 0));
  make.out.kind = Kind::Disc;
  make.out.disc = radius;
  make.out.centre = make.X * V{0, 0, z};
  const double tilt = sqrt(m.x * m.x + m.y * m.y);
  const bool tilted = tilt > 1e-7;
  make.out.moves = tilted;
  const double c0 = tilted ? m.x / tilt : 1.0, s0 = tilted ? m.y / tilt : 0.0;
  for (int i = 0; i < 8; ++i) {
    const double c = std::cos(0.25 * pi * i), s = side * std::sin(0.25 * pi * i);
    make.point({radius * (c0 * c - s0 * s), radius * (s0 * c + c0 * s), z},
               vertex_id(8 + i + (tilted ? 16 : 0)), edge_id(side > 0.0 ? 1 : 0));
    if (tilted && i == 0) make.out.points.back().bends = make.bends_of_rim(radius, z, m);
  }
}

// The second derivatives of the support function h = |D m| are the radii of curvature:
// (D^2 - (D^2 m) (D^2 m)^T / h^2) / h, D the half axes. Its root, along two tangents.
void bend_ellipsoid(const V& half, const V& m, Maker& make) {
  const V square{half.x * half.x, half.y * half.y, half.z * half.z};
  const V w{square.x * m.x, square.y * m.y, square.z * m.z};
  const double h = sqrt(dot(w, m));
  if (!(h > 0.0)) return;
  const V t = across(m), u = cross(m, t);
  const auto product = [&](const V& x, const V& y) {
    return (square.x * x.x * y.x + square.y * x.y * y.y + square.z * x.z * y.z -
            dot(w, x) * dot(w, y) / (h * h)) /
           h;
  };
  const double first = sqrt(std::max(0.0, product(t, t)));
  const double mixed = first > 0.0 ? product(t, u) / first : 0.0;
  const double second = sqrt(std::max(0.0, product(u, u) - mixed * mixed));
  Bends& bends = make.out.points.back().bends;
  bends.first = make.X.rotation * (first * t + mixed * u);
  bends.second = make.X.rotation * (second * u);
  bends.is_round = true;
}

void cylinder_face(const V& half, const V& m, Maker& make) {
  const double side = m.z < 0.0 ? -1.0 : 1.0, radial = sqrt(m.x * m.x + m.y * m.y);
  if (abs(m.z) > cosine_limit) return disc_face(half.x, side * half.z, side, m, make);
  const V rim{half.x * m.x / radial, half.x * m.y / radial, 0.0};
  make.out.moves = true;
  if (abs(m.z) > sine_limit) {
    make.single(rim + V{0, 0, side * half.z}, vertex_id(side > 0.0 ? 1 : 0));
    make.out.points[0].bends = make.bends_of_rim(half.x, side * half.z, m);
    return;
  }
  make.segment(rim - V{0, 0, half.z}, vertex_id(0), rim + V{0, 0, half.z}, vertex_id(1),
               edge_id(2));
  make.out.points[0].bends = make.bends_of_rim(half.x, -half.z, m);
  make.out.points[1].bends = make.bends_of_rim(half.x, half.z, m);
}

void cone_face(const V& half, const V& m, Maker& make) {
  if (-m.z > cosine_limit) return disc_face(half.x, -half.z, -1.0, m, make);
  const double radial = sqrt(m.x * m.x + m.y * m.y), slant = std::hypot(half.x, 2.0 * half.z);
  const V apex{0, 0, half.z};
  const V rim = radial > 0.0 ? V{half.x * m.x / radial, half.x * m.y / radial, -half.z}
                             : V{half.x, 0, -half.z};
  // The sine of the angle between m and the normal of the side.
  const double sine = (2.0 * half.z * m.z - half.x * radial) / slant;
  if (sine > sine_limit) return make.single(apex, vertex_id(1));
  make.out.moves = true;
  make.single(rim, vertex_id(0));
  const Bends at_rim = make.bends_of_rim(half.x, -half.z, m);
  make.out.points[0].bends = at_rim;
  if (sine < -sine_limit) return;
  make.out.points.clear();
  make.segment(rim, vertex_id(0), apex, vertex_id(1), edge_id(2));
  make.out.points[0].bends = at_rim;
}

}  // namespace

Vec3<double> half_axes(const Convex& c) {
  if (c.kind == CoreKind::Ellipsoid) return c.half;
  if (c.kind == CoreKind::Cylinder || c.kind == CoreKind::Cone) return {c.half.x, c.half.x, 0.0};
  return {0, 0, 0};
}

void contact_face(const Convex& c, const Transform<double>& X, const Vec3<double>& direction,
                  int& kept, ContactFace& out) {
  out.points.clear();
  out.moves = false;
  out.rounding = c.radius;
  Maker make{X, out};
  const V m = transpose_times(X.rotation, direction);
  switch (c.kind) {
    case CoreKind::Point:
      return make.single(V::zero(), vertex_id(0));
    case CoreKind::Segment: {
      const V end{0, 0, c.half.z};
      if (abs(m.z) > sine_limit || c.half.z == 0.0)
        return make.single(m.z < 0.0 ? -end : end, vertex_id(m.z < 0.0 ? 0 : 1));
      return make.segment(-end, vertex_id(0), end, vertex_id(1), edge_id(0));
    }
    case CoreKind::Box:
      return box_face(c.half, m, make);
    case CoreKind::Hull:
      return hull_face(*c.hull, m, kept, make);
    case CoreKind::Cylinder:
      return cylinder_face(c.half, m, make);
    case CoreKind::Cone:
      return cone_face(c.half, m, make);
    case CoreKind::Ellipsoid: {
      int hint = 0;
      out.moves = true;
      make.single(support(c, m, hint), vertex_id(0));
      return bend_ellipsoid(c.half, m, make);
    }
    case CoreKind::Triangle:
      return;  // of meshes, which know the numbers of its features
  }
}

}  // namespace catena
