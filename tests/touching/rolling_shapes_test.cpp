// Curved shapes roll as they should, with few more steps than those of the clock: where contacts
// would give more than 1e-7 of the kinetic energy, a step is halved.

#include <gtest/gtest.h>

#include <numbers>

#include "tests/touching/free_scene.hpp"

namespace catena {
namespace {

constexpr double half_turn = std::numbers::pi, quarter_turn = 0.5 * half_turn;

TEST(RollingShapes, ACylinderRollsDownASlope) {
  FreeScene scene;
  const double slope = 0.2;
  scene.builder.set_gravity({9.81 * std::sin(slope), 0.0, -9.81 * std::cos(slope)});
  scene.setup.shape_contacts.ground = true;
  scene.add(cylinder_shape(0.1, 0.3), 1.0, {0, 0, 0.1}, {quarter_turn, 0, 0});
  FreeRun run(scene.finish());
  run.to(1.0);
  EXPECT_NEAR(run.simulation.state().q[4], 0.5 * 2.0 / 3.0 * 9.81 * std::sin(slope), 2e-5);
  EXPECT_NEAR(run.simulation.state().q[6], 0.1, 1e-9);
  EXPECT_LT(run.steps, 1100);
  EXPECT_LT(std::abs(run.energy().balance), 1e-7);
}

TEST(RollingShapes, ACoinRollsOnItsRim) {
  FreeScene scene;
  scene.setup.shape_contacts.ground = true;
  scene.add(cylinder_shape(0.1, 0.01), 1.0, {0, 0, 0.1}, {quarter_turn, 0, 0}, {0, 0, 10},
            {1, 0, 0});
  FreeRun run(scene.finish());
  run.to(0.5);
  EXPECT_LT(run.steps, 550);
  EXPECT_LT(std::abs(run.energy().balance), 1e-6);
}

TEST(RollingShapes, AnEllipsoidRocks) {
  FreeScene scene;
  scene.setup.shape_contacts.ground = true;
  scene.add(ellipsoid_shape({0.1, 0.15, 0.2}), 1.0, {0, 0, 0.1}, {0, quarter_turn, 0}, {1, 2, 0.5},
            {0.3, 0, 0});
  FreeRun run(scene.finish());
  run.to(1.0);
  EXPECT_LT(run.steps, 1500);
  EXPECT_LT(std::abs(run.energy().balance), 3e-8);
}

// An edge of a beam that turns and slides over the edge of a prism.
TEST(RollingShapes, ABeamLiesAcrossAnEdge) {
  FreeScene scene;
  BodyShape prism = box_shape({0.2, 0.2, 0.2}, Transform<double>::at({0, 0, 0.05}));
  const double c = std::cos(0.25 * half_turn), s = std::sin(0.25 * half_turn);
  prism.X_BS.rotation.c0 = {c, 0, -s}, prism.X_BS.rotation.c2 = {s, 0, c};
  scene.builder.add_shape(world_body, prism);
  scene.setup.shape_contacts.ground = true;
  scene.add(box_shape({0.6, 0.05, 0.05}), 1.0, {0, 0, 0.3}, {0.25 * half_turn, 0, 0.3},
            {0, 0.5, 0.2});
  FreeRun run(scene.finish());
  run.to(0.5);
  EXPECT_LT(run.steps, 550);
  EXPECT_LT(run.overlap(), 1e-9);
  EXPECT_LT(std::abs(run.energy().balance), 1e-6);
}

}  // namespace
}  // namespace catena
