// Steps of a simulation in which a body is pulled do not allocate either.

#include <gtest/gtest.h>

#include "catena/sim/simulation.hpp"
#include "tests/allocation/allocation_counter.hpp"
#include "tests/sim/thrown_bodies.hpp"

namespace catena::test {
namespace {

TEST(NoAllocationInSteps, WhileABodyIsPulled) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  for (const IntegratorKind kind : {IntegratorKind::SemiImplicitEuler, IntegratorKind::RungeKutta4,
                                    IntegratorKind::DormandPrince853}) {
    SimulationSetup setup = thrown_bodies(0.2, 0.0);
    setup.q[6] = setup.q[13] = 1000.0;  // in the air
    setup.integrator.kind = kind;
    setup.may_be_pulled = true;
    Simulation simulation(setup);
    simulation.pull(Pull{BodyId{1}, {0.1, 0.0, 0.05}, {0.3, 0.2, 1000.0}, 100.0, 1.0});
    long steps = 0, worst = 0;
    std::unique_ptr<AllocationGuard> guard;
    RunObserver observer;
    observer.step = [&](const State&) {
      if (guard && steps > 3) worst = std::max(worst, guard->count());
      guard.reset();
      guard = std::make_unique<AllocationGuard>();
      return ++steps < 100;
    };
    simulation.advance(10.0, observer);
    guard.reset();
    EXPECT_EQ(worst, 0) << "integrator " << static_cast<int>(kind);
    EXPECT_GT(std::abs(simulation.state().spent[simulation.sources().pull]), 1e-3);
  }
}

}  // namespace
}  // namespace catena::test
