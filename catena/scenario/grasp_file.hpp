#pragma once
// Grasps in files (JSON): what 'catena grasp --save' writes and '--load' reads.

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "catena/sim/saved_grasp.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace catena {

// Numbers have all their digits: what is read is bitwise what was written.
std::string write_grasps(std::span<const SavedGrasp> grasps);

// Throw ScenarioError with file, line, column, what was found and what was expected.
std::vector<SavedGrasp> parse_grasps(std::string_view text, const std::string& source_name);
std::vector<SavedGrasp> read_grasps(const std::filesystem::path& path);

}  // namespace catena
