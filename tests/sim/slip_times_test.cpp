// When a block on four points slips under a load that grows.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// 1 kg with g = 10 m/s^2 and friction 0.5: friction holds up to 5 N, however the points share it,
// as long as the line of the pull has no moment about the vertical through the middle.
WatchedRun slowly_pulled(double rate, double height) {
  return WatchedRun(
      fmt::format("contact: {{method: events}}\n"
                  "model:\n"
                  "  gravity: [0, 0, -10]\n"
                  "  bodies: [{{name: block, shapes: [{{box: {{sides: [0.4, 0.3, 0.2]}}, mass: "
                  "1}}]}}]\n"
                  "  joints: [{{name: free, kind: free, parent: world, child: block, at: [0, 0, "
                  "0.1]}}]\n"
                  "  contacts:\n"
                  "    - {{for: i in 0..1, name: front$i, point: {{body: block, at: [0.2, 0.15 - "
                  "0.3*$i, -0.1]}}, plane: {{}}, friction: 0.5}}\n"
                  "    - {{for: i in 0..1, name: back$i, point: {{body: block, at: [-0.2, 0.15 - "
                  "0.3*$i, -0.1]}}, plane: {{}}, friction: 0.5}}\n"
                  "  forces: [{{name: pull, on: {{body: block, at: [0.2, 0, {}]}}, force: [{}*t, "
                  "0, 0]}}]\nduration: 20\n",
                  height, rate),
      5.1 / rate);
}

// Redundant contacts may exceed their limits by 1e-7, so that what has given way by then has a
// direction (contact_guards.cpp): today the block slips at 5 N + 0.5e-7 N to 4e-7 N, 4.8e-8 s to
// 7.5e-7 s late. Friction ends to hold at 5 N exactly.
TEST(SlipTimes, DISABLED_OfRedundantContactsAreExact) {
  for (const double rate : {20.0, 2.0, 0.5})
    for (const double height : {0.05, -0.05, 0.0}) {
      WatchedRun run = slowly_pulled(rate, height);
      const std::vector<SimulationEvent> slips = run.of(EventKind::Slip);
      ASSERT_EQ(slips.size(), 4u);
      for (const SimulationEvent& event : slips) EXPECT_NEAR(event.t, 5.0 / rate, 1e-10);
    }
}

// What holds today: all four slip together, within a ten-millionth of the load.
TEST(SlipTimes, OfRedundantContactsAreThoseOfTheWholeBlock) {
  for (const double rate : {20.0, 2.0, 0.5})
    for (const double height : {0.05, -0.05, 0.0}) {
      WatchedRun run = slowly_pulled(rate, height);
      const std::vector<SimulationEvent> slips = run.of(EventKind::Slip);
      ASSERT_EQ(slips.size(), 4u);
      for (const SimulationEvent& event : slips) {
        EXPECT_GE(event.t, 5.0 / rate * (1.0 - 1e-9));
        EXPECT_NEAR(event.t, 5.0 / rate, 1e-7 * 5.0 / rate);
        EXPECT_EQ(event.t, slips.front().t);
      }
    }
}

}  // namespace
}  // namespace catena
