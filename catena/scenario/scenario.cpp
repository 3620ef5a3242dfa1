#include "catena/scenario/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "catena/record/state_file.hpp"
#include "catena/scenario/coordinates.hpp"
#include "catena/scenario/keys.hpp"

namespace catena {

namespace {

using yaml::Fields;
using yaml::NodePtr;
using yaml::Range;
using yaml::Value;

void warn_of_unused(const yaml::Parameters& parameters, Scenario& scenario) {
  for (const auto& [name, value] : parameters.values)
    if (!parameters.used.contains(name))
      scenario.warnings.push_back(fmt::format(
          "parameter '{}' is not used anywhere; remove it, or check for a name that was "
          "mistyped",
          name));
}

// Loops, contacts and the like at the top of the file: the nearest name would not help.
void refuse_keys_of_models(const yaml::TreeNode& root) {
  const auto has = [](const yaml::Section& section, std::string_view name) {
    return std::any_of(section.keys.begin(), section.keys.end(),
                       [&](const yaml::Key& key) { return key.name == name; });
  };
  for (const yaml::Entry& entry : root.entries)
    if (has(scenario_keys::described_model, entry.key) && !has(scenario_keys::scenario, entry.key))
      yaml::fail(entry.place, fmt::format("unknown key '{0}'; it belongs into 'model': write "
                                          "'model: {{..., {0}: ...}}'",
                                          entry.key));
}

void read_times(const Fields& fields, Scenario& result) {
  if (const auto start = fields.find("start_time"))
    result.setup.start_time = start->number(quantity::time);
  if (const auto duration = fields.find("duration"))
    result.duration = duration->number(quantity::time, Range::NonNegative);
}

// A state that was saved while a simulation ran, which counts before `initial` and `start_time`.
void read_saved_state(const Value& value, Scenario& result) {
  std::istringstream text(value.text());
  try {
    result.state = read_checkpoint(text, "state");
  } catch (const StateFileError& error) {
    value.fail(error.what());
  }
  result.setup.start_time = result.state->t;
}

Scenario read(const NodePtr& file) {
  if (file->kind != yaml::NodeKind::Map)
    Value(file.get(), "", nullptr).fail_expected("a map with the keys of a scenario");
  const NodePtr root = scenario::with_includes(file);
  refuse_keys_of_models(*root);
  yaml::Parameters parameters = yaml::read_parameters(*root);
  const Fields fields = Value(root.get(), "", &parameters).fields(scenario_keys::scenario);
  Scenario result;
  if (const auto version = fields.find("catena"))
    if (version->number(quantity::number) != 1.0)
      version->fail_expected("1, the only version of this format so far");
  if (const auto name = fields.find("name")) result.name = name->text();
  if (const auto description = fields.find("description")) result.description = description->text();
  const std::vector<int> open_rods = scenario::read_model(fields.at("model"), result);
  read_times(fields, result);
  const auto initial = fields.find("initial");
  scenario::read_initial(initial ? &*initial : nullptr, result);
  if (const auto impacts = fields.find("impacts"))
    scenario::read_impacts(*impacts, result.setup.contact_options);
  const auto changes = fields.find("changes");
  const scenario::Mechanism mechanism =
      scenario::read_changes(changes ? &*changes : nullptr, result);
  if (const auto reroot = fields.find("reroot")) result.setup.reroot = reroot->boolean();
  if (const auto motors = fields.find("motors")) scenario::read_motors(*motors, mechanism, result);
  if (const auto list = fields.find("controllers"))
    scenario::read_controllers(*list, mechanism, result);
  if (const auto list = fields.find("prescribed"))
    scenario::read_prescribed(*list, mechanism, result);
  scenario::measure_rods(fields.at("model"), open_rods, result.setup);
  result.setup.integrator.step = 0.0;  // the default integrator chooses it
  if (const auto integrator = fields.find("integrator"))
    scenario::read_integrator(*integrator, result.setup.integrator);
  // Where joints come and go, their positions do not tell where the bodies are.
  result.record.poses = !result.setup.changes.empty();
  if (const auto record = fields.find("record"))
    scenario::read_record(*record, *result.setup.model, result.record);
  if (const auto plots = fields.find("plots")) scenario::read_plots(*plots, result.plots);
  if (const auto state = fields.find("state")) read_saved_state(*state, result);
  warn_of_unused(parameters, result);
  return result;
}

}  // namespace

Scenario load_scenario(const std::filesystem::path& path) {
  Scenario result = read(yaml::parse_file(path));
  if (result.name.empty()) result.name = path.stem().string();
  return result;
}

Scenario parse_scenario(std::string_view text, const std::string& source_name,
                        const std::filesystem::path& directory) {
  return read(yaml::parse(
      text, std::make_shared<const yaml::Source>(yaml::Source{source_name, directory})));
}

}  // namespace catena
