// A contact whose force runs out and comes back within one step of the integrator lifts.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

constexpr double g = 9.81;

// A point inside a loop of radius R that comes from the height h: its force at the angle a from the
// bottom is m g (2 h / R - 2 + 3 cos a), which is zero before the top if h < 2.5 R.
std::string marble_in_loop(double R, double h, const char* more) {
  return fmt::format(
      "{}\n"
      "model:\n"
      "  bodies:\n"
      "    - {{name: marble, inertia: {{mass: 0.1, moments: [1e-6, 1e-6, 1e-6]}}}}\n"
      "    - {{name: carrier}}\n"
      "  joints:\n"
      "    - {{name: x, kind: prismatic, parent: world, child: carrier, axis: [1, 0, 0]}}\n"
      "    - {{name: z, kind: prismatic, parent: carrier, child: marble, axis: [0, 0, 1]}}\n"
      "  contacts:\n"
      "    - {{name: track, point: marble, surface: {{formula: {}^2 - x^2 - (z - {})^2}}}}\n"
      "initial: {{x: {{q: 0, v: {}}}}}\nduration: 1\n",
      more, R, R, std::sqrt(2.0 * g * h));
}

TEST(ForceDips, AMarbleThatIsHardlyTooSlowForItsLoopLifts) {
  for (const double R : {0.5, 0.1, 2.0})
    for (const double part : {1e-5, 4e-6, 1e-4, 0.01})
      for (const char* more : {"", "integrator: {kind: dormand_prince, tolerance: 1e-9}",
                               "integrator: {kind: radau}"}) {
        const double h = (2.5 - 2.0 * part) * R;
        WatchedRun run(marble_in_loop(R, h, more), 0.0);
        run.to(2.2 * std::sqrt(R / g));
        const std::vector<SimulationEvent> lifts = run.of(EventKind::Lift);
        ASSERT_GE(lifts.size(), 1u) << R << ' ' << part << more;
      }
}

TEST(ForceDips, OneThatIsFastEnoughStays) {
  for (const double part : {1e-6, 1e-4}) {
    WatchedRun run(marble_in_loop(0.5, (2.5 + 2.0 * part) * 0.5, ""), 0.6);
    EXPECT_TRUE(run.of(EventKind::Lift).empty()) << part;
  }
}

}  // namespace
}  // namespace catena
