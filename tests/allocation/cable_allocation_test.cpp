// Steps with cables do not allocate: over a pulley that they turn, with friction, and of joints.

#include <gtest/gtest.h>

#include "catena/scenario/scenario.hpp"
#include "tests/allocation/step_allocations.hpp"

namespace catena::test {
namespace {

TEST(NoAllocationInSteps, WithCables) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  for (const char* name : {"single_strut", "tendon_finger", "cable_robot", "prism"}) {
    SCOPED_TRACE(name);
    const std::string path = CATENA_SOURCE_DIR "/examples/tensegrity/";
    Scenario scenario = load_scenario(path + name + ".yaml");
    scenario.setup.integrator.kind = IntegratorKind::DormandPrince853;  // implicit steps allocate
    Simulation simulation(scenario.setup);
    const StepAllocations is = allocations_in_steps(simulation, 100);
    EXPECT_EQ(is.steps, 100);
    EXPECT_EQ(is.worst, 0);
  }
}

}  // namespace
}  // namespace catena::test
