#include "catena/collision/convex.hpp"

#include <algorithm>
#include <stdexcept>

namespace catena {

Convex convex_of(const Shape& shape) {
  Convex c;
  c.size = reach(shape);
  const Vec3<double>& s = shape.size;
  switch (shape.kind) {
    case ShapeKind::Box:
      c.kind = CoreKind::Box;
      c.half = 0.5 * s;
      return c;
    case ShapeKind::Sphere:
      c.radius = s.x;
      return c;
    case ShapeKind::Capsule:
      c.kind = CoreKind::Segment;
      c.half = {0.0, 0.0, 0.5 * s.y};
      c.radius = s.x;
      return c;
    case ShapeKind::Cylinder:
    case ShapeKind::Cone:
      c.kind = shape.kind == ShapeKind::Cone ? CoreKind::Cone : CoreKind::Cylinder;
      c.half = {s.x, s.x, 0.5 * s.y};
      return c;
    case ShapeKind::Ellipsoid:
      c.kind = CoreKind::Ellipsoid;
      c.half = s;
      return c;
    case ShapeKind::Hull:
      c.kind = CoreKind::Hull;
      c.hull = shape.hull.get();
      return c;
    case ShapeKind::HalfSpace:
    case ShapeKind::Mesh:
    case ShapeKind::HeightField:
      break;
  }
  throw std::invalid_argument(std::string("convex_of: a ") + to_string(shape.kind) +
                              " is not a bounded convex solid");
}

Convex convex_of(const Vec3<double>& p, const Vec3<double>& q, const Vec3<double>& r) {
  Convex c;
  c.kind = CoreKind::Triangle;
  c.corners = {p, q, r};
  c.size = std::max({norm(p - q), norm(q - r), norm(r - p)});
  return c;
}

Vec3<double> hull_support(const ConvexHull& hull, const Vec3<double>& d, int& hint) {
  const auto& v = hull.vertices;
  int best = hint >= 0 && hint < hull.vertex_count() ? hint : 0;
  double most = dot(v[to_index(best)], d);
  if (hull.vertex_count() <= 16) {
    for (int i = 0; i < hull.vertex_count(); ++i) {
      const double s = dot(v[to_index(i)], d);
      if (s > most) most = s, best = i;
    }
  } else {
    // Uphill: on a convex polyhedron the last vertex is the outermost one.
    for (bool higher = true; higher;) {
      higher = false;
      for (const int i : hull.neighbours_of(best)) {
        const double s = dot(v[to_index(i)], d);
        if (s > most) most = s, best = i, higher = true;
        // A vertex of equal height may lead on where several lie in one plane across d.
      }
    }
  }
  hint = best;
  return v[to_index(best)];
}

}  // namespace catena
