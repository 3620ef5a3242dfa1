// Springs between points, bushings and springs with tables in scenarios: read, written, refused,
// and the examples against what their comments say.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "catena/elements/bushing.hpp"
#include "catena/elements/point_spring.hpp"
#include "catena/elements/torsion_spring.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

using std::numbers::pi;

Scenario load_example(const std::string& name) {
  return load_scenario(std::string(CATENA_SOURCE_DIR "/examples/elements/") + name + ".yaml");
}

std::string with(const std::string& elements) {
  return "model:\n  builtin: double_pendulum\n" + elements;
}

template <class Set>
const Set& only_set(const Scenario& scenario) {
  EXPECT_EQ(scenario.setup.elements.size(), 1u);
  return dynamic_cast<const Set&>(*scenario.setup.elements.at(0));
}

std::string error_in_elements(const std::string& elements) {
  try {
    parse_scenario(with(elements), "bad.yaml", "");
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

void expect_identity(const std::string& text) {
  const Mechanism mechanism = parse_mechanism(text, "a.yaml", "");
  const std::string written = write_scenario(mechanism);
  EXPECT_TRUE(parse_mechanism(written, "b.yaml", "") == mechanism) << written;
}

TEST(ScenarioElements, PointSpringsAreRead) {
  const std::string text = with(
      "  point_springs:\n"
      "    - {name: a, from: {body: world, at: [0, 0, 2]}, to: link1, stiffness: 3, damping: 2, "
      "rest_length: 50 mm, preload: -1, side: pulls}\n"
      "    - {name: b, from: link1, to: {body: link2, at: [0, 0, 1]}, law: 2*x - 3*v}\n");
  const Scenario scenario = parse_scenario(text, "a.yaml", "");
  const std::vector<PointSpring>& springs = only_set<PointSpringSet>(scenario).springs();
  ASSERT_EQ(springs.size(), 2u);
  EXPECT_EQ(springs[0].a.index, 0);
  EXPECT_EQ(springs[0].p_A.z, 2.0);
  EXPECT_EQ(springs[0].rest_length, 0.05);
  EXPECT_EQ(springs[0].preload, -1.0);
  EXPECT_EQ(springs[0].side, PointSpring::Side::Pulls);
  EXPECT_EQ(springs[1].b.index, 2);
  EXPECT_EQ(springs[1].law(5.0, 2.0), 4.0);
  expect_identity(text);
}

TEST(ScenarioElements, BushingsAreRead) {
  const std::string text = with(
      "  bushings:\n"
      "    - {name: a, from: world, to: link2, stiffness: [1, 2, 3, 4, 5, 6], damping: "
      "[[1,0,0,0,0,0],[0,1,0,0,0,0],[0,0,1,0,0,0],[0,0,0,2,1,0],[0,0,0,1,2,0],[0,0,0,0,0,1]]}\n");
  const Scenario scenario = parse_scenario(text, "a.yaml", "");
  const Bushing& bushing = only_set<BushingSet>(scenario).bushings().at(0);
  EXPECT_EQ(bushing.stiffness(5, 5), 6.0);
  EXPECT_EQ(bushing.stiffness(0, 1), 0.0);
  EXPECT_EQ(bushing.damping(3, 4), 1.0);
  expect_identity(text);
}

TEST(ScenarioElements, TorsionSpringsAreRead) {
  const std::string text = with(
      "  torsion_springs:\n"
      "    - {name: a, coordinate: joint2, table: [[0, 1], [90 deg, 2], [180 deg, 1]], "
      "interpolation: monotone_cubic, range: periodic, rest: 0.1, damping: 0.5}\n");
  const Scenario scenario = parse_scenario(text, "a.yaml", "");
  const TorsionSpring& spring = only_set<TorsionSpringSet>(scenario).springs().at(0);
  EXPECT_EQ(spring.dof, 1);
  EXPECT_NEAR(spring.table.x()[1], pi / 2, 1e-15);
  EXPECT_EQ(spring.table.range(), Table::Range::Periodic);
  EXPECT_EQ(spring.table.interpolation(), Table::Interpolation::MonotoneCubic);
  EXPECT_EQ(spring.rest, 0.1);
  expect_identity(text);
}

// Errors name the line of the element, and say what to change.
TEST(ScenarioElements, ErrorsSayWhereAndWhat) {
  const auto expect_error = [](const std::string& elements, const std::string& part) {
    const std::string error = error_in_elements(elements);
    EXPECT_NE(error.find(part), std::string::npos) << error;
    EXPECT_EQ(error.find("bad.yaml:4:"), 0u) << error;
  };
  expect_error("  point_springs:\n    - {name: a, from: world, to: world, stiffness: 1}\n",
               "both ends are on 'world'");
  expect_error("  point_springs:\n    - {name: a, from: world, to: link3, stiffness: 1}\n",
               "link3");
  expect_error("  point_springs:\n    - {name: a, from: world, to: link1, law: 2*y}\n", "'y'");
  expect_error("  point_springs:\n    - {name: a, from: world, to: link1, law: x, damping: 2}\n",
               "put them into the law");
  expect_error("  bushings:\n    - {name: a, from: world, to: link1, stiffness: [1, 2]}\n", "6");
  expect_error("  torsion_springs:\n    - {name: a, coordinate: joint1, table: [[0, 1], [0, 2]]}\n",
               "strictly increasing");
  expect_error("  torsion_springs:\n    - {name: a, coordinate: joint9, table: [[0, 1], [1, 2]]}\n",
               "joint9");
}

TEST(ScenarioElements, TheBumperBouncesAsItsCommentSays) {
  Simulation simulation(load_example("bumper").setup);
  std::vector<SimulationEvent> events;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& e) { events.push_back(e); };
  simulation.advance(3.0, observer);
  const double fall = std::sqrt(0.4 / 9.81), bounce = (pi - std::atan(20.0 * fall)) / 10.0;
  double t = fall;
  ASSERT_GE(events.size(), 8u);
  for (std::size_t e = 0; e < events.size(); ++e) {
    EXPECT_EQ(events[e].kind, e % 2 == 0 ? EventKind::Taut : EventKind::Slack);
    EXPECT_NEAR(events[e].t, t, 1e-10);
    t += e % 2 == 0 ? bounce : 2.0 * fall;
  }
}

TEST(ScenarioElements, TheEngineSwingsAsItsCommentSays) {
  Simulation simulation(load_example("engine_mount").setup);
  simulation.advance(5.0);
  const double angle = 2.0 * std::cos(20.0);
  EXPECT_NEAR(simulation.state().v[2], -8.0 * std::sin(20.0), 1e-9);
  EXPECT_NEAR(std::abs(simulation.state().q[0]), std::cos(0.5 * angle), 1e-10);
}

TEST(ScenarioElements, TheWheelHasThePeriodOfItsComment) {
  Simulation simulation(load_example("play").setup);
  const double period = 2.0 * (0.8 + pi / std::sqrt(250.0));
  simulation.advance(3.0 * period);
  EXPECT_NEAR(simulation.state().q[0], 0.0, 1e-10);
  EXPECT_NEAR(simulation.state().v[0], 1.0, 1e-10);
}

}  // namespace
}  // namespace catena
