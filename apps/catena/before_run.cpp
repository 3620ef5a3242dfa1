#include "apps/catena/before_run.hpp"

#include <fmt/format.h>

#include "catena/elements/simulation_error.hpp"
#include "catena/plot/recording_plot.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace catena::app {

namespace {

// A year of processor time at a microsecond each; a recording of a terabyte with one column.
constexpr double most_steps = 3e13, most_samples = 1e11;

// How to record what a panel names.
std::string recording_advice(const PlotPanel& panel) {
  std::vector<std::string> names = panel.columns;
  if (!panel.x.empty()) names.push_back(panel.x);
  for (const std::string& name : names) {
    if (name.starts_with("p.") && name.size() > 4)
      return fmt::format("; to record positions, write record: {{frames: [{}]}}",
                         name.substr(2, name.rfind('.') - 2));
    if (name.starts_with("f."))
      return "; to record joint forces, write record: {columns: [q, v, f]}";
  }
  return {};
}

// A message about a column. What the scenario could record is a better advice than the nearest
// name.
std::string recorded_name(const std::string& message, const PlotPanel& panel) {
  return recording_advice(panel).empty() ? message
                                         : message.substr(0, message.find("; did you mean"));
}

// "FILE:LINE:COLUMN: " of the first loop or contact that a message names in quotes, else "FILE: ".
std::string place_in(const std::string& path, const std::string& message) {
  const Mechanism mechanism = read_mechanism(path);
  std::string place;
  std::size_t first = std::string::npos;
  const auto look = [&](const auto& items) {
    for (const auto& item : items) {
      const std::size_t at = message.find(fmt::format("'{}'", item.name));
      if (at >= first || !item.said.known()) continue;
      first = at, place = item.said.prefix();
    }
  };
  look(mechanism.loop_joints), look(mechanism.rods), look(mechanism.couplings);
  look(mechanism.rollings), look(mechanism.contacts);
  return place.empty() ? path + ": " : place;
}

}  // namespace

void check_plot_columns(const Scenario& scenario, const std::vector<std::string>& columns,
                        const std::string& path) {
  RecordedTable table;
  table.names = columns;
  for (std::size_t i = 0; i < scenario.plots.size(); ++i) {
    const PlotPanel& panel = scenario.plots[i];
    try {
      for (const std::string& pattern : panel.columns) matching_columns(table, pattern);
      if (!panel.x.empty() && !table.has(panel.x)) (void)table.column(panel.x);  // throws
    } catch (const RecordingError& error) {
      const std::string place = read_mechanism(path).said.prefix("plots");
      throw ScenarioError(fmt::format(
          "{}plots[{}]: {}{}",
          place.substr(0,
                       place.size() - std::min(place.size(), std::string_view("plots: ").size())),
          i, recorded_name(error.what(), panel), recording_advice(panel)));
    }
  }
}

void check_amount(const Scenario& scenario) {
  const IntegratorOptions& integrator = scenario.setup.integrator;
  const double steps = integrator.steps_over(scenario.duration),
               samples = scenario.duration / scenario.record.interval;
  if (steps > most_steps)
    throw ScenarioError(fmt::format(
        "integrator: {:g} s in steps of {:g} s need {:.1e} steps; choose longer steps, or a "
        "shorter duration",
        scenario.duration, has_fixed_step(integrator.kind) ? integrator.step : integrator.max_step,
        steps));
  if (samples > most_samples)
    throw ScenarioError(
        fmt::format("record.interval: {:g} s with one sample every {:g} s give {:.1e} samples; "
                    "choose a longer interval, or a shorter duration",
                    scenario.duration, scenario.record.interval, samples));
}

Simulation started(const SimulationSetup& setup, const std::string& path) {
  try {
    return Simulation(setup);
  } catch (const SimulationError& error) {
    throw ScenarioError(place_in(path, error.what()) + error.what());
  }
}

}  // namespace catena::app
