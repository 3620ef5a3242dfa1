// catena_bench_kernel MODEL REPETITIONS: runs every kernel that often, so that callgrind can count
// the instructions of each. Does nothing of interest without callgrind.

#include <fmt/format.h>
#include <valgrind/callgrind.h>

#include <exception>
#include <string>

#include "bench_models.hpp"
#include "catena_contender.hpp"

namespace catena::bench {
namespace {

template <class T>
void run_all(const Model& model, const std::string& prefix, std::size_t repetitions) {
  const std::vector<BenchState> states = random_states(model, 16);
  CatenaContender<T> contender(model, states);
  // Callgrind reads a label some time after it was given.
  static std::array<std::string, all_kernels.size()> labels;
  for (const Kernel kernel : all_kernels) {
    std::string& label = labels[static_cast<std::size_t>(kernel)];
    label = fmt::format("{} {}", prefix, to_string(kernel));
    CALLGRIND_START_INSTRUMENTATION;
    for (std::size_t i = 0; i < repetitions; ++i) contender.run(kernel, i % states.size());
    CALLGRIND_STOP_INSTRUMENTATION;
    CALLGRIND_DUMP_STATS_AT(label.c_str());
  }
}

}  // namespace
}  // namespace catena::bench

int main(int argc, char** argv) {
  if (argc != 3) {
    fmt::print(stderr, "usage: catena_bench_kernel MODEL REPETITIONS\n");
    return 2;
  }
  try {
    const catena::Model model = catena::bench::make_model(argv[1]);
    const std::size_t repetitions = std::stoul(argv[2]);
    catena::bench::run_all<double>(model, "scalar", repetitions);
    catena::bench::run_all<catena::Pack4>(model, "pack", repetitions);
  } catch (const std::exception& error) {
    fmt::print(stderr, "catena_bench_kernel: {}\n", error.what());
    return 1;
  }
  return 0;
}
