// Simulation: what happens where a step ends at an event.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/sim/simulation.hpp"

namespace catena {

namespace {

// A run with this many events within this time does not get anywhere.
constexpr long most_events_at_once = 2000;
constexpr double at_once = 1e-3;      // s
constexpr long events_to_tire = 20;   // from then on, what is back at once stays whatever its speed
constexpr long events_to_calm = 100;  // each so many raise the speed below which nothing rebounds

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

}  // namespace

// Shortens the step to end at an event, and steps there in earnest; the dense output only says
// where about. Returns the size of the step.
double Simulation::land(const FoundEvent& event, double h) {
  double end = event.theta * h;
  if (end <= 0.0) {
    y1_ = y0_;
    return 0.0;
  }
  integrator_->step(m_->equations, state_.t, end, y0_, y1_);
  if (integrator_->has_fixed_step() && !is_of_contact(event.guard.kind)) return end;
  // The dense output is nearly right: a correction that leaves its neighbourhood is none.
  const double first = end, reach = (integrator_->has_fixed_step() ? 0.1 : 1e-5) * h;
  for (int i = 0; i < 5; ++i) {
    const double value = m_->search.value(event.guard, state_.t + end, y1_);
    double rate = m_->search.rate(event.guard, y1_);
    if (rate == 0.0) {  // by a difference over the end of the step
      integrator_->inside(m_->equations, 0.99, y_inside_);
      const double before = m_->search.value(event.guard, state_.t + 0.99 * end, y_inside_);
      rate = (value - before) / (0.01 * end);
    }
    const double next = rate == 0.0 ? end : end - value / rate;
    if (!(std::abs(next - end) > 1e-14 * std::max(1.0, state_.t)) ||
        !(std::abs(next - first) <= std::min(reach, 0.5 * first)))
      break;
    end = next;
    integrator_->step(m_->equations, state_.t, end, y0_, y1_);
  }
  return end;
}

// A coordinate that is back at its stop in no time, or a contact, was thrown off by less than can
// be resolved. One that is fast has arrived where the last step happened to end.
bool Simulation::is_back(const FoundEvent& event) {
  if (event.theta != 0.0 || event.guard.kind == Guard::Kind::Slip) return false;
  if (state_.recent_events > events_to_tire) return true;
  if (event.guard.kind != Guard::Kind::Gap)
    return event.guard.side * state_.v[event.guard.dof] < ModeRules::rest_speed;
  m_->equations.locate_contacts(state_);
  return m_->equations.contacts()->geometry().place(event.guard.dof).velocity.x >
         -state_.rest_factor * setup_.contact_options.rest_speed;
}

// Whether a contact has turned by a right angle since the step began rather than stopped.
bool Simulation::only_turns(int contact) {
  m_->equations.locate_contacts(state_);
  const ContactGeometry& geometry = m_->equations.contacts()->geometry();
  const Vec3<double>& u = geometry.place(contact).velocity;
  return !state_.contacts[static_cast<std::size_t>(contact)].frozen &&
         std::hypot(u.y, u.z) > ModeRules::freezing(geometry.contact(contact).material.law);
}

void Simulation::apply(const FoundEvent& event, std::vector<SimulationEvent>& happened) {
  const int dof = event.guard.dof;
  switch (event.guard.kind) {
    case Guard::Kind::LowerStop:
      state_.q[m_->equations.chart().place_in_q(dof)] = m_->rules.lower()[dof];
      break;
    case Guard::Kind::UpperStop:
      state_.q[m_->equations.chart().place_in_q(dof)] = m_->rules.upper()[dof];
      break;
    case Guard::Kind::Slip:
      state_.v[dof] = 0.0;
      break;
    case Guard::Kind::LimitReaction:
    case Guard::Kind::Friction:
      settle(happened, {.leaving = dof, .leaving_to = event.pushed});
      return;
    case Guard::Kind::Gap: {
      const int returned = is_back(event) ? dof : -1;
      m_->rules.impact(state_, happened, -1, returned);
      settle(happened, {.returned = returned});
      return;
    }
    case Guard::Kind::ContactForce:
      settle(happened, {.lifting = dof});
      return;
    case Guard::Kind::Cone:
    case Guard::Kind::Paradox:
      settle(happened);
      return;
    case Guard::Kind::SlipEnd:
      if (only_turns(dof)) return;
      settle(happened, {.stopped = dof});
      return;
    case Guard::Kind::Freeze:
    case Guard::Kind::Thaw:
      m_->equations.locate_contacts(state_);
      m_->equations.contacts()->turn_frozen(dof, state_.contacts[static_cast<std::size_t>(dof)]);
      return;
    case Guard::Kind::CableStrain:  // nothing but a corner in where its energy goes
      return;
    case Guard::Kind::CablePart:
    case Guard::Kind::CableGuide:
      change_cable(event.guard, happened);
      return;
    case Guard::Kind::Change:
      change(static_cast<std::size_t>(dof), happened);
      return;
  }
  m_->rules.impact(state_, happened, is_back(event) ? dof : -1);
  settle(happened);
  // Dry friction that turns round and round at one moment holds.
  if (event.guard.kind == Guard::Kind::Slip && event.theta == 0.0 &&
      state_.recent_events > events_to_tire)
    state_.modes[static_cast<std::size_t>(dof)].slip = 0;
}

// A cable goes slack or taut, slips or sticks; damped ones pull at once.
void Simulation::change_cable(const Guard& guard, std::vector<SimulationEvent>& happened) {
  m_->equations.begin(state_);
  m_->equations.stretch_cables(state_);
  const CableForces& cables = *m_->equations.cables();
  const CableChange change = guard.kind == Guard::Kind::CablePart
                                 ? cables.change_part(guard.dof, state_.cables)
                                 : cables.change_guide(guard.dof, state_.cables);
  happened.push_back({.t = state_.t, .kind = kind_of(change), .name = name_of(guard)});
  settle(happened);
}

// Decides the modes from here on, and takes out of velocities what they exclude.
void Simulation::settle(std::vector<SimulationEvent>& happened, const Occasion& occasion) {
  m_->rules.decide(state_, happened, occasion);
  if (m_->equations.contacts() == nullptr) return;
  const auto close = [&] {
    m_->equations.begin(state_);
    m_->equations.close_loops(state_);
  };
  close();
  if (!m_->rules.must_ask_again(state_)) return;
  m_->rules.decide(state_, happened);
  close();
}

std::string Simulation::name_of(const Guard& guard) const {
  const auto i = static_cast<std::size_t>(guard.dof);
  if (guard.kind == Guard::Kind::Change) return setup_.changes[i].name;
  if (is_of_cable(guard.kind)) {
    const CableForces& cables = *m_->equations.cables();
    const auto part = static_cast<std::size_t>(
        guard.kind == Guard::Kind::CableGuide ? cables.guides()[i].part : guard.dof);
    return cables.cable(cables.parts()[part].cable).name;
  }
  return is_of_contact(guard.kind) ? setup_.contacts[i].name
                                   : m_->equations.coordinate_name(guard.dof);
}

// Chattering must not hang a run: rebounds of contacts that come too thick end earlier.
void Simulation::count_event(const FoundEvent& event, std::vector<SimulationEvent>& happened) {
  if (state_.t > state_.counting_since + at_once)
    state_.counting_since = state_.t, state_.recent_events = 0, state_.rest_factor = 1.0;
  ++state_.recent_events;
  if (!setup_.contacts.empty() && state_.recent_events % events_to_calm == 0) {
    state_.rest_factor *= 10.0;
    happened.push_back(
        {.t = state_.t,
         .kind = EventKind::Chatter,
         .name = name_of(event.guard),
         .rest_speed = state_.rest_factor * setup_.contact_options.rest_speed,
         .note = fmt::format("{} events within {:g} s", state_.recent_events, at_once)});
  }
  if (state_.recent_events > most_events_at_once)
    throw SimulationError(
        fmt::format("t = {:.9g} s: more than {} events within {:g} s, the last at '{}': its limits "
                    "or its friction chatter; try a little more damping there",
                    state_.t, most_events_at_once, at_once, name_of(event.guard)));
}

}  // namespace catena
