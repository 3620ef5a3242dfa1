#pragma once
// What the viewer shows: scenarios, robots and recordings by the name of their file.

#include <string>

#include "catena/view/replay.hpp"

namespace catena::app {

// Whether a file is a recording rather than a scenario or a robot.
bool is_recording(const std::string& file);

// What reading it and building its model found remarkable, on the standard error.
void print_notes(const Scenario& scenario);

// A scenario file, or a robot (.urdf) that hangs in the world. Prints its notes.
Scenario load_shown(const std::string& file);

// A recording with its scenario (the one that it was made from if not named), or a scenario that is
// simulated to its end first.
Replay replay_of(const std::string& file, const std::string& scenario);

// Throws std::runtime_error where the file cannot be written.
void write_file(const std::string& path, const std::string& bytes);

// The viewer's page. Throws std::runtime_error where this program was built without it.
std::string page_or_explain();

}  // namespace catena::app
