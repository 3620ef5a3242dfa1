// The examples, as a user runs them: their energy is explained to the last nanojoule, and they do
// what Carvalho 2007, ch. 5, describes.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/elements/stops.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/recorder.hpp"
#include "tests/support/energy_error.hpp"

namespace catena::test {
namespace {

Scenario example(const std::string& name) {
  std::string path = CATENA_SOURCE_DIR "/examples/";
  path += name;
  path += ".yaml";
  return load_scenario(path);
}

TEST(Examples, ExplainTheirEnergy) {
  for (const char* name :
       {"pendulum", "five_link", "y_tree", "y_tree_torques", "inverted_double_pendulum",
        "hand_fall", "hand_elastic", "high_bar", "swing", "free_chain_catches_pivot"}) {
    const Scenario scenario = example(name);
    const EnergyError error = run_with_energy(scenario, scenario.duration, [](const State&) {});
    std::printf("[ measured ] %s: unexplained energy %.1e of what was exchanged\n", name,
                error.relative());
    EXPECT_GT(error.exchanged, 0.1) << name;
    EXPECT_LE(error.relative(), 1e-10) << name;
  }
}

// As Nakamura & Yamane 2000 count them: free base, limbs, and the joints of hands and thighs.
TEST(Examples, HaveTheDocumentsCoordinates) {
  struct Case {
    const char* name;
    int own;  // the swing's hinge, which the document leaves out
    std::vector<Eigen::Index> counts;
  };
  for (const Case& c : {Case{"high_bar", 0, {24, 23, 22}}, Case{"swing", 1, {30, 29, 28}}}) {
    Scenario scenario = example(c.name);
    scenario.setup.reroot = false;
    Simulation simulation(scenario.setup);
    std::vector<Eigen::Index> counts = {simulation.state().v.size() - c.own};
    double loop_error = 0.0;
    RunObserver observer;
    observer.event = [&](const SimulationEvent& e) {
      if (e.kind == EventKind::Cut) counts.push_back(counts.back() - 1);
    };
    observer.step = [&](const State& state) {
      EXPECT_EQ(state.v.size() - c.own, counts.back());
      if (LoopSolver* const loops = simulation.observed().loops(); loops != nullptr) {
        Eigen::VectorXd errors;
        loops->position_errors(state.q, errors);
        loop_error = std::max(loop_error, errors.maxCoeff());
      }
      return true;
    };
    simulation.advance(scenario.duration, observer);
    EXPECT_EQ(counts, c.counts) << c.name;
    EXPECT_LT(loop_error, 1e-12) << c.name;
  }
}

TEST(Examples, KeepTheirEnergyFor100SecondsWithoutDamping) {
  for (const char* name : {"pendulum", "five_link", "y_tree", "inverted_double_pendulum"}) {
    std::string text = "include: ";
    text += name;
    text += ".yaml\n";
    if (example(name).setup.model->damping().maxCoeff() > 0.0) text += "parameters: {damping: 0}\n";
    Scenario scenario = parse_scenario(text, "undamped.yaml", CATENA_SOURCE_DIR "/examples");
    ASSERT_TRUE(scenario.setup.model->damping().isZero(0.0)) << name;
    scenario.record.interval = 0.1;
    const EnergyError error = run_with_energy(scenario, 100.0, [](const State&) {});
    std::printf("[ measured ] %s, undamped, 100 s: energy drifts by %.1e\n", name,
                error.relative());
    EXPECT_LE(error.relative(), 2e-10) << name;
  }
}

// The upright trunk is unstable: rounding grows 1e8-fold by t = 5, so symmetry is asked for early.
TEST(Examples, KeepTheTreeSymmetric) {
  const Scenario scenario = example("y_tree_mirrored");
  const Model& model = *scenario.setup.model;
  double apart = 0.0;
  run_with_energy(scenario, 2.5, [&](const State& s) {
    for (int i = 1; i <= 4; ++i) {
      const int left = model.find_dof("left" + std::to_string(i));
      const int right = model.find_dof("right" + std::to_string(i));
      apart = std::max(apart, std::abs(s.q[left] - s.q[right]));
    }
  });
  std::printf("[ measured ] branches of y_tree_mirrored differ by %.1e rad up to t = 2.5\n", apart);
  EXPECT_LE(apart, 1e-10);
}

// Carvalho 2007, figs. 5-19 and 5-22: the curves of both branches lie on each other. The free tree
// comes to hang, which is the trunk at pi and the branches at 0 or 2 pi.
TEST(Examples, LetBothBranchesOfTheTreeMoveAlike) {
  for (const char* name : {"y_tree", "y_tree_torques"}) {
    const Scenario scenario = example(name);
    const Model& model = *scenario.setup.model;
    double apart = 0.0;
    Eigen::VectorXd end;
    run_with_energy(scenario, 10.0, [&](const State& s) {
      end = s.q;
      for (int i = 1; i <= 4; ++i)
        apart = std::max(apart, std::abs(s.q[model.find_dof("left" + std::to_string(i))] -
                                         s.q[model.find_dof("right" + std::to_string(i))]));
    });
    EXPECT_LE(apart, 1e-9) << name;
  }
  Simulation hanging(example("y_tree").setup);
  hanging.advance(150.0);
  const Eigen::VectorXd& q = hanging.state().q;
  EXPECT_NEAR(std::abs(q[0]), std::numbers::pi, 0.03);
  for (int k = 1; k < 9; ++k)
    EXPECT_LT(std::min(std::abs(q[k]), std::abs(q[k] - 2.0 * std::numbers::pi)), 0.03) << k;
}

TEST(Examples, LetTheHandRestOnItsWrist) {
  const Scenario scenario = example("hand_elastic");
  const Model& model = *scenario.setup.model;
  Simulation simulation(scenario.setup);
  std::vector<SimulationEvent> wrist;
  double beyond = 0.0;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& e) {
    if (e.name.starts_with("wrist") && e.kind == EventKind::Limit) wrist.push_back(e);
  };
  observer.step = [&](const State& s) {
    for (int j = 0; j < model.joint_count(); ++j) {
      const JointInfo& joint = model.joint(JointId{j});
      const auto q = s.q.segment(joint.q, joint.nq).array();
      beyond = std::max({beyond, (joint.spec.position_lower.array() - q).maxCoeff(),
                         (q - joint.spec.position_upper.array()).maxCoeff()});
    }
    return true;
  };
  simulation.advance(10.0, observer);
  std::printf("[ measured ] hand_elastic: beyond a limit by at most %.1e rad\n", beyond);
  EXPECT_LE(beyond, 1e-12);
  // Flexion is the first of the wrist to saturate, and stays there with the hand's weight on it.
  ASSERT_FALSE(wrist.empty());
  EXPECT_EQ(wrist[0].name, "wrist.flexion");
  const int flexion = model.find_dof("wrist.flexion");
  EXPECT_EQ(
      find_modes<CoordinateModes>(simulation.state())[static_cast<std::size_t>(flexion)].limit, -1);
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  EXPECT_GT(simulation.limit_effort(simulation.state(), at, flexion), 0.1);
  // Its motion has died out.
  EXPECT_LT(simulation.state().v.cwiseAbs().maxCoeff(), 1e-3);
}

// The document's hand comes to rest at limits of both wrist coordinates. Against the springs of its
// table that takes a hand of twenty times the weight, fingers up.
TEST(Examples, LetAHeavyHandRestOnBothLimitsOfItsWrist) {
  const Scenario scenario = parse_scenario(
      "include: hand_elastic.yaml\n"
      "model: {builtin: hand, tissue: document, springs: true, limits: true, damping: 3, gravity: "
      "[-196.2, 0, 0]}\n",
      "heavy.yaml", CATENA_SOURCE_DIR "/examples");
  const Model& model = *scenario.setup.model;
  Simulation simulation(scenario.setup);
  simulation.advance(10.0);
  Evaluation at;
  simulation.evaluate(simulation.state(), at);
  for (const char* name : {"wrist.abduction", "wrist.flexion"}) {
    const int dof = model.find_dof(name);
    EXPECT_EQ(find_modes<CoordinateModes>(simulation.state())[static_cast<std::size_t>(dof)].limit,
              1)
        << name;
    EXPECT_LT(simulation.limit_effort(simulation.state(), at, dof), -0.5) << name;
  }
}

}  // namespace
}  // namespace catena::test
