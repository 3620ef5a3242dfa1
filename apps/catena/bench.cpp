#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>

#include "apps/catena/commands.hpp"

namespace catena::app {

int run_bench(const std::vector<std::string>& arguments) {
  const auto program =
      std::filesystem::read_symlink("/proc/self/exe").replace_filename("catena_bench");
  if (!std::filesystem::exists(program)) {
    std::cerr
        << "catena bench: " << program.string() << " is not built.\n"
        << "Run ./dev bench in Catena's source tree, which builds it and the peers' harness.\n";
    return exit_failure;
  }
  std::vector<std::string> words{program.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  ::execv(program.c_str(), argv.data());  // returns only when it fails
  std::cerr << "catena bench: cannot start " << program.string() << ": " << std::strerror(errno)
            << '\n';
  return exit_failure;
}

}  // namespace catena::app
