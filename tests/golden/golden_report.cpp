#include "tests/golden/golden_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace catena::test {

bool is_build_of_records() {
#if defined(__GNUC__) && !defined(__clang__) && defined(__AVX2__) && defined(NDEBUG) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  return true;
#else
  return false;
#endif
}

namespace {

// What recordings of two builds may differ by, relative to the largest number of a group of columns
// and to the duration, and by how much the number of steps.
constexpr double between_builds = 1e-7, steps_between_builds = 0.1;
// What a solver leaves is rounding altogether.
const std::set<std::string> rounding_only = {"solver"};
// Whether something at rest counts as sticking for an instant may depend on rounding. In runs by
// time steps, so may what of a contact is told, and in which step.
const std::set<std::string> may_be_missed = {"stick", "slip", "reverse", "residual"};
const std::set<std::string> of_contacts = {"touch", "lift",    "impact",  "stick",
                                           "slip",  "reverse", "residual"};

std::map<std::pair<std::string, std::string>, std::vector<double>> times_of_events(
    const GoldenRecord& record, const std::set<std::string>& undetermined) {
  std::map<std::pair<std::string, std::string>, std::vector<double>> times;
  for (const GoldenEvent& event : record.events)
    if (!undetermined.contains(event.name)) times[{event.kind, event.name}].push_back(event.t);
  return times;
}

// Events of one instant may be told in any order.
std::string report_events(const GoldenRecord& expected, const GoldenRecord& found,
                          bool same_rounding) {
  std::string out;
  const auto events = times_of_events(expected, expected.undetermined);
  auto others = times_of_events(found, expected.undetermined);
  for (const auto& [what, times] : events) others[what];
  const double tolerance =
      std::max(expected.tolerance.at("t"), same_rounding ? 0.0 : between_builds) *
      expected.duration;
  const auto tell = [](const std::vector<double>& times, std::size_t i) {
    return i < times.size() ? fmt::format("at {:.15g} s", times[i]) : std::string("none");
  };
  for (const auto& [what, found_times] : others) {
    const auto known = events.find(what);
    const std::vector<double> times = known != events.end() ? known->second : std::vector<double>();
    if (!same_rounding && found.by_steps && of_contacts.contains(what.first)) continue;
    if (!same_rounding && times.size() != found_times.size() && may_be_missed.contains(what.first))
      continue;
    for (std::size_t i = 0; i < std::max(times.size(), found_times.size()); ++i) {
      if (i < times.size() && i < found_times.size() &&
          std::abs(times[i] - found_times[i]) <= tolerance)
        continue;
      out += fmt::format("event {} {}, number {}: expected {}, found {}\n", what.first, what.second,
                         i + 1, tell(times, i), tell(found_times, i));
      break;
    }
  }
  return out;
}

// By group of columns, how far numbers of two builds may be from each other.
std::map<std::string, double> differences_between_builds(const GoldenRecord& record) {
  std::map<std::string, double> of_group;
  for (const auto& [column, scale] : scales(record)) {
    double& largest = of_group[group_of(column)];
    largest = std::max(largest, between_builds * scale);
  }
  for (const std::string& group : rounding_only) of_group[group] = INFINITY;
  return of_group;
}

}  // namespace

std::string report(const GoldenRecord& expected, const GoldenRecord& found, bool same_rounding) {
  std::string out = report_events(expected, found, same_rounding);
  const double step_change = std::abs(static_cast<double>(expected.steps - found.steps));
  const double step_tolerance =
      std::max(expected.tolerance.at("steps"), same_rounding ? 0.0 : steps_between_builds);
  if (step_change > step_tolerance * static_cast<double>(expected.steps))
    out += fmt::format("steps: expected {} within {:.1f} %, found {}\n", expected.steps,
                       100.0 * step_tolerance, found.steps);
  if (expected.times.size() != found.times.size())
    out +=
        fmt::format("samples: expected {}, found {}\n", expected.times.size(), found.times.size());
  const std::map<std::string, double> scale = scales(expected),
                                      by_build = differences_between_builds(expected);
  for (const std::string& column : expected.columns) {
    const auto other = found.samples.find(column);
    if (other == found.samples.end()) {
      out += fmt::format("column {}: missing\n", column);
      continue;
    }
    if (expected.undetermined.contains(column)) continue;
    const std::vector<double>& values = expected.samples.at(column);
    double may_differ = expected.tolerance.at(group_of(column)) * scale.at(column);
    if (!same_rounding) may_differ = std::max(may_differ, by_build.at(group_of(column)));
    for (std::size_t i = 0; i < values.size() && i < other->second.size(); ++i) {
      const double differs = distance(values[i], other->second[i]);
      if (differs <= may_differ) continue;
      out += fmt::format(
          "column {}: at t = {:g} s expected {:.15g}, found {:.15g}, differs by "
          "{:.2g} where {:.2g} is allowed\n",
          column, expected.times[i], values[i], other->second[i], differs, may_differ);
      break;
    }
  }
  for (const std::string& column : found.columns)
    if (!expected.samples.contains(column)) out += fmt::format("column {}: new\n", column);
  return out;
}

}  // namespace catena::test
