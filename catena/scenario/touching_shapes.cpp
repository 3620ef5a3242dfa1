// Whether shapes touch, read and written.

#include <map>

#include "catena/scenario/keys.hpp"
#include "catena/scenario/map_writer.hpp"
#include "catena/scenario/parts.hpp"
#include "catena/scenario/write_parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

// "steel/rubber", or "steel" for steel and anything.
void read_pair(const std::string& name, const Value& at, MaterialItem& item) {
  const std::size_t slash = name.find('/');
  item.name = name;
  item.a = name.substr(0, slash);
  if (slash != std::string::npos) item.b = name.substr(slash + 1);
  if (item.a.empty() || (slash != std::string::npos && item.b.empty()) ||
      item.b.find('/') != std::string::npos)
    at.fail("found '" + name + "', expected two materials, such as steel/rubber");
}

MaterialItem read_material_pair(const std::string& name, const Value& value) {
  MaterialItem item;
  read_pair(name, value, item);
  const Fields fields = value.fields(scenario_keys::material_pair);
  const auto number = [&](std::string_view key, double& out,
                          const Quantity& quantity = quantity::number) {
    if (const auto found = fields.find(key)) out = found->number(quantity, Range::NonNegative);
  };
  number("friction", item.friction);
  number("kinetic", item.friction);
  number("static_friction", item.static_friction);
  number("static", item.static_friction);
  number("restitution", item.restitution);
  if (item.restitution > 1.0) fields.at("restitution").fail_expected("0 to 1");
  number("slip_speed", item.slip_speed, quantity::velocity);
  number("spin", item.spin, quantity::length);
  number("rolling", item.rolling, quantity::length);
  item.friction_across = read_friction_across(fields);
  item.friction_axis = read_friction_axis(fields);
  if (item.friction_axis && !item.friction_across)
    fields.at("friction_axis").fail("the axis has no effect without friction_across; give both");
  if (item.friction_across && !(item.friction > 0.0))
    fields.at("friction_across")
        .fail(
            "friction across an axis needs friction along it: give 'friction' as well, or turn "
            "the axis by a right angle");
  return item;
}

using BodyGroups = std::map<std::string, std::vector<std::string>>;

BodyGroups read_groups(const Fields& fields) {
  BodyGroups groups;
  const auto list = fields.find("groups");
  if (!list) return groups;
  for (const Value& item : list->items()) {
    const Fields group = item.fields(scenario_keys::contact_group);
    const Value name = group.at("name");
    if (!groups.emplace(name.text(), group.at("bodies").texts()).second)
      name.fail("found a second group '" + name.text() + "'");
  }
  return groups;
}

// Each of the one with each of the other; of one group, each with each.
void read_ignored(const Fields& fields, std::vector<IgnoredPair>& out) {
  const BodyGroups groups = read_groups(fields);
  const auto ignore = fields.find("ignore");
  if (!ignore) return;
  const auto bodies_of = [&](const std::string& name) {
    const auto found = groups.find(name);
    return found == groups.end() ? std::vector{name} : found->second;
  };
  for (const Value& pair : ignore->items()) {
    const std::vector<Value> names = pair.items(2, "bodies");
    const std::string a = names[0].text(), b = names[1].text();
    const std::vector<std::string> first = bodies_of(a), second = bodies_of(b);
    const bool same = a == b && groups.count(a) > 0;
    for (std::size_t i = 0; i < first.size(); ++i)
      for (std::size_t j = same ? i + 1 : 0; j < second.size(); ++j)
        out.push_back({{"", said_of(pair)}, first[i], second[j]});
  }
}

}  // namespace

void read_touching_shapes(const Fields& fields, Mechanism& mechanism) {
  TouchingShapes& shapes = mechanism.touching_shapes;
  if (fields.has("shapes")) shapes.all = fields.choice("shapes", "choice of shapes") == "all";
  if (const auto distance = fields.find("distance"))
    shapes.distance = distance->number(quantity::length, Range::Positive);
  if (const auto friction = fields.find("friction"))
    shapes.friction = friction->number(quantity::number, Range::NonNegative);
  if (const auto restitution = fields.find("restitution")) {
    shapes.restitution = restitution->number(quantity::number, Range::NonNegative);
    if (shapes.restitution > 1.0) restitution->fail_expected("0 to 1");
  }
  if (const auto materials = fields.find("materials"))
    for (const auto& [name, value] : materials->named_items())
      shapes.materials.push_back(read_material_pair(name, value));
  read_ignored(fields, shapes.ignore);
  if (const auto connected = fields.find("connected")) shapes.connected = connected->boolean();
  if (const auto part = fields.find("part_links")) shapes.part_links = part->boolean();
  if (const auto ground = fields.find("ground")) shapes.ground = ground->boolean();
  if (const auto material = fields.find("ground_material"))
    shapes.ground_material = material->text(), shapes.ground = true;
}

void write_touching_shapes(const TouchingShapes& shapes, MapWriter& map) {
  const TouchingShapes usual;
  if (shapes.all) map.text("shapes", "all");
  map.number("distance", shapes.distance, usual.distance);
  map.number("friction", shapes.friction, usual.friction);
  map.number("restitution", shapes.restitution, usual.restitution);
  MapWriter materials = map.map(scenario_keys::material_pair);
  for (const MaterialItem& item : shapes.materials) {
    MapWriter pair = map.map(scenario_keys::material_pair);
    pair.number("friction", item.friction, 0.0);
    pair.number("static_friction", item.static_friction, 0.0);
    pair.number("restitution", item.restitution, 0.0);
    pair.number("slip_speed", item.slip_speed, 0.0);
    pair.number("spin", item.spin, 0.0);
    pair.number("rolling", item.rolling, 0.0);
    pair.number("friction_across", item.friction_across);
    if (item.friction_axis) pair.vector("friction_axis", *item.friction_axis);
    materials.named(item.name, pair.take());
  }
  map.map("materials", std::move(materials));
  if (!shapes.ignore.empty()) {
    std::vector<yaml::NodePtr> pairs;
    for (const IgnoredPair& item : shapes.ignore)
      pairs.push_back(list_of({scalar(item.a), scalar(item.b)}));
    map.entry("ignore", list_of(std::move(pairs)));
  }
  map.boolean("connected", shapes.connected, false);
  map.boolean("part_links", shapes.part_links, false);
  if (shapes.ground_material.empty()) map.boolean("ground", shapes.ground, false);
  map.text("ground_material", shapes.ground_material);
}

}  // namespace catena::scenario
