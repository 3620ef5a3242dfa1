#pragma once
// Scenarios that come with the program, by name.

#include <string>

namespace catena::app {

// The path of a scenario: as given where there is such a file; else that of the example of this
// name, which is written to the user's cache. Throws ScenarioError with the nearest name.
std::string scenario_path(const std::string& given);

// The path of a recording: as given, or NAME.csv of an example, which is simulated first.
std::string recording_path(const std::string& given);

}  // namespace catena::app
