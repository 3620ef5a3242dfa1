// The keys of a study.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/elements/event_kinds.hpp"
#include "catena/math/nearest_name.hpp"
#include "catena/scenario/key_parts.hpp"
#include "catena/scenario/parts.hpp"
#include "catena/scenario/study.hpp"

namespace catena::scenario_keys {

namespace {

constexpr Names result_choices[] = {"end", "start", "min", "max", "mean", "count", "first", "last"};
constexpr Names spacings[] = {"linear", "log"};
constexpr Key study_range_list[] = {
    {"from", Type::Number, "first value", required},
    {"to", Type::Number, "last value", required},
    {"count", Type::Integer, "how many values, both ends included", required},
    {"spacing", Type::Choice, "equal differences (linear, default) or equal ratios", false,
     spacings},
};
constexpr Key study_result_list[] = {
    {"name", Type::Text, "of its column in the table; default: the name of the column or event"},
    {"column", Type::Text, "of the recording"},
    {"event", Type::Text, "instead: a kind of events"},
    {"item", Type::Text, "name of the item; default: all events of that kind"},
    {"of", Type::Choice,
     "of a column: its value at the end (default) or start, min, max or mean; of events: their "
     "count (default), the time of the first or the last",
     false, result_choices},
};
constexpr Key study_map_list[] = {
    {"x", Type::Text, "parameter along x", required},
    {"y", Type::Text, "parameter along y", required},
    {"value", Type::Text, "result that the colours show", required},
};
constexpr Key study_list[] = {
    nested<study_range>("vary", Type::Configurations,
                        "parameters of the scenario, each with a list of values or a range",
                        required),
    nested<study_result>("take", Type::MapList, "results of each run for the table", required),
    nested<study_map>("map", Type::Map, "what 'catena sweep --plot' draws"),
};

}  // namespace

constexpr Section study_range{"study_range", study_range_list};
constexpr Section study_result{"study_result", study_result_list};
constexpr Section study_map{"study_map", study_map_list};
constexpr Section study{"study", study_list};

}  // namespace catena::scenario_keys

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

constexpr int most_values = 10000;
constexpr double most_variants = 1e6;

std::vector<double> read_range(const Value& value, const Quantity& measured) {
  const Fields fields = value.fields(scenario_keys::study_range);
  const double from = fields.at("from").number(measured), to = fields.at("to").number(measured);
  const int count = fields.at("count").integer(1, most_values);
  const bool by_ratio = fields.has("spacing") && fields.choice("spacing", "spacing") == "log";
  if (by_ratio && !(from * to > 0.0))
    value.fail("equal ratios need ends that are not zero and have one sign");
  std::vector<double> values;
  for (int i = 0; i < count; ++i) {
    const double part = count == 1 ? 0.0 : i / (count - 1.0);
    values.push_back(i == count - 1 && count > 1 ? to
                     : by_ratio                  ? from * std::pow(to / from, part)
                                                 : from + part * (to - from));
  }
  return values;
}

// Of a parameter that was given with a unit, values have units that fit, or none.
std::vector<double> read_values(const Value& value, const std::string& name,
                                const Constants& known) {
  const auto written = known.units.find(name);
  const Quantity measured = written == known.units.end()
                                ? quantity::any
                                : Quantity{"a value as that of the parameter",
                                           written->second.unit.c_str(), written->second.dimension};
  if (value.is_map()) return read_range(value, measured);
  std::vector<double> values;
  for (const Value& item : value.one_or_items()) values.push_back(item.number(measured));
  if (values.empty()) value.fail_expected("values of the parameter, or a range");
  return values;
}

const std::map<std::string, StudyResult::Of> result_kinds = {
    {"end", StudyResult::Of::End},     {"start", StudyResult::Of::Start},
    {"min", StudyResult::Of::Min},     {"max", StudyResult::Of::Max},
    {"mean", StudyResult::Of::Mean},   {"count", StudyResult::Of::Count},
    {"first", StudyResult::Of::First}, {"last", StudyResult::Of::Last}};

StudyResult read_result(const Value& value) {
  using Of = StudyResult::Of;
  const Fields fields = value.fields(scenario_keys::study_result);
  StudyResult result;
  result.place = value.node().place;
  const std::string_view source = fields.one_of({"column", "event"});
  const bool of_events = source == "event";
  const std::string text = fields.at(source).text();
  (of_events ? result.event : result.column) = text;
  if (of_events && !find_event_kind(text)) {
    std::vector<std::string> names;
    for (const EventKindInfo& kind : event_kinds()) names.emplace_back(kind.text);
    fields.at(source).fail_choice("event", names);
  }
  result.of = of_events ? Of::Count : Of::End;
  if (fields.has("of")) result.of = result_kinds.at(fields.choice("of", "value"));
  const bool counts = result.of == Of::Count || result.of == Of::First || result.of == Of::Last;
  if (counts != of_events)
    fields.at("of").fail_expected(of_events ? "count, first or last, of events"
                                            : "end, start, min, max or mean, of a column");
  if (const auto item = fields.find("item")) {
    if (!of_events) item->fail("only events have an item; remove it");
    result.item = item->text();
  }
  const auto name = fields.find("name");
  result.name = name ? name->text() : text;
  return result;
}

void check_names(const Value& take, const StudyKeys& keys) {
  std::vector<std::string> names = {"end", "t_end", "message", "study"};
  for (const StudyParameter& parameter : keys.parameters) names.push_back(parameter.name);
  const std::vector<Value> items = take.items();
  for (std::size_t i = 0; i < keys.results.size(); ++i) {
    const std::string& name = keys.results[i].name;
    if (std::find(names.begin(), names.end(), name) != names.end())
      items.at(i).fail(
          fmt::format("the table has a column '{}' already; give this result another name", name));
    names.push_back(name);
  }
}

template <class Items>
void check_is_named(const Value& value, std::string_view what, const Items& items) {
  std::vector<std::string> names;
  for (const auto& item : items) names.push_back(item.name);
  if (std::find(names.begin(), names.end(), value.text()) == names.end())
    value.fail_choice(what, names);
}

StudyMap read_study_map(const Value& value, const StudyKeys& keys) {
  const Fields fields = value.fields(scenario_keys::study_map);
  check_is_named(fields.at("x"), "parameter that varies", keys.parameters);
  check_is_named(fields.at("y"), "parameter that varies", keys.parameters);
  check_is_named(fields.at("value"), "result", keys.results);
  StudyMap map{fields.at("x").text(), fields.at("y").text(), fields.at("value").text()};
  if (map.x == map.y) value.fail("x and y are the same parameter; a picture needs two");
  for (const StudyParameter& parameter : keys.parameters)
    if (parameter.name != map.x && parameter.name != map.y && parameter.values.size() > 1)
      value.fail(fmt::format("a picture shows two parameters, but '{}' has {} values as well",
                             parameter.name, parameter.values.size()));
  return map;
}

}  // namespace

StudyKeys read_study_keys(const Value& study, const Constants& parameters) {
  StudyKeys keys;
  const Fields fields = study.fields(scenario_keys::study);
  double variants = 1.0;
  for (const auto& [name, value] : fields.at("vary").named_items()) {
    if (!parameters.contains(name)) {
      std::vector<std::string> known;
      for (const auto& parameter : parameters) known.push_back(parameter.first);
      value.fail(fmt::format(
          "the scenario has no parameter '{}'{}", name,
          known.empty() ? "; add it to 'parameters', and use it" : nearest_name_hint(name, known)));
    }
    keys.parameters.push_back({name, read_values(value, name, parameters)});
    variants *= static_cast<double>(keys.parameters.back().values.size());
  }
  if (keys.parameters.empty()) fields.at("vary").fail_expected("parameters with their values");
  if (variants > most_variants)
    fields.at("vary").fail(
        fmt::format("{:.0f} variants are more than {:.0f}", variants, most_variants));
  for (const Value& item : fields.at("take").items()) keys.results.push_back(read_result(item));
  if (keys.results.empty()) fields.at("take").fail_expected("at least one result");
  check_names(fields.at("take"), keys);
  if (const auto map = fields.find("map")) keys.map = read_study_map(*map, keys);
  return keys;
}

}  // namespace catena::scenario
