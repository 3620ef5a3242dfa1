// Gears and a nut: concave solids of many convex parts. CATENA_SCENES: 100 turns and two, by hand.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

using std::numbers::pi;

bool at_length() {
  return std::getenv("CATENA_SCENES") != nullptr;
}

TEST(Gears, KeepTheirPhaseWithinTheBacklash) {
  Simulation gears(load_scenario(CATENA_SOURCE_DIR "/examples/bodies/gears.yaml").setup);
  const double turns = at_length() ? 100.0 : 0.25, backlash = 0.3e-3, pitch_radius = 48e-3;
  double least = 0.0, most = 0.0;
  for (double t = 0.01; t < turns; t += 0.01) {
    gears.advance(t);
    const Eigen::VectorXd& q = gears.state().q;
    const double lag = (q[1] + 0.5 * q[0]) * pitch_radius;
    ASSERT_LT(std::abs(lag), backlash) << t;
    least = std::min(least, lag), most = std::max(most, lag);
  }
  std::printf("[ measured ] %.2f turns: lag from %.4f to %.4f mm\n",
              gears.state().q[0] / (2.0 * pi), 1e3 * least, 1e3 * most);
  EXPECT_NEAR(gears.state().q[0], 2.0 * pi * gears.state().t, 0.1);
}

// Its weight turns it down the thread.
TEST(NutAndBolt, DescendsItsPitchPerTurn) {
  Simulation nut(load_scenario(CATENA_SOURCE_DIR "/examples/bodies/nut_and_bolt.yaml").setup);
  const double pitch = 8e-3, end = at_length() ? 1.0 : 0.1;
  double angle = 0.0, last = 0.0, low = 1.0, high = -1.0;
  for (double t = 0.01; t < end; t += 0.01) {
    nut.advance(t);
    const Eigen::VectorXd& q = nut.state().q;
    const double now = 2.0 * std::atan2(q[3], q[0]);
    angle += std::remainder(now - last, 2.0 * pi);
    last = now;
    if (t < 0.025) continue;  // it falls through its play
    const double apart = q[6] - pitch - pitch * angle / (2.0 * pi);
    low = std::min(low, apart), high = std::max(high, apart);
    EXPECT_LT(std::hypot(q[1], q[2]), 1e-3) << t;
  }
  std::printf("[ measured ] %.3f turns, z - pitch * turns from %.4f to %.4f mm\n",
              angle / (2.0 * pi), 1e3 * low, 1e3 * high);
  EXPECT_LT(high - low, 0.1e-3);
  EXPECT_LT(angle, at_length() ? -3.8 * pi : -0.08);
  EXPECT_LT(std::abs(nut.energy(nut.state()).balance), 1e-9);
}

}  // namespace
}  // namespace catena
