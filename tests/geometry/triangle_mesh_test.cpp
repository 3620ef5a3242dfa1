// Edges of meshes and faces of hulls.

#include "catena/geometry/triangle_mesh.hpp"

#include <gtest/gtest.h>

#include "catena/geometry/convex_hull.hpp"
#include "catena/geometry/geometry_error.hpp"
#include "catena/math/index.hpp"
#include "catena/meshes/weld.hpp"
#include "tests/support/sample_meshes.hpp"

namespace catena {
namespace {

using namespace test;

TEST(TriangleMeshes, EachSideHasItsEdge) {
  const TriangleMesh mesh = mesh_of(torus_soup(1.0, 0.3, 12, 8));
  EXPECT_TRUE(mesh.closed());
  // Euler's number of a torus is zero.
  EXPECT_EQ(mesh.vertex_count() - static_cast<int>(mesh.edges.size()) + mesh.triangle_count(), 0);
  for (int t = 0; t < mesh.triangle_count(); ++t)
    for (std::size_t s = 0; s < 3; ++s) {
      const TriangleMesh::Edge& edge = mesh.edges[to_index(mesh.triangle_edges[to_index(t)][s])];
      const int from = mesh.triangles[to_index(t)][s],
                to = mesh.triangles[to_index(t)][(s + 1) % 3];
      const bool first = edge.triangles[0] == t;
      ASSERT_TRUE(first || edge.triangles[1] == t);
      EXPECT_EQ(edge.vertices[0], first ? from : to);
      EXPECT_EQ(edge.vertices[1], first ? to : from);
    }
}

// Two boxes that touch along an edge: four triangles meet there, paired so that each pair belongs
// to one box.
TEST(TriangleMeshes, FourTrianglesOnAnEdgeArePairedBySolids) {
  const TriangleSoup soup =
      weld(joined(box_soup({0, 0, 0}, {1, 1, 1}), box_soup({1, 1, 0}, {2, 2, 1})), 0.0);
  const TriangleMesh mesh = mesh_of(soup);
  EXPECT_TRUE(mesh.closed());
  int shared = 0;
  for (const TriangleMesh::Edge& edge : mesh.edges) {
    const auto is_shared = [&](int v) {
      const Vec3<double>& p = mesh.vertices[to_index(v)];
      return p.x == 1 && p.y == 1;
    };
    if (!is_shared(edge.vertices[0]) || !is_shared(edge.vertices[1])) continue;
    ++shared;
    double side = 0.0;
    for (const int t : edge.triangles) {
      double sum = 0.0;
      for (const int v : mesh.triangles[to_index(t)]) sum += mesh.vertices[to_index(v)].x - 1.0;
      if (side == 0.0) side = sum;
      EXPECT_GE(side * sum, 0.0) << "the pair belongs to two boxes";
    }
  }
  EXPECT_EQ(shared, 2);
}

TEST(TriangleMeshes, SidesThatDoNotFitAreCounted) {
  TriangleSoup soup = box_soup({0, 0, 0}, {1, 1, 1});
  std::swap(soup.triangles[0][0], soup.triangles[0][1]);
  const TriangleMesh mesh = mesh_of(soup);
  EXPECT_FALSE(mesh.closed());
  EXPECT_EQ(mesh.open_edges, 0);
  EXPECT_EQ(mesh.unpaired_edges, 3);
}

TEST(TriangleMeshes, RefuseWhatCannotBe) {
  EXPECT_THROW(make_mesh({{0, 0, 0}}, {{0, 1, 2}}), GeometryError);
  EXPECT_THROW(make_mesh({{0, 0, 0}, {1, 0, 0}}, {{0, 1, 1}}), GeometryError);
  EXPECT_THROW(make_mesh({{0, 0, std::nan("")}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}), GeometryError);
}

TEST(ConvexHulls, KnowTheirFacesEdgesAndNeighbours) {
  const ConvexHull box = box_hull({2, 4, 6});
  EXPECT_EQ(box.vertex_count(), 8);
  EXPECT_EQ(box.face_count(), 6);
  EXPECT_EQ(box.edge_count(), 12);
  for (int f = 0; f < 6; ++f) {
    EXPECT_EQ(box.face(f).size(), 4U);
    for (const Vec3<double>& p : box.vertices)
      EXPECT_LE(dot(box.normals[to_index(f)], p), box.offsets[to_index(f)] + 1e-15);
  }
  for (int v = 0; v < 8; ++v) {
    const auto around = box.neighbours_of(v);
    ASSERT_EQ(around.size(), 3U);
    const auto to = [&](std::size_t i) {
      return box.vertices[to_index(around[i])] - box.vertices[to_index(v)];
    };
    // Counter-clockwise seen from outside: the triple product of what leads inwards is negative.
    EXPECT_LT(dot(to(0), cross(to(1), to(2))), 0.0);
  }
}

TEST(ConvexHulls, RefuseConcaveAndOpenOnes) {
  const std::vector<Vec3<double>> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  EXPECT_NO_THROW(hull_of_faces(corners, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}));
  EXPECT_THROW(hull_of_faces(corners, {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}}), GeometryError);
  EXPECT_THROW(hull_of_faces(corners, {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {0, 2, 3}}), GeometryError);
}

}  // namespace
}  // namespace catena
