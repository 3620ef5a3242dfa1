// Time steps without events do not allocate: bodies that stick, slide, roll and fly, stops and dry
// friction.

#include <gtest/gtest.h>

#include "tests/allocation/step_allocations.hpp"
#include "tests/sim/thrown_bodies.hpp"
#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

// Once buffers have grown over `before` seconds.
long worst_of(SimulationSetup setup, ContactMethod method, double before = 0.0) {
  setup.contact_options.method = method;
  Simulation simulation(setup);
  simulation.advance(before);
  const StepAllocations is = allocations_in_steps(simulation, 100);
  EXPECT_GT(is.steps, 90);
  return is.worst;
}

TEST(NoAllocationInTimeSteps, WithContacts) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  SimulationSetup slide = thrown_bodies(0.2, 0.0);
  slide.v[3] = 50.0;                   // the box slides for 25 s
  slide.v[7] = 2.0, slide.v[9] = 0.2;  // the ball rolls
  EXPECT_EQ(worst_of(slide, ContactMethod::Stepping), 0);
  SimulationSetup open = thrown_bodies(0.2, 0.0);
  open.q[6] = open.q[13] = 1000.0;
  EXPECT_EQ(worst_of(open, ContactMethod::Stepping), 0);
  EXPECT_EQ(worst_of(thrown_bodies(0.8, 0.0, {3.0, 1.0, -9.0}), ContactMethod::Stepping, 0.3), 0);
  EXPECT_EQ(worst_of(stack({1, 1, 1, 1}, sloping_gravity(0.05), 0.5), ContactMethod::Stepping, 0.1),
            0);
}

// Hinges that hang on their stops, or are held by dry friction.
TEST(NoAllocationInTimeSteps, WithStopsAndDryFriction) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  for (const double friction : {0.0, 1.0}) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, -gravity});
    BodyId parent = builder.world();
    for (int i = 0; i < 5; ++i) {
      const std::string name = "link" + std::to_string(i);
      const Transform<double> middle{Mat3<double>::identity(), {0.05, 0.0, 0.0}};
      const BodyId body = builder.add_body(name, middle * solid_box(0.1, {0.1, 0.02, 0.02}));
      JointSpec joint = revolute(name, {0, 1, 0});
      joint.position_lower = -0.05, joint.position_upper = 0.0;
      joint.coulomb_friction = friction;
      builder.add_joint(
          joint, parent, body,
          Transform<double>{Mat3<double>::identity(), {i == 0 ? 0.0 : 0.1, 0.0, 0.0}});
      parent = body;
    }
    SimulationSetup setup;
    setup.model = std::make_shared<Model>(builder.build());
    EXPECT_EQ(worst_of(setup, ContactMethod::Stepping), 0) << friction;
  }
}

}  // namespace
}  // namespace catena::test
