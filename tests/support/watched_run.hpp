#pragma once
// A scenario that runs to a time, with what happened on the way.

#include <cmath>
#include <string>
#include <vector>

#include "catena/scenario/scenario.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/recording_row.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {

struct WatchedRun {
  explicit WatchedRun(const SimulationSetup& setup)
      : simulation(setup), events(simulation.start_events()) {}
  WatchedRun(const std::string& text, double t_end)
      : WatchedRun(parse_scenario(text, "s.yaml", CATENA_SOURCE_DIR).setup) {
    to(t_end);
  }

  void to(double t_end) {
    RunObserver observer;
    observer.event = [this](const SimulationEvent& event) { events.push_back(event); };
    simulation.advance(t_end, observer);
  }

  std::vector<SimulationEvent> of(EventKind kind) const {
    std::vector<SimulationEvent> found;
    for (const SimulationEvent& event : events)
      if (event.kind == kind) found.push_back(event);
    return found;
  }
  double q(int i = 0) const { return simulation.state().q[i]; }
  double v(int i = 0) const { return simulation.state().v[i]; }
  // Where the origin of a body is along x.
  double x(const std::string& body) {
    const Look look = simulation.observed().look(simulation.state());
    return look.pose(look.coordinates.tree().find_body(body)).translation.x;
  }
  // A column of a recording, now.
  double recorded(const std::string& name) {
    RecordingRow row(simulation, {});
    const std::vector<double>& numbers = row.row(simulation.state());
    for (std::size_t i = 0; i < numbers.size(); ++i)
      if (row.columns()[i].name == name) return numbers[i];
    return std::nan("");
  }
  // What the ledger does not explain, J.
  double unexplained() { return std::abs(simulation.energy(simulation.state()).balance); }

  Simulation simulation;
  std::vector<SimulationEvent> events;
};

}  // namespace catena
