// Time steps do not allocate once buffers have grown.

#include <gtest/gtest.h>

#include "tests/allocation/step_allocations.hpp"
#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

void expect_no_allocation(const SimulationSetup& setup) {
  Simulation simulation(setup);
  simulation.advance(0.5);
  const StepAllocations counted = allocations_in_steps(simulation, 100);
  EXPECT_GT(counted.steps, 90);
  EXPECT_EQ(counted.worst, 0);
}

TEST(NoAllocationInTimeSteps, WhereBoxesStickAndSlide) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  expect_no_allocation(stack({1.0}, sloping_gravity(0.35), 0.5));
  expect_no_allocation(stack({1.0}, sloping_gravity(0.6), 0.5));
  expect_no_allocation(stack({1.0, 1.0, 1.0}, sloping_gravity(0.0), 0.5));
}

// At rest every hinge is on its stop.
TEST(NoAllocationInTimeSteps, WhereHingesRestOnStops) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  constexpr double length = 0.1;
  ModelBuilder builder;
  BodyId parent = builder.world();
  for (int i = 0; i < 5; ++i) {
    const std::string name = "link" + std::to_string(i);
    const BodyId link = builder.add_body(name, solid_box(0.1, {length, 0.02, 0.02}));
    JointSpec hinge = revolute(name, {0.0, 1.0, 0.0});
    hinge.position_lower = -0.05, hinge.position_upper = 0.05;
    hinge.damping = 0.01;
    Transform<double> on_parent = Transform<double>::identity(), on_link = on_parent;
    on_parent.translation.x = i == 0 ? 0.0 : 0.5 * length;
    on_link.translation.x = -0.5 * length;
    builder.add_joint(hinge, parent, link, on_parent, on_link);
    parent = link;
  }
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  setup.contact_options.method = ContactMethod::Stepping;
  Simulation simulation(setup);
  simulation.advance(5.0);
  for (Eigen::Index k = 0; k < 5; ++k) ASSERT_EQ(simulation.state().q[k], 0.05);
  const StepAllocations counted = allocations_in_steps(simulation, 100);
  EXPECT_GT(counted.steps, 90);
  EXPECT_EQ(counted.worst, 0);
}

}  // namespace
}  // namespace catena::test
