// The experiment of Miller & Christensen 2003 with the arm that holds the hand: a Puma 560 picks
// the handset up, lifts, turns and shakes it. CATENA_LONG=1 also takes other steps and solvers,
// holds for 600 s, and pushes with the load of which the hand resists least.

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "catena/dynamics/kinematics.hpp"
#include "catena/math/views.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/grasp_analysis.hpp"
#include "catena/sim/recorder.hpp"

namespace catena {
namespace {

bool takes_long() {
  const char* const wanted = std::getenv("CATENA_LONG");
  return wanted != nullptr && std::string_view(wanted) == "1";
}

// Where the arm begins to lift, where it begins to turn, and where it has shaken the handset.
constexpr double lifts = 3.1, turns = 4.0, ends = 6.0;

Scenario puma_handset(const std::string& contact, const std::string& forces = "",
                      const std::string& moves = "") {
  std::ifstream file("examples/grasp/puma_barrett_handset.yaml");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto put = [&](const std::string& was, const std::string& is) {
    EXPECT_NE(text.find(was), std::string::npos) << was;
    text.replace(text.find(was), was.size(), is);
  };
  put("step: 2.5 ms", contact);
  put("\ninitial:", forces + "\ninitial:");
  if (!moves.empty()) put("      - {wait: 2.6 s}\n", moves);
  return parse_scenario(text, "puma_handset.yaml", CATENA_SOURCE_DIR "/examples/grasp");
}

// The handset as the palm sees it.
Vec3<double> place_in_hand(const Simulation& simulation) {
  const Model& model = simulation.model();
  Kinematics<double> kinematics(model);
  kinematics.compute(model, simulation.state().q.head(model.nq()));
  const auto pose = [&](const char* body) {
    return kinematics.pose(model, model.find_frame(body));
  };
  return (inverse(pose("hand.palm")) * pose("phone.handset")).translation;
}

GraspAnalysis analysis_of(Simulation& simulation, const Scenario& scenario) {
  Recorder recorder(simulation, scenario.record);
  recorder.row(simulation.state());
  return analyse_grasp(simulation, recorder, simulation.state(), 0);
}

void expect_picked_up(const std::string& contact) {
  SCOPED_TRACE(contact);
  const Scenario scenario = puma_handset(contact);
  Simulation simulation(scenario.setup);
  simulation.advance(2.7);
  const GraspAnalysis grasp = analysis_of(simulation, scenario);
  EXPECT_TRUE(grasp.closure.closed) << grasp.why;
  EXPECT_GT(grasp.values.eps, 0.05);
  const Vec3<double> place = place_in_hand(simulation);
  EXPECT_NEAR(place.z, 0.0585, 0.0015) << "pulled up into the hand";
}

TEST(PumaHandset, IsPickedUpWithOtherStepsAndSolvers) {
  expect_picked_up("step: 2.5 ms");
  if (!takes_long()) return;
  expect_picked_up("step: 5 ms");
  expect_picked_up("step: 1 ms");
  expect_picked_up("step: 5 ms, solver: lemke");
  expect_picked_up("step: 2.5 ms, solver: lemke");
  expect_picked_up("step: 1 ms, solver: lemke");
}

TEST(PumaHandset, ClosingOnAFixedHandsetIsNoForceClosure) {
  const Scenario scenario = load_scenario("examples/grasp/puma_barrett_handset_static.yaml");
  Simulation simulation(scenario.setup);
  simulation.advance(2.7);
  const GraspAnalysis grasp = analysis_of(simulation, scenario);
  EXPECT_FALSE(grasp.closure.closed);
  EXPECT_EQ(grasp.closure.reason, grasp::ClosureReason::OneSided);
  EXPECT_LT(grasp.values.margin, -0.3);
}

TEST(PumaHandset, RunsBitByBitTheSameAndFromAStateInTheMiddle) {
  const Scenario scenario = puma_handset("step: 2.5 ms");
  Simulation first(scenario.setup), second(scenario.setup), third(scenario.setup);
  first.advance(1.9);
  const State middle = first.state();
  first.advance(2.7);
  second.advance(1.9);
  second.advance(2.7);
  third.restore(middle);
  third.advance(2.7);
  EXPECT_EQ(first.state().q, second.state().q);
  EXPECT_EQ(first.state().v, second.state().v);
  EXPECT_EQ(first.state().q, third.state().q);
  EXPECT_EQ(first.state().v, third.state().v);
}

// The arm lifts it by 0.2 m, turns it upside down, and shakes it with 2 g. While it turns, friction
// has little left (the column slip comes down to a tenth of a newton), and single contacts give
// way.
TEST(PumaHandset, StaysInTheHandThatIsLiftedTurnedAndShaken) {
  const Scenario scenario = load_scenario("examples/grasp/puma_barrett_handset.yaml");
  Simulation simulation(scenario.setup);
  simulation.advance(lifts);
  const Vec3<double> before = place_in_hand(simulation);
  double lifted = 0.0, shaken = 0.0;
  for (double t = lifts; t < ends; t += 0.05) {
    simulation.advance(t);
    double& most = t <= turns ? lifted : shaken;
    most = std::max(most, norm(place_in_hand(simulation) - before));
  }
  EXPECT_LT(lifted, 1e-6);
  EXPECT_LT(shaken, 1e-5);
  std::printf("moved in the hand by %.2e m as it was lifted, %.2e m in all\n", lifted, shaken);
}

TEST(PumaHandset, DoesNotCreepIn600Seconds) {
  if (!takes_long()) GTEST_SKIP() << "CATENA_LONG=1 runs it";
  const Scenario scenario = puma_handset("step: 2.5 ms", "", "      - {wait: 700 s}\n");
  Simulation simulation(scenario.setup);
  simulation.advance(4.0);
  const Vec3<double> before = place_in_hand(simulation);
  simulation.advance(604.0);
  EXPECT_LT(norm(place_in_hand(simulation) - before), 1e-9);
}

std::string three(const Eigen::Vector3d& v, const std::string& times) {
  std::string out;
  for (int i = 0; i < 3; ++i)
    out += (i == 0 ? "\"" : ", \"") + std::to_string(1e6 * v[i]) + "e-6*" + times + "\"";
  return "[" + out + "]";
}

// A wrench on the handset at its centre of mass, in its axes: slowly more from 3 s on, all of it
// from 3.2 s on.
Scenario pushed_scenario(const Eigen::Vector3d& at, const Eigen::Vector3d& force,
                         const Eigen::Vector3d& torque) {
  const std::string ramp = "clamp((t - 3)/0.2, 0, 1)";
  const std::string place =
      std::to_string(at.x()) + ", " + std::to_string(at.y()) + ", " + std::to_string(at.z());
  return puma_handset("step: 2.5 ms",
                      "  forces:\n  - {name: push, on: {body: phone.handset, at: [" + place +
                          "]}, axes: body, force: " + three(force, ramp) +
                          ", torque: " + three(torque, ramp) + "}\n",
                      "      - {wait: 10 s}\n");
}

// How far it moves in the hand under a part of the load of which least is resisted.
double moved_by(const GraspAnalysis& grasp, const State& start, double factor) {
  const Eigen::VectorXd load = factor * grasp.resisted.least.size * grasp.resisted.least.direction;
  const Scenario scenario =
      pushed_scenario(grasp.set.reference, load.head<3>(), grasp.set.rho * load.tail<3>());
  Simulation simulation(scenario.setup);
  simulation.restore(start);
  const Vec3<double> before = place_in_hand(simulation);
  simulation.advance(3.6);
  return norm(place_in_hand(simulation) - before);
}

TEST(PumaHandset, HoldsUpToWhatTheHandResists) {
  if (!takes_long()) GTEST_SKIP() << "CATENA_LONG=1 runs it";
  const Scenario scenario = pushed_scenario({0, 0, 0.03}, {0, 0, 0}, {0, 0, 0});
  Simulation simulation(scenario.setup);
  simulation.advance(3.0);
  const GraspAnalysis grasp = analysis_of(simulation, scenario);
  ASSERT_EQ(grasp.resisted.least.status, grasp::ResistStatus::Resisted);
  const double holds = moved_by(grasp, simulation.state(), 0.99),
               slips = moved_by(grasp, simulation.state(), 1.01);
  RecordProperty("holds", std::to_string(holds));
  EXPECT_LT(holds, 1e-6) << "the arm gives way, the handset does not move in the hand";
  EXPECT_GT(slips, 1e-3);
}

}  // namespace
}  // namespace catena
