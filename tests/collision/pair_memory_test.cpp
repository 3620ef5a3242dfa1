// Regions that are looked for where they were last are those of a search from nothing.

#include "catena/collision/pair_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "catena/collision/region.hpp"
#include "catena/math/rotation.hpp"
#include "tests/collision/solids.hpp"

namespace catena::test {
namespace {

// A solid that lies on the upper face of a box, a little above it or in it, turned about the
// vertical and tilted by next to nothing.
Pose lying_on(const V3& below, double half_height, RandomSolids& random) {
  const double tilt = random.uniform(0, 1) < 0.5 ? 0.0 : random.uniform(-1e-5, 1e-5);
  const Mat3<double> turn = rotation_z(random.uniform(-0.7, 0.7)) * rotation_x(tilt);
  return {turn,
          {random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1),
           below.z + half_height + random.uniform(-2e-6, 1e-5)}};
}

TEST(PairMemory, RegionsAreTheSameAsFromNothing) {
  RandomSolids random(5);
  const V3 half{0.15, 0.2, 0.1};
  const Collider b = make_collider(solid(ShapeKind::Box, 2.0 * half));
  const std::vector<V3> corners = {
      {-0.1, -0.1, -0.1}, {0.12, -0.1, -0.1}, {0.01, 0.1, -0.1}, {0.02, 0.03, 0.1}};
  const Collider solids[] = {make_collider(solid(ShapeKind::Box, {0.2, 0.2, 0.2})),
                             make_collider(hull_shape(corners)),
                             make_collider(solid(ShapeKind::Cylinder, {0.1, 0.2, 0.0}))};
  int begun = 0, apart = 0, inside = 0;
  for (int i = 0; i < 600; ++i) {
    const Collider& a = solids[i % 3];
    const Pose X_WA = lying_on(half, 0.1, random), X_WB = Pose::identity();
    PairCache cold, warm;
    RegionList first, again;
    const Distance d = add_regions(a, X_WA, b, X_WB, default_contact_distance, cold, first);
    warm.reference = cold.reference, warm.face_a = cold.face_a, warm.face_b = cold.face_b;
    warm.features = cold.features;
    begin_with_features(a, X_WA, b, X_WB, warm);
    begun += norm(warm.normal_a) > 0.5 ? 1 : 0;
    const Distance e = add_regions(a, X_WA, b, X_WB, default_contact_distance, warm, again);
    (d.value < 0.0 ? inside : apart) += 1;
    EXPECT_NEAR(d.value, e.value, 1e-12) << i;
    EXPECT_LT(norm(d.n - e.n), 1e-8) << i;
    ASSERT_EQ(first.points.size(), again.points.size()) << i;
    for (std::size_t k = 0; k < first.points.size(); ++k) {
      EXPECT_EQ(first.points[k].feature, again.points[k].feature) << i;
      EXPECT_NEAR(first.points[k].gap, again.points[k].gap, 1e-12) << i;
    }
  }
  EXPECT_GT(begun, 400);  // a region of crossings alone has no face to begin with
  EXPECT_GT(apart, 100);
  EXPECT_GT(inside, 50);
}

TEST(PairMemory, PlanesDoNotPromiseMoreThanTheDistance) {
  RandomSolids random(6);
  for (int i = 0; i < 500; ++i) {
    const Collider a = make_collider(random.shape(convex_kinds[to_index(i % 7)])),
                   b = make_collider(random.shape(convex_kinds[to_index(i / 7 % 7)]));
    const Pose X_WA{random.rotation(), random.uniform(0.5, 3.0) * random.direction()},
        X_WB{random.rotation(), {0, 0, 0}};
    PairCache cache;
    const Distance d = distance(a, X_WA, b, X_WB, cache);
    const V3 n_A = transpose_times(X_WA.rotation, d.n);
    const V3 other = random.direction();
    EXPECT_LE(separation_along(a, X_WA, b, X_WB, other), std::max(d.value, 0.0) + 1e-12) << i;
    if (!(d.value > 0.0)) continue;
    EXPECT_NEAR(separation_along(a, X_WA, b, X_WB, n_A), d.value, 1e-9) << i;
  }
}

}  // namespace
}  // namespace catena::test
