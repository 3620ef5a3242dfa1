// Distances, regions and pairs allocate until their buffers have grown, and not after that.

#include <gtest/gtest.h>

#include "catena/collision/broad_phase.hpp"
#include "catena/collision/region.hpp"
#include "catena/math/index.hpp"
#include "catena/math/rotation.hpp"
#include "tests/allocation/allocation_counter.hpp"

namespace catena::test {
namespace {

TriangleMesh mesh_of_box(const Vec3<double>& sides) {
  const ConvexHull hull = box_hull(sides);
  std::vector<std::array<int, 3>> triangles;
  for (int f = 0; f < hull.face_count(); ++f) {
    const auto loop = hull.face(f);
    triangles.push_back({loop[0], loop[1], loop[2]});
    triangles.push_back({loop[0], loop[2], loop[3]});
  }
  return make_mesh(hull.vertices, std::move(triangles));
}

TEST(NoAllocationInCollision, OnceBuffersHaveGrown) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  const Vec3<double> sides{0.2, 0.2, 0.2};
  Shape box{ShapeKind::Box, sides}, hull{ShapeKind::Hull}, mesh{ShapeKind::Mesh};
  hull.hull = std::make_shared<const ConvexHull>(box_hull(sides));
  mesh.mesh = std::make_shared<const TriangleMesh>(mesh_of_box(sides));
  const Shape cylinder{ShapeKind::Cylinder, {0.1, 0.2, 0}}, ground{ShapeKind::HalfSpace};
  std::vector<Collider> solids;
  for (const Shape& s : {box, hull, mesh, cylinder, ground}) solids.push_back(make_collider(s));
  std::vector<PairCache> caches(solids.size() * solids.size());
  RegionList list;
  BroadPhase broad;
  for (int i = 0; i < 50; ++i) broad.add({{0.15 * i, 0, 0}, {0.15 * i + 0.2, 0.2, 0.2}}, true);
  std::size_t points = 0;
  const auto step = [&](int k) {
    list.clear();
    for (std::size_t i = 0; i < solids.size(); ++i)
      for (std::size_t j = 0; j < solids.size(); ++j) {
        const double z = solids[j].shape.kind == ShapeKind::HalfSpace ? 0.1 : 0.2;
        const Transform<double> X{rotation_z(0.3), {0.01, 0.02, z + 1e-6 * (k % 3)}};
        add_regions(solids[i], X, solids[j], Transform<double>::identity(),
                    default_contact_distance, caches[i * solids.size() + j], list);
      }
    points = list.points.size();
    for (int i = 0; i < 50; ++i) {
      const double x = 0.15 * i + 0.05 * ((i + k) % 2);
      broad.move(i, {{x, 0, 0}, {x + 0.2, 0.2, 0.2}}, {0.05, 0, 0});
    }
    broad.update();
  };
  for (int k = 0; k < 6; ++k) step(k);
  long count = 0;
  {
    const AllocationGuard guard;
    for (int k = 0; k < 12; ++k) step(k);
    count = guard.count();
  }
  EXPECT_EQ(count, 0);
  EXPECT_GT(points, 40u);
}

}  // namespace
}  // namespace catena::test
