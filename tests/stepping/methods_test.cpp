// Time steps against events, their order, checkpoints, and runs that change from one to the other.

#include "catena/record/state_file.hpp"
#include "tests/stepping/boxes.hpp"
#include "tests/support/checkpoints.hpp"

namespace catena::test {
namespace {

// A body that turns about all axes in flight.
SimulationSetup thrown(double step) {
  SimulationSetup setup =
      lone_body(free_joint("flight"), solid_box(1.0, {0.3, 0.2, 0.1}), {0, 0, -gravity},
                numbers({1, 0, 0, 0, 0, 0, 5}), numbers({3, -2, 4, 1, 2, 3}));
  setup.contacts = {on_plane("corner", only_body, {0.15, 0.1, 0.05}, 0.0, {})};
  setup.contact_options.step = step;
  return setup;
}

TEST(TimeSteps, AreOfSecondOrderInFlight) {
  const auto state_at_end = [](double step, ContactMethod method) {
    SimulationSetup setup = thrown(step);
    setup.contact_options.method = method;
    Simulation simulation(setup);
    simulation.advance(0.5);
    return simulation.state().q;
  };
  const Eigen::VectorXd exact = state_at_end(0.0, ContactMethod::Events);
  double before = 0.0;
  for (const double step : {4e-3, 2e-3, 1e-3}) {
    const double error =
        (state_at_end(step, ContactMethod::Stepping) - exact).lpNorm<Eigen::Infinity>();
    if (before > 0.0) {
      EXPECT_NEAR(before / error, 4.0, 0.1);
    }
    before = error;
  }
  EXPECT_LT(before, 1e-5);
}

// The first strike of a bouncing ball is located, and its rebound is that of the law.
TEST(TimeSteps, LocateImpacts) {
  SimulationSetup setup = lone_body(free_joint("flight"), solid_sphere(1.0, 0.1), {0, 0, -gravity},
                                    numbers({1, 0, 0, 0, 0, 0, 1.1}), Eigen::VectorXd::Zero(6));
  setup.contacts = {on_plane("ball", only_body, {0, 0, 0}, 0.1, {0.5, 0.0})};
  setup.contact_options.method = ContactMethod::Stepping;
  Simulation simulation(setup);
  std::vector<SimulationEvent> events;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& e) { events.push_back(e); };
  simulation.advance(0.8, observer);
  const auto impacts = of_kind(events, EventKind::Impact);
  ASSERT_EQ(impacts.size(), 1U);
  EXPECT_NEAR(impacts[0].t, std::sqrt(2.0 / gravity), 1e-12);
  EXPECT_NEAR(impacts[0].v_after, 0.5 * std::sqrt(2.0 * gravity), 1e-11);
  simulation.advance(3.0, observer);
  EXPECT_NEAR(simulation.state().q[6], 0.1, 1e-10);
  EXPECT_LT(simulation.state().v.lpNorm<Eigen::Infinity>(), 1e-12);
}

// What judges a run later, and what counts steps and events, is part of the state.
TEST(TimeSteps, ThatWereTakenOnceAreRememberedByACheckpoint) {
  const SimulationSetup setup = stack({1.0}, sloping_gravity(3 * degree), 0.5);
  Simulation simulation(setup);
  simulation.advance(0.01);
  State state = simulation.state();
  ASSERT_TRUE(state.has_stepped);
  // As after the change back to events.
  state.stepping = false, state.last_acceleration.resize(0);
  state.recent_steps = 7, state.counting_steps_since = 0.0095, state.quiet_since = 0.002;
  state.recent_events = 3, state.counting_since = 0.0099, state.recent_evaluations = 70;
  const State restored = through_text(state, setup);
  EXPECT_TRUE(restored.has_stepped);
  EXPECT_FALSE(restored.is_stepping());
  EXPECT_EQ(restored.recent_steps, 7);
  EXPECT_EQ(restored.recent_evaluations, 70);
  EXPECT_EQ(restored.counting_steps_since, 0.0095);
  EXPECT_EQ(restored.quiet_since, 0.002);
  EXPECT_EQ(restored.recent_events, 3);
  EXPECT_EQ(restored.counting_since, 0.0099);
}

// A chain of hinges that fall onto their stops all the time: more than events can follow.
SimulationSetup chain_with_stops(int links) {
  ModelBuilder builder;
  builder.set_gravity({0, 0, -gravity});
  BodyId parent = builder.world();
  for (int i = 0; i < links; ++i) {
    const std::string name = "link" + std::to_string(i);
    const Transform<double> middle{Mat3<double>::identity(), {0.05, 0.0, 0.0}};
    const BodyId body = builder.add_body(name, middle * solid_box(0.1, {0.1, 0.02, 0.02}));
    JointSpec joint = revolute(name, {0, 1, 0});
    joint.position_lower = -0.05, joint.position_upper = 0.05;
    builder.add_joint(joint, parent, body,
                      Transform<double>{Mat3<double>::identity(), {i == 0 ? 0.0 : 0.1, 0.0, 0.0}});
    parent = body;
  }
  SimulationSetup setup;
  setup.model = std::make_shared<Model>(builder.build());
  return setup;
}

// A run in one go, and one that is saved as text and restored on its way, are the same.
void expect_same_from_checkpoint(SimulationSetup setup, double saved, double end) {
  for (const ContactMethod method :
       {ContactMethod::Events, ContactMethod::Stepping, ContactMethod::Automatic}) {
    setup.contact_options.method = method;
    Simulation whole(setup), part(setup), restored(setup);
    whole.advance(saved);
    whole.advance(end);
    part.advance(saved);
    restored.restore(through_text(part.state(), setup));
    EXPECT_EQ(state_text(part), state_text(restored)) << static_cast<int>(method);
    restored.advance(end);
    EXPECT_EQ(state_text(whole), state_text(restored)) << static_cast<int>(method);
  }
}

TEST(Checkpoints, GoOnBitwiseInTheMiddleOfASticking) {
  expect_same_from_checkpoint(stack({1.0, 2.0, 1.0}, sloping_gravity(3 * degree), 0.5), 0.2, 0.4);
  SimulationSetup slides = stack({1.0, 2.0}, {0, 0, -gravity}, 0.5);
  slides.v[3] = 1.0, slides.v[9] = 0.8;  // stops after 0.2 s
  for (const double saved : {0.1, 0.25}) expect_same_from_checkpoint(slides, saved, 0.4);
}

// The same while hinges strike their stops, and `automatic` changes its method.
TEST(Checkpoints, GoOnBitwiseBetweenMethods) {
  const SimulationSetup setup = chain_with_stops(8);
  for (const double saved : {0.02, 0.1, 0.3}) {
    SimulationSetup automatic = setup;
    Simulation whole(automatic), part(automatic), restored(automatic);
    whole.advance(saved);
    whole.advance(0.5);
    part.advance(saved);
    restored.restore(through_text(part.state(), automatic));
    restored.advance(0.5);
    EXPECT_EQ(state_text(whole), state_text(restored)) << saved;
  }
}

// Samples are looks at a run and change nothing of it.
TEST(TimeSteps, AreTheSameWhoeverLooks) {
  SimulationSetup setup = stack({1.0, 2.0}, {0, 0, -gravity}, 0.5);
  setup.v[0] = 1.0, setup.v[3] = 1.0, setup.q[6] += 0.1, setup.q[13] += 0.1;
  Simulation alone(setup), watched(setup);
  alone.advance(0.5);
  RunObserver observer;
  observer.sample_interval = 3e-4;
  observer.sample = [](const State&) {};
  watched.advance(0.5, observer);
  EXPECT_EQ(state_text(alone), state_text(watched));
}

// Each evaluation by events solves for all forces of a stack at once; a single box is cheaper by
// events.
TEST(AutomaticMethod, ManyContactsAtRestGoByTimeSteps) {
  for (const std::size_t boxes : {1U, 2U, 7U, 10U}) {
    SimulationSetup setup = stack(std::vector<double>(boxes, 1.0), sloping_gravity(0.02), 0.5);
    setup.contact_options.method = ContactMethod::Automatic;
    Simulation simulation(setup), restored(setup);
    const Eigen::VectorXd start = simulation.state().q;
    simulation.advance(0.3);
    EXPECT_EQ(simulation.state().is_stepping(), boxes >= 7) << boxes;
    restored.restore(through_text(simulation.state(), setup));
    simulation.advance(0.6), restored.advance(0.6);
    EXPECT_EQ(simulation.state().is_stepping(), boxes >= 7) << boxes;
    EXPECT_LT((simulation.state().q - start).lpNorm<Eigen::Infinity>(), 1e-11) << boxes;
    EXPECT_EQ(state_text(restored), state_text(simulation)) << boxes;
  }
}

TEST(TimeSteps, KeepStopsAndCreateNoEnergy) {
  SimulationSetup setup = chain_with_stops(20);
  for (const ContactMethod method : {ContactMethod::Stepping, ContactMethod::Automatic}) {
    setup.contact_options.method = method;
    Simulation simulation(setup);
    const double start = simulation.energy(simulation.state()).stored();
    double beyond = 0.0, most = start;
    RunObserver observer;
    observer.step = [&](const State& state) {
      beyond = std::max(beyond, state.q.lpNorm<Eigen::Infinity>() - 0.05);
      return true;
    };
    observer.sample = [&](const State& state) {
      most = std::max(most, simulation.energy(state).stored());
    };
    observer.sample_interval = 0.01;
    simulation.advance(1.0, observer);
    EXPECT_LT(beyond, 1e-9);
    EXPECT_LT(most, start + 1e-6 * 2.0 * gravity);  // of m g L
  }
}

}  // namespace
}  // namespace catena::test
