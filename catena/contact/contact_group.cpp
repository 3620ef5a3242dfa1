#include "catena/contact/contact_group.hpp"

#include <fmt/format.h>

#include <cmath>

#include "catena/contact/sliding.hpp"
#include "catena/elements/event.hpp"
#include "catena/elements/simulation_error.hpp"
#include "catena/elements/world.hpp"

namespace catena {

namespace {

// Gaps below this count as none, m. Far less than what shapes mean, more than rounding.
constexpr double no_gap = 1e-11;
// A sticking contact that moves faster than this, m/s, does not stick: what holds it does not fit
// together with what holds others, and no force of friction makes it.
constexpr double creeping = 1e-6;
// A start that is off its surface by more than this, m, is reported.
constexpr double notable_gap = 1e-9;

}  // namespace

ContactGroup::ContactGroup(const Coordinates& coordinates, const std::vector<Contact>& contacts,
                           const ContactOptions& options)
    : contacts_(contacts),
      options_(options),
      forces_(coordinates.loops_or_none(), contacts),
      suppressed_(contacts.size(), 0.0) {}

bool ContactGroup::touches(const ContactMode& mode, int i) const {
  return mode.closed() || place(i).gap <= no_gap;
}

Vec3<double> ContactGroup::in_world(int i, const Eigen::Vector3d& p) const {
  const std::array<Vec3<double>, 3>& axes = place(i).axes;
  return p[0] * axes[0] + p[1] * axes[1] + p[2] * axes[2];
}

void ContactGroup::place_start(State& state, std::vector<SimulationEvent>&) {
  state.set_modes(index(), ContactModes(contacts_.size()));
}

// Contacts that start inside their surface are moved out of it, and two-sided ones onto it.
void ContactGroup::start(World& world, State& state, std::vector<SimulationEvent>& events) {
  forces_.locate(world.look(state).nodes());
  ContactModes modes(contacts_.size());
  std::vector<double> gaps;
  bool any = false;
  for (int i = 0; i < count(); ++i) {
    const double gap = place(i).gap;
    const bool off = contact(i).bilateral ? std::abs(gap) > 0.0 : gap < 0.0;
    if (off || contact(i).bilateral)
      modes[static_cast<std::size_t>(i)].kind = ContactMode::Kind::Slide;
    gaps.push_back(gap);
    any |= off;
  }
  state.set_modes(index(), modes);
  if (!any) return;
  world.begin(state);
  for (int pass = 0; pass < 10 && world.close(state) > no_gap; ++pass) {
  }
  forces_.locate(world.look(state).nodes());
  for (int i = 0; i < count(); ++i) {
    if (!modes[static_cast<std::size_t>(i)].closed()) continue;
    const double gap = gaps[static_cast<std::size_t>(i)];
    if (std::abs(place(i).gap) > notable_gap)
      throw SimulationError(fmt::format(
          "contact '{}' starts {:.6g} m {} its surface, and cannot be moved onto it; start "
          "elsewhere",
          contact(i).name, std::abs(gap), gap < 0.0 ? "inside" : "above"));
    if (std::abs(gap) > notable_gap)
      events.push_back({.t = state.t,
                        .kind = EventKind::Outside,
                        .name = contact(i).name,
                        .how = gap < 0.0 ? EventHow::Inside : EventHow::Above,
                        .x_before = gap,
                        .x_after = place(i).gap});
  }
}

void ContactGroup::begin(const State& state, bool reactions, HeldArray&) {
  if (!reactions || !state.modes[static_cast<std::size_t>(index())]) {
    forces_.open_all();
    return;
  }
  forces_.set_modes(state.modes_of<ContactModes>(index()));
  for (int i = 0; state.reactions.size() > 0 && i < count(); ++i)
    forces_.set_reference(i, last_reaction(state, i));
}

void ContactGroup::begin_at(const Look& look) {
  if (!forces_.any_closed()) return;
  forces_.locate(look.nodes());
  forces_.keep_directions();
}

void ContactGroup::open_accounts(Ledger& ledger) {
  for (const Contact& c : contacts_)
    accounts_.push_back(c.material.friction > 0.0 ? ledger.open(EnergyKind::Dissipated, c.name)
                                                  : -1);
}

void ContactGroup::add_powers(const Look&, double* power) const {
  for (int i = 0; i < count(); ++i)
    if (const int s = accounts_[static_cast<std::size_t>(i)]; s >= 0)
      power[s] += forces_.dissipation(i);
}

void ContactGroup::watch(const Look& look, const State& state, int owner, std::vector<Guard>& out) {
  forces_.locate(look.nodes());
  const ContactModes& modes = state.modes_of<ContactModes>(index());
  for (int i = 0; i < count(); ++i)
    watch_contact(modes[static_cast<std::size_t>(i)], i, owner, out);
}

void ContactGroup::watch_contact(const ContactMode& mode, int i, int owner,
                                 std::vector<Guard>& out) const {
  const auto add = [&](Watched kind, bool needs_forces) -> Guard& {
    out.push_back(
        {.owner = owner, .item = i, .kind = kind, .needs_forces = needs_forces, .exact = true});
    return out.back();
  };
  if (!mode.closed()) {
    Guard& gap = add(Gap, false);
    gap.offset = std::min(0.0, place(i).gap);
    gap.arrives = true;
    return;
  }
  const bool has_friction = contact(i).material.friction > 0.0;
  if (!contact(i).bilateral || has_friction)
    add(Force, true).side = contact(i).bilateral ? mode.side : 1;
  if (!has_friction) return;
  if (mode.kind == ContactMode::Kind::Stick) {
    add(Cone, true);
    add(Creep, false);
    return;
  }
  add(Paradox, true);
  add(SlipEnd, false);
  add(mode.frozen ? Thaw : Freeze, false);
}

void ContactGroup::set_scale(double typical_force) {
  force_scale_ = std::max(forces_.largest_force(), typical_force);
}

double ContactGroup::value(const Guard& guard, const Look&, const Evaluation&) const {
  const int i = guard.item;
  const ContactPlace& at = place(i);
  const Vec3<double>&u = at.velocity, &f = forces_.force(i);
  const ContactMaterial& material = contact(i).material;
  switch (guard.kind) {
    case Gap:
      return at.gap - guard.offset;
    case Force:
      return guard.side * f.x / force_scale_;
    case Cone:
      return (material.friction * std::abs(f.x) - std::hypot(f.y, f.z)) / force_scale_;
    case Freeze:
      return std::hypot(u.y, u.z) - freezing_speed(material.law);
    case Thaw:
      return 2.0 * freezing_speed(material.law) - std::hypot(u.y, u.z);
    case SlipEnd: {
      const Vec3<double> d =
          forces_.geometry().from_b(i, forces_.modes()[static_cast<std::size_t>(i)].direction);
      return u.y * dot(at.axes[1], d) + u.z * dot(at.axes[2], d) + reversal_speed(material.law);
    }
    case Creep:
      return creeping - std::hypot(u.y, u.z);
    default:
      return forces_.pivot(i) - least_pivot;
  }
}

double ContactGroup::rate(const Guard& guard, const Look&) const {
  return guard.kind == Gap ? place(guard.item).velocity.x : 0.0;
}

// Whether a contact has turned by a right angle since the step began rather than stopped.
bool ContactGroup::only_turns(const ContactMode& mode, int i) const {
  const Vec3<double>& u = place(i).velocity;
  return !mode.frozen && std::hypot(u.y, u.z) > freezing_speed(contact(i).material.law);
}

Consequence ContactGroup::apply(const FoundGuard& found, int, World& world, State& state,
                                std::vector<SimulationEvent>&) {
  const int i = found.guard.item;
  forces_.locate(world.look(state).nodes());
  const ContactMode& mode = state.modes_of<ContactModes>(index())[static_cast<std::size_t>(i)];
  Consequence next{.decide = true};
  switch (found.guard.kind) {
    case Gap: {
      next.impact = true;
      const double slow = state.rest_factor * options_.rest_speed;
      if (found.at_once && (found.is_chattering || place(i).velocity.x > -slow))
        next.triggers.add(index(), i, Trigger::What::Returned);
      return next;
    }
    case Force:
      next.triggers.add(index(), i, Trigger::What::Leaving);
      return next;
    case SlipEnd:
      if (only_turns(mode, i)) return {};
      next.triggers.add(index(), i, Trigger::What::Stopped);
      return next;
    case Freeze:
    case Thaw: {
      ContactModes modes = state.modes_of<ContactModes>(index());
      forces_.turn_frozen(i, modes[static_cast<std::size_t>(i)]);
      state.set_modes(index(), std::move(modes));
      return {};
    }
    default:  // Cone, Creep, Paradox
      return next;
  }
}

}  // namespace catena
