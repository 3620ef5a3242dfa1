#include "catena/collision/triangle_bound.hpp"

#include <algorithm>

namespace catena {

namespace {

using V = Vec3<double>;

struct BoundedTriangle {
  V a, b, c;
};

// The point of the triangle that is nearest to p, by the regions around it.
V nearest_of_triangle(const BoundedTriangle& t, const V& p) {
  const V ab = t.b - t.a, ac = t.c - t.a, ap = p - t.a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0.0 && d2 <= 0.0) return t.a;
  const V bp = p - t.b;
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0.0 && d4 <= d3) return t.b;
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return t.a + (d1 / (d1 - d3)) * ab;
  const V cp = p - t.c;
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0.0 && d5 <= d6) return t.c;
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return t.a + (d2 / (d2 - d6)) * ac;
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0.0 && d4 >= d3 && d5 >= d6)
    return t.b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (t.c - t.b);
  const double sum = va + vb + vc;
  return sum > 0.0 ? t.a + (vb / sum) * ab + (vc / sum) * ac : t.a;
}

}  // namespace

double least_distance(const Convex& solid, const Transform<double>& X, const Collider& mesh,
                      int triangle, double enough) {
  const TriangleMesh& surface = *mesh.surface;
  const auto& corners = surface.triangles[to_index(triangle)];
  const BoundedTriangle t{surface.vertices[to_index(corners[0])],
                          surface.vertices[to_index(corners[1])],
                          surface.vertices[to_index(corners[2])]};
  int hint = 0;
  V point{0, 0, 0};  // of the solid, the last that was outermost against m
  // How far apart the planes across the unit vector m hold them.
  const auto apart = [&](const V& m) {
    point = X * support(solid, -transpose_times(X.rotation, m), hint);
    point -= solid.radius * m;
    return dot(m, point) - std::max({dot(m, t.a), dot(m, t.b), dot(m, t.c)});
  };
  double most = apart(surface.normals[to_index(triangle)]);
  // Then along the way from the triangle to the solid's middle, and to what is outermost there.
  V towards = X.translation;
  for (int i = 0; i < 2 && !(most > enough); ++i) {
    const V way = towards - nearest_of_triangle(t, towards);
    const double length = norm(way);
    if (!(length > 0.0)) break;
    most = std::max(most, apart((1.0 / length) * way));
    towards = point;
  }
  return most;
}

}  // namespace catena
