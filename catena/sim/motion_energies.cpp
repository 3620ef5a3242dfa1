// MotionEquations: energies, and the powers of all that takes or gives some.

#include <algorithm>

#include "catena/dynamics/energy.hpp"
#include "catena/dynamics/passive.hpp"
#include "catena/sim/coordinate_part.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena {

using detail::part;

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
  for (std::size_t c = 0; c < sources_.of_contact.size(); ++c)
    if (const int place = sources_.of_contact[c]; place >= 0)
      power[place] = contacts_->dissipation(static_cast<int>(c));
  if (is_pulled()) power[sources_.pull] = pull_->power();
  for (std::size_t c = 0; c < sources_.of_cable.size(); ++c) {
    const auto [wound, dissipated, winch] = sources_.of_cable[c];
    const int cable = static_cast<int>(c);
    power[wound] = cables_->wound_power(cable);
    if (dissipated >= 0) power[dissipated] = cables_->dissipation(cable);
    if (winch >= 0) power[winch] = cables_->winch_power(cable);
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
  if (cables_) {
    cables_->set_modes(state.cables);
    stretch_cables(state);
    e.elastic += cables_->elastic_energy();
  }
  for (std::size_t s = 0; s < sources_.all.size(); ++s) {
    const EnergyKind kind = sources_.all[s].kind;
    (kind == EnergyKind::Work     ? e.work
     : kind == EnergyKind::Stored ? e.elastic
                                  : e.dissipated) += state.spent[static_cast<Eigen::Index>(s)];
  }
  e.dissipated += state.past_dissipated;
  e.work += state.past_work;
  e.impact = state.impact_loss;
  e.balance = e.stored() - state.initial_energy + e.dissipated + e.impact - e.work;
  return e;
}

}  // namespace catena
