#include "catena/scenario/scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "catena/formats/urdf.hpp"
#include "catena/math/nearest_name.hpp"
#include "catena/mechanism/describe.hpp"
#include "catena/record/state_file.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"
#include "catena/scenario/study.hpp"

namespace catena {

namespace {

using yaml::Fields;
using yaml::NodePtr;
using yaml::Range;
using yaml::Value;

void warn_of_unused(const yaml::Parameters& parameters, ReadReport& report) {
  for (const auto& [name, value] : parameters.values)
    if (!parameters.used.contains(name))
      report.warnings.push_back(fmt::format(
          "parameter '{}' is not used anywhere; remove it, or check for a misspelt name", name));
}

// Loops, contacts and the like at the top of the file: the nearest name would not help.
void refuse_keys_of_models(const yaml::TreeNode& root) {
  const auto has = [](const yaml::Section& section, std::string_view name) {
    return std::any_of(section.keys.begin(), section.keys.end(),
                       [&](const yaml::Key& key) { return key.name == name; });
  };
  for (const yaml::Entry& entry : root.entries)
    if (has(scenario_keys::described_model, entry.key) && !has(scenario_keys::scenario, entry.key))
      yaml::fail(
          entry.place,
          fmt::format("unknown key '{0}'; it belongs in 'model': write 'model: {{..., {0}: ...}}'",
                      entry.key));
}

// A state that was saved while a simulation ran.
SavedState read_saved_state(const Value& value) {
  const std::string text = value.text();
  std::istringstream stream(text);
  try {
    return {read_checkpoint(stream, "state"), text};
  } catch (const StateFileError& error) {
    value.fail(error.what());
  }
}

Mechanism read_fields(const Fields& fields, ReadReport& report) {
  Mechanism result;
  result.said = scenario::said_of(fields.map(), 1);
  if (const auto version = fields.find("catena"))
    if (version->number(quantity::number) != 1.0)
      version->fail_expected("1, the only version of this format so far");
  if (const auto name = fields.find("name")) result.name = name->text();
  if (const auto text = fields.find("description")) result.description = text->text();
  scenario::read_model(fields.at("model"), result, report);
  if (const auto start = fields.find("start_time"))
    result.start_time = start->number(quantity::time);
  if (const auto duration = fields.find("duration"))
    result.duration = duration->number(quantity::time, Range::NonNegative);
  const auto read = [&](const char* key, void (*reader)(const Value&, Mechanism&)) {
    if (const auto value = fields.find(key)) reader(*value, result);
  };
  read("initial", scenario::read_initial);
  read("contact", scenario::read_contact_settings);
  if (const auto ground = fields.find("ground")) result.touching_shapes.ground |= ground->boolean();
  if (const auto settle = fields.find("settle")) result.settle = settle->boolean();
  read("impacts", scenario::read_impacts);
  read("changes", scenario::read_changes);
  read("switched_off", scenario::read_switched_off);
  if (const auto reroot = fields.find("reroot")) result.reroot = reroot->boolean();
  read("motors", scenario::read_motors);
  read("controllers", scenario::read_controllers);
  read("prescribed", scenario::read_prescribed);
  read("integrator", scenario::read_integrator);
  read("record", scenario::read_record);
  read("grasps", scenario::read_grasps);
  read("plots", scenario::read_plots);
  read("picture", scenario::read_picture);
  if (const auto state = fields.find("state")) result.state = read_saved_state(*state);
  return result;
}

Mechanism read(const NodePtr& file, ReadReport* report) {
  if (file->kind != yaml::NodeKind::Map)
    Value(file.get(), "", nullptr).fail_expected("a map with the keys of a scenario");
  return scenario::read_merged(scenario::with_includes(file), report);
}

// Values of parameters in place of those of the file, at the same lines.
NodePtr with_settings(const NodePtr& root, const std::vector<ParameterSetting>& settings) {
  auto made = std::make_shared<yaml::TreeNode>(*root);
  const auto entry =
      std::find_if(made->entries.begin(), made->entries.end(),
                   [](const yaml::Entry& candidate) { return candidate.key == "parameters"; });
  const bool has_parameters =
      entry != made->entries.end() && entry->value->kind == yaml::NodeKind::Map;
  auto parameters = std::make_shared<yaml::TreeNode>(has_parameters ? *entry->value : *root);
  if (!has_parameters) parameters->entries.clear();
  for (const ParameterSetting& setting : settings) {
    std::vector<std::string> names;
    for (const yaml::Entry& known : parameters->entries) names.push_back(known.key);
    const auto found = std::find(names.begin(), names.end(), setting.name);
    if (found == names.end())
      throw ScenarioError(fmt::format("{}: there is no parameter '{}'{}", root->place.source->name,
                                      setting.name,
                                      names.empty() ? "; the scenario has no 'parameters'"
                                                    : nearest_name_hint(setting.name, names)));
    yaml::Entry& target = parameters->entries[static_cast<std::size_t>(found - names.begin())];
    auto value = std::make_shared<yaml::TreeNode>();
    value->kind = yaml::NodeKind::Scalar;
    value->place = target.value->place;
    value->text = setting.value;
    target.value = value;
  }
  entry->value = parameters;
  return made;
}

Mechanism read_set(const NodePtr& file, const std::vector<ParameterSetting>& settings,
                   ReadReport* report) {
  if (file->kind != yaml::NodeKind::Map) return read(file, report);  // says so
  return scenario::read_merged(with_settings(scenario::with_includes(file), settings), report);
}

// A robot alone.
Mechanism read_robot(const std::filesystem::path& path, ReadReport* report) {
  UrdfReport notes;
  try {
    Mechanism result = describe(read_urdf(path.string(), {}, &notes));
    if (report != nullptr) report->warnings = std::move(notes.notes);
    return result;
  } catch (const ModelError& error) {
    throw ScenarioError(error.what(), error.subject(), error.hint());
  }
}

}  // namespace

namespace scenario {

Mechanism read_merged(const NodePtr& root, ReadReport* report) {
  refuse_keys_of_models(*root);
  yaml::Parameters parameters = yaml::read_parameters(*root);
  const Fields fields = Value(root.get(), "", &parameters).fields(scenario_keys::scenario);
  ReadReport remarks;
  if (const auto tables = fields.find("tables")) scenario::read_tables(*tables, parameters.values);
  Mechanism result = read_fields(fields, remarks);
  result.parameters.tables = parameters.values.tables;
  // Numbers have been evaluated: what only they use could change nothing.
  for (const std::string& name : parameters.in_formulas)
    result.parameters[name] = parameters.values.at(name);
  result.parameters.units = parameters.values.units;
  if (const auto study = fields.find("study")) read_study_keys(*study, parameters.values);
  warn_of_unused(parameters, remarks);
  if (report != nullptr) *report = std::move(remarks);
  return result;
}

// Errors and remarks become those of the file.
Scenario compiled(const Mechanism& mechanism, const ReadReport& report) {
  try {
    Scenario result = compile(mechanism);
    result.warnings.insert(result.warnings.begin(), report.warnings.begin(), report.warnings.end());
    return result;
  } catch (const MechanismError& error) {
    throw ScenarioError(error.what(), error.subject(), error.hint());
  }
}

}  // namespace scenario

Mechanism read_mechanism(const std::filesystem::path& path, ReadReport* report) {
  return read_mechanism(path, {}, report);
}

Mechanism read_mechanism(const std::filesystem::path& path,
                         const std::vector<ParameterSetting>& settings, ReadReport* report) {
  const bool is_robot = path.extension() == ".urdf";
  if (is_robot && !settings.empty())
    throw ScenarioError(fmt::format("{}: a robot file has no parameters; found '{}={}'",
                                    path.string(), settings[0].name, settings[0].value));
  Mechanism result = is_robot           ? read_robot(path, report)
                     : settings.empty() ? read(yaml::parse_file(path), report)
                                        : read_set(yaml::parse_file(path), settings, report);
  if (result.name.empty()) result.name = path.stem().string();
  return result;
}

ParameterSetting parse_setting(std::string_view text) {
  const auto trimmed = [](std::string_view part) {
    const std::size_t first = part.find_first_not_of(' '), last = part.find_last_not_of(' ');
    return first == std::string_view::npos ? std::string()
                                           : std::string(part.substr(first, last - first + 1));
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || trimmed(text.substr(0, equals)).empty() ||
      trimmed(text.substr(equals + 1)).empty())
    throw ScenarioError(
        fmt::format("found '{}', expected NAME=VALUE, such as length=0.5 or angle='30 deg'", text));
  return {trimmed(text.substr(0, equals)), trimmed(text.substr(equals + 1))};
}

Mechanism parse_mechanism(std::string_view text, const std::string& source_name,
                          const std::filesystem::path& directory, ReadReport* report) {
  return read(
      yaml::parse(text, std::make_shared<const yaml::Source>(yaml::Source{source_name, directory})),
      report);
}

Scenario load_scenario(const std::filesystem::path& path,
                       const std::vector<ParameterSetting>& settings) {
  ReadReport report;
  const Mechanism mechanism = read_mechanism(path, settings, &report);
  return scenario::compiled(mechanism, report);
}

Scenario parse_scenario(std::string_view text, const std::string& source_name,
                        const std::filesystem::path& directory) {
  ReadReport report;
  const Mechanism mechanism = parse_mechanism(text, source_name, directory, &report);
  return scenario::compiled(mechanism, report);
}

}  // namespace catena
