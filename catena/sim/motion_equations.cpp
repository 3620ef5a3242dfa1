#include "catena/sim/motion_equations.hpp"

#include <algorithm>

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/derivatives.hpp"
#include "catena/dynamics/energy.hpp"
#include "catena/dynamics/passive.hpp"

namespace catena {

namespace {

// The part of all coordinates that belongs to the tree, or to the loop joints.
In<double> part(const Eigen::VectorXd& x, int first, int size) {
  return {x.data() + first, size};
}
Out<double> part(Eigen::VectorXd& x, int first, int size) {
  return {x.data() + first, size};
}

}  // namespace

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
  if (setup.loops && !setup.loops->empty()) {
    add(setup.loops->links(), model().nv());
    solver_ = std::make_unique<LoopSolver>(setup.loops);
    links_ws_ = std::make_unique<Workspace<double>>(setup.loops->links());
    wrenches_.resize(static_cast<std::size_t>(model().body_count()));
  }
  for (const PrescribedMotion& path : setup_.prescribed)
    on_path_[static_cast<std::size_t>(path.dof)] = 1;
  for (const Motor& motor : setup_.motors)
    motor_efforts_.push_back(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(motor.dofs.size())));
  held_.setConstant(false);
}

std::string MotionEquations::coordinate_name(int dof) const {
  return setup_.loops ? setup_.loops->coordinate_name(dof) : model().coordinate_name(dof);
}

void MotionEquations::begin(const State& state, bool reactions) {
  origin_ = state.q;
  any_held_ = has_reactions_ = false;
  for (int k = 0; k < nv_; ++k) {
    const CoordinateMode& mode = state.modes[static_cast<std::size_t>(k)];
    const bool stuck = breakaway_[k] > 0.0 && mode.slip == 0;
    const bool reacts = reactions && !on_path(k) && (mode.limit != 0 || stuck);
    held_[k] = on_path(k) || reacts;
    any_held_ |= held_[k];
    has_reactions_ |= reacts;
    slip_effort_[k] = held_[k] ? 0.0 : -sliding_[k] * mode.slip;
  }
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

void MotionEquations::set_paths(double t, Eigen::VectorXd& q, Eigen::VectorXd& v) const {
  for (const PrescribedMotion& path : setup_.prescribed) {
    const PathPoint point = path.path(t);
    q[chart_.place_in_q(path.dof)] = point.position;
    v[path.dof] = point.velocity;
  }
}

void MotionEquations::add_motor_efforts(double t, const Eigen::VectorXd& q,
                                        const Eigen::VectorXd& v, Eigen::VectorXd& tau) {
  if (layout_ && !setup_.motors.empty()) layout_->gather(q, v, q_home_, v_home_);
  for (std::size_t m = 0; m < setup_.motors.size(); ++m) {
    const Motor& motor = setup_.motors[m];
    Eigen::VectorXd& effort = motor_efforts_[m];
    if (layout_)
      motor.effort(t, q_home_, v_home_, effort);
    else
      motor.effort(t, q, v, effort);
    for (std::size_t i = 0; i < motor.dofs.size(); ++i) {
      double& e = effort[static_cast<Eigen::Index>(i)];
      if (motor.dofs[i] < 0) e = 0.0;  // its joint is cut
      if (!motor.effort_limit.empty())
        e = std::clamp(e, -motor.effort_limit[i], motor.effort_limit[i]);
      if (motor.dofs[i] >= 0) tau[motor.dofs[i]] += e;
    }
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
}

void MotionEquations::accelerations(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                    const Eigen::VectorXd& tau, Eigen::VectorXd& a) {
  if (any_held_) {
    for (int k = 0; k < nv_; ++k)
      if (held_[k]) a[k] = 0.0;
    for (const PrescribedMotion& path : setup_.prescribed) a[path.dof] = path.path(t).acceleration;
  }
  if (solver_)
    solver_->accelerations(q, v, tau, any_held_ ? held_.data() : nullptr, a);
  else if (any_held_)
    hybrid_accelerations<double>(model(), q, v, held_, tau, a, ws_);
  else
    aba<double>(model(), q, v, tau, a, ws_);
}

// The efforts that the accelerations of the last accelerations() need, with what the loops give;
// `tau` acted then. On held coordinates the rest is the reaction.
void MotionEquations::inverse_dynamics(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                       const Eigen::VectorXd& a, const Eigen::VectorXd& tau,
                                       Eigen::VectorXd& total) {
  if (!solver_) {
    rnea<double>(model(), q, v, a, total, ws_);
    return;
  }
  const int nq = model().nq(), nv = model().nv();
  const Eigen::VectorXd multipliers = solver_->smallest_multipliers();
  std::fill(wrenches_.begin(), wrenches_.end(), Force<double>::zero());
  solver_->add_body_wrenches(multipliers, tau.data() + nv, wrenches_);
  rnea<double>(model(), part(q, 0, nq), part(v, 0, nv), part(a, 0, nv), part(total, 0, nv), ws_,
               wrenches_);
  solver_->subtract_efforts(multipliers, total.data());
  total.tail(nv_ - nv) = tau.tail(nv_ - nv);
  solver_->add_held_efforts(multipliers, total.data());
}

void MotionEquations::powers(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double* power) {
  std::fill_n(power, sources_.all.size(), 0.0);
  for (int k = 0; k < nv_; ++k)
    if (const int place = sources_.of_dof[static_cast<std::size_t>(k)]; place >= 0)
      power[place] += v[k] * (damping_[k] * v[k] - slip_effort_[k]);
  double* motor_power = power + sources_.first_motor;
  for (std::size_t m = 0; m < setup_.motors.size(); ++m)
    for (std::size_t i = 0; i < setup_.motors[m].dofs.size(); ++i)
      if (const int dof = setup_.motors[m].dofs[i]; dof >= 0)
        motor_power[m] += motor_efforts_[m][static_cast<Eigen::Index>(i)] * v[dof];
  if (!setup_.prescribed.empty()) {
    inverse_dynamics(q, v, a_, tau_, inverse_);
    double* path_power = power + sources_.first_path;
    for (std::size_t p = 0; p < setup_.prescribed.size(); ++p) {
      const int dof = setup_.prescribed[p].dof;
      path_power[p] = (inverse_[dof] - tau_[dof]) * v[dof];
    }
  }
  std::size_t spring = 0;
  double* const spring_power = power + sources_.first_spring;
  spring_powers(model(), 0, 0, q, v, ws_, spring, spring_power);
  if (solver_)
    spring_powers(solver_->loops().links(), model().nq(), model().nv(), q, v, *links_ws_, spring,
                  spring_power);
}

// The antisymmetric part of a spring's matrix does work that no potential explains.
void MotionEquations::spring_powers(const Model& of, int first_q, int first_v,
                                    const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                    Workspace<double>& ws, std::size_t& spring, double* power) {
  for (const Spring& s : of.springs()) {
    if (s.conservative) continue;
    spring_deflection<double>(of, part(q, first_q, of.nq()), s, part(deflection_, 0, of.nv()), ws);
    inverse_.setZero();
    add_spring_efforts(of, s, antisymmetric_[spring], deflection_.data(), inverse_.data());
    power[spring++] = inverse_.head(of.nv()).dot(v.segment(first_v, of.nv()));
  }
}

double MotionEquations::close_loops(State& state) {
  if (!solver_) return 0.0;
  const int nq = model().nq(), nv = model().nv();
  const Eigen::VectorXd::Index links = state.q.size() - nq;
  const bool* const held = any_held_ ? held_.data() : nullptr;
  q_.tail(links) = state.q.tail(links);
  const double error = solver_->close_position(state.q, held, 3);
  solver_->close_velocity(state.q, state.v, held);
  // Held coordinates of loop joints stay where they are, to the last digit.
  for (int k = nv; held != nullptr && k < nv_; ++k)
    if (held[k] && chart_.place_in_q(k) >= 0)
      state.q[chart_.place_in_q(k)] = q_[chart_.place_in_q(k)];
  return error;
}

void MotionEquations::derivative(double t, const Eigen::VectorXd& y, Eigen::VectorXd& dydt) {
  chart_.position(origin_.data(), y.data(), q_.data());
  v_ = y.segment(nv_, nv_);
  set_paths(t, q_, v_);
  applied_efforts(t, q_, v_, tau_);
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
  accelerations(t, q, v, out.applied, out.a);
  if (!any_held_) return;
  inverse_dynamics(q, v, out.a, out.applied, inverse_);
  for (int k = 0; k < nv_; ++k)
    if (held_[k]) out.reaction[k] = inverse_[k] - out.applied[k];
}

void MotionEquations::evaluate_at(double t, const Eigen::VectorXd& y, Evaluation& out) {
  chart_.position(origin_.data(), y.data(), q_.data());
  v_ = y.segment(nv_, nv_);
  set_paths(t, q_, v_);
  evaluate(t, q_, v_, out);
}

double MotionEquations::value_of(const Condition& condition, double t, const Eigen::VectorXd& y) {
  chart_.position(origin_.data(), y.data(), q_.data());
  v_ = y.segment(nv_, nv_);
  set_paths(t, q_, v_);
  if (!layout_) return condition(t, q_, v_);
  layout_->gather(q_, v_, q_home_, v_home_);
  return condition(t, q_home_, v_home_);
}

double MotionEquations::value_of(const Condition& condition, const State& state) {
  if (!layout_) return condition(state.t, state.q, state.v);
  layout_->gather(state.q, state.v, q_home_, v_home_);
  return condition(state.t, q_home_, v_home_);
}

void MotionEquations::linearize(double t, const Eigen::VectorXd& y, Linearization& out) {
  chart_.position(origin_.data(), y.data(), q_.data());
  v_ = y.segment(nv_, nv_);
  set_paths(t, q_, v_);
  applied_efforts(t, q_, v_, tau_);
  accelerations(t, q_, v_, tau_, a_);
  const int nq = model().nq(), nv = model().nv();
  Eigen::MatrixXd K(nv, nv), C(nv, nv), M(nv, nv);
  rnea_derivatives<double>(model(), part(q_, 0, nq), part(v_, 0, nv), part(a_, 0, nv), K, C, M,
                           ws_);
  out.M.setZero(nv_, nv_), out.K.setZero(nv_, nv_), out.C.setZero(nv_, nv_);
  out.M.topLeftCorner(nv, nv) = M;
  out.K.topLeftCorner(nv, nv) = -K;
  out.C.topLeftCorner(nv, nv) = -C;
  out.C.diagonal() -= damping_;
  const auto add_springs = [&](const Model& of, int first_v) {
    for (const Spring& spring : of.springs())
      for (std::size_t r = 0; r < spring.dofs.size(); ++r)
        for (std::size_t c = 0; c < spring.dofs.size(); ++c)
          out.K(first_v + spring.dofs[r], first_v + spring.dofs[c]) -=
              spring.stiffness(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c));
  };
  add_springs(model(), 0);
  if (solver_) add_springs(solver_->loops().links(), nv);
  add_motor_slopes(t, out);
  if (solver_) {
    constrain(out);
    return;
  }
  for (int k = 0; k < nv_; ++k) {
    if (!held_[k]) continue;
    for (Eigen::MatrixXd* m : {&out.M, &out.K, &out.C}) m->row(k).setZero(), m->col(k).setZero();
    out.M(k, k) = 1.0;
  }
}

// With loops, efforts act through the mobility Y = Z (Z^T M Z)^-1 Z^T: dv/dt = Y (applied - h) +
// ... What the loops' own curvature adds is left out; it is not stiff.
void MotionEquations::constrain(Linearization& out) {
  Eigen::MatrixXd Y(nv_, nv_);
  solver_->prepare(q_, any_held_ ? held_.data() : nullptr);
  Eigen::VectorXd column(nv_);
  for (int k = 0; k < nv_; ++k) {
    column.setZero();
    if (!held_[k]) solver_->mobility(k, column);
    Y.col(k) = column;
  }
  out.K = Y * out.K;
  out.C = Y * out.C;
  out.M.setIdentity();
}

void MotionEquations::add_motor_slopes(double t, Linearization& out) {
  if (setup_.motors.empty()) return;
  Eigen::VectorXd xi = Eigen::VectorXd::Zero(nv_), q = q_, v = v_, plus(nv_), minus(nv_);
  for (int k = 0; k < nv_; ++k) {
    const double step = 1e-6 * std::max(1.0, std::abs(v_[k]));
    const auto difference = [&](auto&& move, Eigen::MatrixXd& slopes) {
      plus.setZero(), minus.setZero();
      move(step), add_motor_efforts(t, q, v, plus);
      move(-step), add_motor_efforts(t, q, v, minus);
      move(0.0);
      slopes.col(k) += (plus - minus) / (2.0 * step);
    };
    difference(
        [&](double d) {
          xi[k] = d;
          chart_.position(q_.data(), xi.data(), q.data());
        },
        out.K);
    difference([&](double d) { v[k] = v_[k] + d; }, out.C);
  }
}

EnergyBalance MotionEquations::energy(const State& state) {
  const int nq = model().nq(), nv = model().nv();
  EnergyBalance e;
  e.kinetic = kinetic_energy<double>(model(), part(state.q, 0, nq), part(state.v, 0, nv), ws_);
  e.potential = potential_energy<double>(model(), part(state.q, 0, nq), ws_);
  e.elastic = elastic_energy<double>(model(), part(state.q, 0, nq), ws_);
  if (solver_) {
    const Model& links = solver_->loops().links();
    e.elastic += elastic_energy<double>(links, part(state.q, nq, links.nq()), *links_ws_);
  }
  for (std::size_t s = 0; s < sources_.all.size(); ++s)
    (sources_.all[s].kind == EnergyKind::Work ? e.work : e.dissipated) +=
        state.spent[static_cast<Eigen::Index>(s)];
  e.dissipated += state.past_dissipated;
  e.work += state.past_work;
  e.impact = state.impact_loss;
  e.balance = e.stored() - state.initial_energy + e.dissipated + e.impact - e.work;
  return e;
}

}  // namespace catena
