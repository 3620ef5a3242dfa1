// PileStep: modes, reactions and positions at the end of a step.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/contact/contact_normals.hpp"
#include "catena/math/index.hpp"
#include "catena/sim/pile_step.hpp"

namespace catena {

namespace {

// A point of contact farther than this, m, from where it was on one of the bodies is another one;
// or than so many times the tolerance.
constexpr double elsewhere = 1e-6, elsewhere_times = 2.0;
// A closed contact with a gap above this, m, or so many times the tolerance, is open.
constexpr double apart_from = 1e-6, apart_times = 10.0;

// Contacts that separate faster than this, m/s, are open; or than this part of the tolerance within
// a step.
constexpr double leaves_at = 1e-9, leaves_part = 0.02;
// So often what overlaps is put back in a step.
constexpr int most_end_passes = 10;
// A force this near to the edge of its cone is on it.
constexpr double edge_of_cone = 1e-9;

bool can_hold(const ShapePoint& point) {
  return point.is_sharp() && point.against != Contact::Against::Lines;
}

Vec3<double> local(const Transform<double>& X, const Vec3<double>& p) {
  return transpose_times(X.rotation, p - X.translation);
}

}  // namespace

// Of closed contacts: forces in the axes of b, and where they stick.
void PileStep::put_reactions(State& state) {
  reactions_.clear();
  const double far = std::max(elsewhere, elsewhere_times * tolerance_);
  for (std::size_t k = 0; k < touches_.size(); ++k) {
    const Touch& touch = touches_[k];
    if (touch.kind == ContactMode::Kind::Open) continue;
    const ShapePoint& point = points_[to_index(touch.point)];
    const Transform<double> X_WB = bodies_.pose_in_middle(point.b);
    const Vec3<double> f =
        transpose_times(X_WB.rotation, (1.0 / h_) * sweeps_.impulse(static_cast<int>(k)));
    StepReaction& now = reactions_.emplace_back();
    now.key = {group_.index(), point.key.pair, point.key.feature};
    now.force = {f.x, f.y, f.z, 0.0, 0.0, 0.0};
    if (touch.kind != ContactMode::Kind::Stick || !can_hold(point)) continue;
    const SweptContact& c = contacts_[k];
    const Vec3<double> p = bodies_[c.a].x_middle + Vec3<double>{c.arm_a[0], c.arm_a[1], c.arm_a[2]};
    const Anchor here{point.p_A, local(X_WB, p)};
    const StepReaction* const last = touch.last;
    const bool same = last != nullptr && last->anchored &&
                      norm(here.in_a - last->anchor.in_a) < far &&
                      norm(here.in_b - last->anchor.in_b) < far;
    now.anchored = true;
    now.anchor = same ? last->anchor : here;
  }
  state.reactions.put(group_.index(), reactions_);
}

// Events of a pair of shapes whose points are first ... last - 1.
void PileStep::report(int first, int last, ContactModes::Cursor& before, double t,
                      std::vector<SimulationEvent>& events) const {
  using Kind = ContactMode::Kind;
  Kind old = Kind::Open, now = Kind::Open;
  for (int i = first; i < last; ++i) {
    old = std::max(old, before.at(points_[to_index(i)].key).kind);
    now = std::max(now, kinds_[to_index(i)]);
  }
  if (old == now) return;
  const ShapePoint& point = points_[to_index(first)];
  const bool rough = shapes_.laws()[to_index(point.law)].friction > 0.0;
  const auto add = [&](EventKind kind, EventHow how = EventHow::None) {
    events.push_back({.t = t, .kind = kind, .name = shapes_.name(point.key.pair), .how = how});
  };
  if (old == Kind::Open)
    add(EventKind::Touch, !rough               ? EventHow::None
                          : now == Kind::Stick ? EventHow::Sticks
                                               : EventHow::Slides);
  else if (now == Kind::Open)
    add(EventKind::Lift);
  else if (rough)
    add(now == Kind::Slide ? EventKind::Slip : EventKind::Stick);
}

void PileStep::put_modes(State& state, std::vector<SimulationEvent>& events) {
  const ContactModes& modes = state.modes_of<ContactModes>(group_.index());
  ContactModes::Cursor old(modes), of_pairs(modes);
  std::size_t closed = 0;
  bool same = shapes_.hints() == modes.hints();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    closed += kinds_[i] != ContactMode::Kind::Open ? 1U : 0U;
    same &= old.at(points_[i].key).kind == kinds_[i];
  }
  if (same && closed == modes.entries().size()) return;
  const int count = static_cast<int>(points_.size());
  for (int first = 0, last = 0; first < count; first = last) {
    for (last = first + 1;
         last < count && points_[to_index(last)].key.pair == points_[to_index(first)].key.pair;)
      ++last;
    report(first, last, of_pairs, state.t + h_, events);
  }
  entries_.clear();
  for (std::size_t i = 0; i < points_.size(); ++i)
    if (kinds_[i] != ContactMode::Kind::Open)
      entries_.push_back({points_[i].key, {.kind = kinds_[i]}});
  // In memory of before, which no state has any more.
  auto free = std::find_if(modes_.begin(), modes_.end(),
                           [](const auto& known) { return known.use_count() == 1; });
  if (free == modes_.end())
    free = modes_.insert(free, std::make_shared<ModesOf<ContactModes>>(ContactModes()));
  (*free)->value.assign(modes.size(), entries_, shapes_.hints(), entries_.capacity());
  state.modes[to_index(group_.index())] = *free;
}

// Adds a point where it is now, with the anchor that it has where it sticks. Returns whether it is
// off by more than it may be.
bool PileStep::add_gap(const ShapePoint& point, const ContactNormal& at, bool closed,
                       const StepReaction* reaction, const Transform<double>& X_WA,
                       const Transform<double>& X_WB) {
  if (!closed && at.gap > tolerance_) return false;
  PileGap gap;
  gap.a = bodies_.number_of(point.a), gap.b = bodies_.number_of(point.b);
  gap.draws = closed;
  gap.n = at.n, gap.p = at.p, gap.gap = at.gap;
  bool off = gap.gap < -tolerance_ || (closed && gap.gap > tolerance_);
  if (reaction != nullptr && reaction->anchored && closed) {
    const Vec3<double> d = X_WA * reaction->anchor.in_a - X_WB * reaction->anchor.in_b;
    gap.anchored = true;
    gap.off = d - dot(at.n, d) * at.n;
    off |= norm(gap.off) > tolerance_;
  }
  gaps_.add(gap);
  return off;
}

bool PileStep::has_moved(const ShapePoint& point) const {
  const int a = bodies_.number_of(point.a), b = bodies_.number_of(point.b);
  return (a != 0 && !bodies_[a].stays) || (b != 0 && !bodies_[b].stays);
}

// What was known at the beginning of the step, where it is at its end: of pairs that have moved, or
// of all.
bool PileStep::find_known_gaps(const State& state, bool all) {
  gaps_.clear();
  const Look look = equations_.look(state);
  ReactionCursor reactions(state.reactions.of_group(group_.index()));
  const double apart = std::max(apart_from, apart_times * tolerance_);
  const Motion<double> rest{Vec3<double>::zero(), Vec3<double>::zero()};
  Transform<double> X_WA, X_WB;
  int a = -1, b = -1;
  bool any = false;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const ShapePoint& point = points_[i];
    if ((!all && !has_moved(point)) || passing_[i] != 0) continue;
    if (point.a.index != a || point.b.index != b) {
      a = point.a.index, b = point.b.index;
      X_WA = look.pose(point.a), X_WB = look.pose(point.b);
    }
    const ContactNormal at = normal_of_shapes(point, X_WA, X_WB, rest, rest);
    const bool closed = kinds_[i] != ContactMode::Kind::Open && at.gap <= apart;
    const StepReaction* const reaction =
        closed ? reactions.find(point.key.pair, point.key.feature) : nullptr;
    any |= add_gap(point, at, closed, reaction, X_WA, X_WB);
  }
  return any;
}

// Shapes are looked for where they have come to: what the next step begins with. Other features may
// have met there.
bool PileStep::find_new_gaps(const State& state, bool all) {
  gaps_.clear();
  deepest_ = 0.0;
  const ContactModes& modes = state.modes_of<ContactModes>(group_.index());
  const Look look = equations_.look(state);
  bool any = false;
  for (const ShapePoint& point : shapes_.find_points(look, modes.hints(), h_)) {
    deepest_ = std::max(deepest_, -point.gap);
    if (!all && !has_moved(point)) continue;
    any |= point.gap < -tolerance_;
    ContactNormal at{};
    at.n = point.n, at.p = point.p, at.gap = point.gap;
    add_gap(point, at, false, nullptr, {}, {});
  }
  return any;
}

// Where shapes overlap, or have moved from where they belong, they are put back. Others may overlap
// then: these are looked for again.
void PileStep::close_gaps(State& state, std::vector<SimulationEvent>& events) {
  bool any = false;
  for (int i = 1; i < bodies_.count(); ++i) any |= !bodies_[i].stays;
  if (!any) return;
  const auto put_back = [&] {
    const double before = potential(state);
    work_.put_back += gaps_.close(tolerance_, state);
    state.impact_loss += before - potential(state);
  };
  if (find_known_gaps(state, false)) {
    find_known_gaps(state, true);
    put_back();
  }
  for (int pass = 0; pass < most_end_passes; ++pass) {
    if (!find_new_gaps(state, false)) return;
    find_new_gaps(state, true);
    put_back();
  }
  if (find_new_gaps(state, false))
    events.push_back(
        {.t = state.t,
         .kind = EventKind::Residual,
         .residual = deepest_,
         .note = fmt::format("shapes of a pile overlap by {:.1e} m after they were put "
                             "back",
                             deepest_)});
}

void PileStep::set_kinds() {
  using Kind = ContactMode::Kind;
  const double leaves = std::max(leaves_at, leaves_part * tolerance_ / h_);
  for (std::size_t k = 0; k < touches_.size(); ++k) {
    Touch& touch = touches_[k];
    const SweptContact& c = sweeps_.contact(static_cast<int>(k));
    const Vec3<double> x = sweeps_.impulse(static_cast<int>(k)),
                       u = sweeps_.rate(static_cast<int>(k)), n = vector_from(c.normal);
    const double pressed = dot(n, x);
    const Vec3<double> along = x - pressed * n;
    const bool open = !(pressed > 0.0) && (dot(n, u) > leaves || !touch.was_closed);
    const bool sticks = c.friction > 0.0 && pressed > 0.0 &&
                        norm(along) < (1.0 - edge_of_cone) * c.friction * pressed;
    touch.kind = open ? Kind::Open : sticks ? Kind::Stick : Kind::Slide;
    kinds_[to_index(touch.point)] = touch.kind;
  }
}

void PileStep::put_velocities(State& state) {
  for (int i = 1; i < bodies_.count(); ++i)
    bodies_.put_end(i, sweeps_.velocity(i), turnings_[to_index(i)], h_, state);
}

double PileStep::potential(const State& state) const {
  double sum = 0.0;
  for (int i = 1; i < bodies_.count(); ++i)
    sum -= bodies_[i].mass * dot(gravity_, bodies_.centre_in(i, state));
  return sum;
}

// The velocity changes evenly over the step.
void PileStep::inside(double part, const State& before, const State& after, State& out) const {
  out = before;
  out.t = before.t + part * (after.t - before.t);
  out.v = before.v + part * (after.v - before.v);
  out.spent = before.spent + part * (after.spent - before.spent);
  out.impact_loss = before.impact_loss + part * (after.impact_loss - before.impact_loss);
  for (int i = 1; i < bodies_.count(); ++i) {
    const PileBody& body = bodies_[i];
    const Mat3<double> R = bodies_.rotation_in(i, before), R_end = bodies_.rotation_in(i, after);
    const Vec3<double> way = bodies_.centre_in(i, after) - bodies_.centre_in(i, before);
    const double* const v0 = before.v.data() + body.v;
    const double* const v1 = after.v.data() + body.v;
    const auto velocity = [&](const Mat3<double>& turned, const double* v) {
      return turned * (vector_from(v + 3) + cross(vector_from(v), body.centre));
    };
    const Vec3<double> change = velocity(R_end, v1) - velocity(R, v0);
    const Vec3<double> bend = body.jumps || body.stays
                                  ? Vec3<double>::zero()
                                  : (0.5 * part * (part - 1.0) * (after.t - before.t)) * change;
    const Vec3<double> turn = logarithm(quaternion_of(R_end * transpose(R)));
    bodies_.move(i, part * way + bend, part * turn, out);
  }
}

}  // namespace catena
