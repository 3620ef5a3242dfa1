// ContactGroup: what contacts do from now on, once the forces are known that decide it.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "catena/contact/contact_group.hpp"
#include "catena/contact/sliding.hpp"
#include "catena/elements/event.hpp"
#include "catena/elements/world.hpp"

namespace catena {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
// Contacts that separate faster than this, m/s, do so; forces decide about slower ones. Where
// events come thick, State::rest_factor raises it: rocking then ends before it drowns in rounding.
constexpr double separating = 1e-9;
// A force this near to the edge of its cone is on it.
constexpr double edge_width = 1e-10;
// Forces this small, relative to the largest, may have either sign.
constexpr double small_part = 1e-9;

// Along the tangents, in units in which friction has one coefficient.
Eigen::Vector2d sliding_in_ball(const ContactPlace& place) {
  const Vec3<double> u = place.shape.velocity_in_ball(place.sliding());
  return {u.x, u.y};
}
Eigen::Vector2d kept_in_ball(const ContactPlace& place, const Vec3<double>& kept) {
  const Vec3<double> y = place.shape.force_in_ball(kept);
  return {y.x, y.y};
}

}  // namespace

Vec3<double> ContactGroup::kept_direction(int i, const ContactMode& mode) const {
  const Vec3<double> d = forces_.geometry().from_b(i, mode.direction);
  return {dot(place(i).axes[1], d), dot(place(i).axes[2], d), mode.spin};
}

void ContactGroup::offer(const World&, const Look& look, const Triggers& triggers, State& state,
                         RowList& out) {
  separating_.clear();
  locate(look);
  std::vector<ContactMode> modes = modes_in(state);
  for (int i = 0; i < count(); ++i) {
    using What = Trigger::What;
    const auto is = [&](What what) { return triggers.has(index(), i, what); };
    ContactMode& mode = modes[static_cast<std::size_t>(i)];
    const Contact& c = contact(i);
    const Vec3<double>& u = place(i).velocity;
    const bool may_close = c.bilateral || is(What::Returned) ||
                           (touches(mode, i) && u.x <= state.rest_factor * separating);
    if (!may_close) {
      if (touches(mode, i)) separating_.push_back(i);
      mode = {.bounces = mode.bounces};
      continue;
    }
    const double speed = place(i).sliding_speed();
    const double friction = c.material.sliding_at(speed);
    const bool jammed = is(What::Jammed), stopped = is(What::Stopped);
    const bool moves = speed > sliding_at_rest && !stopped && !jammed;
    const bool always_slides = c.material.law == FrictionLaw::AlwaysSliding && !jammed;
    const bool leaving = is(What::Leaving);
    Block block{.group = index(), .item = i, .row = add_rows(i, false, out), .friction = friction};
    block.two_sided = c.bilateral;
    if (moves || always_slides || friction == 0.0) {
      block.law = Law::Sliding;
      block.lower = c.bilateral ? -infinity : 0.0;
    } else {
      block.law = c.bilateral ? Law::TwoSidedCone : Law::Cone;
      block.friction = c.material.holds();
    }
    // The force of a two-sided contact that has run out grows again on the other side. Until then
    // it is rounding, and so is its sign.
    block.side = leaving && c.bilateral ? -mode.side : mode.side;
    block.side_is_known = leaving;
    if (always_slides && mode.frozen)
      block.slide = (stopped ? -1.0 : 1.0) * kept_in_ball(place(i), kept_direction(i, mode));
    else if (moves && friction > 0.0)
      block.slide = sliding_in_ball(place(i)) / speed;
    out.blocks.push_back(block);
  }
  put_modes(modes, state);
}

bool ContactGroup::must_decide_again(const Look& look) {
  if (separating_.empty()) return false;
  locate(look);
  return std::any_of(separating_.begin(), separating_.end(),
                     [&](int i) { return place(i).velocity.x <= separating; });
}

void ContactGroup::answer(const World&, const Look&, const Triggers& triggers, const RowList& list,
                          const DecisionResult& result, State& state) {
  std::vector<ContactMode> modes = modes_in(state);
  for (const Block& block : list.blocks) {
    if (block.group != index()) continue;
    const int i = block.item;
    ContactMode& mode = modes[static_cast<std::size_t>(i)];
    const Contact& c = contact(i);
    const Eigen::Vector3d f = block.force(result.x);
    const bool leaving = triggers.has(index(), i, Trigger::What::Leaving);
    const bool pressed = c.bilateral || f[0] > result.small_force;
    const bool idle = result.w[block.unknown] <= result.small_acceleration && !leaving;
    mode = {.bounces = mode.bounces};
    if (!pressed && !idle) continue;
    mode.side = leaving ? block.side : f[0] < 0.0 ? -1 : 1;
    mode.kind = ContactMode::Kind::Slide;
    if (block.friction == 0.0) continue;
    Eigen::Vector2d direction = block.slide;
    if (block.law != Law::Sliding) {
      const Eigen::Vector2d t = f.tail<2>(), w = result.w.segment<2>(block.unknown + 1);
      const double edge = block.friction * std::abs(f[0]);
      if (pressed ? t.norm() <= (1.0 - edge_width) * edge : w.norm() <= result.small_acceleration) {
        mode.kind = ContactMode::Kind::Stick;
        continue;
      }
      direction = pressed ? Eigen::Vector2d(-t.normalized()) : Eigen::Vector2d(w.normalized());
    }
    const ContactPlace& at = place(i);
    mode.slow = at.sliding_speed() < c.material.slip_speed;
    mode.frozen = at.sliding_speed() < 1.5 * freezing_speed(c.material.law);
    const Vec3<double> g = at.shape.force_of_ball({direction[0], direction[1], 0.0});
    mode.direction = forces_.geometry().in_b(i, g.x * at.axes[1] + g.y * at.axes[2]);
  }
  put_modes(modes, state);
}

// Where contacts are redundant, the smallest forces are taken if they respect the laws, otherwise
// those nearest to the solution found.
void ContactGroup::choose_forces(World& world, const RowList& list, const DecisionResult& result,
                                 State& state) {
  const auto is_of_group = [&](const Block& block) { return block.group == index(); };
  if (std::none_of(list.blocks.begin(), list.blocks.end(), is_of_group)) return;
  Evaluation with_contacts;
  world.begin(state);
  world.evaluate(state, with_contacts);
  std::vector<ContactMode> modes = modes_in(state);
  const double small = small_part * forces_.largest_force();
  bool lawful = true;
  for (const Block& block : list.blocks) {
    if (!is_of_group(block)) continue;
    const ContactMode& mode = modes[static_cast<std::size_t>(block.item)];
    if (!mode.closed()) continue;
    const Vec3<double>& f = forces_.force(block.item);
    if (!block.two_sided) lawful &= f.x >= -small;
    if (mode.kind == ContactMode::Kind::Stick)
      lawful &= place(block.item).shape.part(forces_.sliding_force(block.item)) <=
                block.friction * std::abs(f.x) + small;
  }
  if (lawful) return;
  for (const Block& block : list.blocks) {
    if (!is_of_group(block)) continue;
    ContactMode& mode = modes[static_cast<std::size_t>(block.item)];
    if (mode.closed())
      mode.reference =
          forces_.geometry().in_b(block.item, in_world(list, block, block.force(result.x)));
  }
  put_modes(modes, state);
}

void ContactGroup::report(const State& before, State& after, std::vector<SimulationEvent>& events) {
  using Kind = ContactMode::Kind;
  std::vector<ContactMode> modes = modes_in(after);
  ContactModes::Cursor old_modes = mode_cursor(before);
  for (int i = 0, next = 0; i < count(); i = next) {
    // Corners of one face change together, or count as one that does.
    Kind old = old_modes.at(key(i)).kind, now = modes[static_cast<std::size_t>(i)].kind;
    for (next = i + 1; next < count() && key(next).pair == key(i).pair; ++next) {
      ContactMode& corner = modes[static_cast<std::size_t>(next)];
      old = std::max(old, old_modes.at(key(next)).kind), now = std::max(now, corner.kind);
      suppressed_[static_cast<std::size_t>(next)] = 0.0;
      if (corner.closed()) corner.bounces = {};
    }
    ContactMode& mode = modes[static_cast<std::size_t>(i)];
    const bool closed = now != Kind::Open;
    const bool has_friction = contact(i).is_rough();
    const auto add = [&](EventKind kind, EventHow how = EventHow::None) {
      events.push_back({.t = after.t, .kind = kind, .name = name_at(i), .how = how});
    };
    const double rebound = std::exchange(suppressed_[static_cast<std::size_t>(i)], 0.0);
    const BounceSeries bounces = mode.bounces;
    if (mode.closed()) mode.bounces = {};
    if (old == now) continue;
    if (contact(i).against == Contact::Against::String) {
      add(closed ? EventKind::Taut : EventKind::Slack);
      continue;
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
  put_modes(modes, after);
}

}  // namespace catena
