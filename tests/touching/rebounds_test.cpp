// Many rebounds within one step of the clock keep their energy.

#include <gtest/gtest.h>

#include <cstdio>

#include "tests/touching/free_scene.hpp"

namespace catena {
namespace {

// A triangle of fifteen balls that do not quite touch, which a sixteenth breaks at 6 m/s: without
// friction and with restitution 1 the kinetic energy stays 1/2 m v^2.
TEST(Rebounds, ABreakOfBallsWithGapsKeepsItsEnergy) {
  for (const double gap : {1e-5, 1e-4, 1e-3}) {
    const double r = 0.0286, m = 0.17, s = 2.0 * r + gap;
    FreeScene scene;
    scene.setup.shape_contacts.ground = true;
    scene.setup.shape_contacts.otherwise.friction = 0.0;
    scene.setup.shape_contacts.otherwise.restitution = 1.0;
    scene.add(sphere_shape(r), m, {-0.2, 0.003, r}, {0, 0, 0}, {0, 0, 0}, {6, 0, 0});
    for (int row = 0; row < 5; ++row)
      for (int k = 0; k <= row; ++k)
        scene.add(sphere_shape(r), m, {s * row * std::sqrt(0.75), s * (k - 0.5 * row), r});
    FreeRun run(scene.finish());
    run.to(0.1);
    const double begin = 0.5 * m * 36.0, kept = run.energy().kinetic;
    std::printf("[ measured ] gaps of %g m: %.3e of the energy is lost, %ld steps\n", gap,
                1.0 - kept / begin, run.steps);
    EXPECT_NEAR(kept / begin, 1.0, 1e-9);
    EXPECT_LT(run.overlap(), 1e-6);
  }
}

}  // namespace
}  // namespace catena
