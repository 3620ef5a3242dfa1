// Where a scenario starts.

#include <fmt/format.h>

#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Value;

bool has_pose_key(const Fields& fields) {
  for (const char* key : {"position", "rpy", "quaternion", "axis", "angle", "matrix"})
    if (fields.has(key)) return true;
  return false;
}

// A whole joint.
void read_joint_start(const Value& value, JointKind kind, InitialItem& item) {
  if (velocity_size(kind) == 0) return;  // refused when the description is compiled
  if (!value.is_map()) {
    item.q = read_configuration(value, kind);
    return;
  }
  const Fields fields = value.fields(scenario_keys::initial_value);
  if (has_pose_key(fields)) {
    if (configuration_size(kind) == velocity_size(kind))
      value.fail(
          fmt::format("a {} joint has no orientation, expected a number, a list or the keys "
                      "q and v",
                      to_string(kind)));
    if (fields.has("q")) value.fail("found 'q' and a pose, expected only one of them");
    if (kind == JointKind::Spherical && fields.has("position"))
      fields.at("position").fail("a spherical joint has no position, expected only a rotation");
    item.q = read_pose(fields);
  } else if (const auto given = fields.find("q")) {
    item.q = read_configuration(*given, kind);
  }
  if (const auto v = fields.find("v")) {
    if (v->is_scalar() && velocity_size(kind) != 1)
      v->fail_expected(fmt::format("a list of {} numbers", velocity_size(kind)));
    item.v = read_numbers(*v, kind, Measure::Velocity);
  }
}

// One coordinate, or a name that is not known.
void read_coordinate_start(const Value& value, const Mechanism& mechanism, InitialItem& item) {
  const Quantity position = quantity_of(mechanism, item.name, Measure::Position);
  const bool known = find_named(mechanism, item.name).joint != nullptr;
  if (!value.is_map()) {
    if (value.is_scalar() || known) item.q = Numbers(value.number(position));
    return;
  }
  const Fields fields = value.fields(scenario_keys::initial_value);
  if (!known) return;
  fields.allow_only({"q", "v", "guess"}, "a single coordinate has only q and v");
  if (const auto q = fields.find("q")) item.q = Numbers(q->number(position));
  if (const auto v = fields.find("v"))
    item.v = Numbers(v->number(quantity_of(mechanism, item.name, Measure::Velocity)));
}

}  // namespace

void read_initial(const Value& value, Mechanism& mechanism) {
  for (const auto& [name, given] : value.named_items()) {
    InitialItem item;
    item.name = name;
    item.said = said_of(given);
    const NamedJoint joint = find_named(mechanism, name);
    if (joint.joint != nullptr && joint.coordinate < 0)
      read_joint_start(given, joint.joint->kind, item);
    else
      read_coordinate_start(given, mechanism, item);
    if (given.is_map())
      if (const auto guess = given.fields(scenario_keys::initial_value).find("guess"))
        item.guess = guess->boolean();
    mechanism.initial.push_back(std::move(item));
  }
}

}  // namespace catena::scenario
