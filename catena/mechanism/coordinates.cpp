#include "catena/mechanism/coordinates.hpp"

#include <fmt/format.h>

#include <numeric>

#include "catena/mechanism/compile_parts.hpp"
#include "catena/model/model_error.hpp"

namespace catena {

namespace {

// The joint whose coordinate a name is, among those that are connected later; or nothing.
const LoopJoint* find_later(const std::vector<LoopJoint>& later, std::string_view name) {
  for (const LoopJoint& joint : later)
    if (name == joint.spec.name || name.substr(0, name.rfind('.')) == joint.spec.name)
      return &joint;
  return nullptr;
}

}  // namespace

void fail_of_later(const Where& where, std::string_view name) {
  where.fail(
      fmt::format("'{}' belongs to a joint that is connected during the run, expected one of the "
                  "start",
                  name));
}

std::shared_ptr<const Loops> all_loops(const SimulationSetup& setup) {
  return setup.loops ? setup.loops : std::make_shared<const Loops>(setup.model, LoopSpecs{});
}

JointCoordinate joint_coordinate(const Loops& loops, int dof) {
  const bool in_tree = dof < loops.tree().nv();
  const Model& part = in_tree ? loops.tree() : loops.links();
  const int place = in_tree ? dof : dof - loops.tree().nv();
  const int node = part.dof_node()[static_cast<std::size_t>(place)];
  const JointInfo& joint = part.joint(JointId{part.nodes()[static_cast<std::size_t>(node)].joint});
  return {&joint, place - joint.v};
}

PlacedJoint find_joint(const Loops& loops, std::string_view name) {
  const Model &tree = loops.tree(), &links = loops.links();
  for (int j = 0; j < tree.joint_count(); ++j)
    if (const JointInfo& joint = tree.joint(JointId{j}); joint.spec.name == name)
      return {&joint, joint.q, joint.v, true};
  if (const int j = loops.find_joint(name); j >= 0) {
    const JointInfo& joint = links.joint(JointId{j});
    return {&joint, tree.nq() + joint.q, tree.nv() + joint.v, false};
  }
  return {nullptr, 0, 0, false};
}

int find_coordinate(const Where& where, const std::string& name, const NamedCoordinates& names) {
  try {
    return names.loops->find_dof(name);
  } catch (const ModelError& error) {
    if (find_later(names.later, name) != nullptr) fail_of_later(where, name);
    where.fail(error.what());
  }
}

std::vector<int> driven_coordinates(const Where& where, const std::string& name,
                                    const NamedCoordinates& names) {
  const PlacedJoint found = find_joint(*names.loops, name);
  if (found.joint == nullptr) return {find_coordinate(where, name, names)};
  if (found.joint->nv == 0) where.fail(fmt::format("joint '{}' is a weld and cannot move", name));
  std::vector<int> dofs(static_cast<std::size_t>(found.joint->nv));
  std::iota(dofs.begin(), dofs.end(), found.v);
  return dofs;
}

int position_index(const Where& where, const Loops& loops, int dof) {
  const JointInfo& joint = *joint_coordinate(loops, dof).joint;
  if (joint.nq != joint.nv)
    where.fail(
        fmt::format("joint '{}' is {}: an orientation cannot follow a number; expected a "
                    "joint whose coordinates are angles or lengths",
                    joint.spec.name, to_string(joint.spec.kind)));
  return loops.place(dof);
}

}  // namespace catena
