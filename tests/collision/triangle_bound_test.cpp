// Bounds of the distance of a convex solid and a triangle, against the distance itself.

#include "catena/collision/triangle_bound.hpp"

#include <gtest/gtest.h>

#include "catena/collision/triangle_side.hpp"
#include "tests/collision/solids.hpp"

namespace catena::test {
namespace {

TEST(TriangleBound, IsNeverMoreThanTheDistance) {
  RandomSolids random(7);
  const Collider mesh = make_collider(mesh_shape(ball_mesh(1.0, 6)));
  int ruled_out = 0, all = 0;
  for (const ShapeKind kind : convex_kinds)
    for (int i = 0; i < 40; ++i) {
      const Collider solid = make_collider(random.shape(kind));
      const Pose X{random.rotation(), random.uniform(0.5, 2.5) * random.direction()};
      for (int t = 0; t < mesh.surface->triangle_count(); t += 7) {
        const double exact =
            side_distance({mesh, Pose::identity(), t}, {solid, X, -1}, X, 1e-3).value;
        const double least = least_distance(solid.convex, X, mesh, t, 1e300);
        if (least > 0.0) {
          EXPECT_LE(least, exact + 1e-12) << to_string(kind);
        }
        ++all, ruled_out += least > 0.5 * exact && exact > 0.05 ? 1 : 0;
      }
    }
  EXPECT_GT(ruled_out, all / 3);
}

// A wheel on a flat field: the planes between it and triangles beside it are as far apart as they.
TEST(TriangleBound, IsTheDistanceOverAPlane) {
  HeightField field;
  field.nx = field.ny = 9;
  field.dx = field.dy = 0.25;
  field.heights.assign(81, 0.0);
  Shape shape;
  shape.kind = ShapeKind::HeightField;
  shape.field = std::make_shared<const HeightField>(field);
  const Collider ground = make_collider(shape);
  const Collider ball = make_collider(solid(ShapeKind::Sphere, {0.3, 0, 0}));
  const Pose X = Pose::at({0.1, 0.05, 0.4});
  for (int t = 0; t < ground.surface->triangle_count(); ++t) {
    const double exact = side_distance({ground, Pose::identity(), t}, {ball, X, -1}, X, 0.0).value;
    EXPECT_NEAR(least_distance(ball.convex, X, ground, t, 1e300), exact, 1e-12) << t;
  }
}

}  // namespace
}  // namespace catena::test
