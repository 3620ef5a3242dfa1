#include "catena/scenario/coordinates.hpp"

#include <fmt/format.h>

namespace catena::scenario {

namespace {

constexpr std::string_view formula_of_state = "a formula of t, q.JOINT and v.JOINT";

// The joint whose coordinate a name is, among those that are connected later; or nothing.
const LoopJoint* find_later(const std::vector<LoopJoint>& later, std::string_view name) {
  for (const LoopJoint& joint : later)
    if (name == joint.spec.name || name.substr(0, name.rfind('.')) == joint.spec.name)
      return &joint;
  return nullptr;
}

[[noreturn]] void fail_of_later(const yaml::Value& value, std::string_view name) {
  value.fail(
      fmt::format("'{}' belongs to a joint that is connected during the run, expected one of the "
                  "start",
                  name));
}

}  // namespace

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

Quantity quantity_of(const Loops& loops, int dof, Measure measure) {
  const JointCoordinate at = joint_coordinate(loops, dof);
  return quantities(at.joint->spec.kind, measure)[static_cast<std::size_t>(at.k)];
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

int find_coordinate(const yaml::Value& value, const Mechanism& mechanism) {
  const std::string name = value.text();
  try {
    return mechanism.loops->find_dof(name);
  } catch (const ModelError& error) {
    if (find_later(mechanism.later, name) != nullptr) fail_of_later(value, name);
    value.fail(error.what());
  }
}

StateNames::StateNames(const Mechanism& mechanism)
    : names_{"t"}, nq_(mechanism.loops->nq()), nv_(mechanism.loops->nv()) {
  const auto add = [this](const auto& part) {
    for (int i = 0; i < part.nq(); ++i) names_.push_back("q." + part.configuration_name(i));
    for (int i = 0; i < part.nv(); ++i) names_.push_back("v." + part.coordinate_name(i));
  };
  add(*mechanism.loops);
  if (mechanism.later.empty()) return;
  LoopSpecs later;
  later.joints = mechanism.later;
  add(Loops(mechanism.loops->shared_tree(), std::move(later)).links());
}

// Compiled twice: with all names, to see which are used, and with those only.
StateFormula::StateFormula(const yaml::Value& value, const StateNames& names)
    : formula_(value.formula(names.names_, formula_of_state)) {
  std::vector<std::string> used;
  const int nq = names.nq_;
  for (const int i : formula_.used_variables()) {
    const std::string& name = names.names_[static_cast<std::size_t>(i)];
    if (i > nq + names.nv_) fail_of_later(value, name);
    used.push_back(name);
    places_.push_back(i == 0    ? Place{'t', 0}
                      : i <= nq ? Place{'q', i - 1}
                                : Place{'v', i - 1 - nq});
  }
  if (used.size() > max_variables)
    value.fail(fmt::format("the formula uses {} variables, expected at most {}", used.size(),
                           max_variables));
  formula_ = value.formula(used, formula_of_state);
}

}  // namespace catena::scenario
