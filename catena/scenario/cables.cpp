// The cables of a scenario.

#include <fmt/format.h>

#include <numbers>

#include "catena/scenario/coordinates.hpp"
#include "catena/scenario/keys.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

CableStop read_stop(const Fields& fields, const SimulationSetup& setup) {
  CableStop stop;
  const Place place = read_place(fields, *setup.model);
  stop.body = place.body;
  stop.at = place.X.translation;
  if (const auto radius = fields.find("radius"))
    stop.radius = radius->number(quantity::length, Range::Positive);
  const auto only_round = [&](const char* key) {
    if (fields.has(key) && stop.radius == 0.0)
      fields.at(key).fail("a point has none; give the stop a 'radius' to make it a pulley");
  };
  for (const char* key : {"axis", "sense", "grips", "turn"}) only_round(key);
  if (const auto axis = fields.find("axis")) stop.axis = axis->vector3(quantity::number);
  stop.axis = place.X.rotation * stop.axis;
  if (fields.has("sense")) stop.sense = fields.choice("sense", "sense") == "right" ? 1 : -1;
  if (const auto grips = fields.find("grips")) stop.grips = grips->boolean();
  if (const auto friction = fields.find("friction"))
    stop.friction = friction->number(quantity::number, Range::NonNegative);
  if (const auto turn = fields.find("turn"))
    stop.turn = find_coordinate(*turn, {all_loops(setup), {}});
  return stop;
}

CableMaterial read_cable_material(const Fields& fields) {
  CableMaterial material;
  material.youngs_modulus = fields.at("youngs_modulus").number(quantity::stress, Range::Positive);
  if (fields.one_of({"radius", "area"}) == "area") {
    material.area = fields.at("area").number(quantity::area, Range::Positive);
  } else {
    const double r = fields.at("radius").number(quantity::length, Range::Positive);
    material.area = std::numbers::pi * r * r;
  }
  if (const auto damping = fields.find("damping"))
    material.damping = damping->number(quantity::stress_rate, Range::NonNegative);
  if (const auto smoothing = fields.find("smoothing"))
    material.smoothing = smoothing->number(quantity::number, Range::NonNegative);
  return material;
}

void read_joint_of_cable(const Fields& fields, const SimulationSetup& setup, Cable& cable) {
  const Value name = fields.at("joint");
  const std::shared_ptr<const Loops> loops = all_loops(setup);
  const PlacedJoint found = find_joint(*loops, name.text());
  if (found.joint == nullptr) {
    find_coordinate(name, {loops, {}});  // says what is there
    name.fail("expected the name of a joint, not of a coordinate");
  }
  const JointSpec& spec = found.joint->spec;
  if (!is_involute(spec.kind) || spec.kind == JointKind::InvoluteRigid)
    name.fail(fmt::format("joint '{}' is {}, expected involute_u, involute_eps or involute_l",
                          name.text(), to_string(spec.kind)));
  cable.joint = {spec.kind, found.v, spec.radius};
  for (const char* key : {"tension", "rest_length", "let_out"})
    if (fields.has(key))
      fields.at(key).fail("the coordinates of an involute joint say it; put it under 'initial'");
}

void read_start(const Fields& fields, Cable& cable) {
  if (!fields.has("tension") && !fields.has("rest_length")) return;
  if (fields.one_of({"tension", "rest_length"}) == "tension") {
    cable.start_value = fields.at("tension").number(quantity::force, Range::NonNegative);
    return;
  }
  cable.start = Cable::Start::RestLength;
  cable.start_value = fields.at("rest_length").number(quantity::length, Range::Positive);
}

Cable read_cable(const Fields& fields, const SimulationSetup& setup) {
  Cable cable;
  cable.name = fields.at("name").text();
  cable.material = read_cable_material(fields);
  if (fields.one_of({"route", "joint"}) == "joint") {
    read_joint_of_cable(fields, setup, cable);
    return cable;
  }
  for (const Value& stop : fields.at("route").items())
    cable.route.push_back(read_stop(stop.fields(scenario_keys::cable_stop), setup));
  read_start(fields, cable);
  if (const auto given = fields.find("let_out")) {
    static const std::vector<std::string> only_time = {"t"};
    cable.winch = [formula = given->formula(only_time, "a formula of t")](double t) {
      const Jet point = formula.jet({&t, 1}, 0);
      return Cable::LetOut{point.value, point.first};
    };
  }
  return cable;
}

}  // namespace

void read_cables(const Value& model, const std::optional<Value>& list, SimulationSetup& setup) {
  constexpr std::size_t most = 2000;
  if (!list) return;
  const std::vector<Value> items = list->items();
  if (items.size() > most)
    list->fail(fmt::format("found {} cables, expected at most {}", items.size(), most));
  for (const Value& item : items)
    setup.cables.push_back(read_cable(item.fields(scenario_keys::cable), setup));
  try {
    check_cables(*setup.model, setup.cables);
  } catch (const ModelError& error) {
    fail_at_named(model, {"cables"}, error);
  }
}

void read_lent_mass(const Value& value, BodyId body, ModelBuilder& builder) {
  const Fields fields = value.fields(scenario_keys::lent_mass);
  const Value from = fields.at("from");
  const BodyId lender = located(from, [&] { return builder.find_body(from.text()); });
  builder.move_point_mass(fields.at("mass").number(quantity::mass, Range::Positive), lender,
                          fields.at("at").vector3(quantity::length), body);
}

}  // namespace catena::scenario
