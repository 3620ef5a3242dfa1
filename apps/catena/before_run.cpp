#include "apps/catena/before_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <iterator>
#include <limits>
#include <system_error>

#include "catena/elements/simulation_error.hpp"
#include "catena/model/model_error.hpp"
#include "catena/plot/recording_plot.hpp"
#include "catena/record/event_file.hpp"
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

// "FILE:LINE:COLUMN: " of the first loop, contact, motor, cable or other element that a message
// names in quotes, else "FILE: ".
std::string place_in(const std::string& path, const std::string& message) {
  const Mechanism mechanism = read_mechanism(path);
  std::string place;
  std::size_t first = std::string::npos;
  const auto name_of = [](const auto& item) {
    if constexpr (requires { item.title(); })
      return item.title();
    else
      return item.name;
  };
  const auto look_at = [&](const auto& item) {
    const std::size_t at = message.find(fmt::format("'{}'", name_of(item)));
    if (at >= first || !item.said.known()) return;
    first = at, place = item.said.prefix();
  };
  const auto look = [&](const auto& items) {
    for (const auto& item : items) look_at(item);
  };
  look(mechanism.loop_joints), look(mechanism.rods), look(mechanism.couplings);
  look(mechanism.rollings), look(mechanism.contacts), look(mechanism.motors);
  look(mechanism.cables);
  for (std::size_t i = 0; i < mechanism.elements.size(); ++i) look_at(mechanism.elements[i]);
  return place.empty() ? path + ": " : place;
}

// Times of samples that the times of the run cannot tell apart, and changes that come so often that
// the run would not arrive.
void check_times(const Scenario& scenario) {
  constexpr double most_changes = 1e6;
  const double latest = std::abs(scenario.setup.start_time) + scenario.duration,
               finest = 16.0 * std::numeric_limits<double>::epsilon() * latest;
  if (scenario.record.interval < finest)
    throw ScenarioError(fmt::format(
        "start_time: times around {:g} s are {:.1g} s apart in the computer, and samples "
        "are taken each {:g} s; choose an earlier start",
        latest, finest, scenario.record.interval));
  for (const StructureEvent& event : scenario.setup.changes)
    if (event.every > 0.0 && scenario.duration > most_changes * event.every)
      throw ScenarioError(
          fmt::format("changes: '{}' comes each {:g} s for {:g} s, which is {:.1e} times; choose a "
                      "longer 'every'",
                      event.name, event.every, scenario.duration, scenario.duration / event.every));
}

// Throws where accelerations are not finite at the start, with the motor that makes them so.
void check_finite(const Simulation& start) {
  const State& state = start.state();
  for (const Motor& motor : start.setup().motors) {
    if (motor.probes) continue;  // it sees more than coordinates
    Eigen::VectorXd effort = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(motor.dofs.size()));
    motor.effort(state.t, state.q, state.v, effort);
    if (effort.allFinite()) continue;
    throw SimulationError(fmt::format(
        "motor '{}': its effort is not finite at the start, t = {:g} s; look for a root "
        "of a negative number, a logarithm or a division by zero",
        motor.name, state.t));
  }
}

}  // namespace

namespace {

// Throws RecordingError where a pattern names no column.
void check_panel(const RecordedTable& table, const PlotPanel& panel) {
  for (const std::string& pattern : panel.columns) matching_columns(table, pattern);
  if (!panel.x.empty() && !table.has(panel.x)) (void)table.column(panel.x);  // throws
}

// What an inherited panel asks for and the recording has.
PlotPanel without_missing(const RecordedTable& table, const PlotPanel& panel) {
  PlotPanel kept = panel;
  std::erase_if(kept.columns, [&](const std::string& pattern) {
    try {
      check_panel(table, {"", {pattern}, panel.x});
      return false;
    } catch (const RecordingError&) {
      return true;
    }
  });
  return kept;
}

}  // namespace

void check_plot_columns(Scenario& scenario, const std::vector<std::string>& columns,
                        const std::string& path, std::vector<std::string>& remarks) {
  RecordedTable table;
  table.names = columns;
  std::vector<PlotPanel> kept;
  for (std::size_t i = 0; i < scenario.plots.size(); ++i) {
    const PlotPanel& panel = scenario.plots[i];
    try {
      check_panel(table, panel);
      kept.push_back(panel);
    } catch (const RecordingError& error) {
      const std::string place = read_mechanism(path).said.prefix("plots");
      const std::string message = fmt::format(
          "{}plots[{}]: {}{}",
          place.substr(0,
                       place.size() - std::min(place.size(), std::string_view("plots: ").size())),
          i, recorded_name(error.what(), panel), recording_advice(panel));
      if (!scenario.plots_are_inherited) throw ScenarioError(message);
      remarks.push_back(message + " (left out, because the scenario inherits it)");
      const PlotPanel rest = without_missing(table, panel);
      if (!rest.columns.empty()) kept.push_back(rest);
    }
  }
  scenario.plots = kept;
}

std::vector<ParameterSetting> parse_settings(const std::vector<std::string>& texts) {
  std::vector<ParameterSetting> settings;
  for (const std::string& text : texts) settings.push_back(parse_setting(text));
  return settings;
}

std::string moved_at_start(const SimulationEvent& event) {
  if (event.how == EventHow::Lower || event.how == EventHow::Upper)
    return fmt::format("'{}' starts at {:.6g}, {} its limit {:.6g}, and is moved there", event.name,
                       event.x_before, event.how == EventHow::Lower ? "below" : "above",
                       event.x_after);
  return {};
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
  check_times(scenario);
}

void check_outputs(const RunOptions& options, const std::string& recording) {
  namespace fs = std::filesystem;
  struct File {
    const char* what;
    std::string path;
  };
  const File files[] = {{"the scenario", options.scenario},
                        {"the recording", recording},
                        {"the list of events", events_path(recording)},
                        {"--plot", options.plot},
                        {"--report", options.report},
                        {"--checkpoint", options.checkpoint},
                        {"--save", options.save}};
  constexpr std::size_t given = 3;  // the first ones are looked at elsewhere
  std::error_code error;
  const auto full = [&](const std::string& path) {
    return fs::weakly_canonical(fs::absolute(path, error), error);
  };
  for (std::size_t i = given; i < std::size(files); ++i) {
    if (files[i].path.empty() || files[i].path.starts_with("/dev/")) continue;
    const fs::path folder = fs::path(files[i].path).parent_path();
    if (!folder.empty() && !fs::is_directory(folder, error))
      throw ScenarioError(
          fmt::format("{}: there is no folder '{}'", files[i].what, folder.string()));
    for (std::size_t k = 0; k < i; ++k)
      if (!files[k].path.empty() && full(files[k].path) == full(files[i].path))
        throw ScenarioError(fmt::format("{}: '{}' is the file of {} as well; choose another name",
                                        files[i].what, files[i].path, files[k].what));
  }
}

void check_start(const RunOptions& options, double t, double t_end) {
  if (t >= t_end)
    throw ScenarioError(
        fmt::format("the saved state is at t = {:g} s, and the run ends at {:g} s; give a longer "
                    "duration, which counts from the start of the scenario",
                    t, t_end));
  if (options.checkpoint_at && !(*options.checkpoint_at <= t_end))
    throw ScenarioError(
        fmt::format("--checkpoint-at {:g}: the run ends at {:g} s", *options.checkpoint_at, t_end));
}

Simulation started(const SimulationSetup& setup, const std::string& path) {
  try {
    Simulation simulation(setup);
    check_finite(simulation);
    return simulation;
  } catch (const SimulationError& error) {
    throw ScenarioError(place_in(path, error.what()) + error.what());
  } catch (const ModelError& error) {
    throw ScenarioError(place_in(path, error.what()) + error.what());
  }
}

}  // namespace catena::app
