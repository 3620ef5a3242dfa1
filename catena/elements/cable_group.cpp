#include "catena/elements/cable_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "catena/elements/event.hpp"
#include "catena/elements/kinks.hpp"
#include "catena/elements/simulation_error.hpp"
#include "catena/elements/world.hpp"

namespace catena {

namespace {

std::vector<int> dofs_of_start(const Coordinates& coordinates) {
  std::vector<int> dofs;
  for (int k = 0; k < coordinates.home_count(); ++k) dofs.push_back(coordinates.from_home(k));
  return dofs;
}

EventKind kind_of(CableChange change) {
  switch (change) {
    case CableChange::Taut:
      return EventKind::Taut;
    case CableChange::Slack:
      return EventKind::Slack;
    case CableChange::Slip:
      return EventKind::Slip;
    case CableChange::Stick:
      break;
  }
  return EventKind::Stick;
}

// Where cables ask for bodies at all.
const Kinematics<double>* bodies_for(const CableForces& forces, const Look& look) {
  return forces.any_on_bodies() ? &look.bodies() : nullptr;
}

}  // namespace

CableGroup::CableGroup(const Coordinates& coordinates, const std::vector<Cable>& cables)
    : forces_(coordinates.tree(), cables, dofs_of_start(coordinates), coordinates.places_in_q()) {}

void CableGroup::use(const Kinks& kinks) {
  kinks_ = &kinks;
  kink_places_.clear();
  for (int c = 0; c < forces_.count(); ++c)
    kink_places_.push_back(
        forces_.cable(c).kinked ? kinks.find(KinkItem::Of::Winch, forces_.cable(c).name) : -1);
}

void CableGroup::set_branches() {
  for (std::size_t c = 0; c < kink_places_.size(); ++c)
    if (kink_places_[c] >= 0)
      forces_.set_branches(static_cast<int>(c), kinks_->branches(kink_places_[c]));
}

void CableGroup::start(World& world, State& state, std::vector<SimulationEvent>&) {
  const Look look = world.look(state);
  for (int c = 0; c < forces_.count(); ++c) forces_.set_branches(c, nullptr);
  state.set_modes(index(), forces_.start(look.t, look.q, look.v, bodies_for(forces_, look)));
}

void CableGroup::begin(const State& state, bool, HeldArray&) {
  if (state.modes[static_cast<std::size_t>(index())])
    forces_.set_modes(state.modes_of<CableModes>(index()));
}

void CableGroup::compute(const Look& look) {
  set_branches();
  forces_.compute(look.t, look.q, look.v, bodies_for(forces_, look));
}

void CableGroup::open_accounts(Ledger& ledger) {
  for (int c = 0; c < forces_.count(); ++c) {
    const Cable& cable = forces_.cable(c);
    Accounts accounts{ledger.open(EnergyKind::Stored, cable.name)};
    const bool has_friction =
        std::any_of(cable.route.begin(), cable.route.end(),
                    [](const CableStop& stop) { return stop.friction > 0.0; });
    if (has_friction || cable.material.damping > 0.0)
      accounts.dissipated = ledger.open(EnergyKind::Dissipated, cable.name);
    if (cable.winch) accounts.winch = ledger.open(EnergyKind::Work, cable.name);
    accounts_.push_back(accounts);
  }
}

void CableGroup::add_powers(const Look&, double* power) const {
  for (int c = 0; c < forces_.count(); ++c) {
    const auto [wound, dissipated, winch] = accounts_[static_cast<std::size_t>(c)];
    power[wound] += forces_.wound_power(c);
    if (dissipated >= 0) power[dissipated] += forces_.dissipation(c);
    if (winch >= 0) power[winch] += forces_.winch_power(c);
  }
}

double CableGroup::stored_energy(const Look& look, const State& state) {
  forces_.set_modes(state.modes_of<CableModes>(index()));
  compute(look);
  return forces_.elastic_energy();
}

std::size_t CableGroup::most_guards() const {
  return 3 * forces_.parts().size() + forces_.guides().size();
}

void CableGroup::watch(const Look& look, const State&, int owner, std::vector<Guard>& out) {
  compute(look);
  for (int p = 0; p < static_cast<int>(forces_.parts().size()); ++p) {
    // One that starts so short is not reeled in.
    if (forces_.room_left(p) > 0.0) out.push_back({.owner = owner, .item = p, .kind = Room});
    const Cable& cable = forces_.cable(forces_.parts()[static_cast<std::size_t>(p)].cable);
    if (cable.material.smoothing > 0.0) continue;
    out.push_back({.owner = owner, .item = p, .kind = Part});
    if (forces_.is_taut(p)) continue;
    if (forces_.strain_left(p) > 0.0) out.push_back({.owner = owner, .item = p, .kind = Strain});
  }
  for (int g = 0; g < static_cast<int>(forces_.guides().size()); ++g)
    if (forces_.is_taut(forces_.guides()[static_cast<std::size_t>(g)].part))
      out.push_back({.owner = owner, .item = g, .kind = Guide});
}

double CableGroup::value(const Guard& guard, const Look&, const Evaluation&) const {
  switch (guard.kind) {
    case Part:
      return forces_.part_guard(guard.item);
    case Strain:
      return forces_.strain_left(guard.item);
    case Room:
      return forces_.room_left(guard.item);
    default:
      return forces_.guide_guard(guard.item);
  }
}

// A cable goes slack or taut, slips or sticks; damped ones pull at once. A slack one that is
// unstrained has nothing but a corner in where its energy goes. One that is slack is strained alike
// everywhere: what friction at its stops had kept apart slides over them, and the energy of that is
// dissipated there.
Consequence CableGroup::apply(const FoundGuard& found, int, World& world, State& state,
                              std::vector<SimulationEvent>& events) {
  const Guard& guard = found.guard;
  if (guard.kind == Strain) return {};
  if (guard.kind == Room) stop_reeled_in(guard.item, state.t);
  world.begin(state);
  compute(world.look(state));
  const double energy = forces_.elastic_energy();
  CableModes modes = state.modes_of<CableModes>(index());
  const CableChange change = guard.kind == Part ? forces_.change_part(guard.item, modes)
                                                : forces_.change_guide(guard.item, modes);
  state.set_modes(index(), std::move(modes));
  if (guard.kind == Part) {
    const int cable = forces_.parts()[static_cast<std::size_t>(guard.item)].cable;
    const int account = accounts_[static_cast<std::size_t>(cable)].dissipated;
    if (account >= 0) state.spent[account] += energy - stored_energy(world.look(state), state);
  }
  events.push_back({.t = state.t, .kind = kind_of(change), .name = name_of(guard)});
  return {.decide = true};
}

// Its stiffness grows without bound, and where it would pull to is not known any more.
void CableGroup::stop_reeled_in(int part, double t) const {
  const CableForces::Part& of = forces_.parts()[static_cast<std::size_t>(part)];
  const Cable& cable = forces_.cable(of.cable);
  throw SimulationError(fmt::format(
      "t = {:.9g} s: cable '{}' is reeled in: what is left of a straight piece of it is no longer "
      "than its own radius, {:.3g} m; stop its drum or winch before, let its load run against a "
      "stop, or cut it",
      t, cable.name, std::sqrt(cable.material.area / std::numbers::pi)));
}

std::string CableGroup::name_of(const Guard& guard) const {
  const int part = guard.kind == Guide ? forces_.guides()[static_cast<std::size_t>(guard.item)].part
                                       : guard.item;
  return forces_.cable(forces_.parts()[static_cast<std::size_t>(part)].cable).name;
}

}  // namespace catena
