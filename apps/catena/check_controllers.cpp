// catena check: whether controllers can do what they are asked for, and what they do not know.

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "apps/catena/check_parts.hpp"
#include "catena/elements/motors.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena::app {

namespace {

// Bodies that joints and loops connect; the world connects nothing.
class Parts {
 public:
  explicit Parts(const SimulationSetup& setup)
      : model_(*setup.model), of_(static_cast<std::size_t>(model_.body_count())) {
    std::iota(of_.begin(), of_.end(), 0);
    for (int j = 0; j < model_.joint_count(); ++j) {
      const JointInfo& joint = model_.joint(JointId{j});
      join(joint.parent, joint.child);
    }
    if (!setup.loops) return;
    const LoopSpecs& specs = setup.loops->specs();
    for (const LoopJoint& joint : specs.joints) join(joint.a, joint.b);
    for (const Rod& rod : specs.rods) join(rod.a, rod.b);
    for (const Rolling& rolling : specs.rollings) join(rolling.a, rolling.b);
  }

  // Of the world: -1.
  int of(BodyId body) const {
    return body == world_body ? -1 : of_[static_cast<std::size_t>(body.index)];
  }
  int of_coordinate(int dof) const {
    for (int j = 0; j < model_.joint_count(); ++j) {
      const JointInfo& joint = model_.joint(JointId{j});
      if (dof >= joint.v && dof < joint.v + joint.nv) return of(joint.child);
    }
    return -1;
  }

 private:
  void join(BodyId a, BodyId b) {
    if (a == world_body || b == world_body) return;
    const int from = of(a), to = of(b);
    std::replace(of_.begin(), of_.end(), from, to);
  }

  const Model& model_;
  std::vector<int> of_;
};

class ControllerCheck {
 public:
  ControllerCheck(const SimulationSetup& setup, const Motor& motor, Remarks& remarks)
      : setup_(setup), motor_(motor), parts_(setup), remarks_(remarks) {
    for (const int dof : motor.dofs) own_.push_back(parts_.of_coordinate(dof));
  }

  void look() {
    for (const Motor& other : setup_.motors)
      if (other.make_planner && other.name != motor_.name &&
          std::any_of(other.dofs.begin(), other.dofs.end(),
                      [&](int dof) { return is_own(parts_.of_coordinate(dof)); }))
        remark(fmt::format("it does not know what '{}' does to the same mechanism", other.name));
    if (any_touches())
      remark("it does not know the forces of contacts of its mechanism, which answer to it");
    for (const StructureEvent& change : setup_.changes)
      if (!change.cut.empty() || !change.connect.empty())
        remark(fmt::format("it goes on to plan with the joints of the start after the change '{}'",
                           change.name));
    look_at_friction();
  }

 private:
  void remark(const std::string& text) {
    remarks_.push_back(fmt::format("controller '{}': {}", motor_.name, text));
  }
  bool is_own(int part) const {
    return part >= 0 && std::find(own_.begin(), own_.end(), part) != own_.end();
  }
  bool any_touches() const {
    for (const Contact& contact : setup_.contacts)
      if (is_own(parts_.of(contact.a)) || is_own(parts_.of(contact.b))) return true;
    if (!setup_.shape_contacts.enabled) return false;
    for (int b = 1; b < setup_.model->body_count(); ++b)
      if (is_own(parts_.of(BodyId{b})) && !setup_.model->shapes(BodyId{b}).empty()) return true;
    return false;
  }
  void look_at_friction() {
    const Model& model = *setup_.model;
    for (int j = 0; j < model.joint_count(); ++j) {
      const JointInfo& joint = model.joint(JointId{j});
      if (!is_own(parts_.of(joint.child)) || joint.spec.coulomb_friction.isZero(0.0)) continue;
      remark(
          fmt::format("it knows the dry friction of '{}' while this slides, and not while it "
                      "sticks",
                      joint.spec.name));
    }
  }

  const SimulationSetup& setup_;
  const Motor& motor_;
  Parts parts_;
  Remarks& remarks_;
  std::vector<int> own_;  // parts that it drives
};

}  // namespace

void check_controllers(const Simulation& start, Remarks& remarks) {
  const SimulationSetup& setup = start.setup();
  MotionEquations equations(setup);
  const State& state = start.state();
  const Motors* const motors = equations.group<Motors>();
  if (motors == nullptr || !motors->any_plans()) return;
  Evaluation forces;
  equations.begin(state);
  static_cast<World&>(equations).evaluate(state, forces);
  for (std::size_t m = 0; m < motors->count(); ++m) {
    const Planner* const planner = motors->planner(m);
    if (planner == nullptr) continue;
    for (const std::string& text : planner->remarks())
      remarks.push_back(fmt::format("controller '{}': {}", motors->motor(m).name, text));
    ControllerCheck(setup, motors->motor(m), remarks).look();
  }
}

}  // namespace catena::app
