// Steps of a simulation do not allocate once it runs, also while stops hold.

#include <gtest/gtest.h>

#include "catena/io/builtin_models.hpp"
#include "catena/sim/simulation.hpp"
#include "tests/allocation/allocation_counter.hpp"

namespace catena::test {
namespace {

TEST(NoAllocationInSteps, OfTheHand) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  HandOptions tissue;
  tissue.damping = 2e-4;  // what an explicit method can follow
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(hand(tissue));
  setup.q = hand_start(*setup.model);
  for (const IntegratorKind kind : {IntegratorKind::SemiImplicitEuler, IntegratorKind::RungeKutta4,
                                    IntegratorKind::DormandPrince853}) {
    setup.integrator.kind = kind;
    setup.integrator.step = 1e-5;
    Simulation simulation(setup);
    long steps = 0, worst = 0, events = 0;
    RunObserver observer;
    std::unique_ptr<AllocationGuard> guard;
    observer.event = [&](const SimulationEvent&) { ++events; };
    observer.step = [&](const State&) {
      // Between two steps without an event.
      if (guard && events == 0 && steps > 3) worst = std::max(worst, guard->count());
      guard.reset();
      ++steps;
      events = 0;
      guard = std::make_unique<AllocationGuard>();
      return steps < 200;
    };
    simulation.advance(1.0, observer);
    guard.reset();
    EXPECT_EQ(steps, 200);
    EXPECT_EQ(worst, 0) << "integrator " << static_cast<int>(kind);
  }
}

}  // namespace
}  // namespace catena::test
