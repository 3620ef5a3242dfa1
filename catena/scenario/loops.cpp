// What closes the loops of a scenario's tree: joints, rods, couplings, rolling.

#include <fmt/format.h>

#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

bool has(const Value& item, const char* key) {
  return yaml::find(item.node(), key) != nullptr;
}

RodItem read_rod(const Value& item) {
  const Fields fields = item.fields(scenario_keys::loop_rod);
  const Fields rod = fields.at("rod").fields(scenario_keys::rod);
  RodItem result;
  result.name = fields.at("name").text();
  result.said = said_of(item);
  result.a = read_place(rod.at("a"));
  result.b = read_place(rod.at("b"));
  if (const auto length = rod.find("length"))
    result.length = length->number(quantity::length, Range::Positive);
  return result;
}

RollingItem read_rolling(const Value& item) {
  const Fields fields = item.fields(scenario_keys::loop_rolling);
  const Fields rolling = fields.at("rolling").fields(scenario_keys::rolling);
  RollingItem result;
  result.name = fields.at("name").text();
  result.said = said_of(item);
  const std::string_view what = rolling.one_of({"wheel", "ball"});
  result.is_wheel = what == "wheel";
  result.centre = read_place(rolling.at(what));
  result.on = read_place(rolling.at("on"));
  result.radius = rolling.at("radius").number(quantity::length, Range::Positive);
  return result;
}

// What of = ratio to + offset multiplies with.
Quantity ratio_quantity(const Quantity& of, const Quantity& to) {
  if (of.any_unit || to.any_unit) return quantity::any;
  if (of.dimension == to.dimension) return quantity::number;
  return of.dimension == quantity::length.dimension ? quantity::pitch : quantity::mixed;
}

CouplingItem read_coupling(const Value& item, const Mechanism& mechanism) {
  const Fields fields = item.fields(scenario_keys::loop_coupling);
  const Fields coupling = fields.at("coupling").fields(scenario_keys::coupling);
  CouplingItem result;
  result.name = fields.at("name").text();
  result.said = said_of(item);
  if (coupling.one_of({"of", "zero"}) == "zero") {
    coupling.allow_only({"zero"}, "it belongs to the form 'of = ratio to + offset'");
    result.zero = read_formula(coupling.at("zero"), "a formula of q.JOINT, of angles and lengths");
    return result;
  }
  result.of = coupling.at("of").text();
  result.to = coupling.at("to").text();
  const Quantity of = quantity_of(mechanism, result.of, Measure::Position),
                 to = quantity_of(mechanism, result.to, Measure::Position);
  if (const auto ratio = coupling.find("ratio"))
    result.ratio = ratio->number(ratio_quantity(of, to));
  if (const auto offset = coupling.find("offset")) result.offset = offset->number(of);
  return result;
}

// All but the couplings, which may name joints of the whole list.
bool read_loop(const Value& item, Mechanism& mechanism) {
  if (!item.is_map()) item.fail_expected("a map with the keys of a loop");
  if (has(item, "rod"))
    mechanism.rods.push_back(read_rod(item));
  else if (has(item, "rolling"))
    mechanism.rollings.push_back(read_rolling(item));
  else if (has(item, "kind"))
    mechanism.loop_joints.push_back(read_loop_joint(item.fields(scenario_keys::loop_joint)));
  else
    return false;
  return true;
}

}  // namespace

void read_loops(const Value& list, Mechanism& mechanism) {
  constexpr std::size_t most = 2000;
  const std::vector<Value> items = list.items();
  if (items.size() > most)
    list.fail(fmt::format("found {} loops, expected at most {}", items.size(), most));
  std::vector<Value> others;
  for (const Value& item : items)
    if (!read_loop(item, mechanism)) others.push_back(item);
  for (const Value& item : others) {
    if (!has(item, "coupling")) item.fail("expected one of the keys kind, rod, coupling, rolling");
    mechanism.couplings.push_back(read_coupling(item, mechanism));
  }
}

}  // namespace catena::scenario
