#pragma once
// Random solids and poses, and what is known of solids without the library: whether a point belongs
// to one, how far one reaches, and the nearest point of one.

#include <memory>
#include <random>
#include <string>
#include <vector>

#include "catena/geometry/shape.hpp"
#include "catena/spatial/transform.hpp"

namespace catena::test {

using V3 = Vec3<double>;
using Pose = Transform<double>;

inline const std::vector<ShapeKind> convex_kinds = {
    ShapeKind::Box,       ShapeKind::Sphere, ShapeKind::Cylinder, ShapeKind::Capsule,
    ShapeKind::Ellipsoid, ShapeKind::Cone,   ShapeKind::Hull};

class RandomSolids {
 public:
  explicit RandomSolids(unsigned start) : random_(start) {}
  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }
  V3 direction();
  Mat3<double> rotation();
  // Of a size between 0.05 and 1.
  Shape shape(ShapeKind kind);

 private:
  std::mt19937_64 random_;
};

// The hull of points in general position, by trying all triangles.
Shape hull_shape(const std::vector<V3>& points);
Shape solid(ShapeKind kind, const V3& size = {0, 0, 0});
// A mesh of a solid: a ball of 2 rings (rings - 1) triangles, a ring (torus), a box.
TriangleMesh ball_mesh(double radius, int rings);
TriangleMesh torus_mesh(double large, double small, int n, int m);
TriangleMesh box_mesh(const V3& sides);
Shape mesh_shape(TriangleMesh mesh);

// How far the solid reaches along d, in its own frame.
double reach_along(const Shape& shape, const V3& d);
// How far the point is outside of the solid, at most 0 inside; exact where it is near the surface.
double outside(const Shape& shape, const V3& p);
// The point of the solid that is nearest to p, to about 1e-14.
V3 nearest_point(const Shape& shape, const V3& p);
V3 nearest_on_triangle(const V3& a, const V3& b, const V3& c, const V3& p);

}  // namespace catena::test
