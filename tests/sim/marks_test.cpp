// Changes that only mark a moment: an event and a row there, and nothing else. Efforts of
// couplings.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/recorder.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

const char* const kater = R"(
model:
  bodies: [{name: bar, inertia: {mass: 1, com: [0, 0, -0.5], moments: [0.1, 0.1, 0.01]}}]
  joints: [{name: edge, kind: revolute, parent: world, child: bar, axis: [0, 1, 0]}]
initial: {edge: 5 deg}
)";

struct Watched {
  std::vector<double> samples, marks;
  std::vector<std::string> names;
  State end;
};

Watched watched(const std::string& changes, double duration, double interval) {
  const Scenario scenario = parse_scenario(std::string(kater) + changes, "m.yaml", "");
  Simulation simulation(scenario.setup);
  Watched result;
  RunObserver observer;
  observer.sample_interval = interval;
  observer.sample = [&](const State& s) { result.samples.push_back(s.t); };
  observer.event = [&](const SimulationEvent& e) {
    if (e.kind == EventKind::Mark) result.marks.push_back(e.t), result.names.push_back(e.name);
  };
  simulation.advance(duration, observer);
  result.end = simulation.state();
  return result;
}

TEST(Marks, AConditionGivesAnEventAndARow) {
  const Watched run = watched(
      "changes: [{name: swing, when: q.edge, repeat: true, direction: rising}]\n", 4.0, 0.1);
  // Small swings: T = 2 pi sqrt((I + m d^2)/(m g d)), longer by sin^2(amplitude/2)/4.
  const double amplitude = 5.0 * std::numbers::pi / 180.0,
               period = 2.0 * std::numbers::pi * std::sqrt(0.35 / (9.81 * 0.5)) *
                        (1.0 + std::pow(std::sin(amplitude / 2.0), 2) / 4.0);
  ASSERT_EQ(run.marks.size(), 2u);
  EXPECT_NEAR(run.marks[0], 0.75 * period, 1e-5);
  EXPECT_NEAR(run.marks[1] - run.marks[0], period, 1e-5);
  EXPECT_EQ(run.names[0], "swing");
  EXPECT_EQ(run.samples.size(), 43u);
  for (const double t : run.marks)
    EXPECT_EQ(std::count(run.samples.begin(), run.samples.end(), t), 1);
}

TEST(Marks, TimesAndTheirRepetition) {
  const Watched run = watched("changes: [{name: beat, at: 0.25, every: 0.5}]\n", 2.0, 0.25);
  EXPECT_EQ(run.marks, (std::vector<double>{0.25, 0.75, 1.25, 1.75}));
  EXPECT_EQ(run.samples.size(), 9u);  // those at samples have no second row
}

TEST(Marks, TheMotionIsTheSame) {
  const Watched without = watched("", 3.0, 0.1),
                with = watched("changes: [{name: low, when: q.edge, repeat: true}]\n", 3.0, 0.1);
  EXPECT_GT(with.marks.size(), 3u);
  EXPECT_NEAR(with.end.q[0], without.end.q[0], 1e-11);
  EXPECT_EQ(with.end.impact_loss, 0.0);
}

TEST(Marks, WithoutANameNothingChanges) {
  EXPECT_THROW(parse_scenario(std::string(kater) + "changes: [{at: 1}]\n", "m.yaml", ""),
               ScenarioError);
}

// Atwood's machine with a heavy pulley: a = (m1 - m2) g/(m1 + m2 + I/r^2); the rope pulls with
// m1 (g - a) and m2 (g + a).
TEST(Couplings, EffortIsTheTensionOfAtwoodsRope) {
  const Scenario scenario = parse_scenario(R"(
parameters: {r: 0.1, m1: 1.2, m2: 1.0, I: 0.004}
model:
  bodies:
    - {name: pulley, inertia: {mass: 0.8, moments: [I/2, I, I/2]}}
    - {name: heavy, inertia: {mass: m1, moments: [1e-3, 1e-3, 1e-3]}}
    - {name: light, inertia: {mass: m2, moments: [1e-3, 1e-3, 1e-3]}}
  joints:
    - {name: axle, kind: revolute, parent: world, child: pulley, axis: [0, 1, 0], at: [0, 0, 2]}
    - {name: left, kind: prismatic, parent: world, child: heavy, axis: [0, 0, 1]}
    - {name: right, kind: prismatic, parent: world, child: light, axis: [0, 0, 1]}
  loops:
    - {name: rope1, coupling: {of: left, ratio: -r, to: axle}}
    - {name: rope2, coupling: {zero: q.right - r*q.axle}}
)",
                                           "a.yaml", "");
  Simulation simulation(scenario.setup);
  Recorder recorder(simulation, scenario.record);
  simulation.advance(0.3);
  const std::vector<double>& row = recorder.row(simulation.state());
  const auto value = [&](const std::string& name) {
    const auto& names = recorder.columns();
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nan("")
                                : row[static_cast<std::size_t>(found - names.begin())];
  };
  const double g = 9.81, a = 0.2 * g / (2.2 + 0.004 / 0.01);
  EXPECT_NEAR(value("coupling.rope1.effort"), 1.2 * (g - a), 1e-9);
  // On the pulley, the first of its coordinates: the tension times the radius.
  EXPECT_NEAR(std::abs(value("coupling.rope2.effort")), 0.1 * (g + a), 1e-9);
}

// A box of 2 kg slides on the floor: fn is its weight, ft friction times it.
TEST(Pairs, NormalAndTangentialForces) {
  const Scenario scenario = parse_scenario(R"(
model:
  bodies: [{name: box, shapes: [{box: {sides: [0.2, 0.2, 0.1]}, mass: 2}]}]
  joints: [{name: f, kind: free, parent: world, child: box}]
contact: {ground: true, friction: 0.3, method: stepping}
initial: {f: {position: [0, 0, 0.05], v: [0, 0, 0, 2, 0, 0]}}
record: {pairs: [[box, ground]]}
)",
                                           "p.yaml", "");
  Simulation simulation(scenario.setup);
  Recorder recorder(simulation, scenario.record);
  simulation.advance(0.1);
  const std::vector<double>& row = recorder.row(simulation.state());
  const auto value = [&](const std::string& name) {
    const auto& names = recorder.columns();
    const auto found = std::find(names.begin(), names.end(), name);
    return found == names.end() ? std::nan("")
                                : row[static_cast<std::size_t>(found - names.begin())];
  };
  EXPECT_NEAR(value("contact.box.ground.fn"), 2.0 * 9.81, 1e-6);
  EXPECT_NEAR(value("contact.box.ground.ft"), 0.3 * 2.0 * 9.81, 1e-6);
  EXPECT_NEAR(value("contact.box.ground.fx"), -0.3 * 2.0 * 9.81, 1e-6);
}

}  // namespace
}  // namespace catena
