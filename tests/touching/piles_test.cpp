// Many bodies that fall onto each other, stand on each other, and are thrown at thin things.

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "catena/contact/contact_group.hpp"
#include "tests/touching/free_scene.hpp"

namespace catena {
namespace {

struct Dice {
  std::mt19937 random{1};
  double operator()(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  }
  Vec3<double> direction() {
    for (;;) {
      const Vec3<double> x{(*this)(-1, 1), (*this)(-1, 1), (*this)(-1, 1)};
      if (const double length = norm(x); length > 0.1 && length <= 1.0) return (1.0 / length) * x;
    }
  }
};

TEST(Piles, BoxesFallOntoEachOther) {
  FreeScene scene;
  Dice dice;
  scene.setup.shape_contacts.ground = true;
  scene.setup.contact_options.tolerance = 1e-5;
  for (int i = 0; i < 8; ++i)
    scene.add(box_shape({0.2, 0.2, 0.2}), 1.0,
              {0.24 * (i % 2) + dice(-0.02, 0.02), dice(-0.02, 0.02), 0.15 + 0.3 * (i / 2)},
              dice(0.0, 0.3) * dice.direction());
  FreeRun run(scene.finish());
  double deepest = 0.0;
  for (int i = 1; i <= 8; ++i) {
    run.to(0.1 * i);
    deepest = std::max(deepest, run.overlap());
  }
  EXPECT_LT(deepest, 1e-5);
  EXPECT_LT(std::abs(run.energy().balance), 1e-6 * 40.0);
  EXPECT_LT(run.speed(), 1.0);
}

TEST(Piles, DominoesFallOneAfterTheOther) {
  FreeScene scene;
  scene.setup.shape_contacts.ground = true;
  scene.setup.contact_options.tolerance = 1e-6;
  for (int i = 0; i < 8; ++i) scene.add(box_shape({0.01, 0.04, 0.08}), 0.05, {0.03 * i, 0, 0.04});
  scene.v[1] = 3.0, scene.v[3] = 0.12;
  FreeRun run(scene.finish());
  run.to(0.6);
  for (int i = 0; i < 8; ++i) EXPECT_LT(run.simulation.state().q[7 * i + 6], 0.03) << i;
  EXPECT_LT(run.overlap(), 1e-6);
  EXPECT_LT(run.steps, 700);
}

// What rests keeps its features: the hints of the regions are the same object from step to step.
TEST(Piles, AStackKeepsItsFeatures) {
  FreeScene scene;
  scene.setup.shape_contacts.ground = true;
  for (int i = 0; i < 3; ++i)
    scene.add(box_shape({0.2, 0.2, 0.2}), 1.0, {0.01 * i, 0, 0.1 + 0.2 * i}, {0, 0, 0.1 * i});
  FreeRun run(scene.finish());
  run.to(0.05);
  const int group = run.simulation.observed().group<ContactGroup>()->index();
  const auto hints = [&] { return run.simulation.state().modes_of<ContactModes>(group).hints(); };
  const RegionHints before = hints();
  ASSERT_TRUE(before);
  const int steps = std::getenv("CATENA_SCENES") != nullptr ? 10000 : 1000;
  run.to(0.05 + 1e-3 * steps);
  EXPECT_EQ(hints(), before);
  EXPECT_LT(run.speed(), 1e-9);
}

// Small bodies at a plate of 2 mm. CATENA_SCENES throws 10,000.
TEST(Piles, NothingThatIsThrownPassesAThinPlate) {
  Dice dice;
  const int throws = std::getenv("CATENA_SCENES") != nullptr ? 10000 : 150;
  for (int i = 0; i < throws; ++i) {
    FreeScene scene;
    scene.builder.set_gravity({0, 0, 0});
    scene.builder.add_shape(world_body,
                            box_shape({2.0, 2.0, 0.002}, Transform<double>::at({0, 0, -0.001})));
    const double size = dice(0.003, 0.01), speed = std::pow(10.0, dice(0.0, 2.0));
    const int kind = static_cast<int>(dice(0.0, 4.999));
    const BodyShape shape = kind == 0   ? sphere_shape(size)
                            : kind == 1 ? box_shape({size, 1.5 * size, 2.0 * size})
                            : kind == 2 ? capsule_shape(size, size)
                            : kind == 3 ? cylinder_shape(size, size)
                                        : ellipsoid_shape({size, 1.2 * size, 1.5 * size});
    const Vec3<double> turn = dice(0.0, 3.0) * dice.direction(),
                       angular = dice(0.0, 50.0) * dice.direction();
    scene.add(shape, 0.01, {0, 0, dice(0.03, 0.2)}, turn, angular);
    scene.setup.shape_contacts.otherwise.restitution = i % 2 == 0 ? 0.0 : 0.5;
    // Velocities are in the axes of the body: downwards in the world.
    FreeRun start(scene.finish());
    const Mat3<double> R =
        start.simulation.observed().look(start.simulation.state()).pose(BodyId{1}).rotation;
    const Vec3<double> down =
        transpose_times(R, {dice(-0.3, 0.3) * speed, dice(-0.3, 0.3) * speed, -speed});
    scene.v[3] = down.x, scene.v[4] = down.y, scene.v[5] = down.z;
    FreeRun run(scene.finish());
    run.to(0.3 / speed + 0.005);
    EXPECT_GT(run.simulation.state().q[6], 0.0)
        << "throw " << i << " of kind " << kind << " at " << speed << " m/s";
    EXPECT_LT(run.overlap(), 1e-6);
  }
}

}  // namespace
}  // namespace catena
