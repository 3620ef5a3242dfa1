// Bodies, their inertia, the world, and frames.

#include <fmt/format.h>

#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

// Of the places that are kept: a shape's keys, but not each point of a mesh.
constexpr int shape_depth = 4;

void read_inertia(const Value& value, BodyItem& body) {
  const Fields fields = value.fields(scenario_keys::inertia);
  const auto read = [&](const char* key, const Quantity& quantity, Eigen::Vector3d& target) {
    if (const auto given = fields.find(key)) target = read_vector3(*given, quantity);
  };
  BodyInertia inertia;
  inertia.mass = fields.at("mass").number(quantity::mass, Range::NonNegative);
  if (const auto given = fields.find("first_moment")) {
    if (fields.has("com")) given->fail("found 'com' and 'first_moment', expected only one of them");
    BodyInertia::AboutOrigin about = {};
    read("first_moment", quantity::first_moment, about.first_moment);
    read("moments", quantity::inertia, about.moments);
    read("products", quantity::inertia, about.products);
    inertia = BodyInertia::from_origin(inertia.mass, about);
  } else {
    read("com", quantity::length, inertia.com);
    read("moments", quantity::inertia, inertia.moments);
    read("products", quantity::inertia, inertia.products);
  }
  body.describe(inertia);
  if (const auto given = fields.find("tolerated")) body.tolerated = given->boolean();
}

LentMass read_lent_mass(const Value& value) {
  const Fields fields = value.fields(scenario_keys::lent_mass);
  return {fields.at("mass").number(quantity::mass, Range::Positive), fields.at("from").text(),
          read_vector3(fields.at("at"), quantity::length)};
}

}  // namespace

BodyItem read_body(const Value& value, const Mechanism& mechanism, ReadReport& report) {
  const Fields fields = value.fields(scenario_keys::body);
  BodyItem body;
  body.name = fields.at("name").text();
  body.said = said_of(value, shape_depth);
  if (const auto given = fields.find("inertia")) read_inertia(*given, body);
  if (const auto list = fields.find("shapes")) read_shapes(*list, mechanism, body.shapes, report);
  if (const auto draw = fields.find("draw")) body.drawn = draw->boolean();
  if (const auto lent = fields.find("lent_mass")) body.lent_mass = read_lent_mass(*lent);
  return body;
}

void read_bodies(const Value& list, Mechanism& mechanism, ReadReport& report) {
  constexpr std::size_t most = 5000;  // the compiler descends the tree by recursion
  const std::vector<Value> items = list.items();
  if (items.size() > most)
    list.fail(fmt::format("found {} bodies, expected at most {}", items.size(), most));
  for (const Value& item : items) {
    BodyItem body = read_body(item, mechanism, report);
    mechanism.bodies.push_back(std::move(body));
  }
}

void read_world(const Value& value, Mechanism& mechanism, ReadReport& report) {
  const Fields fields = value.fields(scenario_keys::world);
  mechanism.world.said = said_of(value, shape_depth);
  if (const auto list = fields.find("shapes"))
    read_shapes(*list, mechanism, mechanism.world.shapes, report);
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
