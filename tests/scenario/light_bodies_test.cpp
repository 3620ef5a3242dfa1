// Bodies that are so light that rounding hides what their loops say.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "catena/elements/simulation_error.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

std::string message_of(const std::string& text) {
  try {
    WatchedRun run(text, 0.1);
    return "";
  } catch (const SimulationError& error) {
    return error.what();
  }
}

// A bead of 1 kg on a cycloid, whose angle is that of a dial.
std::string bead(const std::string& inertia) {
  return "model:\n"
         "  bodies:\n"
         "    - {name: carrier}\n"
         "    - {name: bead, inertia: {mass: 1, moments: [1e-6, 1e-6, 1e-6]}}\n"
         "    - {name: dial, inertia: {mass: 1, moments: [" +
         inertia + ", " + inertia + ", " + inertia +
         "]}}\n"
         "  joints:\n"
         "    - {name: x, kind: prismatic, parent: world, child: carrier, axis: [1, 0, 0]}\n"
         "    - {name: z, kind: prismatic, parent: carrier, child: bead, axis: [0, 0, 1]}\n"
         "    - {name: s, kind: continuous, parent: world, child: dial, axis: [0, 1, 0]}\n"
         "  loops:\n"
         "    - {name: cx, coupling: {zero: \"q.x - 0.5*(q.s + sin(q.s))\"}}\n"
         "    - {name: cz, coupling: {zero: \"q.z - 0.5*(1 - cos(q.s))\"}}\n"
         "initial: {s: 90 deg}\n";
}

TEST(LightBodies, OfACouplingAreNamedWithTheLoopThatTheyHide) {
  for (const char* const inertia : {"1e-10", "1e-12", "1e-15"})
    EXPECT_THAT(message_of(bead(inertia)),
                testing::AllOf(testing::HasSubstr("'dial'"), testing::HasSubstr("'cz'"),
                               testing::HasSubstr("'cx'")))
        << inertia;
  EXPECT_EQ(message_of(bead("1e-8")), "");
}

std::string gears(const std::string& idler, const std::string& second) {
  return "model:\n"
         "  bodies:\n"
         "    - {name: a, inertia: {mass: 1, moments: [1, 1, 1]}}\n"
         "    - {name: idler, inertia: {mass: 1, moments: [" +
         idler + ", " + idler + ", " + idler +
         "]}}\n"
         "    - {name: b, inertia: {mass: 1, moments: [2, 2, 2]}}\n"
         "  joints:\n"
         "    - {name: a, kind: revolute, parent: world, child: a, axis: [0, 0, 1]}\n"
         "    - {name: i, kind: revolute, parent: world, child: idler, axis: [0, 0, 1]}\n"
         "    - {name: b, kind: revolute, parent: world, child: b, axis: [0, 0, 1]}\n"
         "  loops:\n"
         "    - {name: ai, coupling: {zero: \"q.a + 2*q.i\"}}\n"
         "    - {name: ib, coupling: {zero: \"" +
         second + "\"}}\n";
}

TEST(LightBodies, BetweenFlywheelsAreNamed) {
  EXPECT_THAT(message_of(gears("1e-12", "q.i + q.b")),
              testing::AllOf(testing::HasSubstr("'idler'"), testing::HasSubstr("'ib'")));
  EXPECT_EQ(message_of(gears("1e-6", "q.i + q.b")), "");
}

// Constraints that do say the same are no matter of masses.
TEST(LightBodies, WhatIsRedundantIsNotBlamedOnThem) {
  EXPECT_EQ(message_of(gears("1e-12", "2*q.a + 4*q.i")), "");
}

}  // namespace
}  // namespace catena
