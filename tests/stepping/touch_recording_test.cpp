// What recordings and callbacks say of contacts between shapes, against statics.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/recorder.hpp"

namespace catena::touch_recording {
namespace {

constexpr double g = 9.81;

// The columns of a scenario after a time.
std::map<std::string, double> columns_after(const std::string& text, double t) {
  const Scenario scenario = parse_scenario(text, "touch", ".");
  Simulation simulation(scenario.setup);
  simulation.advance(t);
  Recorder recorder(simulation, scenario.record);
  const std::vector<double>& row = recorder.row(simulation.state());
  std::map<std::string, double> out;
  for (std::size_t i = 0; i < row.size(); ++i) out[recorder.columns()[i]] = row[i];
  return out;
}

// A box of 2 kg whose mass centre is off its middle by `off` along x, and a plate below it.
std::string box_on_plate(double off, const std::string& more = "") {
  return R"(
model:
  bodies:
    - name: box
      inertia: {mass: 2, com: [)" +
         std::to_string(off) + R"(, 0, 0], moments: [0.02, 0.02, 0.02]}
      shapes: [{box: {sides: [0.4, 0.2, 0.2]}}]
    - {name: plate, shapes: [{box: {sides: [1, 1, 0.1]}, mass: 3}]}
  joints:
    - {name: jb, kind: free, parent: world, child: box}
    - {name: jp, kind: free, parent: world, child: plate}
initial: {jb: {position: [0.1, 0, 0.2]}, jp: {position: [0, 0, 0.05]}}
ground: true
record: {pairs: [[box, plate], [plate, box], [plate, ground], [box, world]], touched: [box, plate]}
)" + more;
}

TEST(TouchRecording, APairHasTheForceAndTheMomentOfStatics) {
  const double off = 0.05;
  auto x = columns_after(box_on_plate(off), 0.2);
  EXPECT_NEAR(x["contact.box.plate.fz"], 2.0 * g, 1e-9);
  EXPECT_NEAR(x["contact.box.plate.fx"], 0.0, 1e-9);
  EXPECT_EQ(x["contact.box.plate.points"], 4);
  EXPECT_EQ(x["contact.box.plate.sticks"], 4);
  EXPECT_NEAR(x["contact.box.plate.gap"], 0.0, 1e-9);
  // About the middle of the face: the weight acts at `off`, the force of the plate against it.
  EXPECT_NEAR(x["contact.box.plate.x"], 0.1, 1e-9);
  EXPECT_NEAR(x["contact.box.plate.z"], 0.1, 1e-9);
  EXPECT_NEAR(x["contact.box.plate.my"], -2.0 * g * off, 1e-8);
  EXPECT_NEAR(x["contact.box.plate.mx"], 0.0, 1e-8);
  // Seen from the other body it is the opposite.
  for (const std::string part : {"fx", "fy", "fz", "mx", "my", "mz"})
    EXPECT_EQ(x["contact.plate.box." + part], -x["contact.box.plate." + part]) << part;
  EXPECT_NEAR(x["contact.plate.ground.fz"], 5.0 * g, 1e-8);
  EXPECT_EQ(x["contact.plate.ground.points"], 4);
}

TEST(TouchRecording, ABodyHasItsSumAndItsCentreOfPressure) {
  auto x = columns_after(box_on_plate(0.05), 0.2);
  EXPECT_NEAR(x["touch.box.fz"], 2.0 * g, 1e-9);
  EXPECT_NEAR(x["touch.box.x"], 0.15, 1e-9);
  EXPECT_NEAR(x["touch.box.y"], 0.0, 1e-9);
  EXPECT_NEAR(x["touch.box.z"], 0.1, 1e-9);
  EXPECT_NEAR(x["touch.plate.fz"], 3.0 * g, 1e-8);  // 5 g up, 2 g down
}

TEST(TouchRecording, PairsThatAreApartHaveTheirDistance) {
  auto x = columns_after(box_on_plate(0.0), 0.1);
  EXPECT_NEAR(x["contact.box.world.gap"], 0.1, 1e-9);  // the plate lies between
  EXPECT_EQ(x["contact.box.world.points"], 0);
  EXPECT_EQ(x["contact.box.world.fz"], 0.0);
  EXPECT_TRUE(std::isnan(x["contact.box.world.x"]));
}

TEST(TouchRecording, GivenContactsOfTwoBodiesCount) {
  auto x = columns_after(R"(
model:
  bodies: [{name: ball, shapes: [{sphere: {radius: 0.1}, mass: 2}]}]
  joints: [{name: move, kind: free, parent: world, child: ball}]
  contacts: [{name: foot, point: ball, radius: 0.1, plane: ground}]
initial: {move: {position: [0, 0, 0.1]}}
record: {pairs: [[ball, world]], touched: [ball]}
)",
                         0.1);
  EXPECT_NEAR(x["contact.ball.world.fz"], 2.0 * g, 1e-9);
  EXPECT_EQ(x["contact.ball.world.points"], 1);
  EXPECT_NEAR(x["touch.ball.z"], 0.0, 1e-9);
}

TEST(TouchRecording, NamesThatCannotBeAreRefused) {
  EXPECT_THROW(parse_scenario(box_on_plate(0.0, "contact: {ignore: [[box, plat]]}\n"), "x", "."),
               Error);
  EXPECT_THROW(parse_scenario(R"(
model:
  bodies: [{name: ball, shapes: [{sphere: {radius: 0.1}, mass: 2}]}]
  joints: [{name: move, kind: free, parent: world, child: ball}]
record: {pairs: [[ball, world]]}
)",
                              "x", "."),
               Error);
}

// `settle` lifts what is inside and lowers what hangs, before anything moves; written and read
// again, the scenario says the same.
TEST(TouchRecording, WhatIsSettledStandsFromTheStart) {
  std::string text = box_on_plate(0.0, "settle: true\n");
  const std::string usual = "[0.1, 0, 0.2]}, jp: {position: [0, 0, 0.05]";
  text.replace(text.find(usual), usual.size(), "[0.1, 0, 0.9]}, jp: {position: [0, 0, 0.01]");
  const Mechanism read = parse_mechanism(text, "touch", ".");
  const Mechanism again = parse_mechanism(write_scenario(read), "again", ".");
  for (const Mechanism& mechanism : {read, again}) {
    const Scenario scenario = compile(mechanism);
    EXPECT_EQ(scenario.record.pairs.size(), 4U);
    EXPECT_EQ(scenario.record.touched.size(), 2U);
    const Simulation simulation(scenario.setup);
    EXPECT_NEAR(simulation.state().q[6], 0.2, 1e-12);
    EXPECT_NEAR(simulation.state().q[13], 0.05, 1e-12);
    ASSERT_EQ(simulation.start_events().size(), 2U);
    EXPECT_EQ(simulation.start_events()[0].name, "plate");
    EXPECT_NEAR(simulation.start_events()[0].x_before, -0.04, 1e-12);
    EXPECT_NEAR(simulation.start_events()[1].x_before, 0.7, 1e-12);
  }
}

// ---- Callback and filter.

// A ball that bounces once in 0.6 s: from 0.2 m above the floor.
std::string ball_above(double height) {
  return R"(
model:
  world: {shapes: [{box: {sides: [1, 1, 0.02]}, at: [0, 0, 0.5]}]}
  bodies: [{name: ball, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]
  joints: [{name: move, kind: free, parent: world, child: ball}]
initial: {move: {position: [0, 0, )" +
         std::to_string(height) + R"(], v: [0, 0, 0, 0, 0, 5]}}
contact: {shapes: all, ground: true, friction: 0}
)";
}

TEST(TouchCallback, TellsWhenBodiesBeginToTouchAndCease) {
  const Scenario scenario = parse_scenario(box_on_plate(0.0), "x", ".");
  SimulationSetup setup = scenario.setup;
  setup.q[setup.model->joint(JointId{0}).q + 6] += 0.05;  // the box falls onto the plate
  Simulation simulation(setup);
  std::map<std::pair<int, int>, std::vector<TouchReport::Change>> seen;
  double weight = 0.0;
  RunObserver observer;
  observer.touch = [&](const TouchReport& report) {
    EXPECT_GT(report.a, report.b);
    auto& changes = seen[{report.a.index, report.b.index}];
    if (changes.empty() || report.change != TouchReport::Change::Lasts)
      changes.push_back(report.change);
    EXPECT_EQ(report.points.size(), static_cast<std::size_t>(report.touch.points));
    if (report.b == world_body) weight = report.touch.force.z;
  };
  simulation.advance(0.5, observer);
  using Change = TouchReport::Change;
  // The plate has lain on the ground from the start; the box has come to it.
  EXPECT_EQ((seen[{2, 0}]), (std::vector<Change>{Change::Lasts}));
  ASSERT_FALSE((seen[{2, 1}].empty()));
  EXPECT_EQ((seen[{2, 1}].front()), Change::Begins);
  EXPECT_NEAR(weight, 5.0 * g, 1e-6);
}

// A plate that lets through what comes from below: the ball flies up through it, and lands on it.
TEST(ShapeFilters, APlateMayBeOneWay) {
  SimulationSetup setup = parse_scenario(ball_above(0.15), "x", ".").setup;
  Simulation stopped(setup);
  stopped.advance(1.5);
  EXPECT_LT(stopped.state().q[6], 0.49);  // below the plate: it struck its head
  setup.shape_contacts.filter = [](const NearShapes& near) {
    const bool ball_is_a = near.a != world_body;
    const double up = ball_is_a ? near.distance.n.z : -near.distance.n.z;
    return near.accepted || (up > 0.5 && near.distance.value > -1e-6);
  };
  Simulation through(setup);
  through.advance(1.5);
  EXPECT_NEAR(through.state().q[6], 0.51 + 0.1, 1e-9);
}

TEST(ShapeFilters, MayKeepBodiesApartForEver) {
  SimulationSetup setup = parse_scenario(ball_above(0.15), "x", ".").setup;
  setup.shape_contacts.filter = [](const NearShapes&) { return false; };
  Simulation simulation(setup);
  simulation.advance(1.0);
  EXPECT_NEAR(simulation.state().q[6], 0.15 + 5.0 - 0.5 * g, 1e-9);
}

}  // namespace
}  // namespace catena::touch_recording
