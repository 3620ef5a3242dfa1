// Inextensible strings: when they become taut, the velocity jump, tension, slack, energy.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "catena/contact/contact_group.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/recorder.hpp"
#include "tests/support/checkpoints.hpp"

namespace catena::test {
namespace {

constexpr double g = 9.81;

// All of them.
std::string digits(double x) {
  return fmt::format("{:.17g}", x);
}

Scenario ball_on_string(double x, double z, double vx, double restitution) {
  return parse_scenario(R"(
model:
  bodies:
    - {name: ball, shapes: [{sphere: {radius: 0.05}, mass: 2}]}
  joints:
    - {name: flight, kind: free, parent: world, child: ball}
  strings:
    - {name: line, from: {body: world, at: [0, 0, 0]}, to: ball, length: 1, restitution: )" +
                            digits(restitution) + R"(}
initial:
  flight: {position: [)" + digits(x) +
                            ", 0, " + digits(z) + "], v: [0, 0, 0, " + digits(vx) + ", 0, 0]}\n",
                        "string.yaml", "");
}

std::vector<SimulationEvent> run(Simulation& simulation, double t_end,
                                 const std::function<void(const State&)>& sample = nullptr) {
  std::vector<SimulationEvent> events;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& e) { events.push_back(e); };
  observer.sample = sample;
  observer.sample_interval = sample ? 0.001 : 0.0;
  simulation.advance(t_end, observer);
  return events;
}

double tension(Simulation& simulation) {
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  return simulation.observed().group<ContactGroup>()->forces().force(0).x;
}

TEST(String, BecomesTautAtTheExactTimeAndTakesTheSpeedAlongIt) {
  Simulation simulation(ball_on_string(0.6, 0.0, 0.0, 0.0).setup);
  const std::vector<SimulationEvent> events = run(simulation, 0.5);
  ASSERT_EQ(events.size(), 2u);
  EXPECT_EQ(events[0].kind, EventKind::Impact);
  EXPECT_EQ(events[1].kind, EventKind::Taut);
  const double t = std::sqrt(2.0 * 0.8 / g), v = std::sqrt(2.0 * g * 0.8);
  EXPECT_NEAR(events[0].t, t, 1e-13);
  EXPECT_NEAR(events[0].v_before, -0.8 * v, 1e-12);
  EXPECT_NEAR(events[0].v_after, 0.0, 1e-14);
  EXPECT_NEAR(events[0].impulse, 2.0 * 0.8 * v, 1e-12);
  EXPECT_NEAR(events[0].energy_lost, 0.5 * 2.0 * 0.64 * v * v, 1e-12);
}

TEST(String, SwingsLikeAPendulum) {
  Simulation simulation(ball_on_string(0.6, -0.8, 0.0, 0.0).setup);
  double worst_force = 0.0, worst_length = 0.0, worst_energy = 0.0;
  run(simulation, 3.0, [&](const State& s) {
    const double x = s.q[4], z = s.q[6], r = std::hypot(x, z);
    worst_length = std::max(worst_length, std::abs(r - 1.0));
    // T = m (g cos + v^2 / r), v^2 = 2 g (z0 - z).
    const double expected = 2.0 * (g * -z / r + 2.0 * g * (-0.8 - z) / r);
    Evaluation at;
    simulation.evaluate(s, at);
    const double found = simulation.observed().group<ContactGroup>()->forces().force(0).x;
    worst_force = std::max(worst_force, std::abs(found - expected));
    worst_energy = std::max(worst_energy, std::abs(simulation.energy(s).balance));
  });
  EXPECT_LT(worst_length, 1e-12);
  EXPECT_LT(worst_force, 1e-9);
  EXPECT_LT(worst_energy, 1e-10);
}

// Thrown so fast that it rises above the pivot's height, it goes slack where m v^2 / r = m g sin.
TEST(String, GoesSlackWhereTheTensionEnds) {
  const double v0 = std::sqrt(3.5 * g);  // leaves the circle at sin(a) = (v0^2 / g - 2) / 3 = 0.5
  Simulation simulation(ball_on_string(0.0, -1.0, v0, 0.0).setup);
  const std::vector<SimulationEvent> events = run(simulation, 0.8);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events[0].kind, EventKind::Slack);
  Simulation again(ball_on_string(0.0, -1.0, v0, 0.0).setup);
  again.advance(events[0].t);
  EXPECT_NEAR(again.state().q[6], 0.5, 1e-9);
  EXPECT_NEAR(tension(again), 0.0, 1e-7);
}

TEST(String, ReboundsByItsRestitution) {
  Simulation simulation(ball_on_string(0.0, -0.5, 0.0, 0.6).setup);
  const std::vector<SimulationEvent> events = run(simulation, 0.35);
  ASSERT_EQ(events.size(), 1u);
  const double v = std::sqrt(2.0 * g * 0.5);
  EXPECT_NEAR(events[0].t, v / g, 1e-13);
  EXPECT_NEAR(events[0].v_after, 0.6 * v, 1e-12);
  EXPECT_NEAR(events[0].energy_lost, (1.0 - 0.36) * v * v, 1e-11);
}

// Two balls on one string, thrown apart in space: momentum stays, the string turns them about
// their common centre with tension mu w^2 L.
TEST(String, TurnsTwoBodiesAboutTheirCentre) {
  const Scenario scenario = parse_scenario(R"(
model:
  gravity: [0, 0, 0]
  bodies:
    - {name: a, shapes: [{sphere: {radius: 0.05}, mass: 1}]}
    - {name: b, shapes: [{sphere: {radius: 0.05}, mass: 3}]}
  joints:
    - {name: fa, kind: free, parent: world, child: a}
    - {name: fb, kind: free, parent: world, child: b}
  strings:
    - {name: line, from: a, to: b, length: 2}
initial:
  fa: {v: [0, 0, 0, 0, 3, 0]}
  fb: {position: [1, 0, 0]}
)",
                                           "two.yaml", "");
  Simulation simulation(scenario.setup);
  run(simulation, 3.0);
  const State& s = simulation.state();
  const Eigen::Vector3d a = s.q.segment<3>(4), b = s.q.segment<3>(11);
  EXPECT_NEAR((b - a).norm(), 2.0, 1e-12);
  // At the jerk: distance 2, offset 1, so the sine of the angle to the velocity is 1/2, and that
  // part of 3 m/s is left: w = 1.5 / 2.
  const double w = 3.0 * 0.5 / 2.0, reduced = 0.75;
  EXPECT_NEAR(tension(simulation), reduced * w * w * 2.0, 1e-9);
  EXPECT_LT(std::abs(simulation.energy(s).balance), 1e-11);
}

TEST(String, HangsOnAndSharesItsForceWithContacts) {
  // A ball on the ground, pulled by a string that is just taut: ground and string share the weight
  // in no unique way along one line; beside it the string takes what the geometry says.
  const Scenario scenario = parse_scenario(R"(
model:
  bodies:
    - {name: ball, shapes: [{sphere: {radius: 0.5}, mass: 1}]}
  joints:
    - {name: flight, kind: free, parent: world, child: ball}
  contacts:
    - {name: floor, point: ball, radius: 0.5, plane: {at: {position: [0, 0, 0]}, normal: [-0.6, 0, 0.8]}}
  strings:
    - {name: line, from: {body: world, at: [0.5, 0, 3]}, to: ball, length: 2.5}
initial:
  flight: {position: [0.5, 0, 0.5]}
)",
                                           "both.yaml", "");
  Simulation simulation(scenario.setup);
  run(simulation, 1.0);
  EXPECT_LT(std::abs(simulation.energy(simulation.state()).balance), 1e-10);
  const auto& forces = simulation.observed().group<ContactGroup>()->forces();
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  for (int i = 0; i < 2; ++i) EXPECT_GE(forces.geometry().place(i).gap, -1e-11) << i;
}

TEST(String, ChecksAndComesBack) {
  const Scenario scenario = ball_on_string(0.6, 0.0, 0.0, 0.3);
  Simulation whole(scenario.setup), first(scenario.setup), second(scenario.setup);
  first.advance(0.6);
  second.restore(through_text(first.state(), scenario.setup));
  whole.advance(0.6), whole.advance(1.2);
  second.advance(1.2);
  EXPECT_EQ(whole.state().q, second.state().q);
  const Mechanism read =
      read_mechanism(CATENA_SOURCE_DIR "/examples/elements/string_pendulum.yaml");
  EXPECT_EQ(parse_mechanism(write_scenario(read), "again.yaml", ""), read);
  Contact bad = string_between("s", BodyId{1}, {0, 0, 0}, BodyId{0}, {0, 0, 0}, -1.0);
  SimulationSetup setup = scenario.setup;
  setup.contacts = {bad};
  EXPECT_THROW(Simulation{setup}, ModelError);
}

}  // namespace
}  // namespace catena::test
