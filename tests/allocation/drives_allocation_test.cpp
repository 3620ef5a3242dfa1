// Formulas, and the motors and paths that scenarios make of them, do not allocate.

#include <gtest/gtest.h>

#include "catena/scenario/scenario.hpp"
#include "tests/allocation/allocation_counter.hpp"

namespace catena::test {
namespace {

TEST(NoAllocationInDrives, OfScenarios) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  const Scenario scenario = parse_scenario(R"(
model: {builtin: planar_chain, links: 3}
motors:
  - {joint: joint1, effort: 20*sin(t) - v.joint1*abs(q.joint2)^1.5}
  - {joint: joint2, target: 0.1*sin(t), stiffness: 100, damping: 5}
prescribed: [{joint: joint3, position: 0.2*sin(3*t)}]
)",
                                           "drives.yaml", "");
  const SimulationSetup& setup = scenario.setup;
  double effort = 0.0, sum = 0.0;
  long count = 0;
  {
    const AllocationGuard guard;
    for (const Motor& motor : setup.motors) {
      motor.effort(0.3, setup.q, setup.v, Out<double>(&effort, 1));
      sum += effort;
    }
    sum += setup.prescribed[0].path(0.3).acceleration;
    count = guard.count();
  }
  EXPECT_EQ(count, 0);
  EXPECT_NE(sum, 0.0);
}

}  // namespace
}  // namespace catena::test
