// Steps of a simulation in which a body is pulled do not allocate either.

#include <gtest/gtest.h>

#include "tests/allocation/step_allocations.hpp"
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
    const StepAllocations is = allocations_in_steps(simulation, 100);
    EXPECT_EQ(is.worst, 0) << "integrator " << static_cast<int>(kind);
    EXPECT_GT(
        std::abs(simulation.state().spent[simulation.ledger().find(EnergyKind::Work, "pull")]),
        1e-3);
  }
}

}  // namespace
}  // namespace catena::test
