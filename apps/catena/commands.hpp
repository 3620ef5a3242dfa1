#pragma once
// The subcommands of the program. Each returns the program's exit code.

#include <string>
#include <vector>

namespace catena::app {

inline constexpr int exit_success = 0;
inline constexpr int exit_failure = 1;
inline constexpr int exit_bad_input = 2;

int run_demo();

// Hands over to the benchmark program, which is built separately because it needs the peers.
int run_bench(const std::vector<std::string>& arguments);

}  // namespace catena::app
