// Whether shapes touch.

#include <fmt/format.h>

#include <algorithm>

#include "catena/math/nearest_name.hpp"
#include "catena/mechanism/compile_parts.hpp"

namespace catena::compiling {

namespace {

ContactMaterial law_of(const MaterialItem& item) {
  ContactMaterial law{.restitution = item.restitution, .friction = item.friction};
  law.static_friction = item.static_friction;
  law.slip_speed = item.slip_speed;
  law.spin = item.spin, law.rolling = item.rolling;
  return law;
}

// A material that no table knows is a slip of the pen.
void check_materials(const Mechanism& mechanism, const ShapeContactOptions& options,
                     const Model& model) {
  const MaterialTable table(options.materials, options.otherwise);
  const auto check = [&](const std::string& material, const Where& at) {
    if (material.empty() || table.knows(material)) return;
    at.fail(
        fmt::format("there is no pair of materials with '{}'{}; write one under contact: "
                    "materials, such as {}/{}: {{friction: 0.5}}",
                    material, nearest_name_hint(material, table.names()), material, material));
  };
  for (const BodyItem& item : mechanism.bodies)
    for (int b = 1; b < model.body_count(); ++b)
      if (model.body(BodyId{b}).name == item.name)
        for (const BodyShape& shape : model.shapes(BodyId{b})) check(shape.material, where(item));
  for (const ShapeItem& shape : mechanism.world.shapes)
    check(shape.material, where(mechanism.world));
  check(options.ground_material, {"contact", "ground", mechanism.said});
}

}  // namespace

void remark_on_untouched(const Mechanism& mechanism, std::vector<std::string>& remarks) {
  const TouchingShapes &given = mechanism.touching_shapes, usual;
  if (given.all || given.ground) return;
  std::vector<std::string> keys;
  const auto add = [&](const char* key, bool is_given) {
    if (is_given) keys.push_back(fmt::format("'{}'", key));
  };
  add("materials", !given.materials.empty());
  add("friction", given.friction != usual.friction);
  add("restitution", given.restitution != usual.restitution);
  add("distance", given.distance != usual.distance);
  add("ignore", !given.ignore.empty());
  add("connected", given.connected != usual.connected);
  add("part_links", given.part_links != usual.part_links);
  if (keys.empty()) return;
  std::vector<std::string> names;
  const auto look = [&](const std::string& name, const std::vector<ShapeItem>& shapes) {
    if (std::any_of(shapes.begin(), shapes.end(), [](const ShapeItem& s) { return s.touches; }))
      names.push_back(name);
  };
  look("the world", mechanism.world.shapes);
  for (const BodyItem& body : mechanism.bodies) look(fmt::format("'{}'", body.name), body.shapes);
  constexpr std::size_t most_named = 4;
  const std::size_t more = names.size() > most_named ? names.size() - most_named : 0;
  names.resize(names.size() - more);
  remarks.push_back(fmt::format(
      "contact: {} {} no effect, because no shapes touch{}; write 'shapes: all' in the map "
      "'contact' to let them",
      fmt::join(keys, ", "), keys.size() > 1 ? "have" : "has",
      names.empty() ? std::string()
                    : fmt::format(": those of {}{} go through each other and everything else",
                                  fmt::join(names, ", "),
                                  more > 0 ? fmt::format(" and {} more bodies", more) : "")));
}

BodyId body_named(const Where& where, const std::string& name, const Model& model) {
  if (name == "world") return world_body;
  std::vector<std::string> names;
  for (int b = 1; b < model.body_count(); ++b) {
    if (model.body(BodyId{b}).name == name) return BodyId{b};
    names.push_back(model.body(BodyId{b}).name);
  }
  where.fail(fmt::format("there is no body '{}'{}", name, nearest_name_hint(name, names)));
}

void compile_touching_shapes(const Mechanism& mechanism, SimulationSetup& setup) {
  const TouchingShapes& from = mechanism.touching_shapes;
  ShapeContactOptions& to = setup.shape_contacts;
  to.enabled = from.all || from.ground;
  to.distance = from.distance;
  to.otherwise.friction = from.friction, to.otherwise.restitution = from.restitution;
  to.connected_touch = from.connected, to.part_links = from.part_links;
  to.ground = from.ground, to.ground_material = from.ground_material;
  for (const MaterialItem& item : from.materials)
    to.materials.push_back({item.a, item.b, law_of(item)});
  for (const IgnoredPair& item : from.ignore)
    to.ignore.emplace_back(body_named(where(item), item.a, *setup.model),
                           body_named(where(item), item.b, *setup.model));
  if (mechanism.settle && !to.enabled)
    Where("settle", "", mechanism.said)
        .at("settle")
        .fail(
            "found true, but no shapes touch, so nothing can be placed; write contact: automatic, "
            "or ground: true");
  if (to.enabled) check_materials(mechanism, to, *setup.model);
}

}  // namespace catena::compiling
