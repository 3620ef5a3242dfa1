// The books of energy where joints are made and cut, and where drives hold their coordinates.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "catena/elements/simulation_error.hpp"
#include "catena/sim/recorder.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

const char* const falling =
    "model:\n"
    "  bodies: [{name: A, shapes: [{sphere: {radius: 0.1}, mass: 2}]}]\n"
    "  joints: [{name: fly, kind: free, parent: world, child: A}]\n"
    "initial: {fly: {position: [0, 0, 10]}}\n";

// What is welded to the world keeps its potential energy: the weld takes the kinetic energy, and
// cutting it takes nothing.
TEST(Books, AWeldToTheWorldTakesTheMotionAlone) {
  for (const char* const reroot : {"true", "false"})
    for (const char* const sides : {"a: A, b: world", "a: world, b: A"}) {
      WatchedRun run(std::string(falling) + "reroot: " + reroot +
                         "\nchanges:\n"
                         "  - {at: 0.1, connect: {name: g, kind: weld, " +
                         sides + ", here: true}}\n  - {at: 0.2, cut: g}\n",
                     0.15);
      const double speed = 9.81 * 0.1, height = 10.0 - 0.5 * 9.81 * 0.01;
      EnergyBalance energy = run.simulation.energy(run.simulation.state());
      EXPECT_NEAR(energy.potential, 2.0 * 9.81 * height, 1e-9) << reroot << sides;
      EXPECT_NEAR(energy.impact, speed * speed, 1e-12) << reroot << sides;
      EXPECT_NEAR(energy.work, 0.0, 1e-12);
      run.to(0.3);
      energy = run.simulation.energy(run.simulation.state());
      EXPECT_NEAR(energy.impact, speed * speed, 1e-12) << reroot << sides;
      EXPECT_LT(run.unexplained(), 1e-11);
      ASSERT_EQ(run.of(EventKind::Cut).size(), 1u);
      EXPECT_EQ(run.of(EventKind::Cut)[0].energy_lost, 0.0);
    }
}

TEST(Books, AWeldOfTheStartThatIsCutLosesNothing) {
  WatchedRun run(
      "model:\n"
      "  bodies:\n"
      "    - {name: hook, shapes: [{sphere: {radius: 0.1}, mass: 1}]}\n"
      "    - {name: lamp, shapes: [{sphere: {radius: 0.1}, mass: 2}]}\n"
      "  joints:\n"
      "    - {name: nail, kind: weld, parent: world, child: hook, at: [1, 0, 3.5]}\n"
      "    - {name: hang, kind: weld, parent: hook, child: lamp, at: [0, 0, -0.5]}\n"
      "changes: [{at: 0.5, cut: hang}]\n",
      1.0);
  const EnergyBalance energy = run.simulation.energy(run.simulation.state());
  EXPECT_EQ(run.of(EventKind::Cut)[0].energy_lost, 0.0);
  EXPECT_EQ(energy.impact, 0.0);
  EXPECT_NEAR(energy.kinetic, 0.5 * 2.0 * std::pow(9.81 * 0.5, 2), 1e-9);
  EXPECT_NEAR(energy.potential, 9.81 * (3.5 + 2.0 * (3.0 - 0.5 * 9.81 * 0.25)), 1e-9);
  EXPECT_LT(run.unexplained(), 1e-11);
}

// A cart on a path at 2 m/s catches a ball of 1 kg at rest: the impulse of the drive is 2 N s and
// works 4 J, half of which the ball has afterwards.
TEST(Books, ADriveWorksWhereItsCartCatchesSomething) {
  for (const char* const kind : {"weld", "spherical"})
    for (const char* const reroot : {"true", "false"}) {
      WatchedRun run(std::string("model:\n"
                                 "  gravity: [0, 0, 0]\n"
                                 "  bodies:\n"
                                 "    - {name: cart, shapes: [{sphere: {radius: 0.1}, mass: 5}]}\n"
                                 "    - {name: ball, shapes: [{sphere: {radius: 0.1}, mass: 1}]}\n"
                                 "  joints:\n"
                                 "    - {name: rail, kind: prismatic, axis: [1, 0, 0], parent: "
                                 "world, child: cart}\n"
                                 "    - {name: fly, kind: free, parent: world, child: ball}\n"
                                 "prescribed: [{joint: rail, position: 2*t}]\n"
                                 "initial: {fly: {position: [0.2, 0, 0]}}\n"
                                 "changes: [{at: 0.1, connect: {name: grab, kind: ") +
                         kind + ", a: ball, b: cart, here: true}}]\nreroot: " + reroot + "\n",
                     0.2);
      const EnergyBalance energy = run.simulation.energy(run.simulation.state());
      EXPECT_NEAR(energy.work, 4.0, 1e-12) << kind << reroot;
      EXPECT_NEAR(energy.impact, 2.0, 1e-12) << kind << reroot;
      EXPECT_NEAR(run.of(EventKind::Connect)[0].energy_lost, 2.0, 1e-12);
      EXPECT_LT(run.unexplained(), 1e-12);
    }
}

// An arm of 1 kg, turned about its end at 3 rad/s by a drive, catches a ball of 0.5 kg that rests
// 1 m from the axis and may turn: impulse 0.5 * 3 N s at the ball, and what the drive works is the
// moment times 3 rad/s; without a hold of its own, the ball goes on with m v^2 / 2.
TEST(Books, ADriveOfAHingeWorksWhereItsArmCatchesSomething) {
  WatchedRun run(
      "model:\n"
      "  gravity: [0, 0, 0]\n"
      "  bodies:\n"
      "    - {name: arm, shapes: [{sphere: {radius: 0.1}, at: [0.5, 0, 0], mass: 1}]}\n"
      "    - {name: ball, inertia: {mass: 0.5, moments: [1e-3, 1e-3, 1e-3]}}\n"
      "  joints:\n"
      "    - {name: turn, kind: revolute, axis: [0, 0, 1], parent: world, child: arm}\n"
      "    - {name: fly, kind: free, parent: world, child: ball}\n"
      "prescribed: [{joint: turn, position: 3*(t - 0.1)}]\n"
      "initial: {fly: {position: [1, 0, 0]}}\n"
      "changes: [{at: 0.1, connect: {name: grab, kind: spherical, a: arm, b: ball, here: "
      "false}}]\n",
      0.05);
  EXPECT_THROW(run.to(0.2), SimulationError);  // its places are 1 m apart
  WatchedRun here(
      "model:\n"
      "  gravity: [0, 0, 0]\n"
      "  bodies:\n"
      "    - {name: arm, shapes: [{sphere: {radius: 0.1}, at: [0.5, 0, 0], mass: 1}]}\n"
      "    - {name: ball, inertia: {mass: 0.5, moments: [1e-3, 1e-3, 1e-3]}}\n"
      "  joints:\n"
      "    - {name: turn, kind: revolute, axis: [0, 0, 1], parent: world, child: arm}\n"
      "    - {name: fly, kind: free, parent: world, child: ball}\n"
      "prescribed: [{joint: turn, position: 3*(t - 0.1)}]\n"
      "initial: {fly: {position: [1, 0, 0]}}\n"
      "changes: [{at: 0.1, connect: {name: grab, kind: spherical, a: {body: arm, at: [1, 0, 0]}, "
      "b: ball, here: true}}]\n",
      0.2);
  const EnergyBalance energy = here.simulation.energy(here.simulation.state());
  EXPECT_NEAR(energy.work, 0.5 * 9.0, 1e-9);
  EXPECT_NEAR(energy.impact, 0.5 * 0.5 * 9.0, 1e-9);
  EXPECT_LT(here.unexplained(), 1e-9);
}

// A spring between joints that a cut puts out of action loses its energy, and nothing else does.
TEST(Books, ACutOfAMovingJointLosesNothing) {
  WatchedRun run(std::string("model:\n"
                             "  bodies:\n"
                             "    - {name: rod, shapes: [{cylinder: {radius: 0.02, length: 1}, at: "
                             "[0, 0, -0.5], mass: 1}]}\n"
                             "  joints:\n"
                             "    - {name: pin, kind: revolute, axis: [0, 1, 0], parent: world, "
                             "child: rod, at: [0, 0, 5]}\n"
                             "initial: {pin: 1}\n"
                             "changes: [{at: 0.3, cut: pin}]\n"),
                 0.6);
  EXPECT_LT(run.unexplained(), 1e-10);
  EXPECT_NEAR(run.simulation.energy(run.simulation.state()).impact, 0.0, 1e-13);
}

// ---- Steps.

// Sliding, rolling and rocking on what is round, by steps of 1 ms: putting positions back may give
// energy. That is no loss at events, and not explained.
TEST(Books, WhatTimeStepsGainIsNoLoss) {
  for (const char* const example : {"bodies/rattleback", "rocking_block"}) {
    WatchedRun run(std::string("include: examples/") + example +
                       ".yaml\ncontact: {method: stepping, step: 1 ms}\nduration: 1\n",
                   0.0);
    RunObserver observer;
    double lost = 0.0, least_rise = 0.0;
    const auto look = [&](const State& state) {
      least_rise = std::min(least_rise, state.impact_loss - lost);
      lost = state.impact_loss;
    };
    observer.step = [&](const State& state) {
      look(state);
      return true;
    };
    observer.sample = look;
    observer.sample_interval = 0.7e-3;
    run.simulation.advance(1.0, observer);
    EXPECT_GE(least_rise, 0.0) << example;
  }
}

// ---- Places of joints that are made with `here`.

std::string pinned(const std::string& a, const std::string& b) {
  return "model:\n"
         "  bodies:\n"
         "    - {name: rod, shapes: [{cylinder: {radius: 20 mm, length: 1}, at: [0, 0, -0.5], "
         "mass: "
         "1}]}\n"
         "  joints: [{name: fly, kind: free, parent: world, child: rod}]\n"
         "  frames: [{name: tip, body: rod, at: [0, 0, -1]}]\n"
         "changes:\n"
         "  - {at: 0.2, connect: {name: pin, kind: revolute, axis: [0, 1, 0], a: " +
         a + ", b: " + b + ", here: true}}\n";
}

TEST(Here, TellsHowFarThePlaceThatItLeavesOutIs) {
  WatchedRun run(pinned("{body: world, at: [0.3, 0, 0]}", "{frame: tip}"), 0.3);
  const double gap = std::hypot(0.3, 1.0 + 0.5 * 9.81 * 0.04);
  ASSERT_EQ(run.of(EventKind::Connect).size(), 1u);
  EXPECT_THAT(run.of(EventKind::Connect)[0].note,
              testing::HasSubstr(fmt::format("its place on body b was {:.4g} m from there", gap)));
  WatchedRun one(pinned("{body: world, at: [0.3, 0, 0]}", "rod"), 0.3);
  EXPECT_EQ(one.of(EventKind::Connect)[0].note, "");
}

// A rod of 1 kg and 1 m that is held at a place 0.3 m to the side of its end: the hold carries the
// weight, and its moment at this place is the weight times the way to the centre of mass.
TEST(Here, ReactionsAreAtThePlaceOnA) {
  for (const char* const reroot : {"true", "false"})
    for (const double side : {1.0, -1.0}) {
      const std::string place = fmt::format("{{body: world, at: [{}, 0, 0.2]}}", 0.3 * side);
      WatchedRun run(
          "model:\n"
          "  bodies:\n"
          "    - {name: rod, shapes: [{cylinder: {radius: 20 mm, length: 1}, at: [0, 0, "
          "-0.5], mass: 1}]}\n"
          "  joints: [{name: fly, kind: free, parent: world, child: rod}]\n"
          "changes: [{at: 0, connect: {name: hold, kind: weld, a: " +
              place + ", b: rod, here: true}}]\nreroot: " + reroot + "\n",
          0.1);
      RecordOptions options;
      options.wrenches = true;
      Recorder recorder(run.simulation, options);
      const std::vector<double> row = recorder.row(run.simulation.state());
      const auto number = [&](const char* name) {
        const auto& all = recorder.columns();
        const auto found = std::find(all.begin(), all.end(), name);
        return found == all.end() ? std::nan("")
                                  : row[static_cast<std::size_t>(found - all.begin())];
      };
      EXPECT_NEAR(number("f.hold.fz"), 9.81, 1e-9) << reroot;
      EXPECT_NEAR(number("f.hold.fx"), 0.0, 1e-9) << reroot;
      // The weight attacks at x = 0: about the place it turns about y by -(-0.3 side) * -9.81.
      EXPECT_NEAR(number("f.hold.my"), 0.3 * side * 9.81, 1e-9) << reroot << side;
    }
}

}  // namespace
}  // namespace catena
