// Ordinary scenes with contact that once stopped a run: they run to their end, explain their
// energy, and lift off when they should.

#include <filesystem>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/energy_watch.hpp"
#include "tests/stepping/boxes.hpp"

namespace catena::test {
namespace {

struct Ran {
  std::vector<SimulationEvent> events;
  double unexplained = 0.0;  // of what was exchanged
  bool is_trusted = false;
  State end;
};

Ran run_fault(const std::string& path, double duration) {
  const Scenario scenario = load_scenario(path);
  Simulation simulation(scenario.setup);
  EnergyWatch watch(scenario.setup);
  Ran out;
  RunObserver observer;
  observer.sample_interval = 0.01;
  observer.sample = [&](const State& state) { watch.see(simulation, state); };
  observer.event = [&](const SimulationEvent& e) { out.events.push_back(e); };
  simulation.advance(duration > 0.0 ? duration : scenario.duration, observer);
  out.unexplained = watch.exchanged() > 0.0 ? watch.unexplained() / watch.exchanged() : 0.0;
  out.is_trusted = watch.verdict() == EnergyWatch::Verdict::Explained;
  out.end = simulation.state();
  return out;
}

std::string fault(const std::string& name) {
  return CATENA_SHARED_DIR "/cases/faults/" + name + ".yaml";
}

class Faults : public testing::TestWithParam<std::pair<const char*, double>> {};
INSTANTIATE_TEST_SUITE_P(OfContact, Faults,
                         testing::Values(std::pair{"ragdoll_coincident", 0.0},
                                         std::pair{"ragdoll_chatters", 0.0},
                                         std::pair{"twenty_hinges_with_stops", 1.0},
                                         std::pair{"stuck_wheels_swallow_energy", 0.3},
                                         std::pair{"chatter_clutch_disengage", 0.0},
                                         std::pair{"slider_crank_clearance", 0.0},
                                         std::pair{"same_point_twice", 0.0},
                                         std::pair{"equal_limits_start_outside", 0.0}),
                         [](const auto& scene) { return std::string(scene.param.first); });

TEST_P(Faults, RunToTheirEnd) {
  const auto& [name, duration] = GetParam();
  if (!std::filesystem::exists(fault(name))) GTEST_SKIP() << "needs " << fault(name);
  const Ran ran = run_fault(fault(name), duration);
  std::printf("[ measured ] %s: %zu events, unexplained %.1e\n", name, ran.events.size(),
              ran.unexplained);
  // Its first steps go by time steps, whose energies are not explained as events promise: 2e-4.
  const bool is_rough = name == std::string("stuck_wheels_swallow_energy");
  EXPECT_EQ(ran.is_trusted, !is_rough);
  EXPECT_LT(ran.unexplained, 1e-3);
}

TEST(LiftOff, IsAtTheExactTime) {
  for (const auto& [name, t, count] : {std::tuple{"lift_box_four_corners", gravity / 30.0, 4U},
                                       {"lift_separate_balls", gravity / 10.0, 2U},
                                       {"chatter_lift_block_two_feet", gravity / 20.0, 2U}}) {
    if (!std::filesystem::exists(fault(name))) GTEST_SKIP() << "needs " << fault(name);
    const Ran ran = run_fault(fault(name), 0.0);
    const auto lifts = of_kind(ran.events, EventKind::Lift);
    ASSERT_EQ(lifts.size(), count) << name;
    for (const SimulationEvent& lift : lifts) EXPECT_NEAR(lift.t, t, 1e-9) << name;
    EXPECT_LT(ran.unexplained, 1e-9) << name;
  }
}

// Wheels that roll on ways of their own until they do not fit together.
TEST(Locks, AreSeenByTimeStepsToo) {
  const std::string path = fault("rolling_lock_swallows_energy");
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "needs " << path;
  SimulationSetup setup = load_scenario(path).setup;
  setup.contact_options.method = ContactMethod::Stepping;
  Simulation simulation(setup);
  const auto locks = of_kind(events_of(simulation, 2.0), EventKind::Lock);
  double lost = 0.0;
  for (const SimulationEvent& lock : locks) lost += lock.energy_lost;
  std::printf("[ measured ] %zu locks take %.6g J, unexplained %.1e J\n", locks.size(), lost,
              simulation.energy(simulation.state()).balance);
  EXPECT_GE(locks.size(), 1U);
  EXPECT_NEAR(lost, 4950.0, 50.0);
  EXPECT_LT(std::abs(simulation.energy(simulation.state()).balance), 1e-4 * 4950.0);
}

// Both stops of a joint at one place hold it there, whatever pushes.
TEST(EqualLimits, HoldAJoint) {
  for (const ContactMethod method : {ContactMethod::Events, ContactMethod::Stepping}) {
    ModelBuilder builder;
    builder.set_gravity({0, 0, -gravity});
    const BodyId first = builder.add_body("first", solid_box(1.0, {0.1, 0.1, 1.0}));
    const BodyId second = builder.add_body("second", solid_box(1.0, {0.1, 0.1, 1.0}));
    builder.add_joint(revolute("swing", {0, 1, 0}), builder.world(), first);
    JointSpec joint = revolute("fixed", {0, 1, 0});
    joint.position_lower = joint.position_upper = 0.5;
    builder.add_joint(joint, first, second,
                      Transform<double>{Mat3<double>::identity(), {0, 0, 0.5}});
    SimulationSetup setup;
    setup.model = std::make_shared<Model>(builder.build());
    setup.q = numbers({1.0, 0.0}), setup.v = numbers({2.0, 3.0});
    setup.limits.restitution = numbers({0.0, 1.0});
    setup.contact_options.method = method;
    Simulation simulation(setup);
    EXPECT_EQ(simulation.state().q[1], 0.5);
    EXPECT_EQ(simulation.state().v[1], 0.0);
    std::vector<SimulationEvent> events;
    RunObserver observer;
    observer.event = [&](const SimulationEvent& e) { events.push_back(e); };
    observer.step = [](const State& state) { return state.q[1] == 0.5 && state.v[1] == 0.0; };
    EXPECT_TRUE(simulation.advance(3.0, observer));  // it swings right round
    EXPECT_LE(events.size(), 1U);
    EXPECT_NEAR(simulation.energy(simulation.state()).balance, 0.0,
                method == ContactMethod::Events ? 1e-9 : 1e-3);
  }
}

}  // namespace
}  // namespace catena::test
