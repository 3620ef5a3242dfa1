// Bodies that rest on each other sleep until something touches them, and go on as if they had not.

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "catena/contact/contact_modes.hpp"
#include "catena/contact/sleep_record.hpp"
#include "catena/scenario/scenario.hpp"
#include "tests/support/checkpoints.hpp"
#include "tests/touching/free_scene.hpp"

namespace catena::test {
namespace {

const SleepRecord& record_of(const State& state) {
  return find_modes<SleepRecord>(state);
}

std::vector<int> awake(const State& state) {
  std::vector<int> out;
  const std::vector<SleepRecord::Tree>& trees = record_of(state).trees;
  for (std::size_t t = 0; t < trees.size(); ++t)
    if (!trees[t].asleep) out.push_back(static_cast<int>(t));
  return out;
}

FreeScene scene_with_floor(bool sleeps) {
  FreeScene scene;
  scene.setup.shape_contacts.ground = true;
  scene.setup.contact_options.sleep_islands = sleeps;
  return scene;
}

void add_stack(FreeScene& scene, int boxes, double x, double y) {
  for (int k = 0; k < boxes; ++k)
    scene.add(box_shape({0.1, 0.1, 0.1}), 1.0, {x, y, 0.05 + 0.1 * k});
}

// Fifty stacks of two, and a ball that falls beside the middle of one of them.
FreeScene fifty_stacks(bool sleeps) {
  FreeScene scene = scene_with_floor(sleeps);
  for (int i = 0; i < 50; ++i) add_stack(scene, 2, 0.3 * (i % 10), 0.3 * (i / 10));
  scene.add(sphere_shape(0.05), 2.0, {0.3 * 7 + 0.03 - 0.3 * 0.49, 0.3, 0.25 + 1.2}, {0, 0, 0},
            {0, 0, 0}, {0.3, 0, 0});
  return scene;
}

TEST(SleepingIslands, OnlyTheStackThatIsHitWakes) {
  FreeRun with(fifty_stacks(true).finish()), without(fifty_stacks(false).finish());
  with.to(0.45);
  EXPECT_EQ(awake(with.simulation.state()), std::vector<int>({100}));
  with.to(0.55);
  EXPECT_EQ(awake(with.simulation.state()), std::vector<int>({34, 35, 100}));
  without.to(0.55);
  const State &a = with.simulation.state(), &b = without.simulation.state();
  const double off = (a.q - b.q).lpNorm<Eigen::Infinity>(),
               fast = (a.v - b.v).lpNorm<Eigen::Infinity>();
  std::printf("[ measured ] a stack of fifty is hit: positions differ by %.1e m, velocities %.1e\n",
              off, fast);
  // Impulses are found to a residual of 1e-8 in islands of this size.
  EXPECT_LT(off, 1e-8);
  EXPECT_LT(fast, 1e-6);
  EXPECT_GT(b.v.lpNorm<Eigen::Infinity>(), 0.01);  // something happens
  EXPECT_NEAR(with.energy().balance, without.energy().balance, 1e-9);
}

// A box that lands on a stack that sleeps, flat: all come to rest, and sleep together.
TEST(SleepingIslands, ABoxIsDroppedOntoASleepingStack) {
  const auto run = [](bool sleeps) {
    FreeScene scene = scene_with_floor(sleeps);
    add_stack(scene, 3, 0.0, 0.0);
    scene.add(box_shape({0.1, 0.1, 0.1}), 1.0, {0.01, 0.0, 0.35 + 0.5});
    return FreeRun(scene.finish());
  };
  FreeRun with = run(true), without = run(false);
  with.to(0.3);
  EXPECT_EQ(awake(with.simulation.state()), std::vector<int>({3}));
  with.to(0.34), without.to(0.34);
  EXPECT_EQ(awake(with.simulation.state()).size(), 4u);
  EXPECT_LT((with.simulation.state().q - without.simulation.state().q).lpNorm<Eigen::Infinity>(),
            1e-9);
  with.to(0.9), without.to(0.9);
  EXPECT_TRUE(awake(with.simulation.state()).empty());
  EXPECT_LT((with.simulation.state().q - without.simulation.state().q).lpNorm<Eigen::Infinity>(),
            1e-9);
  EXPECT_LT(with.overlap(), 1e-9);
}

// While they sleep nothing changes, not by a bit; forces are still there for who looks.
TEST(SleepingIslands, NothingMovesInTenMinutes) {
  FreeScene scene = scene_with_floor(true);
  add_stack(scene, 3, 0.0, 0.0), add_stack(scene, 1, 0.5, 0.0);
  FreeRun run(scene.finish());
  run.to(0.5);
  ASSERT_TRUE(awake(run.simulation.state()).empty());
  const State before = run.simulation.state();
  const EnergyBalance energy = run.energy();
  run.to(600.0);
  const State& after = run.simulation.state();
  EXPECT_EQ(after.q, before.q);
  EXPECT_EQ(after.v, before.v);
  EXPECT_EQ(after.spent, before.spent);
  EXPECT_EQ(run.energy().balance, energy.balance);
  double lowest = 0.0;
  RunObserver observer;
  observer.touch = [&](const TouchReport& report) {
    if (report.a.index == 1 && report.b.index == 0) lowest = report.touch.force.z;
  };
  run.simulation.advance(600.002, observer);
  EXPECT_NEAR(lowest, 3.0 * 9.81, 1e-6);
}

// The same while something else moves: a pendulum, whose steps are computed.
TEST(SleepingIslands, NothingMovesBesideAPendulum) {
  FreeScene scene = scene_with_floor(true);
  add_stack(scene, 3, 0.0, 0.0);
  const BodyId bob =
      scene.builder.add_body("bob", Transform<double>::at({0, 0, -0.3}) * solid_sphere(1.0, 0.05));
  scene.builder.add_joint(revolute("hinge", Eigen::Vector3d::UnitY()), world_body, bob,
                          Transform<double>::at({2, 0, 1}), Transform<double>::identity());
  scene.q.push_back(0.5), scene.v.push_back(0.0);
  FreeRun run(scene.finish());
  run.to(0.5);
  ASSERT_EQ(awake(run.simulation.state()), std::vector<int>({3}));
  const State before = run.simulation.state();
  run.to(3.0);
  EXPECT_EQ(run.simulation.state().q.head(21), before.q.head(21));
  EXPECT_TRUE(run.simulation.state().v.head(18).isZero(0.0));
  EXPECT_NE(run.simulation.state().q[21], before.q[21]);
  EXPECT_EQ(run.simulation.state().reactions.size(), before.reactions.size());
}

TEST(SleepingIslands, ACheckpointOfWhatSleepsGoesOnWithTheSameBits) {
  const SimulationSetup setup = [] {
    FreeScene scene = scene_with_floor(true);
    for (int i = 0; i < 4; ++i) add_stack(scene, 2, 0.3 * i, 0.0);
    scene.add(sphere_shape(0.05), 2.0, {0.33, 0.0, 0.25 + 0.6});
    return scene.finish();
  }();
  for (const double at : {0.1, 0.3}) {  // while they rest but do not sleep, and while they sleep
    Simulation whole(setup), again(setup);
    whole.advance(at);
    EXPECT_EQ(awake(whole.state()).size(), at < 0.2 ? 9u : 1u);
    again.restore(through_text(whole.state(), setup));
    whole.advance(0.45), again.advance(0.45);
    EXPECT_EQ(again.state().q, whole.state().q);
    EXPECT_EQ(again.state().v, whole.state().v);
    EXPECT_EQ(awake(again.state()), awake(whole.state()));
    EXPECT_EQ(awake(whole.state()).size(), 3u);
  }
}

// Who changes a state, or pulls, wakes what he touches.
TEST(SleepingIslands, AChangeOfTheStateWakes) {
  FreeScene scene = scene_with_floor(true);
  add_stack(scene, 2, 0.0, 0.0), add_stack(scene, 2, 0.5, 0.0);
  Simulation simulation(scene.finish());
  simulation.advance(0.4);
  ASSERT_TRUE(awake(simulation.state()).empty());
  State changed = simulation.state();
  changed.v[6 + 3] = 0.3;  // the upper box of the first stack
  simulation.restore(changed);
  simulation.advance(0.402);
  EXPECT_EQ(awake(simulation.state()), std::vector<int>({0, 1}));
  changed.v[6 + 3] = 0.0, changed.q[7 * 3 + 6] += 0.001;  // the upper one of the second is lifted
  simulation.restore(changed);
  simulation.advance(0.402);
  EXPECT_EQ(awake(simulation.state()), std::vector<int>({2, 3}));
}

TEST(SleepingIslands, APullWakes) {
  const auto run = [](bool sleeps) {
    FreeScene scene = scene_with_floor(sleeps);
    scene.setup.may_be_pulled = true;
    add_stack(scene, 2, 0.0, 0.0), add_stack(scene, 1, 0.5, 0.0);
    Simulation simulation(scene.finish());
    simulation.advance(0.4);
    if (sleeps) {
      EXPECT_TRUE(awake(simulation.state()).empty());
    }
    simulation.pull(Pull{BodyId{2}, {0, 0, 0}, {0.1, 0, 0.15}, 200.0, 5.0});
    simulation.advance(0.6);
    return simulation.state();
  };
  const State with = run(true), without = run(false);
  EXPECT_GT(with.q[7 + 4], 0.01);
  EXPECT_LT((with.q - without.q).lpNorm<Eigen::Infinity>(), 1e-8);
}

// A weight on a hinge above a stack that sleeps: it is cut loose.
TEST(SleepingIslands, ACutWakes) {
  const auto run = [](bool sleeps) {
    FreeScene scene = scene_with_floor(sleeps);
    add_stack(scene, 2, 0.0, 0.0);
    const BodyId weight = scene.builder.add_body("weight", solid_sphere(1.0, 0.05));
    scene.builder.add_shape(weight, sphere_shape(0.05));
    scene.builder.add_joint(revolute("hook", Eigen::Vector3d::UnitY()), world_body, weight,
                            Transform<double>::at({0.02, 0, 0.4}), Transform<double>::identity());
    scene.q.push_back(0.0), scene.v.push_back(0.0);
    Simulation simulation(scene.finish());
    simulation.advance(0.4);
    if (sleeps) {
      EXPECT_EQ(awake(simulation.state()), std::vector<int>({2}));
    }
    simulation.cut("hook");
    simulation.advance(0.7);
    return simulation.state();
  };
  const State with = run(true), without = run(false);
  EXPECT_LT((with.q - without.q).lpNorm<Eigen::Infinity>(), 1e-7);
}

Scenario scenario_of(const std::string& text) {
  return compile(parse_mechanism(text, "s.yaml", ""));
}

const std::string boxes =
    "model:\n"
    "  bodies:\n"
    "    - {name: a, shapes: [{box: {sides: [0.1, 0.1, 0.1]}, mass: 1}]}\n"
    "    - {name: b, shapes: [{box: {sides: [0.1, 0.1, 0.1]}, mass: 1}]}\n"
    "  joints:\n"
    "    - {name: ja, kind: free, parent: world, child: a}\n"
    "    - {name: jb, kind: free, parent: world, child: b}\n";
const std::string starts =
    "initial:\n  ja: {q: {position: [0, 0, 0.05]}}\n  jb: {q: {position: [1, 0, 0.05]}}\n";

// A force that changes all the time, also one that is far too small to move anything; the other
// box sleeps.
TEST(SleepingIslands, AForceByFormulaKeepsAwake) {
  Simulation simulation(
      scenario_of("contact: {shapes: all, ground: true, friction: 0.5, sleep_islands: true}\n" +
                  boxes + "  forces: [{name: push, on: a, force: [2*t, 0, 0]}]\n" + starts)
          .setup);
  simulation.advance(1.0);
  EXPECT_EQ(awake(simulation.state()), std::vector<int>({0}));
  EXPECT_NEAR(simulation.state().q[4], 0.0, 1e-9);
  simulation.advance(3.0);  // 6 N against 4.9 N
  EXPECT_GT(simulation.state().q[4], 0.01);
  EXPECT_EQ(awake(simulation.state()), std::vector<int>({0}));
}

// The same for scenes as a whole, which ignored such a force once all was at rest; and forces at
// rest are those of the present.
TEST(SleepingScenes, AForceByFormulaKeepsAwake) {
  for (const char* const sleep : {"true", "false"}) {
    Simulation simulation(
        scenario_of(std::string("contact: {shapes: all, ground: true, friction: 0.5, sleep: ") +
                    sleep + "}\n" + boxes +
                    "  forces: [{name: push, on: a, force: [2*t, 0, 0]}]\n" + starts)
            .setup);
    double friction = 0.0;
    RunObserver observer;
    observer.touch = [&](const TouchReport& report) {
      if (report.a.index == 1) friction = report.touch.force.x;
    };
    simulation.advance(2.0, observer);
    EXPECT_NEAR(friction, -4.0, 0.01);
    simulation.advance(3.0);
    EXPECT_GT(simulation.state().q[4], 0.01) << sleep;
  }
}

// A parcel that leans on a stop of a belt rests, but the belt moves.
TEST(SleepingIslands, AConveyorKeepsAwake) {
  Simulation simulation(
      scenario_of(
          "contact: {shapes: all, ground: true, sleep_islands: true}\n" + boxes +
          "  contacts: [{name: c, point: {body: a, at: [0, 0, -0.05]}, plane: {at: [0, 0, 0]}, "
          "friction: 0.4, surface_velocity: [0.001*t, 0, 0]}]\n" +
          starts)
          .setup);
  simulation.advance(0.5);
  EXPECT_EQ(awake(simulation.state()), std::vector<int>({0}));
}

// With a tolerance; and steps per second of boxes that sleep beside one that does not.
TEST(SleepingIslands, APileSleeps) {
  FreeScene scene = scene_with_floor(true);
  scene.setup.contact_options.tolerance = 1e-5;
  for (int i = 0; i < 12; ++i)
    scene.add(box_shape({0.1, 0.1, 0.1}), 1.0,
              {0.11 * (i % 2) + 0.01 * (i / 4), 0.11 * (i / 2 % 2), 0.06 + 0.12 * (i / 4)});
  FreeRun run(scene.finish());
  run.to(1.5);
  EXPECT_TRUE(awake(run.simulation.state()).empty());
  EXPECT_LT(run.overlap(), 1e-5);
}

}  // namespace
}  // namespace catena::test
