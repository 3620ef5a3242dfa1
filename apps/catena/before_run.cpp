#include "apps/catena/before_run.hpp"

#include <fmt/format.h>

#include "catena/elements/simulation_error.hpp"
#include "catena/plot/recording_plot.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace catena::app {

void check_plot_columns(const Scenario& scenario, const std::vector<std::string>& columns) {
  RecordedTable table;
  table.names = columns;
  for (std::size_t i = 0; i < scenario.plots.size(); ++i) {
    const PlotPanel& panel = scenario.plots[i];
    try {
      for (const std::string& pattern : panel.columns) matching_columns(table, pattern);
      if (!panel.x.empty() && !table.has(panel.x)) (void)table.column(panel.x);  // throws
    } catch (const RecordingError& error) {
      throw ScenarioError(fmt::format("plots[{}]: {}", i, error.what()));
    }
  }
}

Simulation started(const SimulationSetup& setup) {
  try {
    return Simulation(setup);
  } catch (const SimulationError& error) {
    throw ScenarioError(error.what());
  }
}

}  // namespace catena::app
