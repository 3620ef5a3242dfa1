#include "catena/collision/triangle_side.hpp"

#include <algorithm>
#include <array>

#include "catena/collision/convex_distance.hpp"

namespace catena {

namespace {

using V = Vec3<double>;
using Kind = ContactFace::Kind;

constexpr double face_sine_limit = 0.3;
constexpr double overlaps = 1e-9;   // m
constexpr double no_height = 1e-9;  // of a side: such a triangle has no inside

struct TriangleCorners {
  std::array<V, 3> p;
  std::array<int, 3> vertices, edges;
  V normal;
  double size;

  explicit TriangleCorners(const ContactSide& side) {
    const TriangleMesh& mesh = *side.solid.surface;
    vertices = mesh.triangles[to_index(side.triangle)];
    edges = mesh.triangle_edges[to_index(side.triangle)];
    normal = mesh.normals[to_index(side.triangle)];
    for (std::size_t i = 0; i < 3; ++i) p[i] = mesh.vertices[to_index(vertices[i])];
    size = std::max({norm(p[1] - p[0]), norm(p[2] - p[1]), norm(p[0] - p[2])});
  }
  // How far q is inside of side i.
  double inside(std::size_t i, const V& q) const {
    const V e = p[(i + 1) % 3] - p[i];
    const double length = norm(e);
    return length > 0.0 ? dot(normal, cross(e, q - p[i])) / length : 0.0;
  }
};

V local_point(const ContactSide& side, const V& p) {
  return transpose_times(side.X.rotation, p - side.X.translation);
}

// Inside of the neighbour across an edge, normal to the edge.
V inward(const TriangleMesh& mesh, int triangle, const V& p, const V& e) {
  V centre{0, 0, 0};
  for (const int v : mesh.triangles[to_index(triangle)])
    centre += (1.0 / 3.0) * mesh.vertices[to_index(v)];
  const V r = centre - p, u = normalized(e), d = r - dot(r, u) * u;
  const double length = norm(d);
  return length > no_height * norm(e) ? (1.0 / length) * d : V::zero();
}

bool outward_of_edge(const ContactSide& side, const TriangleCorners& t, std::size_t i, const V& m) {
  const TriangleMesh& mesh = *side.solid.surface;
  const auto& triangles = mesh.edges[to_index(t.edges[i])].triangles;
  const int other = triangles[0] == side.triangle ? triangles[1] : triangles[0];
  if (other < 0) return true;
  return dot(m, inward(mesh, other, t.p[i], t.p[(i + 1) % 3] - t.p[i])) <= 1e-6;
}

bool outward_of_vertex(const ContactSide& side, int vertex, const V& m) {
  const TriangleMesh& mesh = *side.solid.surface;
  const VertexNeighbours& n = *side.solid.neighbours;
  const V& p = mesh.vertices[to_index(vertex)];
  for (int k = n.begin[to_index(vertex)]; k < n.begin[to_index(vertex) + 1]; ++k) {
    const V e = mesh.vertices[to_index(n.all[to_index(k)])] - p;
    if (dot(m, e) > 1e-6 * norm(e)) return false;
  }
  return true;
}

Convex convex_side(const ContactSide& side) {
  if (side.triangle < 0) return side.solid.convex;
  const TriangleMesh& mesh = *side.solid.surface;
  const auto& t = mesh.triangles[to_index(side.triangle)];
  return convex_of(mesh.vertices[to_index(t[0])], mesh.vertices[to_index(t[1])],
                   mesh.vertices[to_index(t[2])]);
}

}  // namespace

LocalDistance side_distance(const ContactSide& a, const ContactSide& b,
                            const Transform<double>& X_AB, double slight) {
  Simplex simplex;
  V last{0, 0, 0};
  const Convex p = convex_side(a), q = convex_side(b);
  const LocalDistance d = convex_distance(p, q, X_AB, {simplex, last});
  if (d.value > slight) return d;
  const V none{0, 0, 0};
  const V out_a = a.triangle < 0 ? none : a.solid.surface->normals[to_index(a.triangle)];
  const V out_b =
      b.triangle < 0 ? none : X_AB.rotation * b.solid.surface->normals[to_index(b.triangle)];
  const auto is_from_outside = [&](const V& n) {
    return dot(out_a, n) <= 1e-9 && dot(out_b, n) >= -1e-9;
  };
  if (is_from_outside(d.n)) {
    if (!(d.value < -overlaps)) return d;
    // The shortest way out is near one of the normals as a rule.
    LocalDistance best = d;
    for (const V& start : {-out_a, out_b}) {
      if (!(dot(start, start) > 0.5)) continue;
      simplex.count = 0;
      const LocalDistance other = distance_near(p, q, X_AB, start, simplex);
      if (other.value > best.value && is_from_outside(other.n)) best = other;
    }
    return best;
  }
  // Seen from the inner side of a triangle: begin again from its outside.
  simplex.count = 0;
  const V start = dot(out_a, d.n) > 1e-9 ? -out_a : out_b;
  const LocalDistance signed_one = distance_near(p, q, X_AB, start, simplex);
  return signed_one.value >= -slight ? signed_one : d;
}

Vec3<double> triangle_normal(const ContactSide& side) {
  return side.X.rotation * side.solid.surface->normals[to_index(side.triangle)];
}

bool is_outward(const ContactSide& side, const Vec3<double>& m, const Vec3<double>& p) {
  if (side.triangle < 0) return true;
  const TriangleCorners t(side);
  const V q = local_point(side, p), d = transpose_times(side.X.rotation, m);
  if (dot(t.normal, d) <= 0.0 && dot(t.normal, t.normal) > 0.5) return false;
  const double thin = 1e-9 * t.size;
  bool on_side[3];
  for (std::size_t i = 0; i < 3; ++i) on_side[i] = t.inside(i, q) <= thin;
  for (std::size_t i = 0; i < 3; ++i)
    if (on_side[i] && on_side[(i + 2) % 3]) return outward_of_vertex(side, t.vertices[i], d);
  for (std::size_t i = 0; i < 3; ++i)
    if (on_side[i]) return outward_of_edge(side, t, i, d);
  return true;
}

bool is_on_inner_edge(const ContactSide& side, const Vec3<double>& p) {
  if (side.triangle < 0) return false;
  const TriangleCorners t(side);
  const V q = local_point(side, p);
  for (std::size_t i = 0; i < 3; ++i)
    if (t.inside(i, q) <= 1e-9 * t.size &&
        side.solid.neighbours->flat_edges[to_index(t.edges[i])] != 0)
      return true;
  return false;
}

void side_face(const ContactSide& side, const Vec3<double>& m, const Vec3<double>& p, int& kept,
               ContactFace& out) {
  out.is_triangle = side.triangle >= 0;
  if (!out.is_triangle) return solid_face(side.solid, side.X, m, kept, out);
  const TriangleCorners t(side);
  const V q = local_point(side, p), d = transpose_times(side.X.rotation, m);
  out.points.clear();
  out.rounding = 0.0;
  out.moves = false;
  const auto add = [&](std::size_t i) {
    const VertexNeighbours& n = *side.solid.neighbours;
    out.points.push_back({side.X * t.p[i], vertex_id(t.vertices[i]), edge_id(t.edges[i]),
                          n.flat_vertices[to_index(t.vertices[i])] != 0,
                          n.flat_edges[to_index(t.edges[i])] != 0});
  };
  if (norm(d - t.normal) < face_sine_limit) {
    out.kind = Kind::Polygon;
    out.normal = side.X.rotation * t.normal;
    out.face = face_id(side.triangle);
    for (std::size_t i = 0; i < 3; ++i) add(i);
    return;
  }
  // The side that p is on and that lies across m best.
  std::size_t best = 3, nearest = 0;
  double least = face_sine_limit;
  for (std::size_t i = 0; i < 3; ++i) {
    const V e = t.p[(i + 1) % 3] - t.p[i];
    const double length = norm(e);
    if (norm(q - t.p[i]) < norm(q - t.p[nearest])) nearest = i;
    if (length == 0.0 || t.inside(i, q) > 1e-6 * t.size) continue;
    const double sine = abs(dot(e, d)) / length;
    if (sine < least) least = sine, best = i;
  }
  if (best == 3) {
    out.kind = Kind::Point;
    out.face = vertex_id(t.vertices[nearest]);
    return add(nearest);
  }
  out.kind = Kind::Segment;
  out.face = edge_id(t.edges[best]);
  add(best), add((best + 1) % 3);
  out.points[1].edge = out.points[0].edge;
}

}  // namespace catena
