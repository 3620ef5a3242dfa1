#include "catena/plot/table_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <set>

#include "catena/math/nearest_name.hpp"
#include "catena/record/csv_text.hpp"

namespace catena {

namespace {

constexpr double none = std::numeric_limits<double>::quiet_NaN();
// What the tables of sweeps end with (study_table.hpp).
constexpr std::array<std::string_view, 4> last_columns = {"end", "t_end", "message", "study"};

bool ends_like_a_sweep(const std::vector<std::string>& names) {
  return names.size() > last_columns.size() &&
         std::equal(last_columns.begin(), last_columns.end(),
                    names.end() - static_cast<std::ptrdiff_t>(last_columns.size()));
}

// As few of the first columns as tell all rows apart.
std::size_t parameter_count(const std::vector<std::vector<double>>& rows, std::size_t most) {
  for (std::size_t count = 1; count < most; ++count) {
    std::set<std::vector<double>> seen;
    for (const std::vector<double>& row : rows)
      seen.insert({row.begin(), row.begin() + static_cast<std::ptrdiff_t>(count)});
    if (seen.size() == rows.size()) return count;
  }
  return most;
}

std::size_t index_of(const std::vector<std::string>& names, const std::string& name,
                     const char* what) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw RecordingError(fmt::format("the table has no {} '{}'{}; it has {}", what, name,
                                     nearest_name_hint(name, names), fmt::join(names, ", ")));
  return static_cast<std::size_t>(found - names.begin());
}

// A curve for each combination of the other parameters.
std::vector<Series> curves_of(const SweepTable& table, std::size_t result, std::size_t x) {
  std::map<std::vector<double>, std::vector<std::pair<double, double>>> groups;
  for (const std::vector<double>& row : table.rows) {
    std::vector<double> others(row.begin(),
                               row.begin() + static_cast<std::ptrdiff_t>(table.parameters.size()));
    others[x] = 0.0;
    groups[others].emplace_back(row[x], row[table.parameters.size() + result]);
  }
  std::vector<Series> curves;
  for (auto& [others, points] : groups) {
    std::sort(points.begin(), points.end());
    Series series{table.results[result]};
    for (std::size_t i = 0; i < others.size(); ++i)
      if (i != x && groups.size() > 1)
        series.label += fmt::format(", {} = {:.6g}", table.parameters[i], others[i]);
    for (const auto& [at, value] : points) series.x.push_back(at), series.y.push_back(value);
    curves.push_back(std::move(series));
  }
  return curves;
}

}  // namespace

RecordedTable table_of_events(const std::vector<Event>& events) {
  RecordedTable table;
  table.names = {"t"};
  std::map<std::string, std::size_t> place;
  const auto add = [&](const std::string& name) {
    if (place.emplace(name, table.names.size()).second) table.names.push_back(name);
  };
  for (const Event& event : events)
    if (event.kind != run_event) add("count." + event.kind);
  for (const Event& event : events)
    for (const EventDetail& detail : event.details)
      if (event.kind != run_event && std::isfinite(detail.number())) add(detail.key);
  table.columns.resize(table.names.size());
  std::map<std::string, double> counts;
  // Three rows each: from zero to the number, and a gap.
  const auto add_row = [&](const Event& event, double factor) {
    table.columns[0].push_back(event.t);
    for (std::size_t c = 1; c < table.names.size(); ++c) {
      const std::string& name = table.names[c];
      const bool is_count = name.starts_with("count.");
      table.columns[c].push_back(is_count ? counts[name] : factor * event.number(name));
    }
  };
  for (const Event& event : events) {
    if (event.kind == run_event) continue;
    add_row(event, 0.0);
    counts["count." + event.kind] += 1.0;
    add_row(event, 1.0);
    add_row(event, none);
  }
  return table;
}

bool is_events_file(const std::string& path) {
  return path.ends_with(".events.csv");
}

bool is_sweep_table(const std::string& path) {
  if (!path.ends_with(".csv")) return false;
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) return false;
  line += '\n';
  csv::Reader reader(line);
  std::vector<std::string> names;
  return reader.next_record(names) && ends_like_a_sweep(names);
}

SweepTable read_sweep_table(const std::string& path) {
  const std::string text = csv::read_text(path);
  csv::Reader reader(text);
  std::vector<std::string> names, fields;
  if (!reader.next_record(names) || !ends_like_a_sweep(names))
    throw RecordingError(path + ": it is not the table of a sweep");
  const std::size_t numbers = names.size() - last_columns.size();
  SweepTable table;
  std::vector<bool> ended;
  while (reader.next_record(fields)) {
    const std::string where = fmt::format("{}:{}", path, reader.line_number());
    if (fields.size() != names.size())
      throw RecordingError(
          fmt::format("{}: found {} fields, expected {}", where, fields.size(), names.size()));
    std::vector<double>& row = table.rows.emplace_back(numbers);
    for (std::size_t i = 0; i < numbers; ++i)
      if (!csv::parse_number(fields[i], row[i]))
        throw RecordingError(fmt::format("{}: found '{}', expected a number", where, fields[i]));
    ended.push_back(fields[numbers] == "end");
  }
  if (table.rows.empty()) throw RecordingError(path + ": the table has no rows yet");
  const std::size_t parameters = parameter_count(table.rows, numbers - 1);
  const auto middle = names.begin() + static_cast<std::ptrdiff_t>(parameters);
  table.parameters.assign(names.begin(), middle);
  table.results.assign(middle, names.begin() + static_cast<std::ptrdiff_t>(numbers));
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    if (ended[r]) continue;
    ++table.left_out;
    std::fill(table.rows[r].begin() + static_cast<std::ptrdiff_t>(parameters), table.rows[r].end(),
              none);
  }
  return table;
}

Figure sweep_figure(const SweepTable& table, const std::vector<std::vector<std::string>>& panels,
                    const std::string& over, const std::string& title) {
  const std::size_t x = over.empty() ? 0 : index_of(table.parameters, over, "parameter");
  Figure figure{title, table.parameters[x], {}, {}};
  std::vector<std::vector<std::string>> wanted = panels;
  if (wanted.empty())
    for (const std::string& result : table.results) wanted.push_back({result});
  RecordedTable names;
  names.names = table.results;
  for (const std::vector<std::string>& patterns : wanted) {
    Panel panel;
    for (const std::string& pattern : patterns) {
      if (pattern.find_first_of("*?[") == std::string::npos)
        (void)index_of(table.results, pattern, "result");
      for (const std::string& name : matching_columns(names, pattern)) {
        std::vector<Series> curves = curves_of(table, index_of(table.results, name, "result"), x);
        panel.y_label += (panel.y_label.empty() ? "" : ", ") + name;
        std::move(curves.begin(), curves.end(), std::back_inserter(panel.series));
      }
    }
    figure.panels.push_back(std::move(panel));
  }
  return figure;
}

}  // namespace catena
