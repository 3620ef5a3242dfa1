// Changes that cut cables, switch elements off and on, and happen again and again; with their exact
// times and their ledger.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/mechanism/compile.hpp"
#include "catena/record/state_file.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/checkpoint.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

struct SwitchedRun {
  explicit SwitchedRun(const std::string& text)
      : simulation(compile(parse_mechanism(text, "s.yaml", "")).setup) {}

  void to(double t) {
    RunObserver observer;
    observer.event = [&](const SimulationEvent& event) { events.push_back(event); };
    simulation.advance(t, observer);
  }
  std::vector<double> times(EventKind kind) const {
    std::vector<double> found;
    for (const SimulationEvent& event : events)
      if (event.kind == kind) found.push_back(event.t);
    return found;
  }
  double q(int i = 0) const { return simulation.state().q[i]; }
  double v(int i = 0) const { return simulation.state().v[i]; }
  EnergyBalance energy() { return simulation.energy(simulation.state()); }

  Simulation simulation;
  std::vector<SimulationEvent> events;
};

const std::string slider = R"(
model:
  gravity: [0, 0, 0]
  bodies: [{name: mass, inertia: {mass: 2, com: [0, 0, 0], moments: [1, 1, 1]}}]
  joints: [{name: x, kind: prismatic, parent: world, child: mass, axis: [1, 0, 0]}]
)";

TEST(Switches, MotorActsWhileItIsOn) {
  SwitchedRun run(slider + R"(
motors: [{name: push, joint: x, effort: 6}]
switched_off: push
changes:
  - {at: 0.5, switch_on: push}
  - {at: 1.25, switch_off: push}
)");
  run.to(2.0);
  // 3 m/s^2 over 0.75 s, then it coasts for another 0.75 s.
  EXPECT_NEAR(run.v(), 2.25, 1e-12);
  EXPECT_NEAR(run.q(), 0.5 * 3 * 0.75 * 0.75 + 2.25 * 0.75, 1e-12);
  EXPECT_EQ(run.times(EventKind::On), std::vector{0.5});
  EXPECT_EQ(run.times(EventKind::Off), std::vector{1.25});
  EXPECT_NEAR(run.energy().work, 0.5 * 2 * 2.25 * 2.25, 1e-11);
  EXPECT_NEAR(run.energy().balance, 0.0, 1e-11);
}

TEST(Switches, ChangesOfTimeRepeat) {
  SwitchedRun run(slider + R"(
motors: [{name: push, joint: x, effort: 2}]
switched_off: [push]
changes:
  - {name: start, at: 0, every: 0.5, switch_on: push}
  - {name: stop, at: 0.1, every: 0.5, switch_off: push}
)");
  run.to(2.25);
  // Five pushes of 0.1 s at 1 m/s^2.
  EXPECT_NEAR(run.v(), 0.5, 1e-12);
  ASSERT_EQ(run.times(EventKind::On).size(), 5u);
  for (int k = 0; k < 5; ++k) {
    EXPECT_EQ(run.times(EventKind::On)[static_cast<std::size_t>(k)], 0.5 * k);
    EXPECT_EQ(run.times(EventKind::Off)[static_cast<std::size_t>(k)], 0.1 + 0.5 * k);
  }
}

// A relay with hysteresis: the mass is driven to and fro between two places.
const std::string relay = slider + R"(
motors:
  - {name: right, joint: x, effort: 2}
  - {name: left, joint: x, effort: -2}
switched_off: left
changes:
  - {name: turn_left, when: q.x - 1, direction: rising, repeat: true, switch_off: right, switch_on: left}
  - {name: turn_right, when: q.x, direction: falling, repeat: true, switch_off: left, switch_on: right}
)";

TEST(Switches, ConditionsRepeatInTheirDirectionAtExactTimes) {
  SwitchedRun run(relay);
  run.to(20.0);
  // At rest at 0; arrives at 1 after sqrt(2) s with sqrt(2) m/s, turns, is back at 1 after
  // 2 sqrt(2) s more, which does not count, and at 0 with -2 m/s; and so on by energy.
  const std::vector<double> times = run.times(EventKind::On);
  ASSERT_GE(times.size(), 3u);
  const double first = std::sqrt(2.0);
  EXPECT_NEAR(times[0], first, 1e-11);
  // x = 1 + sqrt(2) s - s^2/2 = 0 at s = sqrt(2) + 2.
  const double second = first + std::sqrt(2.0) + 2.0;
  EXPECT_NEAR(times[1], second, 1e-11);
  // x = -2 s + s^2/2 = 1 at s = 2 + sqrt(6).
  EXPECT_NEAR(times[2], second + 2.0 + std::sqrt(6.0), 1e-10);
  EXPECT_NEAR(run.energy().balance, 0.0, 1e-10);
}

TEST(Switches, ContinueFromACheckpointBitForBit) {
  SwitchedRun whole(relay), half(relay), rest(relay);
  whole.to(4.0), whole.to(20.0);
  half.to(4.0);
  std::istringstream text(
      checkpoint_text(make_checkpoint(half.simulation, half.simulation.state())));
  rest.simulation.restore(state_of(read_checkpoint(text, "s"), rest.simulation.setup()));
  EXPECT_EQ(rest.simulation.state().off_list(), half.simulation.state().off_list());
  rest.to(20.0);
  EXPECT_EQ(rest.q(), whole.q());
  EXPECT_EQ(rest.v(), whole.v());
  EXPECT_EQ(rest.simulation.state().spent, whole.simulation.state().spent);
}

TEST(Switches, ACableThatIsCutLosesWhatItHeld) {
  SwitchedRun run(R"(
model:
  bodies: [{name: bob, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]
  joints: [{name: z, kind: prismatic, parent: world, child: bob, axis: [0, 0, 1]}]
  cables:
    - name: rope
      youngs_modulus: 1 GPa
      area: 1e-6
      rest_length: 1
      route: [{body: world, at: [0, 0, 2]}, {body: bob}]
initial: {z: 0.985}
changes: [{at: 0.5, cut: rope}]
)");
  run.to(0.5);
  const double z = run.q(), v = run.v(), stretch = 1.0 - z;
  ASSERT_GT(stretch, 1e-3);
  run.to(0.8);
  EXPECT_NEAR(run.q(), z + v * 0.3 - 0.5 * 9.81 * 0.09, 1e-11);
  ASSERT_EQ(run.times(EventKind::Cut), std::vector{0.5});
  EXPECT_NEAR(run.energy().impact, 0.5 * 1000 * stretch * stretch, 1e-12);
  EXPECT_NEAR(run.energy().elastic, 0.0, 1e-15);
  EXPECT_NEAR(run.energy().balance, 0.0, 1e-9);
}

// A hatch opens below a ball, and closes above it; the ball falls on through a floor below.
TEST(Switches, AContactThatIsOffLetsFallAndOneThatIsOnCatches) {
  const std::string drop = R"(
model:
  bodies: [{name: ball, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]
  joints: [{name: z, kind: prismatic, parent: world, child: ball, axis: [0, 0, 1]}]
  contacts:
    - {name: hatch, point: ball, plane: {at: [0, 0, 1]}}
    - {name: net, point: ball, plane: ground, restitution: 0.5}
initial: {z: 1}
switched_off: net
changes:
  - {at: 0.25, switch_off: hatch}
  - {at: 0.5, switch_on: net}
)";
  for (const char* const method : {"events", "stepping", "automatic"}) {
    SCOPED_TRACE(method);
    SwitchedRun run(drop + "contact: " + method + "\n");
    run.to(0.25);
    EXPECT_NEAR(run.q(), 1.0, 1e-12);
    run.to(1.0);
    const std::vector<double> impacts = run.times(EventKind::Impact);
    ASSERT_EQ(impacts.size(), 1u);
    EXPECT_NEAR(impacts[0], 0.25 + std::sqrt(2.0 / 9.81), 1e-10);
    const double up = 0.5 * std::sqrt(2 * 9.81), s = 1.0 - impacts[0];
    EXPECT_NEAR(run.q(), up * s - 0.5 * 9.81 * s * s, 1e-9);
    EXPECT_NEAR(run.energy().balance, 0.0, 1e-9);
  }
}

TEST(Switches, AContactIsNotSwitchedOnInsideItsSurface) {
  SwitchedRun run(R"(
model:
  bodies: [{name: ball, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]
  joints: [{name: z, kind: prismatic, parent: world, child: ball, axis: [0, 0, 1]}]
  contacts: [{name: floor, point: ball, plane: ground}]
initial: {z: -0.5}
switched_off: floor
changes: [{at: 0.1, switch_on: floor}]
)");
  try {
    run.to(1.0);
    FAIL() << "it was switched on";
  } catch (const SimulationError& error) {
    EXPECT_NE(std::string(error.what()).find("'floor' cannot be switched on: it is inside"),
              std::string::npos)
        << error.what();
  }
  EXPECT_NEAR(run.simulation.state().t, 0.1, 1e-12);
}

TEST(Switches, SpringsAndForcesTakePartToo) {
  SwitchedRun run(R"(
model:
  gravity: [0, 0, 0]
  bodies: [{name: mass, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]
  joints: [{name: x, kind: prismatic, parent: world, child: mass, axis: [1, 0, 0]}]
  point_springs: [{name: spring, from: {body: world, at: [-1, 0, 0]}, to: mass, stiffness: 4, rest_length: 1}]
  forces: [{name: wind, on: mass, force: [3, 0, 0]}]
initial: {x: 0.5}
switched_off: force.wind
changes:
  - {when: v.x + 0.6, switch_off: spring, switch_on: wind}
)");
  run.to(3.0);
  // x = 0.5 cos(2 t): v = -sin(2 t) = -0.6 at t = asin(0.6)/2, where x = 0.4.
  const double t = 0.5 * std::asin(0.6), s = 3.0 - t;
  ASSERT_EQ(run.times(EventKind::Off).size(), 1u);
  EXPECT_NEAR(run.times(EventKind::Off)[0], t, 1e-11);
  EXPECT_NEAR(run.q(), 0.4 - 0.6 * s + 1.5 * s * s, 1e-10);
  EXPECT_NEAR(run.energy().impact, 0.5 * 4 * 0.4 * 0.4, 1e-11);
  EXPECT_NEAR(run.energy().balance, 0.0, 1e-10);
}

TEST(Switches, ASpringThatIsSwitchedOnBringsItsEnergyAsWork) {
  SwitchedRun run(R"(
model:
  gravity: [0, 0, 0]
  bodies: [{name: mass, inertia: {mass: 1, com: [0, 0, 0], moments: [1, 1, 1]}}]
  joints: [{name: x, kind: prismatic, parent: world, child: mass, axis: [1, 0, 0]}]
  point_springs: [{name: spring, from: {body: world, at: [-1, 0, 0]}, to: mass, stiffness: 4, rest_length: 1}]
initial: {x: 0.5}
switched_off: spring
changes: [{at: 1, switch_on: spring}]
)");
  run.to(2.0);
  EXPECT_NEAR(run.q(), 0.5 * std::cos(2.0), 1e-11);
  EXPECT_NEAR(run.energy().work, 0.5, 1e-12);
  EXPECT_NEAR(run.energy().balance, 0.0, 1e-11);
}

TEST(Switches, MistakesAreSaidInTheirPlace) {
  const auto message = [](const std::string& changes) {
    try {
      compile(parse_mechanism(slider + "motors: [{name: push, joint: x, effort: 1}]\n" + changes,
                              "s.yaml", ""));
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  const auto says = [&](const std::string& changes, const std::string& expected) {
    EXPECT_NE(message(changes).find(expected), std::string::npos) << message(changes);
  };
  says("changes: [{at: 1, switch_off: psh}]",
       "there is no motor, contact, cable, spring or force 'psh'; did you mean 'push'?");
  says("changes: [{at: 1}]",
       "expected at least one of 'cut', 'connect', 'switch_off' and 'switch_on'");
  says("changes: [{at: 1, repeat: true, switch_off: push}]",
       "goes with 'when'; with 'at', write 'every'");
  says("changes: [{when: q.x, every: 1, switch_off: push}]",
       "goes with 'at'; with 'when', write 'repeat: true'");
  says("changes: [{at: 1, every: 0, switch_off: push}]", "every");
  says("changes: [{at: 1, switch_off: push, switch_on: push}]",
       "is switched off and on by one change");
  says("changes: [{at: 1, cut: push}]", "there is no joint, loop, cable, string or spring 'push'");
  says("switched_off: pusch", "did you mean 'push'?");
  says("changes: [{when: q.x, direction: up, switch_off: push}]", "direction");
}

TEST(Switches, AreWrittenAndRead) {
  const Mechanism once = parse_mechanism(relay, "s.yaml", "");
  const Mechanism twice = parse_mechanism(write_scenario(once, ""), "s.yaml", "");
  ASSERT_EQ(twice.changes.size(), 2u);
  EXPECT_TRUE(twice.changes[0].repeat);
  EXPECT_EQ(twice.changes[0].direction, "rising");
  EXPECT_EQ(twice.changes[1].switch_on, std::vector<std::string>{"right"});
  EXPECT_EQ(twice.switched_off, std::vector<std::string>{"left"});
}

TEST(Switches, AJointIsMadeAndCutAgainAndAgain) {
  SwitchedRun run(slider + R"(
motors: [{joint: x, effort: 2}]
changes:
  - {name: hold, at: 0.5, every: 1, connect: {name: latch, kind: weld, a: world, b: mass, here: true}}
  - {name: free, at: 1, every: 1, cut: latch}
)");
  run.to(3.25);
  // It moves from rest for half a second, three times, and for 0.25 s.
  EXPECT_NEAR(run.q(), 3 * 0.125 + 0.5 * 0.0625, 1e-10);
  EXPECT_EQ(run.times(EventKind::Connect).size(), 3u);
  EXPECT_EQ(run.times(EventKind::Cut).size(), 3u);
  EXPECT_NEAR(run.energy().balance, 0.0, 1e-10);
}

}  // namespace
}  // namespace catena
