// Solids that overlap: depths that are known, and that moving by the depth parts them.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/collision/distance.hpp"
#include "catena/math/rotation.hpp"
#include "tests/collision/solids.hpp"

namespace catena::test {
namespace {

// Whatever the depth is, moving a by it along n parts the solids, and by a little less does not.
TEST(Overlap, MovingByTheDepthParts) {
  RandomSolids random(31);
  for (const ShapeKind kind_a : convex_kinds)
    for (const ShapeKind kind_b : convex_kinds)
      for (int k = 0; k < 40; ++k) {
        const Shape a = random.shape(kind_a), b = random.shape(kind_b);
        Pose A{random.rotation(), {0, 0, 0}};
        const Pose B{random.rotation(), random.direction()};
        const V3 m = random.direction();
        const double touch = reach_along(a, -transpose_times(A.rotation, m)) +
                             reach_along(b, transpose_times(B.rotation, m));
        // From 1e-9 to deep inside.
        const double depth = std::pow(10.0, random.uniform(-9.0, 0.0)) * 0.5 * touch;
        A.translation = B.translation + (touch - depth) * m;
        Distance d = distance(a, A, b, B);
        if (d.value > 0.0) continue;  // m need not be the direction in which they are nearest
        SCOPED_TRACE(std::string(to_string(kind_a)) + " " + to_string(kind_b));
        EXPECT_GE(d.value, -depth - 1e-12);  // m parts them, too
        EXPECT_NEAR(norm(d.p_a - d.p_b - d.value * d.n), 0.0, 1e-8);
        const double size = reach(a) + reach(b);
        for (const double more : {-1e-7, 1e-7}) {
          const Pose moved{A.rotation, A.translation + (more * size - d.value) * d.n};
          const double now = distance(a, moved, b, B).value;
          if (more > 0.0) {
            EXPECT_GT(now, 0.0);
            EXPECT_LE(now, 1.001 * more * size);
          } else {
            EXPECT_LT(now, 0.0);
          }
        }
      }
}

TEST(Overlap, KnownDepths) {
  const Shape box = solid(ShapeKind::Box, {1, 1, 1}), ball = solid(ShapeKind::Sphere, {0.5, 0, 0});
  EXPECT_NEAR(distance(box, Pose::at({0.1, 0.2, 0.7}), box, Pose::identity()).value, -0.3, 1e-14);
  EXPECT_NEAR(distance(ball, Pose::at({0, 0, 0.9}), box, Pose::identity()).value, -0.1, 1e-14);
  EXPECT_NEAR(distance(ball, Pose::at({0, 0, 0.3}), box, Pose::identity()).value, -0.7, 1e-14);
  EXPECT_NEAR(
      distance(ball, Pose::at({0, 0, 0.4}), solid(ShapeKind::HalfSpace), Pose::identity()).value,
      -0.1, 1e-15);
  // Edge on edge.
  const double up = 2.0 * std::sqrt(0.5);
  const Distance d = distance(
      box, {rotation_z(1.5707963267948966) * rotation_x(0.7853981633974483), {0, 0, up - 1e-3}},
      box, {rotation_x(0.7853981633974483), {0, 0, 0}});
  EXPECT_NEAR(d.value, -1e-3, 1e-12);
  EXPECT_NEAR(d.n.z, 1.0, 1e-9);
}

TEST(Overlap, MeshesKnowTheirInside) {
  const Shape mesh = mesh_shape(box_mesh({1, 1, 1})), ball = solid(ShapeKind::Sphere, {0.1, 0, 0});
  EXPECT_NEAR(distance(ball, Pose::at({0, 0, 0.8}), mesh, Pose::identity()).value, 0.2, 1e-14);
  EXPECT_LT(distance(ball, Pose::at({0, 0, 0.3}), mesh, Pose::identity()).value, 0.0);
  EXPECT_NEAR(distance(ball, Pose::at({0, 0, 0.6 - 1e-7}), mesh, Pose::identity()).value, -1e-7,
              1e-14);
  // Deep inside, the value and the normal say how far and where to it comes out: its middle is 0.3
  // above that of the box, 0.2 below its top.
  for (const double z : {0.3, 0.4, 0.45, 0.499}) {
    const Distance d = distance(ball, Pose::at({0, 0, z}), mesh, Pose::identity());
    EXPECT_NEAR(d.value, -(0.6 - z), 1e-12) << z;
    EXPECT_NEAR(d.n.z, 1.0, 1e-12) << z;
    const Distance e = distance(mesh, Pose::identity(), ball, Pose::at({0, 0, z}));
    EXPECT_NEAR(e.value, -(0.6 - z), 1e-12) << z;
    EXPECT_NEAR(e.n.z, -1.0, 1e-12) << z;
  }
  // A box in it, turned about z, and the mesh itself inside of a larger box.
  const Shape small = solid(ShapeKind::Box, {0.2, 0.2, 0.1});
  EXPECT_NEAR(distance(small, Pose::at({0, 0.4, 0}), mesh, Pose::identity()).value, -0.2, 1e-12);
  const Shape large = solid(ShapeKind::Box, {4, 3, 5});
  const Distance inner = distance(mesh, Pose::at({0, 0.5, 0}), large, Pose::identity());
  EXPECT_NEAR(inner.value, -1.5, 1e-12);  // from y = 0 to 1.5
  EXPECT_NEAR(inner.n.y, 1.0, 1e-12);
  // In the hole of a ring it is outside.
  const Shape ring = mesh_shape(torus_mesh(0.5, 0.1, 40, 20));
  EXPECT_GT(distance(ball, Pose::identity(), ring, Pose::identity()).value, 0.25);
  EXPECT_LT(distance(solid(ShapeKind::Sphere, {0.01, 0, 0}), Pose::at({0.5, 0, 0}), ring,
                     Pose::identity())
                .value,
            0.0);
}

}  // namespace
}  // namespace catena::test
