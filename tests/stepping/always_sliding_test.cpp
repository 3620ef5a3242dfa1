// The law of Li et al. 2014, whose friction is all there also at a standstill: by events alone, and
// said where the motion ends.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "catena/elements/simulation_error.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/recorder.hpp"

namespace catena {
namespace {

std::string sliding_block(const std::string& rest, const std::string& pull = "0") {
  return R"(
model:
  forces: [{name: pull, on: block, force: [)" +
         pull + R"(, 0, 0]}]
  bodies: [{name: block, shapes: [{box: {sides: [0.2, 0.2, 0.2]}, mass: 1}]}]
  joints: [{name: p, kind: planar, parent: world, child: block, axis: [0, 1, 0]}]
  contacts: [{name: c, point: {body: block}, plane: ground, two_sided: true, friction: 0.3, friction_law: always_sliding}]
initial: {p: {q: [0, 0, 0], v: [0, 0.5, 0]}}
duration: 1
)" + rest;
}

std::string refusal(const std::string& text) {
  try {
    parse_scenario(text, "sliding.yaml", ".");
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(AlwaysSliding, IsNotForTimeSteps) {
  for (const char* method :
       {"contact: stepping", "contact: automatic", "contact: {method: stepping, shapes: all}"}) {
    const std::string message = refusal(sliding_block(method));
    EXPECT_NE(message.find("always_sliding"), std::string::npos) << method << message;
    EXPECT_NE(message.find("coulomb"), std::string::npos) << method;
  }
  EXPECT_EQ(refusal(sliding_block("contact: {method: automatic}")), "");
  EXPECT_EQ(refusal(sliding_block("contact: events")), "");
}

// It says so, once, and keeps to the law: |f_t| = mu f_n, and no speed above that at which it
// turns.
TEST(AlwaysSliding, SaysThatItHasNoRest) {
  for (const char* pull : {"0", "1"}) {
    const Scenario scenario =
        parse_scenario(sliding_block("record: {interval: 0.01}\n", pull), "sliding.yaml", ".");
    Simulation simulation(scenario.setup);
    Recorder recorder(simulation, scenario.record);
    const auto& columns = recorder.columns();
    const auto place = [&](const char* name) {
      return std::find(columns.begin(), columns.end(), name) - columns.begin();
    };
    const auto normal = place("contact.c.fn"), tangential = place("contact.c.ft");
    std::vector<SimulationEvent> events;
    RunObserver observer;
    observer.event = [&](const SimulationEvent& event) { events.push_back(event); };
    observer.sample_interval = 0.01;
    observer.sample = [&](const State& state) {
      const std::vector<double> row = recorder.row(state);
      EXPECT_NEAR(row[static_cast<std::size_t>(tangential)],
                  0.3 * row[static_cast<std::size_t>(normal)], 1e-9)
          << state.t;
      if (state.t > 0.3) {
        EXPECT_LE(std::abs(state.v[1]), 1.0001e-3) << state.t;
      }
    };
    simulation.advance(1.0, observer);
    const auto says = [](const SimulationEvent& e) {
      return e.kind == EventKind::Chatter && e.note.find("has no rest") != std::string::npos;
    };
    EXPECT_EQ(std::count_if(events.begin(), events.end(), says), 1) << pull;
    EXPECT_EQ(std::count_if(events.begin(), events.end(),
                            [](const auto& e) { return e.kind == EventKind::Stick; }),
              0);
  }
}

// One run, one law: where events would give way to time steps, it ends.
TEST(AlwaysSliding, DoesNotBecomeCoulombsLaw) {
  Scenario scenario =
      load_scenario(CATENA_SOURCE_DIR "/examples/constrained/three_link_settle.yaml");
  for (Contact& contact : scenario.setup.contacts) contact.material.friction = 1.0;
  Simulation simulation(scenario.setup);
  std::vector<SimulationEvent> events;
  RunObserver observer;
  observer.event = [&](const SimulationEvent& event) { events.push_back(event); };
  std::string message;
  try {
    simulation.advance(5.0, observer);
  } catch (const SimulationError& error) {
    message = error.what();
  }
  for (const SimulationEvent& event : events) EXPECT_NE(event.kind, EventKind::Stick);
  if (!message.empty()) {
    EXPECT_NE(message.find("always_sliding"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace catena
