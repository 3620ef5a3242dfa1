#include "catena/sim/object_holders.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "catena/elements/applied_force.hpp"
#include "catena/elements/bushing.hpp"
#include "catena/elements/law_spring.hpp"
#include "catena/elements/point_spring.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {

namespace {

class HolderList {
 public:
  explicit HolderList(BodyId object) : object_(object) {}

  void add(std::string_view kind, const std::string& name) {
    names_.push_back(fmt::format("{} '{}'", kind, name));
  }
  template <class Item>
  void add_between(std::string_view kind, const Item& item) {
    if (item.a == object_ || item.b == object_) add(kind, item.name);
  }
  BodyId object() const { return object_; }
  std::vector<std::string> take() { return std::move(names_); }

 private:
  BodyId object_;
  std::vector<std::string> names_;
};

void add_joints(const Model& model, HolderList& list) {
  for (int i = 0; i < model.joint_count(); ++i) {
    const JointInfo& joint = model.joint(JointId{i});
    const bool holds = joint.child == list.object() && joint.spec.kind != JointKind::Free;
    if (holds || joint.parent == list.object()) list.add("joint", joint.spec.name);
  }
}

void add_loops(const Loops* loops, HolderList& list) {
  if (loops == nullptr) return;
  const LoopSpecs& specs = loops->specs();
  for (const LoopJoint& joint : specs.joints)
    if (joint.a == list.object() || joint.b == list.object()) list.add("joint", joint.spec.name);
  for (const Rod& rod : specs.rods) list.add_between("rod", rod);
  for (const Rolling& rolling : specs.rollings) list.add_between("rolling constraint", rolling);
}

void add_elements(const ElementSet& set, HolderList& list) {
  if (const auto* springs = dynamic_cast<const PointSpringSet*>(&set))
    for (const PointSpring& spring : springs->springs()) list.add_between("spring", spring);
  if (const auto* springs = dynamic_cast<const LawSpringSet*>(&set))
    for (const LawSpring& spring : springs->springs()) list.add_between("spring", spring);
  if (const auto* bushings = dynamic_cast<const BushingSet*>(&set))
    for (const Bushing& bushing : bushings->bushings()) list.add_between("bushing", bushing);
  if (const auto* forces = dynamic_cast<const AppliedForceSet*>(&set))
    for (const AppliedForce& force : forces->forces())
      if (force.body == list.object()) list.add("force", force.name);
}

}  // namespace

std::vector<std::string> object_holders(Simulation& simulation, const State& state, BodyId object) {
  HolderList list(object);
  add_joints(simulation.model(), list);
  add_loops(simulation.observed().coordinates().loops_or_none().get(), list);
  const SimulationSetup& setup = simulation.observed().setup();
  const auto is_switched_off = [&](std::string_view kind, const std::string& name) {
    return state.off && is_off(*state.off, kind, name);
  };
  for (const std::shared_ptr<const ElementSet>& set : setup.elements) {
    const std::shared_ptr<const ElementSet> on = state.off ? set->without(*state.off) : nullptr;
    add_elements(on ? *on : *set, list);
  }
  for (const Cable& cable : setup.cables)
    if (!is_switched_off("cable", cable.name) &&
        std::any_of(cable.route.begin(), cable.route.end(),
                    [&](const CableStop& stop) { return stop.body == object; }))
      list.add("cable", cable.name);
  return list.take();
}

}  // namespace catena
