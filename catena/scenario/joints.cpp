// Joints, and the springs between them.

#include <fmt/format.h>

#include <algorithm>

#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

JointKind read_kind(const Fields& fields) {
  const std::string name = fields.choice("kind", "kind of joint");
  int kind = 0;
  while (name != to_string(static_cast<JointKind>(kind))) ++kind;
  return static_cast<JointKind>(kind);
}

void read_friction(const Value& value, JointProperties& joint) {
  const Fields fields = value.fields(scenario_keys::friction);
  joint.coulomb_friction =
      read_numbers(fields.at("coulomb"), joint.kind, Measure::Effort, Range::NonNegative);
  if (const auto given = fields.find("static"))
    joint.static_friction = read_numbers(*given, joint.kind, Measure::Effort, Range::NonNegative);
}

void read_joint_spring(const Value& value, JointProperties& joint) {
  const Fields fields = value.fields(scenario_keys::spring);
  joint.stiffness =
      read_stiffness(fields.at("stiffness"), quantities(joint.kind, Measure::Stiffness));
  if (const auto rest = fields.find("rest"))
    joint.spring_rest = read_configuration(*rest, joint.kind);
}

// Limits in the wrong order, as they stand in the file.
void refuse_swapped(const Fields& fields, const JointProperties& joint) {
  const Numbers &lower = joint.lower, &upper = joint.upper;
  if (lower.empty() || upper.empty()) return;
  for (std::size_t i = 0; i < std::max(lower.size(), upper.size()); ++i) {
    const double low = lower[std::min(i, lower.size() - 1)];
    const double high = upper[std::min(i, upper.size() - 1)];
    if (low <= high) continue;
    const auto said = [&](const char* key) {
      const Value value = fields.at(key);
      return value.is_list() ? value.items()[i].node().text : value.node().text;
    };
    fields.at("lower").fail(
        fmt::format("the lower limit '{}' is above the upper limit '{}'; swap them", said("lower"),
                    said("upper")));
  }
}

void read_limits(const Value& value, JointProperties& joint) {
  const Fields fields = value.fields(scenario_keys::limits);
  const bool has_position = fields.has("lower") || fields.has("upper");
  if (has_position && (joint.kind == JointKind::Spherical || joint.kind == JointKind::Free))
    value.fail(fmt::format("a {} joint has no limits of position; remove 'lower' and 'upper'",
                           to_string(joint.kind)));
  const auto read = [&](const char* key, Measure measure, Range range, Numbers& target) {
    if (const auto given = fields.find(key))
      target = read_numbers(*given, joint.kind, measure, range);
  };
  read("lower", Measure::Position, Range::AnyOrInfinite, joint.lower);
  read("upper", Measure::Position, Range::AnyOrInfinite, joint.upper);
  refuse_swapped(fields, joint);
  read("velocity", Measure::Velocity, Range::NonNegativeOrInfinite, joint.velocity_limit);
  read("effort", Measure::Effort, Range::NonNegativeOrInfinite, joint.effort_limit);
  if (const auto given = fields.find("restitution")) {
    const auto n = static_cast<std::size_t>(velocity_size(joint.kind));
    const std::vector<Quantity> plain(n, quantity::number);
    const Eigen::VectorXd restitution = given->numbers(plain, Range::NonNegative);
    if ((restitution.array() > 1.0).any())
      given->fail(fmt::format("found {}, expected numbers from 0 to 1", restitution.maxCoeff()));
    joint.restitution = to_numbers(restitution);
  }
}

bool has_axis(JointKind kind) {
  return kind != JointKind::Weld && kind != JointKind::Spherical && kind != JointKind::Free &&
         !is_involute(kind);
}

// A length alone is per radian to the units, and per turn to those who cut screws.
double read_pitch(const Value& value) {
  const double pitch = value.number(quantity::pitch);
  const std::string text = value.text();
  const std::size_t unit = text.find_last_not_of("mcku") + 1;
  if (unit < text.size() && unit > 0 && text.find('/') == std::string::npos &&
      std::string_view(" 0123456789").find(text[unit - 1]) != std::string_view::npos)
    value.fail(
        fmt::format("'{}' may be meant per turn or per radian; write {}/rad, or {}/(2*pi) "
                    "for this advance per turn",
                    text, text, text));
  return pitch;
}

void read_geometry(const Fields& fields, JointProperties& joint) {
  const auto only_for = [&](const char* key, bool applies, const char* kinds) {
    if (fields.has(key) && !applies)
      fields.at(key).fail(
          fmt::format("a {} joint has none; it belongs to {}", to_string(joint.kind), kinds));
  };
  only_for("axis", has_axis(joint.kind), "joints that move along or about an axis");
  only_for("axis2", joint.kind == JointKind::Universal, "universal joints");
  only_for("pitch", joint.kind == JointKind::Helical, "helical joints");
  only_for("radius", is_involute(joint.kind), "involute joints");
  for (const char* key : {"damping", "friction", "spring", "limits"})
    only_for(key, joint.kind != JointKind::Weld, "joints that can move");
  if (is_involute(joint.kind))
    joint.radius = fields.at("radius").number(quantity::length, Range::Positive);
  if (const auto axis = fields.find("axis")) joint.axis = read_vector3(*axis, quantity::number);
  if (const auto axis = fields.find("axis2")) joint.axis2 = read_vector3(*axis, quantity::number);
  if (joint.kind == JointKind::Helical) joint.pitch = read_pitch(fields.at("pitch"));
}

// Everything about a joint but what it joins.
void read_properties(const Fields& fields, JointProperties& joint) {
  joint.kind = read_kind(fields);
  read_geometry(fields, joint);
  if (const auto names = fields.find("coordinates")) joint.coordinates = names->texts();
  if (const auto given = fields.find("damping"))
    joint.damping = read_numbers(*given, joint.kind, Measure::Damping);
  if (const auto given = fields.find("friction")) read_friction(*given, joint);
  if (const auto given = fields.find("spring")) read_joint_spring(*given, joint);
  if (const auto given = fields.find("limits")) read_limits(*given, joint);
}

}  // namespace

void read_joints(const Value& list, Mechanism& mechanism) {
  for (const Value& item : list.items()) {
    const Fields fields = item.fields(scenario_keys::joint);
    JointItem joint;
    joint.name = fields.at("name").text();
    joint.said = said_of(item);
    read_properties(fields, joint);
    joint.parent = fields.at("parent").text();
    joint.child = fields.at("child").text();
    if (const auto given = fields.find("armature"))
      joint.armature = read_numbers(*given, joint.kind, Measure::Armature, Range::NonNegative);
    if (const auto at = fields.find("at")) joint.at = read_pose(*at);
    if (const auto at = fields.find("child_at")) joint.child_at = read_pose(*at);
    mechanism.joints.push_back(std::move(joint));
  }
}

LoopJointItem read_loop_joint(const Fields& fields) {
  LoopJointItem joint;
  joint.name = fields.at("name").text();
  joint.said = said_of(fields.map());
  read_properties(fields, joint);
  joint.a = read_place(fields.at("a"));
  joint.b = read_place(fields.at("b"));
  return joint;
}

double read_restitution(const Value& value) {
  const double restitution = value.number(quantity::number, Range::NonNegative);
  if (restitution > 1.0)
    value.fail(fmt::format("found {}, expected a number from 0 to 1", restitution));
  return restitution;
}

void read_springs(const Value& list, Mechanism& mechanism) {
  for (const Value& item : list.items()) {
    const Fields fields = item.fields(scenario_keys::coupled_spring);
    CoupledSpringItem spring;
    spring.name = fields.at("name").text();
    spring.said = said_of(item);
    std::vector<Quantity> stiffness, position;
    bool known = true;
    for (const Value& name : fields.at("joints").items()) {
      spring.joints.push_back(name.text());
      const NamedJoint joint = find_named(mechanism, spring.joints.back());
      known = known && joint.joint != nullptr && joint.coordinate < 0;
      if (!known) continue;
      for (const Quantity& q : joint.quantities(Measure::Stiffness)) stiffness.push_back(q);
      for (const Quantity& q : joint.quantities(Measure::Position)) position.push_back(q);
    }
    // Joints that do not exist are reported when the description is compiled.
    if (known) spring.stiffness = read_stiffness(fields.at("stiffness"), stiffness);
    const auto rest = fields.find("rest");
    if (known && rest) spring.rest = to_numbers(rest->numbers(position));
    mechanism.springs.push_back(std::move(spring));
  }
}

}  // namespace catena::scenario
