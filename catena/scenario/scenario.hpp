#pragma once
// Scenario files: a mechanism, how it starts, what acts on it, how long and how it is simulated and
// what is recorded, in YAML. See docs/scenarios.md for the format.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/sim/checkpoint.hpp"
#include "catena/sim/setup.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace catena {

// A panel of the plot that a scenario asks for.
struct PlotPanel {
  std::string title;
  std::vector<std::string> columns;  // of the recording; * stands for anything
};

struct Scenario {
  std::string name, description;
  SimulationSetup setup;
  std::optional<Checkpoint> state;  // where it starts, if not as `setup` says
  double duration = 10.0;           // s
  RecordOptions record;
  std::vector<PlotPanel> plots;
  // What is suspicious about the file, besides the warnings of the model itself.
  std::vector<std::string> warnings;
};

// Both throw ScenarioError with file, line and column, what was found and what was expected.
Scenario load_scenario(const std::filesystem::path& path);
// The same from text, which messages call `source_name`. Files that it names are looked for in
// `directory`.
Scenario parse_scenario(std::string_view text, const std::string& source_name,
                        const std::filesystem::path& directory);

// The JSON Schema of scenario files, as it stands in docs/scenario.schema.json.
std::string scenario_schema();

}  // namespace catena
