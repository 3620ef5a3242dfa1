// Simulation: elements that are switched on and off, and the changes of a setup when they are due.

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "catena/contact/contact_group.hpp"
#include "catena/elements/cable_group.hpp"
#include "catena/elements/motors.hpp"
#include "catena/model/model_error.hpp"
#include "catena/sim/clutch_report.hpp"
#include "catena/sim/column_reader.hpp"
#include "catena/sim/simulation_impl.hpp"
#include "catena/sim/switchable.hpp"

namespace catena {

namespace {

// A contact that is switched on must not be further inside its surface than this, m.
constexpr double most_inside = 1e-6;

// The group that an element belongs to.
Group* group_with(const MotionEquations& equations, const SwitchedElement& element) {
  if (element.kind == "motor") return equations.group<Motors>();
  if (element.kind == "contact") return equations.group<ContactGroup>();
  if (element.kind == "belt") return equations.group<Belts>();
  if (element.kind == "cable") return equations.group<CableGroup>();
  const auto& sets = equations.setup().elements;
  const std::size_t first = equations.groups().size() - sets.size();
  for (std::size_t s = 0; s < sets.size(); ++s) {
    const std::vector<std::string> names = sets[s]->names();
    if (sets[s]->kind() == element.kind &&
        std::find(names.begin(), names.end(), element.name) != names.end())
      return equations.groups()[first + s].get();
  }
  return nullptr;
}

// Bodies that overlap would be thrown apart, and two-sided contacts pulled together.
void check_gap(const std::string& name, const SimulationSetup& setup, MotionEquations& equations,
               State& state) {
  const auto contact = std::find_if(setup.contacts.begin(), setup.contacts.end(),
                                    [&](const Contact& c) { return c.name == name; });
  const bool is_string = contact->against == Contact::Against::String;
  const std::string column = is_string ? column_name(ColumnKind::StringLength, name, "length")
                                       : column_name(ColumnKind::ContactGap, name, "gap");
  ColumnReader reader(equations, std::span(&column, 1));
  equations.begin(state);
  Evaluation evaluation;
  const Look look = equations.look(state);
  equations.evaluate(look, evaluation);
  const double read = reader.read(look, evaluation, state)[0];
  const double gap = is_string ? contact->length - read : read;
  if (gap >= -most_inside && (!contact->bilateral || gap <= most_inside)) return;
  throw SimulationError(fmt::format(
      "t = {:.9g} s: {} '{}' cannot be switched on: {} by {:.3g} m; choose another moment", state.t,
      is_string ? "string" : "contact", name,
      is_string   ? "it is too short"
      : gap < 0.0 ? "it is inside its surface"
                  : "it is off its surface",
      std::abs(gap)));
}

}  // namespace

// Modes of the elements of one kind, by name: those that were on keep theirs, the one that is
// switched on starts as at the start of a run.
void Simulation::Impl::take_modes(const Group* old, Group& now) {
  const auto place = static_cast<std::size_t>(now.index());
  ModeTable kept;
  if (state.modes[place]) old->save(state, kept);
  State fresh = state;
  fresh.modes[place] = nullptr;
  std::vector<SimulationEvent> unheard;
  now.place_start(fresh, unheard);
  now.start(*equations, fresh, unheard);
  state.modes[place] = fresh.modes[place];
  if (!state.modes[place]) return;
  ModeTable all;
  now.save(fresh, all);
  for (auto& [name, numbers] : all)
    if (const auto found = kept.find(name); found != kept.end()) numbers = found->second;
  now.load(all, state);
}

void Simulation::Impl::switch_element(const SwitchedElement& element, EventKind how,
                                      std::vector<SimulationEvent>& events) {
  put_element(element, how, events);
  settle_switched(events);
}

// Once all elements that are switched at one instant are: who holds, slides and separates then.
void Simulation::Impl::settle_switched(std::vector<SimulationEvent>& events) {
  if (!has_switched_) return;
  if (has_switched_on_) stepper_->impact(state, events);
  stepper_->settle(state, events);
  has_switched_ = has_switched_on_ = false;
}

// What holds and slides must be decided afterwards.
void Simulation::Impl::put_element(const SwitchedElement& element, EventKind how,
                                   std::vector<SimulationEvent>& events) {
  check_switchable(element, setup);
  const bool on = how == EventKind::On;
  OffList off = state.off_list();
  const auto found = std::find(off.begin(), off.end(), element);
  if (on == (found == off.end())) return;
  if (on)
    off.erase(found);
  else
    off.push_back(element);
  const double energy_before = equations->energy(state).stored();
  State earlier = state;
  std::unique_ptr<MotionEquations> before = std::move(equations);
  try {
    make_equations(off);
    state.end_stepping();
    state.off = off.empty() ? nullptr : std::make_shared<const OffList>(off);
    if (on && element.kind == "contact") {
      // All contacts are open for this look.
      State open = state;
      open.modes[static_cast<std::size_t>(group_with(*equations, element)->index())] = nullptr;
      check_gap(element.name, setup, *equations, open);
    }
    take_modes(group_with(*before, element), *group_with(*equations, element));
    if (Belts* const belts = equations->group<Belts>();
        belts != nullptr && element.kind == "contact")
      take_modes(before->group<Belts>(), *belts);
  } catch (...) {  // as it was
    state = std::move(earlier);
    make_equations(state.off_list());
    throw;
  }
  if (const int wound = equations->ledger().find(EnergyKind::Stored, element.name);
      !on && wound >= 0 && element.kind == "cable")
    state.spent[wound] = 0.0;
  const double lost = energy_before - equations->energy(state).stored();
  (on ? state.past_work : state.impact_loss) += on ? -lost : lost;
  state.next_step = 0.0;
  SimulationEvent event{.t = state.t, .kind = how, .name = element.name};
  if (!on) event.energy_lost = lost;
  events.push_back(std::move(event));
  has_switched_ = true, has_switched_on_ |= on;
}

bool Simulation::Impl::exists(std::string_view name) {
  const Structure& now = structure.now();
  const JointPlace place = now.find(name);
  if (place.where != JointPlace::Where::Absent) return !place.made;
  const auto& closures = now.loops->closures();
  return std::any_of(closures.begin(), closures.end(),
                     [&](const Closure& closure) { return now.loops->name(closure) == name; });
}

// What the clutch of a change transmits now, if it grips.
std::optional<SimulationEvent> Simulation::Impl::gripping_clutch(const StructureEvent& change) {
  if (!change.clutch || !exists(change.clutch->joint)) return std::nullopt;
  return clutch_event(*change.clutch, EventHow::Disengages, *equations, state);
}

void Simulation::Impl::run_change(const StructureEvent& change,
                                  const std::optional<SimulationEvent>& lets_go,
                                  std::vector<SimulationEvent>& events) {
  if (change.is_mark()) {
    events.push_back({.t = state.t, .kind = EventKind::Mark, .name = change.name});
    return;
  }
  const bool again = change.may_happen_again();
  const auto has_clutch = [&] { return change.clutch && exists(change.clutch->joint); };
  const bool gripped = has_clutch();  // else a change at the same instant has cut it
  if (gripped && lets_go) events.push_back(*lets_go);
  // First what acts, then what it acts on: a controller that is switched off need not know how to
  // go on without a cable.
  for (const SwitchedElement& element : change.off) put_element(element, EventKind::Off, events);
  for (const SwitchedElement& element : change.cut_elements)
    put_element(element, EventKind::Cut, events);
  for (const std::string& name : change.cut)
    if (!again || exists(name)) cut(name, events);
  for (const SwitchedElement& element : change.on) put_element(element, EventKind::On, events);
  if (!change.connect.empty()) settle_switched(events);
  for (const Connect& what : change.connect)
    if (!again || !exists(what.joint.spec.name)) connect(what, events);
  if (!gripped && has_clutch())
    events.push_back(clutch_event(*change.clutch, EventHow::Engages, *equations, state));
}

void Simulation::Impl::run_due_changes(std::vector<SimulationEvent>& events) {
  const std::vector<std::size_t> due = schedule_.due(state);
  if (due.empty()) return;
  schedule_.note_motion(state);
  // Clutches are read before the first change: what it does to the others is not what made them let
  // go, and a clutch that is cut transmits nothing.
  std::vector<std::optional<SimulationEvent>> clutches;
  for (const std::size_t c : due) clutches.push_back(gripping_clutch(schedule_.change(c)));
  for (std::size_t i = 0; i < due.size(); ++i) {
    ++state.happened[due[i]];
    const StructureEvent change = schedule_.change(due[i]);
    try {
      run_change(change, clutches[i], events);
    } catch (const ModelError& error) {  // made or cut by hand meanwhile, or in a saved state
      throw SimulationError(fmt::format("t = {:.9g} s: a change of the scenario is impossible: {}",
                                        state.t, error.what()));
    }
  }
  settle_switched(events);
  schedule_.find_jumped_motion(due, state);
}

}  // namespace catena
