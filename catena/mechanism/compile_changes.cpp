// What is cut and connected while a mechanism runs.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "catena/control/switched_formulas.hpp"
#include "catena/expressions/characters.hpp"
#include "catena/math/nearest_name.hpp"
#include "catena/mechanism/compile_parts.hpp"
#include "catena/mechanism/condition_text.hpp"
#include "catena/mechanism/state_names.hpp"
#include "catena/sim/column_reader.hpp"
#include "catena/sim/switchable.hpp"

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
        "found 'restitution', but joints made during the run stop without a rebound; remove it");
  LoopSpecs alone;
  alone.joints.push_back(connect.joint);
  at.located([&] { return Loops(loops.shared_tree(), std::move(alone)); });
  return connect;
}

// What is cut; a change cannot cut what it connects itself. Elements are looked for later, once
// they are compiled.
void check_cuts(const Where& at, const ChangeItem& item) {
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
  }
}

// The element that a name means: "pump", or "motor.pump" where things of several kinds are called
// so.
SwitchedElement element_named(const Where& at, const std::string& name,
                              const std::vector<SwitchedElement>& all, const char* expected,
                              const std::string& hint = {}) {
  std::vector<SwitchedElement> found;
  std::vector<std::string> names;
  for (const SwitchedElement& element : all) {
    names.push_back(element.name);
    if (element.name == name || element.kind + "." + element.name == name) found.push_back(element);
  }
  if (found.empty())
    at.fail(fmt::format("there is no {} '{}'{}", expected, name,
                        hint.empty() ? nearest_name_hint(name, names) : hint));
  if (found.size() > 1)
    at.fail(fmt::format("'{}' may be the {} or the {}; write '{}.{}' or '{}.{}'", name,
                        found[0].kind, found[1].kind, found[0].kind, name, found[1].kind, name));
  return found[0];
}

// A body is not cut, but the joint that carries it may be.
std::string joint_of_body(const Mechanism& mechanism, const std::string& name) {
  for (const JointItem& joint : mechanism.joints)
    if (joint.child == name) return fmt::format("; this is a body; its joint is '{}'", joint.name);
  return {};
}

void compile_cuts(const Where& at, const ChangeItem& item, const Mechanism& mechanism,
                  const std::vector<std::string>& joints, const std::vector<SwitchedElement>& all,
                  StructureEvent& event) {
  const char* const cuttable = "joint, loop, cable, string or spring";
  std::vector<SwitchedElement> elements;
  for (const std::string& joint : joints) elements.push_back({"joint", joint});
  for (const SwitchedElement& element : all)
    if (element.kind != "motor" && element.kind != "force") elements.push_back(element);
  for (std::size_t i = 0; i < item.cut.size(); ++i) {
    const SwitchedElement found = element_named(at.at("cut", i), item.cut[i], elements, cuttable,
                                                joint_of_body(mechanism, item.cut[i]));
    if (found.kind == "joint")
      event.cut.push_back(found.name);
    else
      event.cut_elements.push_back(found);
  }
}

void compile_switches(const Where& at, const ChangeItem& item,
                      const std::vector<SwitchedElement>& all, StructureEvent& event) {
  const char* const expected = "motor, contact, cable, spring or force";
  for (std::size_t i = 0; i < item.switch_off.size(); ++i)
    event.off.push_back(element_named(at.at("switch_off", i), item.switch_off[i], all, expected));
  for (std::size_t i = 0; i < item.switch_on.size(); ++i) {
    const Where here = at.at("switch_on", i);
    event.on.push_back(element_named(here, item.switch_on[i], all, expected));
    if (std::find(event.off.begin(), event.off.end(), event.on.back()) != event.off.end())
      here.fail(fmt::format("'{}' is switched off and on by one change, expected one of the two",
                            item.switch_on[i]));
  }
}

// The clutch of a change, which must be one of the joints that it cuts or makes.
Clutch clutch_of(const Where& at, const ChangeItem& item, const std::string& change,
                 const Loops& loops) {
  const BreakawayItem& said = *item.breakaway;
  const bool is_cut = std::find(item.cut.begin(), item.cut.end(), said.clutch) != item.cut.end();
  const bool is_made =
      std::any_of(item.connect.begin(), item.connect.end(),
                  [&](const ConnectItem& joint) { return joint.name == said.clutch; });
  if (!is_cut && !is_made)
    at.at("clutch").fail(fmt::format(
        "'{}' is neither cut nor connected by this change, expected a joint that is", said.clutch));
  const Model& tree = loops.tree();
  std::vector<std::string> names;
  for (int j = 0; j < tree.joint_count(); ++j) {
    const JointInfo& joint = tree.joint(JointId{j});
    if (joint.nq == 1) names.push_back(joint.spec.name);
    if (joint.nq == 1 && joint.spec.name == said.motor)
      return {said.name.empty() ? change : said.name, said.clutch, joint.q};
  }
  at.at("motor").fail(fmt::format("there is no joint '{}' of the tree with one coordinate{}",
                                  said.motor, nearest_name_hint(said.motor, names)));
}

// What is equal is so at single instants, which steps pass over.
void refuse_equality(const Where& at, const std::string& when) {
  if (when.find('?') != std::string::npos) return;
  if (const std::size_t place = when.find("=="); place != std::string::npos)
    at.fail(
        fmt::format("'{}' is true at single instants only; a change comes where a formula crosses "
                    "zero, so write a difference, as t - 0.5 for t == 0.5",
                    when));
  if (when.find("!=") != std::string::npos)
    at.fail(
        fmt::format("'{}' is false at single instants only, so it does not become true; compare "
                    "with < or >",
                    when));
}

// The condition of a change; it may name what forces decide about, too. One that is true or false
// is met where it becomes true.
void set_condition(const Where& at, const ChangeItem& item, const StateNames& names,
                   const Constants& parameters, const SimulationSetup& setup,
                   StructureEvent& event) {
  const auto columns = [&] {
    std::vector<std::string> all = readable_columns(setup);
    expressions::for_each_name(item.when, [&](std::string_view word, std::size_t) {
      if (is_readable_touch(setup, word)) all.emplace_back(word);
    });
    return all;
  };
  const auto compiled = [&](const std::string& text, ProbeList& probes,
                            std::vector<std::string>& readings) {
    return names.formula(at, text, parameters,
                         {.probes = &probes, .readings = &readings, .columns = columns});
  };
  const auto probes = std::make_shared<ProbeList>();
  const std::optional<std::string> margin = margin_of(item.when);
  if (margin) {
    // Mistakes are those of the text as it was written.
    ProbeList other_probes;
    std::vector<std::string> other_readings;
    (void)compiled(item.when, other_probes, other_readings);
    if (item.direction.empty()) event.direction = StructureEvent::Direction::Rising;
  }
  refuse_equality(at, item.when);
  const StateFormula formula = compiled(margin.value_or(item.when), *probes, event.readings);
  if (formula.expression().is_constant())
    at.fail(
        fmt::format("'{}' does not change, so it never crosses zero; expected a formula of t, "
                    "q.JOINT and the like",
                    item.when));
  event.when = formula;
  if (event.readings.empty())
    event.law = std::make_shared<FormulaLaw>(
        std::vector{compiled(fmt::format("step({})", formula.expression().text()), *probes,
                             event.readings)},
        1.0);
  if (!probes->empty()) event.probes = probes;
}

void set_moment(const Where& at, const ChangeItem& item, double start_time, StructureEvent& event) {
  const int given = (item.at ? 1 : 0) + (item.when.empty() ? 0 : 1) + (item.when_function ? 1 : 0);
  if (given == 0) at.fail("expected one of the keys at, when");
  if (given > 1) at.fail("found both 'at' and 'when', expected only one of them");
  const bool is_timed = item.at.has_value();
  if (item.every && !is_timed)
    at.at("every").fail("goes with 'at'; with 'when', write 'repeat: true'");
  if (item.every && !(*item.every > 0.0))
    at.at("every").fail(fmt::format("found {}, expected a time greater than 0", *item.every));
  if (item.repeat && is_timed) at.at("repeat").fail("goes with 'when'; with 'at', write 'every'");
  if (!item.direction.empty() && is_timed) at.at("direction").fail("goes only with 'when'");
  event.every = item.every.value_or(0.0);
  event.repeats = item.repeat;
  using Direction = StructureEvent::Direction;
  event.direction = item.direction == "rising"    ? Direction::Rising
                    : item.direction == "falling" ? Direction::Falling
                                                  : Direction::Both;
  if (item.when_function) event.when = item.when_function.function();
  if (!item.at) return;
  event.at = *item.at;
  if (event.at < start_time)
    at.at("at").fail(
        fmt::format("{:g} s is before the start, which is at {:g} s", event.at, start_time));
}

// Two changes that come at given times cut the same, and nothing connects it again.
void refuse_second_cuts(const Mechanism& mechanism) {
  std::map<std::string, double> cut;
  std::vector<const ChangeItem*> timed;
  for (const ChangeItem& item : mechanism.changes)
    if (item.at) timed.push_back(&item);
  std::stable_sort(timed.begin(), timed.end(),
                   [](const ChangeItem* a, const ChangeItem* b) { return *a->at < *b->at; });
  for (const ChangeItem* item : timed)
    for (std::size_t i = 0; i < item->cut.size(); ++i)
      if (const auto [found, is_new] = cut.emplace(item->cut[i], *item->at); !is_new)
        where(*item).at("cut", i).fail(
            fmt::format("'{}' is cut already at {:g} s", item->cut[i], found->second));
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
    check_cuts(at, item);
    // With a name alone it marks the moment.
    if (usual_name(item).empty() && (item.name.empty() || item.breakaway))
      at.fail("expected at least one of 'cut', 'connect', 'switch_off' and 'switch_on'");
    event.name = !item.name.empty() ? item.name : usual_name(item);
    if (item.breakaway)
      event.clutch = clutch_of(at.at("breakaway"), item, event.name, *result.loops);
  }
  refuse_second_cuts(mechanism);
  return result;
}

void compile_switched(const Mechanism& mechanism, const NamedCoordinates& names,
                      SimulationSetup& setup) {
  if (mechanism.changes.empty() && mechanism.switched_off.empty()) return;
  const std::vector<SwitchedElement> all = switchable_elements(setup);
  std::vector<std::string> joints = names_at_start(*names.loops);
  for (const LoopJoint& joint : names.later) joints.push_back(joint.spec.name);
  for (std::size_t i = 0; i < mechanism.changes.size(); ++i) {
    const ChangeItem& item = mechanism.changes[i];
    compile_cuts(where(item), item, mechanism, joints, all, setup.changes[i]);
    compile_switches(where(item), item, all, setup.changes[i]);
  }
  const Where scenario("scenario", mechanism.name, mechanism.said);
  for (std::size_t i = 0; i < mechanism.switched_off.size(); ++i)
    setup.off.push_back(element_named(scenario.at("switched_off", i), mechanism.switched_off[i],
                                      all, "motor, contact, cable, spring or force"));
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
