#include "tests/collision/solids.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "catena/math/index.hpp"
#include "catena/math/quaternion.hpp"

namespace catena::test {

using std::numbers::pi;

V3 RandomSolids::direction() {
  std::normal_distribution<double> g;
  const V3 v{g(random_), g(random_), g(random_)};
  return (1.0 / norm(v)) * v;
}

Mat3<double> RandomSolids::rotation() {
  std::normal_distribution<double> g;
  const double w = g(random_), x = g(random_), y = g(random_), z = g(random_);
  return rotation_matrix(normalized(Quaternion<double>{w, x, y, z}));
}

Shape RandomSolids::shape(ShapeKind kind) {
  Shape s;
  s.kind = kind;
  s.size = {uniform(0.05, 1.0), uniform(0.05, 1.0), uniform(0.05, 1.0)};
  if (kind != ShapeKind::Hull) return s;
  std::vector<V3> points;
  for (int i = 0; i < 14; ++i) {
    const V3 d = direction();
    points.push_back({s.size.x * d.x, s.size.y * d.y, s.size.z * d.z});
  }
  return hull_shape(points);
}

Shape hull_shape(const std::vector<V3>& points) {
  const int n = static_cast<int>(points.size());
  std::vector<std::vector<int>> faces;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k) {
        if (i >= j || i >= k || j == k) continue;
        const V3& p = points[to_index(i)];
        const V3 m = cross(points[to_index(j)] - p, points[to_index(k)] - p);
        if (std::all_of(points.begin(), points.end(),
                        [&](const V3& q) { return dot(m, q - p) <= 1e-14 * norm(m); }))
          faces.push_back({i, j, k});
      }
  Shape s;
  s.kind = ShapeKind::Hull;
  s.hull = std::make_shared<const ConvexHull>(hull_of_faces(points, faces));
  return s;
}

Shape solid(ShapeKind kind, const V3& size) {
  Shape s;
  s.kind = kind;
  s.size = size;
  return s;
}

Shape mesh_shape(TriangleMesh mesh) {
  Shape s;
  s.kind = ShapeKind::Mesh;
  s.mesh = std::make_shared<const TriangleMesh>(std::move(mesh));
  return s;
}

TriangleMesh ball_mesh(double radius, int rings) {
  std::vector<V3> v{{0, 0, radius}};
  std::vector<std::array<int, 3>> t;
  const int n = rings;
  for (int i = 1; i < rings; ++i)
    for (int j = 0; j < n; ++j) {
      const double a = pi * i / rings, b = 2.0 * pi * j / n;
      v.push_back({radius * std::sin(a) * std::cos(b), radius * std::sin(a) * std::sin(b),
                   radius * std::cos(a)});
    }
  v.push_back({0, 0, -radius});
  const int last = static_cast<int>(v.size()) - 1;
  for (int j = 0; j < n; ++j) {
    const int k = (j + 1) % n;
    t.push_back({0, 1 + j, 1 + k});
    t.push_back({last, last - n + k, last - n + j});
    for (int i = 0; i + 2 < rings; ++i) {
      const int p = 1 + i * n + j, q = 1 + i * n + k;
      t.push_back({p, p + n, q + n});
      t.push_back({p, q + n, q});
    }
  }
  return make_mesh(std::move(v), std::move(t));
}

TriangleMesh torus_mesh(double large, double small, int n, int m) {
  std::vector<V3> v;
  std::vector<std::array<int, 3>> t;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) {
      const double a = 2.0 * pi * i / n, b = 2.0 * pi * j / m, r = large + small * std::cos(b);
      v.push_back({r * std::cos(a), r * std::sin(a), small * std::sin(b)});
      const int p = i * m + j, q = ((i + 1) % n) * m + j;
      const int r2 = ((i + 1) % n) * m + (j + 1) % m, s = i * m + (j + 1) % m;
      t.push_back({p, q, r2});
      t.push_back({p, r2, s});
    }
  return make_mesh(std::move(v), std::move(t));
}

TriangleMesh box_mesh(const V3& sides) {
  const ConvexHull hull = box_hull(sides);
  std::vector<std::array<int, 3>> t;
  for (int f = 0; f < hull.face_count(); ++f) {
    const auto loop = hull.face(f);
    t.push_back({loop[0], loop[1], loop[2]});
    t.push_back({loop[0], loop[2], loop[3]});
  }
  return make_mesh(hull.vertices, std::move(t));
}

double reach_along(const Shape& s, const V3& d) {
  const double length = norm(d), flat = std::hypot(d.x, d.y);
  switch (s.kind) {
    case ShapeKind::Box:
      return 0.5 * (s.size.x * std::abs(d.x) + s.size.y * std::abs(d.y) + s.size.z * std::abs(d.z));
    case ShapeKind::Sphere:
      return s.size.x * length;
    case ShapeKind::Capsule:
      return s.size.x * length + 0.5 * s.size.y * std::abs(d.z);
    case ShapeKind::Cylinder:
      return s.size.x * flat + 0.5 * s.size.y * std::abs(d.z);
    case ShapeKind::Ellipsoid:
      return std::hypot(s.size.x * d.x, s.size.y * d.y, s.size.z * d.z);
    case ShapeKind::Cone:
      return std::max(0.5 * s.size.y * d.z, s.size.x * flat - 0.5 * s.size.y * d.z);
    case ShapeKind::Hull: {
      double most = -1e300;
      for (const V3& v : s.hull->vertices) most = std::max(most, dot(v, d));
      return most;
    }
    default:
      return std::nan("");
  }
}

double outside(const Shape& s, const V3& p) {
  const double flat = std::hypot(p.x, p.y), h = 0.5 * s.size.y;
  switch (s.kind) {
    case ShapeKind::Box:
      return std::max({std::abs(p.x) - 0.5 * s.size.x, std::abs(p.y) - 0.5 * s.size.y,
                       std::abs(p.z) - 0.5 * s.size.z});
    case ShapeKind::Sphere:
      return norm(p) - s.size.x;
    case ShapeKind::Capsule:
      return norm(p - V3{0, 0, std::clamp(p.z, -h, h)}) - s.size.x;
    case ShapeKind::Cylinder:
      return std::max(flat - s.size.x, std::abs(p.z) - h);
    case ShapeKind::Ellipsoid: {
      const V3 q{p.x / s.size.x, p.y / s.size.y, p.z / s.size.z};
      const V3 g{q.x / s.size.x, q.y / s.size.y, q.z / s.size.z};
      return (dot(q, q) - 1.0) / (2.0 * norm(g) + 1e-300);  // to first order
    }
    case ShapeKind::Cone: {
      const double slant = std::hypot(s.size.x, s.size.y);
      return std::max(-h - p.z, (flat * s.size.y - (h - p.z) * s.size.x) / slant);
    }
    case ShapeKind::Hull: {
      double most = -1e300;
      for (int f = 0; f < s.hull->face_count(); ++f)
        most = std::max(most, dot(s.hull->normals[to_index(f)], p) - s.hull->offsets[to_index(f)]);
      return most;
    }
    default:
      return std::nan("");
  }
}

namespace {

V3 nearest_on_ellipsoid(const V3& e, const V3& p) {
  // x_i = e_i^2 p_i / (e_i^2 + t) with t the zero of a decreasing convex function.
  double t = 0.0;
  for (int k = 0; k < 200; ++k) {
    double f = -1.0, slope = 0.0;
    for (int i = 0; i < 3; ++i) {
      const double u = e[i] * p[i] / (e[i] * e[i] + t);
      f += u * u, slope -= 2.0 * u * u / (e[i] * e[i] + t);
    }
    const double step = f / slope;
    t -= step;
    if (std::abs(step) <= 1e-16 * (t + 1e-3)) break;
  }
  return {e.x * e.x * p.x / (e.x * e.x + t), e.y * e.y * p.y / (e.y * e.y + t),
          e.z * e.z * p.z / (e.z * e.z + t)};
}

// In the half-plane (r, z) of a solid of revolution.
V3 revolved(const V3& p, double r, double z) {
  const double flat = std::hypot(p.x, p.y);
  return flat > 0.0 ? V3{r * p.x / flat, r * p.y / flat, z} : V3{r, 0, z};
}

}  // namespace

V3 nearest_on_triangle(const V3& a, const V3& b, const V3& c, const V3& p) {
  // Least squares over the plane, then over the sides.
  const V3 m = cross(b - a, c - a);
  const V3 q = p - (dot(m, p - a) / dot(m, m)) * m;
  if (dot(m, cross(b - a, q - a)) >= 0 && dot(m, cross(c - b, q - b)) >= 0 &&
      dot(m, cross(a - c, q - c)) >= 0)
    return q;
  V3 best = a;
  for (const auto& [u, v] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}}) {
    const V3 r = u + std::clamp(dot(p - u, v - u) / dot(v - u, v - u), 0.0, 1.0) * (v - u);
    if (norm(r - p) < norm(best - p)) best = r;
  }
  return best;
}

V3 nearest_point(const Shape& s, const V3& p) {
  if (outside(s, p) <= 0.0) return p;
  const double flat = std::hypot(p.x, p.y), h = 0.5 * s.size.y;
  switch (s.kind) {
    case ShapeKind::Box:
      return {std::clamp(p.x, -0.5 * s.size.x, 0.5 * s.size.x),
              std::clamp(p.y, -0.5 * s.size.y, 0.5 * s.size.y),
              std::clamp(p.z, -0.5 * s.size.z, 0.5 * s.size.z)};
    case ShapeKind::Sphere:
      return (s.size.x / norm(p)) * p;
    case ShapeKind::Capsule: {
      const V3 c{0, 0, std::clamp(p.z, -h, h)};
      return c + (s.size.x / norm(p - c)) * (p - c);
    }
    case ShapeKind::Cylinder:
      return revolved(p, std::min(flat, s.size.x), std::clamp(p.z, -h, h));
    case ShapeKind::Ellipsoid:
      return nearest_on_ellipsoid(s.size, p);
    case ShapeKind::Cone: {
      // Base disc, or the side from the rim to the apex.
      const double t = std::clamp(((s.size.x - flat) * s.size.x + (p.z + h) * s.size.y) /
                                      (s.size.x * s.size.x + s.size.y * s.size.y),
                                  0.0, 1.0);
      const V3 side = revolved(p, s.size.x * (1.0 - t), -h + t * s.size.y);
      const V3 base = revolved(p, std::min(flat, s.size.x), -h);
      return norm(side - p) < norm(base - p) ? side : base;
    }
    case ShapeKind::Hull: {
      V3 best = s.hull->vertices[0];
      for (int f = 0; f < s.hull->face_count(); ++f) {
        const auto loop = s.hull->face(f);
        const auto& v = s.hull->vertices;
        for (std::size_t k = 2; k < loop.size(); ++k) {
          const V3 q = nearest_on_triangle(v[to_index(loop[0])], v[to_index(loop[k - 1])],
                                           v[to_index(loop[k])], p);
          if (norm(q - p) < norm(best - p)) best = q;
        }
      }
      return best;
    }
    default:
      return p;
  }
}

}  // namespace catena::test
