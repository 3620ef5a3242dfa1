// What holds the object beside the hand is named, and counts where loads are resisted: bounds are
// not exceeded by pulls.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "catena/scenario/grasp_file.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/recorder.hpp"
#include "catena/sim/tried_pulls.hpp"

namespace catena {
namespace {

// Two fingers press a box of 2 kg with 4 N each, which is too little to carry it: friction is 0.5.
std::string box_on_ground(const std::string& more_bodies, const std::string& more) {
  return R"(
model:
  bodies:
    - {name: box, shapes: [{box: {sides: [0.1, 0.08, 0.1]}, mass: 2, material: cork}]}
    - {for: i in 1..2, name: finger$i, shapes: [{sphere: {radius: 0.02}, mass: 0.05, material: cork}]})" +
         more_bodies + R"(
  joints:
    - {name: move, kind: free, parent: world, child: box, at: [0, 0, 0.05]}
    - {name: press1, kind: prismatic, parent: world, child: finger1, axis: [1, 0, 0], at: [-0.07, 0, 0.05]}
    - {name: press2, kind: prismatic, parent: world, child: finger2, axis: [-1, 0, 0], at: [0.07, 0, 0.05]})" +
         more + R"(
motors:
  - {for: i in 1..2, joint: press$i, effort: 4}
contact: {shapes: all, ground: true, ground_material: cork, step: 1 ms, materials: {cork: {friction: 0.5}}}
grasps: [{object: box, hand: [finger1, finger2]}]
duration: 0.5
)";
}

struct BoxOnGround {
  explicit BoxOnGround(const std::string& text)
      : scenario(parse_scenario(text, "box.yaml", CATENA_SOURCE_DIR)), simulation(scenario.setup) {
    Recorder recorder(simulation, scenario.record);
    simulation.advance(scenario.duration);
    recorder.row(simulation.state());
    saved = saved_grasp(simulation, recorder, simulation.state(), 0);
    grasp = judge(saved);
  }

  Scenario scenario;
  Simulation simulation;
  SavedGrasp saved;
  GraspAnalysis grasp;
};

TEST(Beside, TheGroundHoldsTheObjectToo) {
  BoxOnGround box(box_on_ground("", ""));
  EXPECT_EQ(box.grasp.others, std::vector<std::string>{"world"});
  EXPECT_TRUE(box.grasp.holders.empty());
  EXPECT_EQ(box.saved.set.size(), 2);  // those of the hand
  EXPECT_EQ(box.saved.others.size(), 4U);
  ASSERT_EQ(box.grasp.resisted.least.status, grasp::ResistStatus::Resisted);
  // Along y, fingers whose friction presses the box down by v each hold 2 sqrt(4 - v^2), and the
  // ground half of m g + 2 v: most where v = 2 / sqrt(5).
  const double v = 2.0 / std::sqrt(5.0);
  EXPECT_NEAR(box.grasp.resisted.pulls[2].factor,
              2.0 * std::sqrt(4.0 - v * v) + 0.5 * (2 * 9.81 + 2 * v), 1e-3);
  EXPECT_EQ(box.grasp.resisted.pulls[5].status, grasp::ResistStatus::Unlimited);
  const TriedPulls tried =
      try_pulls(box.simulation, box.simulation.state(), box.scenario.record.grasps[0], box.grasp);
  ASSERT_TRUE(tried.at_rest.rests());
  for (std::size_t i = 0; i < 6; ++i) {
    const grasp::ResistedLoad& bound = box.grasp.resisted.pulls[i];
    if (bound.status != grasp::ResistStatus::Resisted) continue;
    EXPECT_LE(tried.pulls[i].holds, 1.001 * bound.factor + 0.01) << i;
  }
  EXPECT_GT(tried.pulls[2].limit(), 0.5 * (8.0 + 2 * 9.81) - 0.2);
}

TEST(Beside, IsSavedWithTheGrasp) {
  BoxOnGround box(box_on_ground("", ""));
  const std::vector<SavedGrasp> read =
      parse_grasps(write_grasps(std::span(&box.saved, 1)), "grasp.json");
  ASSERT_EQ(read.size(), 1U);
  const GraspAnalysis later = judge(read[0]);
  EXPECT_EQ(later.others, box.grasp.others);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(later.resisted.pulls[i].factor, box.grasp.resisted.pulls[i].factor);
}

// Another body that leans on the object and on the ground may carry more under a load: its contacts
// with the ground are locks, so that the number stays a bound.
TEST(Beside, AnotherBodyIsNamed) {
  BoxOnGround box(box_on_ground(
      "\n    - {name: wedge, shapes: [{box: {sides: [0.1, 0.04, 0.04]}, mass: 1, material: cork}]}",
      "\n    - {name: beside, kind: free, parent: world, child: wedge, at: [0, 0.06, 0.02]}"));
  EXPECT_NE(std::find(box.grasp.others.begin(), box.grasp.others.end(), "world"),
            box.grasp.others.end());
  const TriedPulls tried =
      try_pulls(box.simulation, box.simulation.state(), box.scenario.record.grasps[0], box.grasp);
  ASSERT_TRUE(tried.at_rest.rests());
  for (const std::size_t i : {0U, 1U, 2U, 3U, 4U}) {
    const grasp::ResistedLoad& bound = box.grasp.resisted.pulls[i];
    if (bound.status != grasp::ResistStatus::Resisted || !tried.pulls[i].met.empty()) continue;
    EXPECT_LE(tried.pulls[i].holds, 1.001 * bound.factor + 0.01) << i;
  }
}

// What touches only under the load is named by the pull.
TEST(Beside, WhatIsMetUnderTheLoad) {
  std::string text = box_on_ground("", "");
  const std::string heavy = "mass: 2", low = "at: [0, 0, 0.05]}\n    - {name: press1";
  text.replace(text.find(heavy), heavy.size(), "mass: 0.2");
  text.replace(text.find(low), low.size(), "at: [0, 0, 0.0505]}\n    - {name: press1");
  BoxOnGround box(text);
  EXPECT_TRUE(box.grasp.others.empty());
  UnitLoad down;
  down.force = {0, 0, -1};
  GraspPull pull(box.simulation, box.simulation.state(), box.scenario.record.grasps[0]);
  const PullLimit limit = pull.limit(down, box.grasp.resisted.pulls[5].factor);
  EXPECT_EQ(limit.met, std::vector<std::string>{"world"});
}

// A spring carries the weight now.
TEST(Beside, SpringsAreNamedAndCountAsNow) {
  std::string text = box_on_ground("", R"(
  point_springs:
    - {name: rope, from: {body: world, at: [0, 0, 1]}, to: {body: box, at: [0, 0, 0.05]}, stiffness: 1000, rest_length: 0.88})");
  const std::string ground = "ground: true, ground_material: cork, ";
  text.replace(text.find(ground), ground.size(), "");
  BoxOnGround box(text);
  EXPECT_TRUE(box.grasp.others.empty());
  ASSERT_EQ(box.grasp.holders, std::vector<std::string>{"spring 'rope'"});
  EXPECT_NEAR(box.saved.held_by[2], 20.0, 2.0);
  EXPECT_EQ(box.grasp.resisted.least.status != grasp::ResistStatus::NotHeld, true);
}

}  // namespace
}  // namespace catena
