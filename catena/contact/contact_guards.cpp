// ContactGroup: what is watched while modes last, and what follows where it runs out. Friction and
// rolling of a face are watched at the first of its closed corners, for all of them.

#include <fmt/format.h>

#include <cmath>

#include "catena/contact/contact_group.hpp"
#include "catena/contact/sliding.hpp"
#include "catena/elements/event.hpp"
#include "catena/elements/world.hpp"

namespace catena {

namespace {

// A sticking contact that moves faster than this, m/s or rad/s, does not stick: what holds it does
// not fit together with what holds others, and no force of friction makes it.
constexpr double creeping = 1e-6;
// By this part the friction of redundant contacts may exceed its limit: what has given way by then
// has a direction.
constexpr double redundant_excess = 1e-7;

}  // namespace

ContactGroup::Corners ContactGroup::corners_of(int i) const {
  Corners out{i, i + 1};
  if (!contact(i).region) return out;
  while (out.begin > 0 && key(out.begin - 1).pair == key(i).pair) --out.begin;
  while (out.end < count() && key(out.end).pair == key(i).pair) ++out.end;
  return out;
}

ContactGroup::FrictionSums ContactGroup::friction_of(int i) const {
  FrictionSums out;
  const Corners corners = corners_of(i);
  for (int k = corners.begin; k < corners.end; ++k) {
    out.normal += std::abs(forces_.force(k).x);
    out.sliding += forces_.sliding_force(k);
    out.rolling += {0.0, forces_.moment(k).y, forces_.moment(k).z};
  }
  return out;
}

// A face has no ellipsoid of its own; on the ray of a force its limit surface is that which
// osculates there.
double ContactGroup::friction_part(int i, const Vec3<double>& sliding) const {
  const Contact& c = contact(i);
  if (!c.region || c.material.spin > 0.0) return place(i).shape.part(sliding);
  return c.region->shape_towards(sliding).part(sliding);
}

void ContactGroup::watch_contact(const ContactMode& mode, int i, int owner, bool leads,
                                 std::vector<Guard>& out) const {
  const auto add = [&](Watched kind, bool needs_forces) -> Guard& {
    out.push_back(
        {.owner = owner, .item = i, .kind = kind, .needs_forces = needs_forces, .exact = true});
    return out.back();
  };
  if (!mode.closed()) {
    watch_gap(i, owner, out);
    return;
  }
  const bool has_friction = contact(i).is_rough();
  if (!contact(i).bilateral || has_friction)
    add(Force, true).side = contact(i).bilateral ? mode.side : 1;
  if (!has_friction || !leads) return;
  if (contact(i).has_rolling()) {
    add(mode.rolling.moves ? RollEnd : RollCone, !mode.rolling.moves);
    add(!mode.rolling.moves ? RollCreep : mode.rolling.frozen ? RollThaw : RollFreeze, false);
  }
  if (contact(i).material.friction == 0.0) return;
  if (mode.kind == ContactMode::Kind::Stick) {
    add(Cone, true);
    add(Creep, false);
    return;
  }
  add(Paradox, true);
  add(SlipEnd, false);
  add(mode.frozen ? Thaw : Freeze, false);
  if (contact(i).material.slip_speed > 0.0) add(Speed, false).side = mode.slow ? -1 : 1;
}

void ContactGroup::set_scale(double typical_force) {
  force_scale_ = std::max(forces_.largest_force(), typical_force);
}

double ContactGroup::value(const Guard& guard, const Look&, const Evaluation&) const {
  const int i = guard.item;
  const ContactPlace& at = place(i);
  const Vec3<double>& f = forces_.force(i);
  const ContactMaterial& material = contact(i).material;
  switch (guard.kind) {
    case Gap:
      return at.gap - guard.offset;
    case Force:
      return guard.side * f.x / force_scale_;
    case Cone: {
      const FrictionSums sums = friction_of(i);
      const Vec3<double>& last = forces_.modes()[static_cast<std::size_t>(i)].reference;
      const double excess = dot(last, last) > 0.0 ? redundant_excess : 0.0;
      return ((1.0 + excess) * material.holds() * sums.normal - friction_part(i, sums.sliding)) /
             force_scale_;
    }
    case RollCone: {
      const FrictionSums sums = friction_of(i);
      return (sums.normal - norm(sums.rolling) / material.rolling) / force_scale_;
    }
    case RollFreeze:
      return at.rolling_speed() - freezing_speed(material.law);
    case RollThaw:
      return 2.0 * freezing_speed(material.law) - at.rolling_speed();
    case RollEnd:
      return dot(at.turning, kept_rolling(i, forces_.modes()[static_cast<std::size_t>(i)]));
    case RollCreep:
      return creeping - at.rolling_speed();
    case Freeze:
      return at.sliding_speed() - freezing_speed(material.law);
    case Thaw:
      return 2.0 * freezing_speed(material.law) - at.sliding_speed();
    case SlipEnd: {
      const Vec3<double> d = kept_direction(i, forces_.modes()[static_cast<std::size_t>(i)]);
      return dot(at.sliding(), d) + reversal_speed(material.law);
    }
    case Speed:
      return guard.side * (at.sliding_speed() - material.slip_speed);
    case Creep:
      return creeping - at.sliding_speed();
    default:
      return forces_.pivot(i) - least_pivot;
  }
}

double ContactGroup::rate(const Guard& guard, const Look&) const {
  return guard.kind == Gap ? place(guard.item).velocity.x : 0.0;
}

// Whether a contact has turned by a right angle since the step began rather than stopped.
bool ContactGroup::only_turns(const ContactMode& mode, int i) const {
  return !mode.frozen && place(i).sliding_speed() > freezing_speed(contact(i).material.law);
}

// What slides or rolls has become so slow, or so fast, that its friction is found otherwise.
void ContactGroup::change_speed(const Guard& guard, State& state) const {
  std::vector<ContactMode> modes = modes_in(state);
  const Corners corners = corners_of(guard.item);
  for (int k = corners.begin; k < corners.end; ++k) {
    ContactMode& changed = modes[static_cast<std::size_t>(k)];
    if (!changed.closed()) continue;
    if (guard.kind == Speed)
      changed.slow = !changed.slow;
    else if (guard.kind == RollFreeze || guard.kind == RollThaw)
      forces_.turn_rolling_frozen(k, changed);
    else
      forces_.turn_frozen(k, changed), changed.turns = 0;
  }
  put_modes(modes, state);
}

// The law that always slides pushes what has stopped back, and turns round where it comes back.
// Where it comes back again, Coulomb's friction would hold it.
void ContactGroup::count_turns(int i, State& state, std::vector<SimulationEvent>& events) const {
  std::vector<ContactMode> modes = modes_in(state);
  ContactMode& mode = modes[static_cast<std::size_t>(i)];
  if (contact(i).material.law != FrictionLaw::AlwaysSliding || mode.turns > 1) return;
  if (++mode.turns > 1)
    events.push_back(
        {.t = state.t,
         .kind = EventKind::Chatter,
         .name = name_at(i),
         .note = fmt::format("the motion of contact '{}' ends, and its friction law "
                             "'always_sliding' has no rest: it trembles within {:g} m/s from here "
                             "on; write friction_law: coulomb for a contact that rests",
                             name_at(i), reversal_speed(FrictionLaw::AlwaysSliding))});
  put_modes(modes, state);
}

// What slides is told its last direction, which it is compared with where it slides on.
void ContactGroup::keep_last_direction(int i, State& state) const {
  if (contact(i).material.law != FrictionLaw::Coulomb) return;
  std::vector<ContactMode> modes = modes_in(state);
  const ContactMode& last = forces_.modes()[static_cast<std::size_t>(i)];  // of the whole face
  const Corners corners = corners_of(i);
  for (int k = corners.begin; k < corners.end; ++k) {
    ContactMode& mode = modes[static_cast<std::size_t>(k)];
    if (mode.kind != ContactMode::Kind::Slide) continue;
    mode.frozen = true;
    mode.direction = last.direction, mode.spin = last.spin;
  }
  put_modes(modes, state);
}

Consequence ContactGroup::apply(const FoundGuard& found, int, World& world, State& state,
                                std::vector<SimulationEvent>& events) {
  int i = found.guard.item;
  if (pair_of_gap(found.guard) >= 0 && is_by_events(state))
    i = find_again(world.look(state), state, i);
  if (i < 0) return {};
  const Look look = world.look(state);
  locate(look);
  if (pair_of_gap(found.guard) >= 0 && state.is_stepping())
    if (const std::optional<double> tried = passes_now(i, look)) {
      // Other features take its place, and soon: what they hold must not begin to fall.
      state.next_step = *tried;
      return {};
    }
  const ContactMode& mode = state.modes_of<ContactModes>(index())[key(i)];
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
      count_turns(i, state, events);
      keep_last_direction(i, state);
      next.triggers.add(index(), i, Trigger::What::Stopped);
      return next;
    case RollEnd:
      if (!mode.rolling.frozen && place(i).rolling_speed() > freezing_speed(FrictionLaw::Coulomb))
        return {};
      next.triggers.add(index(), i, Trigger::What::RollStopped);
      return next;
    case Freeze:
    case Thaw:
    case Speed:
    case RollFreeze:
    case RollThaw:
      change_speed(found.guard, state);
      return {};
    case Cone:
      next.triggers.add(index(), i, Trigger::What::Slipping);
      return next;
    default:  // Creep, Paradox, RollCone, RollCreep
      return next;
  }
}

}  // namespace catena
