// Grasps in files: judged again they are the same, and what is wrong with a file is said.

#include "catena/scenario/grasp_file.hpp"

#include <gtest/gtest.h>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/grasp_analysis.hpp"
#include "catena/sim/recorder.hpp"

namespace catena {
namespace {

SavedGrasp parallel_grasp() {
  const Scenario scenario = load_scenario("examples/grasp/parallel_gripper.yaml");
  Simulation simulation(scenario.setup);
  simulation.advance(1.0);
  Recorder recorder(simulation, scenario.record);
  recorder.row(simulation.state());
  return saved_grasp(simulation, recorder, simulation.state(), 0);
}

TEST(GraspFile, IsReadAsItWasWritten) {
  const SavedGrasp grasp = parallel_grasp();
  ASSERT_GE(grasp.set.size(), 4);
  EXPECT_EQ(grasp.hand, "pad1");
  EXPECT_EQ(grasp.joints.front().name, "lift");
  const std::string text = write_grasps(std::vector<SavedGrasp>{grasp, grasp});
  const std::vector<SavedGrasp> again = parse_grasps(text, "g.json");
  ASSERT_EQ(again.size(), 2u);
  EXPECT_EQ(write_grasps(again), text);
  EXPECT_EQ(again[1].position, grasp.position);
  EXPECT_EQ(again[1].balances.T, grasp.balances.T);
  EXPECT_EQ(again[1].set.contacts[2].point, grasp.set.contacts[2].point);
}

TEST(GraspFile, IsJudgedAgainBitByBitTheSame) {
  const SavedGrasp grasp = parallel_grasp();
  const GraspAnalysis now = judge(grasp);
  const GraspAnalysis later =
      judge(parse_grasps(write_grasps(std::vector<SavedGrasp>{grasp}), "g.json").at(0));
  EXPECT_TRUE(now.closure.closed);
  EXPECT_EQ(now.why, later.why);
  EXPECT_EQ(now.quality.eps, later.quality.eps);
  EXPECT_EQ(now.quality.lower, later.quality.lower);
  EXPECT_EQ(now.weight, later.weight);
  EXPECT_EQ(now.holding.objective, later.holding.objective);
  EXPECT_EQ(now.resisted.least.size, later.resisted.least.size);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_EQ(now.resisted.pulls[i].factor, later.resisted.pulls[i].factor) << i;
  EXPECT_EQ(now.joint_positions, later.joint_positions);
}

// A soft finger with two coefficients has further keys.
TEST(GraspFile, KeepsSoftFingersAndTwoCoefficients) {
  SavedGrasp grasp = parallel_grasp();
  grasp.set.contacts[0].torsion = 0.003;
  grasp.set.contacts[1].friction_2 = 0.2;
  grasp.set.contacts[2].sliding_friction = 0.1;
  grasp.set.contacts[1].tangent = {0, 0, 1};
  grasp.balances = {};
  grasp.balances.T.resize(0, 3 * grasp.set.size() + 1);
  const SavedGrasp again =
      parse_grasps(write_grasps(std::vector<SavedGrasp>{grasp}), "g.json").at(0);
  EXPECT_EQ(again.set.contacts[0].torsion, 0.003);
  EXPECT_EQ(again.set.contacts[1].friction_2, 0.2);
  EXPECT_EQ(again.set.contacts[2].sliding_friction, 0.1);
  EXPECT_EQ(again.set.contacts[1].tangent, Eigen::Vector3d(0, 0, 1));
}

TEST(GraspFile, SaysWhatIsWrong) {
  const std::string text = write_grasps(std::vector<SavedGrasp>{parallel_grasp()});
  const auto expect = [&](const std::string& was, const std::string& is,
                          const std::string& message) {
    std::string other = text;
    ASSERT_NE(other.find(was), std::string::npos) << was;
    other.replace(other.find(was), was.size(), is);
    try {
      parse_grasps(other, "g.json");
      ADD_FAILURE() << "read: " << is;
    } catch (const ScenarioError& error) {
      const std::string said = error.what();
      EXPECT_EQ(said.rfind("g.json:", 0), 0u) << said;
      EXPECT_NE(said.find(message), std::string::npos) << said;
    }
  };
  expect("\"catena_grasp\": 1", "\"catena_grasp\": 2", "expected 1, the only version");
  expect("\"catena_grasp\": 1, ", "", "catena_grasp");
  expect("\"object\"", "\"objekt\"", "did you mean 'object'");
  expect("\"orientation\": [", "\"orientation\": [2, ", "orientation");
  expect("\"rho\": ", "\"rho\": -", "rho");
  expect("\"contacts\": [",
         "\"contacts\": [{\"link\": \"x\", \"point\": [0, 0, 0], \"normal\": [0, "
         "0, 2], \"friction\": 0.5},",
         "normal");
  expect("\"T\": [", "\"T\": [[1, 2],", "one for each force of a contact");
  expect("\"lower\": [", "\"lower\": [0, ", "one for each row");
  expect("\"slides\": false", "\"slides\": maybe", "slides");
  EXPECT_THROW(parse_grasps("[]", "g.json"), ScenarioError);
  EXPECT_THROW(parse_grasps("", "g.json"), ScenarioError);
  EXPECT_THROW(parse_grasps(text.substr(0, text.size() / 2), "g.json"), ScenarioError);
  EXPECT_THROW(read_grasps("no/such/file.json"), ScenarioError);
}

}  // namespace
}  // namespace catena
