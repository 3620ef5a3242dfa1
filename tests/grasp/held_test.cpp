// The human hand and the tendon gripper hold what they have taken: no creep, and a pull up to what
// the analysis says. CATENA_LONG=1 holds for 60 s and takes the hand's cylinder, too, which takes a
// minute.

#include <gtest/gtest.h>

#include <cstdlib>

#include "catena/scenario/grasp_file.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/grasp_analysis.hpp"
#include "catena/sim/recorder.hpp"

namespace catena {
namespace {

bool wants_long() {
  const char* const wanted = std::getenv("CATENA_LONG");
  return wanted != nullptr && std::string_view(wanted) == "1";
}

// An example with one friction for holding and sliding, and a pull on its object from `start` on,
// all of it after half a second.
struct Held {
  std::string example, object, materials;
  double start;

  Scenario scenario(const Eigen::Vector3d& pull) const {
    const auto part = [&](double f) {
      return "\"" + std::to_string(f) + "*clamp((t - " + std::to_string(start) + ")/0.5, 0, 1)\"";
    };
    return parse_scenario("include: " + example + "\ncontact: {materials: {" + materials +
                              "}}\nmodel: {forces: [{name: pull, on: " + object + ", force: [" +
                              part(pull.x()) + ", " + part(pull.y()) + ", " + part(pull.z()) +
                              "]}]}\n",
                          example, "examples/grasp");
  }
};
const Held tendon_gripper{"tendon_gripper.yaml", "roller", "rubber/wood: {friction: 1}", 3.0};
const Held hand{"hand_grasps_cylinder.yaml", "cylinder",
                "wood: {friction: 0.6, static_friction: 0.6}", 3.5};

Eigen::Vector3d place_of_object(const Simulation& simulation) {
  const JointInfo& move = simulation.model().joint(simulation.model().find_joint("move"));
  return simulation.state().q.segment<3>(move.q + 4);
}

SavedGrasp grasp_at_end(Simulation& simulation, const Scenario& scenario) {
  Recorder recorder(simulation, scenario.record);
  recorder.row(simulation.state());
  return saved_grasp(simulation, recorder, simulation.state(), 0);
}

double moved_by(const Held& held, const State& start, const Eigen::Vector3d& pull) {
  const Scenario scenario = held.scenario(pull);
  Simulation simulation(scenario.setup);
  simulation.restore(start);
  const Eigen::Vector3d before = place_of_object(simulation);
  simulation.advance(held.start + 0.8);
  return (place_of_object(simulation) - before).norm();
}

// Down: +x -x +y -y +z -z are the axes of pulls.
void expect_slips_where_it_says(const Held& held, double most_give) {
  const Scenario scenario = held.scenario({0, 0, 0});
  Simulation simulation(scenario.setup);
  simulation.advance(held.start);
  const GraspAnalysis grasp = judge(grasp_at_end(simulation, scenario));
  EXPECT_TRUE(grasp.closure.closed) << grasp.why;
  ASSERT_EQ(grasp.resisted.pulls[5].status, grasp::ResistStatus::Resisted);
  const Eigen::Vector3d down(0, 0, -grasp.resisted.pulls[5].factor);
  EXPECT_GT(down.norm(), 10.0 * grasp.weight);
  // What servos and tendons give before it slips.
  EXPECT_LT(moved_by(held, simulation.state(), 0.95 * down), most_give);
  EXPECT_GT(moved_by(held, simulation.state(), 1.05 * down), 1e-3);
}

void expect_no_creep(const std::string& example, double settled) {
  const Scenario scenario = load_scenario("examples/grasp/" + example);
  Simulation simulation(scenario.setup);
  simulation.advance(settled);
  const Eigen::Vector3d before = place_of_object(simulation);
  simulation.advance(settled + (wants_long() ? 60.0 : 0.5));
  EXPECT_LT((place_of_object(simulation) - before).norm(), 1e-9);
}

TEST(TendonGripper, SlipsWhereItSays) {
  expect_slips_where_it_says(tendon_gripper, 1e-9);
}
TEST(TendonGripper, DoesNotCreep) {
  expect_no_creep("tendon_gripper.yaml", 3.5);
}

TEST(HandOnACylinder, SlipsWhereItSays) {
  if (!wants_long()) GTEST_SKIP() << "CATENA_LONG=1 runs it";
  expect_slips_where_it_says(hand, 3e-4);
}
TEST(HandOnACylinder, DoesNotCreep) {
  if (!wants_long()) GTEST_SKIP() << "CATENA_LONG=1 runs it";
  expect_no_creep("hand_grasps_cylinder.yaml", 4.5);
}

}  // namespace
}  // namespace catena
