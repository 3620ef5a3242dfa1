// Bodies, their inertia and shapes, and frames.

#include <fmt/format.h>

#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

void read_solid(const Fields& fields, ShapeItem& shape) {
  const std::string_view kind = fields.one_of({"box", "sphere", "cylinder", "capsule"});
  const Value value = fields.at(kind);
  const auto size = [](const Fields& solid, const char* key) {
    return solid.at(key).number(quantity::length, Range::NonNegative);
  };
  if (kind == "box") {
    shape.kind = ShapeKind::Box;
    shape.size = read_vector3(value.fields(scenario_keys::box).at("sides"), quantity::length);
  } else if (kind == "sphere") {
    shape.kind = ShapeKind::Sphere;
    shape.size.x() = size(value.fields(scenario_keys::sphere), "radius");
  } else {
    const bool is_cylinder = kind == "cylinder";
    const Fields solid =
        value.fields(is_cylinder ? scenario_keys::cylinder : scenario_keys::capsule);
    shape.kind = is_cylinder ? ShapeKind::Cylinder : ShapeKind::Capsule;
    shape.size = {size(solid, "radius"), size(solid, "length"), 0.0};
  }
}

ShapeItem read_shape(const Value& value) {
  const Fields fields = value.fields(scenario_keys::shape);
  ShapeItem shape;
  read_solid(fields, shape);
  if (const auto at = fields.find("at")) shape.at = read_pose(*at);
  if (const auto color = fields.find("color")) {
    const Vec3<double> rgb = color->vector3(quantity::number);
    shape.color.emplace();
    for (int i = 0; i < 3; ++i) {
      if (!(rgb[i] >= 0.0 && rgb[i] <= 1.0))
        color->fail(fmt::format("found {}, expected numbers from 0 to 1", rgb[i]));
      (*shape.color)[static_cast<std::size_t>(i)] = static_cast<float>(rgb[i]);
    }
  }
  if (!fields.has("mass") && !fields.has("density")) return shape;
  if (fields.one_of({"mass", "density"}) == "mass")
    shape.mass = fields.at("mass").number(quantity::mass, Range::NonNegative);
  else
    shape.density = fields.at("density").number(quantity::density, Range::NonNegative);
  return shape;
}

void read_inertia(const Value& value, BodyItem& body) {
  const Fields fields = value.fields(scenario_keys::inertia);
  body.mass = fields.at("mass").number(quantity::mass, Range::NonNegative);
  const auto read = [&](const char* key, const Quantity& quantity, Eigen::Vector3d& target) {
    if (const auto given = fields.find(key)) target = read_vector3(*given, quantity);
  };
  read("com", quantity::length, body.com);
  read("moments", quantity::inertia, body.moments);
  read("products", quantity::inertia, body.products);
  if (const auto given = fields.find("first_moment")) {
    if (fields.has("com")) given->fail("found 'com' and 'first_moment', expected only one of them");
    body.first_moment = read_vector3(*given, quantity::first_moment);
  }
  if (const auto given = fields.find("tolerated")) body.tolerated = given->boolean();
}

LentMass read_lent_mass(const Value& value) {
  const Fields fields = value.fields(scenario_keys::lent_mass);
  return {fields.at("mass").number(quantity::mass, Range::Positive), fields.at("from").text(),
          read_vector3(fields.at("at"), quantity::length)};
}

BodyItem read_body(const Value& value) {
  const Fields fields = value.fields(scenario_keys::body);
  BodyItem body;
  body.name = fields.at("name").text();
  body.said = said_of(value);
  if (const auto given = fields.find("inertia")) read_inertia(*given, body);
  if (const auto list = fields.find("shapes"))
    for (const Value& item : list->items()) body.shapes.push_back(read_shape(item));
  if (const auto lent = fields.find("lent_mass")) body.lent_mass = read_lent_mass(*lent);
  return body;
}

}  // namespace

void read_bodies(const Value& list, Mechanism& mechanism) {
  constexpr std::size_t most = 5000;  // the compiler descends the tree by recursion
  const std::vector<Value> items = list.items();
  if (items.size() > most)
    list.fail(fmt::format("found {} bodies, expected at most {}", items.size(), most));
  for (const Value& item : items) mechanism.bodies.push_back(read_body(item));
}

void read_frames(const Value& list, Mechanism& mechanism) {
  for (const Value& item : list.items()) {
    const Fields fields = item.fields(scenario_keys::frame);
    FrameItem frame;
    frame.name = fields.at("name").text();
    frame.said = said_of(item);
    frame.body = fields.at("body").text();
    if (const auto at = fields.find("at")) frame.at = read_pose(*at);
    mechanism.frames.push_back(std::move(frame));
  }
}

}  // namespace catena::scenario
