// How a scenario is integrated, recorded and plotted.

#include "catena/mechanism/record_columns.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

// A name that is one of these, or an error with the nearest.
std::string read_choice(const Value& value, const char* what,
                        const std::vector<std::string>& names) {
  std::string text = value.text();
  for (const std::string& name : names)
    if (name == text) return text;
  value.fail_choice(what, names);
}

}  // namespace

void read_integrator(const Value& value, Mechanism& mechanism) {
  IntegratorItem& item = mechanism.integrator;
  item.said = said_of(value);
  const auto read_kind = [&](const Value& kind) {
    std::vector<std::string> names;
    for (const auto& [name, method] : integrator_names) names.push_back(name);
    item.kind = integrator_names.at(read_choice(kind, "integrator", names));
  };
  if (value.is_scalar()) return read_kind(value);
  const Fields fields = value.fields(scenario_keys::integrator);
  if (const auto kind = fields.find("kind")) read_kind(*kind);
  const auto read = [&](const char* key, const Quantity& quantity, std::optional<double>& target) {
    if (const auto given = fields.find(key)) target = given->number(quantity, Range::Positive);
  };
  read("step", quantity::time, item.step);
  read("tolerance", quantity::number, item.tolerance);
  read("absolute_tolerance", quantity::number, item.absolute_tolerance);
  read("max_step", quantity::time, item.max_step);
}

void read_record(const Value& value, Mechanism& mechanism) {
  const Fields fields = value.fields(scenario_keys::record);
  RecordItem& item = mechanism.record;
  item.said = said_of(value);
  if (const auto interval = fields.find("interval"))
    item.interval = interval->number(quantity::time, Range::Positive);
  if (const auto columns = fields.find("columns")) {
    std::vector<std::string> names;
    for (const RecordColumn& column : record_columns) names.emplace_back(column.name);
    item.columns.emplace();
    for (const Value& column : columns->items())
      item.columns->push_back(read_choice(column, "column", names));
  }
  if (const auto frames = fields.find("frames")) item.frames = frames->texts();
  if (const auto pairs = fields.find("pairs"))
    for (const Value& pair : pairs->items()) {
      const std::vector<Value> names = pair.items(2, "bodies");
      item.pairs.push_back({names[0].text(), names[1].text()});
    }
  if (const auto touched = fields.find("touched")) item.touched = touched->texts();
}

void read_plots(const Value& list, Mechanism& mechanism) {
  for (const Value& item : list.items()) {
    const Fields fields = item.fields(scenario_keys::plot);
    PlotPanel panel;
    if (const auto title = fields.find("title")) panel.title = title->text();
    for (const Value& column : fields.at("columns").one_or_items())
      panel.columns.push_back(column.text());
    if (const auto x = fields.find("x")) panel.x = x->text();
    mechanism.plots.push_back(std::move(panel));
  }
}

}  // namespace catena::scenario
