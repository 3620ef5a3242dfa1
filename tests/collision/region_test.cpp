// Regions of contact against polygons that are cut independently, at tilts from 0 to 1e-3.

#include "catena/collision/region.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>

#include "catena/math/index.hpp"
#include "catena/math/rotation.hpp"
#include "tests/collision/solids.hpp"

namespace catena::test {
namespace {

using std::numbers::pi;

constexpr double contact = default_contact_distance;

// Corners of a polygon, with heights, that is cut by the rectangle |x| <= X, |y| <= Y.
std::vector<V3> cut(std::vector<V3> polygon, double X, double Y) {
  for (int side = 0; side < 4; ++side) {
    const V3 m = side == 0   ? V3{1, 0, 0}
                 : side == 1 ? V3{-1, 0, 0}
                 : side == 2 ? V3{0, 1, 0}
                             : V3{0, -1, 0};
    const double limit = side < 2 ? X : Y;
    std::vector<V3> next;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const V3 p = polygon[i], q = polygon[(i + 1) % polygon.size()];
      const double s = limit - dot(m, p), t = limit - dot(m, q);
      if (s >= 0) next.push_back(p);
      if ((s > 0 && t < 0) || (s < 0 && t > 0)) next.push_back(p + (s / (s - t)) * (q - p));
    }
    polygon = next;
  }
  return polygon;
}

std::string describe(const RegionList& list) {
  std::ostringstream text;
  for (const RegionPoint& p : list.points)
    text << "(" << p.p_b.x << " " << p.p_b.y << " " << p.p_b.z << ") gap " << p.gap << " kind "
         << static_cast<int>(p.kind) << " feature " << std::hex << p.feature << std::dec << "\n";
  return text.str();
}

// The corners that are expected, each found once, and nothing else.
void expect_corners(const RegionList& list, const std::vector<V3>& heights, double tolerance) {
  std::vector<V3> expected;
  for (const V3& p : heights)
    if (p.z <= contact) expected.push_back(p);
  ASSERT_EQ(list.points.size(), expected.size()) << describe(list);
  for (const V3& p : expected) {
    int found = 0;
    for (const RegionPoint& q : list.points)
      if (norm(V3{q.p_b.x, q.p_b.y, 0} - V3{p.x, p.y, 0}) < 1e-5) {
        ++found;
        EXPECT_NEAR(q.gap, p.z, tolerance);
        EXPECT_NEAR(norm(q.p_b - V3{p.x, p.y, 0}), 0.0, 2e-7);
        EXPECT_NEAR(dot(q.n, q.p_a - q.p_b), q.gap, 1e-15);
        EXPECT_NEAR(norm(q.p_a - q.p_b), std::abs(q.gap), 1e-12);
      }
    EXPECT_EQ(found, 1) << p.x << " " << p.y << "\n" << describe(list);
  }
}

RegionList regions(const Shape& a, const Pose& A, const Shape& b, const Pose& B) {
  RegionList list;
  PairCache cache;
  add_regions(make_collider(a), A, make_collider(b), B, contact, cache, list);
  return list;
}

struct Tilted {
  double tilt, gap, yaw;
};

// The lower face of a box of sides s, turned by yaw, tilted, and lowest at the height `gap`.
std::pair<Pose, std::vector<V3>> tilted_box(const V3& s, const Tilted& t, double x, double y) {
  Pose A{rotation_about({0.6, 0.8, 0}, t.tilt) * rotation_z(t.yaw), {x, y, 0}};
  std::vector<V3> corners;
  for (const auto& [i, j] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
    corners.push_back(A * V3{0.5 * i * s.x, 0.5 * j * s.y, -0.5 * s.z});
  double low = 1e300;
  for (const V3& p : corners) low = std::min(low, p.z);
  A.translation.z = t.gap - low;
  for (V3& p : corners) p.z += t.gap - low;
  return {A, corners};
}

const std::vector<double> tilts = {0.0, 1e-9, 1e-6, 1e-3};

TEST(Region, BoxOnBox) {
  const V3 s{0.2, 0.14, 0.1};
  for (const double tilt : tilts)
    for (const double gap : {-1e-9, 0.0, 5e-5})
      for (const double yaw : {0.0, 0.3, 1.1})
        for (const double x : {0.0, 0.27}) {  // whole, and over the edge
          SCOPED_TRACE(testing::Message() << tilt << " " << gap << " " << yaw << " " << x);
          const auto [A, corners] = tilted_box(s, {tilt, gap, yaw}, x, 0.03);
          const Shape box = solid(ShapeKind::Box, s), big = solid(ShapeKind::Box, {0.6, 0.6, 0.4});
          const Pose B = Pose::at({0, 0, -0.2});
          Shape hull_a, hull_b;
          hull_a.kind = hull_b.kind = ShapeKind::Hull;
          hull_a.hull = std::make_shared<const ConvexHull>(box_hull(s));
          hull_b.hull = std::make_shared<const ConvexHull>(box_hull(big.size));
          const Shape mesh_a = mesh_shape(box_mesh(s)), mesh_b = mesh_shape(box_mesh(big.size));
          for (const auto& [above, below] : {std::pair{box, big},
                                             {hull_a, hull_b},
                                             {box, hull_b},
                                             {mesh_a, hull_b},
                                             {hull_a, mesh_b},
                                             {mesh_a, mesh_b},
                                             {mesh_a, solid(ShapeKind::HalfSpace)},
                                             {box, solid(ShapeKind::HalfSpace)}}) {
            SCOPED_TRACE(std::string(to_string(above.kind)) + " on " + to_string(below.kind));
            const bool ground = below.kind == ShapeKind::HalfSpace;
            const std::vector<V3> expected = ground ? corners : cut(corners, 0.3, 0.3);
            const double tolerance = 1e-13 + 2 * tilt * tilt * contact;
            expect_corners(regions(above, A, below, ground ? Pose::identity() : B), expected,
                           tolerance);
            // The same from the other side.
            RegionList other = regions(below, ground ? Pose::identity() : B, above, A);
            for (RegionPoint& p : other.points) std::swap(p.p_a, p.p_b), p.n = -p.n;
            expect_corners(other, expected, tolerance);
          }
        }
}

TEST(Region, CylinderOnItsEnd) {
  const double r = 0.04, h = 0.1;
  for (const double tilt : tilts) {
    const Mat3<double> R = rotation_about({0.6, 0.8, 0}, tilt);
    const double low = r * std::sin(tilt) + 0.5 * h * std::cos(tilt);
    const Pose A{R, {0.3, 0.2, low + 1e-6}};
    const RegionList list = regions(solid(ShapeKind::Cylinder, {r, h, 0}), A,
                                    solid(ShapeKind::HalfSpace), Pose::identity());
    ASSERT_EQ(list.points.size(), 8u) << tilt;
    double least = 1e300;
    for (const RegionPoint& p : list.points) {
      least = std::min(least, p.gap);
      const V3 local = inverse(A) * p.p_a;
      EXPECT_NEAR(std::hypot(local.x, local.y), r, 1e-15);
      EXPECT_NEAR(local.z, -0.5 * h, 1e-15);
      EXPECT_NEAR(p.p_a.z, p.gap, 1e-15);
    }
    EXPECT_NEAR(least, 1e-6, tilt < 1e-7 ? 0.08 * r * tilt + 1e-16 : 1e-15);
  }
}

TEST(Region, CylinderOnItsSide) {
  const double r = 0.05, h = 0.4;
  for (const double tilt : tilts) {
    const Pose A{rotation_y(0.5 * pi + tilt) * rotation_z(0.4),
                 {0.3, 0.2, r * std::cos(tilt) + 0.5 * h * std::sin(tilt) + 1e-6}};
    for (const bool on_box : {false, true}) {
      const Shape ground = on_box ? solid(ShapeKind::Box, {2, 2, 2}) : solid(ShapeKind::HalfSpace);
      const RegionList list = regions(solid(ShapeKind::Cylinder, {r, h, 0}), A, ground,
                                      Pose::at({0, 0, on_box ? -1.0 : 0.0}));
      ASSERT_EQ(list.points.size(), h * tilt < contact ? 2u : 1u);
      EXPECT_NEAR(std::min(list.points[0].gap, list.points.back().gap), 1e-6, 1e-15);
      if (h * tilt < contact) {
        EXPECT_NEAR(std::max(list.points[0].gap, list.points[1].gap), 1e-6 + h * std::sin(tilt),
                    1e-15);
        EXPECT_NEAR(norm(list.points[0].p_a - list.points[1].p_a), h, 1e-14);
      }
    }
  }
}

TEST(Region, BallsCapsulesAndEdges) {
  const Shape ground = solid(ShapeKind::HalfSpace), box = solid(ShapeKind::Box, {1, 1, 1});
  const Shape ball = solid(ShapeKind::Sphere, {0.1, 0, 0}),
              rod = solid(ShapeKind::Capsule, {0.1, 0.6, 0});
  RegionList list = regions(ball, Pose::at({0.2, 0, 0.1 + 3e-5}), ground, Pose::identity());
  ASSERT_EQ(list.points.size(), 1u);
  EXPECT_NEAR(list.points[0].gap, 3e-5, 1e-16);
  EXPECT_EQ(list.points[0].kind, PointKind::PointOnB);
  EXPECT_EQ(list.points[0].radius_a, 0.1);
  EXPECT_NEAR(norm(list.points[0].point_a), 0.0, 1e-15);
  list = regions(rod, {rotation_y(0.5 * pi), {0, 0, 0.1}}, ground, Pose::identity());
  ASSERT_EQ(list.points.size(), 2u);
  EXPECT_NEAR(norm(list.points[0].p_a - list.points[1].p_a), 0.6, 1e-14);
  // Half of the rod is beyond the edge of the box.
  list = regions(rod, {rotation_y(0.5 * pi), {0.5, 0, 0.6}}, box, Pose::identity());
  ASSERT_EQ(list.points.size(), 2u);
  EXPECT_NEAR(norm(list.points[0].p_a - list.points[1].p_a), 0.3, 1e-12);
  // Two rods along each other, over a half of their length, and across.
  list = regions(rod, Pose::at({0.2, 0, 0.3}), rod, Pose::identity());
  ASSERT_EQ(list.points.size(), 2u);
  EXPECT_NEAR(norm(list.points[0].p_a - list.points[1].p_a), 0.3, 1e-12);
  list = regions(rod, {rotation_y(0.5 * pi), {0, 0.2, 0}}, rod, Pose::identity());
  ASSERT_EQ(list.points.size(), 1u);
  EXPECT_NEAR(list.points[0].gap, 0.0, 1e-15);
  // A ball over the edge of a box touches the edge, not the face.
  list = regions(ball, Pose::at({0.5 + 0.06, 0, 0.5 + 0.08}), box, Pose::identity());
  ASSERT_EQ(list.points.size(), 1u);
  EXPECT_NEAR(list.points[0].gap, 0.0, 1e-15);
  EXPECT_NEAR(list.points[0].n.x, 0.6, 1e-12);
  // Two edges that cross.
  const double up = std::sqrt(0.5);
  list = regions(box, {rotation_z(0.5 * pi) * rotation_x(0.25 * pi), {0, 0, 2 * up + 1e-5}}, box,
                 {rotation_x(0.25 * pi), {0, 0, 0}});
  ASSERT_EQ(list.points.size(), 1u);
  EXPECT_NEAR(list.points[0].gap, 1e-5, 1e-15);
  EXPECT_EQ(list.points[0].kind, PointKind::EdgeEdge);
}

// A rod over the border of a face, tilted about the edge by little: where it goes down beyond the
// face it touches the edge, once, at the distance of its axis from the edge; where it goes up it
// touches the face.
TEST(Region, ATiltedRodTouchesABorderOnce) {
  const Shape box = solid(ShapeKind::Box, {1, 1, 1}),
              rod = solid(ShapeKind::Capsule, {0.1, 0.6, 0});
  for (const double yaw : {0.0, 0.3})
    for (const double tilt : {-9e-4, -1e-5, -1e-8, 1e-8, 1e-5, 3e-4, 9e-4, 2e-3}) {
      SCOPED_TRACE(std::to_string(tilt));
      // Over the edge x = 0.5, z = 0.5, its nearest point 1e-6 m from the edge.
      const Pose turn{rotation_z(yaw) * rotation_y(0.5 * pi + tilt), {0, 0, 0}};
      const V3 axis = turn.rotation * V3{0, 0, 1}, edge{0, 1, 0};
      V3 n = cross(axis, edge);
      n = (n.z < 0 ? -1.0 / norm(n) : 1.0 / norm(n)) * n;
      const Pose A{turn.rotation, V3{0.5, 0, 0.5} + (0.1 + 1e-6) * n};
      for (const bool turned : {false, true}) {
        const RegionList list = turned ? regions(box, Pose::identity(), rod, A)
                                       : regions(rod, A, box, Pose::identity());
        int there = 0;
        for (const RegionPoint& p : list.points) {
          if (std::abs(p.p_b.x - 0.5) > 1e-3) continue;
          ++there;
          EXPECT_NEAR(norm(p.p_a - p.p_b), std::abs(p.gap), 1e-14);
          if (tilt < 0.0) continue;
          EXPECT_NEAR(p.gap, 1e-6, 1e-13) << describe(list);
          EXPECT_NEAR(norm(p.n - (turned ? -1.0 : 1.0) * n), 0.0, 1e-9);
        }
        EXPECT_EQ(there, 1) << describe(list);
      }
    }
}

// Meshes of boxes whose faces are up to 4 degrees from parallel and touch where two edges cross:
// the normal there is that of the boxes, not that of a face nearby, along which they would move
// into each other.
TEST(Region, NearlyParallelFacesOfMeshes) {
  RandomSolids random(7);
  const V3 sides{0.1, 0.06, 0.04};
  const Shape box = solid(ShapeKind::Box, sides), mesh = mesh_shape(box_mesh(sides));
  const Pose B{Mat3<double>::identity(), {0, 0, 0}};
  int edges = 0;
  for (int i = 0; i < 200; ++i) {
    const Tilted t{random.uniform(5e-3, 0.07), 0.0, random.uniform(0.3, 1.2)};
    Pose A = tilted_box(sides, t, random.uniform(-0.06, 0.06), random.uniform(-0.06, 0.06)).first;
    PairCache cache;
    A.translation.z += 0.1;
    for (int k = 0; k < 20; ++k) {  // it comes down until it touches
      const Distance d = distance(make_collider(box), A, make_collider(box), B, cache);
      A.translation.z -= d.value / d.n.z;
    }
    const Distance touch = distance(make_collider(box), A, make_collider(box), B, cache);
    ASSERT_LT(std::abs(touch.value), 1e-12);
    for (const RegionPoint& p : regions(mesh, A, mesh, B).points) {
      if (p.kind != PointKind::EdgeEdge || norm(p.p_a - touch.p_a) > 1e-6) continue;
      EXPECT_LT(norm(p.n - touch.n), 1e-3) << i;
      ++edges;
    }
  }
  EXPECT_GT(edges, 20);
}

TEST(Region, AStackAtRestKeepsItsFeatures) {
  // Ten equal boxes, edges on edges, that tremble by 1e-10 in all six directions.
  RandomSolids random(5);
  for (const bool as_hull : {false, true}) {
    Shape box = solid(ShapeKind::Box, {0.2, 0.2, 0.2});
    if (as_hull) {
      box.kind = ShapeKind::Hull;
      box.hull = std::make_shared<const ConvexHull>(box_hull(box.size));
    }
    const Collider c = make_collider(box);
    PairCache cache;
    RegionList list;
    std::vector<std::uint64_t> first;
    for (int step = 0; step < 10000; ++step) {
      const auto pose = [&](double z) {
        return Pose{rotation_about(random.direction(), random.uniform(0.0, 1e-9)),
                    V3{0, 0, z} + random.uniform(0.0, 1e-10) * random.direction()};
      };
      list.clear();
      add_regions(c, pose(0.2), c, pose(0.0), contact, cache, list);
      ASSERT_EQ(list.points.size(), 4u) << step;
      std::vector<std::uint64_t> features;
      for (const RegionPoint& p : list.points) features.push_back(p.feature);
      if (step == 0) first = features;
      ASSERT_EQ(features, first) << step;
    }
  }
}

}  // namespace
}  // namespace catena::test
