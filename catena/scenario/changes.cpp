// What is cut and connected while a scenario runs.

#include "catena/mechanism/coordinates.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Value;

ConnectItem read_connect(const Value& value) {
  const Fields fields = value.fields(scenario_keys::connect);
  ConnectItem connect;
  static_cast<LoopJointItem&>(connect) = read_loop_joint(fields);
  if (const auto here = fields.find("here")) connect.here = here->boolean();
  return connect;
}

std::vector<std::string> read_names(const Fields& fields, const char* key) {
  std::vector<std::string> names;
  if (const auto list = fields.find(key))
    for (const Value& item : list->one_or_items()) names.push_back(item.text());
  return names;
}

ChangeItem read_change(const Value& value) {
  const Fields fields = value.fields(scenario_keys::change);
  ChangeItem change;
  change.said = said_of(value);
  if (fields.one_of({"at", "when"}) == "when")
    change.when = read_formula(fields.at("when"), formula_of_state);
  else
    change.at = fields.at("at").number(quantity::time);
  if (const auto every = fields.find("every"))
    change.every = every->number(quantity::time, yaml::Range::Positive);
  if (const auto repeat = fields.find("repeat")) change.repeat = repeat->boolean();
  if (fields.has("direction"))
    if (std::string direction = fields.choice("direction", "direction"); direction != "both")
      change.direction = std::move(direction);
  change.cut = read_names(fields, "cut");
  change.switch_off = read_names(fields, "switch_off");
  change.switch_on = read_names(fields, "switch_on");
  if (const auto list = fields.find("connect"))
    for (const Value& item : list->one_or_items()) change.connect.push_back(read_connect(item));
  if (const auto clutch = fields.find("breakaway")) {
    const Fields of_clutch = clutch->fields(scenario_keys::breakaway);
    change.breakaway = BreakawayItem{.clutch = of_clutch.at("clutch").text(),
                                     .motor = of_clutch.at("motor").text()};
    if (const auto name = of_clutch.find("name")) change.breakaway->name = name->text();
  }
  if (const auto name = fields.find("name"))
    change.name = name->text();
  else
    change.name = usual_name(change);
  return change;
}

}  // namespace

void read_switched_off(const Value& list, Mechanism& mechanism) {
  for (const Value& item : list.one_or_items()) mechanism.switched_off.push_back(item.text());
}

void read_changes(const Value& list, Mechanism& mechanism) {
  for (const Value& item : list.items()) mechanism.changes.push_back(read_change(item));
}

}  // namespace catena::scenario
