// One line per field: its name and its numbers, doubles in hexadecimal so that nothing is rounded.

#include "catena/io/state_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <sstream>

namespace catena {

namespace {

constexpr const char* heading = "catena state 1";

std::string line_of(const char* name, const double* numbers, Eigen::Index count) {
  std::string line = name;
  for (Eigen::Index i = 0; i < count; ++i) line += fmt::format(" {:a}", numbers[i]);
  return line + '\n';
}
std::string line_of(const char* name, const Eigen::VectorXd& numbers) {
  return line_of(name, numbers.data(), numbers.size());
}

class Fields {
 public:
  explicit Fields(const std::string& path) : path_(path) {
    std::ifstream file(path);
    if (!file)
      throw StateFileError(fmt::format("{}: cannot be read, {}", path, std::strerror(errno)));
    std::string line;
    if (!std::getline(file, line) || line != heading)
      throw StateFileError(fmt::format("{}:1: found '{}', expected '{}': is this a checkpoint?",
                                       path, line.substr(0, 40), heading));
    for (int number = 2; std::getline(file, line); ++number) read(line, number);
  }

  Eigen::VectorXd vector(const std::string& name) const {
    const auto found = fields_.find(name);
    if (found == fields_.end())
      throw StateFileError(
          fmt::format("{}: '{}' is missing; was the file cut short?", path_, name));
    return Eigen::Map<const Eigen::VectorXd>(found->second.data(),
                                             static_cast<Eigen::Index>(found->second.size()));
  }
  double number(const std::string& name) const {
    const Eigen::VectorXd values = vector(name);
    if (values.size() != 1)
      throw StateFileError(
          fmt::format("{}: '{}' has {} numbers, expected 1", path_, name, values.size()));
    return values[0];
  }

 private:
  void read(const std::string& line, int number) {
    std::istringstream words(line);
    std::string name, word;
    words >> name;
    std::vector<double>& values = fields_[name];
    while (words >> word) {
      char* end = nullptr;
      values.push_back(std::strtod(word.c_str(), &end));
      if (*end != '\0')
        throw StateFileError(fmt::format("{}:{}: '{}' is not a number", path_, number, word));
    }
  }

  std::string path_;
  std::map<std::string, std::vector<double>> fields_;
};

}  // namespace

void save_state(const State& state, const std::string& path) {
  std::ofstream file(path);
  Eigen::VectorXd limits(static_cast<Eigen::Index>(state.modes.size())), slips(limits.size());
  for (std::size_t k = 0; k < state.modes.size(); ++k) {
    limits[static_cast<Eigen::Index>(k)] = state.modes[k].limit;
    slips[static_cast<Eigen::Index>(k)] = state.modes[k].slip;
  }
  const double numbers[] = {state.t, state.initial_energy, state.impact_loss, state.next_step,
                            static_cast<double>(state.step_count)};
  file << heading << '\n'
       << line_of("t", &numbers[0], 1) << line_of("q", state.q) << line_of("v", state.v)
       << line_of("limits", limits) << line_of("slips", slips) << line_of("spent", state.spent)
       << line_of("initial_energy", &numbers[1], 1) << line_of("impact_loss", &numbers[2], 1)
       << line_of("next_step", &numbers[3], 1) << line_of("step_count", &numbers[4], 1);
  file.close();
  if (!file) throw StateFileError(fmt::format("{}: cannot be written", path));
}

State load_state(const std::string& path) {
  const Fields fields(path);
  State state;
  state.t = fields.number("t");
  state.q = fields.vector("q");
  state.v = fields.vector("v");
  const Eigen::VectorXd limits = fields.vector("limits"), slips = fields.vector("slips");
  if (limits.size() != state.v.size() || slips.size() != state.v.size())
    throw StateFileError(fmt::format("{}: 'limits' and 'slips' need {} numbers each, like 'v'",
                                     path, state.v.size()));
  for (Eigen::Index k = 0; k < limits.size(); ++k)
    state.modes.push_back({static_cast<int>(limits[k]), static_cast<int>(slips[k])});
  state.spent = fields.vector("spent");
  state.initial_energy = fields.number("initial_energy");
  state.impact_loss = fields.number("impact_loss");
  state.next_step = fields.number("next_step");
  state.step_count = static_cast<long>(fields.number("step_count"));
  return state;
}

}  // namespace catena
