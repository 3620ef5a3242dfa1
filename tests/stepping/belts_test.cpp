// Surfaces that move: what their impulses do is work, shapes have them, formulas know the state,
// and switching at one instant is one event.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

struct BeltRun {
  std::vector<SimulationEvent> events;
  EnergyBalance energy;
  State state;
  double least_loss = 0.0;  // of any step, J
  Eigen::VectorXd spent;

  long count(EventKind kind) const {
    return std::count_if(events.begin(), events.end(),
                         [&](const SimulationEvent& e) { return e.kind == kind; });
  }
};

BeltRun run_belt(const std::string& text) {
  const Scenario scenario = parse_scenario(text, "belt.yaml", ".");
  Simulation simulation(scenario.setup);
  BeltRun run;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& event) { run.events.push_back(event); };
  double before = 0.0;
  observer.step = [&](const State& state) {
    run.least_loss = std::min(run.least_loss, state.impact_loss - before);
    before = state.impact_loss;
    return true;
  };
  simulation.advance(scenario.duration, observer);
  run.energy = simulation.energy(simulation.state());
  run.state = simulation.state();
  return run;
}

// A point of 2 kg that slides along x and z, and falls from a height h onto a belt of 5 m/s.
std::string point_on_belt(const std::string& method, double restitution, double friction) {
  return R"(
model:
  bodies: [{name: box, inertia: {mass: 2, moments: [1, 1, 1]}}, {name: carriage}]
  joints:
    - {name: x, kind: prismatic, parent: world, child: carriage, axis: [1, 0, 0]}
    - {name: z, kind: prismatic, parent: carriage, child: box, axis: [0, 0, 1]}
  contacts:
    - {name: c, point: box, plane: ground, friction: )" +
         std::to_string(friction) + ", restitution: " + std::to_string(restitution) +
         R"(, surface_velocity: [5, 0, 0]}
initial: {z: 0.05}
duration: 0.15
contact: )" +
         method;
}

// With u the fall's speed and v the belt's: friction gives the impulse p = min(m v, mu m u), which
// takes the body to p / m and does the work p v. Of that p v - p^2 / (2 m) is lost.
TEST(Belts, TheImpulseOfABeltIsWork) {
  const double u = std::sqrt(2.0 * 9.81 * 0.05), m = 2.0, v = 5.0;
  for (const char* method : {"events", "{method: stepping, step: 1 ms}"})
    for (const double friction : {0.3, 20.0}) {
      const double p = std::min(m * v, friction * m * u);
      const BeltRun run = run_belt(point_on_belt(method, 0.0, friction));
      const double after = (0.15 - std::sqrt(0.1 / 9.81)) * 9.81 * friction * m;  // N s, on it
      const double all = std::min(m * v, p + after);
      EXPECT_NEAR(run.energy.work, all * v, 0.01 * all * v) << method << " " << friction;
      EXPECT_NEAR(run.energy.impact, 0.5 * m * u * u + p * v - p * p / (2.0 * m), 0.02) << method;
      EXPECT_GE(run.least_loss, -1e-12) << method;
      EXPECT_NEAR(run.energy.balance, 0.0, 1e-9) << method;
    }
  const BeltRun bounces = run_belt(point_on_belt("events", 0.8, 2.0));
  EXPECT_GT(bounces.energy.impact, 0.0);
  EXPECT_GE(bounces.least_loss, 0.0);
}

// Boxes by the hundred would be struck within steps; one that comes too fast for that, too.
TEST(Belts, WhatIsStruckWithinAStepIsWork) {
  const BeltRun run = run_belt(R"(
model:
  world: {shapes: [{box: {sides: [20, 20, 0.1]}, at: [0, 0, -0.05], surface_velocity: [0.5, 0, 0]}]}
  bodies: [{for: i in 1..16, name: b$i, shapes: [{box: {sides: [0.1, 0.1, 0.1]}, mass: 1}]}]
  joints:
    - {for: i in 1..16, name: m$i, kind: free, parent: world, child: b$i, at: [0, 0.3*$i, 0.05 + 0.001*$i]}
contact: {method: stepping, shapes: all, friction: 0.4}
duration: 1
)");
  for (int i = 0; i < 16; ++i) EXPECT_NEAR(run.state.v[6 * i + 3], 0.5, 1e-9);
  EXPECT_NEAR(run.energy.work, 16 * 0.25, 1e-6);
  EXPECT_GE(run.least_loss, -1e-12);
  EXPECT_NEAR(run.energy.balance, 0.0, 1e-9);
}

std::string box_on_shape(const std::string& world, const std::string& rest) {
  return R"(
model:
  world: {shapes: [)" +
         world + R"(]}
  bodies: [{name: box, shapes: [{box: {sides: [0.3, 0.2, 0.1]}, mass: 2}]}]
  joints: [{name: move, kind: free, parent: world, child: box}]
initial: {move: {position: [0, 0, 0.05]}}
)" + rest;
}

constexpr const char* conveyor =
    "{box: {sides: [6, 0.5, 0.1]}, at: [1, 0, -0.05], surface_velocity: ";

// v = mu g t until it is as fast as the belt.
TEST(Belts, ShapesCarryBodiesAlong) {
  const double mu = 0.5, end = 0.5 / (mu * 9.81);
  const BeltRun run = run_belt(
      box_on_shape(std::string(conveyor) + "[0.5, 0, 0]}", "contact: automatic\nduration: 2"));
  EXPECT_NEAR(run.state.v[3], 0.5, 1e-9);
  EXPECT_NEAR(run.state.q[4], 0.5 * (2.0 - 0.5 * end), 1e-3);
  EXPECT_NEAR(run.energy.work, 0.5, 1e-3);  // m v^2: half of it is heat
  EXPECT_NEAR(run.energy.dissipated, 0.25, 1e-3);
  EXPECT_NEAR(run.energy.balance, 0.0, 1e-9);
}

// The belt is on the side of the point, or turned with its shape: a box with a belt drives itself.
TEST(Belts, ABodyWithABeltDrivesItself) {
  for (const char* turned : {"0", "pi/2"}) {
    const bool across = turned[0] == 'p';
    const BeltRun run = run_belt(std::string(R"(
model:
  bodies: [{name: box, shapes: [{box: {sides: [0.2, 0.2, 0.1]}, at: {rpy: [0, 0, )") +
                                 turned + R"(]}, mass: 2, surface_velocity: [0.5, 0, 0]}]}]
  joints: [{name: move, kind: free, parent: world, child: box}]
initial: {move: {position: [0, 0, 0.05]}}
contact: {method: stepping, shapes: all, ground: true}
duration: 1
)");
    EXPECT_NEAR(run.state.v[across ? 4 : 3], -0.5, 1e-9);
    EXPECT_NEAR(run.energy.work, 0.5, 1e-2);
    EXPECT_NEAR(run.energy.balance, 0.0, 1e-9);
  }
}

// A photo-cell: once the box is there, the belt stands, and mu g stops the box on 25 mm.
TEST(Belts, FormulasOfTheStateStopThem) {
  const double stop = 0.25 / (2.0 * 0.5 * 9.81);
  for (const char* method : {"{method: stepping, shapes: all}", "{method: events, shapes: all}"}) {
    const BeltRun run =
        run_belt(box_on_shape(std::string(conveyor) + "['p.box.x < 1 ? 0.5 : 0', 0, 0]}",
                              std::string("duration: 3\ncontact: ") + method));
    EXPECT_NEAR(run.state.q[4], 1.0 + stop, 1e-3) << method;
    EXPECT_NEAR(run.state.v.norm(), 0.0, 1e-9) << method;
    EXPECT_EQ(run.count(EventKind::Switch), 1) << method;
    EXPECT_NEAR(run.energy.balance, 0.0, 1e-9) << method;
  }
  std::string given = R"(
model:
  bodies: [{name: box, shapes: [{box: {sides: [0.3, 0.2, 0.1]}, mass: 2}]}]
  joints: [{name: move, kind: free, parent: world, child: box}]
  contacts:
    - {for: [i in 0..1, j in 0..1], name: c$i$j, point: {body: box, at: [0.3*$i - 0.15, 0.2*$j - 0.1, -0.05]}, plane: ground, friction: 0.5, surface_velocity: ["p.box.x < 1 ? 0.5 : 0", 0, 0]}
initial: {move: {position: [0, 0, 0.05]}}
duration: 3
contact: )";
  for (const char* method : {"events", "automatic", "stepping"}) {
    const BeltRun run = run_belt(given + method);
    EXPECT_NEAR(run.state.q[4], 1.0 + stop, 1e-3) << method;
    EXPECT_EQ(run.count(EventKind::Switch), 1) << method;
    EXPECT_NEAR(run.energy.balance, 0.0, 1e-9) << method;
  }
}

// A belt whose speed grows with the way, s = v0 + k x: what sticks to it grows exponentially.
TEST(Belts, WhatSticksFollowsSmoothFormulas) {
  const BeltRun run = run_belt(R"(
model:
  bodies: [{name: box, inertia: {mass: 2, moments: [1, 1, 1]}}, {name: carriage}]
  joints:
    - {name: x, kind: prismatic, parent: world, child: carriage, axis: [1, 0, 0]}
    - {name: z, kind: prismatic, parent: carriage, child: box, axis: [0, 0, 1]}
  contacts: [{name: c, point: box, plane: ground, two_sided: true, friction: 5, surface_velocity: ["0.1 + 0.5*p.box.x", 0, 0]}]
initial: {x: {q: 0, v: 0.1}}
contact: events
duration: 2
)");
  EXPECT_NEAR(run.state.q[0], 0.2 * (std::exp(1.0) - 1.0), 1e-9);
  EXPECT_NEAR(run.energy.balance, 0.0, 1e-10);
}

TEST(Belts, SwitchingAShapesBeltOffStopsIt) {
  const BeltRun run = run_belt(box_on_shape(
      std::string(conveyor) + "[0.5, 0, 0], surface_name: conveyor}",
      "contact: automatic\nduration: 3\nchanges: [{name: cell, when: p.box.x > 1, switch_off: "
      "conveyor}]"));
  EXPECT_NEAR(run.state.q[4], 1.0 + 0.25 / (2.0 * 0.5 * 9.81), 1e-3);
  EXPECT_EQ(run.count(EventKind::Off), 1);
  EXPECT_NEAR(run.energy.balance, 0.0, 1e-9);
}

// Four contacts go and four others come: no contact slips or lifts in between.
TEST(Belts, SwitchingAtOneInstantReportsWhatHappened) {
  const BeltRun run = run_belt(R"(
model:
  bodies: [{name: box, shapes: [{box: {sides: [0.3, 0.2, 0.1]}, mass: 2}]}]
  joints: [{name: move, kind: free, parent: world, child: box}]
  contacts:
    - {for: [i in 0..1, j in 0..1], name: c$i$j, point: {body: box, at: [0.3*$i - 0.15, 0.2*$j - 0.1, -0.05]}, plane: ground, friction: 0.4, surface_velocity: [0.5, 0, 0]}
    - {for: [i in 0..1, j in 0..1], name: s$i$j, point: {body: box, at: [0.3*$i - 0.15, 0.2*$j - 0.1, -0.05]}, plane: ground, friction: 0.4}
switched_off: [s00, s01, s10, s11]
initial: {move: {position: [0, 0, 0.05]}}
contact: events
changes:
  - {name: cell, when: p.box.x > 0.5, switch_off: [c00, c01, c10, c11], switch_on: [s00, s01, s10, s11]}
duration: 2
)");
  EXPECT_EQ(run.count(EventKind::Lift), 0);
  EXPECT_EQ(run.count(EventKind::Slip), 0);
  const auto cell = std::find_if(run.events.begin(), run.events.end(),
                                 [](const SimulationEvent& e) { return e.kind == EventKind::Off; });
  ASSERT_NE(cell, run.events.end());
  const double t = cell->t;
  const auto touches = std::count_if(run.events.begin(), run.events.end(), [&](const auto& e) {
    return e.kind == EventKind::Touch && e.t == t;
  });
  // Those that the first decision presses; the others close with them, without an event.
  EXPECT_GE(touches, 2);
  EXPECT_LE(touches, 4);
  EXPECT_NEAR(run.state.v.norm(), 0.0, 1e-9);
  EXPECT_NEAR(run.energy.balance, 0.0, 1e-9);
}

TEST(Belts, FormulasThatAreNoneOfABeltAreRefused) {
  const auto message = [](const std::string& world, const std::string& rest) -> std::string {
    try {
      parse_scenario(box_on_shape(world, rest), "belt.yaml", ".");
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  };
  const std::string smooth =
      message(std::string(conveyor) + "['0.5 - vel.box.x', 0, 0]}", "contact: automatic");
  EXPECT_NE(smooth.find("changes smoothly with a velocity"), std::string::npos) << smooth;
  const std::string nothing = message(std::string(conveyor) + "[0.5, 0, 0]}", "duration: 1");
  EXPECT_NE(nothing.find("no shapes touch"), std::string::npos) << nothing;
  const std::string name = message(
      "{box: {sides: [6, 0.5, 0.1]}, at: [1, 0, -0.05], surface_name: belt}", "contact: automatic");
  EXPECT_NE(name.find("surface_velocity"), std::string::npos) << name;
}

}  // namespace
}  // namespace catena
