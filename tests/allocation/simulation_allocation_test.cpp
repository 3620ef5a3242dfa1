// Steps of a simulation do not allocate once it runs, also while stops hold.

#include <gtest/gtest.h>

#include "catena/library/builtin_models.hpp"
#include "catena/scenario/scenario.hpp"
#include "tests/allocation/step_allocations.hpp"

namespace catena::test {
namespace {

TEST(NoAllocationInSteps, OfTheHand) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  HandOptions tissue;
  tissue.tissue = HandTissue::Document;
  tissue.damping = 2e-4;  // what an explicit method can follow
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(hand(tissue));
  setup.q = hand_start(*setup.model);
  for (const IntegratorKind kind : {IntegratorKind::SemiImplicitEuler, IntegratorKind::RungeKutta4,
                                    IntegratorKind::DormandPrince853}) {
    setup.integrator.kind = kind;
    setup.integrator.step = 1e-5;
    Simulation simulation(setup);
    const StepAllocations is = allocations_in_steps(simulation, 200);
    EXPECT_EQ(is.steps, 200);
    EXPECT_EQ(is.worst, 0) << "integrator " << static_cast<int>(kind);
  }
}

// Of implicit steps, with springs, cables, loops, servos and free bodies: slopes of elements by
// formulas and by differences.
TEST(NoAllocationInSteps, OfImplicitMethods) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  for (const char* const example : {"hand_elastic", "tensegrity/tendon_finger", "four_bar",
                                    "tensegrity/prism", "high_bar", "elements/bumper"}) {
    Scenario scenario = load_scenario(std::string("examples/") + example + ".yaml");
    for (const IntegratorKind kind : {IntegratorKind::Radau, IntegratorKind::Automatic}) {
      scenario.setup.integrator.kind = kind;
      scenario.setup.contact_options.method = ContactMethod::Events;
      Simulation simulation(scenario.setup);
      // high_bar until it strikes its stops: then a workspace grows, and the structure changes.
      const long steps = example == std::string("high_bar") ? 60 : 200;
      const StepAllocations is = allocations_in_steps(simulation, steps);
      EXPECT_GT(is.steps, 20) << example;
      EXPECT_EQ(is.worst, 0) << example << ", integrator " << static_cast<int>(kind);
    }
  }
}

}  // namespace
}  // namespace catena::test
