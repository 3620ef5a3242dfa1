// ContactGroup: what contacts offer to a decision, and what is reported of it.

#include <algorithm>
#include <cmath>
#include <utility>

#include "catena/contact/contact_group.hpp"
#include "catena/contact/sliding.hpp"
#include "catena/elements/event.hpp"
#include "catena/elements/world.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

namespace {

// Contacts that separate faster than this, m/s, do so; forces decide about slower ones. Where
// events come thick, State::rest_factor raises it: rocking then ends before it drowns in rounding.
constexpr double separating = 1e-9;

// In units in which friction has one coefficient.
Eigen::Vector3d sliding_in_ball(const ContactPlace& place) {
  return to_eigen(place.shape.velocity_in_ball(place.sliding()));
}
Eigen::Vector3d kept_in_ball(const ContactPlace& place, const Vec3<double>& kept) {
  return to_eigen(place.shape.force_in_ball(kept));
}

// In a time step, what has all its friction and does not move is told to stick.
ContactMode::Kind told_kind(ContactMode::Kind kind, bool rests) {
  return rests && kind == ContactMode::Kind::Slide ? ContactMode::Kind::Stick : kind;
}

}  // namespace

Vec3<double> ContactGroup::kept_direction(int i, const ContactMode& mode) const {
  const Vec3<double> d = forces_.geometry().from_b(i, mode.direction);
  return {dot(place(i).axes[1], d), dot(place(i).axes[2], d), mode.spin};
}

Vec3<double> ContactGroup::kept_rolling(int i, const ContactMode& mode) const {
  const Vec3<double> d = along_axes(place(i), forces_.geometry().from_b(i, mode.rolling.direction));
  return {0.0, d.y, d.z};
}

bool ContactGroup::has_stopped(const Triggers& triggers, int i, Trigger::What what) const {
  const Corners corners = corners_of(i);
  for (int k = corners.begin; k < corners.end; ++k)
    if (triggers.has(index(), k, what)) return true;
  return false;
}

void ContactGroup::offer(const World&, const Look& look, const Triggers& triggers, State& state,
                         RowList& out) {
  separating_.clear();
  locate(look);
  shape_for_decision(triggers);
  std::vector<ContactMode> modes = modes_in(state);
  for (int i = 0; i < count(); ++i) {
    ContactMode& mode = modes[static_cast<std::size_t>(i)];
    const bool may_close =
        contact(i).bilateral || triggers.has(index(), i, Trigger::What::Returned) ||
        (touches(mode, i) && place(i).velocity.x <= state.rest_factor * separating);
    if (may_close) {
      offer_block(i, triggers, mode, out);
      continue;
    }
    if (touches(mode, i)) separating_.push_back(i);
    mode = {.bounces = mode.bounces};
  }
  put_modes(modes, state);
}

void ContactGroup::offer_block(int i, const Triggers& triggers, const ContactMode& mode,
                               RowList& out) const {
  using What = Trigger::What;
  const Contact& c = contact(i);
  const double speed = place(i).sliding_speed();
  const double friction = c.material.sliding_at(speed);
  const bool jammed = has_stopped(triggers, i, What::Jammed),
             stopped = has_stopped(triggers, i, What::Stopped);
  const bool moves = speed > sliding_at_rest && !stopped && !jammed;
  const bool always_slides = c.material.law == FrictionLaw::AlwaysSliding && !jammed;
  const bool leaving = triggers.has(index(), i, What::Leaving);
  Block block{.group = index(), .item = i, .row = add_rows(i, true, out), .friction = friction};
  block.slide_rows = c.has_spin() ? 3 : 2, block.roll_rows = c.has_rolling() ? 2 : 0;
  block.rolling = c.material.rolling;
  block.two_sided = c.bilateral;
  if (moves || always_slides || friction == 0.0) {
    block.law = Law::Sliding;
    block.lower = c.bilateral ? -infinity : 0.0;
  } else {
    block.law = c.bilateral ? Law::TwoSidedCone : Law::Cone;
    // What has begun to slide in the instant in which others slip does not hold again.
    const bool slips =
        std::find(slipping_.begin(), slipping_.end(), i) != slipping_.end() ||
        (mode.kind == ContactMode::Kind::Slide && triggers.any(index(), What::Slipping));
    block.friction = slips ? friction : c.material.holds();
  }
  block.shares_limit = c.region != nullptr;
  // The force of a two-sided contact that has run out grows again on the other side. Until then
  // it is rounding, and so is its sign.
  block.side = leaving && c.bilateral ? -mode.side : mode.side;
  block.side_is_known = leaving;
  if (always_slides && mode.frozen)
    block.slide = (stopped ? -1.0 : 1.0) * kept_in_ball(place(i), kept_direction(i, mode));
  else if (friction > 0.0 && (moves || (always_slides && speed > sliding_at_rest)))
    block.slide = sliding_in_ball(place(i)) / speed;  // also where it has just turned back
  const double turns = place(i).rolling_speed();
  if (c.has_rolling() && turns > rolling_at_rest && !has_stopped(triggers, i, What::RollStopped))
    block.roll = Eigen::Vector2d(place(i).turning.y, place(i).turning.z) / turns;
  out.blocks.push_back(block);
}

bool ContactGroup::must_decide_again(const Look& look) {
  if (separating_.empty()) return false;
  locate(look);
  return std::any_of(separating_.begin(), separating_.end(),
                     [&](int i) { return place(i).velocity.x <= separating; });
}

// Whether a contact that slid in one direction, more and more slowly, slides on in the other.
bool ContactGroup::turns_round(const ContactMode& before, const ContactMode& now, int i) const {
  using Kind = ContactMode::Kind;
  return before.kind == Kind::Slide && now.kind == Kind::Slide && before.frozen && now.frozen &&
         contact(i).is_rough() && contact(i).material.law == FrictionLaw::Coulomb &&
         dot(before.direction, now.direction) + before.spin * now.spin < 0.0;
}

// What a contact, or a face, has begun to do. `rebound`: the speed of one that counted as none.
void ContactGroup::tell_change(int i, ContactMode::Kind old, ContactMode::Kind now, double rebound,
                               const BounceSeries& bounces, double t,
                               std::vector<SimulationEvent>& events) const {
  using Kind = ContactMode::Kind;
  const bool has_friction = contact(i).is_rough();
  const auto add = [&](EventKind kind, EventHow how = EventHow::None) {
    events.push_back({.t = t, .kind = kind, .name = name_at(i), .how = how});
  };
  if (contact(i).against == Contact::Against::String) {
    add(now != Kind::Open ? EventKind::Taut : EventKind::Slack);
    return;
  }
  if (old == Kind::Open && rebound > 0.0) {
    add(EventKind::Rest);
    events.back().rest_speed = rebound;
    if (bounces.has_end()) events.back().bounces_end = bounces.end;
  } else if (old == Kind::Open) {
    add(EventKind::Touch, !has_friction        ? EventHow::None
                          : now == Kind::Stick ? EventHow::Sticks
                                               : EventHow::Slides);
  } else if (now == Kind::Open) {
    add(EventKind::Lift);
  }
  if (has_friction && old == Kind::Stick && now == Kind::Slide) add(EventKind::Slip);
  if (has_friction && old == Kind::Slide && now == Kind::Stick) add(EventKind::Stick);
}

void ContactGroup::report(const State& before, State& after, std::vector<SimulationEvent>& events) {
  using Kind = ContactMode::Kind;
  std::vector<ContactMode> modes = modes_in(after);
  ContactModes::Cursor old_modes = mode_cursor(before);
  sliding_.resize(contacts_.size());
  for (const int pair : left_)
    events.push_back({.t = after.t, .kind = EventKind::Lift, .name = shapes_->name(pair)});
  left_.clear();
  for (int i = 0, next = 0; i < count(); i = next) {
    // Corners of one face change together, or count as one that does.
    const auto reverses = [&](int k) {
      const ContactMode& corner = modes[static_cast<std::size_t>(k)];
      return after.is_stepping() ? sliding_[static_cast<std::size_t>(k)].reverses
                                 : turns_round(old_modes.at(key(k)), corner, k);
    };
    const auto told_before = [&](int k) {
      const bool rests = sliding_[static_cast<std::size_t>(k)].begins_at_rest;
      return told_kind(old_modes.at(key(k)).kind, after.is_stepping() && rests);
    };
    const auto told_now = [&](int k) {
      const bool rests = sliding_[static_cast<std::size_t>(k)].ends_at_rest;
      return told_kind(modes[static_cast<std::size_t>(k)].kind, after.is_stepping() && rests);
    };
    Kind old = told_before(i), now = told_now(i);
    bool turns = now == Kind::Open || reverses(i);
    for (next = i + 1; next < count() && key(next).pair == key(i).pair; ++next) {
      ContactMode& corner = modes[static_cast<std::size_t>(next)];
      turns &= corner.kind == Kind::Open || reverses(next);
      old = std::max(old, told_before(next)), now = std::max(now, told_now(next));
      suppressed_[static_cast<std::size_t>(next)] = 0.0;
      if (corner.closed()) corner.bounces = {};
    }
    ContactMode& mode = modes[static_cast<std::size_t>(i)];
    const double rebound = std::exchange(suppressed_[static_cast<std::size_t>(i)], 0.0);
    const BounceSeries bounces = mode.bounces;
    if (mode.closed()) mode.bounces = {};
    if (old == now && now == Kind::Slide && turns)
      events.push_back({.t = after.t, .kind = EventKind::Reverse, .name = name_at(i)});
    if (old != now) tell_change(i, old, now, rebound, bounces, after.t, events);
  }
  put_modes(modes, after);
}

}  // namespace catena
