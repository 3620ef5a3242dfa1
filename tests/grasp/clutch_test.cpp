// A clutch that lets go and grips again, by changes: what its events tell.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

// A rotor turns by 2 sin(pi t / 2). A weld, the clutch, joins it to a link, which a spring resists.
// It lets go at 1.5 N m: then a pawl holds the link. Where the rotor comes back to the link, it
// grips again.
constexpr const char* clutch_text = R"(
parameters: {k: 3, inertia: 0.02, torque: 1.5, released: torque/(k - inertia*(pi/2)^2)}
model:
  gravity: [0, 0, 0]
  bodies:
    - {name: rotor, inertia: {mass: 1, moments: [0.01, 0.01, 0.01]}}
    - {name: link, inertia: {mass: 1, moments: [inertia, inertia, inertia]}}
  joints:
    - {name: motor, kind: revolute, parent: world, child: rotor, axis: [0, 0, 1]}
    - {name: knuckle, kind: revolute, parent: world, child: link, axis: [0, 0, 1], spring: {stiffness: k}}
  loops:
    - {name: clutch, kind: weld, a: rotor, b: link}
prescribed:
  - {joint: motor, position: 2*sin(pi*t/2)}
changes:
  - {name: release, when: abs(f.clutch.mz) - torque, cut: clutch,
     connect: {name: pawl, kind: weld, a: world, b: link, here: true},
     breakaway: {name: finger, clutch: clutch, motor: motor}}
  - {name: grip, when: q.motor - released, direction: falling, cut: pawl,
     connect: {name: clutch_again, kind: weld, a: rotor, b: link, here: true},
     breakaway: {name: finger, clutch: clutch_again, motor: motor}}
duration: 1.99
)";

std::vector<SimulationEvent> breakaways(const Scenario& scenario) {
  std::vector<SimulationEvent> found;
  Simulation simulation(scenario.setup);
  RunObserver observer;
  observer.event = [&](const SimulationEvent& e) {
    if (e.kind == EventKind::Breakaway) found.push_back(e);
  };
  simulation.advance(scenario.duration, observer);
  return found;
}

// While they are joined the clutch transmits k q + I q'' = (k - I w^2) q.
TEST(Clutch, LetsGoAndGripsAgainAndTellsItsTorqueAndWhereItsMotorStands) {
  const double w = std::numbers::pi / 2.0, released = 1.5 / (3.0 - 0.02 * w * w);
  const double lets_go = std::asin(released / 2.0) / w;
  const std::vector<SimulationEvent> events =
      breakaways(parse_scenario(clutch_text, "clutch.yaml", "."));
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].how, EventHow::Disengages);
  EXPECT_EQ(events[1].how, EventHow::Engages);
  EXPECT_NEAR(events[0].t, lets_go, 1e-9);
  EXPECT_NEAR(events[1].t, 2.0 - lets_go, 1e-9);
  for (const SimulationEvent& e : events) {
    EXPECT_EQ(e.name, "finger");
    EXPECT_NEAR(e.torque, 1.5, 1e-8);
    EXPECT_NEAR(e.x_before, released, 1e-9);
  }
}

// Two clutches in a row carry the same torque and let go at the same instant. What is told of the
// second is what it carried then, not what is left when the first one has let go.
TEST(Clutch, IsReadBeforeOthersLetGoAtTheSameInstant) {
  const std::vector<SimulationEvent> events = breakaways(parse_scenario(R"(
model:
  gravity: [0, 0, 0]
  bodies:
    - {for: i in 1..3, name: disc$i, inertia: {mass: 1, moments: [0.01, 0.01, 0.01]}}
  joints:
    - {for: i in 1..3, name: turn$i, kind: revolute, parent: world, child: disc$i, axis: [0, 0, 1]}
  loops:
    - {name: first, kind: weld, a: disc1, b: disc2}
    - {name: second, kind: weld, a: disc2, b: disc3}
motors: [{joint: turn3, effort: -t - t^2}]
prescribed: [{joint: turn1, position: 0}]
changes:
  - {when: abs(f.first.mz) - 0.75, cut: first, breakaway: {name: one, clutch: first, motor: turn1}}
  - {when: abs(f.second.mz) - 0.75, cut: second, breakaway: {name: two, clutch: second, motor: turn2}}
duration: 1
)",
                                                                        "row.yaml", "."));
  ASSERT_EQ(events.size(), 2U);
  for (const SimulationEvent& e : events) {
    EXPECT_NEAR(e.t, 0.5, 1e-9);
    EXPECT_NEAR(e.torque, 0.75, 1e-8);
  }
}

// It is told of changes that say so, and of no others.
TEST(Clutch, IsToldOnlyWhereTheChangeSaysSo) {
  std::string text = clutch_text;
  for (std::size_t at = 0; (at = text.find(",\n     breakaway", at)) != std::string::npos;)
    text.erase(at, text.find('}', at) + 1 - at);
  EXPECT_TRUE(breakaways(parse_scenario(text, "clutch.yaml", ".")).empty());
}

TEST(Clutch, IsWrittenAndReadAgain) {
  const Mechanism first = parse_mechanism(clutch_text, "clutch.yaml", ".");
  const Mechanism again = parse_mechanism(write_scenario(first), "again.yaml", ".");
  ASSERT_EQ(again.changes.size(), 2U);
  EXPECT_EQ(again.changes[0].breakaway, first.changes[0].breakaway);
  ASSERT_TRUE(again.changes[1].breakaway);
  EXPECT_EQ(again.changes[1].breakaway->clutch, "clutch_again");
}

std::string error_of_clutch(const std::string& clutch) {
  std::string text = clutch_text;
  const std::string said = "{name: finger, clutch: clutch, motor: motor}";
  text.replace(text.find(said), said.size(), clutch);
  try {
    parse_scenario(text, "clutch.yaml", ".");
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(Clutch, MistakesAreNamed) {
  EXPECT_NE(error_of_clutch("{clutch: knuckle, motor: motor}")
                .find("'knuckle' is neither cut nor connected by this change"),
            std::string::npos);
  EXPECT_NE(error_of_clutch("{clutch: clutch, motor: motr}").find("'motor'"), std::string::npos);
  EXPECT_NE(error_of_clutch("{clutch: clutch}").find("motor"), std::string::npos);
  EXPECT_EQ(error_of_clutch("{clutch: clutch, motor: motor}"), "");
}

}  // namespace
}  // namespace catena
