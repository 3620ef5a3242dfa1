// Where a scenario starts.

#include <fmt/format.h>

#include "catena/model/configuration.hpp"
#include "catena/scenario/coordinates.hpp"
#include "catena/scenario/keys.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Value;

bool has_pose_key(const Fields& fields) {
  for (const char* key : {"position", "rpy", "quaternion", "axis", "angle"})
    if (fields.has(key)) return true;
  return false;
}

// Coordinates of the tree that are given, and not as a guess, keep their values when loops are
// closed.
void mark_given(const Value& value, int first_dof, int count, SimulationSetup& setup) {
  bool keep = true;
  if (value.is_map())
    if (const auto guess = value.fields(scenario_keys::initial_value).find("guess"))
      keep = !guess->boolean();
  for (int dof = first_dof; dof < first_dof + count; ++dof)
    if (dof < static_cast<int>(setup.given.size()))
      setup.given[static_cast<std::size_t>(dof)] = keep;
}

void read_joint_start(const Value& value, const PlacedJoint& place, SimulationSetup& setup) {
  const JointInfo& joint = *place.joint;
  auto q = setup.q.segment(place.q, joint.nq);
  const JointKind kind = joint.spec.kind;
  if (joint.nv == 0)
    value.fail(
        fmt::format("joint '{}' is a weld and has no position; remove this", joint.spec.name));
  mark_given(value, place.v, joint.nv, setup);
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
    setup.v.segment(place.v, joint.nv) = v->numbers(quantities(kind, Measure::Velocity));
  }
}

void read_coordinate_start(const Value& value, const std::string& name, const Loops& loops,
                           SimulationSetup& setup) {
  const int dof = located(value, [&] { return loops.find_dof(name); });
  const JointInfo& joint = *joint_coordinate(loops, dof).joint;
  if (joint.nq != joint.nv)
    value.fail(
        fmt::format("the orientation of joint '{}' has no single coordinates; set the "
                    "joint as a whole",
                    joint.spec.name));
  const Quantity position = quantity_of(loops, dof, Measure::Position);
  const int index = loops.place(dof);
  mark_given(value, dof, 1, setup);
  if (!value.is_map()) {
    setup.q[index] = value.number(position);
    return;
  }
  const Fields fields = value.fields(scenario_keys::initial_value);
  fields.allow_only({"q", "v", "guess"}, "a single coordinate has only q and v");
  if (const auto q = fields.find("q")) setup.q[index] = q->number(position);
  if (const auto v = fields.find("v"))
    setup.v[dof] = v->number(quantity_of(loops, dof, Measure::Velocity));
}

}  // namespace

void read_initial(const Value* value, Scenario& scenario) {
  SimulationSetup& setup = scenario.setup;
  const std::shared_ptr<const Loops> loops = all_loops(setup);
  setup.q.resize(loops->nq());
  setup.q << neutral_configuration(loops->tree()), neutral_configuration(loops->links());
  setup.v = Eigen::VectorXd::Zero(loops->nv());
  if (setup.loops) setup.given.assign(static_cast<std::size_t>(setup.model->nv()), false);
  if (value == nullptr) return;
  // Whole joints first: a single coordinate then changes one number of them.
  for (const bool whole : {true, false})
    for (const auto& [name, item] : value->named_items()) {
      const PlacedJoint found = find_joint(*loops, name);
      if (whole && found.joint != nullptr) read_joint_start(item, found, setup);
      if (!whole && found.joint == nullptr) read_coordinate_start(item, name, *loops, setup);
    }
}

}  // namespace catena::scenario
