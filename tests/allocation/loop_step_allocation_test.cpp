// Time steps of mechanisms with loops do not allocate once buffers have grown.

#include <gtest/gtest.h>

#include "catena/scenario/scenario.hpp"
#include "tests/allocation/step_allocations.hpp"
#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

long worst_of_example(const std::string& name) {
  SimulationSetup setup =
      load_scenario(std::string(CATENA_SOURCE_DIR "/examples/") + name + ".yaml").setup;
  setup.contact_options.method = ContactMethod::Stepping;
  Simulation simulation(setup);
  simulation.advance(0.2);
  const StepAllocations is = allocations_in_steps(simulation, 100);
  EXPECT_GT(is.steps, 90);
  return is.worst;
}

TEST(NoAllocationInTimeSteps, WithLoops) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  EXPECT_EQ(worst_of_example("four_bar"), 0);
}

// Two boxes, one on the other, held together by a rod: they rest, or slide.
TEST(NoAllocationInTimeSteps, WithLoopsAndContacts) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  for (const double slope : {0.0, 0.35, 0.6}) {
    SCOPED_TRACE(slope);
    SimulationSetup setup = stack({1.0, 1.0}, sloping_gravity(slope), 0.5);
    LoopSpecs loops;
    loops.rods.push_back({"rod", BodyId{1}, BodyId{2}, {0.1, 0.0, 0.0}, {0.1, 0.0, 0.0}, 0.2});
    setup.loops = std::make_shared<Loops>(setup.model, loops);
    Simulation simulation(setup);
    simulation.advance(0.2);
    const StepAllocations is = allocations_in_steps(simulation, 100);
    EXPECT_GT(is.steps, 90);
    EXPECT_EQ(is.worst, 0);
  }
}

}  // namespace
}  // namespace catena::test
