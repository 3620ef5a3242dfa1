// What distances, regions and the broad phase cost: catena_collision_bench.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <vector>

#include "catena/collision/broad_phase.hpp"
#include "catena/collision/region.hpp"
#include "catena/math/rotation.hpp"
#include "tests/collision/solids.hpp"

namespace catena::test {
namespace {

double processor_seconds() {
  timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// Nanoseconds per call: the best of five runs of about 20 ms.
double nanoseconds(const std::function<void(int)>& call) {
  int count = 16;
  double best = 1e300;
  for (int run = 0; run < 6; ++run) {
    const double start = processor_seconds();
    for (int i = 0; i < count; ++i) call(i);
    const double each = (processor_seconds() - start) / count;
    if (run > 0) best = std::min(best, each);
    count = std::max(16, static_cast<int>(0.02 / each));
  }
  return 1e9 * best;
}

// A pair near each other: a rests on b, trembling, or tumbles by it.
void measure_pair(const char* name, const Shape& a, const Shape& b, const Pose& rest) {
  const Collider p = make_collider(a), q = make_collider(b);
  RandomSolids random(1);
  std::vector<Pose> resting, tumbling;
  for (int i = 0; i < 256; ++i) {
    const Mat3<double> turn = rotation_about(random.direction(), 1e-9);
    resting.push_back({turn * rest.rotation, rest.translation + 1e-10 * random.direction()});
    tumbling.push_back({rotation_about({0.6, 0, 0.8}, 0.01 * i),
                        (1.2 * (p.size + std::min(q.size, 1.0))) * V3{0.6, 0.48, 0.64}});
  }
  PairCache cache;
  RegionList list;
  const Pose B = Pose::identity();
  const auto at = [](const std::vector<Pose>& poses, int i) -> const Pose& {
    return poses[static_cast<std::size_t>(i) % poses.size()];
  };
  const double apart = nanoseconds([&](int i) { distance(p, at(tumbling, i), q, B, cache); });
  const double cold = nanoseconds([&](int i) {
    PairCache none;
    distance(p, at(tumbling, 37 * i), q, B, none);
  });
  cache = {};
  const double touching = nanoseconds([&](int i) { distance(p, at(resting, i), q, B, cache); });
  const double region = nanoseconds([&](int i) {
    list.clear();
    add_regions(p, at(resting, i), q, B, default_contact_distance, cache, list);
  });
  std::printf("%-28s %9.0f %9.0f %9.0f %9.0f   %zu points\n", name, apart, cold, touching, region,
              list.points.size());
}

Shape round_hull(int points) {
  std::vector<V3> v;
  for (int i = 0; i < points; ++i) {  // a spiral over a ball
    const double z = 1.0 - (2.0 * i + 1.0) / points, r = std::sqrt(1.0 - z * z), t = 2.39996 * i;
    v.push_back({0.1 * r * std::cos(t), 0.1 * r * std::sin(t), 0.1 * z});
  }
  return hull_shape(v);
}

void measure_broad_phase(int n) {
  // A loose pile of boxes that all move by 1 mm per step.
  RandomSolids random(2);
  BroadPhase broad;
  std::vector<V3> at, velocity;
  const double side = 0.12 * std::cbrt(n);
  const V3 half{0.05, 0.05, 0.05};
  for (int i = 0; i < n; ++i) {
    at.push_back(side * V3{random.uniform(0, 1), random.uniform(0, 1), random.uniform(0, 1)});
    velocity.push_back(random.direction());
    broad.add({at.back() - half, at.back() + half}, true);
  }
  broad.add_half_space({0, 0, 1}, 0.0);
  int step = 0;
  const double each = nanoseconds([&](int) {
    const double h = (step++ / 100) % 2 == 0 ? 1e-3 : -1e-3;
    for (int i = 0; i < n; ++i) {
      const std::size_t k = static_cast<std::size_t>(i);
      at[k] += h * velocity[k];
      broad.move(i, {at[k] - half, at[k] + half}, h * velocity[k]);
    }
    broad.update();
  });
  std::printf("%6d bodies: %9.1f us per step, %6.1f ns per body, %zu pairs\n", n, 1e-3 * each,
              each / n, broad.pairs().size());
}

void run() {
  const Shape box = solid(ShapeKind::Box, {0.2, 0.2, 0.2});
  const Shape ground = solid(ShapeKind::HalfSpace);
  Shape hull_box;
  hull_box.kind = ShapeKind::Hull;
  hull_box.hull = std::make_shared<const ConvexHull>(box_hull(box.size));
  std::printf("ns per call                      apart      cold  touching    region\n");
  measure_pair("sphere - sphere", solid(ShapeKind::Sphere, {0.1, 0, 0}),
               solid(ShapeKind::Sphere, {0.1, 0, 0}), Pose::at({0, 0, 0.2}));
  measure_pair("sphere - box", solid(ShapeKind::Sphere, {0.1, 0, 0}), box, Pose::at({0, 0, 0.2}));
  measure_pair("capsule - capsule", solid(ShapeKind::Capsule, {0.1, 0.2, 0}),
               solid(ShapeKind::Capsule, {0.1, 0.2, 0}), Pose::at({0.2, 0, 0.1}));
  measure_pair("box - half-space", box, ground, Pose::at({0, 0, 0.1}));
  measure_pair("box - box", box, box, Pose::at({0.03, 0.02, 0.2}));
  measure_pair("box - box, gap 0.05 mm", box, box, Pose::at({0.03, 0.02, 0.20005}));
  measure_pair("hull - hull, 8 vertices", hull_box, hull_box, Pose::at({0.03, 0.02, 0.2}));
  const Shape round = round_hull(50);
  int hint = 0;
  const V3 top = hull_support(*round.hull, {0, 0, 1}, hint);
  const V3 bottom = hull_support(*round.hull, {0, 0, -1}, hint);
  measure_pair("hull - hull, 50 vertices", round, round,
               Pose::at({top.x - bottom.x, top.y - bottom.y, top.z - bottom.z}));
  measure_pair("cylinder - box", solid(ShapeKind::Cylinder, {0.1, 0.2, 0}), box,
               Pose::at({0, 0, 0.2}));
  measure_pair("cylinder - cylinder", solid(ShapeKind::Cylinder, {0.1, 0.2, 0}),
               solid(ShapeKind::Cylinder, {0.1, 0.2, 0}), Pose::at({0, 0.02, 0.2}));
  measure_pair("ellipsoid - ellipsoid", solid(ShapeKind::Ellipsoid, {0.1, 0.08, 0.06}),
               solid(ShapeKind::Ellipsoid, {0.1, 0.08, 0.06}), Pose::at({0, 0, 0.12}));
  const Shape mesh = mesh_shape(ball_mesh(0.1, 16));
  std::printf("meshes of %d triangles\n", mesh.mesh->triangle_count());
  measure_pair("mesh - box", mesh, box, Pose::at({0, 0, 0.2}));
  measure_pair("mesh - mesh", mesh, mesh, Pose::at({0, 0, 0.2}));
  measure_pair("mesh of a box - the same", mesh_shape(box_mesh({0.2, 0.2, 0.2})),
               mesh_shape(box_mesh({0.2, 0.2, 0.2})), Pose::at({0.03, 0.02, 0.2}));
  std::printf("broad phase\n");
  for (const int n : {10, 100, 1000, 3000}) measure_broad_phase(n);
}

}  // namespace
}  // namespace catena::test

int main() {
  catena::test::run();
}
