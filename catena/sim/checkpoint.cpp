#include "catena/sim/checkpoint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <typeinfo>

#include "catena/sim/changing_structure.hpp"
#include "catena/sim/check_setup.hpp"
#include "catena/sim/checkpoint_parts.hpp"
#include "catena/sim/motion_equations.hpp"

namespace catena {

namespace {

template <class... Args>
[[noreturn]] void refuse_checkpoint(fmt::format_string<Args...> text, Args&&... args) {
  throw std::invalid_argument("restore: " + fmt::format(text, std::forward<Args>(args)...));
}

std::string configuration_name(const Coordinates& coordinates, int i) {
  return coordinates.loops() ? coordinates.loops()->configuration_name(i)
                             : coordinates.tree().configuration_name(i);
}

double number_of(const std::map<std::string, double>& numbers, const std::string& name,
                 const char* what) {
  const auto found = numbers.find(name);
  if (found == numbers.end())
    refuse_checkpoint("the saved state has no {} of '{}'; was it saved from another scenario?",
                      what, name);
  if (!std::isfinite(found->second))
    refuse_checkpoint("the saved {} of '{}' is not finite", what, name);
  return found->second;
}

// Equations of the structure that changes have made of a setup.
MotionEquations equations_after(const SimulationSetup& setup,
                                const std::vector<AppliedChange>& changes, const OffList& off) {
  ChangingStructure structure(setup);
  State state;
  if (!changes.empty()) state.changes = std::make_shared<const std::vector<AppliedChange>>(changes);
  structure.restore(state);
  return MotionEquations(setup, structure.coordinates(), off);
}

void put_spent(const Checkpoint& from, const Ledger& ledger, State& state) {
  state.spent.setZero(ledger.count());
  for (const auto& [source, energy] : from.spent) {
    if (!std::isfinite(energy))
      refuse_checkpoint("the saved energy of '{}' is not finite", source.name);
    if (const int s = ledger.find(source.kind, source.name); s >= 0)
      state.spent[s] += energy;
    else  // something that exists no more, a pull by hand for instance
      (source.kind == EnergyKind::Work ? state.past_work : state.past_dissipated) += energy;
  }
}

// Returns whether the mechanism has the numbers that it was saved with.
bool check_mechanism(const Checkpoint& from, const SimulationSetup& setup,
                     std::vector<std::string>* remarks) {
  if (from.structure_hash != 0 && from.structure_hash != structure_hash(setup))
    refuse_checkpoint(
        "the state was saved from another mechanism: other bodies, joints, contacts or cables; run "
        "the scenario that it was saved from");
  if (from.parameter_hash == 0 || from.parameter_hash == parameter_hash(setup)) return true;
  if (remarks != nullptr)
    remarks->push_back(
        fmt::format("the state was saved from a mechanism with other numbers (masses, lengths, "
                    "springs, ...): the energy balance starts anew"));
  return false;
}

// An element of a program's own, whose modes would be lost. Its names tell which one it is.
[[noreturn]] void refuse_group_without_key(const Group& group, const MotionEquations& equations) {
  std::string names;
  for (const auto& set : equations.setup().elements) {
    const std::unique_ptr<Group> other = set->make_group(equations.coordinates());
    const Group &own = group, &same = *other;
    if (typeid(own) == typeid(same)) names = fmt::format("{}", fmt::join(set->names(), ", "));
  }
  throw std::invalid_argument(fmt::format(
      "make_checkpoint: elements of a program's own{} have modes, but their Group has no key for "
      "them, so that they could not be read again; override mode_key(), save() and load()",
      names.empty() ? "" : fmt::format(" ({})", names)));
}

}  // namespace

std::string name_of_change(const SimulationSetup& setup, std::size_t change) {
  const std::string& name = setup.changes[change].name;
  const auto end = setup.changes.begin() + static_cast<std::ptrdiff_t>(change);
  const bool is_taken = std::any_of(
      setup.changes.begin(), end, [&](const StructureEvent& other) { return other.name == name; });
  return name.empty() || is_taken ? fmt::format("{}#{}", name, change) : name;
}

Checkpoint make_checkpoint(const Simulation& simulation, const State& state) {
  const SimulationSetup& setup = simulation.setup();
  const MotionEquations equations = equations_after(
      setup, state.changes ? *state.changes : std::vector<AppliedChange>{}, state.off_list());
  const Coordinates& coordinates = equations.coordinates();
  Checkpoint out;
  out.structure_hash = structure_hash(setup), out.parameter_hash = parameter_hash(setup);
  out.t = state.t;
  for (int i = 0; i < coordinates.nq(); ++i) out.q[configuration_name(coordinates, i)] = state.q[i];
  for (int k = 0; k < coordinates.nv(); ++k) out.v[coordinates.name(k)] = state.v[k];
  for (const auto& group : equations.groups()) {
    if (!state.modes[static_cast<std::size_t>(group->index())]) continue;
    if (group->mode_key().empty()) refuse_group_without_key(*group, equations);
    group->save(state, out.modes[std::string(group->mode_key())]);
  }
  for (int s = 0; s < equations.ledger().count(); ++s)
    out.spent.emplace_back(equations.ledger().source(s), state.spent[s]);
  out.initial_energy = state.initial_energy, out.impact_loss = state.impact_loss;
  out.past_dissipated = state.past_dissipated, out.past_work = state.past_work;
  out.next_step = state.next_step, out.step_count = state.step_count;
  out.integrator = state.integrator;
  out.recent_events = state.recent_events, out.counting_since = state.counting_since;
  out.rest_factor = state.rest_factor;
  out.quiet_since = state.quiet_since, out.is_stepping = state.is_stepping();
  out.has_stepped = state.has_stepped;
  out.events_since = state.events_since, out.quiet_needed = state.quiet_needed;
  out.recent_steps = state.recent_steps, out.recent_evaluations = state.recent_evaluations;
  out.counting_steps_since = state.counting_steps_since;
  out.solver_residual = state.solver_residual, out.solver_link = state.solver_link;
  for (Eigen::Index k = 0; k < state.last_acceleration.size(); ++k)
    out.last_acceleration[coordinates.name(static_cast<int>(k))] = state.last_acceleration[k];
  for (std::size_t c = 0; c < state.happened.size(); ++c)
    out.happened[name_of_change(setup, c)] = state.happened[c];
  for (std::size_t c = 0; c < state.side.size(); ++c)
    if (setup.changes[c].when && state.side[c] != 0)
      out.sides[name_of_change(setup, c)] = state.side[c];
  out.off = state.off_list();
  if (state.changes) out.changes = *state.changes;
  return out;
}

State state_of(const Checkpoint& from, const SimulationSetup& given,
               std::vector<std::string>* remarks) {
  const SimulationSetup setup = checked_setup(given);
  const bool has_same_numbers = check_mechanism(from, setup, remarks);
  MotionEquations equations = [&] {
    try {
      return equations_after(setup, from.changes, from.off);
    } catch (const Error& error) {  // joints that cannot be made or cut
      refuse_checkpoint("the saved changes are impossible: {}", error.what());
    }
  }();
  const Coordinates& coordinates = equations.coordinates();
  const Checkpoint named = from.by_position ? with_names(from, setup, equations) : from;
  State state;
  for (const double x :
       {named.t, named.initial_energy, named.impact_loss, named.past_dissipated, named.past_work,
        named.next_step, named.counting_since, named.rest_factor, named.quiet_since,
        named.counting_steps_since, named.events_since, named.quiet_needed})
    if (!std::isfinite(x)) refuse_checkpoint("the saved state has a number that is not finite");
  if (named.next_step < 0.0 || named.step_count < 0 || named.recent_events < 0 ||
      named.recent_steps < 0 || named.recent_evaluations < 0 || named.solver_link < 0 ||
      named.solver_link > 255 || !(named.rest_factor >= 1.0))
    refuse_checkpoint("the saved state has an impossible step, count or factor");
  state.t = named.t;
  state.q.resize(coordinates.nq());
  state.v.resize(coordinates.nv());
  for (int i = 0; i < coordinates.nq(); ++i)
    state.q[i] = number_of(named.q, configuration_name(coordinates, i), "position");
  for (int k = 0; k < coordinates.nv(); ++k)
    state.v[k] = number_of(named.v, coordinates.name(k), "velocity");
  if (!named.last_acceleration.empty()) {
    state.last_acceleration.resize(coordinates.nv());
    for (int k = 0; k < coordinates.nv(); ++k)
      state.last_acceleration[k] =
          number_of(named.last_acceleration, coordinates.name(k), "acceleration");
  }
  state.stepping = named.is_stepping;
  state.modes.resize(equations.groups().size());
  for (const auto& group : equations.groups()) {
    if (group->mode_key().empty()) continue;
    const auto table = named.modes.find(std::string(group->mode_key()));
    group->load(table == named.modes.end() ? ModeTable{} : table->second, state);
  }
  state.initial_energy = named.initial_energy, state.impact_loss = named.impact_loss;
  state.past_dissipated = named.past_dissipated, state.past_work = named.past_work;
  put_spent(named, equations.ledger(), state);
  state.next_step = named.next_step, state.step_count = named.step_count;
  state.integrator = named.integrator;
  state.recent_events = named.recent_events, state.counting_since = named.counting_since;
  state.rest_factor = named.rest_factor;
  state.quiet_since = named.quiet_since;
  state.has_stepped = named.has_stepped;
  state.events_since = named.events_since, state.quiet_needed = named.quiet_needed;
  state.recent_steps = named.recent_steps, state.recent_evaluations = named.recent_evaluations;
  state.solver_residual = named.solver_residual;
  state.solver_link = static_cast<int>(named.solver_link);
  state.counting_steps_since = named.counting_steps_since;
  for (std::size_t c = 0; c < setup.changes.size(); ++c) {
    const auto found = named.happened.find(name_of_change(setup, c));
    state.happened.push_back(found != named.happened.end() ? found->second : 0);
    const auto side = named.sides.find(name_of_change(setup, c));
    state.side.push_back(side != named.sides.end() ? static_cast<int>(side->second) : 0);
  }
  if (!named.off.empty()) state.off = std::make_shared<const OffList>(named.off);
  if (!named.changes.empty())
    state.changes = std::make_shared<const std::vector<AppliedChange>>(named.changes);
  if (!has_same_numbers) state.initial_energy += equations.energy(state).balance;
  return state;
}

}  // namespace catena
