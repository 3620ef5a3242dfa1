// Convex hulls of points.

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "catena/geometry/geometry_error.hpp"
#include "catena/geometry/mass_properties.hpp"
#include "catena/math/index.hpp"
#include "catena/math/rotation.hpp"
#include "catena/meshes/hull_of_points.hpp"
#include "tests/support/geometry_message.hpp"
#include "tests/support/sample_meshes.hpp"

namespace catena {
namespace {

using namespace test;
using Points = std::vector<Vec3<double>>;

// All points are below all faces, and the corners reach as far as the points in every direction.
void expect_hull_of(const ConvexHull& hull, const Points& points, double tolerance) {
  for (int f = 0; f < hull.face_count(); ++f) {
    double highest = -1e300;
    for (const Vec3<double>& p : points)
      highest = std::max(highest, dot(hull.normals[to_index(f)], p) - hull.offsets[to_index(f)]);
    EXPECT_NEAR(highest, 0.0, tolerance) << "face " << f;
    for (const int v : hull.face(f))
      EXPECT_NEAR(dot(hull.normals[to_index(f)], hull.vertices[to_index(v)]),
                  hull.offsets[to_index(f)], tolerance);
  }
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 200; ++i) {
    const Vec3<double> d{normal(random), normal(random), normal(random)};
    const auto farthest = [&](const Points& all) {
      double most = -1e300;
      for (const Vec3<double>& p : all) most = std::max(most, dot(d, p));
      return most;
    };
    EXPECT_NEAR(farthest(hull.vertices), farthest(points), tolerance * norm(d));
  }
  EXPECT_EQ(hull.vertex_count() - hull.edge_count() + hull.face_count(), 2);
}

double hull_volume(const ConvexHull& hull) {
  Shape shape;
  shape.kind = ShapeKind::Hull;
  shape.hull = std::make_shared<const ConvexHull>(hull);
  return volume(shape);
}

TEST(Hulls, OfRandomPoints) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (const int count : {4, 5, 8, 20, 300}) {
    for (int trial = 0; trial < 20; ++trial) {
      Points points;
      for (int i = 0; i < count; ++i)
        points.push_back({3.0 + normal(random), normal(random), 0.1 * normal(random)});
      const ConvexHull hull = hull_of_points(points);
      expect_hull_of(hull, points, 1e-12);
      const ConvexHull again = hull_of_points(hull.vertices);
      EXPECT_EQ(again.loops, hull.loops) << "a hull follows from its vertices";
    }
  }
}

// Lattices have many points in one plane and on one line.
TEST(Hulls, OfLattices) {
  std::mt19937 random(6);
  std::uniform_int_distribution<int> digit(0, 3);
  int made = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Points points;
    for (int i = 0; i < 5 + trial % 30; ++i)
      points.push_back({double(digit(random)), double(digit(random)), double(digit(random))});
    try {
      const ConvexHull hull = hull_of_points(points);
      expect_hull_of(hull, points, 1e-12);
      ++made;
      // No vertex in the middle of a face or of an edge, no two faces in one plane.
      for (int v = 0; v < hull.vertex_count(); ++v) EXPECT_GE(hull.neighbours_of(v).size(), 3U);
      for (const ConvexHull::Edge& edge : hull.edges)
        EXPECT_LT(dot(hull.normals[to_index(edge.faces[0])], hull.normals[to_index(edge.faces[1])]),
                  1.0 - 1e-9);
    } catch (const GeometryError& error) {
      EXPECT_NE(std::string(error.what()).find("plane"), std::string::npos) << error.what();
    }
  }
  EXPECT_GT(made, 250);
}

TEST(Hulls, FacesAreWhole) {
  Points grid;
  for (int i = 0; i < 125; ++i) grid.push_back({0.1 * (i % 5), 0.1 * (i / 5 % 5), 0.1 * (i / 25)});
  const ConvexHull box = hull_of_points(grid);
  EXPECT_EQ(box.vertex_count(), 8);
  EXPECT_EQ(box.face_count(), 6);
  EXPECT_NEAR(hull_volume(box), 0.064, 1e-15);

  std::vector<std::array<double, 2>> circle;
  for (int i = 0; i < 100; ++i)
    circle.push_back({std::cos(0.02 * M_PI * i), std::sin(0.02 * M_PI * i)});
  const ConvexHull drum = hull_of_points(prism_soup(circle, 0.3).vertices);
  EXPECT_EQ(drum.vertex_count(), 200);
  EXPECT_EQ(drum.face_count(), 102);
}

// Numbers in single precision: the six faces are found, whatever the last digits say.
TEST(Hulls, OfSinglePrecision) {
  const Mat3<double> R = rotation_from_rpy(0.3, -0.7, 1.1);
  Points points;
  for (const Vec3<double>& p : box_hull({0.3, 0.2, 0.1}).vertices) {
    const Vec3<double> q = R * p;
    points.push_back({static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z)});
  }
  EXPECT_EQ(hull_of_points(points, 2e-7).face_count(), 6);
  EXPECT_GT(hull_of_points(points).face_count(), 6);
}

TEST(Hulls, ThinPlatesAndFarAwayOnes) {
  Points plate;
  for (const Vec3<double>& p : box_hull({1, 1, 1e-6}).vertices)
    plate.push_back(p + Vec3<double>{100, 200, 300});
  const ConvexHull hull = hull_of_points(plate);
  EXPECT_EQ(hull.vertex_count(), 8);
  EXPECT_NEAR(hull_volume(hull), 1e-6, 1e-11);
}

TEST(Hulls, SayWhatPointsTheyNeed) {
  EXPECT_EQ(message_of([] {
              hull_of_points(Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
            }),
            "found 3 points, expected at least 4 for a hull");
  EXPECT_EQ(message_of([] {
              hull_of_points(Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}});
            }),
            "found 3 different points, expected at least 4 for a hull");
  EXPECT_NE(message_of([] {
              hull_of_points(Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {2, 3, 0}});
            }).find("one plane"),
            std::string::npos);
  EXPECT_EQ(message_of([] {
              hull_of_points(Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {std::nan(""), 1, 0}});
            }),
            "point 3 is (nan, 1, 0), expected finite numbers");
}

}  // namespace
}  // namespace catena
