#include "catena/sim/motion_equations.hpp"

#include <algorithm>

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/passive.hpp"
#include "catena/sim/coordinate_part.hpp"

namespace catena {

using detail::part;

MotionEquations::MotionEquations(const SimulationSetup& setup,
                                 std::shared_ptr<const HomeLayout> layout)
    : setup_(setup),
      layout_(std::move(layout)),
      nv_(setup.loops ? setup.loops->nv() : setup.model->nv()),
      chart_(setup.loops ? Chart(*setup.loops) : Chart(*setup.model)),
      sources_(energy_sources(setup)),
      ws_(*setup.model),
      sliding_(nv_),
      breakaway_(nv_),
      damping_(nv_),
      on_path_(static_cast<std::size_t>(nv_), 0),
      held_(nv_),
      slip_effort_(Eigen::VectorXd::Zero(nv_)),
      origin_(setup.loops ? setup.loops->nq() : setup.model->nq()),
      q_(origin_.size()),
      v_(nv_),
      tau_(nv_),
      a_(Eigen::VectorXd::Zero(nv_)),
      inverse_(nv_),
      deflection_(nv_) {
  const auto add = [&](const Model& part, int first_v) {
    for (int j = 0; j < part.joint_count(); ++j) {
      const JointInfo& joint = part.joint(JointId{j});
      sliding_.segment(first_v + joint.v, joint.nv) = joint.spec.coulomb_friction;
      breakaway_.segment(first_v + joint.v, joint.nv) = joint.spec.static_friction;
    }
    damping_.segment(first_v, part.nv()) = part.damping();
    for (const Spring& spring : part.springs())
      if (!spring.conservative)
        antisymmetric_.push_back(0.5 * (spring.stiffness - spring.stiffness.transpose()));
  };
  add(model(), 0);
  if ((setup.loops && !setup.loops->empty()) || !setup.contacts.empty()) {
    const auto loops =
        setup.loops ? setup.loops : std::make_shared<const Loops>(setup.model, LoopSpecs{});
    add(loops->links(), model().nv());
    solver_ = std::make_unique<LoopSolver>(loops);
    links_ws_ = std::make_unique<Workspace<double>>(loops->links());
    wrenches_.resize(static_cast<std::size_t>(model().body_count()));
  }
  if (!setup.contacts.empty())
    contacts_ = std::make_unique<ContactForces>(solver_->shared_loops(), setup.contacts);
  if (setup.may_be_pulled) pull_ = std::make_unique<PullForce>(model());
  if (!setup.cables.empty()) make_cables();
  for (const PrescribedMotion& path : setup_.prescribed)
    on_path_[static_cast<std::size_t>(path.dof)] = 1;
  motors_are_constant_ = std::all_of(setup_.motors.begin(), setup_.motors.end(),
                                     [](const Motor& motor) { return motor.constant; });
  for (const Motor& motor : setup_.motors)
    motor_efforts_.push_back(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(motor.dofs.size())));
  held_.setConstant(false);
}

std::string MotionEquations::coordinate_name(int dof) const {
  return setup_.loops ? setup_.loops->coordinate_name(dof) : model().coordinate_name(dof);
}

double MotionEquations::typical_acceleration() const {
  const double g = norm(model().gravity());
  return g > 0.0 ? g : 1.0;
}

void MotionEquations::begin(const State& state, bool reactions) {
  origin_ = state.q;
  any_held_ = false;
  for (int k = 0; k < nv_; ++k) {
    const CoordinateMode& mode = state.modes[static_cast<std::size_t>(k)];
    const bool stuck = breakaway_[k] > 0.0 && mode.slip == 0;
    const bool reacts = reactions && !on_path(k) && (mode.limit != 0 || stuck);
    held_[k] = on_path(k) || reacts;
    any_held_ |= held_[k];
    slip_effort_[k] = held_[k] ? 0.0 : -sliding_[k] * mode.slip;
  }
  if (cables_ && !state.cables.empty()) cables_->set_modes(state.cables);
  if (!contacts_) return;
  reactions ? contacts_->set_modes(state.contacts) : contacts_->open_all();
  if (!contacts_->any_closed()) return;
  locate_contacts(state);
  contacts_->keep_directions();
}

void MotionEquations::pack(const State& state, Eigen::VectorXd& y) const {
  y.resize(size());
  y << Eigen::VectorXd::Zero(nv_), state.v, state.spent;
}

void MotionEquations::unpack(double t, const Eigen::VectorXd& y, State& state) const {
  state.t = t;
  chart_.position(origin_.data(), y.data(), state.q.data());
  state.v = y.segment(nv_, nv_);
  state.spent = y.tail(size() - 2 * nv_);
  set_paths(t, state.q, state.v);
}

// q_ and v_ at (t, y).
void MotionEquations::read(double t, const Eigen::VectorXd& y) {
  chart_.position(origin_.data(), y.data(), q_.data());
  v_ = y.segment(nv_, nv_);
  set_paths(t, q_, v_);
}

void MotionEquations::set_paths(double t, Eigen::VectorXd& q, Eigen::VectorXd& v) const {
  for (const PrescribedMotion& path : setup_.prescribed) {
    const PathPoint point = path.path(t);
    q[chart_.place_in_q(path.dof)] = point.position;
    v[path.dof] = point.velocity;
  }
}

void MotionEquations::applied_efforts(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                      Eigen::VectorXd& tau) {
  const int nq = model().nq(), nv = model().nv();
  passive_efforts<double>(model(), part(q, 0, nq), part(v, 0, nv), part(tau, 0, nv), ws_);
  if (solver_) {
    const Model& links = solver_->loops().links();
    passive_efforts<double>(links, part(q, nq, links.nq()), part(v, nv, links.nv()),
                            part(tau, nv, links.nv()), *links_ws_);
  }
  tau += slip_effort_;
  add_motor_efforts(t, q, v, tau);
  if (!cables_) return;
  cables_->compute(t, q, v);
  cables_->add_joint_efforts(tau);
}

void MotionEquations::accelerations(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                    const Eigen::VectorXd& tau, Eigen::VectorXd& a) {
  if (any_held_) {
    for (int k = 0; k < nv_; ++k)
      if (held_[k]) a[k] = 0.0;
    for (const PrescribedMotion& path : setup_.prescribed) a[path.dof] = path.path(t).acceleration;
  }
  if (solver_) {
    const bool* const held = any_held_ ? held_.data() : nullptr;
    solver_->accelerations(q, v, tau, held, a);
    if (contacts_) contacts_->apply(*solver_, held, a);
  } else if (any_held_)
    hybrid_accelerations<double>(model(), q, v, held_, tau, a, ws_);
  else
    aba<double>(model(), q, v, tau, a, ws_);
}

// The efforts that the accelerations of the last accelerations() need, with what the loops give;
// `tau` acted then, the pull among it. On held coordinates the rest is the reaction.
void MotionEquations::inverse_dynamics(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                       const Eigen::VectorXd& a, const Eigen::VectorXd& tau,
                                       Eigen::VectorXd& total) {
  if (!solver_) {
    rnea<double>(model(), q, v, a, total, ws_);
    return;
  }
  const int nq = model().nq(), nv = model().nv();
  solver_->smallest_multipliers(multipliers_);
  std::fill(wrenches_.begin(), wrenches_.end(), Force<double>::zero());
  solver_->add_body_wrenches(multipliers_, tau.data() + nv, wrenches_);
  if (contacts_) contacts_->add_body_wrenches(wrenches_);
  rnea<double>(model(), part(q, 0, nq), part(v, 0, nv), part(a, 0, nv), part(total, 0, nv), ws_,
               wrenches_);
  solver_->subtract_efforts(multipliers_, total.data());
  total.tail(nv_ - nv) = tau.tail(nv_ - nv);
  solver_->add_held_efforts(multipliers_, total.data());
}

double MotionEquations::close_loops(State& state) {
  if (!solver_) return 0.0;
  const int nq = model().nq(), nv = model().nv();
  const Eigen::VectorXd::Index links = state.q.size() - nq;
  const bool* const held = any_held_ ? held_.data() : nullptr;
  q_.tail(links) = state.q.tail(links);
  double error = 0.0;
  if (!solver_->loops().empty()) {
    error = solver_->close_position(state.q, held, 3);
    solver_->close_velocity(state.q, state.v, held);
  }
  if (contacts_ && contacts_->any_closed()) {
    error = std::max(error, contacts_->close_position(*solver_, state.q, held));
    contacts_->close_velocity(*solver_, state.q, state.v, held);
  }
  // Held coordinates of loop joints stay where they are, to the last digit.
  for (int k = nv; held != nullptr && k < nv_; ++k)
    if (held[k] && chart_.place_in_q(k) >= 0)
      state.q[chart_.place_in_q(k)] = q_[chart_.place_in_q(k)];
  return error;
}

void MotionEquations::locate_contacts(double t, const Eigen::VectorXd& y) {
  read(t, y);
  solver_->place(q_, v_.data());
  contacts_->locate(*solver_);
}

void MotionEquations::locate_contacts(const State& state) {
  solver_->place(state.q, state.v.data());
  contacts_->locate(*solver_);
}

void MotionEquations::derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& dydt) {
  read(t, y);
  applied_efforts(t, q_, v_, tau_);
  add_pulls(q_, v_, tau_);
  accelerations(t, q_, v_, tau_, a_);
  chart_.rate(y.data(), q_.data(), v_.data(), dydt.data());
  dydt.segment(nv_, nv_) = a_;
  powers(q_, v_, dydt.data() + 2 * nv_);
}

void MotionEquations::position_rate(const Eigen::VectorXd& y,
                                    const Eigen::Ref<const Eigen::VectorXd>& v,
                                    Eigen::VectorXd& dydt) {
  chart_.position(origin_.data(), y.data(), q_.data());
  v_ = v;
  chart_.rate(y.data(), q_.data(), v_.data(), dydt.data());
}

void MotionEquations::evaluate(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                               Evaluation& out) {
  out.a.resize(nv_);
  out.applied.resize(nv_);
  out.reaction.setZero(nv_);
  applied_efforts(t, q, v, out.applied);
  tau_ = out.applied;
  add_pulls(q, v, tau_);
  accelerations(t, q, v, tau_, out.a);
  if (!any_held_) return;
  inverse_dynamics(q, v, out.a, tau_, inverse_);
  for (int k = 0; k < nv_; ++k)
    if (held_[k]) out.reaction[k] = inverse_[k] - tau_[k];
}

void MotionEquations::evaluate_at(double t, const Eigen::VectorXd& y, Evaluation& out) {
  read(t, y);
  evaluate(t, q_, v_, out);
}

double MotionEquations::value_of(const Condition& condition, double t, const Eigen::VectorXd& y) {
  read(t, y);
  if (!layout_) return condition(t, q_, v_);
  layout_->gather(q_, v_, q_home_, v_home_);
  return condition(t, q_home_, v_home_);
}

double MotionEquations::value_of(const Condition& condition, const State& state) {
  if (!layout_) return condition(state.t, state.q, state.v);
  layout_->gather(state.q, state.v, q_home_, v_home_);
  return condition(state.t, q_home_, v_home_);
}

}  // namespace catena
