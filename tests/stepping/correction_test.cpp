// Penetrations that velocities take out (Miller & Christensen 2003, eq. 19), also where a kink, a
// sample or a condition cuts steps down to almost nothing: the velocity belongs to a whole step,
// and does not grow as steps shrink.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <tuple>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

std::string tumbling_box(double correction, const std::string& solver) {
  std::string kinks;
  for (int i = 1; i < 40; ++i)
    kinks +=
        fmt::format("    - {{name: p{}, on: box, force: [0, 0, \"t < {:.17g} ? 0 : 1e-9\"]}}\n", i,
                    0.01 * i + 1e-12);
  return R"yaml(
model:
  bodies: [{name: box, shapes: [{box: {sides: [0.1, 0.06, 0.04]}, mass: 0.2}]}]
  joints: [{name: move, kind: free, parent: world, child: box, at: [0, 0, 0.08]}]
  forces:
)yaml" + kinks +
         R"yaml(initial: {move: {v: [2, 3, 1, 0.5, 0, 0]}}
contact: {method: stepping, step: 2.5 ms, shapes: all, ground: true, friction: 0.5, correction: )yaml" +
         std::to_string(correction) + solver + "}\n";
}

class Correction : public testing::TestWithParam<std::tuple<double, const char*>> {};
INSTANTIATE_TEST_SUITE_P(
    Fractions, Correction,
    testing::Combine(testing::Values(0.05, 0.2, 0.7, 1.0),
                     testing::Values("", ", solver: {kind: lemke, edges: 8, polish: false}")));

// A micrometre, thrown out within a picosecond, would be faster than anything.
TEST_P(Correction, StaysCalmInStepsCutShort) {
  const auto& [correction, solver] = GetParam();
  WatchedRun run(tumbling_box(correction, solver), 0.0);
  const EnergyBalance start = run.simulation.energy(run.simulation.state());
  const double all = start.stored();
  for (int i = 1; i <= 50; ++i) {
    run.to(0.01 * i);
    const EnergyBalance now = run.simulation.energy(run.simulation.state());
    ASSERT_LT(now.stored(), all + 1e-4) << "at " << 0.01 * i;
    ASSERT_GT(now.dissipated, -1e-4) << "at " << 0.01 * i;
  }
  EXPECT_LT(run.simulation.state().v.lpNorm<Eigen::Infinity>(), 0.02);
  EXPECT_LT(run.unexplained(), 1e-4 * all);
}

}  // namespace
}  // namespace catena
