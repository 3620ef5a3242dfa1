#include "catena/scenario/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Range;
using yaml::Value;

Quantity common_quantity(const std::vector<Quantity>& all) {
  for (const Quantity& quantity : all)
    if (quantity.dimension != all[0].dimension) return quantity::mixed;
  return all.empty() ? quantity::mixed : all[0];
}

// The names that a joint's coordinates have if the file gives none.
std::string usual_name(JointKind kind, int k) {
  if (k == 0 && is_involute(kind)) return "angle";
  if (kind == JointKind::InvoluteU) return "elongation";
  if (kind == JointKind::InvoluteEps) return "strain";
  if (kind == JointKind::InvoluteL) return "length";
  return std::to_string(k);
}

bool is_angular(JointKind kind, int k) {
  switch (kind) {
    case JointKind::Prismatic:
      return false;
    case JointKind::Cylindrical:
      return k == 0;
    case JointKind::Planar:
      return k == 2;
    case JointKind::Free:
      return k < 3;
    case JointKind::InvoluteU:
    case JointKind::InvoluteL:
      return k == 0;
    default:
      return true;
  }
}

Quantity quantity_of(bool angular, Measure measure) {
  switch (measure) {
    case Measure::Position:
      return angular ? quantity::angle : quantity::length;
    case Measure::Velocity:
      return angular ? quantity::angular_velocity : quantity::velocity;
    case Measure::Effort:
      return angular ? quantity::torque : quantity::force;
    case Measure::Stiffness:
      return angular ? quantity::angular_stiffness : quantity::linear_stiffness;
    case Measure::Damping:
      return angular ? quantity::angular_damping : quantity::linear_damping;
    case Measure::Armature:
      return angular ? quantity::inertia : quantity::mass;
  }
  return quantity::mixed;
}

NamedJoint among(const Item& item, const JointProperties& joint, std::string_view name) {
  if (item.name == name) return {&joint, -1};
  if (!name.starts_with(item.name) || name.size() <= item.name.size() + 1 ||
      name[item.name.size()] != '.')
    return {};
  const std::string_view wanted = name.substr(item.name.size() + 1);
  const int count = velocity_size(joint.kind, joint.custom.get());
  for (int k = 0; k < count; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const bool named = i < joint.coordinates.size() ? wanted == joint.coordinates[i]
                                                    : wanted == usual_name(joint.kind, k);
    if (named || wanted == std::to_string(k)) return {&joint, k};
  }
  return {};
}

}  // namespace

// Strain is a number; so is what belongs to it, in SI units.
std::vector<Quantity> quantities(JointKind kind, Measure measure) {
  std::vector<Quantity> result;
  const int count = velocity_size(kind);
  result.reserve(static_cast<std::size_t>(count));
  for (int k = 0; k < count; ++k)
    result.push_back(kind == JointKind::InvoluteEps && k == 1
                         ? quantity::mixed
                         : quantity_of(is_angular(kind, k), measure));
  return result;
}

std::vector<Quantity> NamedJoint::quantities(Measure measure) const {
  if (joint == nullptr) return {quantity::any};
  const std::vector<Quantity> all = scenario::quantities(joint->kind, measure);
  if (coordinate < 0) return all;
  return {all[static_cast<std::size_t>(coordinate)]};
}

NamedJoint find_named(const Mechanism& mechanism, std::string_view name) {
  for (const JointItem& joint : mechanism.joints)
    if (const NamedJoint found = among(joint, joint, name); found.joint != nullptr) return found;
  for (const LoopJointItem& joint : mechanism.loop_joints)
    if (const NamedJoint found = among(joint, joint, name); found.joint != nullptr) return found;
  return {};
}

Quantity quantity_of(const Mechanism& mechanism, std::string_view name, Measure measure) {
  const std::vector<Quantity> all = find_named(mechanism, name).quantities(measure);
  return all.size() == 1 ? all[0] : quantity::any;
}

Numbers read_numbers(const Value& value, const NamedJoint& joint, Measure measure, Range range) {
  std::vector<Quantity> all = joint.quantities(measure);
  if (joint.joint == nullptr && value.is_list()) all.resize(value.items().size(), quantity::any);
  return to_numbers(value.numbers(all, range));
}

Numbers read_numbers(const Value& value, JointKind kind, Measure measure, Range range) {
  return to_numbers(value.numbers(quantities(kind, measure), range));
}

Stiffness read_stiffness(const Value& value, const std::vector<Quantity>& all) {
  constexpr std::size_t most = 500;
  if (all.size() > most)
    value.fail(fmt::format("the spring has {} coordinates, expected at most {}", all.size(), most));
  const bool is_matrix = value.is_list() && !value.items().empty() && value.items()[0].is_list();
  if (!is_matrix) return Stiffness(to_numbers(value.numbers(all)));
  const std::vector<Quantity> row_quantities(all.size(), common_quantity(all));
  Stiffness result;
  for (const Value& row : value.items(all.size(), "rows")) {
    if (!row.is_list()) row.fail_expected(fmt::format("a list of {} numbers", all.size()));
    result.rows.push_back(to_numbers(row.numbers(row_quantities)));
  }
  return result;
}

Configuration read_configuration(const Value& value, JointKind kind) {
  if (configuration_size(kind) == velocity_size(kind)) {
    if (value.is_scalar() && velocity_size(kind) != 1)
      value.fail_expected(
          fmt::format("a list of {} numbers (a {} joint)", velocity_size(kind), to_string(kind)));
    return to_numbers(value.numbers(quantities(kind, Measure::Position)));
  }
  if (value.is_list()) {
    std::vector<Quantity> numbers(4, quantity::number);
    numbers.resize(static_cast<std::size_t>(configuration_size(kind)), quantity::length);
    if (value.items().size() != numbers.size())
      value.fail_expected(kind == JointKind::Free
                              ? "{position: [x, y, z], rpy: [0, 90 deg, 0]}, or 7 numbers: "
                                "quaternion w, x, y, z, then position"
                              : "{rpy: [0, 90 deg, 0]}, or a quaternion w, x, y, z");
    return to_numbers(value.numbers(numbers));
  }
  if (!value.is_map())
    value.fail_expected(fmt::format("a map with {}rpy, quaternion or axis and angle (a {} joint)",
                                    kind == JointKind::Free ? "position and " : "",
                                    to_string(kind)));
  return read_pose(value.fields(scenario_keys::pose));
}

}  // namespace catena::scenario
