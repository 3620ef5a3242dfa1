// What is recorded of loops: coordinates, wrenches, rods, errors; against statics and against each
// body's equations of motion.

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "catena/dynamics/kinematics.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/recorder.hpp"

namespace catena::test {
namespace {

using Row = std::map<std::string, double>;

Row record(Simulation& simulation, RecordOptions options) {
  options.wrenches = true;
  Recorder recorder(simulation, options);
  const std::vector<double>& values = recorder.row(simulation.state());
  Row row;
  for (std::size_t i = 0; i < values.size(); ++i) row[recorder.columns()[i]] = values[i];
  EXPECT_EQ(row.size(), values.size());  // no name twice
  return row;
}

Eigen::Vector3d force(const Row& row, const std::string& joint) {
  return {row.at("f." + joint + ".fx"), row.at("f." + joint + ".fy"), row.at("f." + joint + ".fz")};
}
Eigen::Vector3d moment(const Row& row, const std::string& joint) {
  return {row.at("f." + joint + ".mx"), row.at("f." + joint + ".my"), row.at("f." + joint + ".mz")};
}

// Newton: the forces on each bar of the four-bar add up to its mass times its acceleration, which
// is taken from positions at neighbouring times; its pins transmit no moment about their axes.
TEST(LoopRecording, ForcesMoveTheBars) {
  const Scenario scenario = load_scenario(CATENA_SOURCE_DIR "/examples/four_bar.yaml");
  const Model& model = *scenario.setup.model;
  const double h = 1e-4, t = 0.37;
  Simulation simulation(scenario.setup);
  Kinematics<double> kinematics(model);
  const auto centres = [&] {
    kinematics.compute(model, simulation.state().q.head(model.nq()));
    std::vector<Eigen::Vector3d> out;
    for (int b = 1; b < model.body_count(); ++b) {
      const Inertia<double>& inertia = model.body(BodyId{b}).inertia;
      out.push_back(to_eigen(kinematics.pose(model, model.body_frame(BodyId{b})) *
                             ((1.0 / inertia.mass) * inertia.moment)));
    }
    return out;
  };
  simulation.advance(t - h);
  const auto before = centres();
  simulation.advance(t);
  const auto now = centres();
  const Row row = record(simulation, scenario.record);
  simulation.advance(t + h);
  const auto after = centres();
  const Eigen::Vector3d crank = force(row, "crank"), pin = force(row, "crank_coupler"),
                        rocker = force(row, "rocker"), loop = force(row, "coupler_rocker");
  const Eigen::Vector3d on_bars[] = {crank - pin, pin - loop, rocker + loop};
  for (std::size_t b = 0; b < 3; ++b) {
    const double mass = model.body(BodyId{static_cast<int>(b) + 1}).inertia.mass;
    const Eigen::Vector3d a = (after[b] - 2.0 * now[b] + before[b]) / (h * h);
    EXPECT_NEAR((on_bars[b] + mass * Eigen::Vector3d(0, 0, -9.81) - mass * a).norm(), 0, 1e-3) << b;
    EXPECT_GT(a.norm(), 1) << b;
  }
  for (const char* joint : {"crank", "crank_coupler", "rocker", "coupler_rocker"})
    EXPECT_NEAR(moment(row, joint).y(), 0, 1e-10) << joint;
  EXPECT_LT(row.at("loop.error"), 1e-12);
  for (const char* column :
       {"q.coupler_rocker", "v.coupler_rocker", "a.coupler_rocker", "tau.coupler_rocker"})
    EXPECT_TRUE(row.contains(column)) << column;
}

// A level bar of 2 kg on a hinge, held by a rod from its tip straight up, or by a spring across a
// loop joint.
std::string bar(const std::string& loop) {
  std::string text = R"(
model:
  bodies: [{name: bar, shapes: [{box: {sides: [1, 0.1, 0.1]}, at: [0.5, 0, 0], mass: 2}]}]
  joints: [{name: hinge, kind: revolute, parent: world, child: bar, axis: [0, 1, 0]}]
  loops: [{name: stay, )";
  text += loop;
  return text + "}]\n";
}

TEST(LoopRecording, RodsPullAndPush) {
  for (const double z : {3.0, -3.0}) {
    std::string loop = "rod: {a: {body: world, at: [1, 0, ";
    loop += std::to_string(z);
    loop += "]}, b: {body: bar, at: [1, 0, 0]}}";
    Simulation simulation(parse_scenario(bar(loop), "rod.yaml", "").setup);
    const Row row = record(simulation, {});
    const double carried = 9.81;  // half of the bar's weight
    EXPECT_NEAR(row.at("rod.stay.force"), z > 0 ? carried : -carried, 1e-12);
    EXPECT_NEAR((force(row, "hinge") - Eigen::Vector3d(0, 0, carried)).norm(), 0, 1e-12);
  }
}

TEST(LoopRecording, EffortsOfLoopJointsAreInTheirWrenches) {
  // A slider along z at the bar's tip, free in all other directions of the plane: its spring is
  // stretched by 0.1 m and pulls the tip up by 5 N.
  Simulation simulation(
      parse_scenario(bar("kind: planar, axis: [0, 1, 0], coordinates: [z, x, turn], a: {body: "
                         "world, at: [1, 0, 0]}, b: {body: bar, at: [1, 0, 0]}, spring: "
                         "{stiffness: [50, 50, 0], rest: [0.1, 0.1, 0]}"),
                     "spring.yaml", "")
          .setup);
  const Row row = record(simulation, {});
  const Eigen::Vector3d f = force(row, "stay");
  EXPECT_NEAR(f.norm(), 5.0 * std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(f.y(), 0.0, 1e-12);
  EXPECT_DOUBLE_EQ(row.at("tau.stay.z"), 5.0);
  // The hinge turns by what the weight and the spring leave: I a = m g / 2 - f_z, about y.
  const double I = 2.0 * (1.0 + 0.01) / 12.0 + 2.0 * 0.25;
  EXPECT_NEAR(row.at("a.hinge") * I, 9.81 - f.z(), 1e-12);
}

// 20 s here; 100 s of the same give 7e-11 and 1e-10.
TEST(LoopRecording, ExamplesExplainTheirEnergyAndStayClosed) {
  for (const char* name : {"four_bar", "n_four_bar"}) {
    std::string path = CATENA_SOURCE_DIR "/examples/";
    path += name;
    path += ".yaml";
    const Scenario scenario = load_scenario(path);
    Simulation simulation(scenario.setup);
    Recorder recorder(simulation, scenario.record);
    const auto& columns = recorder.columns();
    const auto error = std::find(columns.begin(), columns.end(), "loop.error") - columns.begin();
    double open = 0.0, worst = 0.0, least = 1e300, most = 0.0;
    RunObserver observer;
    observer.sample_interval = 0.05;
    observer.sample = [&](const State& state) {
      open = std::max(open, recorder.row(state)[static_cast<std::size_t>(error)]);
      worst = std::max(worst, std::abs(recorder.energy().balance));
      least = std::min(least, recorder.energy().kinetic);
      most = std::max(most, recorder.energy().kinetic);
    };
    simulation.advance(20.0, observer);
    std::printf("[ measured ] %s, 20 s: unexplained energy %.1e, loops open by %.1e\n", name,
                worst / (most - least), open);
    EXPECT_LE(worst, 1e-8 * (most - least)) << name;
    EXPECT_LT(open, 1e-12) << name;
  }
}

}  // namespace
}  // namespace catena::test
