// Reads checkpoints of version 3: numbers in the order of the mechanism's parts.

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>

#include "catena/record/joint_text.hpp"
#include "catena/record/state_file.hpp"
#include "catena/record/state_file_reader.hpp"

namespace catena {

namespace {

constexpr std::size_t contact_numbers = 14;

class Fields {
 public:
  Fields(std::istream& text, const std::string& path) : path_(path) {
    std::string line;
    for (int number = 2; std::getline(text, line); ++number) read(line, number);
  }

  const std::vector<double>& numbers(const std::string& name) const {
    const auto found = fields_.find(name);
    if (found == fields_.end())
      throw StateFileError(
          fmt::format("{}: '{}' is missing; was the file cut short?", path_, name));
    return found->second;
  }
  Eigen::VectorXd vector(const std::string& name) const {
    const std::vector<double>& all = numbers(name);
    return Eigen::Map<const Eigen::VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
  }
  double number(const std::string& name) const { return exactly(name, 1)[0]; }
  const std::vector<double>& exactly(const std::string& name, std::size_t count) const {
    const std::vector<double>& all = numbers(name);
    if (all.size() != count)
      throw StateFileError(
          fmt::format("{}: '{}' has {} numbers, expected {}", path_, name, all.size(), count));
    return all;
  }
  long count(const std::string& name) const {
    const double x = number(name);
    if (!(x >= 0.0 && x < 1e15))
      throw StateFileError(fmt::format("{}: '{}' is {}, expected a count", path_, name, x));
    return static_cast<long>(x);
  }
  // One entry per line of that name.
  std::vector<std::vector<double>> lines(const std::string& name) const {
    const auto found = lines_.find(name);
    return found == lines_.end() ? std::vector<std::vector<double>>{} : found->second;
  }
  std::vector<AppliedChange> changes;

 private:
  void read(const std::string& line, int number) {
    std::istringstream words(line);
    std::string name, word;
    words >> name;
    const auto fail = [&](const std::string& what) {
      throw StateFileError(fmt::format("{}:{}: {}", path_, number, what));
    };
    if (name == "cut") {
      std::getline(words >> std::ws, word);
      changes.push_back({word, {}});
      return;
    }
    if (name.starts_with("connect")) {
      try {
        changes.push_back(read_connection(name, words));
      } catch (const std::runtime_error& error) {
        fail(error.what());
      }
      return;
    }
    std::vector<double> values;
    while (words >> word) {
      char* end = nullptr;
      values.push_back(std::strtod(word.c_str(), &end));
      if (*end != '\0') fail(fmt::format("'{}' is not a number", word));
    }
    fields_[name] = values;
    lines_[name].push_back(std::move(values));
  }

  std::string path_;
  std::map<std::string, std::vector<double>> fields_;
  std::map<std::string, std::vector<std::vector<double>>> lines_;
};

}  // namespace

Checkpoint read_by_position(std::istream& text, const std::string& path) {
  const Fields fields(text, path);
  Checkpoint out;
  Checkpoint::ByPosition& by = out.by_position.emplace();
  out.t = fields.number("t");
  by.q = fields.vector("q"), by.v = fields.vector("v");
  by.limits = fields.vector("limits"), by.slips = fields.vector("slips");
  if (by.limits.size() != by.v.size() || by.slips.size() != by.v.size())
    throw StateFileError(
        fmt::format("{}: 'limits' and 'slips' need {} numbers each, like 'v'", path, by.v.size()));
  by.spent = fields.vector("spent");
  out.initial_energy = fields.number("initial_energy");
  out.impact_loss = fields.number("impact_loss");
  out.next_step = fields.number("next_step");
  out.step_count = fields.count("step_count");
  out.past_dissipated = fields.number("past_dissipated");
  out.past_work = fields.number("past_work");
  const std::vector<double>& chatter = fields.exactly("chatter", 3);
  if (!(chatter[0] >= 0.0 && chatter[0] < 1e15))
    throw StateFileError(
        fmt::format("{}: 'chatter' begins with {}, expected a count", path, chatter[0]));
  out.recent_events = static_cast<long>(chatter[0]);
  out.counting_since = chatter[1], out.rest_factor = chatter[2];
  by.contacts = fields.lines("contact");
  for (const std::vector<double>& contact : by.contacts)
    if (contact.size() != contact_numbers)
      throw StateFileError(
          fmt::format("{}: each 'contact' needs {} numbers", path, contact_numbers));
  by.cables = fields.lines("cable");
  for (const double x : fields.numbers("happened")) by.happened.push_back(x != 0.0);
  out.changes = fields.changes;
  return out;
}

}  // namespace catena
