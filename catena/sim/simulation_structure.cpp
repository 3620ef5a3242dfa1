// Simulation: joints that are made and cut while it runs.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/dynamics/kinematics.hpp"
#include "catena/sim/simulation.hpp"

namespace catena {

namespace {

constexpr double break_width = 1e-12;  // s

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

// What a change has put out of action, springs between several joints for instance.
std::string new_notes(const Structure& before, const Structure& after) {
  std::string text;
  for (const std::string& note : after.notes)
    if (std::find(before.notes.begin(), before.notes.end(), note) == before.notes.end())
      text += (text.empty() ? "" : "; ") + note;
  return text;
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
    const Motion<double> v = kinematics.velocity(tree, frame, Reference::WorldAligned);
    return Motion<double>{
        v.angular, v.linear + cross(v.angular, p - kinematics.pose(tree, frame).translation)};
  };
  return velocity(joint.b) - velocity(joint.a);
}

}  // namespace

// The user's description becomes the home structure the first time that something changes.
void Simulation::need_structure() {
  if (varying_) return;
  varying_ = std::make_unique<VaryingStructure>(
      ModelBuilder::of(*setup_.model), setup_.loops ? setup_.loops->specs() : LoopSpecs{}, false);
  home_ = varying_->now();
  varying_->set_reroot(setup_.reroot && !drives_a_ball(setup_));
}

const Structure& Simulation::structure() {
  need_structure();
  return state_.changes ? varying_->now() : home_;
}

MotionEquations& Simulation::observed() {
  if (!m_->observed) {
    m_->observed = std::make_unique<MotionEquations>(m_->equations.setup(), m_->layout);
    m_->observed->set_pull(pull_);
  }
  return *m_->observed;
}

void Simulation::evaluate(const State& state, Evaluation& out) {
  observed().begin(state);
  observed().evaluate(state.t, state.q, state.v, out);
}

// All that depends on the structure, made anew; what pulls goes on.
void Simulation::make_mechanics(const SimulationSetup& setup,
                                std::shared_ptr<const HomeLayout> layout) {
  ++structure_count_;
  m_ = std::make_unique<Mechanics>(setup, setup_.changes, std::move(layout));
  m_->equations.set_pull(pull_);
}

// The equations of a structure, with motors, paths and restitution where their joints are now.
void Simulation::rebuild(const Structure& to) {
  auto layout = std::make_shared<const HomeLayout>(home_, to);
  SimulationSetup now;
  now.model = to.tree;
  now.loops = to.loops;
  now.contacts = setup_.contacts;
  now.cables = setup_.cables;
  now.breaks = setup_.breaks;
  now.contact_options = setup_.contact_options;
  now.may_be_pulled = setup_.may_be_pulled;
  now.motors = setup_.motors;
  for (Motor& motor : now.motors)
    for (int& dof : motor.dofs) dof = layout->dof(dof);
  for (PrescribedMotion path : setup_.prescribed)
    if (const int dof = layout->dof(path.dof); dof >= 0) {
      path.dof = dof;
      now.prescribed.push_back(std::move(path));
    }
  if (setup_.limits.restitution.size() > 0) {
    now.limits.restitution.setZero(to.loops->nv());
    for (int k = 0; k < static_cast<int>(setup_.limits.restitution.size()); ++k)
      if (const int dof = layout->dof(k); dof >= 0)
        now.limits.restitution[dof] = setup_.limits.restitution[k];
  }
  make_mechanics(now, std::move(layout));
}

// Modes of coordinates that exist in both structures, and what sources have taken so far.
void Simulation::move_modes_and_energies(const Structure& from, const Structure& to,
                                         const EnergySources& sources_before) {
  std::vector<CoordinateMode> modes(static_cast<std::size_t>(to.loops->nv()));
  const auto place = [](const Structure& s, const JointPlace& p) -> std::pair<int, int> {
    if (p.where == JointPlace::Where::Tree) {
      const JointInfo& joint = s.tree->joint(JointId{p.index});
      return {joint.v, joint.nv};
    }
    if (p.where != JointPlace::Where::Loop) return {0, 0};
    const JointInfo& joint = s.loops->links().joint(JointId{p.index});
    return {s.tree->nv() + joint.v, joint.nv};
  };
  for (const JointPlace& new_place : to.places) {
    const auto [v, nv] = place(to, new_place);
    const auto [v_old, nv_old] = place(from, from.find(new_place.name));
    if (nv == nv_old) std::copy_n(state_.modes.begin() + v_old, nv, modes.begin() + v);
  }
  state_.modes = std::move(modes);
  const EnergySources& now = sources();
  Eigen::VectorXd spent = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(now.all.size()));
  for (std::size_t s = 0; s < sources_before.all.size(); ++s) {
    const EnergySource& old = sources_before.all[s];
    const double amount = state_.spent[static_cast<Eigen::Index>(s)];
    const auto found = std::find_if(now.all.begin(), now.all.end(), [&](const EnergySource& x) {
      return x.kind == old.kind && x.name == old.name;
    });
    if (found != now.all.end())
      spent[found - now.all.begin()] += amount;
    else
      (old.kind == EnergyKind::Work ? state_.past_work : state_.past_dissipated) += amount;
  }
  state_.spent = std::move(spent);
}

void Simulation::record_change(AppliedChange change) {
  auto list = state_.changes ? *state_.changes : std::vector<AppliedChange>{};
  const auto made = std::find_if(list.begin(), list.end(), [&](const AppliedChange& c) {
    return c.cut.empty() && c.connected.spec.name == change.cut;
  });
  if (!change.cut.empty() && made != list.end())
    list.erase(made);
  else
    list.push_back(std::move(change));
  state_.changes =
      list.empty() ? nullptr : std::make_shared<const std::vector<AppliedChange>>(std::move(list));
}

void Simulation::connect(const Connect& what, std::vector<SimulationEvent>* happened) {
  const Structure before = structure();
  LoopJoint joint = what.joint;
  if (what.here) joint.X_BM = present_frame(*before.tree, state_.q, joint);
  const Motion<double> relative = relative_velocity(*before.tree, state_, joint);
  varying_->connect(joint);
  const std::string& name = joint.spec.name;
  const Structure joined = varying_->joined();
  Eigen::VectorXd q, v;
  map_state(before, state_.q, state_.v, joined, q, v);
  LoopSolver solver(joined.loops);
  const int closure = joined.loops->find_joint(name);
  Eigen::VectorXd errors;
  solver.position_errors(q, errors);
  if (const double gap = errors[closure]; gap > meets) {
    varying_->cut(name);
    throw SimulationError(fmt::format(
        "t = {:.9g} s: '{}' cannot be connected: its frames are {:.3g} (m or rad) apart; choose "
        "another moment, or connect them where they are ('here')",
        state_.t, name, gap));
  }
  const HomeLayout layout(home_, joined);
  Eigen::Array<bool, Eigen::Dynamic, 1> held(joined.loops->nv());
  held.setConstant(false);
  for (const PrescribedMotion& path : setup_.prescribed)
    if (const int dof = layout.dof(path.dof); dof >= 0) held[dof] = true;
  solver.close_position(q, held.data());
  const double energy_before = m_->equations.energy(state_).stored();
  solver.close_velocity(q, v, held.data());
  const Force<double> impulse = solver.wrench(closure, solver.smallest_multipliers()).wrench;

  const EnergySources sources_before = sources();
  rebuild(varying_->now());
  map_state(joined, q, v, varying_->now(), state_.q, state_.v);
  move_modes_and_energies(before, varying_->now(), sources_before);
  record_change({"", joint});
  const double lost = energy_before - m_->equations.energy(state_).stored();
  state_.impact_loss += lost;
  std::vector<SimulationEvent> events;
  const auto vector = [](const Vec3<double>& x) { return Eigen::Vector3d(x.x, x.y, x.z); };
  events.push_back({.t = state_.t,
                    .kind = EventKind::Connect,
                    .name = name,
                    .v_before = norm(relative.linear),
                    .w_before = norm(relative.angular),
                    .energy_lost = lost,
                    .linear_impulse = vector(impulse.linear),
                    .angular_impulse = vector(impulse.angular),
                    .note = new_notes(before, varying_->now())});
  m_->rules.impact(state_, events);
  settle(events);
  state_.next_step = 0.0;
  if (happened) happened->insert(happened->end(), events.begin(), events.end());
}

void Simulation::cut(std::string_view name, std::vector<SimulationEvent>* happened) {
  const Structure before = structure();
  const std::string joint(name);
  const double energy_before = m_->equations.energy(state_).stored();
  varying_->cut(joint);
  const EnergySources sources_before = sources();
  record_change({joint, {}});
  const Structure& after = structure();  // that of the start when all changes are undone
  Eigen::VectorXd q, v;
  map_state(before, state_.q, state_.v, after, q, v);
  rebuild(after);
  state_.q = std::move(q), state_.v = std::move(v);
  move_modes_and_energies(before, after, sources_before);
  const double lost = energy_before - m_->equations.energy(state_).stored();
  state_.impact_loss += lost;
  std::vector<SimulationEvent> events;
  events.push_back({.t = state_.t,
                    .kind = EventKind::Cut,
                    .name = joint,
                    .energy_lost = lost,
                    .note = new_notes(before, after)});
  settle(events);
  state_.next_step = 0.0;
  if (happened) happened->insert(happened->end(), events.begin(), events.end());
}

// The time of the next change that has one.
double Simulation::next_change() const {
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < setup_.changes.size(); ++c)
    if (!state_.happened[c] && setup_.changes[c].at > state_.t)
      next = std::min(next, setup_.changes[c].at);
  // Just before a break, and then at it: what jumps there is looked at on one side only.
  for (const double at : setup_.breaks)
    for (const double t : {at - break_width, at})
      if (t > state_.t) next = std::min(next, t);
  return next;
}

void Simulation::run_due_changes(const RunObserver& observer) {
  for (std::size_t c = 0; c < setup_.changes.size(); ++c) {
    if (state_.happened[c] || !(setup_.changes[c].at <= state_.t)) continue;
    std::vector<SimulationEvent> happened;
    change(c, happened);
    if (observer.event)
      for (const SimulationEvent& e : happened) observer.event(e);
  }
}

void Simulation::change(std::size_t event, std::vector<SimulationEvent>& happened) {
  state_.happened[event] = true;
  for (const std::string& name : setup_.changes[event].cut) cut(name, &happened);
  for (const Connect& what : setup_.changes[event].connect) connect(what, &happened);
}

}  // namespace catena
