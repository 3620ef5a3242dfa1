// Conditions sense contacts between bodies, whether or not they are recorded; programs see the
// points.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {
namespace {

constexpr double pull = 9.81;  // m/s^2

// A box of 2 kg whose underside is 0.5 m above the floor, or above a plate that stands there.
Scenario falling(const std::string& when, const std::string& method, bool shapes = true) {
  return parse_scenario(
      fmt::format(
          "model:\n"
          "  bodies: [{{name: box, shapes: [{{box: {{sides: [0.2, 0.2, 0.2]}}, mass: 2}}]}}]\n"
          "  joints: [{{name: move, kind: free, parent: world, child: box}}]\n"
          "{}"
          "initial: {{move: {{position: [0, 0, 0.6]}}}}\n"
          "contact: {{{} method: {}, step: 1 ms}}\n"
          "changes: [{{name: seen, when: \"{}\"}}]\nduration: 0.6\n",
          shapes ? ""
                 : "  contacts: [{for: [i in 0..1, j in 0..1], name: c$i$j, point: {body: box, "
                   "at: [0.1 - 0.2*$i, 0.1 - 0.2*$j, -0.1]}, plane: ground}]\n",
          shapes ? "ground: true," : "", method, when),
      "falling.yaml", "");
}

// When the change takes place; NaN: it does not.
double time_of_change(const Scenario& scenario) {
  double t = std::nan("");
  RunObserver observer;
  observer.event = [&](const SimulationEvent& e) {
    if (e.kind == EventKind::Mark) t = e.t;
  };
  Simulation simulation(scenario.setup);
  simulation.advance(scenario.duration, observer);
  return t;
}

TEST(SensedContacts, ConditionsSeePointsForcesAndGaps) {
  const double touch = std::sqrt(2.0 * 0.5 / pull);
  const auto when_gap_is = [](double gap) { return std::sqrt(2.0 * (0.5 - gap) / pull); };
  for (const bool shapes : {true, false})
    for (const char* method : {"events", "stepping", "automatic"}) {
      SCOPED_TRACE(fmt::format("{} shapes {}", method, shapes));
      const auto time = [&](const std::string& when) {
        return time_of_change(falling(when, method, shapes));
      };
      const double exact = std::string(method) == "events" ? 1e-9 : 1.001e-3;
      EXPECT_NEAR(time("contact.box.world.points >= 1"), touch, exact);
      EXPECT_NEAR(time("contact.box.world.points >= 1 && t > 0.5"), 0.5, exact);
      EXPECT_NEAR(time("contact.world.box.points > 3.5"), touch, exact);
      EXPECT_NEAR(time("touch.box.fz > 10"), touch, exact);
      EXPECT_NEAR(time("contact.box.world.fn > 10"), touch, exact);
      EXPECT_TRUE(std::isnan(time("touch.box.fz > 21"))) << "it weighs 19.62 N";
      if (shapes) {
        EXPECT_NEAR(time("contact.box.world.gap < 0.2"), when_gap_is(0.2), exact);
      }
    }
}

TEST(SensedContacts, WhatDoesNotExistIsNamed) {
  for (const auto& [when, part] :
       {std::pair{"contact.box.wrold.points >= 1", "there is no 'contact.box.wrold.points'"},
        {"contact.box.world.pints >= 1", "unknown name 'contact.box.world.pints'"},
        {"touch.bxo.fz > 1", "there is no 'touch.bxo.fz'"},
        {"contact.box.box.points > 0.5", "there is no 'contact.box.box.points'"}}) {
    try {
      falling(when, "events");
      FAIL() << when;
    } catch (const std::exception& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  }
}

TEST(SensedContacts, ProgramsSeeThePoints) {
  for (const char* method : {"events", "stepping"}) {
    const Scenario scenario = falling("t > 1", method);
    Simulation simulation(scenario.setup);
    for (const TouchPoint& p : simulation.touch_points(simulation.state()))
      EXPECT_EQ(p.is, TouchPoint::Is::Open);
    simulation.advance(scenario.duration);
    const std::vector<TouchPoint> points = simulation.touch_points(simulation.state());
    ASSERT_EQ(points.size(), 4U);
    const BodyId box = simulation.model().find_body("box");
    const PairTouch touch = sum_of(points, box, world_body);
    EXPECT_EQ(touch.sticks, 4);
    EXPECT_NEAR(touch.normal, 2.0 * pull, 1e-9);
    EXPECT_NEAR(sum_of(points, world_body, box).force.z, -2.0 * pull, 1e-9);
    for (const TouchPoint& p : points) {
      EXPECT_EQ(p.is, TouchPoint::Is::Sticking);
      EXPECT_NEAR(p.gap, 0.0, 1e-9);
      EXPECT_NEAR(p.normal.z * (p.a == box ? 1.0 : -1.0), 1.0, 1e-12);
    }
  }
}

}  // namespace
}  // namespace catena
