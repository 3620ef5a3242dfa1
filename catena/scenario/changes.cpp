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

ChangeItem read_change(const Value& value) {
  const Fields fields = value.fields(scenario_keys::change);
  ChangeItem change;
  change.said = said_of(value);
  if (fields.one_of({"at", "when"}) == "when")
    change.when = read_formula(fields.at("when"), formula_of_state);
  else
    change.at = fields.at("at").number(quantity::time);
  if (const auto list = fields.find("cut"))
    for (const Value& item : list->one_or_items()) change.cut.push_back(item.text());
  if (const auto list = fields.find("connect"))
    for (const Value& item : list->one_or_items()) change.connect.push_back(read_connect(item));
  if (const auto name = fields.find("name"))
    change.name = name->text();
  else if (!change.cut.empty() || !change.connect.empty())
    change.name = !change.cut.empty() ? change.cut[0] : change.connect[0].name;
  return change;
}

}  // namespace

void read_changes(const Value& list, Mechanism& mechanism) {
  for (const Value& item : list.items()) mechanism.changes.push_back(read_change(item));
}

}  // namespace catena::scenario
