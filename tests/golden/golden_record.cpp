#include "tests/golden/golden_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace catena::test {

namespace {

// As many digits as say the number to a hundredth of what it may differ by; noise below is zero.
std::string text(double x, double may_differ) {
  if (std::isnan(x)) return "nan";
  const double digits = std::ceil(2.0 + std::log10(std::abs(x) / may_differ));
  if (!(digits >= 1.0)) return "0";
  return fmt::format("{:.{}g}", x, static_cast<int>(std::min(digits, 17.0)));
}

double number(const std::string& word) {
  return std::strtod(word.c_str(), nullptr);
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

bool same(const GoldenEvent& a, const GoldenEvent& b) {
  return a.kind == b.kind && a.name == b.name;
}

std::vector<GoldenEvent> determined_events(const GoldenRecord& record,
                                           const std::set<std::string>& undetermined) {
  std::vector<GoldenEvent> events;
  for (const GoldenEvent& event : record.events)
    if (!undetermined.contains(event.name)) events.push_back(event);
  return events;
}

// Leaves out names until the other run has the same events at nearly the same times.
void find_undetermined_events(GoldenRecord& record, const GoldenRecord& other, double tolerance) {
  for (bool differs = true; differs;) {
    differs = false;
    const std::vector<GoldenEvent> a = determined_events(record, record.undetermined),
                                   b = determined_events(other, record.undetermined);
    for (std::size_t i = 0; !differs && i < std::max(a.size(), b.size()); ++i) {
      differs = i >= a.size() || i >= b.size() || !same(a[i], b[i]) ||
                std::abs(a[i].t - b[i].t) > tolerance * record.duration;
      if (differs && i < a.size()) record.undetermined.insert(a[i].name);
      if (differs && i < b.size()) record.undetermined.insert(b[i].name);
    }
  }
}

// The largest difference of times, relative to the duration.
double event_difference(const GoldenRecord& a, const GoldenRecord& b) {
  const std::vector<GoldenEvent> events = determined_events(a, a.undetermined),
                                 others = determined_events(b, a.undetermined);
  double worst = 0.0;
  for (std::size_t i = 0; i < events.size(); ++i)
    worst = std::max(worst, std::abs(events[i].t - others.at(i).t) / a.duration);
  return worst;
}

}  // namespace

double distance(double a, double b) {
  if (std::isnan(a) && std::isnan(b)) return 0.0;
  const double difference = std::abs(a - b);
  return std::isnan(difference) ? INFINITY : difference;
}

std::string group_of(const std::string& column) {
  return column.substr(0, column.find('.'));
}

std::map<std::string, double> scales(const GoldenRecord& record) {
  std::map<std::string, double> of_column, of_group;
  for (const auto& [column, values] : record.samples) {
    double& largest = of_column[column];
    for (const double x : values)
      if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
    double& group = of_group[group_of(column)];
    group = std::max(group, largest);
  }
  for (auto& [column, scale] : of_column) {
    scale = std::max({scale, 1e-3 * of_group[group_of(column)], 1e-6});
  }
  return of_column;
}

GoldenRecord read_record(const std::filesystem::path& path) {
  std::ifstream file(path);
  GoldenRecord record;
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> words = words_of(line);
    if (words.empty() || words[0] == "#") continue;
    const auto wrong = [&] {
      return std::runtime_error(fmt::format("{}: cannot read '{}'", path.string(), line));
    };
    if (words.size() < 2) throw wrong();
    if (words[0] == "duration") {
      record.duration = number(words[1]);
    } else if (words[0] == "steps") {
      record.steps = std::atol(words[1].c_str());
    } else if (words[0] == "tolerance") {
      if (words.size() < 4) throw wrong();
      record.tolerance[words[1]] = number(words[2]);
      record.growth[words[1]] = number(words[3]);
    } else if (words[0] == "event") {
      if (words.size() < 3) throw wrong();
      const std::size_t kind = line.find(words[2]), name = kind + words[2].size() + 1;
      record.events.push_back(
          {number(words[1]), words[2], name < line.size() ? line.substr(name) : ""});
    } else if (words[0] == "undetermined") {
      record.undetermined.insert(line.substr(line.find(words[1])));
    } else {
      std::vector<double> values;
      std::transform(words.begin() + 1, words.end(), std::back_inserter(values), number);
      if (words[0] == "t") {
        record.times = values;
        continue;
      }
      if (values.size() == 1) values.resize(record.times.size(), values[0]);
      if (values.size() != record.times.size()) throw wrong();
      record.columns.push_back(words[0]);
      record.samples[words[0]] = values;
    }
  }
  return record;
}

void write_record(const GoldenRecord& record, const std::string& example,
                  const std::filesystem::path& path) {
  std::string out = fmt::format(
      "# What a run of examples/{} does: events, and columns at the times t.\n"
      "# Written by catena_golden_tests, see CONTRIBUTING.md; `duration` may be edited.\n"
      "duration {:g} s\nsteps {}\n"
      "# Tolerances per group of columns, relative to the largest numbers of a column; and what\n"
      "# small differences on the way grow to, which is where they come from.\n",
      example, record.duration, record.steps);
  for (const auto& [group, tolerance] : record.tolerance)
    out += fmt::format("tolerance {} {:.1e} {:.1e}\n", group, tolerance, record.growth.at(group));
  if (!record.undetermined.empty())
    out += "# Such differences change these altogether; they are not compared.\n";
  for (const std::string& name : record.undetermined) out += "undetermined " + name + '\n';
  const auto time = [&](double t) { return text(t, record.tolerance.at("t") * record.duration); };
  for (const GoldenEvent& event : record.events)
    out += fmt::format("event {} {} {}\n", time(event.t), event.kind, event.name);
  out += "t";
  for (const double t : record.times) out += fmt::format(" {:.12g}", t);
  out += '\n';
  const std::map<std::string, double> scale = scales(record);
  for (const std::string& column : record.columns) {
    std::vector<std::string> words;
    for (const double x : record.samples.at(column))
      words.push_back(text(x, record.tolerance.at(group_of(column)) * scale.at(column)));
    if (std::count(words.begin(), words.end(), words[0]) == std::ssize(words)) words.resize(1);
    out += fmt::format("{} {}\n", column, fmt::join(words, " "));
  }
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << out;
}

void set_tolerances(GoldenRecord& record, const std::vector<GoldenRecord>& others) {
  constexpr double too_much = 1e-8;
  std::map<std::string, double> growth = {{"t", 0.0}, {"steps", 0.0}};
  for (const GoldenRecord& other : others) find_undetermined_events(record, other, too_much);
  for (const GoldenRecord& other : others) {
    growth["t"] = std::max(growth["t"], event_difference(record, other));
    growth["steps"] = std::max(growth["steps"], std::abs(double(record.steps - other.steps)) /
                                                    static_cast<double>(record.steps));
  }
  const std::map<std::string, double> scale = scales(record);
  for (const std::string& column : record.columns) {
    double worst = 0.0;
    for (const GoldenRecord& other : others)
      for (std::size_t i = 0; i < record.times.size(); ++i)
        worst =
            std::max(worst, distance(record.samples.at(column)[i], other.samples.at(column)[i]));
    worst /= scale.at(column);
    double& of_group = growth[group_of(column)];
    // Places and velocities are always determined, or the run is too long.
    if (worst > 100.0 * too_much && group_of(column) != "q" && group_of(column) != "v")
      record.undetermined.insert(column);
    else
      of_group = std::max(of_group, worst);
  }
  record.growth = growth;
  for (const auto& [group, worst] : growth) record.tolerance[group] = std::max(1e-11, 30.0 * worst);
  // Decisions of the step control may fall the other way where rounding differs.
  record.tolerance["steps"] =
      0.02 + 5.0 / static_cast<double>(record.steps) + 3.0 * growth["steps"];
}

}  // namespace catena::test
