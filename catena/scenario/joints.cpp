// Joints, and the springs between them.

#include <fmt/format.h>

#include <limits>

#include "catena/math/quaternion.hpp"
#include "catena/math/views.hpp"
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

Quantity common_quantity(const std::vector<Quantity>& all) {
  for (const Quantity& quantity : all)
    if (quantity.powers != all[0].powers) return quantity::mixed;
  return all.empty() ? quantity::mixed : all[0];
}

// A number or a list is the diagonal.
Eigen::MatrixXd read_stiffness(const Value& value, const std::vector<Quantity>& all) {
  constexpr std::size_t most = 500;
  if (all.size() > most)
    value.fail(fmt::format("the spring has {} coordinates, expected at most {}", all.size(), most));
  const auto n = static_cast<Eigen::Index>(all.size());
  const bool is_matrix = value.is_list() && !value.items().empty() && value.items()[0].is_list();
  if (!is_matrix) return value.numbers(all).asDiagonal();
  const Quantity common = common_quantity(all);
  const std::vector<Quantity> row_quantities(all.size(), common);
  Eigen::MatrixXd result(n, n);
  const std::vector<Value> rows = value.items(all.size(), "rows");
  for (Eigen::Index i = 0; i < n; ++i) {
    const Value& row = rows[static_cast<std::size_t>(i)];
    if (!row.is_list()) row.fail_expected(fmt::format("a list of {} numbers", n));
    result.row(i) = row.numbers(row_quantities);
  }
  return result;
}

void read_friction(const Value& value, JointSpec& spec) {
  const Fields fields = value.fields(scenario_keys::friction);
  const std::vector<Quantity> effort = quantities(spec.kind, Measure::Effort);
  spec.coulomb_friction = fields.at("coulomb").numbers(effort, Range::NonNegative);
  if (const auto given = fields.find("static"))
    spec.static_friction = given->numbers(effort, Range::NonNegative);
}

void read_joint_spring(const Value& value, JointSpec& spec) {
  const Fields fields = value.fields(scenario_keys::spring);
  spec.stiffness =
      read_stiffness(fields.at("stiffness"), quantities(spec.kind, Measure::Stiffness));
  if (const auto rest = fields.find("rest"))
    spec.spring_rest = read_configuration(*rest, spec.kind);
}

Eigen::VectorXd read_limits(const Value& value, JointSpec& spec) {
  const Fields fields = value.fields(scenario_keys::limits);
  const bool has_position = fields.has("lower") || fields.has("upper");
  if (has_position && (spec.kind == JointKind::Spherical || spec.kind == JointKind::Free))
    value.fail(fmt::format("a {} joint has no limits of position; remove 'lower' and 'upper'",
                           to_string(spec.kind)));
  const auto read = [&](const char* key, Measure measure, Range range, Eigen::VectorXd& target) {
    if (const auto given = fields.find(key))
      target = given->numbers(quantities(spec.kind, measure), range);
  };
  read("lower", Measure::Position, Range::AnyOrInfinite, spec.position_lower);
  read("upper", Measure::Position, Range::AnyOrInfinite, spec.position_upper);
  read("velocity", Measure::Velocity, Range::NonNegativeOrInfinite, spec.velocity_limit);
  read("effort", Measure::Effort, Range::NonNegativeOrInfinite, spec.effort_limit);
  Eigen::VectorXd restitution;
  if (const auto given = fields.find("restitution")) {
    const auto n = static_cast<std::size_t>(velocity_size(spec.kind));
    const std::vector<Quantity> plain(n, quantity::number);
    restitution = given->numbers(plain, Range::NonNegative);
    if ((restitution.array() > 1.0).any())
      given->fail(fmt::format("found {}, expected numbers from 0 to 1", restitution.maxCoeff()));
  }
  return restitution;
}

bool has_axis(JointKind kind) {
  return kind != JointKind::Weld && kind != JointKind::Spherical && kind != JointKind::Free &&
         !is_involute(kind);
}

void read_geometry(const Fields& fields, JointSpec& spec) {
  const auto only_for = [&](const char* key, bool applies, const char* kinds) {
    if (fields.has(key) && !applies)
      fields.at(key).fail(
          fmt::format("a {} joint has none; it belongs to {}", to_string(spec.kind), kinds));
  };
  only_for("axis", has_axis(spec.kind), "joints that move along or about an axis");
  only_for("axis2", spec.kind == JointKind::Universal, "universal joints");
  only_for("pitch", spec.kind == JointKind::Helical, "helical joints");
  only_for("radius", is_involute(spec.kind), "involute joints");
  if (is_involute(spec.kind))
    spec.radius = fields.at("radius").number(quantity::length, Range::Positive);
  if (const auto axis = fields.find("axis")) spec.axis = to_eigen(axis->vector3(quantity::number));
  if (const auto axis = fields.find("axis2"))
    spec.axis2 = to_eigen(axis->vector3(quantity::number));
  if (const auto pitch = fields.find("pitch")) spec.pitch = pitch->number(quantity::pitch);
}

void read_joint(const Value& value, ModelBuilder& builder, Restitutions& restitutions) {
  const Fields fields = value.fields(scenario_keys::joint);
  Eigen::VectorXd restitution;
  JointSpec spec = read_joint_spec(fields, restitution);
  const auto body = [&](const char* key) {
    const Value name = fields.at(key);
    return located(name, [&] { return builder.find_body(name.text()); });
  };
  const BodyId parent = body("parent"), child = body("child");
  const auto pose = [&](const char* key) {
    const auto given = fields.find(key);
    return given ? read_pose(*given) : Transform<double>::identity();
  };
  if (const auto given = fields.find("armature"))
    spec.armature = given->numbers(quantities(spec.kind, Measure::Armature), Range::NonNegative);
  const Transform<double> X_PF = pose("at"), X_BM = pose("child_at");
  located(value, [&] { builder.add_joint(spec, parent, child, X_PF, X_BM); });
  restitutions.push_back(restitution);
}

}  // namespace

JointSpec read_joint_spec(const Fields& fields, Eigen::VectorXd& restitution) {
  JointSpec spec;
  spec.name = fields.at("name").text();
  spec.kind = read_kind(fields);
  read_geometry(fields, spec);
  if (const auto names = fields.find("coordinates")) spec.coordinate_names = names->texts();
  if (const auto given = fields.find("damping"))
    spec.damping = given->numbers(quantities(spec.kind, Measure::Damping));
  if (const auto given = fields.find("friction")) read_friction(*given, spec);
  if (const auto given = fields.find("spring")) read_joint_spring(*given, spec);
  if (const auto given = fields.find("limits")) restitution = read_limits(*given, spec);
  return spec;
}

void read_joints(const Value& list, ModelBuilder& builder, Restitutions& restitutions) {
  for (const Value& item : list.items()) read_joint(item, builder, restitutions);
}

double read_restitution(const Value& value) {
  const double restitution = value.number(quantity::number, Range::NonNegative);
  if (restitution > 1.0)
    value.fail(fmt::format("found {}, expected a number from 0 to 1", restitution));
  return restitution;
}

void read_springs(const Value& list, ModelBuilder& builder) {
  for (const Value& item : list.items()) {
    const Fields fields = item.fields(scenario_keys::coupled_spring);
    SpringSpec spring;
    spring.name = fields.at("name").text();
    std::vector<Quantity> stiffness, position;
    for (const Value& name : fields.at("joints").items()) {
      const JointId joint = located(name, [&] { return builder.find_joint(name.text()); });
      spring.joints.push_back(joint);
      const JointKind kind = builder.joint(joint).kind;
      for (const Quantity& q : quantities(kind, Measure::Stiffness)) stiffness.push_back(q);
      if (configuration_size(kind) != velocity_size(kind))
        name.fail(
            fmt::format("joint '{}' is {}, expected joints whose coordinates are angles or "
                        "lengths; give it a spring of its own",
                        name.text(), to_string(kind)));
      for (const Quantity& q : quantities(kind, Measure::Position)) position.push_back(q);
    }
    spring.stiffness = read_stiffness(fields.at("stiffness"), stiffness);
    if (const auto rest = fields.find("rest")) spring.rest = rest->numbers(position);
    builder.add_spring(std::move(spring));
  }
}

std::vector<Quantity> quantities(JointKind kind, Measure measure) {
  const auto quantity_of = [measure](bool angular) {
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
  };
  const auto is_angular = [kind](int k) {
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
  };
  // Strain is a number; so is what belongs to it, in SI units.
  const auto is_strain = [kind](int k) { return kind == JointKind::InvoluteEps && k == 1; };
  std::vector<Quantity> result;
  result.reserve(static_cast<std::size_t>(velocity_size(kind)));
  for (int k = 0; k < velocity_size(kind); ++k)
    result.push_back(is_strain(k) ? quantity::mixed : quantity_of(is_angular(k)));
  return result;
}

Eigen::VectorXd read_configuration(const Value& value, JointKind kind) {
  if (configuration_size(kind) == velocity_size(kind)) {
    if (value.is_scalar() && velocity_size(kind) != 1)
      value.fail_expected(
          fmt::format("a list of {} numbers (a {} joint)", velocity_size(kind), to_string(kind)));
    return value.numbers(quantities(kind, Measure::Position));
  }
  const auto n = static_cast<std::size_t>(configuration_size(kind));
  if (value.is_list()) {
    std::vector<Quantity> numbers(4, quantity::number);
    numbers.resize(n, quantity::length);
    Eigen::VectorXd q = value.numbers(numbers);
    const double length = q.head<4>().norm();
    if (!(std::abs(length - 1.0) < 1e-3))
      value.fail(fmt::format("the quaternion in it has length {:.6g}, expected 1", length));
    q.head<4>() /= length;
    return q;
  }
  if (!value.is_map())
    value.fail_expected(fmt::format("a map with {}rpy, quaternion or axis and angle (a {} joint)",
                                    kind == JointKind::Free ? "position and " : "",
                                    to_string(kind)));
  return configuration_from_pose(value.fields(scenario_keys::pose), kind);
}

Eigen::VectorXd configuration_from_pose(const Fields& fields, JointKind kind) {
  const Transform<double> pose = read_pose(fields);
  Eigen::VectorXd q(configuration_size(kind));
  quaternion_of(pose.rotation).store(q.data());
  if (kind == JointKind::Free) {
    q.tail<3>() = to_eigen(pose.translation);
  } else if (fields.has("position")) {
    fields.at("position").fail("a spherical joint has no position, expected only a rotation");
  }
  return q;
}

}  // namespace catena::scenario
