// Friction that just holds, and that just does not.

#include <gtest/gtest.h>

#include <cstdio>
#include <numbers>

#include "tests/touching/free_scene.hpp"

namespace catena {
namespace {

// How far two cards of length L and thickness t that lean against each other, theta from upright,
// sink within 0.3 s, m.
double sinking(double theta, double t, double friction) {
  const double L = 0.088;
  FreeScene scene;
  scene.setup.shape_contacts.ground = true;
  scene.setup.shape_contacts.otherwise.friction = friction;
  const double lean = 0.5 * (t * std::cos(theta) + L * std::sin(theta)),
               rise = 0.5 * (t * std::sin(theta) + L * std::cos(theta));
  for (const double side : {-1.0, 1.0})
    scene.add(box_shape({t, 0.058, L}), 0.002, {side * lean, 0, rise}, {0, -side * theta, 0});
  FreeRun run(scene.finish());
  const double begin = run.simulation.state().q[6];
  run.to(0.3);
  EXPECT_LT(run.overlap(), 1e-9);
  return begin - run.simulation.state().q[6];
}

// They stand where mu >= (tan theta - t/L) / 2: their weights act half of that lever inside of
// their feet.
TEST(Thresholds, TwoCardsStandByFriction) {
  for (const double degrees : {10.0, 20.0, 35.0})
    for (const double t : {0.3e-3, 2.2e-3}) {
      const double theta = degrees * std::numbers::pi / 180.0,
                   least = 0.5 * (std::tan(theta) - t / 0.088);
      const double stands = sinking(theta, t, least * (1.0 + 1e-4)),
                   falls = sinking(theta, t, least * (1.0 - 1e-4));
      std::printf("[ measured ] cards at %g deg, %g m thick: sink by %.1e and %.1e m\n", degrees, t,
                  stands, falls);
      EXPECT_LT(std::abs(stands), 1e-10);
      EXPECT_GT(falls, 1e-7);
    }
}

}  // namespace
}  // namespace catena
