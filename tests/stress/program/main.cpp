// Random scenarios by the thousand: which of them are refused, stop or break what must always hold.
//
//   catena_stress [COUNT] [--from NUMBER] [--jobs JOBS] [--program CATENA]
//   catena_stress --write NUMBER     prints the scenario
//
// COUNT is 1 with --from alone.
//
// Each scenario is run in a process of its own, so that a crash or a hang is one more outcome.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "tests/stress/check_scenario.hpp"
#include "tests/stress/random_scenario.hpp"

namespace catena::stress {
namespace {

constexpr double most_seconds = 20.0;  // of processor for one run of a scenario
constexpr rlim_t most_memory = 2UL << 30;
constexpr int program_every = 20;  // scenarios that the program itself runs, too

struct Asked {
  long count = 0, from = 1, write = -1;
  int jobs = 1;
  std::string program, file;
};

// What `catena run` ends with must be what was found here.
void compare_with_program(const std::string& program, const std::string& folder,
                          const std::string& text, Outcome& outcome) {
  const std::string file = folder + "/scenario.yaml";
  std::ofstream(file) << text;
  const int status =
      std::system(fmt::format("'{}' run '{}' --out '{}/program.csv' >'{}/out' 2>'{}/err'", program,
                              file, folder, folder, folder)
                      .c_str());
  const int found = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  const bool silent = std::filesystem::file_size(folder + "/err") == 0;
  if (found != exit_code(outcome.kind))
    outcome = {Outcome::Kind::Broken, fmt::format("the program ends with {}, expected {}: {}",
                                                  found, exit_code(outcome.kind), outcome.message)};
  else if (found != 0 && silent)
    outcome = {Outcome::Kind::Broken, "the program fails without a message"};
}

[[noreturn]] void child(const Asked& asked, long number, int out) {
  const rlimit memory{most_memory, most_memory}, processor{150, 150};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CPU, &processor);
  const std::string folder =
      fmt::format("{}/catena_stress_{}", std::filesystem::temp_directory_path().string(), getpid());
  std::filesystem::create_directories(folder);
  std::string text = RandomScenario(static_cast<std::uint64_t>(number)).text();
  if (!asked.file.empty())
    text.assign(std::istreambuf_iterator<char>(std::ifstream(asked.file).rdbuf()), {});
  Outcome outcome = check_scenario(text, folder, most_seconds);
  if (!asked.program.empty() && number % program_every == 0 &&
      outcome.kind != Outcome::Kind::Broken)
    compare_with_program(asked.program, folder, text, outcome);
  std::filesystem::remove_all(folder);
  const std::string line = fmt::format("{} {} {} {}", static_cast<int>(outcome.kind),
                                       outcome.seconds, outcome.unexplained, outcome.message);
  _exit(write(out, line.data(), line.size()) == static_cast<ssize_t>(line.size()) ? 0 : 1);
}

struct Running {
  long number;
  pid_t process;
  int in;
};

Running begin(const Asked& asked, long number) {
  int ends[2];
  if (pipe(ends) != 0) std::abort();
  const pid_t process = fork();
  if (process < 0) std::abort();
  if (process == 0) child(asked, number, ends[1]);
  close(ends[1]);
  return {number, process, ends[0]};
}

Outcome outcome_of(const Running& running, int status) {
  std::string text(4000, '\0');
  const ssize_t size = read(running.in, text.data(), text.size());
  close(running.in);
  Outcome outcome;
  int kind = 0, used = 0;
  text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
      std::sscanf(text.c_str(), "%d %lf %lf %n", &kind, &outcome.seconds, &outcome.unexplained,
                  &used) == 3) {
    outcome.kind = static_cast<Outcome::Kind>(kind);
    outcome.message = text.substr(static_cast<std::size_t>(used));
    return outcome;
  }
  const bool is_signal = WIFSIGNALED(status);
  outcome.kind = Outcome::Kind::Broken;
  outcome.message =
      is_signal && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL)
          ? "hangs"
          : fmt::format("crashes ({})", is_signal ? strsignal(WTERMSIG(status)) : "exit");
  return outcome;
}

class Tally {
 public:
  void add(long number, const Outcome& outcome) {
    Class& of = classes_[class_of(outcome)];
    if (of.count++ == 0) of.first = number, of.message = outcome.message;
    ++kinds_[outcome.kind];
    seconds_ += outcome.seconds;
    if (outcome.seconds > slowest_) slowest_ = outcome.seconds, slowest_number_ = number;
    if (outcome.kind != Outcome::Kind::Broken) return;
    fmt::print("BROKEN {}: {}\n", number, outcome.message);
    std::fflush(stdout);
  }
  int print() const {
    for (const auto& [name, of] : classes_)
      fmt::print("{:6}  {}\n        first: catena_stress --from {}\n", of.count, name, of.first);
    for (const auto& [kind, count] : kinds_) fmt::print("{} {}  ", count, to_string(kind));
    fmt::print("\n{:.1f} s of processor, the longest {:.1f} s for {}\n", seconds_, slowest_,
               slowest_number_);
    return kinds_.contains(Outcome::Kind::Broken) ? 1 : 0;
  }

 private:
  struct Class {
    long count = 0, first = 0;
    std::string message;
  };
  std::map<std::string, Class> classes_;
  std::map<Outcome::Kind, long> kinds_;
  double seconds_ = 0.0, slowest_ = 0.0;
  long slowest_number_ = 0;
};

int run_all(const Asked& asked) {
  std::vector<Running> running;
  Tally tally;
  long next = asked.from;
  const long end = asked.from + asked.count;
  while (next < end || !running.empty()) {
    while (next < end && static_cast<int>(running.size()) < asked.jobs)
      running.push_back(begin(asked, next++));
    int status = 0;
    const pid_t process = wait(&status);
    const auto found = std::find_if(running.begin(), running.end(),
                                    [&](const Running& r) { return r.process == process; });
    if (found == running.end()) continue;
    const Outcome outcome = outcome_of(*found, status);
    tally.add(found->number, outcome);
    if (asked.count == 1) fmt::print("{}: {}\n", to_string(outcome.kind), outcome.message);
    running.erase(found);
  }
  return tally.print();
}

Asked read_arguments(int argc, char** argv) {
  Asked asked;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto value = [&] { return i + 1 < argc ? argv[++i] : ""; };
    if (word == "--from")
      asked.from = std::atol(value());
    else if (word == "--jobs")
      asked.jobs = std::max(1, std::atoi(value()));
    else if (word == "--program")
      asked.program = value();
    else if (word == "--file")
      asked.file = value();
    else if (word == "--write")
      asked.write = std::atol(value());
    else
      asked.count = std::atol(word.c_str());
  }
  if (asked.count <= 0) asked.count = 1;
  return asked;
}

}  // namespace
}  // namespace catena::stress

int main(int argc, char** argv) {
  using namespace catena::stress;
  const Asked asked = read_arguments(argc, argv);
  if (asked.write >= 0) {
    fmt::print("{}", RandomScenario(static_cast<std::uint64_t>(asked.write)).text());
    return 0;
  }
  return run_all(asked);
}
