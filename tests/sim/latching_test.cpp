// A joint that is made in flight acts like a plastic impact.

#include <gtest/gtest.h>

#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

// A uniform rod that flies across its length, and is caught by one end.
TEST(Latching, LeavesThreeQuartersOfTheEnergyOfARod) {
  const double length = 1.4, mass = 2.5, v = 3.0;
  const double I = mass * length * length / 12.0;
  for (const bool reroot : {false, true}) {
    SimulationSetup setup =
        lone_body(free_joint("flight"),
                  inertia_about_com(mass, {0, 0, 0}, Sym3<double>::diagonal(1e-3, I, I)), {0, 0, 0},
                  numbers({1, 0, 0, 0, 0, 0, 0}), numbers({0, 0, 0, 0, v, 0}));
    setup.reroot = reroot;
    Simulation simulation(setup);
    simulation.advance(0.2);
    Connect latch;
    latch.joint = {revolute("latch", {0, 0, 1}), only_body, world_body,
                   Transform<double>::at({-length / 2, 0, 0}), Transform<double>::identity()};
    latch.here = true;
    std::vector<SimulationEvent> events;
    simulation.connect(latch, &events);
    const Motion<double> after = world_velocity(simulation, only_body);
    EXPECT_NEAR(after.angular.z, 3.0 * v / (2.0 * length), 1e-13);
    EXPECT_NEAR(after.linear.y, 0.75 * v, 1e-13);
    ASSERT_EQ(events.size(), 1u);
    EXPECT_NEAR(events[0].energy_lost, 0.25 * 0.5 * mass * v * v, 1e-12);
    EXPECT_NEAR(simulation.energy(simulation.state()).kinetic, 0.75 * 0.5 * mass * v * v, 1e-12);
  }
}

}  // namespace
}  // namespace catena::test
