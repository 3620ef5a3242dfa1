#pragma once
// Instructions per call, counted by valgrind's callgrind: a figure without noise.

#include <map>
#include <string>
#include <vector>

#include "contender.hpp"

namespace catena::bench {

struct InstructionCounts {
  std::string model;
  std::map<Kernel, double> scalar, pack;  // per state
};

bool valgrind_is_installed();

// Runs catena_bench_kernel, which lies beside this program, under callgrind. Throws where it fails.
InstructionCounts count_instructions(const std::string& model);

}  // namespace catena::bench
