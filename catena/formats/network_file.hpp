#pragma once
// Pin-jointed networks of cables and struts as YAML (docs/tensegrity.md). Errors are
// ScenarioErrors: "FILE:LINE:COLUMN: where in the file: what was found, what was expected".

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "catena/tensegrity/form_finding.hpp"
#include "catena/tensegrity/network.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace catena {

enum class FormMethod { ForceDensities, Elasticity, Lengths };

// How the form is to be found before questions are asked about it.
struct FormRequest {
  FormMethod method = FormMethod::Elasticity;
  std::vector<int> group;  // of Lengths
  tensegrity::LengthGoal goal = tensegrity::LengthGoal::Shortest;
};

struct NetworkFile {
  std::string name;  // the file's if it says none
  tensegrity::Network network;
  std::optional<FormRequest> form;
  double pretension = 1.0;  // the largest force of the self-stress [N]
};

// Reads and checks a file.
NetworkFile load_network(const std::filesystem::path& path);

// The same from a text; the name is for messages.
NetworkFile parse_network(std::string_view text, const std::string& source_name);

}  // namespace catena
