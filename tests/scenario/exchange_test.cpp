// Runs that exchange energies that nothing in them could have end; others do not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catena/elements/simulation_error.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// Two drives that cannot agree, with a damper between them that grows without end.
std::string squeezed(const std::string& damping) {
  return "model:\n"
         "  gravity: [0, 0, 0]\n"
         "  bodies: [{name: a, inertia: {mass: 1, moments: [1, 1, 1]}}]\n"
         "  joints: [{name: x, kind: prismatic, axis: [1, 0, 0], parent: world, child: a, "
         "damping: " +
         damping + "}]\nprescribed: [{joint: x, position: 10*t}]\n";
}

TEST(Exchange, BeyondAllEnergiesOfARunEndsIt) {
  try {
    WatchedRun run(squeezed("1e9"), 1.0);
    FAIL() << "1e11 W in a mechanism of 50 J";
  } catch (const SimulationError& error) {
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("were exchanged within"),
                                             testing::HasSubstr("largest energy is 50 J"),
                                             testing::HasSubstr("effort_limit")));
  }
}

TEST(Exchange, OfStiffServosAndMotorsAgainstEachOtherDoesNot) {
  WatchedRun damped(squeezed("1e4"), 1.0);
  EXPECT_NEAR(damped.simulation.energy(damped.simulation.state()).dissipated, 1e6, 1.0);
  WatchedRun servo(
      "model:\n"
      "  gravity: [0, 0, 0]\n"
      "  bodies: [{name: a, inertia: {mass: 1, moments: [1, 1, 1]}}]\n"
      "  joints: [{name: x, kind: prismatic, axis: [1, 0, 0], parent: world, child: a}]\n"
      "motors:\n"
      "  - {name: one, joint: x, effort: 1e7}\n"
      "  - {name: other, joint: x, effort: -1e7}\n"
      "  - {name: hold, joint: x, target: sin(t), stiffness: 1e8, damping: 1e4}\n",
      1.0);
  EXPECT_LT(servo.unexplained(), 1e-3);
  WatchedRun pendulum(
      "model:\n"
      "  bodies: [{name: a, inertia: {mass: 1, com: [0, 0, -1], moments: [1, 1, 1]}}]\n"
      "  joints: [{name: x, kind: revolute, axis: [0, 1, 0], parent: world, child: a}]\n"
      "initial: {x: 1e-7}\n",
      60.0);
  EXPECT_LT(pendulum.unexplained(), 1e-12);
}

}  // namespace
}  // namespace catena
