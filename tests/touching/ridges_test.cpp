// Bodies that lie across a ridge between two slopes of a mesh, a few degrees from either of them.

#include <gtest/gtest.h>

#include "catena/contact/shape_queries.hpp"
#include "tests/support/sample_meshes.hpp"
#include "tests/touching/free_scene.hpp"

namespace catena {
namespace {

// A roof along x whose two sides fall with this slope.
BodyShape roof(double slope) {
  const double w = 0.5, low = -w * slope, base = low - 0.1;
  TriangleSoup soup =
      test::prism_soup({{-w, base}, {w, base}, {w, low}, {0.0, 0.0}, {-w, low}}, 2.0 * w);
  // The prism stands on its outline: x y z becomes z x y.
  for (Vec3<double>& p : soup.vertices) p = {p.z - w, p.x, p.y};
  return mesh_shape(std::make_shared<const TriangleMesh>(test::mesh_of(soup)));
}

struct OnRidge {
  double overlap = 0.0;  // the deepest, m
  long steps = 0;
};

// A body that slides along the ridge, and rocks on it. `at` is the height of its centre.
OnRidge slide_on_ridge(const BodyShape& shape, double slope, double at, const Vec3<double>& turn,
                       double spin) {
  FreeScene scene;
  scene.builder.add_shape(world_body, roof(slope));
  scene.add(shape, 1.0, {0.01, 0.003, at + 5e-4}, turn, {0, 0, spin}, {0.2, 0.06, 0});
  Simulation simulation(scene.finish());
  ShapeQueries queries(scene.setup.model, scene.setup.shape_contacts);
  OnRidge seen;
  RunObserver observer;
  observer.step = [&](const State& state) {
    ++seen.steps;
    queries.place(In<double>(state.q.data(), 7));
    for (const ShapeMeeting& met : queries.meetings(0.0))
      seen.overlap = std::max(seen.overlap, -met.distance.value);
    return true;
  };
  simulation.advance(0.4, observer);
  return seen;
}

// The rim of a base crosses the ridge twice. Along the normals of the slopes these points moved
// into each other, and steps became short: up to 9,000 of them.
TEST(Ridges, DiscsRockOnThem) {
  for (const double slope : {0.01, 0.03, 0.07, 0.15})
    for (const double spin : {0.0, 5.0}) {
      SCOPED_TRACE(slope);
      const Vec3<double> turn{0, 0, 0.3};
      for (const OnRidge& seen :
           {slide_on_ridge(cylinder_shape(0.05, 0.06), slope, 0.03, turn, spin),
            slide_on_ridge(cone_shape(0.05, 0.1), slope, 0.05, turn, spin)}) {
        EXPECT_LT(seen.overlap, 5e-7);
        EXPECT_LT(seen.steps, 800);  // 400 whole ones
      }
    }
}

}  // namespace
}  // namespace catena
