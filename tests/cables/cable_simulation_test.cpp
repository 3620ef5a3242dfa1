// Cables in motion: against analytic cases, and against the books of energy.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/elements/cable_group.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

Scenario parse(const std::string& text) {
  return parse_scenario(text, "test", ".");
}

struct Followed {
  std::vector<SimulationEvent> events;
  double exchanged = 0.0, worst_balance = 0.0;
  double least_tension = 1e300, slack_tension = 0.0;
};

// Follows a run and its books.
Followed follow(Simulation& simulation, double t_end) {
  Followed run;
  const double start = simulation.energy(simulation.state()).kinetic;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& event) { run.events.push_back(event); };
  Evaluation evaluation;
  observer.sample_interval = 0.01;
  observer.sample = [&](const State& state) {
    const EnergyBalance e = simulation.energy(state);
    run.exchanged = std::max(run.exchanged, std::abs(e.kinetic - start) + e.dissipated);
    run.worst_balance = std::max(run.worst_balance, std::abs(e.balance));
    simulation.evaluate(state, evaluation);
    const CableForces& cables = simulation.observed().group<CableGroup>()->forces();
    for (int c = 0; c < cables.count(); ++c)
      for (int k = 0; k < cables.section_count(c); ++k) {
        const double tension = cables.section(c, k).tension;
        run.least_tension = std::min(run.least_tension, tension);
        if (find_modes<CableModes>(state)[static_cast<std::size_t>(c)].taut[0] == 0)
          run.slack_tension = std::max(run.slack_tension, std::abs(tension));
      }
  };
  simulation.advance(t_end, observer);
  return run;
}

const std::string tight = "integrator: {tolerance: 1e-12, absolute_tolerance: 1e-13}\n";

// A mass of 2 kg, half a metre below a point that a cable of 1 m ties it to.
Scenario mass_on_cable(const std::string& more) {
  return parse(R"(
model:
  bodies: [{name: mass, inertia: {mass: 2}}]
  joints: [{name: fall, kind: prismatic, parent: world, child: mass, axis: [0, 0, -1]}]
  cables:
    - {name: line, route: [{body: world}, {body: mass}], youngs_modulus: 1e6, area: 1e-3,
       rest_length: 1)" +
               more + R"(}
initial: {fall: 0.5}
)" + tight);
}

// 2 kg and 5 kg on the ends of a cable over a wheel of 0.1 m and 0.03 kg m^2.
Scenario atwood(const std::string& of_the_stop, const std::string& of_the_cable) {
  return parse(R"(
model:
  bodies:
    - {name: wheel, inertia: {mass: 3, moments: [0.02, 0.02, 0.03]}}
    - {name: light, inertia: {mass: 2}}
    - {name: heavy, inertia: {mass: 5}}
  joints:
    - {name: turn, kind: revolute, parent: world, child: wheel, at: {position: [0, 0, 3], rpy: [90 deg, 0, 0]}}
    - {name: left, kind: prismatic, parent: world, child: light, at: [-0.1, 0, 0], axis: [0, 0, 1]}
    - {name: right, kind: prismatic, parent: world, child: heavy, at: [0.1, 0, 0], axis: [0, 0, 1]}
  cables:
    - {name: rope, area: 1e-4, )" +
               of_the_cable + R"(,
       route: [{body: light}, {body: wheel, radius: 0.1, sense: left)" +
               of_the_stop + R"(}, {body: heavy}]}
)" + tight);
}

// A mass falls into its cable, is thrown up and falls again.
TEST(Cables, AMassOnACableBouncesAsAnEllipticAndParabolicArc) {
  const Scenario scenario = mass_on_cable("");
  Simulation simulation(scenario.setup);
  EXPECT_FALSE(find_modes<CableModes>(simulation.state())[0].taut[0]);
  const Followed run = follow(simulation, 3.0);
  // Free fall of 0.5 m, then half a period of a spring of k = EA / 1 m about its rest, and up.
  const double g = 9.81, m = 2.0, k = 1000.0;
  const double fall = std::sqrt(2.0 * 0.5 / g), v = g * fall, w = std::sqrt(k / m);
  const double inside = (2.0 * std::numbers::pi - 2.0 * std::atan2(v * w, g)) / w;
  ASSERT_GE(run.events.size(), 4u);
  EXPECT_EQ(run.events[0].kind, EventKind::Taut);
  EXPECT_EQ(run.events[0].name, "line");
  EXPECT_NEAR(run.events[0].t, fall, 1e-11);
  EXPECT_EQ(run.events[1].kind, EventKind::Slack);
  EXPECT_NEAR(run.events[1].t - run.events[0].t, inside, 1e-10);
  EXPECT_NEAR(run.events[2].t - run.events[1].t, 2.0 * fall, 1e-10);
  EXPECT_EQ(run.slack_tension, 0.0);
  EXPECT_GE(run.least_tension, 0.0);
  EXPECT_LT(run.worst_balance, 1e-10 * run.exchanged);
}

// Damped, it lets go before it is unstrained: it would have to push.
TEST(Cables, ADampedCableNeverPushes) {
  const Scenario scenario = mass_on_cable(", damping: 5e3");
  Simulation simulation(scenario.setup);
  const Followed run = follow(simulation, 3.0);
  ASSERT_GE(run.events.size(), 3u);
  EXPECT_GE(run.least_tension, 0.0);
  EXPECT_EQ(run.slack_tension, 0.0);
  EXPECT_LT(run.worst_balance, 1e-10 * run.exchanged);
}

// Two masses over a heavy pulley that the cable turns.
TEST(Cables, AtwoodsMachineTurnsItsPulley) {
  const Scenario scenario =
      atwood(", grips: true", "youngs_modulus: 1e10, damping: 1e7, tension: 20");
  Simulation simulation(scenario.setup);
  const Followed run = follow(simulation, 0.5);
  const double inertia = 2.0 + 5.0 + 0.03 / 0.01, a = 3.0 * 9.81 / inertia;
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  // As with a rope that does not stretch, but for its elasticity.
  EXPECT_NEAR(at.a[1], a, 1e-3 * a);
  EXPECT_NEAR(at.a[2], -a, 1e-3 * a);
  EXPECT_NEAR(std::abs(at.a[0]), a / 0.1, 1e-3 * a / 0.1);
  // Newton's law for each of the three.
  const CableForces& cables = simulation.observed().group<CableGroup>()->forces();
  const double T1 = cables.section(0, 0).tension, T2 = cables.section(0, 1).tension;
  EXPECT_NEAR(2.0 * (at.a[1] + 9.81), T1, 1e-12 * T1);
  EXPECT_NEAR(5.0 * (at.a[2] + 9.81), T2, 1e-12 * T2);
  EXPECT_NEAR(0.03 * std::abs(at.a[0]), 0.1 * (T2 - T1), 1e-12 * T1);
  EXPECT_NEAR(cables.wrap(0, 0), std::numbers::pi, 1e-12);
  EXPECT_LT(run.worst_balance, 1e-13 * run.exchanged);
}

// The same over a pulley that slips: both sides pull alike, and its wheel stays at rest.
TEST(Cables, WithoutFrictionBothSidesPullAlike) {
  const Scenario scenario = atwood("", "youngs_modulus: 1e8, tension: 28");
  Simulation simulation(scenario.setup);
  const Followed run = follow(simulation, 0.5);
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  const CableForces& cables = simulation.observed().group<CableGroup>()->forces();
  EXPECT_NEAR(cables.section(0, 0).tension, cables.section(0, 1).tension, 1e-12);
  EXPECT_NEAR(simulation.state().v[0], 0.0, 1e-12);
  EXPECT_LT(run.worst_balance, 1e-13 * run.exchanged);
}

// A load is hauled over a fixed drum: tensions differ by exp(friction x wrap).
TEST(Cables, CapstanHoldsByFriction) {
  const auto scenario = [](double pull) {
    return parse(fmt::format(R"(
model:
  gravity: [0, 0, 0]
  bodies: [{{name: a, inertia: {{mass: 1}}}}, {{name: b, inertia: {{mass: 1}}}}]
  joints:
    - {{name: left, kind: prismatic, parent: world, child: a, at: [-0.1, 0, -1], axis: [0, 0, -1], damping: 20}}
    - {{name: right, kind: prismatic, parent: world, child: b, at: [0.1, 0, -1], axis: [0, 0, -1], damping: 20}}
  cables:
    - name: rope
      route: [{{body: a}}, {{body: world, radius: 0.1, axis: [0, 1, 0], friction: 0.25}}, {{body: b}}]
      youngs_modulus: 1e8
      area: 1e-5
      tension: 10
motors:
  - {{joint: left, effort: 10}}
  - {{joint: right, effort: {}}}
)",
                             pull) +
                 tight);
  };
  const double most = 10.0 * std::exp(0.25 * std::numbers::pi);  // 21.9 N
  {
    Simulation simulation(scenario(15.0).setup);
    const Followed run = follow(simulation, 5.0);
    EXPECT_LT(std::abs(simulation.state().v[0]), 1e-3);
    EXPECT_LT(run.worst_balance, 1e-9 * std::max(run.exchanged, 1e-2));
  }
  Simulation simulation(scenario(1.5 * most).setup);
  const Followed run = follow(simulation, 2.0);
  EXPECT_LT(simulation.state().v[0], -0.1);
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  const CableForces& cables = simulation.observed().group<CableGroup>()->forces();
  EXPECT_NEAR(cables.wrap(0, 0), std::numbers::pi, 1e-12);
  EXPECT_NEAR(cables.section(0, 1).tension / cables.section(0, 0).tension,
              std::exp(0.25 * std::numbers::pi), 1e-12);
  EXPECT_LT(run.worst_balance, 1e-11 * run.exchanged);
}

// A winch lifts a mass: its work is the weight's height, and what the cable keeps.
TEST(Cables, AWinchLifts) {
  const Scenario scenario = parse(R"(
model:
  bodies: [{name: mass, inertia: {mass: 2}}]
  joints: [{name: height, kind: prismatic, parent: world, child: mass, axis: [0, 0, 1]}]
  cables:
    - name: line
      route: [{body: world, at: [0, 0, 3]}, {body: mass}]
      youngs_modulus: 1e9
      area: 1e-5
      damping: 1e7
      tension: 2*9.81
      let_out: -0.5*(1 - cos(t))
)" + tight);
  Simulation simulation(scenario.setup);
  const Followed run = follow(simulation, 3.0);
  const double up = 0.5 * (1.0 - std::cos(3.0));
  // At either end the cable is stretched by what it carries.
  const double EA = 1e4, before = 2.0 * 9.81 / EA, after = 2.0 * (9.81 + 0.5 * std::cos(3.0)) / EA;
  EXPECT_NEAR(simulation.state().q[0], 3.0 - (3.0 / (1.0 + before) - up) * (1.0 + after), 1e-6);
  const EnergyBalance e = simulation.energy(simulation.state());
  EXPECT_NEAR(e.work, 2.0 * 9.81 * up, 0.02 * e.work);
  EXPECT_LT(run.worst_balance, 1e-11 * e.work);
}

// A drum on each of two parallel shafts: the gear of a belt.
TEST(Cables, BetweenTwoPulleysTurnsOneByTheOther) {
  const Scenario scenario = parse(R"(
model:
  gravity: [0, 0, 0]
  bodies:
    - {name: small, inertia: {mass: 1, moments: [0.01, 0.01, 0.02]}}
    - {name: big, inertia: {mass: 1, moments: [0.03, 0.03, 0.05]}}
  joints:
    - {name: driver, kind: revolute, parent: world, child: small}
    - {name: driven, kind: revolute, parent: world, child: big, at: [1, 0, 0], damping: 0.05}
  cables:
    - name: belt
      route: [{body: small, radius: 0.1}, {body: big, radius: 0.2}]
      youngs_modulus: 1e9
      area: 1e-5
      damping: 1e6
      rest_length: 0.99
motors: [{joint: driver, effort: -0.2}]
)" + tight);
  Simulation simulation(scenario.setup);
  const Followed run = follow(simulation, 4.0);
  const State& s = simulation.state();
  EXPECT_GT(std::abs(s.q[0]), 2.0 * std::numbers::pi);  // more than a turn
  EXPECT_NEAR(s.v[1] / s.v[0], 0.5, 1e-3);
  EXPECT_LT(run.worst_balance, 1e-11 * run.exchanged);
}

// The smooth law has no events, and the same books.
TEST(Cables, SmoothSlackHasNoEvents) {
  const Scenario scenario = mass_on_cable(", smoothing: 0.05, damping: 1e3");
  Simulation simulation(scenario.setup);
  const Followed run = follow(simulation, 3.0);
  EXPECT_TRUE(run.events.empty());
  EXPECT_LT(run.worst_balance, 1e-9 * run.exchanged);
}

}  // namespace
}  // namespace catena
