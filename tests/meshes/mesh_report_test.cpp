// Each fault of a mesh is counted, and nothing else.

#include "catena/meshes/mesh_report.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <random>

#include "catena/geometry/mass_properties.hpp"
#include "catena/math/rotation.hpp"
#include "catena/meshes/mesh_file.hpp"
#include "tests/support/sample_meshes.hpp"

namespace catena {
namespace {

using namespace test;

MeshReport report_of(const TriangleSoup& soup) {
  return finish_mesh(soup).report;
}

TriangleSoup box() {
  return box_soup({0, 0, 0}, {1, 1, 1});
}

TEST(MeshReports, CleanMeshesAreClean) {
  for (const TriangleSoup& soup :
       {box(), torus_soup(1, 0.3, 40, 20), sphere_soup(1, 20, 40),
        prism_soup({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 2}, {0, 2}}, 1)}) {
    const MeshReport report = report_of(soup);
    EXPECT_TRUE(report.clean());
    EXPECT_TRUE(report.remarks().empty()) << report.remarks().front();
    EXPECT_EQ(report.parts, 1);
  }
}

TEST(MeshReports, OpenEdges) {
  TriangleSoup soup = box();
  soup.triangles.pop_back();
  const MeshReport report = report_of(soup);
  EXPECT_EQ(report.open_edges, 3);
  EXPECT_EQ(report.flipped + report.zero_area + report.t_junctions + report.self_contacts, 0);
  ASSERT_EQ(report.remarks().size(), 1U);
  EXPECT_EQ(report.remarks()[0].substr(0, 52),
            "3 open edges: the surface does not bound a solid. It");
}

TEST(MeshReports, FlippedTriangles) {
  TriangleSoup soup = torus_soup(1, 0.3, 20, 10);
  for (const std::size_t t : {3U, 50U, 51U}) std::swap(soup.triangles[t][0], soup.triangles[t][1]);
  EXPECT_EQ(report_of(soup).flipped, 3);
}

TEST(MeshReports, InsideOut) {
  const MeshReport report = report_of(turned_inside_out(box()));
  EXPECT_EQ(report.flipped, 0);
  EXPECT_EQ(report.turned, 12);
  EXPECT_DOUBLE_EQ(report.volume, 1.0);
  EXPECT_FALSE(report.clean());
}

// The side y = 0 meets an edge of the bottom that was split in the middle.
TEST(MeshReports, TJunctions) {
  TriangleSoup soup = box();
  int bottom = -1;
  for (std::size_t t = 0; t < soup.triangles.size(); ++t) {
    const auto& c = soup.triangles[t];
    const bool flat = soup.vertices[static_cast<std::size_t>(c[0])].z +
                          soup.vertices[static_cast<std::size_t>(c[1])].z +
                          soup.vertices[static_cast<std::size_t>(c[2])].z ==
                      0.0;
    for (std::size_t i = 0; i < 3 && flat; ++i)
      if (soup.vertices[static_cast<std::size_t>(c[i])].y == 0.0 &&
          soup.vertices[static_cast<std::size_t>(c[(i + 1) % 3])].y == 0.0) {
        bottom = static_cast<int>(t);
        const int middle = static_cast<int>(soup.vertices.size());
        const std::array<int, 3> old = c;
        soup.vertices.push_back({0.5, 0, 0});
        soup.triangles[t] = {old[i], middle, old[(i + 2) % 3]};
        soup.triangles.push_back({middle, old[(i + 1) % 3], old[(i + 2) % 3]});
        break;
      }
    if (bottom >= 0) break;
  }
  ASSERT_GE(bottom, 0);
  const MeshReport report = report_of(soup);
  EXPECT_EQ(report.t_junctions, 1);
  EXPECT_EQ(report.open_edges, 3);
  EXPECT_EQ(report.self_contacts, 0) << "what only touches does not cross";
}

TEST(MeshReports, SelfContact) {
  // A corner of one box in the other: three edges of each go through faces of the other.
  const MeshReport crossing = report_of(joined(box(), box_soup({0.5, 0.5, 0.5}, {1.5, 1.5, 1.5})));
  EXPECT_GT(crossing.self_contacts, 5);
  EXPECT_EQ(crossing.parts, 2);
  // Faces that lie on each other in part.
  EXPECT_GT(report_of(joined(box(), box_soup({1, 0.3, 0.3}, {2, 0.6, 0.6}))).touching, 0);
  // Apart, and within each other without touching.
  EXPECT_EQ(report_of(joined(box(), box_soup({1.1, 0, 0}, {2, 1, 1}))).self_contacts, 0);
  EXPECT_EQ(
      report_of(joined(box_soup({-2, -2, -2}, {2, 2, 2}), turned_inside_out(box()))).self_contacts,
      0);
}

TEST(MeshReports, TrianglesWithoutAreaAndThoseThereTwice) {
  TriangleSoup soup = box();
  // The far corner of a sliver on an edge: three vertices in a line.
  const int n = static_cast<int>(soup.vertices.size());
  soup.vertices.push_back({5, 0, 0});
  soup.vertices.push_back({6, 0, 0});
  soup.vertices.push_back({7, 0, 0});
  soup.triangles.push_back({n, n + 1, n + 2});
  soup.triangles.push_back(soup.triangles[0]);
  soup.triangles.push_back({0, 0, 1});
  const MeshReport report = report_of(soup);
  EXPECT_EQ(report.zero_area, 1);
  EXPECT_EQ(report.welded.repeated, 1);
  EXPECT_EQ(report.welded.collapsed, 1);
}

// A wall between two boxes that share a face, once in each sense, is left out.
TEST(MeshReports, InnerWallsGo) {
  TriangleSoup soup = joined(box(), box_soup({1, 0, 0}, {2, 1, 1}));
  WeldReport welded;
  weld(soup, 0.0, &welded);
  const LoadedMesh loaded = finish_mesh(soup);
  if (welded.repeated == 4) {  // where both cut the wall along the same diagonal
    EXPECT_TRUE(loaded.report.clean());
    EXPECT_DOUBLE_EQ(loaded.report.volume, 2.0);
  } else {
    EXPECT_GT(loaded.report.touching, 0);
  }
}

TEST(Welding, JoinsWhatIsNearAndNothingElse) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  TriangleSoup soup = sphere_soup(1.0, 30, 60), loose;
  // Each triangle with corners of its own, moved a little.
  for (const auto& t : soup.triangles) {
    const int first = static_cast<int>(loose.vertices.size());
    for (const int v : t) {
      const Vec3<double>& p = soup.vertices[static_cast<std::size_t>(v)];
      loose.vertices.push_back(p + 1e-9 * Vec3<double>{unit(random), unit(random), unit(random)});
    }
    loose.triangles.push_back({first, first + 1, first + 2});
  }
  WeldReport report;
  const TriangleSoup welded = weld(loose, 1e-7, &report);
  EXPECT_EQ(welded.vertices.size(), soup.vertices.size());
  EXPECT_TRUE(mesh_of(welded).closed());
  EXPECT_EQ(report.merged, static_cast<int>(loose.vertices.size() - soup.vertices.size()));
  EXPECT_EQ(weld(loose, 0.0).vertices.size(), loose.vertices.size());
}

// Where boxes of triangles overlap everywhere the search for contacts ends all the same.
TEST(MeshReports, ManyThatCrossAreCutShort) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  TriangleSoup soup;
  for (int t = 0; t < 1000; ++t) {
    for (int k = 0; k < 3; ++k) soup.vertices.push_back({unit(random), unit(random), unit(random)});
    soup.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  const MeshReport report = report_of(soup);
  EXPECT_FALSE(report.all_contacts);
  EXPECT_GE(report.self_contacts, 10000);
}

// CATENA_MESH_TIMES=1: how the processor time of loading grows.
TEST(MeshReports, TimesGrowAsNLogN) {
  if (std::getenv("CATENA_MESH_TIMES") == nullptr) GTEST_SKIP() << "set CATENA_MESH_TIMES=1";
  for (const int n : {16, 50, 158, 500}) {
    const std::string bytes = stl_bytes(torus_soup(1.0, 0.4, 2 * n, n));
    const std::clock_t start = std::clock();
    MeshOptions unchecked;
    unchecked.check = false;
    const LoadedMesh fast = read_mesh(bytes, "t.stl", ".stl", unchecked);
    const std::clock_t middle = std::clock();
    const LoadedMesh loaded = read_mesh(bytes, "t.stl", ".stl");
    const std::clock_t end = std::clock();
    const auto ms = [](std::clock_t ticks) {
      return 1e3 * static_cast<double>(ticks) / CLOCKS_PER_SEC;
    };
    std::printf("%8d triangles: read and welded %9.2f ms, with checks %9.2f ms\n",
                loaded.mesh->triangle_count(), ms(middle - start), ms(end - middle));
    EXPECT_TRUE(loaded.report.clean());
  }
}

}  // namespace
}  // namespace catena
