// Time steps do not allocate once buffers have grown.

#include <gtest/gtest.h>

#include "catena/library/builtin_models.hpp"
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

// Some give all they can, others hold.
TEST(NoAllocationInTimeSteps, WhereServosHold) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(double_pendulum());
  setup.q = Eigen::Vector2d(1.2, 0.3);
  setup.contact_options.method = ContactMethod::Stepping;
  for (int i = 0; i < 2; ++i) {
    Motor motor{"servo" + std::to_string(i), {i}, {}, {}};
    motor.effort = [i](double t, In<double> q, In<double> v, Out<double> e) {
      e[0] = 1e5 * (std::sin(t) - q[i]) + 100.0 * (std::cos(t) - v[i]);
    };
    if (i == 0) motor.effort_limit = {1.0};
    motor.gains = {{1e5, 100.0}};
    setup.motors.push_back(motor);
  }
  expect_no_allocation(setup);
}

// Blocks that stick with one coefficient and slide with another.
TEST(NoAllocationInTimeSteps, WhereFrictionHasTwoCoefficients) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  for (const double slope : {0.35, 0.6}) {
    SimulationSetup setup = stack({1.0}, sloping_gravity(slope), 0.3);
    for (Contact& contact : setup.contacts) contact.material.static_friction = 0.5;
    expect_no_allocation(setup);
  }
}

}  // namespace
}  // namespace catena::test
