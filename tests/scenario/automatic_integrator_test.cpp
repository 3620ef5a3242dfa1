// The integrator `automatic`, and what rounding allows.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/mechanism/compile.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/acceleration_noise.hpp"
#include "catena/sim/checkpoint.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

struct CountedRun {
  CountedRun(const std::string& text, const std::string& integrator)
      : simulation(
            compile(parse_mechanism(text + "integrator: {" + integrator + "}\n", "s.yaml", ""))
                .setup) {}
  void to(double t) {
    RunObserver observer;
    observer.event = [&](const SimulationEvent& event) { events.push_back(event); };
    observer.step = [&](const State&) { return ++steps < 100000; };
    simulation.advance(t, observer);
  }
  int changes(EventHow how) const {
    int count = 0;
    for (const SimulationEvent& event : events)
      count += event.kind == EventKind::Method && event.how == how ? 1 : 0;
    return count;
  }
  Simulation simulation;
  std::vector<SimulationEvent> events;
  long steps = 0;
};

// A heavy flywheel on a light, strongly damped coupling: settles in 10 us, moves for seconds.
const std::string stiff = R"(
model:
  bodies:
    - {name: wheel, inertia: {mass: 1, com: [0, 0, -0.5], moments: [1, 1, 1]}}
    - {name: coupling, inertia: {mass: 0.01, com: [0, 0, 0], moments: [1e-4, 1e-4, 1e-4]}}
  joints:
    - {name: shaft, kind: revolute, parent: world, child: wheel, axis: [0, 1, 0]}
    - {name: rubber, kind: revolute, parent: wheel, child: coupling, axis: [0, 1, 0], damping: 10, spring: {stiffness: 100}}
initial: {shaft: 1}
)";

TEST(AutomaticIntegrator, IsImplicitWhereThatCostsLess) {
  CountedRun automatic(stiff, "kind: automatic, tolerance: 1e-8"),
      radau(stiff, "kind: radau, tolerance: 1e-8");
  automatic.to(2.0), radau.to(2.0);
  EXPECT_EQ(automatic.changes(EventHow::Implicit), automatic.changes(EventHow::Explicit) + 1);
  EXPECT_LE(automatic.steps, radau.steps + 200);
  EXPECT_NEAR(automatic.simulation.state().q[0], radau.simulation.state().q[0], 1e-6);
  EXPECT_TRUE(automatic.simulation.state().integrator.implicit);
}

TEST(AutomaticIntegrator, IsTheExplicitMethodWhereNothingIsStiff) {
  const std::string pendulum = "model: {builtin: double_pendulum}\ninitial: {joint1: 1}\n";
  CountedRun automatic(pendulum, "kind: automatic"), plain(pendulum, "kind: dormand_prince");
  automatic.to(3.0), plain.to(3.0);
  EXPECT_TRUE(automatic.events.empty());
  EXPECT_EQ(automatic.steps, plain.steps);
  EXPECT_EQ(automatic.simulation.state().q, plain.simulation.state().q);
}

// Vibrations that are damped little limit explicit steps before the motion is stiff on the negative
// axis: the finger needed 2.8 times the steps of radau.
TEST(AutomaticIntegrator, NeedsLittleMoreThanTheBetterMethod) {
  const auto steps = [](const char* example, IntegratorKind kind, double t) {
    Scenario scenario = load_scenario(example);
    scenario.setup.integrator.kind = kind;
    scenario.setup.contact_options.method = ContactMethod::Events;
    Simulation simulation(scenario.setup);
    long count = 0;
    RunObserver observer;
    observer.sample_interval = scenario.record.interval;
    observer.sample = [](const State&) {};
    observer.step = [&](const State&) { return ++count < 100000; };
    simulation.advance(t, observer);
    return count;
  };
  using enum IntegratorKind;
  const char* const finger = "examples/tensegrity/tendon_finger.yaml";
  EXPECT_LE(2 * steps(finger, Automatic, 2.0), 3 * steps(finger, Radau, 2.0));
  const char* const hand = "examples/hand_elastic.yaml";
  EXPECT_LE(2 * steps(hand, Automatic, 1.0), 3 * steps(hand, Radau, 1.0));
  // With radau, so many steps follow each other that time steps take over, which are cheap and less
  // accurate (1e-8 of the energy, not 1e-14). By events alone it needs more than explicit steps do.
  const char* const rods = "examples/constrained/three_link_cosine.yaml";
  EXPECT_LE(steps(rods, Automatic, 1.0), steps(rods, DormandPrince853, 1.0));
  EXPECT_LE(2 * steps(rods, Automatic, 1.0), steps(rods, Radau, 1.0));
}

// Dampers of servos shorten explicit steps by their errors, long before stability does: the steps
// were four times those of radau, and none of them stiff.
TEST(AutomaticIntegrator, SeesStrongServos) {
  const std::string arm = R"(
model:
  bodies:
    - {name: upper, shapes: [{cylinder: {radius: 0.05, length: 0.5}, at: [0, 0, 0.25], mass: 8}]}
    - {name: fore, shapes: [{cylinder: {radius: 0.04, length: 0.4}, at: [0, 0, 0.2], mass: 3}]}
    - {name: hand, shapes: [{cylinder: {radius: 0.03, length: 0.1}, at: [0, 0, 0.05], mass: 0.3}]}
  joints:
    - {name: shoulder, kind: revolute, parent: world, child: upper, axis: [0, 1, 0]}
    - {name: elbow, kind: revolute, parent: upper, child: fore, axis: [0, 1, 0], at: [0, 0, 0.5]}
    - {name: wrist, kind: revolute, parent: fore, child: hand, axis: [0, 1, 0], at: [0, 0, 0.4]}
motors:
  - {joint: shoulder, target: 0.5*sin(2*t), stiffness: 2000, damping: 100}
  - {joint: elbow, target: sin(3*t), stiffness: 2000, damping: 100}
  - {joint: wrist, target: sin(5*t), stiffness: 2000, damping: 20}
)";
  CountedRun automatic(arm, "kind: automatic"), radau(arm, "kind: radau"),
      plain(arm, "kind: dormand_prince");
  automatic.to(1.0), radau.to(1.0), plain.to(1.0);
  EXPECT_LT(2 * automatic.steps, 3 * std::min(radau.steps, plain.steps))
      << automatic.steps << " of " << radau.steps << " and " << plain.steps;
  EXPECT_NEAR(automatic.simulation.state().q[2], radau.simulation.state().q[2], 1e-9);
}

TEST(AutomaticIntegrator, ContinuesFromACheckpointBitForBit) {
  CountedRun whole(stiff, "kind: automatic, tolerance: 1e-8"),
      rest(stiff, "kind: automatic, tolerance: 1e-8");
  whole.to(0.5);
  const Checkpoint saved = make_checkpoint(whole.simulation, whole.simulation.state());
  rest.simulation.restore(state_of(saved, rest.simulation.setup()));
  whole.to(1.0), rest.to(1.0);
  EXPECT_EQ(rest.simulation.state().q, whole.simulation.state().q);
  EXPECT_EQ(rest.simulation.state().integrator, whole.simulation.state().integrator);
}

// A longer chain has more noise; the tolerance does not ask for less than it.
TEST(NoiseFloor, LongChainsDoNotCreep) {
  const auto chain = [](int links) {
    return "model: {builtin: chain, links: " + std::to_string(links) +
           "}\ninitial: {joint1: 0.1}\n";
  };
  const auto noise = [&](int links) {
    return acceleration_noise(*compile(parse_mechanism(chain(links), "s.yaml", "")).setup.model);
  };
  EXPECT_LT(noise(2), 1e-12);
  EXPECT_GT(noise(300), noise(10));
  // Light links that begin in a straight line, too: there, most numbers are zero.
  std::string straight =
      "model:\n  bodies:\n"
      "    - {for: i in 1..1000, name: l$i, inertia: {mass: 0.1, com: [0, 0, -0.05], moments: "
      "[1e-4, "
      "1e-4, 1e-5]}}\n"
      "  joints:\n    - {name: j1, kind: revolute, axis: [0, 1, 0], parent: world, child: l1}\n"
      "    - {for: i in 2..1000, name: j$i, kind: revolute, axis: [0, 1, 0], parent: l$(i - 1), "
      "child: l$i, at: [0, 0, -0.1]}\ninitial: {j1: 0.3}\n";
  for (const std::string& text : {chain(1000), straight}) {
    CountedRun fine(text, "tolerance: 1e-12"), coarse(text, "tolerance: 1e-8");
    fine.to(0.5), coarse.to(0.5);
    EXPECT_LE(fine.steps, 2 * coarse.steps) << coarse.steps;
    const EnergyBalance energy = fine.simulation.energy(fine.simulation.state());
    EXPECT_NEAR(energy.balance, 0.0, 1e-9 * energy.kinetic);
  }
}

}  // namespace
}  // namespace catena
