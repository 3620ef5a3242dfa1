// Tables that formulas may call like functions, given by points or by a CSV file.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <optional>

#include "catena/expressions/characters.hpp"
#include "catena/math/nearest_name.hpp"
#include "catena/scenario/key_parts.hpp"
#include "catena/scenario/parts.hpp"
#include "catena/scenario/write_parts.hpp"

namespace catena::scenario_keys {

namespace {

constexpr Names table_interpolations[] = {"linear", "monotone_cubic"};
constexpr Names table_ranges[] = {"extend", "clamp", "periodic"};
constexpr Key table_list[] = {
    {"name", Type::Text, "of the function: NAME(x), and its integral NAME.integral(x)", required},
    {"points", Type::NumberOrMatrix, "points [x, y] with increasing x"},
    {"file", Type::Text, "instead: a CSV file, from the folder of this file"},
    {"columns", Type::TextList, "x and y columns of the file; default: the first two"},
    {"interpolation", Type::Choice, "between points; default linear", false, table_interpolations},
    {"range", Type::Choice,
     "beyond the points: the last slope (extend, default), the last value or periodic", false,
     table_ranges},
};

}  // namespace

constexpr Section table{"table", table_list};

}  // namespace catena::scenario_keys

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Value;

struct TablePoints {
  std::vector<double> x, y;
};

constexpr std::size_t most_table_points = 1000000;

// The cells of a line; semicolons part them, where there are none commas, else tabs and blanks.
std::vector<std::string_view> cells_of(std::string_view line) {
  constexpr std::string_view blanks = " \t\r";
  const bool by_marks = line.find_first_of(",;") != std::string_view::npos;
  const std::string_view marks = !by_marks                                  ? blanks
                                 : line.find(';') != std::string_view::npos ? ";"
                                                                            : ",";
  std::vector<std::string_view> cells;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(marks), line.size());
    std::string_view cell = line.substr(0, end);
    cell.remove_prefix(std::min(cell.find_first_not_of(blanks), cell.size()));
    cell = cell.substr(0, cell.find_last_not_of(blanks) + 1);
    if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"')
      cell = cell.substr(1, cell.size() - 2);
    if (by_marks || !cell.empty()) cells.push_back(cell);
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return cells;
}

std::optional<double> number_of(std::string_view cell) {
  if (cell.starts_with('+')) cell.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

// Where the columns of x and y stand, by their names in the first line.
std::array<std::size_t, 2> find_columns(const Fields& fields,
                                        const std::vector<std::string>& head) {
  std::array<std::size_t, 2> places = {0, 1};
  const auto columns = fields.find("columns");
  if (!columns) return places;
  const std::vector<Value> names = columns->items(2, "names of columns (x, y)");
  for (std::size_t i = 0; i < 2; ++i) {
    const auto found = std::find(head.begin(), head.end(), names[i].text());
    if (found == head.end())
      names[i].fail(fmt::format("the file has no column '{}'{}", names[i].text(),
                                head.empty() ? "; its first line has no names"
                                             : nearest_name_hint(names[i].text(), head)));
    places[i] = static_cast<std::size_t>(found - head.begin());
  }
  return places;
}

TablePoints read_csv(const Fields& fields) {
  const Value path = fields.at("file");
  std::ifstream file(resolved(path));
  if (!file) path.fail(fmt::format("cannot read the file '{}'", resolved(path).string()));
  TablePoints points;
  std::array<std::size_t, 2> places{};
  bool is_first = true;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with("\xEF\xBB\xBF")) line.erase(0, 3);
    const std::vector<std::string_view> cells = cells_of(line);
    if (cells.empty() || cells[0].starts_with('#')) continue;
    if (is_first) {
      const bool has_names = !number_of(cells[0]);
      places = find_columns(fields, has_names ? std::vector<std::string>(cells.begin(), cells.end())
                                              : std::vector<std::string>{});
      is_first = false;
      if (has_names) continue;
    }
    for (const std::size_t i : {0U, 1U}) {
      const std::string_view cell = places[i] < cells.size() ? cells[places[i]] : "";
      const std::optional<double> value = number_of(cell);
      if (!value)
        path.fail(
            fmt::format("line {} of the file: found '{}', expected a number in column {}{}", number,
                        cell.substr(0, 40), places[i] + 1,
                        cell.find(',') == std::string_view::npos ? "" : "; write a decimal point"));
      (i == 0 ? points.x : points.y).push_back(*value);
    }
    if (points.x.size() > most_table_points)
      path.fail(fmt::format("the file has more than {} points", most_table_points));
  }
  return points;
}

TablePoints read_points(const Fields& fields) {
  if (fields.one_of({"points", "file"}) == "file") return read_csv(fields);
  if (const auto columns = fields.find("columns"))
    columns->fail("it names columns of a file, expected 'file' instead of 'points'");
  TablePoints points;
  for (const Value& point : fields.at("points").items()) {
    const std::vector<Value> pair = point.items(2, "numbers (x, y)");
    points.x.push_back(pair[0].number(quantity::any));
    points.y.push_back(pair[1].number(quantity::any));
  }
  return points;
}

void check_name(const Value& value, const Constants& known) {
  const std::string name = value.text();
  const bool is_name =
      expressions::starts_name(name[0]) &&
      std::all_of(name.begin(), name.end(), [](char c) { return expressions::continues_name(c); });
  if (!is_name)
    value.fail(fmt::format("found '{}', expected a name of letters, digits and underscores", name));
  if (find_function(name) != nullptr)
    value.fail(fmt::format("'{}' is a function of all formulas; choose another name", name));
  if (known.contains(name)) value.fail(fmt::format("'{}' is a parameter already", name));
  if (known.tables.contains(name)) value.fail(fmt::format("two tables have the name '{}'", name));
}

}  // namespace

void read_tables(const Value& list, Constants& constants) {
  for (const Value& value : list.items()) {
    const Fields fields = value.fields(scenario_keys::table);
    const Value name = fields.at("name");
    check_name(name, constants);
    TablePoints points = read_points(fields);
    auto interpolation = Table::Interpolation::Linear;
    if (fields.has("interpolation") &&
        fields.choice("interpolation", "interpolation") == "monotone_cubic")
      interpolation = Table::Interpolation::MonotoneCubic;
    auto range = Table::Range::Extend;
    if (fields.has("range")) {
      const std::string given = fields.choice("range", "range");
      range = given == "extend"  ? Table::Range::Extend
              : given == "clamp" ? Table::Range::Clamp
                                 : Table::Range::Periodic;
    }
    try {
      constants.tables[name.text()] = std::make_shared<const Table>(
          std::move(points.x), std::move(points.y), interpolation, range);
    } catch (const TableError& error) {
      fields.at(fields.has("file") ? "file" : "points").fail(error.what());
    }
  }
}

void write_tables(const Constants& constants, MapWriter& out) {
  std::vector<MapWriter> list;
  for (const auto& [name, table] : constants.tables) {
    MapWriter map(scenario_keys::table, Subject{"table", name, ""});
    map.text("name", name);
    std::vector<Numbers> points;
    for (std::size_t i = 0; i < table->x().size(); ++i)
      points.push_back({table->x()[i], table->y()[i]});
    map.matrix("points", points);
    if (table->interpolation() == Table::Interpolation::MonotoneCubic)
      map.text("interpolation", "monotone_cubic");
    if (table->range() != Table::Range::Extend)
      map.text("range", table->range() == Table::Range::Clamp ? "clamp" : "periodic");
    list.push_back(std::move(map));
  }
  if (!list.empty()) out.list("tables", std::move(list));
}

}  // namespace catena::scenario
