// Steps of piles (catena/sim/pile_step.hpp) beside general ones, and how their work grows.

#include <gtest/gtest.h>

#include <random>

#include "catena/contact/contact_group.hpp"
#include "catena/sim/time_stepper.hpp"
#include "tests/touching/free_scene.hpp"

namespace catena {
namespace {

FreeScene empty_scene(double tolerance) {
  FreeScene scene;
  scene.setup.shape_contacts.ground = true;
  scene.setup.contact_options.tolerance = tolerance;
  return scene;
}

SimulationSetup in_general(SimulationSetup setup) {
  setup.contact_options.compact = false;
  return setup;
}

double farthest(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return (a - b).lpNorm<Eigen::Infinity>();
}

// What all contacts with the ground carry, N.
double weight_on_ground(FreeRun& run) {
  const State& state = run.simulation.state();
  double sum = 0.0;
  run.simulation.observed().observe(state);
  const ContactGroup* const group = run.simulation.observed().group<ContactGroup>();
  for (const StepReaction& reaction : state.reactions) {
    const auto [a, b] = group->shapes()->shapes_of(reaction.key.item);
    if (group->shapes()->body_of(a) == world_body || group->shapes()->body_of(b) == world_body)
      sum += std::abs(reaction.force[2]);
  }
  return sum;
}

FreeScene boxes_on_each_other() {
  FreeScene scene = empty_scene(1e-6);
  for (int i = 0; i < 6; ++i)
    scene.add(box_shape({0.2, 0.2, 0.2}), 1.0, {0.01 * (i % 2), 0.3 * (i / 3), 0.1 + 0.2 * (i % 3)},
              {0, 0, 0.1 * i});
  return scene;
}

TEST(PileSteps, WhatStandsStays) {
  FreeScene scene = boxes_on_each_other();
  FreeRun pile(scene.finish()), general(in_general(scene.finish()));
  const Eigen::VectorXd start = pile.simulation.state().q;
  pile.to(0.5), general.to(0.5);
  EXPECT_LT(farthest(pile.simulation.state().q, start), 1e-6);
  EXPECT_LT(farthest(general.simulation.state().q, start), 1e-6);
  EXPECT_NEAR(weight_on_ground(pile), 6 * 9.81, 1e-3 * 6 * 9.81);
  EXPECT_NEAR(weight_on_ground(general), 6 * 9.81, 1e-3 * 6 * 9.81);
  EXPECT_LT(pile.speed(), 1e-4);
}

// Sweeps pass the weight of something heavy down a stack of light boxes by a little each. Where
// they end before that is done, the general method makes the step: the ground carries all.
TEST(PileSteps, WhatSweepsDoNotSolveIsSolvedOtherwise) {
  for (const auto& [count, tolerance] : {std::pair{5, 1e-6}, {10, 1e-6}, {10, 1e-4}}) {
    SCOPED_TRACE(testing::Message() << count << " boxes to " << tolerance << " m");
    FreeScene scene = empty_scene(tolerance);
    for (int i = 0; i < count; ++i)
      scene.add(box_shape({0.2, 0.2, 0.2}), i + 1 == count ? 1000.0 : 1.0,
                {0.02 * (i % 2), 0, 0.1 + 0.2 * i});
    FreeRun pile(scene.finish()), general(in_general(scene.finish()));
    const Eigen::VectorXd start = pile.simulation.state().q;
    pile.to(0.1), general.to(0.1);
    const double moved = farthest(pile.simulation.state().q, start),
                 in_general_steps = farthest(general.simulation.state().q, start);
    const double weight = 9.81 * (1000.0 + count - 1.0), carried = weight_on_ground(pile);
    std::printf(
        "[ measured ] %d boxes to %g m: moved %.1e m, by general steps %.1e m, %.2g of the "
        "weight missing\n",
        count, tolerance, moved, in_general_steps, 1.0 - carried / weight);
    EXPECT_LT(moved, 2.0 * in_general_steps + tolerance);
    EXPECT_NEAR(carried, weight, 1e-2 * weight);
  }
}

// Ten boxes under one of 10 kg stand, whatever the tolerance is: no contact may give way by all of
// it, and least of all each of them. (Sweeps that ended where one changed velocities by a part of
// the tolerance per step let the top sink by 0.37 mm at 1e-4 m.)
TEST(PileSteps, ALargeToleranceIsNoLicenceToSink) {
  for (const double tolerance : {1e-4, 1e-5, 1e-6}) {
    SCOPED_TRACE(testing::Message() << tolerance << " m");
    FreeScene scene = empty_scene(tolerance);
    for (int i = 0; i < 10; ++i)
      scene.add(box_shape({0.2, 0.2, 0.2}), i == 9 ? 10.0 : 1.0,
                {0.02 * (i % 2), 0, 0.1 + 0.2 * i});
    FreeRun run(scene.finish());
    const Eigen::VectorXd start = run.simulation.state().q;
    run.to(2.0);
    const double moved = farthest(run.simulation.state().q, start);
    std::printf("[ measured ] ten boxes under 10 kg to %g m, 2 s: moved %.1e m\n", tolerance,
                moved);
    EXPECT_LT(moved, 2.5e-5);
    EXPECT_LT(run.overlap(), 1e-6);
    EXPECT_LT(run.speed(), 2e-4);
  }
}

// Friction 0.5 stops 1 m/s after 0.2039 s: x = v t - mu g t^2 / 2 until then.
TEST(PileSteps, WhatSlidesIsOfSecondOrder) {
  FreeScene scene = empty_scene(1e-6);
  for (int i = 0; i < 4; ++i)
    scene.add(box_shape({0.2, 0.2, 0.1}), 1.0, {0, 0.4 * i, 0.05}, {0, 0, 0}, {0, 0, 0}, {1, 0, 0});
  FreeRun pile(scene.finish()), general(in_general(scene.finish()));
  pile.to(0.1), general.to(0.1);
  const double x = 0.1 - 0.25 * 9.81 * 0.01;
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(pile.simulation.state().q[7 * i + 4], x, 2e-6);
    EXPECT_NEAR(pile.simulation.state().v[6 * i + 3], 1.0 - 0.5 * 9.81 * 0.1, 2e-5);
  }
  EXPECT_LT(farthest(pile.simulation.state().q, general.simulation.state().q), 2e-6);
  EXPECT_LT(std::abs(pile.energy().balance), 1e-9);
  pile.to(0.3);
  EXPECT_NEAR(pile.simulation.state().q[4], 1.0 / 9.81, 1e-5);
  EXPECT_LT(pile.speed(), 1e-4);
}

// Bricks, whose moments of inertia differ, fall flat onto others that lie. They end where general
// steps leave them, and what was lost is what they had.
TEST(PileSteps, WhatFallsComesToRest) {
  FreeScene scene = empty_scene(1e-6);
  for (int i = 0; i < 4; ++i) {
    scene.add(box_shape({0.3, 0.2, 0.1}), 2.0, {0, 0.4 * i, 0.05});
    scene.add(box_shape({0.2, 0.2, 0.1}), 1.0, {0.02, 0.4 * i, 0.2});
  }
  FreeRun pile(scene.finish()), general(in_general(scene.finish()));
  pile.to(0.4), general.to(0.4);
  EXPECT_LT(farthest(pile.simulation.state().q, general.simulation.state().q), 3e-6);
  EXPECT_LT(pile.speed(), 1e-4);
  EXPECT_LT(pile.overlap(), 1e-6);
  const EnergyBalance energy = pile.energy();
  EXPECT_LT(std::abs(energy.balance), 1e-7);
  EXPECT_NEAR(energy.impact + energy.dissipated, 4 * 9.81 * 0.05, 1e-3);
}

// Bricks that tumble onto each other: the ledger explains all, whatever their moments of inertia.
TEST(PileSteps, TheLedgerExplainsWhatTumbles) {
  FreeScene scene = empty_scene(1e-5);
  for (int i = 0; i < 12; ++i)
    scene.add(box_shape({0.3, 0.2, 0.1}), 2.0, {0.1 * (i % 2), 0.25 * (i % 3), 0.2 + 0.3 * (i / 3)},
              {0.3 * (i % 4), 0.2 * (i % 3), 0.1 * i}, {2.0, -1.0 * (i % 2), 3.0});
  FreeRun run(scene.finish());
  double deepest = 0.0;
  for (int i = 1; i <= 6; ++i) {
    run.to(0.1 * i);
    deepest = std::max(deepest, run.overlap());
  }
  EXPECT_LT(deepest, 1e-5);
  // What steps gain is not taken from what others lose: 2e-5 of the energies.
  EXPECT_LT(std::abs(run.energy().balance), 4e-5 * 24.0 * 9.81);
}

struct NoSamples final : Samples {
  double next(double) const override { return 1e300; }
  double close() const override { return 0.0; }
  void take(const State&) override {}
};

FreeScene tumbling_boxes(int columns, int layers) {
  FreeScene scene = empty_scene(1e-5);
  std::mt19937_64 random(7);
  const auto draw = [&](double size) {
    return size * (2.0 * std::ldexp(static_cast<double>(random() >> 11), -53) - 1.0);
  };
  for (int k = 0; k < layers; ++k)
    for (int i = 0; i < columns; ++i)
      for (int j = 0; j < columns; ++j)
        scene.add(box_shape({0.2, 0.2, 0.2}), 1.0,
                  {0.24 * i + draw(0.02), 0.24 * j + draw(0.02), 0.15 + 0.3 * k},
                  {draw(0.2), draw(0.2), draw(0.2)});
  return scene;
}

// A run goes on bit for bit from its state, which a file may have kept.
TEST(PileSteps, GoOnFromAState) {
  FreeScene scene = tumbling_boxes(3, 2);
  FreeRun run(scene.finish()), other(scene.finish());
  run.to(0.25);
  other.simulation.restore(run.simulation.state());
  run.to(0.35), other.to(0.35);
  EXPECT_EQ(run.simulation.state().q, other.simulation.state().q);
  EXPECT_EQ(run.simulation.state().v, other.simulation.state().v);
  EXPECT_LT(run.overlap(), 1e-5);
}

// Nothing overlaps by more than the tolerance after any step, also where boxes strike each other;
// and all that lies ends at rest, without any velocity that is left.
TEST(PileSteps, KeepToTheToleranceAndComeToRest) {
  FreeScene scene = tumbling_boxes(3, 3);
  scene.setup.contact_options.tolerance = 1e-6;
  FreeRun run(scene.finish());
  double deepest = 0.0;
  for (int i = 1; i <= 600; ++i) {
    run.to(1e-3 * i);
    deepest = std::max(deepest, run.overlap());
  }
  EXPECT_LE(deepest, 1e-6);
  run.to(2.5);
  EXPECT_LT(run.overlap(), 1e-6);
  EXPECT_EQ(run.speed(), 0.0);
  const Eigen::VectorXd lies = run.simulation.state().q;
  run.to(3.0);
  EXPECT_EQ(run.simulation.state().q, lies);
  EXPECT_LT(std::abs(run.energy().balance), 1.5e-4);
}

// What hardly moves stays, but what is pushed goes: boxes on a slope that is steeper by 1e-3 in mu
// than friction holds slide as far as they should. a = g cos(slope) (tan(slope) - mu) adds 9e-6 m/s
// in a step, less than twice what sweeps may leave.
TEST(PileSteps, WhatGathersSpeedGoes) {
  FreeScene scene = empty_scene(1e-6);
  const double slope = std::atan(0.501), g = 9.81;
  scene.builder.set_gravity({g * std::sin(slope), 0, -g * std::cos(slope)});
  for (int i = 0; i < 4; ++i) scene.add(box_shape({0.2, 0.2, 0.1}), 1.0, {0, 0.4 * i, 0.05});
  FreeRun run(scene.finish());
  run.to(1.0);
  const double way = 0.5 * g * std::cos(slope) * 1e-3;
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(run.simulation.state().q[7 * i + 4], way, 0.02 * way);
}

// What steps do until bodies lie on each other.
PileWork work_of(int columns, int layers, double t_end) {
  FreeScene scene = tumbling_boxes(columns, layers);
  Simulation simulation(scene.finish());
  MotionEquations equations(simulation.setup());
  TimeStepper stepper(equations, nullptr, 0.0, 1e-3);
  State state = simulation.state();
  NoSamples samples;
  std::vector<SimulationEvent> events;
  while (state.t < t_end - 1e-9) {
    stepper.step(state, t_end, samples, events);
    events.clear();
  }
  EXPECT_NE(stepper.pile_work(), nullptr);
  return stepper.pile_work() != nullptr ? *stepper.pile_work() : PileWork{};
}

// Work is counted, not timed: contacts that sweeps have solved, points of regions, and rows along
// which positions were put back. Per contact it grows by less than bodies^0.2; contacts grow a
// little faster than bodies, since fewer of these are at the edge of the pile.
TEST(PileSteps, WorkGrowsLittleFasterThanBodies) {
  const auto per_contact = [](const PileWork& work) {
    EXPECT_GT(work.steps, 100);
    return static_cast<double>(work.visits + work.points + work.put_back) /
           static_cast<double>(work.contacts);
  };
  const PileWork few = work_of(3, 3, 0.4), many = work_of(6, 3, 0.4);
  EXPECT_LT(per_contact(many) / per_contact(few), std::pow(4.0, 0.2));
  const auto contacts_per_step = [](const PileWork& work) {
    return static_cast<double>(work.contacts) / static_cast<double>(work.steps);
  };
  EXPECT_LT(contacts_per_step(many) / contacts_per_step(few), std::pow(4.0, 1.2));
}

}  // namespace
}  // namespace catena
