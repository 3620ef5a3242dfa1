// Cables.

#include <fmt/format.h>

#include <array>
#include <memory>
#include <numbers>

#include "catena/math/views.hpp"
#include "catena/mechanism/compile_parts.hpp"
#include "catena/mechanism/time_jumps.hpp"

namespace catena::compiling {

namespace {

CableStop stop_of(const Where& at, const CableStopItem& item, const SimulationSetup& setup) {
  CableStop stop;
  const BodyPlace there = place(at, item.place, *setup.model);
  stop.body = there.body;
  stop.at = there.X.translation;
  stop.radius = item.radius;
  const auto only_round = [&](const char* key, bool given) {
    if (given && stop.radius == 0.0)
      at.at(key).fail("a point has none; give the stop a 'radius' to make it a pulley");
  };
  only_round("axis", item.axis.has_value());
  only_round("sense", item.sense != 1);
  only_round("grips", item.grips);
  only_round("turn", !item.turn.empty());
  if (item.axis) stop.axis = to_vec3(*item.axis);
  stop.axis = there.X.rotation * stop.axis;
  stop.sense = item.sense;
  stop.grips = item.grips;
  stop.friction = item.friction;
  if (!item.turn.empty())
    stop.turn = find_coordinate(at.at("turn"), item.turn, {all_loops(setup), {}});
  return stop;
}

CableMaterial material_of(const Where& at, const CableItem& item) {
  CableMaterial material;
  material.youngs_modulus = item.youngs_modulus;
  if (item.radius && item.area)
    at.fail("found both 'radius' and 'area', expected only one of them");
  if (!item.radius && !item.area) at.fail("expected one of the keys radius, area");
  material.area = item.area ? *item.area : std::numbers::pi * *item.radius * *item.radius;
  material.damping = item.damping;
  material.smoothing = item.smoothing;
  return material;
}

Cable::OfJoint joint_of(const Where& at, const CableItem& item, const SimulationSetup& setup) {
  const Where here = at.at("joint");
  const std::shared_ptr<const Loops> loops = all_loops(setup);
  const PlacedJoint found = find_joint(*loops, item.joint);
  if (found.joint == nullptr) {
    find_coordinate(here, item.joint, {loops, {}});  // says what is there
    here.fail("expected the name of a joint, not of a coordinate");
  }
  const JointSpec& spec = found.joint->spec;
  if (!is_involute(spec.kind) || spec.kind == JointKind::InvoluteRigid)
    here.fail(fmt::format("joint '{}' is {}, expected involute_u, involute_eps or involute_l",
                          item.joint, to_string(spec.kind)));
  const auto refuse = [&](const char* key, bool given) {
    if (given)
      at.at(key).fail("the coordinates of an involute joint define it; put it under 'initial'");
  };
  refuse("tension", item.tension.has_value());
  refuse("rest_length", item.rest_length.has_value());
  refuse("let_out", !item.let_out.empty() || item.winch);
  return {spec.kind, found.v, spec.radius};
}

Cable cable_of(const CableItem& item, const SimulationSetup& setup, const Constants& parameters,
               double end) {
  const Where at = where(item);
  Cable cable;
  cable.name = item.name;
  cable.material = material_of(at, item);
  if (!item.joint.empty() && !item.route.empty())
    at.fail("found both 'route' and 'joint', expected only one of them");
  if (!item.joint.empty()) {
    cable.joint = joint_of(at, item, setup);
    return cable;
  }
  for (std::size_t i = 0; i < item.route.size(); ++i)
    cable.route.push_back(stop_of(at.at("route", i), item.route[i], setup));
  if (item.tension && item.rest_length)
    at.fail("found both 'tension' and 'rest_length', expected only one of them");
  if (item.tension) cable.start_value = *item.tension;
  if (item.rest_length) {
    cable.start = Cable::Start::RestLength;
    cable.start_value = *item.rest_length;
  }
  if (item.winch) cable.winch = item.winch.function();
  if (!item.let_out.empty()) {
    static const std::array<std::string, 1> only_time = {"t"};
    const Expression length =
        formula(at.at("let_out"), item.let_out, only_time, parameters, formula_of_time);
    refuse_jumps(at.at("let_out"), length, setup.start_time, end, "the length of a cable",
                 "let it change within some time: clamp((t - 1)/0.1, 0, 1)");
    cable.winch = [length](double t) {
      const Jet point = length.jet({&t, 1}, 0);
      return Cable::LetOut{point.value, point.first};
    };
    if (!length.switches().empty()) cable.kinked = std::make_shared<const Expression>(length);
  }
  return cable;
}

}  // namespace

void compile_cables(const Mechanism& mechanism, SimulationSetup& setup) {
  for (const CableItem& item : mechanism.cables)
    setup.cables.push_back(
        cable_of(item, setup, mechanism.parameters, setup.start_time + mechanism.duration));
  try {
    check_cables(*setup.model, setup.cables);
  } catch (const Error& error) {
    std::vector<Where> items;
    for (const CableItem& item : mechanism.cables) items.push_back(where(item));
    fail_at_subject(mechanism, error, items);
  }
}

}  // namespace catena::compiling
