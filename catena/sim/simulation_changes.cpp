// Simulation: states that are restored, joints that are made and cut, bodies that are pulled.

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <typeinfo>

#include "catena/sim/check_setup.hpp"
#include "catena/sim/simulation_impl.hpp"

namespace catena {

namespace {

void check(const Pull& pull, const Model& model) {
  const auto refuse = [](const std::string& what) { throw std::invalid_argument("pull: " + what); };
  const int b = pull.body.index;
  if (b < 0 || b >= model.body_count())
    refuse(fmt::format("there is no body {}, expected 1 to {}", b, model.body_count() - 1));
  if (b == 0) refuse("the world cannot be pulled; choose a body that moves");
  for (int i = 0; i < 3; ++i)
    if (!std::isfinite(pull.at[i]) || !std::isfinite(pull.to[i]))
      refuse(fmt::format("a point of the pull at '{}' is not finite", model.body(pull.body).name));
  const auto is_number = [](double x) { return std::isfinite(x) && x >= 0.0; };
  if (!is_number(pull.stiffness) || !is_number(pull.damping))
    refuse(fmt::format("stiffness {} N/m and damping {} N s/m must be finite and not negative",
                       pull.stiffness, pull.damping));
}

// What sources have taken so far, for the sources that there are now.
void carry_energies(const Ledger& before, const Ledger& now, State& state) {
  Eigen::VectorXd spent = Eigen::VectorXd::Zero(now.count());
  for (int s = 0; s < before.count(); ++s) {
    const EnergySource& source = before.source(s);
    if (const int found = now.find(source.kind, source.name); found >= 0)
      spent[found] += state.spent[s];
    else
      (source.kind == EnergyKind::Work ? state.past_work : state.past_dissipated) += state.spent[s];
  }
  state.spent = std::move(spent);
}

}  // namespace

// The equations of the structure as it is now, and a state that goes with them.
void Simulation::Impl::follow_structure(double energy_before, const Ledger& ledger_before,
                                        const std::vector<std::unique_ptr<Group>>& groups_before) {
  for (std::size_t g = 0; g < groups_before.size(); ++g)
    if (state.modes[g])
      state.modes[g] = equations->groups()[g]->carried_over(*groups_before[g], state.modes[g]);
  carry_energies(ledger_before, equations->ledger(), state);
  state.impact_loss += energy_before - equations->energy(state).stored();
  state.next_step = 0.0;
  state.end_stepping();
}

void Simulation::Impl::connect(const Connect& what, std::vector<SimulationEvent>& events) {
  const double energy_before = equations->energy(state).stored();
  const double loss_before = state.impact_loss;
  const ChangingStructure::Connected made = structure.connect(what, state);
  const std::unique_ptr<MotionEquations> before = std::move(equations);
  make_equations(state.off_list());
  follow_structure(energy_before, before->ledger(), before->groups());
  events.push_back({.t = state.t,
                    .kind = EventKind::Connect,
                    .name = made.joint.spec.name,
                    .v_before = made.speed,
                    .w_before = made.spin,
                    .energy_lost = state.impact_loss - loss_before,
                    .linear_impulse = to_eigen(made.impulse.linear),
                    .angular_impulse = to_eigen(made.impulse.angular),
                    .note = structure.notes()});
  stepper_->impact(state, events);
  stepper_->settle(state, events);
}

void Simulation::Impl::cut(std::string_view name, std::vector<SimulationEvent>& events) {
  const double energy_before = equations->energy(state).stored();
  const double loss_before = state.impact_loss;
  structure.cut(name, state);
  const std::unique_ptr<MotionEquations> before = std::move(equations);
  make_equations(state.off_list());
  follow_structure(energy_before, before->ledger(), before->groups());
  events.push_back({.t = state.t,
                    .kind = EventKind::Cut,
                    .name = std::string(name),
                    .energy_lost = state.impact_loss - loss_before,
                    .note = structure.notes()});
  stepper_->settle(state, events);
}

void Simulation::Impl::check_fits(const State& other, const MotionEquations& with) const {
  const auto count = [](const auto& x) { return static_cast<long>(x.size()); };
  const long nq = with.coordinates().nq(), nv = with.nv(), sources = with.ledger().count();
  if (count(other.q) != nq || count(other.v) != nv || count(other.spent) != sources ||
      other.modes.size() != with.groups().size())
    throw std::invalid_argument(fmt::format(
        "restore: the state has nq = {}, nv = {}, {} groups of elements and {} energy sources, "
        "this simulation has {}, {}, {} and {}; was it saved from another scenario?",
        other.q.size(), other.v.size(), other.modes.size(), other.spent.size(), nq, nv,
        with.groups().size(), sources));
  for (const double x : {other.t, other.initial_energy, other.next_step})
    if (!std::isfinite(x))
      throw std::invalid_argument("restore: a time or an energy of the state is not finite");
  if (!other.q.allFinite() || !other.v.allFinite() || !other.spent.allFinite())
    throw std::invalid_argument(
        "restore: a position, a velocity or an energy of the state is not finite");
  if (const std::string joint = joint_without_orientation(with.coordinates(), other.q);
      !joint.empty())
    throw std::invalid_argument(fmt::format(
        "restore: the quaternion of joint '{}' is zero, expected w, x, y, z of length 1", joint));
  const auto groups = static_cast<int>(with.groups().size());
  bool fits = other.reactions.is_sorted();
  for (const StepReaction& reaction : other.reactions) {
    fits &= reaction.key.group >= 0 && reaction.key.group < groups;
    for (const double x : reaction.force) fits &= std::isfinite(x);
  }
  const bool has_acceleration = other.last_acceleration.size() != 0;
  if (!fits || (has_acceleration && other.last_acceleration.size() != nv) ||
      !other.last_acceleration.allFinite())
    throw std::invalid_argument(
        "restore: the forces of the last time step do not fit; was the state saved from another "
        "scenario?");
  for (const auto& group : with.groups()) check_modes(other, with, *group);
}

// Groups are of the same kinds in every structure, and have as many modes, but for those with one
// per coordinate.
void Simulation::Impl::check_modes(const State& other, const MotionEquations& with,
                                   const Group& group) const {
  const auto place = static_cast<std::size_t>(group.index());
  const GroupModes *const found = other.modes[place].get(), *const expected =
                                                                state.modes[place].get();
  const auto count = [](const GroupModes* modes) { return modes == nullptr ? 0 : modes->count(); };
  // Where other elements are on, there may be more or fewer, or none.
  const bool same_on = other.off_list() == state.off_list();
  if (!same_on && (found == nullptr || expected == nullptr)) return;
  const std::size_t needed = group.has_mode_per_coordinate() ? static_cast<std::size_t>(with.nv())
                             : same_on                       ? count(expected)
                                                             : count(found);
  const auto kind = [](const GroupModes* m) -> const std::type_info& {
    return m == nullptr ? typeid(void) : typeid(*m);
  };
  if (kind(found) != kind(expected) || count(found) != needed)
    throw std::invalid_argument(
        fmt::format("restore: group {} of the elements has {} modes in the state, and {} of "
                    "perhaps another kind in this simulation; was it saved from another scenario?",
                    place, count(found), needed));
}

void Simulation::Impl::restore(const State& other) {
  if (&other == &state)
    throw std::invalid_argument(
        "restore: this is state() itself, which follows the simulation; keep a copy to go back to: "
        "State kept = simulation.state();");
  if (other.changes != state.changes || other.off_list() != state.off_list()) {
    ChangingStructure there(setup);
    there.restore(other);
    check_fits(other, MotionEquations(setup, there.coordinates(), other.off_list()));
    structure.restore(other);
    make_equations(other.off_list());
  } else {
    check_fits(other, *equations);
  }
  state = other;
  state.happened.resize(setup.changes.size(), 0);
  state.side.resize(setup.changes.size(), 0);
  start_is_sampled_ = true;
}

void Simulation::Impl::pull(const std::optional<Pull>& wanted,
                            std::vector<SimulationEvent>& events) {
  if (!setup.may_be_pulled)
    throw std::invalid_argument(
        "pull: the setup does not allow bodies to be pulled; set may_be_pulled");
  if (wanted) check(*wanted, equations->model());
  pulled = wanted;
  for (MotionEquations* const all : {equations.get(), observed_.get()}) {
    if (all == nullptr) continue;
    all->group<PullGroup>()->set(pulled);
  }
  inputs_changed(events);
}

void Simulation::Impl::inputs_changed(std::vector<SimulationEvent>& events) {
  stepper_->settle(state, events);
}

}  // namespace catena
