#pragma once
// A convex solid as the narrow phase sees it: the outermost point of a core in a direction, and by
// how much the core is rounded. The core of a sphere is a point, that of a capsule a segment.

#include <array>

#include "catena/geometry/shape.hpp"
#include "catena/math/index.hpp"
#include "catena/math/mat3.hpp"

namespace catena {

enum class CoreKind { Point, Segment, Triangle, Box, Cylinder, Ellipsoid, Cone, Hull };

struct Convex {
  CoreKind kind = CoreKind::Point;
  Vec3<double> half{0, 0, 0};  // Box: half sides. Segment: z half length. Cylinder, Cone: x radius,
                               // z half length. Ellipsoid: half axes.
  double radius = 0.0;         // rounding
  double size = 0.0;           // reach of the solid from its origin
  const ConvexHull* hull = nullptr;
  std::array<Vec3<double>, 3> corners{};  // Triangle
};

// Of a convex shape with an end in all directions. It refers to the shape's hull.
Convex convex_of(const Shape& shape);
Convex convex_of(const Vec3<double>& p, const Vec3<double>& q, const Vec3<double>& r);

// The vertex of a hull that is outermost along d. The search begins at vertex `hint`, which becomes
// the answer.
Vec3<double> hull_support(const ConvexHull& hull, const Vec3<double>& d, int& hint);

// The outermost point of the core along d (any length).
inline Vec3<double> support(const Convex& c, const Vec3<double>& d, int& hint) {
  switch (c.kind) {
    case CoreKind::Point:
      return Vec3<double>::zero();
    case CoreKind::Segment:
      return {0.0, 0.0, d.z >= 0.0 ? c.half.z : -c.half.z};
    case CoreKind::Triangle: {
      const double s0 = dot(c.corners[0], d), s1 = dot(c.corners[1], d), s2 = dot(c.corners[2], d);
      return s0 >= s1 ? (s0 >= s2 ? c.corners[0] : c.corners[2])
                      : (s1 >= s2 ? c.corners[1] : c.corners[2]);
    }
    case CoreKind::Box:
      return {d.x >= 0.0 ? c.half.x : -c.half.x, d.y >= 0.0 ? c.half.y : -c.half.y,
              d.z >= 0.0 ? c.half.z : -c.half.z};
    case CoreKind::Cylinder:
    case CoreKind::Cone: {
      const double across = sqrt(d.x * d.x + d.y * d.y);
      const double s = across > 0.0 ? c.half.x / across : 0.0;
      const Vec3<double> rim{s * d.x, s * d.y, c.half.z};
      if (c.kind == CoreKind::Cylinder) return {rim.x, rim.y, d.z >= 0.0 ? rim.z : -rim.z};
      // apex or base
      if (2.0 * c.half.z * d.z > c.half.x * across) return {0.0, 0.0, c.half.z};
      return {rim.x, rim.y, -rim.z};
    }
    case CoreKind::Ellipsoid: {
      const Vec3<double> e{c.half.x * d.x, c.half.y * d.y, c.half.z * d.z};
      const double length = norm(e);
      if (length == 0.0) return {0.0, 0.0, c.half.z};
      return {c.half.x * e.x / length, c.half.y * e.y / length, c.half.z * e.z / length};
    }
    case CoreKind::Hull:
      return hull_support(*c.hull, d, hint);
  }
  return Vec3<double>::zero();
}

inline Vec3<double> normalized(const Vec3<double>& v) {
  return (1.0 / norm(v)) * v;
}

// A unit vector across the unit vector n, the same for the same n.
inline Vec3<double> across(const Vec3<double>& n) {
  const double x = abs(n.x), y = abs(n.y), z = abs(n.z);
  const Vec3<double> e = x <= y && x <= z ? Vec3<double>{1, 0, 0}
                         : y <= z         ? Vec3<double>{0, 1, 0}
                                          : Vec3<double>{0, 0, 1};
  return normalized(cross(n, e));
}

}  // namespace catena
