#include "apps/catena/before_run.hpp"

#include <fmt/format.h>

#include "catena/elements/simulation_error.hpp"
#include "catena/plot/recording_plot.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace catena::app {

namespace {

// A year of processor time at a microsecond each; a recording of a terabyte with one column.
constexpr double most_steps = 3e13, most_samples = 1e11;

}  // namespace

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

void check_amount(const Scenario& scenario) {
  const IntegratorOptions& integrator = scenario.setup.integrator;
  const double steps = integrator.steps_over(scenario.duration),
               samples = scenario.duration / scenario.record.interval;
  if (steps > most_steps)
    throw ScenarioError(fmt::format(
        "integrator: {:g} s in steps of {:g} s are {:.1e} steps; choose longer steps, or a shorter "
        "duration",
        scenario.duration, has_fixed_step(integrator.kind) ? integrator.step : integrator.max_step,
        steps));
  if (samples > most_samples)
    throw ScenarioError(fmt::format(
        "record.interval: {:g} s with a sample each {:g} s are {:.1e} samples; choose a "
        "longer interval, or a shorter duration",
        scenario.duration, scenario.record.interval, samples));
}

Simulation started(const SimulationSetup& setup) {
  try {
    return Simulation(setup);
  } catch (const SimulationError& error) {
    throw ScenarioError(error.what());
  }
}

}  // namespace catena::app
