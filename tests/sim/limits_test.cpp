// Joint limits: times of hits and releases, rebounds, reactions, several at once.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/elements/stops.hpp"
#include "tests/sim/slider.hpp"

namespace catena::test {
namespace {

const auto floor_at_zero = [](JointSpec& spec) { spec.position_lower = Eigen::VectorXd::Zero(1); };

TEST(Limits, AreHitAndReleasedAtTheirExactTimes) {
  const double hit = std::sqrt(2.0 / gravity);          // from 1 m
  const double release = slider_mass * gravity / 15.0;  // when 15 t exceeds the weight
  for (const IntegratorKind kind : all_integrators) {
    if (kind == IntegratorKind::SemiImplicitEuler) continue;  // does not know the parabola
    SimulationSetup setup = slider(floor_at_zero, 1.0, 0.0);
    setup.integrator.kind = kind;
    // Nothing pushes before 1 s, so that the fall is free.
    setup.motors.push_back(pusher([](double t) { return t < 1.0 ? 0.0 : 15.0 * t; }));
    Simulation simulation(setup);
    const auto events = events_of(simulation, 2.0);
    ASSERT_EQ(events.size(), 3u);
    EXPECT_EQ(events[0].kind, EventKind::Limit);
    EXPECT_NEAR(events[0].t, hit, 1e-10);
    EXPECT_NEAR(events[0].v_before, -gravity * hit, 1e-9);
    EXPECT_EQ(events[0].v_after, 0.0);
    EXPECT_NEAR(events[0].energy_lost, slider_mass * gravity, 1e-8);
    EXPECT_EQ(events[0].how, EventHow::Lower);
    EXPECT_NEAR(events[0].impulse, -slider_mass * events[0].v_before, 1e-13);
    EXPECT_EQ(events[1].kind, EventKind::Hold);
    EXPECT_EQ(events[2].kind, EventKind::Release);
    EXPECT_NEAR(events[2].t, release, 1e-10);
  }
}

TEST(Limits, HoldWithTheWeightAndReportIt) {
  Simulation simulation(slider(floor_at_zero, 0.0, 0.0));
  simulation.advance(1.0);
  EXPECT_EQ(simulation.state().q[0], 0.0);
  EXPECT_EQ(simulation.state().v[0], 0.0);
  EXPECT_EQ(find_modes<CoordinateModes>(simulation.state())[0].limit, -1);
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  EXPECT_NEAR(at.reaction[0], slider_mass * gravity, 1e-12);
  EXPECT_NEAR(simulation.limit_effort(simulation.state(), at, 0), slider_mass * gravity, 1e-12);
}

TEST(Limits, ReboundWithTheirRestitution) {
  for (const double e : {0.25, 0.5, 1.0}) {
    SimulationSetup setup = slider(floor_at_zero, 1.0, 0.0);
    setup.limits.restitution = Eigen::VectorXd::Constant(1, e);
    Simulation simulation(setup);
    const double t1 = std::sqrt(2.0 / gravity);
    const auto events = events_of(simulation, 3.0 * t1);
    ASSERT_GE(events.size(), 1u);
    // The n-th hit comes after t1 (1 + 2 e + 2 e^2 + ...).
    double t = t1, flight = 2.0 * t1;
    for (std::size_t n = 0; n < 3 && t < 3.0 * t1 - 1e-6; ++n) {
      ASSERT_GT(events.size(), n);
      EXPECT_NEAR(events[n].t, t, 1e-9);
      EXPECT_NEAR(events[n].v_after, -e * events[n].v_before, 1e-14);
      flight *= e;
      t += flight;
    }
  }
}

TEST(Limits, ComeToRestAfterFinitelyManyRebounds) {
  SimulationSetup setup = slider(floor_at_zero, 1.0, 0.0);
  setup.limits.restitution = Eigen::VectorXd::Constant(1, 0.5);
  Simulation simulation(setup);
  const auto events = events_of(simulation, 2.0);
  // All rebounds end at 3 t1; speeds halve from 4.4 m/s to below 1e-6 m/s in 22 or 23 hits.
  EXPECT_EQ(events.back().kind, EventKind::Hold);
  EXPECT_NEAR(events.back().t, 3.0 * std::sqrt(2.0 / gravity), 1e-6);
  EXPECT_NEAR(static_cast<double>(events.size()), 24.0, 1.5);
  EXPECT_EQ(simulation.state().v[0], 0.0);
  const EnergyBalance energy = simulation.energy(simulation.state());
  EXPECT_NEAR(energy.impact, slider_mass * gravity, 1e-9);
  EXPECT_NEAR(energy.balance, 0.0, 1e-9);
}

TEST(Limits, MoveAStartFromOutsideOntoTheLimit) {
  Simulation simulation(slider(floor_at_zero, -0.25, 0.0));
  EXPECT_EQ(simulation.state().q[0], 0.0);
  ASSERT_EQ(simulation.start_events().size(), 2u);
  EXPECT_EQ(simulation.start_events()[0].kind, EventKind::Outside);
  EXPECT_EQ(simulation.start_events()[0].how, EventHow::Lower);
  EXPECT_EQ(simulation.start_events()[0].x_before, -0.25);
  EXPECT_EQ(simulation.start_events()[0].x_after, 0.0);
  EXPECT_EQ(simulation.start_events()[1].kind, EventKind::Hold);
}

// The upper link is stopped, and the lower one swings on: into its own stop, which it was about to
// leave. Nobody looks again before the next step, so the impact itself must know that stop.
TEST(Limits, StopWhatAnImpactDrivesBackInTheInstantInWhichItLeaves) {
  ModelBuilder builder;
  BodyId parent = builder.world();
  for (const char* const name : {"upper", "lower"}) {
    JointSpec spec = revolute(name, Eigen::Vector3d::UnitY());
    spec.position_lower = Eigen::VectorXd::Zero(1);
    const BodyId link =
        builder.add_body(std::string(name) + " link",
                         Transform<double>::at({0, 0, -0.5}) * solid_cylinder_z(1.0, 0.05, 1.0));
    builder.add_joint(spec, parent, link,
                      Transform<double>::at({0, 0, parent.index == 0 ? 0.0 : -1.0}));
    parent = link;
  }
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  setup.v = Eigen::Vector2d(-1.0, 0.2);
  for (const ContactMethod method : {ContactMethod::Events, ContactMethod::Stepping})
    for (const ImpactOrder order : {ImpactOrder::Simultaneous, ImpactOrder::Sequential})
      for (const double e : {0.0, 0.5}) {
        setup.contact_options.method = method, setup.contact_options.order = order;
        setup.limits.restitution = Eigen::Vector2d(0.0, e);
        Simulation simulation(setup);
        EXPECT_EQ(simulation.state().v[0], 0.0);
        EXPECT_GE(simulation.state().v[1], 0.0);
        double beyond = 0.0;
        RunObserver observer;
        observer.sample_interval = 1e-4;
        observer.sample = [&](const State& s) { beyond = std::max(beyond, -s.q.minCoeff()); };
        simulation.advance(0.05, observer);
        EXPECT_LE(beyond, 1e-12);
        EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0, 1e-6);
      }
}

// Dry friction that cannot hold lets go within a time step, and the stop is met in the same one.
TEST(Limits, AreMetInTheTimeStepInWhichDryFrictionLetsGo) {
  static constexpr double friction = 4.0;
  constexpr double height = 1e-4;
  SimulationSetup setup = slider(
      [](JointSpec& spec) {
        spec.position_lower = Eigen::VectorXd::Zero(1);
        spec.coulomb_friction = Eigen::VectorXd::Constant(1, friction);
      },
      height, 0.0);
  setup.limits.restitution = Eigen::VectorXd::Constant(1, 0.5);
  setup.contact_options.method = ContactMethod::Stepping, setup.contact_options.step = 0.02;
  Simulation simulation(setup);
  double beyond = 0.0;
  std::vector<SimulationEvent> hits;
  RunObserver observer;
  observer.sample_interval = 1e-4;
  observer.sample = [&](const State& s) { beyond = std::max(beyond, -s.q[0]); };
  observer.event = [&](const SimulationEvent& e) {
    if (e.kind == EventKind::Limit) hits.push_back(e);
  };
  simulation.advance(0.1, observer);
  ASSERT_GE(hits.size(), 1u);
  const double a = gravity - friction / slider_mass;
  EXPECT_NEAR(hits[0].t, std::sqrt(2.0 * height / a), 1e-12);
  EXPECT_NEAR(hits[0].v_before, -std::sqrt(2.0 * height * a), 1e-12);
  EXPECT_NEAR(hits[0].v_after, -0.5 * hits[0].v_before, 1e-14);
  EXPECT_LE(beyond, 1e-12);
}

// A chain thrown into narrow limits: all laws at every event.
TEST(Limits, ObeyTheLawsOfImpactInAChain) {
  ModelBuilder builder;
  BodyId parent = builder.world();
  for (int i = 1; i <= 5; ++i) {
    JointSpec spec = revolute("joint" + std::to_string(i), Eigen::Vector3d::UnitY());
    spec.position_lower = Eigen::VectorXd::Constant(1, -0.3);
    spec.position_upper = Eigen::VectorXd::Constant(1, 0.4);
    spec.damping = Eigen::VectorXd::Constant(1, 0.05);
    const BodyId link =
        builder.add_body("link" + std::to_string(i),
                         Transform<double>::at({0, 0, 0.5}) * solid_cylinder_z(1.0, 0.05, 1.0));
    builder.add_joint(spec, parent, link,
                      Transform<double>::at({0, 0, parent.index == 0 ? 0.0 : 1.0}));
    parent = link;
  }
  for (const double e : {0.0, 0.6}) {
    SimulationSetup setup;
    setup.model = std::make_shared<Model>(builder.build());
    setup.v = Eigen::VectorXd::LinSpaced(5, -2.0, 3.0);
    setup.limits.restitution = Eigen::VectorXd::Constant(5, e);
    Simulation simulation(setup);
    RunObserver observer;
    int hits = 0;
    observer.event = [&](const SimulationEvent& event) {
      if (event.kind != EventKind::Limit) return;
      ++hits;
      EXPECT_GE(event.energy_lost, -1e-12);
      EXPECT_LE(event.v_before * event.v_after, 0.0) << event.name << " goes on through its stop";
    };
    double beyond = 0.0;
    Evaluation at;
    observer.step = [&](const State& s) {
      beyond = std::max({beyond, (s.q.array() - 0.4).maxCoeff(), (-0.3 - s.q.array()).maxCoeff()});
      simulation.evaluate(s, at);
      for (int k = 0; k < 5; ++k) {
        const double effort = simulation.limit_effort(s, at, k);
        const int side = find_modes<CoordinateModes>(s)[static_cast<std::size_t>(k)].limit;
        EXPECT_LE(side * at.reaction[k], 1e-7) << "a stop pulls";
        EXPECT_LE(side * effort, 0.0);
      }
      return true;
    };
    simulation.advance(5.0, observer);
    EXPECT_GT(hits, 5);
    std::printf("[ measured ] five links, e = %.1f: %d hits, beyond a limit by %.1e rad\n", e, hits,
                beyond);
    EXPECT_LE(beyond, 1e-12);
    const EnergyBalance energy = simulation.energy(simulation.state());
    EXPECT_LE(std::abs(energy.balance), 1e-8 * (energy.dissipated + energy.impact));
  }
}

}  // namespace
}  // namespace catena::test
