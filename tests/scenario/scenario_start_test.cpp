// Starts that cannot be are refused where they were said.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

std::string refusal(const std::string& text) {
  try {
    parse_scenario(text, "s.yaml", CATENA_SOURCE_DIR);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

// A state that knows no work of the joint on a path.
TEST(ScenarioStart, AStateOfAnotherMechanismIsRefused) {
  const std::string state = R"(state: |
  catena state 3
  t 10
  q -0.2
  v 0.1
  limits 0
  slips 0
  spent
  initial_energy 5
  impact_loss 0
  next_step 0.1
  step_count 0
  past_dissipated 0
  past_work 0
  chatter 0 0 1
  happened
)";
  EXPECT_EQ(refusal("include: examples/pendulum.yaml\n" + state), "");
  EXPECT_THAT(refusal("include: examples/pendulum.yaml\n"
                      "prescribed: [{joint: joint1, position: 0.2*sin(3*t)}]\n" +
                      state),
              testing::StartsWith("s.yaml:3:8: state: restore: the state has nq = 1"));
}

// The crank stands at a right angle, 0.3 m long; the rod has 0.5 m, so the slider is at 0.4 m.
std::string slider_crank(const std::string& initial) {
  const std::string body = "inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}";
  return "model:\n"
         "  bodies: [{name: a, " +
         body + "}, {name: b, " + body + "}, {name: c, " + body +
         "}]\n"
         "  joints:\n"
         "    - {name: crank, kind: revolute, parent: world, child: a}\n"
         "    - {name: rod, kind: revolute, parent: a, child: b, at: [0.3, 0, 0]}\n"
         "    - {name: slider, kind: prismatic, parent: world, child: c, axis: [1, 0, 0]}\n"
         "  loops: [{name: pin, kind: revolute, a: {body: b, at: [0.5, 0, 0]}, b: c}]\n"
         "initial: {rod: {q: -2, guess: true}, " +
         initial + "}\n";
}

TEST(ScenarioStart, APositionAloneDoesNotFixTheVelocity) {
  WatchedRun run(slider_crank("crank: {q: 90 deg, v: 6}, slider: 0.4"), 0.0);
  EXPECT_TRUE(run.events.empty());
  EXPECT_NEAR(run.v(0), 6.0, 1e-12);
  EXPECT_NEAR(run.v(2), -1.8, 1e-10);
}

TEST(ScenarioStart, WhatHadToChangeIsNamedWithBothValues) {
  WatchedRun run(slider_crank("crank: {q: 90 deg, v: 6}, slider: {q: 0.4, v: 1}"), 0.0);
  const auto changed = run.of(EventKind::Assemble);
  ASSERT_EQ(changed.size(), 1u);
  EXPECT_THAT(changed[0].note, testing::HasSubstr("crank from 6 to "));
  EXPECT_THAT(changed[0].note, testing::HasSubstr("slider from 1 to "));
  WatchedRun far(slider_crank("crank: 90 deg, slider: 0.45"), 0.0);
  ASSERT_EQ(far.of(EventKind::Assemble).size(), 1u);
  EXPECT_THAT(far.of(EventKind::Assemble)[0].note, testing::HasSubstr("slider from 0.45 to "));
}

// A point below its plane is moved onto it, but not where the joint's stops do not let it.
TEST(ScenarioStart, ContactsAreNotMovedThroughStops) {
  const auto start = [](const std::string& limits) {
    Simulation(
        parse_scenario(
            "model:\n"
            "  bodies: [{name: arm, shapes: [{sphere: {radius: 0.1}, at: [1, 0, 0], mass: 1}]}]\n"
            "  joints: [{name: hinge, kind: revolute, axis: [0, -1, 0], parent: world, child: arm, "
            "at: [0, 0, -0.5], limits: " +
                limits +
                "}]\n"
                "  contacts: [{name: tip, point: {body: arm, at: [1, 0, 0]}, plane: ground}]\n",
            "s.yaml", CATENA_SOURCE_DIR)
            .setup);
  };
  EXPECT_NO_THROW(start("{lower: -1, upper: 1}"));
  try {
    start("{lower: -1, upper: 0.1}");
    FAIL() << "it starts beyond its stop";
  } catch (const SimulationError& error) {
    EXPECT_THAT(error.what(),
                testing::HasSubstr("cannot be moved onto it while stops hold 'hinge'"));
  }
}

// Of the faults that other scenarios had, where they are at hand.
TEST(ScenarioStart, AControllerWithoutAnAnswerIsNamed) {
  const std::filesystem::path file =
      std::filesystem::path(CATENA_SHARED_DIR) / "cases/faults/reader_leaks_simulation_error.yaml";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is not there";
  try {
    load_scenario(file);
    FAIL() << "it was read";
  } catch (const ScenarioError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(".yaml:53:5: controllers[0]: t = 0 s: the "
                                                 "coordinates that follow the path"));
  }
}

}  // namespace
}  // namespace catena
