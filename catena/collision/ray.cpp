#include "catena/collision/ray.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "catena/collision/convex_distance.hpp"
#include "catena/collision/mesh_distance.hpp"

namespace catena {

namespace {

using V = Vec3<double>;

struct LocalRay {
  V origin, direction;
  double reach;
};

// Convex solids: a point moves along the ray by its distance over the cosine to the normal, which
// never passes the surface (van den Bergen 2004). On a flat face the second step arrives.
std::optional<RayHit> cast_at_convex(const Convex& c, const LocalRay& ray) {
  Simplex simplex;
  V last{0, 0, 0};
  Convex point;
  point.size = 0.1 * c.size;
  double t = 0.0;
  RayHit hit;
  for (int k = 0; k < 100; ++k) {
    const V p = ray.origin + t * ray.direction;
    // From the solid to the point: -n.
    const LocalDistance d = convex_distance(c, point, Transform<double>::at(p), {simplex, last});
    const double approach = dot(d.n, ray.direction);
    if (d.value <= 1e-13 * c.size) {
      hit.distance = t, hit.point = p;
      if (k == 0) hit.normal = -ray.direction;
      return hit;
    }
    if (approach <= 0.0) return std::nullopt;
    hit.normal = -d.n;
    t += d.value / approach;
    if (t > ray.reach) return std::nullopt;
  }
  hit.distance = t, hit.point = ray.origin + t * ray.direction;
  return hit;
}

bool meets_box(const BoundingBox& box, const LocalRay& ray, double reach) {
  double begin = 0.0, end = reach;
  for (int i = 0; i < 3; ++i) {
    const double inverse = 1.0 / ray.direction[i];
    double s = (box.low[i] - ray.origin[i]) * inverse, t = (box.high[i] - ray.origin[i]) * inverse;
    if (s > t) std::swap(s, t);
    if (ray.direction[i] == 0.0) {
      if (ray.origin[i] < box.low[i] || ray.origin[i] > box.high[i]) return false;
      continue;
    }
    begin = std::max(begin, s), end = std::min(end, t);
  }
  return begin <= end * (1.0 + 1e-14) + 1e-300;
}

// Along the ray, or nothing. Edges belong to both of their triangles, so that no ray slips through.
std::optional<double> meets_triangle(const TriangleMesh& mesh, int t, const LocalRay& ray) {
  const auto& corners = mesh.triangles[to_index(t)];
  const V p = mesh.vertices[to_index(corners[0])] - ray.origin,
          q = mesh.vertices[to_index(corners[1])] - ray.origin,
          r = mesh.vertices[to_index(corners[2])] - ray.origin;
  const double u = dot(ray.direction, cross(q, r)), v = dot(ray.direction, cross(r, p)),
               w = dot(ray.direction, cross(p, q));
  const double tiny = 1e-15 * (abs(u) + abs(v) + abs(w));
  const bool front = u <= tiny && v <= tiny && w <= tiny,
             back = u >= -tiny && v >= -tiny && w >= -tiny;
  const double sum = u + v + w;
  if ((!front && !back) || sum == 0.0) return std::nullopt;
  const V at = (u / sum) * p + (v / sum) * q + (w / sum) * r;
  const double s = dot(at, ray.direction);
  if (s < 0.0) return std::nullopt;
  return s;
}

std::optional<RayHit> cast_at_mesh(const Collider& c, const LocalRay& ray) {
  RayHit hit;
  if (is_inside(c, ray.origin)) {
    hit.point = ray.origin, hit.normal = -ray.direction;
    return hit;
  }
  std::array<int, 128> stack;
  int count = 0;
  hit.distance = ray.reach;
  stack[to_index(count++)] = 0;
  while (count > 0) {
    const TriangleTree::Node& node = c.tree->node(stack[to_index(--count)]);
    if (!meets_box(node.box, ray, hit.distance)) continue;
    for (int k = node.first; k < node.first + node.count; ++k) {
      const int t = c.tree->triangle(k);
      const std::optional<double> s = meets_triangle(*c.surface, t, ray);
      if (s && (*s < hit.distance || (*s == hit.distance && t < hit.triangle)))
        hit.distance = *s, hit.triangle = t;
    }
    if (node.count == 0) {
      stack[to_index(count++)] = node.first;
      stack[to_index(count++)] = node.first + 1;
    }
  }
  if (hit.triangle < 0) return std::nullopt;
  hit.point = ray.origin + hit.distance * ray.direction;
  hit.normal = c.surface->normals[to_index(hit.triangle)];
  return hit;
}

std::optional<RayHit> cast_at_half_space(const LocalRay& ray) {
  RayHit hit;
  hit.point = ray.origin;
  if (ray.origin.z <= 0.0) {
    hit.normal = -ray.direction;
    return hit;
  }
  if (ray.direction.z >= 0.0) return std::nullopt;
  hit.distance = -ray.origin.z / ray.direction.z;
  hit.point = ray.origin + hit.distance * ray.direction;
  if (hit.distance > ray.reach) return std::nullopt;
  return hit;
}

}  // namespace

std::optional<RayHit> cast_ray(const Collider& solid, const Transform<double>& X_WS,
                               const Vec3<double>& origin, const Vec3<double>& direction,
                               double reach) {
  const LocalRay ray{transpose_times(X_WS.rotation, origin - X_WS.translation),
                     transpose_times(X_WS.rotation, direction), reach};
  std::optional<RayHit> hit = solid.shape.kind == ShapeKind::HalfSpace ? cast_at_half_space(ray)
                              : solid.surface                          ? cast_at_mesh(solid, ray)
                                              : cast_at_convex(solid.convex, ray);
  if (hit) {
    hit->point = X_WS * hit->point;
    hit->normal = X_WS.rotation * hit->normal;
  }
  return hit;
}

}  // namespace catena
