#include "catena/constraints/loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "catena/math/nearest_name.hpp"
#include "catena/model/configuration.hpp"
#include "catena/model/model_parts.hpp"
#include "catena/model/physical_checks.hpp"

namespace catena {

Coupling linear_coupling(std::string name, int dof_a, double ratio, int dof_b, double offset) {
  return {std::move(name),
          {dof_a, dof_b},
          [ratio, offset](const double* x, const double*, double* gradient) {
            gradient[0] = 1.0, gradient[1] = -ratio;
            return Coupling::Value{x[0] - ratio * x[1] - offset, 0.0};
          },
          nullptr};
}

Loops::Loops(std::shared_ptr<const Model> tree, LoopSpecs specs)
    : tree_(std::move(tree)), specs_(std::move(specs)) {
  check_names();
  check_geometry();
  compile_links();
  check_couplings();
  compile_closures();
}

// A model of one body per loop joint. Any mass will do: nothing but kinematics is asked of it.
void Loops::compile_links() {
  ModelParts parts;
  const std::size_t count = specs_.joints.size();
  parts.bodies.resize(count + 1);
  parts.joints.resize(count);
  parts.frames.resize(count + 1);
  parts.bodies[0].name = "world";
  parts.bodies[0].inertia = Inertia<double>::zero();
  for (std::size_t i = 0; i < count; ++i) {
    const BodyId link{static_cast<int>(i) + 1};
    BodyInfo& body = parts.bodies[i + 1];
    body.name = specs_.joints[i].spec.name;
    body.inertia = solid_sphere(1.0, 1.0);
    body.inboard_joint = JointId{static_cast<int>(i)};
    body.frame = FrameId{link.index};
    JointInfo& joint = parts.joints[i];
    joint.spec = specs_.joints[i].spec;
    about({"loop", joint.spec.name, ""}, [&] { return check_and_complete(joint.spec); });
    joint.parent = world_body;
    joint.child = link;
    joint.X_PF = joint.X_BM = Transform<double>::identity();
    joint.nq = configuration_size(joint.spec.kind, joint.spec.custom.get());
    joint.nv = velocity_size(joint.spec.kind, joint.spec.custom.get());
  }
  for (std::size_t i = 0; i <= count; ++i)
    parts.frames[i] = {parts.bodies[i].name, BodyId{static_cast<int>(i)},
                       Transform<double>::identity(), 0, Transform<double>::identity()};
  check_coordinate_names(parts.joints);
  links_ = std::make_shared<const Model>(assemble(std::move(parts)));
}

void Loops::check_names() const {
  std::unordered_set<std::string_view> names;
  names.reserve(static_cast<std::size_t>(tree_->joint_count()) + specs_.joints.size() +
                specs_.rods.size() + specs_.couplings.size() + specs_.rollings.size());
  for (int j = 0; j < tree_->joint_count(); ++j) names.insert(tree_->joint(JointId{j}).spec.name);
  const auto claim = [&](const std::string& name, const char* what) {
    if (name.empty()) throw ModelError(fmt::format("a {} has no name; give it one", what));
    if (!names.insert(name).second)
      throw ModelError(
          fmt::format("{} '{}': a joint or constraint of that name exists already", what, name),
          {"loop", name, ""});
  };
  for (const LoopJoint& joint : specs_.joints) claim(joint.spec.name, "loop joint");
  for (const Rod& rod : specs_.rods) claim(rod.name, "rod");
  for (const Coupling& coupling : specs_.couplings) claim(coupling.name, "coupling");
  for (const Rolling& rolling : specs_.rollings) claim(rolling.name, "rolling constraint");
}

void Loops::check_geometry() const {
  const auto check_bodies = [&](const std::string& name, BodyId a, BodyId b) {
    for (const BodyId id : {a, b})
      if (id.index < 0 || id.index >= tree_->body_count())
        throw ModelError(fmt::format("'{}': there is no body with id {}", name, id.index),
                         {"loop", name, ""});
    if (a == b)
      throw ModelError(fmt::format("'{}' joins body '{}' to itself; it needs two bodies", name,
                                   tree_->body(a).name),
                       {"loop", name, ""});
  };
  for (const LoopJoint& joint : specs_.joints) {
    check_bodies(joint.spec.name, joint.a, joint.b);
    const std::string owner = fmt::format("loop joint '{}'", joint.spec.name);
    about({"loop", joint.spec.name, ""}, [&] {
      check_pose(owner, joint.X_AF);
      check_pose(owner, joint.X_BM);
    });
    if (joint.spec.armature.size() > 0 && !joint.spec.armature.isZero(0.0))
      throw ModelError(fmt::format("loop joint '{}' has rotor inertia (armature), which only "
                                   "joints of the tree may have; "
                                   "let another joint close the loop",
                                   joint.spec.name),
                       {"loop", joint.spec.name, ""});
  }
  for (const Rod& rod : specs_.rods) {
    check_bodies(rod.name, rod.a, rod.b);
    if (!(rod.length > 0.0) || !std::isfinite(rod.length))
      throw ModelError(fmt::format("rod '{}' has the length {}, expected more than 0 m; for a "
                                   "length of 0 use a spherical "
                                   "joint",
                                   rod.name, rod.length),
                       {"loop", rod.name, ""});
  }
  for (const Rolling& rolling : specs_.rollings) {
    check_bodies(rolling.name, rolling.a, rolling.b);
    if (!(rolling.radius > 0.0) || !std::isfinite(rolling.radius))
      throw ModelError(
          fmt::format("rolling constraint '{}' has the radius {}, expected more than 0 m",
                      rolling.name, rolling.radius),
          {"loop", rolling.name, ""});
  }
}

void Loops::check_couplings() const {
  for (const Coupling& coupling : specs_.couplings)
    for (const int dof : coupling.dofs)
      if (dof < 0 || dof >= nv())
        throw ModelError(
            fmt::format("coupling '{}': there is no coordinate {}", coupling.name, dof),
            {"loop", coupling.name, ""});
      else if (place(dof) < 0)
        throw ModelError(
            fmt::format(
                "coupling '{}': coordinate '{}' belongs to an orientation, which has no position",
                coupling.name, coordinate_name(dof)),
            {"loop", coupling.name, ""});
}

void Loops::compile_closures() {
  const auto node = [&](BodyId id) { return tree_->body(id).node; };
  for (std::size_t i = 0; i < specs_.joints.size(); ++i)
    add_closure(Closure::Kind::Joint, i, {node(specs_.joints[i].a), node(specs_.joints[i].b)});
  for (std::size_t i = 0; i < specs_.rods.size(); ++i)
    add_closure(Closure::Kind::Rod, i, {node(specs_.rods[i].a), node(specs_.rods[i].b)});
  for (std::size_t i = 0; i < specs_.couplings.size(); ++i) {
    std::vector<int> ends;
    for (const int dof : specs_.couplings[i].dofs) {
      if (dof < tree_->nv()) {
        ends.push_back(tree_->dof_node()[static_cast<std::size_t>(dof)]);
        continue;
      }
      const int link = links_->dof_node()[static_cast<std::size_t>(dof - tree_->nv())];
      const auto joint =
          static_cast<std::size_t>(links_->nodes()[static_cast<std::size_t>(link)].joint);
      ends.push_back(node(specs_.joints[joint].a));
      ends.push_back(node(specs_.joints[joint].b));
    }
    add_closure(Closure::Kind::Coupling, i, ends);
  }
  for (std::size_t i = 0; i < specs_.rollings.size(); ++i)
    add_closure(Closure::Kind::Rolling, i,
                {node(specs_.rollings[i].a), node(specs_.rollings[i].b)});

  std::vector<std::vector<int>> users(static_cast<std::size_t>(tree_->nv()));
  for (std::size_t c = 0; c < closures_.size(); ++c)
    for (const int dof : closures_[c].dofs)
      users[static_cast<std::size_t>(dof)].push_back(static_cast<int>(c));
  for (std::size_t dof = 0; dof < users.size(); ++dof) {
    const auto& sharing = users[dof];
    if (dof > 0 && sharing == users[dof - 1]) continue;  // such as the dofs of one joint
    for (std::size_t j = 1; j < sharing.size(); ++j)
      for (std::size_t i = 0; i < j; ++i) neighbours_.emplace_back(sharing[i], sharing[j]);
  }
  std::sort(neighbours_.begin(), neighbours_.end());
  neighbours_.erase(std::unique(neighbours_.begin(), neighbours_.end()), neighbours_.end());
}

// `ends` are the nodes where it attacks.
void Loops::add_closure(Closure::Kind kind, std::size_t index, const std::vector<int>& ends) {
  const auto nodes = tree_->nodes();
  Closure closure{kind, static_cast<int>(index), {}, {}};
  for (int end : ends)
    for (; end != 0; end = nodes[static_cast<std::size_t>(end)].parent)
      closure.nodes.push_back(end);
  std::sort(closure.nodes.begin(), closure.nodes.end(), std::greater<>());
  closure.nodes.erase(std::unique(closure.nodes.begin(), closure.nodes.end()), closure.nodes.end());
  for (const int n : closure.nodes) {
    const Node& node = nodes[static_cast<std::size_t>(n)];
    for (int k = node.nv - 1; k >= 0; --k) closure.dofs.push_back(node.v + k);
  }
  closures_.push_back(std::move(closure));
}

const std::string& Loops::name(const Closure& closure) const {
  const auto i = static_cast<std::size_t>(closure.index);
  switch (closure.kind) {
    case Closure::Kind::Joint:
      return specs_.joints[i].spec.name;
    case Closure::Kind::Rod:
      return specs_.rods[i].name;
    case Closure::Kind::Coupling:
      return specs_.couplings[i].name;
    case Closure::Kind::Rolling:
      break;
  }
  return specs_.rollings[i].name;
}

std::string Loops::coordinate_name(int dof) const {
  return dof < tree_->nv() ? tree_->coordinate_name(dof)
                           : links_->coordinate_name(dof - tree_->nv());
}

std::string Loops::configuration_name(int index) const {
  return index < tree_->nq() ? tree_->configuration_name(index)
                             : links_->configuration_name(index - tree_->nq());
}

int Loops::place(int dof) const {
  if (dof < tree_->nv()) return place_in_q(*tree_, dof);
  const int in_links = place_in_q(*links_, dof - tree_->nv());
  return in_links < 0 ? -1 : tree_->nq() + in_links;
}

int Loops::find_joint(std::string_view name) const {
  for (std::size_t i = 0; i < specs_.joints.size(); ++i)
    if (specs_.joints[i].spec.name == name) return static_cast<int>(i);
  return -1;
}

int Loops::find_dof(std::string_view name) const {
  const bool in_link = find_joint(name) >= 0 || find_joint(name.substr(0, name.rfind('.'))) >= 0;
  if (in_link) return tree_->nv() + links_->find_dof(name);
  try {
    return tree_->find_dof(name);
  } catch (const ModelError&) {
    for (int j = 0; j < tree_->joint_count(); ++j)
      if (tree_->joint(JointId{j}).spec.name == name) throw;  // a joint, but not one coordinate
    std::vector<std::string> names;
    for (int dof = 0; dof < nv(); ++dof) names.push_back(coordinate_name(dof));
    std::string hint = nearest_name_hint(name, names);
    for (int j = 0; j < tree_->joint_count(); ++j)
      if (const JointInfo& joint = tree_->joint(JointId{j}); tree_->body(joint.child).name == name)
        hint = fmt::format("; this is a body; its joint is '{}'", joint.spec.name);
    throw ModelError(fmt::format("the model has no coordinate named '{}'{}", name, hint));
  }
}

}  // namespace catena
