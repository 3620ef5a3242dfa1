// Controllers whose bounds do not allow what their path asks for say so, at the moment.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::test {
namespace {

struct Told {
  std::vector<SimulationEvent> events;
  double first(EventKind kind) const {
    for (const SimulationEvent& e : events)
      if (e.kind == kind) return e.t;
    return std::nan("");
  }
  int count(EventKind kind) const {
    int n = 0;
    for (const SimulationEvent& e : events) n += e.kind == kind ? 1 : 0;
    return n;
  }
};

Told run(const std::string& text, double end) {
  Simulation simulation(parse_scenario(text, "arm.yaml", ".").setup);
  Told told{simulation.start_events()};
  RunObserver observer;
  observer.event = [&](const SimulationEvent& e) { told.events.push_back(e); };
  simulation.advance(end, observer);
  return told;
}

// A wheel of inertia 1 that speeds up by 6 - 6 t: 4 N m are too little until t = 1/3.
std::string wheel(const std::string& more) {
  return R"(
model:
  gravity: [0, 0, 0]
  bodies: [{name: wheel, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]
  joints: [{name: axle, kind: revolute, parent: world, child: wheel, axis: [0, 0, 1]}]
controllers:
  - {name: spin, kind: computed_torque, follow: [axle], inputs: [axle], effort_limit: 4,
     path: [{t: 0, at: [0]}, {t: 2, at: [4]}]}
)" + more;
}

TEST(Shortfall, EndsWhereTheLimitAllowsThePathAgain) {
  const Told told = run(wheel(""), 1.6);
  ASSERT_EQ(told.count(EventKind::Shortfall), 1);
  ASSERT_EQ(told.count(EventKind::Follows), 1);
  EXPECT_EQ(told.first(EventKind::Shortfall), 0.0);
  EXPECT_NEAR(told.first(EventKind::Follows), 1.0 / 3.0, 1e-5);
  EXPECT_EQ(told.count(EventKind::Bound), 1);
  EXPECT_EQ(told.events.front().name, "spin");
  EXPECT_NE(told.events.front().note.find("'axle' is at its upper bound 4"), std::string::npos)
      << told.events.front().note;
}

// The other way round: the limit is reached at t = 5/3 on the way to -6.
TEST(Shortfall, BeginsWhereTheLimitIsReached) {
  const Told told = run(wheel("start_time: 0.5\n"), 2.0);
  EXPECT_NEAR(told.first(EventKind::Shortfall), 5.0 / 3.0, 1e-5);
  EXPECT_NEAR(told.first(EventKind::Bound), 5.0 / 3.0, 1e-7);
}

TEST(Shortfall, TimeStepsTellOfItToo) {
  const Told told = run(wheel("contact: {method: stepping, step: 1 ms}\n"), 1.6);
  EXPECT_NEAR(told.first(EventKind::Follows), 1.0 / 3.0, 1e-3);
}

// Feed-forward that is cut off at its limit.
TEST(Shortfall, OfMovesIsToldOf) {
  const Told told = run(R"(
model:
  gravity: [0, 0, 0]
  bodies: [{name: wheel, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]
  joints: [{name: axle, kind: revolute, parent: world, child: wheel, axis: [0, 0, 1]}]
controllers:
  - {name: go, kind: moves, joints: [axle], stiffness: 100, damping: 20, effort_limit: 2, moves: [{to: [2], duration: 2}]}
)",
                        2.0);
  EXPECT_GE(told.count(EventKind::Shortfall), 1);
  EXPECT_GE(told.count(EventKind::Follows), 1);
}

// One motor cannot give two joints what both ask for.
TEST(Shortfall, OfTooFewInputsIsToldOf) {
  const Told told = run(R"(
model:
  bodies:
    - {for: i in 1..2, name: link$i, shapes: [{cylinder: {radius: 0.05, length: 1}, at: [0, 0, 0.5], mass: 1}]}
  joints:
    - {name: j1, kind: revolute, parent: world, child: link1, axis: [0, 1, 0]}
    - {name: j2, kind: revolute, parent: link1, child: link2, axis: [0, 1, 0], at: [0, 0, 1]}
initial: {j1: 20 deg, j2: 40 deg}
controllers:
  - {name: c, kind: computed_torque, follow: [j1, j2], inputs: [j1], path: [{t: 0, at: [20 deg, 40 deg]}, {t: 2, at: [60 deg, -20 deg]}]}
)",
                        0.2);
  ASSERT_EQ(told.count(EventKind::Shortfall), 1);
  EXPECT_EQ(told.first(EventKind::Shortfall), 0.0);
}

// Enough is enough: nothing is told.
TEST(Shortfall, IsNotToldOfWhereInputsSuffice) {
  std::string text = wheel("");
  text.replace(text.find("effort_limit: 4"), 15, "effort_limit: 7");
  EXPECT_TRUE(run(text, 2.0).events.empty());
}

// A state that was saved goes on with what was told before.
TEST(Shortfall, IsPartOfTheState) {
  const SimulationSetup setup = parse_scenario(wheel(""), "arm.yaml", ".").setup;
  Simulation simulation(setup), other(setup);
  simulation.advance(0.1);
  other.restore(simulation.state());
  Told told;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& e) { told.events.push_back(e); };
  other.advance(1.0, observer);
  EXPECT_EQ(told.count(EventKind::Shortfall), 0);
  EXPECT_EQ(told.count(EventKind::Follows), 1);
}

}  // namespace
}  // namespace catena::test
