// What is cut and connected while a scenario runs.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "catena/math/nearest_name.hpp"
#include "catena/scenario/coordinates.hpp"
#include "catena/scenario/keys.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Value;

// Names of everything that holds the mechanism together at the start.
std::vector<std::string> names_at_start(const Loops& loops) {
  std::vector<std::string> names;
  for (int j = 0; j < loops.tree().joint_count(); ++j)
    names.push_back(loops.tree().joint(JointId{j}).spec.name);
  for (const Closure& closure : loops.closures()) names.push_back(loops.name(closure));
  return names;
}

Connect read_connect(const Value& value, const Loops& loops) {
  const Fields fields = value.fields(scenario_keys::connect);
  Eigen::VectorXd restitution;
  Connect connect{read_loop_joint(fields, loops.tree(), restitution), false};
  if (restitution.size() > 0 && !restitution.isZero(0.0))
    fields.at("limits").fail(
        "found 'restitution', but joints that are made during the run stop without a rebound; "
        "remove it");
  if (const auto here = fields.find("here")) connect.here = here->boolean();
  LoopSpecs alone;
  alone.joints.push_back(connect.joint);
  located(value, [&] { return Loops(loops.shared_tree(), std::move(alone)); });
  return connect;
}

// The joints of an item; their names must be new.
std::vector<Connect> read_connects(const Fields& fields, const Loops& loops,
                                   std::set<std::string>& taken) {
  std::vector<Connect> result;
  const auto list = fields.find("connect");
  if (!list) return result;
  for (const Value& item : list->one_or_items()) {
    result.push_back(read_connect(item, loops));
    const std::string& name = result.back().joint.spec.name;
    if (!taken.insert(name).second)
      item.fail(fmt::format("a joint or loop '{}' exists already, expected a new name", name));
  }
  return result;
}

// `own`: what the same change connects, which it cannot cut.
std::vector<std::string> read_cuts(const Fields& fields, const std::vector<Connect>& own,
                                   const std::vector<std::string>& names) {
  std::vector<std::string> result;
  const auto list = fields.find("cut");
  if (!list) return result;
  for (const Value& item : list->one_or_items()) {
    const std::string name = item.text();
    if (std::find(result.begin(), result.end(), name) != result.end())
      item.fail(fmt::format("'{}' is cut twice", name));
    if (std::any_of(own.begin(), own.end(),
                    [&](const Connect& c) { return c.joint.spec.name == name; }))
      item.fail(
          fmt::format("'{}' is connected by the same change, expected one that exists "
                      "before it",
                      name));
    if (std::find(names.begin(), names.end(), name) == names.end())
      item.fail(
          fmt::format("there is no joint or loop '{}'{}", name, nearest_name_hint(name, names)));
    result.push_back(name);
  }
  return result;
}

void read_moment(const Fields& fields, const StateNames& names, double start_time,
                 StructureEvent& event) {
  if (fields.one_of({"at", "when"}) == "when") {
    event.when = StateFormula(fields.at("when"), names);
    return;
  }
  event.at = fields.at("at").number(quantity::time);
  if (event.at < start_time)
    fields.at("at").fail(
        fmt::format("{:g} s is before the start, which is at {:g} s", event.at, start_time));
}

}  // namespace

Mechanism read_changes(const Value* list, Scenario& scenario) {
  SimulationSetup& setup = scenario.setup;
  Mechanism mechanism{all_loops(setup), {}};
  if (list == nullptr) return mechanism;
  // What is connected comes first: other changes may cut it again.
  std::vector<std::string> names = names_at_start(*mechanism.loops);
  std::set<std::string> taken(names.begin(), names.end());
  std::vector<Fields> items;
  for (const Value& item : list->items()) {
    items.push_back(item.fields(scenario_keys::change));
    StructureEvent event;
    event.connect = read_connects(items.back(), *mechanism.loops, taken);
    for (const Connect& connect : event.connect) {
      mechanism.later.push_back(connect.joint);
      names.push_back(connect.joint.spec.name);
    }
    setup.changes.push_back(std::move(event));
  }
  const StateNames state_names(mechanism);
  for (std::size_t i = 0; i < items.size(); ++i) {
    StructureEvent& event = setup.changes[i];
    read_moment(items[i], state_names, setup.start_time, event);
    event.cut = read_cuts(items[i], event.connect, names);
    if (event.cut.empty() && event.connect.empty())
      items[i].map().fail("expected 'cut', 'connect' or both");
    const auto name = items[i].find("name");
    event.name = name                 ? name->text()
                 : !event.cut.empty() ? event.cut[0]
                                      : event.connect[0].joint.spec.name;
  }
  return mechanism;
}

}  // namespace catena::scenario
