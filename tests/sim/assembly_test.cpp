// Loops whose joints have stops are closed inside them, or refused with their names.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/energy_watch.hpp"

namespace catena::test {
namespace {

// Bars of 1 m in a chain; the end of the last one is held at (reach, 0, 0).
Scenario chain(int bars, double reach, const std::string& limits_of_1, const std::string& initial) {
  std::string bodies, joints;
  for (int i = 0; i < bars; ++i) {
    bodies += fmt::format(
        "    - {{name: b{}, shapes: [{{box: {{sides: [0.1, 0.1, 1]}}, at: [0, 0, -0.5], mass: "
        "1}}]}}\n",
        i);
    joints += fmt::format(
        "    - {{name: j{}, kind: revolute, parent: {}, child: b{}, axis: [0, 1, 0], at: [0, 0, "
        "{}]{}}}\n",
        i, i == 0 ? "world" : fmt::format("b{}", i - 1), i, i == 0 ? 0 : -1,
        i == 1 ? ", limits: " + limits_of_1 : "");
  }
  return parse_scenario(
      fmt::format(
          "model:\n  bodies:\n{}  joints:\n{}  loops: [{{name: l, kind: revolute, axis: [0, "
          "1, 0], a: {{body: b{}, at: [0, 0, -1]}}, b: {{body: world, at: [{}, 0, 0]}}}}]\n"
          "initial: {}\nduration: 1\n",
          bodies, joints, bars - 1, reach, initial),
      "chain", ".");
}

std::string refusal_of(const Scenario& scenario) {
  try {
    Simulation simulation(scenario.setup);
  } catch (const SimulationError& error) {
    return error.what();
  }
  return "";
}

// Two bars reach 0.5 m with an elbow of 151 degrees, or of -151.
TEST(Assembly, RefusesLoopsThatCannotCloseInsideTheirStops) {
  EXPECT_THAT(refusal_of(chain(2, 0.5, "{lower: -0.2, upper: 0.2}", "{}")),
              testing::AllOf(testing::HasSubstr("do not close inside the stops of their joints"),
                             testing::HasSubstr("'l' stays open by"),
                             testing::HasSubstr("'j1' [-0.2, 0.2]")));
  EXPECT_THAT(refusal_of(chain(2, 0.317, "{lower: -0.198, upper: 0.832, restitution: 0.2}",
                               "{j1: {q: 0.56}}")),
              testing::HasSubstr("inside the stops"));
  EXPECT_EQ(refusal_of(chain(2, 0.5, "{lower: -3, upper: 3}", "{}")), "");
}

// Both elbows would do; the stops leave one.
TEST(Assembly, ChoosesTheElbowThatTheStopsAllow) {
  for (const int side : {-1, 1}) {
    const std::string limits = side > 0 ? "{lower: 0, upper: 3}" : "{lower: -3, upper: 0}";
    for (const double guess : {0.01, 1.0, 2.9}) {
      const Scenario scenario = chain(
          2, 0.5, limits, fmt::format("{{j0: 0.3, j1: {{q: {}, guess: true}}}}", side * guess));
      const Simulation simulation(scenario.setup);
      EXPECT_NEAR(simulation.state().q[1], side * 2.0 * std::acos(0.25), 1e-8);
    }
  }
}

// Four bars reach 2.976 m with an elbow that must stay below 0.975 rad, and swing between stops.
TEST(Assembly, ARunFromThereExplainsItsEnergies) {
  const Scenario scenario = chain(4, 2.976, "{lower: -0.697, upper: 0.975, restitution: 1}", "{}");
  Simulation simulation(scenario.setup);
  EXPECT_LE(simulation.state().q[1], 0.975 + 1e-9);
  EXPECT_GE(simulation.state().q[1], -0.697 - 1e-9);
  EnergyWatch watch(scenario.setup);
  RunObserver observer;
  observer.sample_interval = 0.01;
  observer.sample = [&](const State& state) { watch.see(simulation, state); };
  simulation.advance(1.0, observer);
  EXPECT_EQ(watch.complaint(), "");
}

// A start outside its stops is put onto the nearest one first, like any other.
TEST(Assembly, AStartOutsideIsBroughtInside) {
  const Scenario scenario = chain(2, 0.5, "{lower: -2.7, upper: 2.7}", "{j1: 3}");
  EXPECT_NEAR(Simulation(scenario.setup).state().q[1], 2.0 * std::acos(0.25), 1e-8);
}

}  // namespace
}  // namespace catena::test
