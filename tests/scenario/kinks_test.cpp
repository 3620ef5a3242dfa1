// Paths and couplings whose speeds jump, conditions that are met in the instant of another event,
// and constraints that lock.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <numbers>

#include "catena/elements/simulation_error.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

std::filesystem::path fault_file(const std::string& name) {
  return std::filesystem::path(CATENA_SHARED_DIR) / "cases/faults" / (name + ".yaml");
}

// A bob under a trolley, as a point.
std::string trolley(const std::string& path) {
  return "model:\n"
         "  bodies:\n"
         "    - {name: cart, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}\n"
         "    - {name: bob, inertia: {mass: 2, com: [0, 0, -0.5], moments: [0.1, 0.1, 0.1]}}\n"
         "  joints:\n"
         "    - {name: cart, kind: prismatic, parent: world, child: cart, axis: [1, 0, 0]}\n"
         "    - {name: swing, kind: revolute, parent: cart, child: bob, axis: [0, 1, 0]}\n"
         "prescribed: [{joint: cart, position: \"" +
         path + "\"}]\nintegrator: {tolerance: 1e-12}\n";
}

// The momentum of the bob about its hinge does not change with the speed of the trolley.
TEST(Kinks, APathThatStartsKicksWhatHangsOnIt) {
  WatchedRun run(trolley("max(t - 1, 0)"), 1.0 + 1e-6);
  const auto kinks = run.of(EventKind::Kink);
  ASSERT_EQ(kinks.size(), 1u);
  EXPECT_NEAR(kinks[0].t, 1.0, 1e-12);
  EXPECT_NEAR(kinks[0].v_before, 0.0, 1e-15);
  EXPECT_NEAR(kinks[0].v_after, 1.0, 1e-15);
  EXPECT_NEAR(run.v(1), 2.0 * 0.5 / (0.1 + 2.0 * 0.25), 1e-9);
  run.to(3.0);
  EXPECT_LT(run.unexplained(), 1e-10);
}

TEST(Kinks, PathsThatZigzag) {
  WatchedRun run(trolley("abs(mod(t, 1) - 0.5)"), 3.2);
  EXPECT_EQ(run.of(EventKind::Kink).size(), 6u);
  EXPECT_NEAR(run.q(0), 0.3, 1e-12);
  EXPECT_LT(run.unexplained(), 1e-9);
}

// The start lies on a kink of |sin 3t|: the speed is that which follows, and no energy is lost.
TEST(Kinks, APathMayStartOnOne) {
  WatchedRun run(trolley("abs(sin(3*t))"), 1e-6);
  EXPECT_NEAR(run.v(0), 3.0, 1e-9);
  run.to(3.0);
  const auto kinks = run.of(EventKind::Kink);
  ASSERT_EQ(kinks.size(), 2u);
  EXPECT_NEAR(kinks[0].t, std::numbers::pi / 3.0, 1e-12);
  EXPECT_LT(run.unexplained(), 1e-8);
}

TEST(Kinks, APathThatJumpsIsRefusedWhereItDoes) {
  try {
    WatchedRun run(trolley("step(t - 1)"), 2.0);
    FAIL() << "it ran";
  } catch (const SimulationError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("t = 1 s: the path 'cart' jumps by 1"));
  }
}

// Two flywheels, 1 and 2 kg m^2, on a gear whose ratio changes from 1 to 2 where the first has
// turned by 1 rad: b = 1 + 2 (a - 1) from there on.
std::string changing_gear(const std::string& integrator) {
  return "model:\n"
         "  bodies:\n"
         "    - {name: wa, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}\n"
         "    - {name: wb, inertia: {mass: 1, com: [0, 0, 0], moments: [2, 2, 2]}}\n"
         "  joints:\n"
         "    - {name: a, kind: continuous, parent: world, child: wa}\n"
         "    - {name: b, kind: continuous, parent: world, child: wb}\n"
         "  loops: [{name: gear, coupling: {zero: \"q.b - max(q.a, 2*q.a - 1)\"}}]\n"
         "initial: {a: {q: 0, v: 1}, b: {q: 0, v: 1}}\n" +
         integrator;
}

// Momentum along the constraint: 1 + 2 * 2 before with v = (1, 1) becomes (1 + 8) v.
TEST(Kinks, ACouplingThatBendsTakesTheEnergyThatItMust) {
  for (const char* how : {"", "integrator: {kind: rk4, step: 7 ms}\n",
                          "integrator: {kind: semi_implicit_euler, step: 7 ms}\n"}) {
    WatchedRun run(changing_gear(how), 1.5);
    const auto kinks = run.of(EventKind::Kink);
    ASSERT_EQ(kinks.size(), 1u) << how;
    EXPECT_NEAR(kinks[0].t, 1.0, 1e-10) << how;
    EXPECT_NEAR(run.v(0), 5.0 / 9.0, 1e-10) << how;
    EXPECT_NEAR(run.v(1), 10.0 / 9.0, 1e-10) << how;
    EXPECT_NEAR(run.q(1), 1.0 + 0.5 * 10.0 / 9.0, 1e-9) << how;
    EXPECT_NEAR(kinks[0].energy_lost, 1.5 - 0.5 * 9.0 * 25.0 / 81.0, 1e-10) << how;
    EXPECT_LT(run.unexplained(), 1e-9) << how;
  }
}

TEST(Kinks, ByTimeStepsToo) {
  WatchedRun run(changing_gear("contact: {method: stepping}\n"), 1.5);
  EXPECT_NEAR(run.v(1), 10.0 / 9.0, 1e-6);
  EXPECT_LT(run.unexplained(), 1e-6);
}

TEST(Kinks, FaultsOfBefore) {
  if (!std::filesystem::exists(fault_file("prescribed_kink")))
    GTEST_SKIP() << fault_file("prescribed_kink") << " is not there";
  {
    WatchedRun run(load_scenario(fault_file("prescribed_kink")).setup);
    run.to(1.0 + 1e-9);
    EXPECT_NEAR(std::abs(run.v(1)), 0.99996, 1e-7);
    run.to(3.0);
    EXPECT_LT(run.unexplained(), 1e-8);
  }
  {
    WatchedRun run(load_scenario(fault_file("coupling_kink")).setup);
    run.to(1.5);
    EXPECT_EQ(run.of(EventKind::Kink).size(), 9u);
    EXPECT_LT(run.unexplained(), 1e-9);
  }
}

// ---- Conditions.

const char* const ball_on_pan =
    "model:\n"
    "  bodies:\n"
    "    - {name: ball, shapes: [{sphere: {radius: 0.1}, mass: 1}]}\n"
    "    - {name: pan, shapes: [{box: {sides: [1, 1, 0.01]}, mass: 1}]}\n"
    "  joints:\n"
    "    - {name: z, kind: prismatic, parent: world, child: ball}\n"
    "    - {name: pan, kind: prismatic, parent: world, child: pan, spring: {stiffness: 100, rest: "
    "0.0981}}\n"
    "  contacts: [{name: land, point: ball, radius: 0.1, plane: pan}]\n"
    "initial: {z: 1}\n";

TEST(Conditions, AreMetInTheInstantOfAnImpact) {
  for (const char* how : {"", "integrator: {kind: rk4, step: 1 ms}\n"}) {
    WatchedRun run(std::string(ball_on_pan) +
                       "changes:\n  - {when: q.z - 0.1, connect: {name: glue, kind: weld, a: pan, "
                       "b: ball, here: true}}\n" +
                       how,
                   0.6);
    const double lands = std::sqrt(2.0 * 0.9 / 9.81);
    ASSERT_EQ(run.of(EventKind::Connect).size(), 1u) << how;
    EXPECT_NEAR(run.of(EventKind::Connect)[0].t, lands, 1e-6) << how;
    ASSERT_GE(run.of(EventKind::Impact).size(), 1u) << how;
    // First the impact, then the change.
    EXPECT_EQ(run.events[0].kind, EventKind::Impact) << how;
  }
}

// The velocity jumps over the zero of the condition.
TEST(Conditions, AreMetByAnImpactThatJumpsOverThem) {
  WatchedRun run(std::string(ball_on_pan) +
                     "changes:\n  - {when: v.z + 3, connect: {name: glue, kind: weld, a: pan, "
                     "b: ball, here: true}}\n",
                 0.6);
  ASSERT_EQ(run.of(EventKind::Connect).size(), 1u);
  EXPECT_NEAR(run.of(EventKind::Connect)[0].t, 3.0 / 9.81, 1e-9);
  WatchedRun jumped(std::string(ball_on_pan) +
                        "changes:\n  - {when: v.pan + 1, connect: {name: glue, kind: weld, a: pan, "
                        "b: ball, here: true}}\n",
                    0.6);
  ASSERT_EQ(jumped.of(EventKind::Connect).size(), 1u);
  EXPECT_NEAR(jumped.of(EventKind::Connect)[0].t, std::sqrt(2.0 * 0.9 / 9.81), 1e-9);
}

// ---- Constraints that lock.

TEST(Locks, WheelsThatDoNotFitTogether) {
  if (!std::filesystem::exists(fault_file("rolling_lock_swallows_energy")))
    GTEST_SKIP() << "the scenario is not there";
  WatchedRun run(load_scenario(fault_file("rolling_lock_swallows_energy")).setup);
  run.to(2.0);
  const auto locks = run.of(EventKind::Lock);
  ASSERT_EQ(locks.size(), 1u);
  EXPECT_GT(locks[0].energy_lost, 4900.0);
  EXPECT_THAT(locks[0].note, testing::HasSubstr("road_"));
  EXPECT_LT(run.unexplained(), 1e-6 * 4950.0);
}

}  // namespace
}  // namespace catena
