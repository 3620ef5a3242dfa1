#include "catena/structure/structure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/math/index.hpp"

namespace catena {

namespace {

using Where = JointPlace::Where;

bool before(const JointPlace& place, std::string_view name) {
  return place.name < name;
}

// Joints of the tree, loop joints, and free joints of the home tree that re-rooting took out. The
// names are those in the tree, in `loops` and in the home tree, which must outlive the places.
std::vector<JointPlace> list_places(const HomeTree& home, const Connections& connections,
                                    const TreePlan& plan, const Model& tree,
                                    const std::vector<LoopJoint>& loops) {
  std::vector<JointPlace> places;
  places.reserve(plan.of_body.size() + loops.size());
  std::vector<bool> used(to_index(home.model->joint_count()), false);
  for (std::size_t b = 1; b < plan.of_body.size(); ++b) {
    const Hanging& hanging = plan.of_body[b];
    const JointId id = tree.body(BodyId{static_cast<int>(b)}).inboard_joint;
    places.push_back({Where::Tree, id.index, hanging.reversed, hanging.by == Hanging::By::Made,
                      tree.joint(id).spec.name});
    if (hanging.by == Hanging::By::Home) used[to_index(hanging.index)] = true;
  }
  for (std::size_t i = 0; i < loops.size(); ++i)
    places.push_back({Where::Loop, static_cast<int>(i), false, false, loops[i].spec.name});
  for (int j = 0; j < home.model->joint_count(); ++j)
    if (!used[to_index(j)] && !connections.cut[to_index(j)])
      places.push_back({Where::Pose, j, false, false, home.model->joint(JointId{j}).spec.name});
  std::sort(places.begin(), places.end(),
            [](const JointPlace& x, const JointPlace& y) { return x.name < y.name; });
  return places;
}

// The couplings whose joints exist, with the present places of their coordinates.
void place_couplings(const Connections& connections, Structure& structure, LoopSpecs& specs) {
  std::vector<int> loop_dof = {structure.tree->nv()};
  for (const LoopJoint& joint : specs.joints)
    loop_dof.push_back(loop_dof.back() + velocity_size(joint.spec.kind, joint.spec.custom.get()));
  for (const NamedCoupling& named : connections.couplings) {
    Coupling coupling = named.coupling;
    coupling.dofs.clear();
    for (const auto& coordinate : named.coordinates) {
      const JointPlace place = structure.find(coordinate.joint);
      const bool in_tree = place.where == Where::Tree, in_loop = place.where == Where::Loop;
      const bool same =
          (in_tree && structure.tree->joint(JointId{place.index}).spec.kind == coordinate.kind) ||
          (in_loop && specs.joints[to_index(place.index)].spec.kind == coordinate.kind);
      if (!same) {
        structure.notes.push_back(fmt::format("coupling '{}' is off while joint '{}' is cut",
                                              coupling.name, coordinate.joint));
        break;
      }
      coupling.dofs.push_back(coordinate.k + (in_tree
                                                  ? structure.tree->joint(JointId{place.index}).v
                                                  : loop_dof[to_index(place.index)]));
    }
    if (coupling.dofs.size() == named.coordinates.size())
      specs.couplings.push_back(std::move(coupling));
  }
}

void note_springs(const HomeTree& home, Structure& structure) {
  for (const SpringSpec& spring : home.springs)
    for (const JointId id : spring.joints) {
      const JointSpec& wanted = home.model->joint(id).spec;
      const JointPlace place = structure.find(wanted.name);
      if (place.where == Where::Tree &&
          structure.tree->joint(JointId{place.index}).spec.kind == wanted.kind)
        continue;
      structure.notes.push_back(fmt::format("spring '{}' is off while joint '{}' is {}",
                                            spring.name, wanted.name,
                                            place.where == Where::Loop ? "in a loop" : "cut"));
      break;
    }
}

}  // namespace

JointPlace Structure::find(std::string_view name) const {
  const auto found = std::lower_bound(places.begin(), places.end(), name, before);
  return found != places.end() && found->name == name ? *found : JointPlace{};
}

VaryingStructure::VaryingStructure(const ModelBuilder& home, const LoopSpecs& loops, bool reroot)
    : home_(home, loops), connections_(home_, Loops(home_.model, loops)) {
  plan_ = plan_tree(home_, connections_, false);  // whose tree is there already
  now_.tree = home_.model;
  connections_.reroot = reroot;
  change(connections_);
}

// Everything that follows from a plan and its tree.
Structure VaryingStructure::finish(const Connections& connections, const TreePlan& plan,
                                   std::shared_ptr<const Model> tree) const {
  Structure structure;
  structure.home = home_.model;
  structure.tree = std::move(tree);
  LoopSpecs specs;
  specs.joints.reserve(connections.joints.size());
  for (const Connection& connection : connections.joints)
    if (!plan.has(connection)) specs.joints.push_back(*connection.joint);
  specs.rods = connections.rods;
  specs.rollings = connections.rollings;
  // Moving the specifications into the loops leaves their joints, and so the names, where they are.
  structure.places = list_places(home_, connections, plan, *structure.tree, specs.joints);
  place_couplings(connections, structure, specs);
  note_springs(home_, structure);
  structure.loops = std::make_shared<const Loops>(structure.tree, std::move(specs));
  return structure;
}

// A plan equal to the present one reuses the tree.
VaryingStructure::Compiled VaryingStructure::compile(const Connections& connections) const {
  TreePlan plan = plan_tree(home_, connections, connections.reroot);
  std::shared_ptr<const Model> tree =
      plan == plan_ ? now_.tree
                    : std::make_shared<const Model>(build_tree(home_, connections, plan));
  Structure structure = finish(connections, plan, std::move(tree));
  return {std::move(plan), std::move(structure)};
}

// Takes over what the new connections compile to, or throws and changes nothing.
void VaryingStructure::change(Connections connections) {
  Compiled compiled = compile(connections);
  plan_ = std::move(compiled.plan);
  now_ = joined_ = std::move(compiled.structure);
  connections_ = std::move(connections);
}

void VaryingStructure::connect(const LoopJoint& joint) {
  const std::string& name = joint.spec.name;
  if (home_.is_free_name(name))
    throw ModelError(
        fmt::format("connect: the name '{}' is reserved for the free joint of a body that is cut "
                    "off; choose another",
                    name));
  if (connections_.has(home_, name))
    throw ModelError(fmt::format(
        "connect: a joint or constraint named '{}' exists already; cut it first or choose another "
        "name",
        name));
  Connections connections = connections_;
  connections.add(home_, joint);
  Structure joined = finish(connections, plan_, now_.tree);  // this also checks the joint
  if (plan_tree(home_, connections, connections.reroot) == plan_) {
    now_ = joined;
    connections_ = std::move(connections);
  } else {
    change(std::move(connections));
  }
  joined_ = std::move(joined);
}

void VaryingStructure::cut(std::string_view name) {
  Connections connections = connections_;
  if (!connections.remove(home_, name)) {
    if (home_.is_free_name(name))
      throw ModelError(fmt::format(
          "cut: '{}' is the free joint of a body that was cut off; it connects nothing", name));
    for (int j = 0; j < home_.model->joint_count(); ++j)
      if (home_.model->joint(JointId{j}).spec.name == name)
        throw ModelError(fmt::format("cut: joint '{}' is cut already", name));
    throw ModelError(fmt::format("cut: there is no joint or constraint named '{}'{}", name,
                                 nearest_name_hint(name, connections_.names(home_))));
  }
  change(std::move(connections));
}

void VaryingStructure::set_reroot(bool on) {
  Connections connections = connections_;
  connections.reroot = on;
  change(std::move(connections));
}

}  // namespace catena
