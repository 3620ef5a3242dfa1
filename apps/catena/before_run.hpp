#pragma once
// What can be known to be wrong with a scenario before it is run.

#include <string>
#include <vector>

#include "apps/catena/commands.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/simulation.hpp"

namespace catena::app {

// Of --set; throws ScenarioError.
std::vector<ParameterSetting> parse_settings(const std::vector<std::string>& texts);

// Throws ScenarioError where a panel of the scenario `path` names a column that its recording will
// not have. Where the panels are inherited, such columns are left out, with a remark.
void check_plot_columns(Scenario& scenario, const std::vector<std::string>& columns,
                        const std::string& path, std::vector<std::string>& remarks);

// A start that is moved into its limits, or out of what it is inside of, in words; empty for other
// events.
std::string moved_at_start(const SimulationEvent& event);

// Throws ScenarioError where the scenario asks for so many steps or samples that nobody lives to
// see the end.
void check_amount(const Scenario& scenario);

// Throws ScenarioError where two of the files that a run writes are one, or one is the scenario
// that it reads, or where there is no folder for one. `recording`: where it goes.
void check_outputs(const RunOptions& options, const std::string& recording);
// Throws ScenarioError where a run that starts at time t is over already, or over before its
// checkpoint.
void check_start(const RunOptions& options, double t, double t_end);

// A simulation at its start. Throws ScenarioError where that cannot be, because loops do not close
// for instance, with the place in the scenario `path` of what it names.
Simulation started(const SimulationSetup& setup, const std::string& path);

}  // namespace catena::app
