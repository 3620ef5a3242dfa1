// The cables of a scenario.

#include <fmt/format.h>

#include "catena/mechanism/coordinates.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

CableStopItem read_stop(const Fields& fields) {
  CableStopItem stop;
  stop.place = read_place(fields);
  if (const auto radius = fields.find("radius"))
    stop.radius = radius->number(quantity::length, Range::Positive);
  for (const char* key : {"axis", "sense", "grips", "turn"})
    if (fields.has(key) && stop.radius == 0.0)
      fields.at(key).fail("a point has none; give the stop a 'radius' to make it a pulley");
  if (const auto axis = fields.find("axis")) stop.axis = read_vector3(*axis, quantity::number);
  if (fields.has("sense")) stop.sense = fields.choice("sense", "sense") == "right" ? 1 : -1;
  if (const auto grips = fields.find("grips")) stop.grips = grips->boolean();
  if (const auto friction = fields.find("friction"))
    stop.friction = friction->number(quantity::number, Range::NonNegative);
  if (const auto turn = fields.find("turn")) stop.turn = turn->text();
  return stop;
}

void read_material(const Fields& fields, CableItem& cable) {
  cable.youngs_modulus = fields.at("youngs_modulus").number(quantity::stress, Range::Positive);
  if (fields.one_of({"radius", "area"}) == "area")
    cable.area = fields.at("area").number(quantity::area, Range::Positive);
  else
    cable.radius = fields.at("radius").number(quantity::length, Range::Positive);
  if (const auto damping = fields.find("damping"))
    cable.damping = damping->number(quantity::stress_rate, Range::NonNegative);
  if (const auto smoothing = fields.find("smoothing"))
    cable.smoothing = smoothing->number(quantity::number, Range::NonNegative);
}

void read_start(const Fields& fields, CableItem& cable) {
  if (!fields.has("tension") && !fields.has("rest_length")) return;
  if (fields.one_of({"tension", "rest_length"}) == "tension")
    cable.tension = fields.at("tension").number(quantity::force, Range::NonNegative);
  else
    cable.rest_length = fields.at("rest_length").number(quantity::length, Range::Positive);
}

CableItem read_cable(const Value& item) {
  const Fields fields = item.fields(scenario_keys::cable);
  CableItem cable;
  cable.name = fields.at("name").text();
  cable.said = said_of(item);
  read_material(fields, cable);
  if (fields.one_of({"route", "joint"}) == "joint")
    cable.joint = fields.at("joint").text();
  else
    for (const Value& stop : fields.at("route").items())
      cable.route.push_back(read_stop(stop.fields(scenario_keys::cable_stop)));
  read_start(fields, cable);
  if (const auto given = fields.find("let_out"))
    cable.let_out = read_formula(*given, formula_of_time);
  return cable;
}

}  // namespace

void read_cables(const Value& list, Mechanism& mechanism) {
  constexpr std::size_t most = 2000;
  const std::vector<Value> items = list.items();
  if (items.size() > most)
    list.fail(fmt::format("found {} cables, expected at most {}", items.size(), most));
  for (const Value& item : items) mechanism.cables.push_back(read_cable(item));
}

}  // namespace catena::scenario
