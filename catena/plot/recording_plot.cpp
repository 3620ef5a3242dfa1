#include "catena/plot/recording_plot.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <numbers>

#include "catena/plot/event_colours.hpp"

namespace catena {

namespace {

constexpr double degrees_per_radian = 180.0 / std::numbers::pi;

bool is_index(std::string_view part) {
  return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
}

// Whether --degrees applies: by the unit, and where only the name is known to all positions,
// velocities and accelerations. Joints of several coordinates hold quaternions and lengths, too.
bool is_angle(std::string_view column, std::string_view unit) {
  const auto kind = find_column_kind(column);
  if (unit.find(" or ") == std::string_view::npos) return unit.starts_with("rad");
  return (kind == ColumnKind::Position || kind == ColumnKind::Velocity ||
          kind == ColumnKind::Acceleration) &&
         !is_index(column.substr(column.rfind('.') + 1));
}

PlottedQuantity in_degrees(PlottedQuantity quantity) {
  quantity.unit = "deg" + quantity.unit.substr(3, quantity.unit.find(' ') - 3);  // rad/s or m/s
  return quantity;
}

// Of a column of the recording: what the request says before what the file says before what the
// name tells.
PlottedQuantity shown_quantity(const RecordedTable& table, const PlotRequest& request,
                               const std::string& column) {
  PlottedQuantity quantity = quantity_of(column);
  if (const auto unit = request.units.find(column); unit != request.units.end())
    quantity.unit = unit->second;
  else if (const auto known = table.units.find(column); known != table.units.end())
    quantity.unit = known->second;
  return quantity;
}

std::string join_names(const std::vector<std::string>& names, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    text += (i > 0 ? ", " : "") + names[i];
  return names.size() > most ? text + ", …" : text;
}

// Columns that a pattern would match with its end left open, at the latest dot possible; else the
// groups that there are.
std::string what_is_near(const std::vector<std::string>& names, const std::string& pattern) {
  constexpr std::size_t most = 12;
  for (std::size_t dot = pattern.rfind('.'); dot != std::string::npos && dot > 0;
       dot = pattern.rfind('.', dot - 1)) {
    const std::string open = pattern.substr(0, dot) + ".*";
    std::vector<std::string> near;
    for (const std::string& name : names)
      if (::fnmatch(open.c_str(), name.c_str(), 0) == 0) near.push_back(name);
    if (!near.empty()) return fmt::format("'{}' would match {}", open, join_names(near, most));
  }
  std::vector<std::string> groups;
  for (const std::string& name : names) {
    const std::size_t dot = name.find('.');
    const std::string group = dot == std::string::npos ? name : name.substr(0, dot) + ".*";
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  return fmt::format("it has {}", join_names(groups, 2 * most));
}

std::vector<std::string> columns_of_panel(const RecordedTable& table,
                                          const std::vector<std::string>& patterns) {
  std::vector<std::string> columns;
  for (const std::string& pattern : patterns)
    for (std::string& column : matching_columns(table, pattern))
      if (std::find(columns.begin(), columns.end(), column) == columns.end())
        columns.push_back(std::move(column));
  return columns;
}

std::vector<std::vector<std::string>> default_panels(const RecordedTable& table) {
  std::vector<std::vector<std::string>> panels;
  for (const std::string group : {"q.", "v.", "energy."})
    if (std::any_of(table.names.begin(), table.names.end(),
                    [&](const std::string& name) { return name.starts_with(group); }))
      panels.push_back({group + "*"});
  return panels.empty() ? std::vector<std::vector<std::string>>{{"*"}} : panels;
}

std::string axis_label(const std::vector<PlottedQuantity>& quantities) {
  constexpr std::size_t most = 2;
  if (quantities.size() > most) return "several quantities";
  std::string label;
  for (const PlottedQuantity& quantity : quantities) {
    if (!label.empty()) label += ", ";
    label += quantity.unit.empty() ? quantity.name
                                   : fmt::format("{} [{}]", quantity.name, quantity.unit);
  }
  return label;
}

// The rows whose times are asked for.
std::vector<std::size_t> chosen_rows(const std::vector<double>& t, const PlotRequest& request) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t[i] >= request.from && t[i] <= request.to) rows.push_back(i);
  if (rows.empty())
    throw RecordingError(
        t.empty() ? "the recording has no rows yet"
                  : fmt::format("found no rows from t = {} to {}, the recording goes from {} to {}",
                                request.from, request.to, t.front(), t.back()));
  return rows;
}

std::vector<double> pick(const std::vector<double>& values, const std::vector<std::size_t>& rows,
                         double factor) {
  std::vector<double> result;
  result.reserve(rows.size());
  for (const std::size_t row : rows) result.push_back(factor * values[row]);
  return result;
}

}  // namespace

PlottedQuantity quantity_of(std::string_view column) {
  const auto kind = find_column_kind(column);
  if (!kind) return {std::string(column), ""};
  const ColumnKindInfo& row = info(*kind);
  return {std::string(row.symbol.empty() ? row.quantity : row.symbol), std::string(row.unit)};
}

std::vector<std::string> matching_columns(const RecordedTable& table, const std::string& pattern) {
  if (table.has(pattern)) return {pattern};
  std::vector<std::string> columns;
  for (const std::string& name : table.names)
    if (name != "t" && ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0) columns.push_back(name);
  if (!columns.empty()) return columns;
  if (pattern.find_first_of("*?[") != std::string::npos)
    throw RecordingError(fmt::format("no column of the recording matches '{}'; {}", pattern,
                                     what_is_near(table.names, pattern)));
  const std::string prefix = pattern + ".";
  for (const std::string& name : table.names)
    if (name.starts_with(prefix))
      throw RecordingError(
          fmt::format("the recording has no column named '{0}', but several that begin so; write "
                      "'{0}.*' for all of them",
                      pattern));
  (void)table.column(pattern);  // throws with the nearest name
  return columns;
}

Figure recording_figure(const RecordedTable& table, const std::vector<Event>& events,
                        const PlotRequest& request) {
  const std::vector<double>& t = table.column("t");
  const std::vector<std::size_t> rows = chosen_rows(t, request);
  Figure figure{request.title, "t [s]", {}, {}};
  const auto shown = [&](const std::string& name) -> std::pair<PlottedQuantity, double> {
    const PlottedQuantity quantity = shown_quantity(table, request, name);
    if (!request.degrees || !is_angle(name, quantity.unit)) return {quantity, 1.0};
    return {in_degrees(quantity), degrees_per_radian};
  };
  const auto panels = request.panels.empty() ? default_panels(table) : request.panels;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    Panel panel;
    const std::string over =
        request.over.empty() ? "" : request.over[std::min(i, request.over.size() - 1)];
    std::vector<double> x = pick(t, rows, 1.0);
    if (!over.empty() && over != "t") {
      const auto [quantity, factor] = shown(over);
      x = pick(table.column(over), rows, factor);
      panel.x_label = quantity.unit.empty() ? over : fmt::format("{} [{}]", over, quantity.unit);
    }
    std::vector<PlottedQuantity> quantities;
    for (const std::string& name : columns_of_panel(table, panels[i])) {
      const auto [quantity, factor] = shown(name);
      if (std::find(quantities.begin(), quantities.end(), quantity) == quantities.end())
        quantities.push_back(quantity);
      panel.series.push_back({name, x, pick(table.column(name), rows, factor)});
    }
    panel.y_label = axis_label(quantities);
    figure.panels.push_back(std::move(panel));
  }
  for (const Event& event : events)
    if (event.kind != run_event && event.t >= request.from && event.t <= request.to)
      figure.markers.push_back({event.t, event.kind + " " + event.name, event_colour(event.kind)});
  return figure;
}

}  // namespace catena
