// Grasps in a run: what is recorded of them is what the analysis says of the contacts of the
// dynamics.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>

#include "catena/grasp/closure.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/grasp_analysis.hpp"
#include "catena/sim/recorder.hpp"

namespace catena {
namespace {

using Row = std::map<std::string, double>;

// Samples and events of a run.
struct GraspRun {
  explicit GraspRun(const Scenario& scenario,
                    const std::function<void(Simulation&, Recorder&)>& at_end = nullptr) {
    Simulation simulation(scenario.setup);
    Recorder recorder(simulation, scenario.record);
    RunObserver observer;
    observer.sample_interval = scenario.record.interval;
    observer.sample = [&](const State& state) {
      const std::vector<double>& row = recorder.row(state);
      Row named;
      for (std::size_t i = 0; i < row.size(); ++i) named[recorder.columns()[i]] = row[i];
      rows.push_back(std::move(named));
      watch.see(state.t, recorder.grasps(), events);
    };
    observer.event = [&](const SimulationEvent& e) { events.push_back(e); };
    simulation.advance(scenario.setup.start_time + scenario.duration, observer);
    if (at_end) at_end(simulation, recorder);
  }

  std::vector<Row> rows;
  std::vector<SimulationEvent> events;
  GraspWatch watch;
};

Scenario example(const std::string& name) {
  return load_scenario("examples/grasp/" + name + ".yaml");
}

// F(t) = 4 - t on each side: friction could take 2 mu F - m g more, until it slips at 2.038 s.
TEST(GraspRun, ABoxSlipsWhereFrictionCanTakeNoMore) {
  const GraspRun run(example("hold_and_slip"));
  const double weight = 0.2 * 9.81, slips = 4.0 - weight;
  for (const Row& row : run.rows) {
    const double t = row.at("t"), s = std::max(0.0, t - slips);
    if (t == 0.0) continue;
    // Forces are those in the middle of the last step of 1 ms.
    EXPECT_NEAR(row.at("grasp.box.slip"), std::max(0.0, 4.0 - (t - 0.0005) - weight), 1e-6) << t;
    EXPECT_NEAR(row.at("q.move.6"), -5.0 * s * s * s / 6.0, 1e-6) << t;
    if (t < slips) {
      EXPECT_NEAR(row.at("q.move.6"), 0.0, 1e-12);
    }
    EXPECT_EQ(row.at("grasp.box.closed"), 0.0);
    EXPECT_EQ(row.at("grasp.box.contacts"), 2.0);
  }
  std::vector<double> slip_events;
  for (const SimulationEvent& e : run.events)
    if (e.kind == EventKind::Slip && e.name == "box") slip_events.push_back(e.t);
  ASSERT_EQ(slip_events.size(), 1U);  // at the first sample after
  EXPECT_GE(slip_events[0], slips);
  EXPECT_LT(slip_events[0], slips + 2.0 * (run.rows[1].at("t") - run.rows[0].at("t")));
}

// Pads press with about M / (2 l) each. The box asks for m (g + 0.1 pi^2) = 3.24 N as it is lifted,
// and for m (g + 0.32 pi^2) = 3.89 N as it is shaken.
TEST(GraspRun, AGripperHoldsWhatItsMomentAllows) {
  std::ifstream file("examples/grasp/parallel_gripper.yaml");
  std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string was = "moment: 0.6 N m";
  text.replace(text.find(was), was.size(), "moment: 0.36 N m");  // 3.6 N
  const GraspRun run(parse_scenario(text, "gripper.yaml", CATENA_SOURCE_DIR));
  const auto in_hand = [&](double from, double to) {
    double most = 0.0;
    for (const Row& row : run.rows)
      if (row.at("t") > from && row.at("t") < to)
        most = std::max(most, std::abs(row.at("q.move.6") - 0.03 - row.at("q.lift")));
    return most;
  };
  EXPECT_LT(in_hand(0.4, 1.99), 1e-9);  // positions are put back where they are off by 1e-10
  EXPECT_NEAR(in_hand(2.0, 3.1), 0.006, 0.001);
}

// Miller & Christensen 2003: closing on the fixed handset is no force closure, the dynamic run ends
// closed.
TEST(GraspRun, DynamicsCloseTheGraspOfAHandset) {
  GraspAnalysis fixed, held;
  const auto analyse = [](GraspAnalysis& out) {
    return [&out](Simulation& simulation, Recorder& recorder) {
      recorder.row(simulation.state());
      out = analyse_grasp(simulation, recorder, simulation.state(), 0);
    };
  };
  const GraspRun first(example("barrett_handset_static"), analyse(fixed));
  EXPECT_FALSE(fixed.closure.closed);
  EXPECT_EQ(fixed.closure.reason, grasp::ClosureReason::OneSided);
  EXPECT_LT(fixed.values.margin, -0.3);
  EXPECT_EQ(fixed.points.size(), 3U);
  for (const SimulationEvent& e : first.events) EXPECT_NE(e.kind, EventKind::Closed);

  const GraspRun second(example("barrett_handset"), analyse(held));
  EXPECT_TRUE(held.closure.closed) << held.why;
  EXPECT_GT(held.values.eps, 0.05);
  EXPECT_TRUE(held.quality.proven);
  EXPECT_LE(held.quality.lower, held.values.eps);
  EXPECT_GE(held.quality.upper, held.quality.lower);
  EXPECT_GT(second.rows.back().at("q.move.6"), 0.05);  // pulled up into the hand
  EXPECT_EQ(second.rows.back().at("grasp.handset.closed"), 1.0);
  EXPECT_NEAR(second.rows.back().at("grasp.handset.eps"), held.values.eps, 1e-12);
  for (const GraspAnalysis::Point& point : held.points)
    EXPECT_LE(point.tangential_force, point.friction * point.normal_force * (1 + 1e-6) + 1e-9);
}

// While the clutch grips, the distal joint goes a third as fast as the proximal one; when it has
// let go, the proximal one stands still and the distal one goes 4/3 as fast as the motor.
TEST(GraspRun, AClutchLetsGoAndTheDistalLinkGoesOn) {
  Scenario scenario = example("barrett_clutch");
  scenario.duration = 1.4;
  const GraspRun run(scenario);
  double cut = 0.0;
  const SimulationEvent* told = nullptr;
  for (const SimulationEvent& e : run.events) {
    if (e.kind == EventKind::Cut && e.name == "thumb.clutch") cut = e.t;
    if (e.kind == EventKind::Breakaway && e.name == "thumb") told = &e;
  }
  ASSERT_GT(cut, 1.0);
  ASSERT_NE(told, nullptr);
  EXPECT_EQ(told->t, cut);
  EXPECT_EQ(told->how, EventHow::Disengages);
  EXPECT_GE(told->torque, 0.5);  // by less than what one time step adds
  EXPECT_LT(told->torque, 0.55);
  const double stands = run.rows.back().at("q.thumb.proximal");
  EXPECT_NEAR(told->x_before, stands, 1e-9);  // where both were one
  for (const Row& row : run.rows) {
    const double motor = row.at("q.thumb.motor"), proximal = row.at("q.thumb.proximal"),
                 distal = row.at("q.thumb.distal");
    EXPECT_NEAR(proximal + distal, 4.0 / 3.0 * motor, 1e-9);
    if (row.at("t") < cut) {
      EXPECT_NEAR(proximal, motor, 1e-9);
    }
    if (row.at("t") > cut) {
      EXPECT_NEAR(proximal, stands, 1e-9);
    }
  }
}

// The hand closes, its clutches let go at their torque and not below, and the grasp is closed. Each
// clutch grips again at the angle at which it let go, as the motors turn back.
TEST(GraspRun, ClutchesGripAgainWhereTheyLetGo) {
  Scenario scenario = example("barrett_clutch");
  scenario.duration = 4.2;
  const GraspRun run(scenario);
  std::map<std::string, double> let_go;
  for (const SimulationEvent& e : run.events) {
    if (e.kind != EventKind::Breakaway) continue;
    if (e.how == EventHow::Disengages) {
      EXPECT_GE(e.torque, 0.5) << e.name << " at " << e.t;
      // One time step late at most. The load that one finger drops may jump onto the other.
      EXPECT_LT(e.torque, 0.75) << e.name;
      let_go[e.name] = e.x_before;
      continue;
    }
    ASSERT_TRUE(let_go.contains(e.name));
    EXPECT_NEAR(e.x_before, let_go[e.name], 2e-5) << e.name;
    let_go.erase(e.name);
  }
  EXPECT_TRUE(let_go.empty()) << let_go.begin()->first << " has not gripped again";
  for (const Row& row : run.rows)
    if (row.at("t") > 2.0 && row.at("t") < 2.8) {
      EXPECT_EQ(row.at("grasp.handset.closed"), 1.0);
    }
}

std::string error_of(const std::string& grasps) {
  const std::string model =
      "model:\n  bodies: [{name: box, inertia: {mass: 1, moments: [1, 1, 1]}}]\n"
      "  joints: [{name: j, kind: free, parent: world, child: box}]\n";
  try {
    parse_scenario(model + grasps, "g.yaml", "");
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(GraspRun, WrongBodiesAreNamed) {
  EXPECT_NE(error_of("grasps: [{object: bx, hand: world}]\n").find("'bx'"), std::string::npos);
  EXPECT_NE(error_of("grasps: [{object: box, hand: box}]\n").find("is the object itself"),
            std::string::npos);
  EXPECT_NE(error_of("grasps: [{object: world, hand: box}]\n").find("cannot be grasped"),
            std::string::npos);
  EXPECT_NE(error_of("grasps: [{object: box, hand: world}, {object: box, hand: world}]\n")
                .find("exists already"),
            std::string::npos);
  EXPECT_EQ(error_of("grasps: [{object: box, hand: world}]\n"), "");
}

}  // namespace
}  // namespace catena
