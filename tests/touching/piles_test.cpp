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
  for (int i = 1; i <= 20; ++i) {  // the last box rolls off after 1.5 s
    run.to(0.1 * i);
    deepest = std::max(deepest, run.overlap());
  }
  EXPECT_LT(deepest, 1e-5);
  // What steps gain is not taken from what others lose.
  EXPECT_LT(std::abs(run.energy().balance), 1e-4 * 40.0);
  EXPECT_LT(run.speed(), 0.01);
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

}  // namespace
}  // namespace catena
