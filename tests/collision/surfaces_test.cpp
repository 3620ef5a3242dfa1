// Distances of convex solids from meshes, height fields and half-spaces: against convex
// optimisation over each triangle, and against how far the solid reaches.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "catena/collision/distance.hpp"
#include "catena/math/index.hpp"
#include "tests/collision/projections.hpp"
#include "tests/collision/solids.hpp"

namespace catena::test {
namespace {

int surface_poses(int usual, int most) {
  const char* n = std::getenv("CATENA_COLLISION_POSES");
  return n != nullptr ? std::min(most, std::atoi(n)) : usual;
}

Shape hilly_field() {
  HeightField field{13, 11, 0.15, 0.2, {}};
  for (int j = 0; j < field.ny; ++j)
    for (int i = 0; i < field.nx; ++i)
      field.heights.push_back(0.15 * std::sin(0.9 * i) * std::cos(0.7 * j));
  Shape s = solid(ShapeKind::HeightField);
  s.field = std::make_shared<const HeightField>(field);
  return s;
}

// The least over all triangles that may be the nearest. A triangle is skipped where the balls
// around it and around the solid are further apart than the best so far.
double over_triangles(const Shape& a, const Pose& A, const TriangleMesh& mesh, const Pose& B) {
  const Pose to_a = inverse(A);
  const auto onto_a = [&](const V3& p) { return A * nearest_point(a, to_a * p); };
  double best = 1e300;
  for (const auto& t : mesh.triangles) {
    const V3 u = B * mesh.vertices[to_index(t[0])], v = B * mesh.vertices[to_index(t[1])],
             w = B * mesh.vertices[to_index(t[2])];
    const V3 middle = (1.0 / 3.0) * (u + v + w);
    const double radius = std::max({norm(u - middle), norm(v - middle), norm(w - middle)});
    if (norm(onto_a(middle) - middle) - radius > best) continue;
    const auto onto_b = [&](const V3& p) { return nearest_on_triangle(u, v, w, p); };
    best = std::min(best, projected_distance(onto_a, onto_b, middle));
  }
  return best;
}

class FromSurfaces : public testing::TestWithParam<ShapeKind> {
 protected:
  // Poses of a random solid, far and near, outside of the surface: its centre along `direction()`.
  template <class Direction>
  void compare(const Shape& surface, unsigned start, double reach_of_surface,
               const Direction& direction) {
    RandomSolids random(start + static_cast<unsigned>(GetParam()));
    const Collider q = make_collider(surface);
    const int poses = surface_poses(8, 1000);
    int slow = 0;
    double worst = 0.0;
    for (int k = 0; k < poses; ++k) {
      const Shape a = random.shape(GetParam());
      const double size = reach(a) + reach_of_surface;
      const Pose B{random.rotation(), random.direction()};
      const Pose A{random.rotation(), B * ((size + random.uniform(1e-6, 0.4)) * direction(random))};
      PairCache cache;
      const Distance d = distance(make_collider(a), A, q, B, cache);
      const double f = over_triangles(a, A, *q.surface, B);
      EXPECT_GE(f, d.value - 1e-12 * size) << "pose " << k;
      EXPECT_LE(f, d.value + 1e-5 * size) << "pose " << k;
      EXPECT_LE(std::abs(outside(a, inverse(A) * d.p_a)), 1e-10 * size) << "pose " << k;
      EXPECT_NEAR(norm(d.p_a - d.p_b), d.value, 1e-10 * size) << "pose " << k;
      EXPECT_LE(d.duality_gap, 1e-10 * size) << "pose " << k;
      if (f > d.value + 1e-10 * size)
        ++slow;
      else
        worst = std::max(worst, std::abs(f - d.value) / size);
    }
    EXPECT_LE(slow, 1 + poses / 20);
    if (std::getenv("CATENA_COLLISION_POSES") != nullptr)
      std::printf("%s: %d of %d not settled, others differ by %.1e\n", to_string(GetParam()), slow,
                  poses, worst);
  }
};

TEST_P(FromSurfaces, Meshes) {
  const auto anywhere = [](RandomSolids& random) { return random.direction(); };
  compare(mesh_shape(torus_mesh(0.5, 0.15, 16, 8)), 71, 0.65, anywhere);
  compare(mesh_shape(ball_mesh(0.4, 12)), 72, 0.4, anywhere);
  compare(mesh_shape(box_mesh({0.6, 0.5, 0.4})), 73, 0.44, anywhere);
}

TEST_P(FromSurfaces, HeightFields) {
  compare(hilly_field(), 74, 0.2, [](RandomSolids& random) {
    return V3{random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), 1.0};
  });
}

TEST_P(FromSurfaces, HalfSpaces) {
  RandomSolids random(75u + static_cast<unsigned>(GetParam()));
  const Collider ground = make_collider(solid(ShapeKind::HalfSpace));
  for (int k = 0; k < surface_poses(500, 100000); ++k) {
    const Shape a = random.shape(GetParam());
    const Pose A{random.rotation(), random.direction()}, B{random.rotation(), random.direction()};
    const V3 up = B.rotation * V3{0, 0, 1};
    const double expected =
        dot(up, A.translation - B.translation) - reach_along(a, -transpose_times(A.rotation, up));
    PairCache cache;
    const Distance d = distance(make_collider(a), A, ground, B, cache);
    ASSERT_NEAR(d.value, expected, 1e-13) << "pose " << k;
    ASSERT_LE(std::abs(outside(a, inverse(A) * d.p_a)), 1e-10) << "pose " << k;
    ASSERT_LE(std::abs(dot(up, d.p_b - B.translation)), 1e-13) << "pose " << k;
    ASSERT_LE(norm(d.p_a - d.p_b - d.value * up), 1e-13) << "pose " << k;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, FromSurfaces, testing::ValuesIn(convex_kinds),
                         [](const auto& kind) { return std::string(to_string(kind.param)); });

}  // namespace
}  // namespace catena::test
