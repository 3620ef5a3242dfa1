// Where a scenario starts.

#include <fmt/format.h>

#include "catena/io/scenario_keys.hpp"
#include "catena/io/scenario_parts.hpp"
#include "catena/model/configuration.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Value;

bool has_pose_key(const Fields& fields) {
  for (const char* key : {"position", "rpy", "quaternion", "axis", "angle"})
    if (fields.has(key)) return true;
  return false;
}

void read_joint_start(const Value& value, const JointInfo& joint, SimulationSetup& setup) {
  auto q = setup.q.segment(joint.q, joint.nq);
  const JointKind kind = joint.spec.kind;
  if (joint.nv == 0)
    value.fail(
        fmt::format("joint '{}' is a weld and has no position; remove this", joint.spec.name));
  if (!value.is_map()) {
    q = read_configuration(value, kind);
    return;
  }
  const Fields fields = value.fields(scenario_keys::initial_value);
  if (has_pose_key(fields)) {
    if (joint.nq == joint.nv)
      value.fail(
          fmt::format("a {} joint has no orientation, expected a number, a list or the keys "
                      "q and v",
                      to_string(kind)));
    if (fields.has("q")) value.fail("found 'q' and a pose, expected only one of them");
    q = configuration_from_pose(fields, kind);
  } else if (const auto given = fields.find("q")) {
    q = read_configuration(*given, kind);
  }
  if (const auto v = fields.find("v")) {
    if (v->is_scalar() && joint.nv != 1)
      v->fail_expected(fmt::format("a list of {} numbers", joint.nv));
    setup.v.segment(joint.v, joint.nv) = v->numbers(quantities(kind, Measure::Velocity));
  }
}

void read_coordinate_start(const Value& value, const std::string& name, SimulationSetup& setup) {
  const Model& model = *setup.model;
  const int dof = located(value, [&] { return model.find_dof(name); });
  const JointInfo& joint = model.joint(JointId{
      model.nodes()[static_cast<std::size_t>(model.dof_node()[static_cast<std::size_t>(dof)])]
          .joint});
  if (joint.nq != joint.nv)
    value.fail(
        fmt::format("the orientation of joint '{}' has no single coordinates; set the "
                    "joint as a whole",
                    joint.spec.name));
  const auto k = static_cast<std::size_t>(dof - joint.v);
  const Quantity position = quantities(joint.spec.kind, Measure::Position)[k];
  const int index = joint.q + static_cast<int>(k);
  if (!value.is_map()) {
    setup.q[index] = value.number(position);
    return;
  }
  const Fields fields = value.fields(scenario_keys::initial_value);
  fields.allow_only({"q", "v"}, "a single coordinate has only q and v");
  if (const auto q = fields.find("q")) setup.q[index] = q->number(position);
  if (const auto v = fields.find("v"))
    setup.v[dof] = v->number(quantities(joint.spec.kind, Measure::Velocity)[k]);
}

}  // namespace

void read_initial(const Value* value, Scenario& scenario) {
  SimulationSetup& setup = scenario.setup;
  const Model& model = *setup.model;
  setup.q = neutral_configuration(model);
  setup.v = Eigen::VectorXd::Zero(model.nv());
  if (value == nullptr) return;
  std::map<std::string, int> joints;
  for (int j = 0; j < model.joint_count(); ++j) joints[model.joint(JointId{j}).spec.name] = j;
  // Whole joints first: a single coordinate then changes one number of them.
  for (const bool whole : {true, false})
    for (const auto& [name, item] : value->named_items()) {
      const auto found = joints.find(name);
      if (whole && found != joints.end())
        read_joint_start(item, model.joint(JointId{found->second}), setup);
      if (!whole && found == joints.end()) read_coordinate_start(item, name, setup);
    }
}

}  // namespace catena::scenario
