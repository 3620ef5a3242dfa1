#include "catena/collision/way_out.hpp"

#include <array>

#include "catena/collision/convex_distance.hpp"
#include "catena/collision/mesh_distance.hpp"

namespace catena {

namespace {

using V = Vec3<double>;

// Inside of a convex solid; of a mesh, in the middle of its vertices.
V middle_of(const Collider& c) {
  const std::vector<V>* points = c.surface      ? &c.surface->vertices
                                 : c.shape.hull ? &c.shape.hull->vertices
                                                : nullptr;
  if (points == nullptr) return V::zero();
  V sum{0, 0, 0};
  for (const V& p : *points) sum += p;
  return (1.0 / static_cast<double>(points->size())) * sum;
}

// The point of a solid that is outermost along the unit vector d, in its frame.
V outermost(const Collider& c, const V& d) {
  if (!c.surface) {
    int hint = 0;
    return support(c.convex, d, hint) + c.convex.radius * d;
  }
  const V* best = &c.surface->vertices.front();
  for (const V& p : c.surface->vertices)
    if (dot(p, d) > dot(*best, d)) best = &p;
  return *best;
}

struct SurfacePoint {
  V p{0, 0, 0};
  int triangle = -1;
};

SurfacePoint nearest_on_surface(const TriangleMesh& mesh, const V& p) {
  SurfacePoint best;
  double least = 1e300;
  const Transform<double> at = Transform<double>::at(p);
  for (int t = 0; t < mesh.triangle_count(); ++t) {
    const auto& corners = mesh.triangles[to_index(t)];
    Simplex simplex;
    V normal{0, 0, 0};
    const LocalDistance d = convex_distance(
        convex_of(mesh.vertices[to_index(corners[0])], mesh.vertices[to_index(corners[1])],
                  mesh.vertices[to_index(corners[2])]),
        Convex{}, at, {simplex, normal});
    if (d.value < least) least = d.value, best = {d.p_a, t};
  }
  return best;
}

// From where the inner solid ends along -out, straight to a plane across `out`. The points are on
// the line through its middle, so that it comes out without being turned.
Distance along(const V& out, const V& on_plane, const V& inner_end, const V& middle) {
  Distance d;
  const double depth = dot(out, on_plane - inner_end);
  d.value = -depth;
  d.n = -out;
  d.p_b = middle - dot(out, middle - inner_end) * out;
  d.p_a = d.p_b + depth * out;
  return d;
}

// Out of the mesh, in its frame; the inner solid counts as b.
std::optional<Distance> out_of_mesh(const Collider& mesh, const Collider& inner,
                                    const Transform<double>& X_MI, bool surfaces_meet) {
  if (inner.shape.kind == ShapeKind::HeightField || (inner.surface && surfaces_meet))
    return std::nullopt;
  const V middle = X_MI * middle_of(inner);
  const V known = inner.surface ? X_MI * inner.surface->vertices.front() : middle;
  if (!is_inside(mesh, known)) return std::nullopt;
  const SurfacePoint at = nearest_on_surface(*mesh.surface, known);
  if (at.triangle < 0) return std::nullopt;
  const V way = at.p - known;
  const double length = norm(way);
  const V out = length > 1e-9 * mesh.size ? (1.0 / length) * way
                                          : mesh.surface->normals[to_index(at.triangle)];
  const V end = X_MI * outermost(inner, transpose_times(X_MI.rotation, -out));
  Distance d = along(out, at.p, end, middle);
  d.triangle_a = at.triangle;
  return d.value < 0.0 ? std::optional(d) : std::nullopt;
}

// Out of a convex solid that holds the whole mesh, in the frame of the convex one, which counts as
// a: along the one of its axes that is the shortest.
std::optional<Distance> out_of_convex(const Collider& convex, const Collider& mesh,
                                      const Transform<double>& X_CM) {
  Simplex simplex;
  V normal{0, 0, 0};
  const Transform<double> X = Transform<double>::at(X_CM * mesh.surface->vertices.front());
  if (convex_distance(convex.convex, Convex{}, X, {simplex, normal}).value > 0.0)
    return std::nullopt;
  const V middle = X_CM * middle_of(mesh);
  std::optional<Distance> best;
  for (const V& out :
       std::array<V, 6>{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}}) {
    const V end = X_CM * outermost(mesh, transpose_times(X_CM.rotation, -out));
    const Distance d = along(out, outermost(convex, out), end, middle);
    if (!best || d.value > best->value) best = d;
  }
  return best;
}

// The same with a and b exchanged: from the frame of b into that of a.
Distance exchanged(Distance d, const Transform<double>& X_AB) {
  std::swap(d.p_a, d.p_b);
  std::swap(d.triangle_a, d.triangle_b);
  d.p_a = X_AB * d.p_a, d.p_b = X_AB * d.p_b;
  d.n = -(X_AB.rotation * d.n);
  return d;
}

}  // namespace

std::optional<Distance> way_out(const Collider& a, const Collider& b, const Transform<double>& X_AB,
                                bool surfaces_meet) {
  if (a.surface)
    if (const auto d = out_of_mesh(a, b, X_AB, surfaces_meet)) return d;
  const Transform<double> X_BA = inverse(X_AB);
  if (b.surface) {
    if (const auto d = out_of_mesh(b, a, X_BA, surfaces_meet)) return exchanged(*d, X_AB);
  } else if (!surfaces_meet) {
    if (const auto d = out_of_convex(b, a, X_BA)) return exchanged(*d, X_AB);
  }
  return std::nullopt;
}

}  // namespace catena
