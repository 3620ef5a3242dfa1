// Joints that follow tables under time steps: corners of many tables at one instant, among many
// other events, and cubic tables, whose acceleration changes within a step.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

// A chain of `count` hinges, each on a table of its own.
std::string chain_on_tables(int count, const std::string& points) {
  return fmt::format(
      "tables: [{{for: i in 1..{0}, name: a$i, points: {1}}}]\n"
      "model:\n"
      "  bodies: [{{for: i in 1..{0}, name: link$i, shapes: [{{capsule: {{radius: 0.03, length: "
      "0.2}}, at: [0, 0, -0.1], mass: 1}}]}}]\n"
      "  joints:\n"
      "    - {{name: j1, kind: revolute, axis: [0, 1, 0], parent: world, child: link1, at: [0, 0, "
      "2]}}\n"
      "    - {{for: i in 2..{0}, name: j$i, kind: revolute, axis: [0, 1, 0], parent: link$(i - 1), "
      "child: link$i, at: [0, 0, -0.2]}}\n"
      "prescribed: [{{for: i in 1..{0}, joint: j$i, position: a$i(t)}}]\n"
      "contact: {{method: stepping, step: 1 ms}}\n",
      count, points);
}

// Steps that the run took, of any size.
long steps_of(WatchedRun& run, double end) {
  long steps = 0;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& event) { run.events.push_back(event); };
  observer.step = [&](const State&) { return ++steps > 0; };
  run.simulation.advance(end, observer);
  return steps;
}

SimulationSetup setup_of(const std::string& text) {
  return parse_scenario(text, "s.yaml", CATENA_SOURCE_DIR).setup;
}

// Twelve tables with common times: each corner is met once, by all of them.
TEST(PathsFromTables, TurnTheirCornersTogether) {
  for (const int count : {5, 12}) {
    WatchedRun run(setup_of(chain_on_tables(
        count, "[[0, 0.1], [0.0366, 0.1 + 0.01*$i], [0.11, 0.1 - 0.02*$i], [0.15, 0.1]]")));
    const long steps = steps_of(run, 0.2);
    EXPECT_LE(steps, 200 + 3 + 1) << count;
    // Beyond its points a table goes on with its last slope: two corners each.
    EXPECT_EQ(run.of(EventKind::Kink).size(), 2u * static_cast<unsigned>(count));
    for (const SimulationEvent& kink : run.of(EventKind::Kink))
      EXPECT_LT(std::min(std::abs(kink.t - 0.0366), std::abs(kink.t - 0.11)), 1e-12);
    for (int i = 1; i <= count; ++i) EXPECT_NEAR(run.q(i - 1), 0.1 + 0.025 * i, 1e-12);
    EXPECT_LT(run.unexplained(), 1e-5 * run.simulation.energy(run.simulation.state()).kinetic);
  }
}

// Corners of many tables within one step, and closer than a step to each other: none is left out.
TEST(PathsFromTables, TurnManyCornersWithinOneStep) {
  WatchedRun run(setup_of(chain_on_tables(
      6,
      "[[0, 0], [0.0101 + 1e-4*$i, 0.01*$i], [0.0102 + 1e-4*$i, 0.01*$i + 1e-4], [0.03, 0.1]]")));
  run.to(0.02);
  EXPECT_EQ(run.of(EventKind::Kink).size(), 12u);
  for (int i = 1; i <= 6; ++i) {
    const double from = 0.0102 + 1e-4 * i, at = 0.01 * i + 1e-4;
    EXPECT_NEAR(run.q(i - 1), at + (0.1 - at) * (0.02 - from) / (0.03 - from), 1e-12);
  }
}

// Many things that strike within the step in which a path has its corner.
TEST(PathsFromTables, TurnAmongManyImpacts) {
  std::string starts;
  for (int i = 1; i <= 8; ++i)
    starts += fmt::format("{}b{}: {{q: {}, v: -1}}", i > 1 ? ", " : "", i, 0.0101 + 5e-5 * i);
  WatchedRun run(setup_of(
      "tables: [{name: a, points: [[0, 0.1], [0.0105, 0.1], [0.03, 0.3]]}]\n"
      "model:\n"
      "  bodies:\n"
      "    - {for: i in 1..8, name: ball$i, shapes: [{sphere: {radius: 0.1}, mass: 1}]}\n"
      "    - {name: cart, shapes: [{sphere: {radius: 0.1}, mass: 1}]}\n"
      "  joints:\n"
      "    - {for: i in 1..8, name: b$i, kind: prismatic, axis: [0, 0, 1], parent: world, child: "
      "ball$i, at: [$i, 0, 0.1]}\n"
      "    - {name: cart, kind: prismatic, axis: [1, 0, 0], parent: world, child: cart}\n"
      "  contacts: [{for: i in 1..8, name: c$i, point: ball$i, radius: 0.1, plane: ground, "
      "restitution: 0.8}]\n"
      "prescribed: [{joint: cart, position: a(t)}]\n"
      "contact: {method: stepping, step: 1 ms}\n"
      "initial: {" +
      starts + "}\n"));
  run.to(0.02);
  EXPECT_GE(run.of(EventKind::Impact).size(), 4u);
  EXPECT_NEAR(run.q(8), 0.1 + 0.2 * 0.0095 / 0.0195, 1e-12);
}

constexpr const char* of_cubic_table =
    "tables: [{name: a, points: [[0, 0.087], [0.037, 0.157], [0.073, 0.244], [0.11, 0.297], "
    "[0.147, "
    "0.314], [0.183, 0.297], [0.22, 0.087]], interpolation: monotone_cubic, range: periodic}]\n"
    "model:\n"
    "  bodies: [{name: shank, shapes: [{capsule: {radius: 0.04, length: 0.4}, at: [0, 0, -0.2], "
    "mass: 3}]}]\n"
    "  joints: [{name: knee, kind: revolute, axis: [0, 1, 0], parent: world, child: shank, at: [0, "
    "0, 1]}]\n"
    "prescribed: [{joint: knee, position: a(t + 0.05)}]\n";

// A step knows the velocity of a path in its middle, which is not the mean of those at its ends.
TEST(PathsFromTables, TakeNoMoreStepsWhereTheAccelerationChanges) {
  WatchedRun run(
      setup_of(std::string(of_cubic_table) + "contact: {method: stepping, step: 1 ms}\n"));
  EXPECT_LE(steps_of(run, 2.2), 2200 + 60 + 1);
  EXPECT_TRUE(run.of(EventKind::Residual).empty());
  EXPECT_TRUE(run.of(EventKind::Kink).empty());
  WatchedRun events(setup_of(of_cubic_table));
  events.to(2.2);
  EXPECT_NEAR(run.recorded("tau.knee"), events.recorded("tau.knee"), 1e-6);
}

// The same where a formula turns as sharply.
TEST(PathsFromTables, TakeNoMoreStepsForAFormula) {
  WatchedRun run(setup_of(
      "model:\n"
      "  bodies: [{name: a, shapes: [{sphere: {radius: 0.1}, mass: 3}]}, {name: b, shapes: "
      "[{sphere: {radius: 0.1}, at: [0, 0, -0.5], mass: 1}]}]\n"
      "  joints: [{name: slide, kind: prismatic, axis: [1, 0, 0], parent: world, child: a}, {name: "
      "swing, kind: revolute, axis: [0, 1, 0], parent: a, child: b}]\n"
      "prescribed: [{joint: slide, position: 0.05*sin(60*t)}]\n"
      "contact: {method: stepping, step: 1 ms}\n"));
  EXPECT_LE(steps_of(run, 1.0), 1100);
  EXPECT_TRUE(run.of(EventKind::Residual).empty());
}

}  // namespace
}  // namespace catena
