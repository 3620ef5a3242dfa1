#pragma once
// The subcommands of the program. Each returns the program's exit code.

#include <string>
#include <vector>

namespace catena::app {

inline constexpr int exit_success = 0;
inline constexpr int exit_failure = 1;
inline constexpr int exit_bad_input = 2;

// Exit code 1 when the simulated motion loses energy or momentum. Writes the picture (SVG) to the
// file named, if any.
int run_demo(const std::string& picture);

// Prints what is suspicious about a scenario.
int run_check(const std::string& path);

// Prints the mechanism of a scenario or of a URDF file as a tree.
int run_info(const std::string& path);

// Prints the JSON Schema of scenario files.
int run_schema();

// Hands over to the benchmark program, which is built separately because it needs the peers.
int run_bench(const std::vector<std::string>& arguments);

}  // namespace catena::app
