#pragma once
// Commands and options that do not exist, and what was probably meant.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace catena::app {

// Print a message and return the exit code for bad input.
int unknown_command(const std::string& word, const std::vector<std::string>& names);
int unknown_option(const std::string& word);
// What a command did not understand.
int unexpected_words(const CLI::App& command);

}  // namespace catena::app
