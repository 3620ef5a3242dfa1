#include "catena/sim/changing_structure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "catena/dynamics/energy.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/elements/group.hpp"
#include "catena/elements/simulation_error.hpp"
#include "catena/sim/driving_impulses.hpp"

namespace catena {

namespace {

// Frames that are to be joined must meet to this, m or rad; the rest is closed like an error of
// integration.
constexpr double meets = 1e-6;

// Whether a motor acts on a ball joint: its axes would have another meaning if the joint were
// turned round.
bool drives_a_ball(const SimulationSetup& setup) {
  const auto is_ball = [&](int dof) {
    const int n = setup.model->dof_node()[static_cast<std::size_t>(dof)];
    return setup.model->nodes()[static_cast<std::size_t>(n)].kind == NodeKind::Spherical;
  };
  for (const Motor& motor : setup.motors)
    for (const int dof : motor.dofs)
      if (dof < setup.model->nv() && is_ball(dof)) return true;
  return false;
}

// Frame M of a joint at its zero position, where the bodies are now.
Transform<double> present_frame(const Model& tree, const Eigen::VectorXd& q,
                                const LoopJoint& joint) {
  Kinematics<double> kinematics(tree);
  kinematics.compute(tree, In<double>(q.data(), tree.nq()));
  const auto pose = [&](BodyId id) { return kinematics.pose(tree, tree.body_frame(id)); };
  return inverse(pose(joint.b)) * (pose(joint.a) * joint.X_AF);
}

// Velocity of body b against body a in world axes, at the place of a joint on b.
Motion<double> relative_velocity(const Model& tree, const State& state, const LoopJoint& joint) {
  Kinematics<double> kinematics(tree);
  kinematics.compute(tree, In<double>(state.q.data(), tree.nq()),
                     In<double>(state.v.data(), tree.nv()));
  const Vec3<double> p = (kinematics.pose(tree, tree.body_frame(joint.b)) * joint.X_BM).translation;
  const auto velocity = [&](BodyId id) {
    const FrameId frame = tree.body_frame(id);
    const Motion<double> motion = kinematics.velocity(tree, frame, Reference::WorldAligned);
    const Vec3<double> arm = p - kinematics.pose(tree, frame).translation;
    return Motion<double>{motion.angular, motion.linear + cross(motion.angular, arm)};
  };
  return velocity(joint.b) - velocity(joint.a);
}

void check_bodies(const LoopJoint& joint, const Model& tree) {
  for (const BodyId body : {joint.a, joint.b})
    if (body.index < 0 || body.index >= tree.body_count())
      throw ModelError(
          fmt::format("'{}' cannot be connected: there is no body {}, expected 0 to {}",
                      joint.spec.name, body.index, tree.body_count() - 1));
}

}  // namespace

// The user's description becomes the home structure the first time that something changes.
void ChangingStructure::need_structure() {
  if (varying_) return;
  varying_ = std::make_unique<VaryingStructure>(
      ModelBuilder::of(*setup_.model), setup_.loops ? setup_.loops->specs() : LoopSpecs{}, false);
  home_ = varying_->now();
  varying_->set_reroot(setup_.reroot && !drives_a_ball(setup_));
}

const Structure& ChangingStructure::now() {
  need_structure();
  return is_home() ? home_ : varying_->now();
}

std::shared_ptr<const Coordinates> ChangingStructure::coordinates() {
  if (is_home() && !varying_)
    return std::make_shared<const Coordinates>(setup_.model, setup_.loops);
  const Structure& structure = now();
  return std::make_shared<const Coordinates>(structure.tree, structure.loops,
                                             std::make_shared<const HomeLayout>(home_, structure));
}

void ChangingStructure::set_notes(const Structure& before) {
  notes_.clear();
  for (const std::string& note : now().notes)
    if (std::find(before.notes.begin(), before.notes.end(), note) == before.notes.end())
      notes_ += (notes_.empty() ? "" : "; ") + note;
}

void ChangingStructure::record(AppliedChange change, State& state) {
  auto list = state.changes ? *state.changes : std::vector<AppliedChange>{};
  const auto made = std::find_if(list.begin(), list.end(), [&](const AppliedChange& c) {
    return c.cut.empty() && c.connected.spec.name == change.cut;
  });
  if (!change.cut.empty() && made != list.end())
    list.erase(made);
  else
    list.push_back(std::move(change));
  state.changes =
      list.empty() ? nullptr : std::make_shared<const std::vector<AppliedChange>>(std::move(list));
  changed_ = state.changes != nullptr;
}

// Closes positions, then velocities. What moves on a path goes on as it did: the impulse that this
// takes, times the speed, is work of its drive. The rest of the change of kinetic energy is lost.
void ChangingStructure::jump(const Structure& joined, LoopSolver& solver, Eigen::VectorXd& q,
                             Eigen::VectorXd& v, Connected& result) const {
  const Model& tree = *joined.tree;
  const HomeLayout layout(home_, joined);
  HeldArray held(joined.loops->nv());
  held.setConstant(false);
  for (const PrescribedMotion& path : setup_.prescribed)
    if (const int dof = layout.dof(path.dof); dof >= 0) held[dof] = true;
  solver.close_position(q, held);
  const Eigen::VectorXd before = v;
  solver.close_velocity(q, v, held);
  Workspace<double> ws(tree);
  const auto kinetic = [&](const Eigen::VectorXd& at) {
    return kinetic_energy<double>(tree, In<double>(q.data(), tree.nq()),
                                  In<double>(at.data(), tree.nv()), ws);
  };
  result.kinetic_lost = kinetic(before) - kinetic(v);
  DrivingImpulses driving(tree);
  const Eigen::VectorXd& impulse = driving.find(q, v - before, &solver);
  for (const PrescribedMotion& path : setup_.prescribed) {
    const int dof = layout.dof(path.dof);
    result.path_work.push_back(dof < 0 ? 0.0 : 0.5 * impulse[dof] * (before[dof] + v[dof]));
    result.kinetic_lost += result.path_work.back();
  }
}

ChangingStructure::Connected ChangingStructure::connect(const Connect& what, State& state) {
  const Structure before = now();
  Connected result{.joint = what.joint};
  LoopJoint& joint = result.joint;
  check_bodies(joint, *before.tree);
  if (what.here) joint.X_BM = present_frame(*before.tree, state.q, joint);
  const Motion<double> relative = relative_velocity(*before.tree, state, joint);
  result.speed = norm(relative.linear), result.spin = norm(relative.angular);
  varying_->connect(joint);
  const std::string& name = joint.spec.name;
  const Structure joined = varying_->joined();
  Eigen::VectorXd q, v;
  map_state(before, state.q, state.v, joined, q, v);
  LoopSolver solver(joined.loops);
  const int closure = joined.loops->find_joint(name);
  Eigen::VectorXd errors;
  solver.position_errors(q, errors);
  if (const double gap = errors[closure]; !(gap <= meets)) {
    varying_->cut(name);
    throw SimulationError(fmt::format(
        "t = {:.9g} s: '{}' cannot be connected: its frames are {:.3g} (m or rad) apart; choose "
        "another moment, or connect them where they are ('here')",
        state.t, name, gap));
  }
  jump(joined, solver, q, v, result);
  result.impulse = solver.wrench(closure, solver.smallest_multipliers()).wrench;
  record({"", joint}, state);
  map_state(joined, q, v, varying_->now(), state.q, state.v);
  set_notes(before);
  result.note = notes_;
  const double apart = norm(joint.X_BM.translation - what.joint.X_BM.translation);
  if (what.leaves_place_out() && apart > meets)
    result.note += fmt::format(
        "{}'{}' is made at its place on body a ('here'); its place on body b was {:.4g} m from "
        "there",
        notes_.empty() ? "" : "; ", name, apart);
  return result;
}

void ChangingStructure::cut(std::string_view name, State& state) {
  const Structure before = now();
  varying_->cut(name);
  record({std::string(name), {}}, state);
  Eigen::VectorXd q, v;
  map_state(before, state.q, state.v, now(), q, v);
  state.q = std::move(q), state.v = std::move(v);
  set_notes(before);
}

// A connection with the specification that its event gives it.
LoopJoint ChangingStructure::described(const AppliedChange& change) const {
  LoopJoint joint = change.connected;
  if (change.has_spec) return joint;
  for (const StructureEvent& event : setup_.changes)
    for (const Connect& connect : event.connect)
      if (connect.joint.spec.name == joint.spec.name) {
        joint.spec = connect.joint.spec;
        return joint;
      }
  throw std::invalid_argument(
      fmt::format("restore: the state has a joint '{}' that was connected while it ran, and this "
                  "simulation has no event that makes it; was it saved from another scenario?",
                  joint.spec.name));
}

void ChangingStructure::restore(const State& state) {
  if (!state.changes) {
    varying_.reset();
    changed_ = false;
    return;
  }
  ChangingStructure other(setup_);
  other.need_structure();
  for (const AppliedChange& change : *state.changes) try {
      if (!change.cut.empty()) {
        other.varying_->cut(change.cut);
        continue;
      }
      const LoopJoint joint = described(change);
      check_bodies(joint, *other.home_.tree);
      other.varying_->connect(joint);
    } catch (const ModelError& error) {
      throw std::invalid_argument(
          fmt::format("restore: {}; was the state saved from another scenario?", error.what()));
    }
  varying_ = std::move(other.varying_);
  home_ = std::move(other.home_);
  changed_ = true;
}

}  // namespace catena
