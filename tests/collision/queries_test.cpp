// Rays and times of first contact, against formulas and dense sampling.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/collision/ray.hpp"
#include "catena/collision/time_of_contact.hpp"
#include "catena/math/index.hpp"
#include "catena/math/rotation.hpp"
#include "tests/collision/solids.hpp"

namespace catena::test {
namespace {

TEST(Ray, FirstPointOfConvexSolids) {
  RandomSolids random(21);
  int hits = 0;
  for (const ShapeKind kind : convex_kinds)
    for (int k = 0; k < 300; ++k) {
      const Shape s = random.shape(kind);
      const Pose X{random.rotation(), random.direction()};
      const V3 from = X.translation + random.uniform(1.8, 4.0) * random.direction();
      const V3 aim = X.translation + random.uniform(0.0, 0.8) * reach(s) * random.direction();
      const V3 d = (1.0 / norm(aim - from)) * (aim - from);
      const auto hit = cast_ray(make_collider(s), X, from, d, 10.0);
      // What dense sampling of the ray meets, the ray meets; nothing before the hit is inside.
      const double end = hit ? hit->distance : 10.0;
      for (int i = 0; i < 400; ++i) {
        const double t = end * i / 400.0;
        ASSERT_GT(outside(s, inverse(X) * (from + t * d)), -1e-9) << to_string(kind);
      }
      if (!hit) continue;
      ++hits;
      EXPECT_NEAR(outside(s, inverse(X) * hit->point), 0.0, 1e-9) << to_string(kind);
      EXPECT_LT(dot(hit->normal, d), 0.0);
      EXPECT_NEAR(norm(from + hit->distance * d - hit->point), 0.0, 1e-12);
    }
  EXPECT_GT(hits, 1000);
  const auto inside = cast_ray(make_collider(solid(ShapeKind::Sphere, {1, 0, 0})), Pose::identity(),
                               {0.1, 0, 0}, {1, 0, 0}, 10.0);
  ASSERT_TRUE(inside);
  EXPECT_EQ(inside->distance, 0.0);
}

TEST(Ray, MeshesAndBoxesAgree) {
  RandomSolids random(22);
  const V3 sides{0.6, 0.4, 0.8};
  const Collider box = make_collider(solid(ShapeKind::Box, sides)),
                 mesh = make_collider(mesh_shape(box_mesh(sides)));
  int hits = 0;
  for (int k = 0; k < 2000; ++k) {
    const Pose X{random.rotation(), random.direction()};
    const V3 from = X.translation + 2.0 * random.direction();
    const V3 to = X.translation + 0.4 * random.direction();
    const V3 d = (1.0 / norm(to - from)) * (to - from);
    const auto p = cast_ray(box, X, from, d, 10.0), q = cast_ray(mesh, X, from, d, 10.0);
    ASSERT_EQ(p.has_value(), q.has_value());
    if (!p) continue;
    ++hits;
    EXPECT_NEAR(p->distance, q->distance, 1e-11);
    EXPECT_NEAR(norm(p->normal - q->normal), 0.0, 1e-8);
  }
  EXPECT_GT(hits, 500);
}

TEST(TimeOfContact, OfABallIsExact) {
  const Collider ball = make_collider(solid(ShapeKind::Sphere, {0.01, 0, 0})),
                 plate = make_collider(solid(ShapeKind::Box, {1, 1, 0.001}));
  PairCache cache;
  const UniformMotion thrown(Pose::at({0, 0, 1}), {0.1, 0, -100}, {0, 0, 300}),
      rests(Pose::identity(), {0, 0, 0}, {0, 0, 0});
  const auto hit = first_contact(ball, thrown, plate, rests, 0.0, 0.1, 5e-5, cache);
  ASSERT_TRUE(hit);
  const double expected = (1.0 - 0.01 - 0.0005 - 5e-5) / 100.0;
  EXPECT_LE(hit->t, expected);
  EXPECT_NEAR(hit->t, expected, 1e-9);
  EXPECT_LT(hit->queries, 40);
}

// Fast small bodies at thin plates: none passes unseen, none is stopped where nothing is.
TEST(TimeOfContact, NothingPassesThinPlates) {
  RandomSolids random(23);
  const Collider plates[] = {make_collider(solid(ShapeKind::Box, {0.5, 0.5, 0.001})),
                             make_collider(mesh_shape(box_mesh({0.5, 0.5, 0.001}))),
                             make_collider(mesh_shape(torus_mesh(0.3, 0.05, 12, 8)))};
  const char* many = std::getenv("CATENA_COLLISION_POSES");
  const int throws = many != nullptr ? 10000 : 300;
  int met = 0, queries = 0;
  for (int k = 0; k < throws; ++k) {
    const Collider& plate = plates[k % 3];
    Shape s = random.shape(convex_kinds[to_index(k) % convex_kinds.size()]);
    s.size = 0.05 * s.size;
    if (s.kind == ShapeKind::Hull) s = solid(ShapeKind::Box, {0.01, 0.02, 0.005});
    const Collider body = make_collider(s);
    const V3 from = 0.8 * random.direction(),
             to{random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), 0};
    const V3 v = random.uniform(10.0, 300.0) * (to - from);
    const UniformMotion thrown({random.rotation(), from}, v,
                               random.uniform(0.0, 200.0) * random.direction()),
        turns({random.rotation(), {0, 0, 0}}, {0, 0, 0},
              random.uniform(0.0, 20.0) * random.direction());
    PairCache cache;
    const double target = 5e-5, end = 3.0 / norm(v);
    const auto hit = first_contact(body, thrown, plate, turns, 0.0, end, target, cache);
    const double until = hit ? hit->t : end;
    if (hit) {
      ++met;
      queries += hit->queries;
      EXPECT_LE(hit->distance.value, target + 1e-3 * target + 1e-9);
      EXPECT_GE(hit->distance.value, target - 1e-12);
    }
    for (int i = 0; i < 60; ++i) {
      const double t = until * i / 60.0;
      PairCache fresh;
      ASSERT_GE(distance(body, thrown.pose(t), plate, turns.pose(t), fresh).value, target - 1e-12)
          << "throw " << k << " at " << t << " of " << until;
    }
  }
  EXPECT_GT(met, throws / 4);
  if (many != nullptr)
    std::printf("%d of %d met, %.1f queries each\n", met, throws, 1.0 * queries / met);
}

}  // namespace
}  // namespace catena::test
