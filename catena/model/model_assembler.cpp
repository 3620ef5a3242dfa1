#include "catena/model/model_assembler.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/math/index.hpp"
#include "catena/math/rotation.hpp"
#include "catena/math/views.hpp"
#include "catena/model/configuration.hpp"
#include "catena/model/physical_checks.hpp"

namespace catena {

namespace {
Transform<double> turn(const Mat3<double>& r) {
  return {r, Vec3<double>::zero()};
}
}  // namespace

JointInfo describe_joint(JointSpec spec, BodyId parent, BodyId child, const Transform<double>& X_PF,
                         const Transform<double>& X_BM) {
  JointInfo info;
  info.nq = configuration_size(spec.kind, spec.custom.get());
  info.nv = velocity_size(spec.kind, spec.custom.get());
  info.spec = std::move(spec);
  info.parent = parent;
  info.child = child;
  info.X_PF = X_PF;
  info.X_BM = X_BM;
  return info;
}

Model assemble(ModelParts parts) {
  return ModelAssembler(std::move(parts)).assemble();
}

Model ModelAssembler::assemble() {
  out_.gravity_ = parts_.gravity;
  out_.bodies_ = std::move(parts_.bodies);
  out_.joints_ = std::move(parts_.joints);
  out_.frames_ = std::move(parts_.frames);
  out_.warnings_ = std::move(parts_.warnings);
  out_.nodes_.reserve(out_.bodies_.size() + 1);
  out_.nodes_.emplace_back();  // node 0: the world
  out_.nodes_[0].X_PF = Transform<double>::identity();
  out_.nodes_[0].inertia = Inertia<double>::zero();
  list_children();
  for (int j = first_child_[0]; j >= 0; j = next_sibling_[to_index(j)]) compile_joint(j);
  out_.nodes_[0].subtree_end = static_cast<int>(out_.nodes_.size());
  for (Node& node : out_.nodes_)
    node.last_child = node.subtree_end == out_.nodes_[to_index(node.parent)].subtree_end;
  for (Node& node : out_.nodes_) {
    const double mass = node.inertia.mass;
    node.com = mass > 0.0 ? (1.0 / mass) * node.inertia.moment : Vec3<double>::zero();
    node.inertia_com = rotational_about_com(node.inertia);
  }
  for (FrameInfo& frame : out_.frames_) {
    frame.node = out_.body(frame.body).node;
    frame.X_NF = out_.body(frame.body).X_NB * frame.X_BF;
  }
  compile_dofs();
  compile_springs();
  check_dynamics_defined(out_);
  return std::move(out_);
}

// Chains the joints of each parent, in order; from the last so that the first ends up in front.
void ModelAssembler::list_children() {
  first_child_.assign(out_.bodies_.size(), -1);
  next_sibling_.assign(out_.joints_.size(), -1);
  for (int j = out_.joint_count() - 1; j >= 0; --j) {
    int& first = first_child_[to_index(out_.joints_[to_index(j)].parent.index)];
    next_sibling_[to_index(j)] = first;
    first = j;
  }
  for (BodyInfo& body : out_.bodies_) {
    body.node = 0;
    body.X_NB = Transform<double>::identity();
    out_.total_mass_ += body.inertia.mass;
  }
}

void ModelAssembler::compile_joint(int j) {
  JointInfo& joint = out_.joints_[to_index(j)];
  const BodyInfo& parent = out_.bodies_[to_index(joint.parent.index)];
  BodyInfo& child = out_.bodies_[to_index(joint.child.index)];
  const Transform<double> X_NF = parent.X_NB * joint.X_PF;
  joint.q = out_.nq_;
  joint.v = out_.nv_;
  joint.first_node = static_cast<int>(out_.nodes_.size());
  if (joint.spec.kind == JointKind::Weld && parts_.fuse_welds) {
    child.node = parent.node;
    child.X_NB = X_NF * inverse(joint.X_BM);
  } else {
    add_nodes(j, X_NF);
    child.node = static_cast<int>(out_.nodes_.size()) - 1;
    out_.nodes_.back().body = joint.child.index;
  }
  joint.last_node = static_cast<int>(out_.nodes_.size()) - 1;
  out_.nodes_[to_index(child.node)].inertia += child.X_NB * child.inertia;
  for (int next = first_child_[to_index(joint.child.index)]; next >= 0;
       next = next_sibling_[to_index(next)])
    compile_joint(next);
  for (int n = joint.first_node; n <= joint.last_node; ++n)
    out_.nodes_[to_index(n)].subtree_end = static_cast<int>(out_.nodes_.size());
}

// Expands a joint into nodes; sets X_NB of its child body.
void ModelAssembler::add_nodes(int j, const Transform<double>& X_NF) {
  const JointInfo& joint = out_.joints_[to_index(j)];
  const int parent = out_.bodies_[to_index(joint.parent.index)].node;
  const Transform<double> Z = turn(rotation_z_onto(to_vec3(joint.spec.axis)));
  const auto single = [&](NodeKind kind) {
    add_node(j, kind, parent, X_NF * Z);
    return inverse(Z);
  };
  Transform<double> X_NM = Transform<double>::identity();
  switch (joint.spec.kind) {
    case JointKind::Weld:
      add_node(j, NodeKind::Weld, parent, X_NF);
      break;
    case JointKind::Revolute:
    case JointKind::Continuous:
      X_NM = single(NodeKind::Revolute);
      break;
    case JointKind::Prismatic:
      X_NM = single(NodeKind::Prismatic);
      break;
    case JointKind::Helical:
      X_NM = single(NodeKind::Helical);
      break;
    case JointKind::Cylindrical: {
      const int turning = add_node(j, NodeKind::Revolute, parent, X_NF * Z);
      add_node(j, NodeKind::Prismatic, turning, Transform<double>::identity());
      X_NM = inverse(Z);
      break;
    }
    case JointKind::Universal: {
      const Transform<double> Z2 = turn(rotation_z_onto(to_vec3(joint.spec.axis2)));
      const int first = add_node(j, NodeKind::Revolute, parent, X_NF * Z);
      add_node(j, NodeKind::Revolute, first, inverse(Z) * Z2);
      X_NM = inverse(Z2);
      break;
    }
    case JointKind::Planar: {
      const Transform<double> along_x = turn(rotation_z_onto({1, 0, 0}));
      const Transform<double> along_y = turn(rotation_z_onto({0, 1, 0}));
      const int x = add_node(j, NodeKind::Prismatic, parent, X_NF * Z * along_x);
      const int y = add_node(j, NodeKind::Prismatic, x, inverse(along_x) * along_y);
      add_node(j, NodeKind::Revolute, y, inverse(along_y));
      X_NM = inverse(Z);
      break;
    }
    case JointKind::Spherical:
      add_node(j, NodeKind::Spherical, parent, X_NF);
      break;
    case JointKind::Free:
      add_node(j, NodeKind::Free, parent, X_NF);
      break;
    case JointKind::InvoluteRigid:
    case JointKind::InvoluteU:
    case JointKind::InvoluteEps:
    case JointKind::InvoluteL:
    case JointKind::Custom:
      add_node(j, NodeKind::Custom, parent, X_NF);
      break;
  }
  out_.bodies_[to_index(joint.child.index)].X_NB = X_NM * inverse(joint.X_BM);
}

int ModelAssembler::add_node(int j, NodeKind kind, int parent, const Transform<double>& X_PF) {
  const JointInfo& joint = out_.joints_[to_index(j)];
  Node node;
  node.kind = kind;
  node.parent = parent;
  node.depth = out_.nodes_[to_index(parent)].depth + 1;
  node.q = out_.nq_;
  node.v = out_.nv_;
  const bool one_node = kind == NodeKind::Weld || kind == NodeKind::Spherical ||
                        kind == NodeKind::Free || kind == NodeKind::Custom;
  node.nq = one_node ? joint.nq : 1;
  node.nv = one_node ? joint.nv : 1;
  for (int k = 0; k < node.nv; ++k)
    node.has_armature |= joint.spec.armature[node.v - joint.v + k] != 0.0;
  node.moves = node.nv > 0 || out_.nodes_[to_index(parent)].moves;
  node.wraps = joint.spec.kind == JointKind::Continuous;
  node.pitch = kind == NodeKind::Helical ? joint.spec.pitch : 0.0;
  node.X_PF = X_PF;
  node.inertia = Inertia<double>::zero();
  node.body = -1;
  node.joint = j;
  if (kind == NodeKind::Custom) {
    node.custom = static_cast<int>(out_.custom_joints_.size());
    out_.custom_joints_.push_back(joint.spec.custom);
  }
  out_.nq_ += node.nq;
  out_.nv_ += node.nv;
  out_.nodes_.push_back(node);
  return static_cast<int>(out_.nodes_.size()) - 1;
}

// Fowler, Noll and Vo's hash, 1a, of all that decides the sizes of a Workspace.
std::uint64_t ModelAssembler::hash_of_tree() const {
  std::uint64_t hash = 0xcbf29ce484222325u;
  const auto add = [&](int x) { hash = (hash ^ static_cast<std::uint32_t>(x)) * 0x100000001b3u; };
  for (const Node& node : out_.nodes_)
    for (const int x : {node.parent, node.nq, node.nv, node.custom}) add(x);
  for (const int x : {out_.nq_, out_.nv_, out_.max_depth_}) add(x);
  return hash;
}

void ModelAssembler::compile_dofs() {
  out_.armature_.resize(out_.nv_);
  out_.damping_.resize(out_.nv_);
  for (const JointInfo& joint : out_.joints_) {
    out_.armature_.segment(joint.v, joint.nv) = joint.spec.armature;
    out_.damping_.segment(joint.v, joint.nv) = joint.spec.damping;
  }
  out_.has_armature_ = !out_.armature_.isZero(0.0);
  out_.first_angle_ = out_.nq_;
  for (const Node& node : out_.nodes_) {
    out_.max_depth_ = std::max(out_.max_depth_, node.depth);
    if (node.kind == NodeKind::Revolute) out_.first_angle_ = std::min(out_.first_angle_, node.q);
  }
  std::vector<int> last_dof(out_.nodes_.size(), -1);  // at or above each node
  for (std::size_t n = 1; n < out_.nodes_.size(); ++n) {
    const Node& node = out_.nodes_[n];
    int previous = last_dof[to_index(node.parent)];
    for (int k = 0; k < node.nv; ++k) {
      const int dof = node.v + k;
      const bool extends_run = previous >= 0 && previous == dof - 1;
      out_.dof_run_start_.push_back(extends_run ? out_.dof_run_start_[to_index(previous)] : dof);
      out_.dof_parent_.push_back(previous);
      out_.dof_node_.push_back(static_cast<int>(n));
      previous = dof;
    }
    last_dof[n] = previous;
  }
  for (const int n : out_.dof_node_) {
    const std::size_t end = to_index(out_.nodes_[to_index(n)].subtree_end);
    out_.dof_subtree_end_.push_back(end < out_.nodes_.size() ? out_.nodes_[end].v : out_.nv_);
  }
  out_.tree_hash_ = hash_of_tree();
}

void ModelAssembler::compile_springs() {
  for (std::size_t j = 0; j < out_.joints_.size(); ++j) {
    const JointSpec& spec = out_.joints_[j].spec;
    if (spec.stiffness.size() > 0)
      add_spring(spec.name, {JointId{static_cast<int>(j)}}, spec.stiffness, spec.spring_rest);
  }
  for (const SpringSpec& spring : parts_.springs)
    add_spring(spring.name, spring.joints, spring.stiffness, spring.rest);
}

void ModelAssembler::add_spring(const std::string& name, const std::vector<JointId>& joints,
                                const Eigen::MatrixXd& stiffness, const Eigen::VectorXd& rest) {
  Spring spring;
  spring.name = name;
  spring.joints = joints;
  spring.stiffness = stiffness;
  spring.rest = neutral_configuration(out_);
  int nq = 0;
  for (const JointId id : joints) {
    if (id.index < 0 || id.index >= out_.joint_count())
      throw ModelError(fmt::format("spring '{}': there is no joint with id {}", name, id.index),
                       {"spring", name, ""});
    const JointInfo& joint = out_.joint(id);
    for (int k = 0; k < joint.nv; ++k) spring.dofs.push_back(joint.v + k);
    if (nq + joint.nq <= rest.size())
      spring.rest.segment(joint.q, joint.nq) = rest.segment(nq, joint.nq);
    nq += joint.nq;
  }
  const auto n = static_cast<Eigen::Index>(spring.dofs.size());
  if (stiffness.rows() != n || stiffness.cols() != n)
    throw ModelError(
        fmt::format("spring '{}': stiffness is {} x {}, expected {} x {} (all velocity "
                    "coordinates of its joints)",
                    name, stiffness.rows(), stiffness.cols(), n, n),
        {"spring", name, "stiffness"});
  if (!stiffness.allFinite() || !rest.allFinite())
    throw ModelError(fmt::format("spring '{}': stiffness or rest position is not finite", name),
                     {"spring", name, ""});
  if (rest.size() != 0 && rest.size() != nq)
    throw ModelError(
        fmt::format("spring '{}': rest has {} entries, expected {} (the configuration of "
                    "its joints)",
                    name, rest.size(), nq),
        {"spring", name, "rest"});
  spring.conservative = stiffness.isApprox(stiffness.transpose(), 1e-12);
  if (!spring.conservative) {
    std::string warning = fmt::format(
        "spring '{}': its stiffness matrix is not symmetric, so the spring is not conservative: it "
        "can add or remove energy",
        name);
    const auto& known = out_.warnings_;  // an assembly may start with those of an earlier one
    if (std::find(known.begin(), known.end(), warning) == known.end())
      out_.warnings_.push_back(std::move(warning));
  }
  normalize(out_, VectorView<double>(spring.rest));
  out_.springs_.push_back(std::move(spring));
}

}  // namespace catena
