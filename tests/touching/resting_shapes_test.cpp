// Where edges cross, what rests stays where it is.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "catena/contact/shape_queries.hpp"
#include "tests/touching/free_scene.hpp"

namespace catena {
namespace {

constexpr double step = 2.5e-3;  // s

// After a second nothing moves within the next one, which takes no more steps than the clock has.
void expect_rest(Simulation& simulation, const char* what) {
  simulation.advance(1.0);
  const Eigen::VectorXd start = simulation.state().q;
  double moved = 0.0;
  int steps = 0;
  RunObserver observer;
  observer.step = [&](const State& state) {
    moved = std::max(moved, (state.q - start).lpNorm<Eigen::Infinity>());
    ++steps;
    return true;
  };
  simulation.advance(2.0, observer);
  std::printf("[ measured ] %s: %.1e m in 1 s\n", what, moved);
  EXPECT_LT(moved, 1e-12);
  EXPECT_LE(steps, std::lround(1.0 / step) + 1);
}

// Its four contacts are crossings of edges: where these are says nothing of how far the plate has
// moved along the beam.
TEST(RestingShapes, APlateAcrossABeamDoesNotCreep) {
  for (const double spin : {0.0, 1.0, -3.0}) {
    FreeScene scene;
    scene.builder.add_shape(world_body,
                            box_shape({0.4, 0.05, 0.1}, Transform<double>::at({0, 0, -0.05})));
    scene.add(box_shape({0.06, 0.3, 0.02}), 1.0, {0, 0, 0.01}, {0, 0, 0}, {0, 0, spin},
              {0.1, 0.05, 0});
    scene.setup.contact_options.step = step;
    Simulation simulation(scene.finish());
    SCOPED_TRACE(spin);
    expect_rest(simulation, "plate on a beam");
    EXPECT_GT(simulation.state().q[4], 1e-3);  // it has slid before
    EXPECT_NEAR(simulation.state().impact_loss, 0.0, 1e-12);
  }
}

// A capsule falls on the upper edges of two prisms, straight across and skew.
TEST(RestingShapes, ACapsuleOnEdgesStaysThere) {
  const double c = std::sqrt(0.5), radius = 0.008;
  for (const double skew : {0.0, 0.5, 1.0}) {
    FreeScene scene;
    for (const double x : {-0.15, 0.15}) {
      BodyShape prism = box_shape({0.1, 0.6, 0.1}, Transform<double>::at({x, 0, -0.1 * c}));
      prism.X_BS.rotation.c0 = {c, 0, -c}, prism.X_BS.rotation.c2 = {c, 0, c};
      scene.builder.add_shape(world_body, prism);
    }
    // Its axis, z, is turned into x, and then about the vertical.
    const Mat3<double> turn{
        {0, 0, -1}, {-std::sin(skew), std::cos(skew), 0}, {std::cos(skew), std::sin(skew), 0}};
    const BodyShape capsule = capsule_shape(radius, 0.8, {turn, {0, 0, 0}});
    const BodyId body = scene.builder.add_body("capsule", solid_inertia(capsule, 1.0));
    scene.builder.add_shape(body, capsule);
    scene.builder.add_joint(free_joint("move"), world_body, body);
    scene.q = {1, 0, 0, 0, 0, 0, radius + 1e-3}, scene.v.assign(6, 0.0);
    scene.setup.contact_options.step = step;
    Simulation simulation(scene.finish());
    SCOPED_TRACE(skew);
    expect_rest(simulation, "capsule on edges");
    EXPECT_NEAR(simulation.state().q[6], radius, 1e-9);

    ShapeQueries queries(scene.setup.model, scene.setup.shape_contacts);
    queries.place(In<double>(simulation.state().q.data(), 7));
    const std::vector<ShapeMeeting> meetings = queries.meetings(1e-6);
    EXPECT_EQ(meetings.size(), 2U);
    for (const ShapeMeeting& met : meetings)
      for (const RegionPoint& point : met.points) {
        EXPECT_LT(norm(point.p_a - point.p_b), 1e-9);
        EXPECT_NEAR(std::abs(point.p_a.x), 0.15, 1e-9);
        EXPECT_NEAR(point.p_a.z, 0.0, 1e-9);
      }
  }
}

}  // namespace
}  // namespace catena
