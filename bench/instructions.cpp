#include "instructions.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "catena/view/temporary_folder.hpp"
#include "peers.hpp"

namespace catena::bench {
namespace {

namespace fs = std::filesystem;

constexpr int repetitions = 200;

// What one dump of callgrind says: the label that the program gave it, and its total.
struct Dump {
  std::string label;
  double instructions = 0.0;
};

Dump read_dump(const fs::path& path) {
  const std::string label_mark = "desc: Trigger: Client Request: ", total_mark = "totals: ";
  Dump dump;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(label_mark)) dump.label = line.substr(label_mark.size());
    if (line.starts_with(total_mark)) dump.instructions = std::stod(line.substr(total_mark.size()));
  }
  return dump;
}

}  // namespace

bool valgrind_is_installed() {
  return std::system("valgrind --version >/dev/null 2>&1") == 0;
}

InstructionCounts count_instructions(const std::string& model) {
  const TemporaryFolder folder;
  const std::string command = fmt::format(
      "valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file='{0}/dump' "
      "'{1}/catena_bench_kernel' '{2}' {3} >'{0}/log' 2>&1",
      folder.path().string(), program_folder(), model, repetitions);
  if (std::system(command.c_str()) != 0)
    throw std::runtime_error(fmt::format("callgrind failed on {}", model));

  InstructionCounts counts;
  counts.model = model;
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    const Dump dump = read_dump(entry.path());
    for (const Kernel kernel : all_kernels) {
      if (dump.label == fmt::format("scalar {}", to_string(kernel)))
        counts.scalar[kernel] = dump.instructions / repetitions;
      if (dump.label == fmt::format("pack {}", to_string(kernel)))
        counts.pack[kernel] = dump.instructions / (4.0 * repetitions);
    }
  }
  if (counts.scalar.size() != all_kernels.size() || counts.pack.size() != all_kernels.size())
    throw std::runtime_error(fmt::format("callgrind counted nothing on {}", model));
  return counts;
}

}  // namespace catena::bench
