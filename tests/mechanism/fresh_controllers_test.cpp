// Simulations share nothing that changes: each has controllers and set points of its own.

#include <gtest/gtest.h>

#include <thread>

#include "catena/scenario/scenario.hpp"
#include "tests/support/bitwise_run.hpp"

namespace catena {
namespace {

// Each of two threads runs a copy of one compiled scenario; both give what it gives alone.
void expect_threads_do_not_meet(const std::string& example, double duration) {
  const Scenario scenario = load_scenario(CATENA_SOURCE_DIR "/examples/tensegrity/" + example);
  const std::vector<double> alone = test::numbers_of_run(scenario, duration, duration / 20);
  std::vector<double> results[2];
  std::string failures[2];
  {
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < 2; ++i)
      threads.emplace_back([&results, &failures, i, copy = scenario, duration] {
        results[i] = test::numbers_of_run(copy, duration, duration / 20, &failures[i]);
      });
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(failures[0] + failures[1], "");
  EXPECT_TRUE(test::same_bits(results[0], alone));
  EXPECT_TRUE(test::same_bits(results[1], alone));
}

TEST(FreshControllers, SingleStrutInTwoThreads) {
  expect_threads_do_not_meet("single_strut_track.yaml", 0.2);
}

TEST(FreshControllers, ManipulatorInTwoThreads) {
  expect_threads_do_not_meet("manipulator_z.yaml", 0.02);
}

const char* const servo = R"(
model:
  bodies: [{name: rod, inertia: {mass: 1, com: [0, 0, -0.5], moments: [0.1, 0.1, 0.01]}}]
  joints: [{name: swing, kind: revolute, parent: world, child: rod, axis: [0, 1, 0]}]
motors: [{joint: swing, target: 0.3*t, stiffness: 50, damping: 5}]
)";

// The set point of one simulation is moved by hand; a copy of the same setup does not see it.
TEST(FreshControllers, SetPointsBelongToOneSimulation) {
  const Scenario scenario = parse_scenario(servo, "servo.yaml", "");
  Simulation moved(scenario.setup), left(scenario.setup), again(moved.setup());
  ASSERT_TRUE(moved.setup().motors[0].offsets);
  (*moved.setup().motors[0].offsets)[0] = 0.5;
  moved.inputs_changed();
  for (Simulation* simulation : {&moved, &left, &again}) simulation->advance(2.0);
  Simulation alone(parse_scenario(servo, "servo.yaml", "").setup);
  alone.advance(2.0);
  EXPECT_EQ(left.state().q, alone.state().q);
  EXPECT_EQ(again.state().q, alone.state().q);
  EXPECT_GT(moved.state().q[0], alone.state().q[0] + 0.1);
}

}  // namespace
}  // namespace catena
