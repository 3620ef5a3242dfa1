// MotionEquations: energies, and the powers of all that takes or gives some.

#include <algorithm>

#include "catena/constraints/link_length.hpp"
#include "catena/dynamics/energy.hpp"
#include "catena/sim/motion_equations.hpp"
#include "catena/structure/coordinate_part.hpp"

namespace catena {

using detail::part;

void MotionEquations::powers(const Look& look, double* power) {
  std::fill_n(power, ledger_.count(), 0.0);
  for (const auto& group : groups_) group->add_powers(look, power);
  if (paths_.empty()) return;
  inverse_dynamics(look, a_, tau_, inverse_);
  for (std::size_t p = 0; p < paths_.size(); ++p) {
    const int dof = paths_[p].dof;
    power[path_accounts_[p]] += (inverse_[dof] - tau_[dof]) * look.v[dof];
  }
}

// In a workspace of its own: impulses are asked for in the middle of what the other one is for.
double MotionEquations::drive_work(const RowList& list, const Eigen::VectorXd& impulse,
                                   Eigen::VectorXd& spent) {
  spent.setZero(ledger_.count());
  for (const RowOwner* const owner : row_owners_)
    owner->add_drive_work(list, impulse, spent.data());
  return spent.sum();
}

double MotionEquations::kinetic_energy_with(const State& state, const Eigen::VectorXd& v) {
  return kinetic_energy<double>(model(), part(state.q, 0, model().nq()), part(v, 0, model().nv()),
                                energy_ws_);
}

double MotionEquations::present_energy() {
  const double moving = kinetic_energy<double>(model(), part(q_, 0, model().nq()),
                                               part(v_, 0, model().nv()), energy_ws_);
  return moving + typical_force() * link_length(model());
}

EnergyBalance MotionEquations::energy(const State& state) {
  const int nq = model().nq(), nv_tree = model().nv();
  EnergyBalance e;
  e.kinetic = kinetic_energy<double>(model(), part(state.q, 0, nq), part(state.v, 0, nv_tree), ws_);
  e.potential = potential_energy<double>(model(), part(state.q, 0, nq), ws_);
  const Look here = look(state);
  for (const auto& group : groups_) e.elastic += group->stored_energy(here, state);
  for (int s = 0; s < ledger_.count(); ++s) {
    const EnergyKind kind = ledger_.source(s).kind;
    (kind == EnergyKind::Work     ? e.work
     : kind == EnergyKind::Stored ? e.elastic
                                  : e.dissipated) += state.spent[s];
  }
  e.dissipated += state.past_dissipated;
  e.work += state.past_work;
  e.impact = state.impact_loss;
  e.balance = e.stored() - state.initial_energy + e.dissipated + e.impact - e.work;
  return e;
}

}  // namespace catena
