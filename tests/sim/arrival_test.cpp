// Stops and surfaces that are reached exactly where a step ends are hit like any other.

#include <gtest/gtest.h>

#include "tests/sim/touching.hpp"

namespace catena::test {
namespace {

// A mass without weight flies 1, 2, 3 ... steps of 1/1024 s with 1 m/s: no rounding anywhere.
TEST(Arrival, AtTheEndOfAStepIsAnImpact) {
  for (const bool stop : {false, true})
    for (const IntegratorKind kind : all_integrators)
      for (int steps = 1; steps <= 5; ++steps) {
        SCOPED_TRACE(testing::Message() << (stop ? "stop" : "plane") << ", " << steps << " steps");
        JointSpec slide = prismatic("slide", {0, 0, 1});
        if (stop) slide.position_lower = Eigen::VectorXd::Zero(1);
        SimulationSetup setup = lone_body(slide, solid_sphere(1.0, 0.1), {0, 0, 0},
                                          numbers({steps / 1024.0}), numbers({-1}));
        setup.integrator.kind = kind;
        setup.integrator.step = setup.integrator.max_step = 1.0 / 1024.0;
        setup.limits.restitution = numbers({0.5});
        if (!stop) setup.contacts = {on_plane("ground", only_body, {0, 0, 0}, 0.0, {0.5, 0.0})};
        Simulation simulation(setup);
        const auto events = events_of(simulation, 0.01);
        ASSERT_EQ(events.size(), 1u);
        EXPECT_EQ(events[0].t, steps / 1024.0);
        EXPECT_EQ(events[0].v_before, -1.0);
        EXPECT_EQ(simulation.state().v[0], 0.5);
      }
}

}  // namespace
}  // namespace catena::test
