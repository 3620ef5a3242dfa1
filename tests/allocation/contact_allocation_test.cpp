// Steps of a simulation with closed contacts do not allocate either.

#include <gtest/gtest.h>

#include "catena/contact/contact_group.hpp"
#include "tests/allocation/step_allocations.hpp"
#include "tests/sim/thrown_bodies.hpp"

namespace catena::test {
namespace {

struct Counted : StepAllocations {
  long kinds[3] = {};  // steps that end with a contact open, sliding, stuck
};

Counted count_allocations(const SimulationSetup& setup) {
  Simulation simulation(setup);
  Counted out;
  static_cast<StepAllocations&>(out) =
      allocations_in_steps(simulation, 100, [&](const State& state) {
        for (std::size_t i = 0; i < setup.contacts.size(); ++i)
          ++out.kinds[static_cast<int>(find_modes<ContactModes>(state)[i].kind)];
      });
  return out;
}

TEST(NoAllocationInSteps, WithContactsThatSlideAndStick) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  for (const IntegratorKind kind : {IntegratorKind::SemiImplicitEuler, IntegratorKind::RungeKutta4,
                                    IntegratorKind::DormandPrince853}) {
    SimulationSetup slide = thrown_bodies(0.2, 0.0);
    slide.v[3] = 50.0;                                                  // the box slides for 25 s
    slide.v[7] = 2.0, slide.v[9] = 0.2;                                 // the ball rolls
    SimulationSetup stick = thrown_bodies(0.8, 0.0, {3.0, 1.0, -9.0});  // on a slope
    SimulationSetup open = thrown_bodies(0.2, 0.0);
    open.q[6] = open.q[13] = 1000.0;
    SimulationSetup smooth = thrown_bodies(0.0, 0.0);
    smooth.v[3] = 1.0;
    for (SimulationSetup* setup : {&slide, &stick, &open, &smooth}) {
      setup->integrator.kind = kind;
      const Counted counted = count_allocations(*setup);
      const int shown = setup == &stick ? 2 : setup == &open ? 0 : 1;
      EXPECT_GT(counted.steps, 90);
      EXPECT_GT(counted.kinds[shown], 90);
      EXPECT_EQ(counted.worst, 0) << "integrator " << static_cast<int>(kind) << ", mode " << shown;
    }
  }
}

}  // namespace
}  // namespace catena::test
