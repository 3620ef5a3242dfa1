#include "catena/sim/motion_equations.hpp"

#include <algorithm>

#include "catena/dynamics/aba.hpp"
#include "catena/dynamics/derivatives.hpp"
#include "catena/dynamics/energy.hpp"
#include "catena/dynamics/passive.hpp"

namespace catena {

MotionEquations::MotionEquations(const SimulationSetup& setup)
    : setup_(setup),
      nv_(setup.model->nv()),
      chart_(*setup.model),
      sources_(energy_sources(setup)),
      ws_(*setup.model),
      sliding_(nv_),
      breakaway_(nv_),
      on_path_(static_cast<std::size_t>(nv_), 0),
      held_(nv_),
      slip_effort_(Eigen::VectorXd::Zero(nv_)),
      origin_(setup.model->nq()),
      q_(setup.model->nq()),
      v_(nv_),
      tau_(nv_),
      a_(Eigen::VectorXd::Zero(nv_)),
      inverse_(nv_),
      deflection_(nv_) {
  for (int j = 0; j < model().joint_count(); ++j) {
    const JointInfo& joint = model().joint(JointId{j});
    sliding_.segment(joint.v, joint.nv) = joint.spec.coulomb_friction;
    breakaway_.segment(joint.v, joint.nv) = joint.spec.static_friction;
  }
  for (const PrescribedMotion& path : setup_.prescribed)
    on_path_[static_cast<std::size_t>(path.dof)] = 1;
  for (const Motor& motor : setup_.motors)
    motor_efforts_.push_back(Eigen::VectorXd::Zero(static_cast<Eigen::Index>(motor.dofs.size())));
  held_.setConstant(false);
  for (const Spring& spring : model().springs())
    if (!spring.conservative)
      antisymmetric_.push_back(0.5 * (spring.stiffness - spring.stiffness.transpose()));
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
  for (std::size_t m = 0; m < setup_.motors.size(); ++m) {
    const Motor& motor = setup_.motors[m];
    Eigen::VectorXd& effort = motor_efforts_[m];
    motor.effort(t, q, v, effort);
    for (std::size_t i = 0; i < motor.dofs.size(); ++i) {
      double& e = effort[static_cast<Eigen::Index>(i)];
      if (!motor.effort_limit.empty())
        e = std::clamp(e, -motor.effort_limit[i], motor.effort_limit[i]);
      tau[motor.dofs[i]] += e;
    }
  }
}

void MotionEquations::applied_efforts(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                      Eigen::VectorXd& tau) {
  passive_efforts<double>(model(), q, v, tau, ws_);
  tau += slip_effort_;
  add_motor_efforts(t, q, v, tau);
}

void MotionEquations::accelerations(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                    const Eigen::VectorXd& tau, Eigen::VectorXd& a) {
  if (!any_held_) {
    aba<double>(model(), q, v, tau, a, ws_);
    return;
  }
  for (int k = 0; k < nv_; ++k)
    if (held_[k]) a[k] = 0.0;
  for (const PrescribedMotion& path : setup_.prescribed) a[path.dof] = path.path(t).acceleration;
  hybrid_accelerations<double>(model(), q, v, held_, tau, a, ws_);
}

void MotionEquations::powers(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double* power) {
  std::fill_n(power, sources_.all.size(), 0.0);
  for (int k = 0; k < nv_; ++k)
    if (const int place = sources_.of_dof[static_cast<std::size_t>(k)]; place >= 0)
      power[place] += v[k] * (model().damping()[k] * v[k] - slip_effort_[k]);
  double* motor_power = power + sources_.first_motor;
  for (std::size_t m = 0; m < setup_.motors.size(); ++m)
    for (std::size_t i = 0; i < setup_.motors[m].dofs.size(); ++i)
      motor_power[m] +=
          motor_efforts_[m][static_cast<Eigen::Index>(i)] * v[setup_.motors[m].dofs[i]];
  if (!setup_.prescribed.empty()) {
    rnea<double>(model(), q, v, a_, inverse_, ws_);
    double* path_power = power + sources_.first_path;
    for (std::size_t p = 0; p < setup_.prescribed.size(); ++p) {
      const int dof = setup_.prescribed[p].dof;
      path_power[p] = (inverse_[dof] - tau_[dof]) * v[dof];
    }
  }
  // The antisymmetric part of a spring's matrix does work that no potential explains.
  double* spring_power = power + sources_.first_spring;
  for (const Spring& spring : model().springs()) {
    if (spring.conservative) continue;
    spring_deflection<double>(model(), q, spring, deflection_, ws_);
    inverse_.setZero();
    add_spring_efforts(
        model(), spring,
        antisymmetric_[static_cast<std::size_t>(spring_power - power - sources_.first_spring)],
        deflection_.data(), inverse_.data());
    *spring_power = inverse_.dot(v);
    ++spring_power;
  }
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
  rnea<double>(model(), q, v, out.a, inverse_, ws_);
  for (int k = 0; k < nv_; ++k)
    if (held_[k]) out.reaction[k] = inverse_[k] - out.applied[k];
}

void MotionEquations::evaluate_at(double t, const Eigen::VectorXd& y, Evaluation& out) {
  chart_.position(origin_.data(), y.data(), q_.data());
  v_ = y.segment(nv_, nv_);
  set_paths(t, q_, v_);
  evaluate(t, q_, v_, out);
}

void MotionEquations::linearize(double t, const Eigen::VectorXd& y, Linearization& out) {
  chart_.position(origin_.data(), y.data(), q_.data());
  v_ = y.segment(nv_, nv_);
  set_paths(t, q_, v_);
  applied_efforts(t, q_, v_, tau_);
  accelerations(t, q_, v_, tau_, a_);
  out.M.resize(nv_, nv_), out.K.resize(nv_, nv_), out.C.resize(nv_, nv_);
  rnea_derivatives<double>(model(), q_, v_, a_, out.K, out.C, out.M, ws_);
  out.K *= -1.0, out.C *= -1.0;
  out.C.diagonal() -= model().damping();
  for (const Spring& spring : model().springs())
    for (std::size_t r = 0; r < spring.dofs.size(); ++r)
      for (std::size_t c = 0; c < spring.dofs.size(); ++c)
        out.K(spring.dofs[r], spring.dofs[c]) -=
            spring.stiffness(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c));
  add_motor_slopes(t, out);
  for (int k = 0; k < nv_; ++k) {
    if (!held_[k]) continue;
    for (Eigen::MatrixXd* m : {&out.M, &out.K, &out.C}) m->row(k).setZero(), m->col(k).setZero();
    out.M(k, k) = 1.0;
  }
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
  EnergyBalance e;
  e.kinetic = kinetic_energy<double>(model(), state.q, state.v, ws_);
  e.potential = potential_energy<double>(model(), state.q, ws_);
  e.elastic = elastic_energy<double>(model(), state.q, ws_);
  for (std::size_t s = 0; s < sources_.all.size(); ++s)
    (sources_.all[s].kind == EnergyKind::Work ? e.work : e.dissipated) +=
        state.spent[static_cast<Eigen::Index>(s)];
  e.impact = state.impact_loss;
  e.balance = e.stored() - state.initial_energy + e.dissipated + e.impact - e.work;
  return e;
}

}  // namespace catena
