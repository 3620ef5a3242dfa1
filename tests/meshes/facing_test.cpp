// Parts of meshes face outward; parts inside of others are counted; sheets have mass on their area.

#include "catena/meshes/facing.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "catena/geometry/mass_properties.hpp"
#include "catena/meshes/mesh_file.hpp"
#include "tests/support/geometry_message.hpp"
#include "tests/support/sample_meshes.hpp"

namespace catena {
namespace {

using namespace test;

TriangleSoup cube(double half) {
  return box_soup({-half, -half, -half}, {half, half, half});
}

Shape shape_of(const LoadedMesh& loaded) {
  Shape shape;
  shape.kind = ShapeKind::Mesh;
  shape.mesh = loaded.mesh;
  return shape;
}

bool says(const MeshReport& report, const std::string& part) {
  const std::vector<std::string> remarks = report.remarks();
  return std::any_of(remarks.begin(), remarks.end(),
                     [&](const std::string& r) { return r.find(part) != std::string::npos; });
}

TEST(Facing, WhatIsInsideOutIsTurned) {
  const TriangleSoup bottle = joined(cube(1.0), turned_inside_out(cube(0.5)));  // with a cavity
  for (const TriangleSoup& right : {cube(1.0), torus_soup(1.0, 0.3, 20, 10), bottle,
                                    joined(cube(1.0), box_soup({3, 0, 0}, {4, 1, 1}))}) {
    const LoadedMesh good = finish_mesh(right), turned = finish_mesh(turned_inside_out(right));
    EXPECT_EQ(good.report.turned, 0);
    EXPECT_TRUE(good.report.clean());
    EXPECT_EQ(turned.report.turned, static_cast<int>(right.triangles.size()));
    EXPECT_TRUE(says(turned.report, "it is inside out"));
    EXPECT_GT(good.report.volume, 0.0);
    EXPECT_NEAR(turned.report.volume, good.report.volume, 1e-12 * good.report.volume);
    EXPECT_NEAR(volume(shape_of(turned)), volume(shape_of(good)), 1e-12);
  }
  EXPECT_NEAR(finish_mesh(bottle).report.volume, 8.0 - 1.0, 1e-12);
}

// Of two boxes side by side one is inside out: the sum of their volumes would be zero.
TEST(Facing, EachPartIsTurnedByItself) {
  const LoadedMesh mesh =
      finish_mesh(joined(cube(0.5), turned_inside_out(box_soup({3, 0, 0}, {4, 1, 1}))));
  EXPECT_EQ(mesh.report.turned, 12);
  EXPECT_NEAR(mesh.report.volume, 2.0, 1e-12);
}

TEST(Facing, SolidsInsideOfSolidsAreNamed) {
  const auto nested = [](const TriangleSoup& soup) { return finish_mesh(soup).report.nested; };
  const TriangleSoup hole = turned_inside_out(cube(0.5));
  EXPECT_EQ(nested(joined(cube(1.0), hole)), 0);
  EXPECT_EQ(nested(joined(joined(cube(1.0), hole), cube(0.2))), 0) << "a stone in the cavity";
  EXPECT_EQ(nested(joined(cube(1.0), cube(0.5))), 1);
  EXPECT_EQ(nested(joined(joined(cube(1.0), hole), turned_inside_out(cube(0.2)))), 1);
  const LoadedMesh twice = finish_mesh(joined(cube(1.0), cube(0.5)));
  EXPECT_TRUE(says(twice.report, "1 closed part lies inside the solid of another one"));
  EXPECT_NE(message_of([&] { volume(shape_of(twice)); }).find("counts twice"), std::string::npos);
  EXPECT_NEAR(solid_inertia(shape_of(twice), 3.0).mass, 3.0, 1e-15);
}

// Triangles that go through each other are named by their numbers in the file, also where others
// before them were left out.
TEST(Facing, CrossingTrianglesAreNamedAndHaveNoDensity) {
  TriangleSoup soup = joined(cube(0.5), box_soup({0.4, 0.1, 0.1}, {2, 0.2, 0.2}));
  soup.triangles.insert(soup.triangles.begin(), {0, 0, 1});
  const LoadedMesh mesh = finish_mesh(soup);
  ASSERT_FALSE(mesh.report.crossings.empty());
  for (const MeshCrossing& crossing : mesh.report.crossings) {
    EXPECT_GE(crossing.a, 1);
    EXPECT_LE(crossing.a, 12);  // of the cube
    EXPECT_GE(crossing.b, 13);  // of the rod
    EXPECT_NEAR(crossing.near.y, 0.15, 0.4);
  }
  const std::string message = message_of([&] { volume(shape_of(mesh)); });
  for (const char* part : {"through each other", "counted from 0", "a mass in place of a density"})
    EXPECT_NE(message.find(part), std::string::npos) << message;
  EXPECT_NEAR(solid_inertia(shape_of(mesh), 2.0).mass, 2.0, 1e-15);
}

// Walls between solids that touch are no fault of the volume.
TEST(Facing, SolidsThatTouchHaveTheirVolume) {
  const LoadedMesh mesh =
      finish_mesh(joined(cube(0.5), box_soup({0.5, -0.1, -0.1}, {1, 0.1, 0.1})));
  EXPECT_GT(mesh.report.touching, 0);
  EXPECT_EQ(mesh.report.self_contacts, 0);
  EXPECT_NEAR(volume(shape_of(mesh)), 1.0 + 0.5 * 0.04, 1e-12);
}

// A rectangle of a x b with triangles on both sides: m b^2 / 12, m a^2 / 12 and their sum.
TEST(Facing, SheetsHaveTheirMassOnTheirArea) {
  const double a = 0.6, b = 0.2, m = 0.3;
  TriangleSoup sheet;
  sheet.vertices = {{0, 0, 1}, {a, 0, 1}, {a, b, 1}, {0, b, 1}};
  sheet.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 2, 1}, {0, 3, 2}};
  const LoadedMesh loaded = finish_mesh(sheet);
  EXPECT_EQ(loaded.mesh->triangle_count(), 4);
  EXPECT_TRUE(loaded.mesh->closed());
  EXPECT_TRUE(says(loaded.report, "no thickness"));
  const Inertia<double> i =
      Transform<double>::at({-0.5 * a, -0.5 * b, -1.0}) * solid_inertia(shape_of(loaded), m);
  EXPECT_NEAR(norm(i.moment), 0.0, 1e-16);
  EXPECT_NEAR(i.rotational.xx, m * b * b / 12, 1e-16);
  EXPECT_NEAR(i.rotational.yy, m * a * a / 12, 1e-16);
  EXPECT_NEAR(i.rotational.zz, m * (a * a + b * b) / 12, 1e-16);
  EXPECT_NE(message_of([&] { volume(shape_of(loaded)); }).find("no thickness"), std::string::npos);
}

}  // namespace
}  // namespace catena
