// From a plan to the tree: joints as they hang now, on the bodies and frames of the home tree.

#include <utility>

#include "catena/math/index.hpp"
#include "catena/model/model_parts.hpp"
#include "catena/model/physical_checks.hpp"
#include "catena/structure/tree_plan.hpp"

namespace catena {

namespace {

// The same joint from the child's side: X_PF J(q) X_BM^-1 is inverted, and J(q)^-1 is that of the
// opposite axis (for a ball: of the conjugate q).
void turn_round(JointInfo& joint) {
  std::swap(joint.parent, joint.child);
  std::swap(joint.X_PF, joint.X_BM);
  joint.spec.axis = -joint.spec.axis;
}

JointInfo joint_of(const LoopJoint& connection) {
  return describe_joint(connection.spec, connection.a, connection.b, connection.X_AF,
                        connection.X_BM);
}

JointInfo made_free(const HomeTree& home, int body) {
  JointInfo joint =
      joint_of({free_joint(home.free_names[to_index(body)]), world_body, BodyId{body}});
  check_and_complete(joint.spec);
  return joint;
}

// Springs whose joints are all in the tree, by name and kind.
std::vector<SpringSpec> springs_of(const HomeTree& home, const std::vector<JointInfo>& joints) {
  std::vector<SpringSpec> springs;
  for (const SpringSpec& spring : home.springs) {
    SpringSpec moved = spring;
    for (JointId& id : moved.joints) {
      const JointSpec& wanted = home.model->joint(id).spec;
      id = JointId{-1};
      for (std::size_t j = 0; j < joints.size(); ++j)
        if (joints[j].spec.name == wanted.name && joints[j].spec.kind == wanted.kind)
          id = JointId{static_cast<int>(j)};
    }
    bool complete = true;
    for (const JointId id : moved.joints) complete = complete && id.index >= 0;
    if (complete) springs.push_back(std::move(moved));
  }
  return springs;
}

// Per joint of the home tree: the body that hangs on it now, or on the free joint in its place.
std::vector<int> users_of_home(const HomeTree& home, const TreePlan& plan) {
  std::vector<int> users(to_index(home.model->joint_count()), 0);
  for (std::size_t b = 1; b < plan.of_body.size(); ++b)
    if (plan.of_body[b].by != Hanging::By::Connection)
      users[to_index(plan.of_body[b].index)] = static_cast<int>(b);
  return users;
}

}  // namespace

Model build_tree(const HomeTree& home, const Connections& connections, const TreePlan& plan) {
  const Model& model = *home.model;
  ModelParts parts;
  parts.joints.reserve(plan.of_body.size());
  const std::vector<int> users = users_of_home(home, plan);
  for (int j = 0; j < model.joint_count(); ++j) {
    const int body = users[to_index(j)];
    if (body == 0) continue;
    const Hanging& hanging = plan.of_body[to_index(body)];
    if (hanging.by == Hanging::By::Made) {
      parts.joints.push_back(made_free(home, body));
      continue;
    }
    parts.joints.push_back(model.joint(JointId{j}));
    if (hanging.reversed) turn_round(parts.joints.back());
  }
  for (const Connection& connection : connections.joints) {
    if (!plan.has(connection)) continue;
    parts.joints.push_back(joint_of(*connection.joint));
    const BodyId child = connection.joint->b;
    const Hanging& hanging = plan.of_body[to_index(child.index)];
    const bool below_a = child != world_body && hanging.by == Hanging::By::Connection &&
                         hanging.index == connection.serial;
    if (!below_a) turn_round(parts.joints.back());
  }
  parts.bodies.reserve(plan.of_body.size());
  for (int b = 0; b < model.body_count(); ++b) parts.bodies.push_back(model.body(BodyId{b}));
  for (std::size_t j = 0; j < parts.joints.size(); ++j) {
    BodyInfo& child = parts.bodies[to_index(parts.joints[j].child.index)];
    child.inboard_joint = JointId{static_cast<int>(j)};
    child.parent = parts.joints[j].parent;
  }
  parts.frames.reserve(to_index(model.frame_count()));
  for (int f = 0; f < model.frame_count(); ++f) parts.frames.push_back(model.frame(FrameId{f}));
  parts.springs = springs_of(home, parts.joints);
  parts.warnings = model.warnings();
  parts.gravity = model.gravity();
  parts.fuse_welds = home.fuse_welds;
  return assemble(std::move(parts));
}

}  // namespace catena
