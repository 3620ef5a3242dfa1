#include "catena/structure/connections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/model/physical_checks.hpp"

namespace catena {

namespace {

bool is_zero(const Eigen::VectorXd& values) {
  return values.isZero(0.0);
}

bool is_infinite(const Eigen::VectorXd& values) {
  return values.array().isInf().all();
}

bool has_spring_or_friction(const JointSpec& spec) {
  return !spec.stiffness.isZero(0.0) || !is_zero(spec.coulomb_friction) ||
         !is_zero(spec.static_friction);
}

bool is_plain_free(const JointInfo& joint, bool sprung) {
  const JointSpec& spec = joint.spec;
  return spec.kind == JointKind::Free && joint.parent == world_body && !sprung &&
         !has_spring_or_friction(spec) && is_zero(spec.damping) && is_zero(spec.armature) &&
         is_infinite(spec.position_lower) && is_infinite(spec.position_upper) &&
         is_infinite(spec.velocity_limit) && is_infinite(spec.effort_limit);
}

NamedCoupling::Coordinate name_of(const Loops& loops, int dof) {
  const bool in_tree = dof < loops.tree().nv();
  const Model& model = in_tree ? loops.tree() : loops.links();
  const int local = in_tree ? dof : dof - loops.tree().nv();
  const int node = model.dof_node()[static_cast<std::size_t>(local)];
  const JointInfo& joint =
      model.joint(JointId{model.nodes()[static_cast<std::size_t>(node)].joint});
  return {joint.spec.name, joint.spec.kind, local - joint.v};
}

template <class List, class NameOf>
auto find_name(List& list, std::string_view name, const NameOf& name_of) {
  return std::find_if(list.begin(), list.end(),
                      [&](const auto& entry) { return name_of(entry) == name; });
}

template <class List, class NameOf>
bool erase_name(List& list, std::string_view name, const NameOf& name_of) {
  const auto found = find_name(list, name, name_of);
  if (found == list.end()) return false;
  list.erase(found);
  return true;
}

const auto of_connection = [](const Connection& c) -> const std::string& {
  return c.joint->spec.name;
};
const auto of_coupling = [](const NamedCoupling& c) -> const std::string& {
  return c.coupling.name;
};
const auto of_closure = [](const auto& closure) -> const std::string& { return closure.name; };

// The joint of the home tree with this name that is not cut, or -1.
int find_uncut(const HomeTree& home, const std::vector<bool>& cut, std::string_view name) {
  for (int j = 0; j < home.model->joint_count(); ++j)
    if (!cut[static_cast<std::size_t>(j)] && home.model->joint(JointId{j}).spec.name == name)
      return j;
  return -1;
}

// Of all joints and constraints, in ascending order.
std::vector<std::string> names_of(const Model& tree, const LoopSpecs& loops) {
  std::vector<std::string> names;
  for (int j = 0; j < tree.joint_count(); ++j) names.push_back(tree.joint(JointId{j}).spec.name);
  for (const LoopJoint& joint : loops.joints) names.push_back(joint.spec.name);
  for (const Rod& rod : loops.rods) names.push_back(rod.name);
  for (const Coupling& coupling : loops.couplings) names.push_back(coupling.name);
  for (const Rolling& rolling : loops.rollings) names.push_back(rolling.name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

bool is_reversible(const JointSpec& spec, bool sprung) {
  switch (spec.kind) {
    case JointKind::Weld:
    case JointKind::Revolute:
    case JointKind::Continuous:
    case JointKind::Prismatic:
    case JointKind::Helical:
    case JointKind::Cylindrical:
      return true;
    case JointKind::Spherical:  // its rates turn with the body: only what has no direction keeps
      return !sprung && !has_spring_or_friction(spec) && is_zero(spec.armature) &&
             (spec.damping.array() == spec.damping[0]).all() && is_infinite(spec.velocity_limit) &&
             is_infinite(spec.effort_limit);
    case JointKind::Universal:  // its two axes would change places
    case JointKind::Planar:
    case JointKind::Free:
    case JointKind::InvoluteRigid:
    case JointKind::InvoluteU:
    case JointKind::InvoluteEps:
    case JointKind::InvoluteL:
    case JointKind::Custom:
      break;
  }
  return false;
}

HomeTree::HomeTree(const ModelBuilder& builder, const LoopSpecs& loops)
    : model(std::make_shared<const Model>(builder.build())),
      springs(builder.springs()),
      fuse_welds(builder.fuses_welds()) {
  for (int j = 0; j < model->joint_count(); ++j) {
    const JointInfo& joint = model->joint(JointId{j});
    const bool sprung = is_sprung(joint.spec.name);
    reversible.push_back(is_reversible(joint.spec, sprung));
    plain_free.push_back(is_plain_free(joint, sprung));
  }
  const std::vector<std::string> taken = names_of(*model, loops);
  for (int b = 0; b < model->body_count(); ++b) {
    const BodyInfo& body = model->body(BodyId{b});
    std::string name = fmt::format("{}_free", body.name);
    for (int number = 2; std::binary_search(taken.begin(), taken.end(), name); ++number)
      name = fmt::format("{}_free_{}", body.name, number);
    free_names.push_back(std::move(name));
  }
}

bool HomeTree::is_free_name(std::string_view name) const {
  return std::find(free_names.begin(), free_names.end(), name) != free_names.end();
}

bool HomeTree::is_sprung(std::string_view joint) const {
  for (const SpringSpec& spring : springs)
    for (const JointId id : spring.joints)
      if (model->joint(id).spec.name == joint) return true;
  return false;
}

Connections::Connections(const HomeTree& home, const Loops& loops)
    : cut(static_cast<std::size_t>(home.model->joint_count()), false),
      rods(loops.specs().rods),
      rollings(loops.specs().rollings) {
  for (const LoopJoint& joint : loops.specs().joints) add(home, joint);
  for (const Coupling& coupling : loops.specs().couplings) {
    couplings.push_back({coupling, {}});
    for (const int dof : coupling.dofs) couplings.back().coordinates.push_back(name_of(loops, dof));
  }
}

void Connections::add(const HomeTree& home, const LoopJoint& joint) {
  auto complete = std::make_shared<LoopJoint>(joint);
  check_and_complete(complete->spec);
  const bool reversible = is_reversible(complete->spec, home.is_sprung(complete->spec.name));
  joints.push_back({next_serial++, std::move(complete), reversible});
}

bool Connections::remove(const HomeTree& home, std::string_view name) {
  const int home_joint = find_uncut(home, cut, name);
  if (home_joint >= 0) cut[static_cast<std::size_t>(home_joint)] = true;
  return home_joint >= 0 || erase_name(joints, name, of_connection) ||
         erase_name(rods, name, of_closure) || erase_name(couplings, name, of_coupling) ||
         erase_name(rollings, name, of_closure);
}

bool Connections::has(const HomeTree& home, std::string_view name) const {
  return find_uncut(home, cut, name) >= 0 ||
         find_name(joints, name, of_connection) != joints.end() ||
         find_name(rods, name, of_closure) != rods.end() ||
         find_name(couplings, name, of_coupling) != couplings.end() ||
         find_name(rollings, name, of_closure) != rollings.end();
}

std::vector<std::string> Connections::names(const HomeTree& home) const {
  std::vector<std::string> all;
  for (int j = 0; j < home.model->joint_count(); ++j)
    if (!cut[static_cast<std::size_t>(j)]) all.push_back(home.model->joint(JointId{j}).spec.name);
  for (const Connection& connection : joints) all.push_back(of_connection(connection));
  for (const Rod& rod : rods) all.push_back(rod.name);
  for (const NamedCoupling& coupling : couplings) all.push_back(coupling.coupling.name);
  for (const Rolling& rolling : rollings) all.push_back(rolling.name);
  return all;
}

}  // namespace catena
