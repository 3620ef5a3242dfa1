#pragma once
// Scenario files: a mechanism, how it starts, what acts on it, how long and how it is simulated and
// what is recorded, in YAML. See docs/scenarios.md for the format.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "catena/mechanism/compile.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace catena {

// What is suspicious about a file that could be read.
struct ReadReport {
  std::vector<std::string> warnings;
};

// A parameter of a scenario that is given another value, as a file would write it: "2", "30 deg".
struct ParameterSetting {
  std::string name, value;
};
// "NAME=VALUE"; throws ScenarioError.
ParameterSetting parse_setting(std::string_view text);

// The description in a file. Robot files (.urdf) and built-in models that it names are expanded.
// All of these throw ScenarioError with file, line and column, what was found and what was
// expected.
Mechanism read_mechanism(const std::filesystem::path& path, ReadReport* report = nullptr);
Mechanism read_mechanism(const std::filesystem::path& path,
                         const std::vector<ParameterSetting>& settings,
                         ReadReport* report = nullptr);
// The same from text, which messages call `source_name`. Files that it names are looked for in
// `directory`.
Mechanism parse_mechanism(std::string_view text, const std::string& source_name,
                          const std::filesystem::path& directory, ReadReport* report = nullptr);

// The text of a scenario file that describes the same. Throws ScenarioError, with the name of the
// item, where something has no text: a function of a program, a custom joint. Paths of mesh files
// start from `folder`, in which the text will stand; from the present one if it is empty.
std::string write_scenario(const Mechanism& mechanism, const std::filesystem::path& folder = {});
// The same into a file.
void save_scenario(const Mechanism& mechanism, const std::filesystem::path& path);

// A file, read and compiled; with other values of parameters that it has.
Scenario load_scenario(const std::filesystem::path& path,
                       const std::vector<ParameterSetting>& settings = {});
Scenario parse_scenario(std::string_view text, const std::string& source_name,
                        const std::filesystem::path& directory);

// The JSON Schema of scenario files, as it stands in docs/scenario.schema.json.
std::string scenario_schema();

}  // namespace catena
