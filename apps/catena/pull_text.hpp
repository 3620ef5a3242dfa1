#pragma once
// What pulling an object has shown, for people and for programs.

#include <string>

#include "catena/sim/tried_pulls.hpp"

namespace catena::app {

// Beside what the analysis says.
std::string pull_lines(const GraspAnalysis& grasp, const TriedPulls& tried);
// An object; null where nothing could be tried.
std::string tried_json(const TriedPulls& tried);

}  // namespace catena::app
