// What is cut and connected while a mechanism runs.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "catena/math/nearest_name.hpp"
#include "catena/mechanism/compile_parts.hpp"
#include "catena/mechanism/state_names.hpp"
#include "catena/sim/column_reader.hpp"

namespace catena::compiling {

namespace {

// Names of everything that holds the mechanism together at the start.
std::vector<std::string> names_at_start(const Loops& loops) {
  std::vector<std::string> names;
  for (int j = 0; j < loops.tree().joint_count(); ++j)
    names.push_back(loops.tree().joint(JointId{j}).spec.name);
  for (const Closure& closure : loops.closures()) names.push_back(loops.name(closure));
  return names;
}

Connect connect_of(const Where& at, const ConnectItem& item, const Loops& loops) {
  Connect connect{loop_joint(at, item, loops.tree()), item.here};
  if (std::any_of(item.restitution.begin(), item.restitution.end(),
                  [](double e) { return e != 0.0; }))
    at.at("limits").fail(
        "found 'restitution', but joints that are made during the run stop without a rebound; "
        "remove it");
  LoopSpecs alone;
  alone.joints.push_back(connect.joint);
  at.located([&] { return Loops(loops.shared_tree(), std::move(alone)); });
  return connect;
}

// What is cut; a change cannot cut what it connects itself.
void check_cuts(const Where& at, const ChangeItem& item, const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < item.cut.size(); ++i) {
    const std::string& name = item.cut[i];
    const Where here = at.at("cut", i);
    const auto earlier = item.cut.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(item.cut.begin(), earlier, name) != earlier)
      here.fail(fmt::format("'{}' is cut twice", name));
    if (std::any_of(item.connect.begin(), item.connect.end(),
                    [&](const ConnectItem& c) { return c.name == name; }))
      here.fail(
          fmt::format("'{}' is connected by the same change, expected one that exists "
                      "before it",
                      name));
    if (std::find(names.begin(), names.end(), name) == names.end())
      here.fail(
          fmt::format("there is no joint or loop '{}'{}", name, nearest_name_hint(name, names)));
  }
}

// The condition of a change; it may name what forces decide about, too.
void set_condition(const Where& at, const ChangeItem& item, const StateNames& names,
                   const Constants& parameters, const SimulationSetup& setup,
                   StructureEvent& event) {
  const auto probes = std::make_shared<ProbeList>();
  const auto columns = [&] { return readable_columns(setup); };
  event.when =
      names.formula(at, item.when, parameters,
                    {.probes = probes.get(), .readings = &event.readings, .columns = columns});
  if (!probes->empty()) event.probes = probes;
}

void set_moment(const Where& at, const ChangeItem& item, double start_time, StructureEvent& event) {
  const int given = (item.at ? 1 : 0) + (item.when.empty() ? 0 : 1) + (item.when_function ? 1 : 0);
  if (given == 0) at.fail("expected one of the keys at, when");
  if (given > 1) at.fail("found both 'at' and 'when', expected only one of them");
  if (item.when_function) event.when = item.when_function.function();
  if (!item.at) return;
  event.at = *item.at;
  if (event.at < start_time)
    at.at("at").fail(
        fmt::format("{:g} s is before the start, which is at {:g} s", event.at, start_time));
}

}  // namespace

NamedCoordinates compile_changes(const Mechanism& mechanism, SimulationSetup& setup) {
  NamedCoordinates result{all_loops(setup), {}};
  // What is connected comes first: other changes may cut it again.
  std::vector<std::string> names = names_at_start(*result.loops);
  std::set<std::string> taken(names.begin(), names.end());
  for (const ChangeItem& item : mechanism.changes) {
    StructureEvent event;
    for (std::size_t i = 0; i < item.connect.size(); ++i) {
      const Where here = where(item).at("connect", i);
      event.connect.push_back(connect_of(here, item.connect[i], *result.loops));
      const LoopJoint& joint = event.connect.back().joint;
      if (!taken.insert(joint.spec.name).second)
        here.fail(fmt::format("a joint or loop '{}' exists already, expected a new name",
                              joint.spec.name));
      result.later.push_back(joint);
      names.push_back(joint.spec.name);
    }
    setup.changes.push_back(std::move(event));
  }
  if (mechanism.changes.empty()) return result;
  for (std::size_t i = 0; i < mechanism.changes.size(); ++i) {
    const ChangeItem& item = mechanism.changes[i];
    const Where at = where(item);
    StructureEvent& event = setup.changes[i];
    set_moment(at, item, setup.start_time, event);
    check_cuts(at, item, names);
    if (item.cut.empty() && item.connect.empty()) at.fail("expected 'cut', 'connect' or both");
    event.cut = item.cut;
    event.name = !item.name.empty()  ? item.name
                 : !item.cut.empty() ? item.cut[0]
                                     : item.connect[0].name;
  }
  return result;
}

void compile_conditions(const Mechanism& mechanism, const NamedCoordinates& names,
                        SimulationSetup& setup) {
  std::optional<StateNames> state_names;
  for (std::size_t i = 0; i < mechanism.changes.size(); ++i) {
    const ChangeItem& item = mechanism.changes[i];
    if (item.when.empty()) continue;
    if (!state_names) state_names.emplace(names);
    set_condition(where(item).at("when"), item, *state_names, mechanism.parameters, setup,
                  setup.changes[i]);
  }
}

}  // namespace catena::compiling
