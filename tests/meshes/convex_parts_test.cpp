// Solids as convex parts: all of the solid is in them, and nothing that is farther out than they
// say.

#include "catena/meshes/convex_parts.hpp"

#include <gtest/gtest.h>

#include <random>

#include "catena/meshes/cut_piece.hpp"
#include "tests/support/geometry_message.hpp"
#include "tests/support/sample_meshes.hpp"

namespace catena {
namespace {

using namespace test;

// How far a point is above the highest face; negative: inside.
double height_above(const ConvexHull& hull, const Vec3<double>& p) {
  double highest = -1e300;
  for (int f = 0; f < hull.face_count(); ++f)
    highest = std::max(highest, dot(hull.normals[to_index(f)], p) - hull.offsets[to_index(f)]);
  return highest;
}

double least_height(const ConvexParts& parts, const Vec3<double>& p) {
  double least = 1e300;
  for (const auto& hull : parts.hulls) least = std::min(least, height_above(*hull, p));
  return least;
}

double distance_to(const TriangleMesh& mesh, const Vec3<double>& p) {
  double least = 1e300;
  for (const auto& t : mesh.triangles) {  // by samples of each triangle, from above
    constexpr int n = 12;
    for (int i = 0; i <= n; ++i)
      for (int j = 0; i + j <= n; ++j) {
        const double a = static_cast<double>(i) / n, b = static_cast<double>(j) / n;
        least = std::min(
            least, norm(p - (a * mesh.vertices[to_index(t[0])] + b * mesh.vertices[to_index(t[1])] +
                             (1 - a - b) * mesh.vertices[to_index(t[2])])));
      }
  }
  return least;
}

void expect_parts_of(const ConvexParts& parts, const TriangleMesh& mesh, const Vec3<double>& low,
                     const Vec3<double>& high, double beyond) {
  std::mt19937 random(5);
  const auto draw = [&](int axis) {
    return std::uniform_real_distribution<double>(low[axis], high[axis])(random);
  };
  const double size = norm(high - low);
  int inside = 0;
  for (int i = 0; i < 1000; ++i) {
    const Vec3<double> p{draw(0), draw(1), draw(2)};
    if (is_inside(mesh, p)) {
      ++inside;
      EXPECT_LT(least_height(parts, p), 2e-7 * size) << p.x << " " << p.y << " " << p.z;
    } else if (least_height(parts, p) < 0.0) {
      EXPECT_LT(distance_to(mesh, p), beyond) << p.x << " " << p.y << " " << p.z;
    }
  }
  EXPECT_GT(inside, 50);
}

TEST(ConvexParts, WhatIsConvexStaysWhole) {
  const ConvexParts box = convex_parts(mesh_of(box_soup({0, 0, 0}, {1, 2, 3})));
  ASSERT_EQ(box.hulls.size(), 1u);
  EXPECT_EQ(box.hulls[0]->face_count(), 6);
  EXPECT_LT(box.error, 1e-12);
}

TEST(ConvexParts, AnAngleHasTwo) {
  const TriangleMesh angle =
      mesh_of(prism_soup({{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 3}, {0, 3}}, 1.0));
  const ConvexParts parts = convex_parts(angle);
  EXPECT_EQ(parts.hulls.size(), 2u);
  EXPECT_LT(parts.error, 1e-9);
  expect_parts_of(parts, angle, {0, 0, 0}, {2, 3, 1}, 1e-9);
}

TEST(ConvexParts, ACupIsOpenOnTop) {
  const TriangleMesh cup = mesh_of(turned_soup(
      {{0.0, 0.0}, {0.04, 0.0}, {0.05, 0.1}, {0.046, 0.1}, {0.036, 0.004}, {0.0, 0.004}}, 16));
  ASSERT_TRUE(cup.closed());
  const ConvexParts parts = convex_parts(cup, {.most = 64, .error = 4e-3});
  EXPECT_GT(parts.hulls.size(), 5u);
  EXPECT_LE(parts.error, 4e-3);
  // The middle of the cup is free.
  for (const double z : {0.03, 0.05, 0.09}) EXPECT_GT(least_height(parts, {0, 0, z}), 0.02) << z;
  expect_parts_of(parts, cup, {-0.05, -0.05, 0}, {0.05, 0.05, 0.1}, 6e-3);
}

TEST(ConvexParts, ARingGetsBetterWithMoreParts) {
  const TriangleMesh ring = mesh_of(torus_soup(0.1, 0.03, 24, 12));
  double last = 1e300;
  for (const int most : {4, 8, 16}) {
    const ConvexParts parts = convex_parts(ring, {.most = most, .error = 1e-4});
    EXPECT_EQ(static_cast<int>(parts.hulls.size()), most);
    EXPECT_LT(parts.error, last);
    last = parts.error;
    expect_parts_of(parts, ring, {-0.13, -0.13, -0.03}, {0.13, 0.13, 0.03}, 1.0);
  }
  EXPECT_LT(last, 0.03);
}

TEST(ConvexParts, AnOpenMeshHasNone) {
  TriangleSoup soup = box_soup({0, 0, 0}, {1, 1, 1});
  soup.triangles.pop_back();
  EXPECT_NE(message_of([&] { convex_parts(mesh_of(soup)); }).find("3 open edges"),
            std::string::npos);
}

}  // namespace
}  // namespace catena
