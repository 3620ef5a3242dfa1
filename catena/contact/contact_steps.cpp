// ContactGroup: time steps.

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "catena/contact/contact_group.hpp"
#include "catena/contact/shape_passage.hpp"
#include "catena/contact/sliding.hpp"
#include "catena/elements/event.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

namespace {

// Contacts that separate faster than this, m/s, are open.
constexpr double separates = 1e-9;
// With a tolerance: than this part of it in a step.
constexpr double rough_rate = 0.02;
// A force this near to the edge of its cone is on it.
constexpr double cone_edge = 1e-9;
// An open contact with a gap below the negative of this, m, has got inside of its surface.
constexpr double inside = 1e-10;
// Gaps of closed contacts that are larger than this, m, are closed.
constexpr double gap_is_off = 1e-10;
// Points that stick further than this, m, from where they began to are moved back.
constexpr double anchor_is_off = 3e-13;
// A point of contact farther than this, m, from where it was on one of the bodies is another one.
constexpr double elsewhere = 1e-6;
// A closed contact with a gap above this, m, is open: to close it would press others into theirs.
constexpr double apart = 1e-6;

// Shapes that overlap by less than this, m, are put back without any more ado.
constexpr double slight = 5e-7;

// Sliding more slowly than this, m/s, is what solvers leave.
double at_rest(const StepAnswer& answer) {
  return std::max(sliding_at_rest, 1e-9 * answer.fastest);
}

}  // namespace

bool ContactGroup::is_off(int i, const StepReaction* reaction) const {
  const double tolerance = options_.tolerance;
  if (std::abs(place(i).gap) > std::max(gap_is_off, tolerance)) return true;
  return reaction != nullptr && reaction->anchored &&
         norm(forces_.from_anchor(i, reaction->anchor)) > std::max(anchor_is_off, tolerance);
}

// The point of a region may be another one at the next search. What held on to each other before
// then says nothing of it: bodies turn about the new one.
bool ContactGroup::is_at(int i, const Anchor& anchor) const {
  const ContactGeometry& geometry = forces_.geometry();
  return norm(geometry.point_in_a(i) - anchor.in_a) < elsewhere &&
         norm(geometry.point_in_b(i) - anchor.in_b) < elsewhere;
}

// A point that sticks stays where it is. A ball that rolls touches somewhere else all the time.
bool ContactGroup::takes_anchor(int i, const ContactMode& mode) const {
  const Contact& c = contact(i);
  return mode.kind == ContactMode::Kind::Stick && c.is_sharp() &&
         c.against != Contact::Against::String && !has_moving_surface(c) && c.region == nullptr;
}

// Closed contacts take part. Of open ones, those that could arrive within the step do where they
// are asked for; what is missing is then the velocity that they may still have.
void ContactGroup::offer_step(const Look& middle, const StepRequest& request, const State& state,
                              RowList& out) {
  locate(middle);
  shape_resting_faces(state);
  is_off_ = false;
  ContactModes::Cursor modes = mode_cursor(state);
  ReactionCursor last(state.reactions.of_group(index()));
  for (int i = 0; i < count(); ++i) {
    if (request.leaves_out(index(), i)) continue;
    const ContactPlace& at = place(i);
    const Contact& c = contact(i);
    double bias = 0.0;
    const ContactMode& mode = modes.at(key(i));
    const StepReaction* const reaction = last.find(key(i).pair, key(i).feature);
    if (mode.closed()) {
      is_off_ |= is_off(i, reaction);
      bias = request.correction_rate * std::min(0.0, at.gap);
    } else {
      if (!request.with_arrivals || passing_[static_cast<std::size_t>(i)] <= request.h) continue;
      const double gap = at.gap - request.since_start * at.velocity.x;
      if (gap > request.reach(at.velocity.x)) continue;
      // What is inside already is put back, not thrown out.
      bias = std::max(0.0, gap) / request.h;
    }
    const Eigen::Index row = add_rows(i, true, out);
    out.blocks.push_back({.group = index(),
                          .item = i,
                          .law = c.bilateral ? Law::TwoSidedCone : Law::Cone,
                          .row = row,
                          .friction = mode.kind == ContactMode::Kind::Stick || mode.slow
                                          ? c.material.holds()
                                          : c.material.friction,
                          .slide_rows = c.has_spin() ? 3 : 2,
                          .roll_rows = c.has_rolling() ? 2 : 0,
                          .rolling = c.material.rolling,
                          .two_sided = c.bilateral,
                          .bias = bias});
    out.blocks.back().frictions = {c.material.holds(), c.material.friction, c.material.slip_speed};
    out.blocks.back().holds = mode.kind == ContactMode::Kind::Stick || mode.slow;
    if (reaction != nullptr) start_from(*reaction, i, out);
  }
}

// The forces of the last step, along the rows of a contact, which are the last of the list.
void ContactGroup::start_from(const StepReaction& reaction, int i, RowList& out) const {
  const ContactPlace& at = place(i);
  const Vec3<double> force = forces_.geometry().from_b(i, force_of(reaction));
  Row* const rows = &out.rows[static_cast<std::size_t>(out.blocks.back().row)];
  rows[0].force = dot(at.axes[0], force);
  Vec3<double> moment = Vec3<double>::zero();
  if (contact(i).has_moments())
    moment =
        forces_.geometry().from_b(i, {reaction.force[3], reaction.force[4], reaction.force[5]});
  const int slides = out.blocks.back().slide_rows;
  const Vec3<double> sliding = at.shape.force_in_ball(
      {dot(at.axes[1], force), dot(at.axes[2], force), dot(at.axes[0], moment)});
  for (int r = 0; r < slides; ++r) rows[1 + r].force = sliding[r];
  for (int r = 0; r < out.blocks.back().roll_rows; ++r)
    rows[1 + slides + r].force = dot(at.axis(1 + r), moment);
}

void ContactGroup::close_inside(const Look& look, State& state) {
  locate(look, ContactGeometry::Part::Gaps);
  is_off_ = false;
  std::optional<std::vector<ContactMode>> changed;
  ContactModes::Cursor modes = mode_cursor(state);
  ReactionCursor last(state.reactions.of_group(index()));
  for (int i = 0; i < count(); ++i) {
    const double gap = place(i).gap;
    const bool closed = modes.at(key(i)).closed();
    const bool opens =
        closed && !contact(i).bilateral && gap > std::max(apart, 10.0 * options_.tolerance);
    const bool closes =
        !closed && gap <= -inside && passing_[static_cast<std::size_t>(i)] == infinity;
    if (!opens && (closed || closes)) is_off_ |= is_off(i, last.find(key(i).pair, key(i).feature));
    if (!opens && !closes) continue;
    if (!changed) changed = modes_in(state);
    (*changed)[static_cast<std::size_t>(i)].kind =
        opens ? ContactMode::Kind::Open : ContactMode::Kind::Slide;
  }
  if (changed) put_modes(*changed, state);
  if (lacks_anchors_) put_anchors(state);
}

// What was taken to pass a border has not passed where shapes overlap in the end: it is struck when
// the step is tried again.
double ContactGroup::overlap(const Look& look) {
  if (!shapes_) return 0.0;
  const double deepest = shapes_->overlap_since(look, std::max(slight, options_.tolerance));
  if (deepest > 0.0) {
    strikes_all_ = true;
    std::fill(passing_.begin(), passing_.end(), infinity);
  }
  return deepest;
}

bool ContactGroup::passes(const Look& end, double h, const std::function<Look(double)>& inside) {
  return shapes_ && ShapePassage(*shapes_, end, h, inside).any();
}

// Contacts that have begun to stick, from where they are now.
void ContactGroup::put_anchors(State& state) {
  lacks_anchors_ = false;
  const std::span<const StepReaction> last = state.reactions.of_group(index());
  reactions_.assign(last.begin(), last.end());
  ContactModes::Cursor modes = mode_cursor(state);
  std::size_t next = 0;
  for (int i = 0; i < count() && next < reactions_.size(); ++i) {
    while (next < reactions_.size() && sleeps(reactions_[next].key.item)) ++next;
    if (next == reactions_.size()) break;
    StepReaction& reaction = reactions_[next];
    if (reaction.key.item != key(i).pair || reaction.key.feature != key(i).feature) continue;
    ++next;
    if (reaction.anchored || !takes_anchor(i, modes.at(key(i)))) continue;
    reaction.anchored = true;
    reaction.anchor = {forces_.geometry().point_in_a(i), forces_.geometry().point_in_b(i)};
  }
  state.reactions.put(index(), reactions_);
}

// How a contact slides over the step, in which velocities change evenly.
ContactGroup::StepSliding ContactGroup::sliding_over(const Block& block, const RowList& list,
                                                     const StepAnswer& answer) const {
  const Eigen::Index first = block.row + 1, slides = block.slide_rows;
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1>;  // without memory of its own
  const Rows end = answer.u.segment(first, slides);
  Rows begin = 2.0 * answer.mean.segment(first, slides) - end;
  for (Eigen::Index r = 0; r < slides; ++r)
    begin[r] -= 2.0 * list.rows[static_cast<std::size_t>(first + r)].drive;
  const double rest = at_rest(answer), slow = options_.rest_speed;
  StepSliding out{begin.norm() <= rest, end.norm() <= rest, false};
  if (contact(block.item).material.law != FrictionLaw::Coulomb) return out;
  if (!(begin.dot(end) < 0.0) || begin.norm() <= slow || end.norm() <= slow) return out;
  const Rows way = end - begin;
  out.reverses = (begin - way * (begin.dot(way) / way.squaredNorm())).norm() < slow;
  return out;
}

// Returns whether the mode is another one.
bool ContactGroup::mode_after(const RowList& list, const Block& block, const StepAnswer& answer,
                              ContactMode& mode) const {
  using Kind = ContactMode::Kind;
  const Eigen::Index slides = block.slide_rows, rolls = block.roll_rows;
  const auto x = answer.x.segment(block.row, block.row_count()),
             u = answer.u.segment(block.row, block.row_count());
  const ContactMode before = mode;
  const double grip = block.friction * std::abs(x[0]);
  const double leaves = std::max(separates, rough_rate * options_.tolerance / answer.h);
  if (!block.two_sided && !(x[0] > 0.0) && u[0] > leaves) {
    mode = {.bounces = mode.bounces};
    return before.kind != Kind::Open;
  }
  const double speed = u.segment(1, slides).norm();
  // On the edge of a pyramid a force is inside of the cone: there the velocity tells.
  const bool by_force = grip > 0.0 && !options_.solver.on_pyramids();
  const bool sticks = block.friction > 0.0 &&
                      (by_force ? x.segment(1, slides).norm() < (1.0 - cone_edge) * grip
                                : speed <= (grip > 0.0 ? at_rest(answer) : sliding_at_rest));
  mode.kind = sticks ? Kind::Stick : Kind::Slide;
  mode.side = block.two_sided && x[0] < 0.0 ? -1 : 1;
  const bool slow = speed < 1.5 * freezing_speed(contact(block.item).material.law);
  mode.frozen = !sticks && block.friction > 0.0 && slow;
  mode.slow = !sticks && speed < contact(block.item).material.slip_speed;
  if (rolls > 0) mode.rolling = rolling_after(list, block, answer, mode.rolling);
  if (mode.kind == before.kind && mode.side == before.side && mode.frozen == before.frozen &&
      mode.slow == before.slow && mode.rolling.moves == before.rolling.moves &&
      mode.rolling.frozen == before.rolling.frozen)
    return false;
  const Eigen::VectorXd along =
      grip > 0.0 ? Eigen::VectorXd(-x.segment(1, slides)) : Eigen::VectorXd(u.segment(1, slides));
  if (mode.frozen && along.norm() > 0.0) {
    const Eigen::VectorXd d = along.normalized();
    Vec3<double> axis = Vec3<double>::zero(), turn = Vec3<double>::zero();
    for (Eigen::Index r = 0; r < slides; ++r) {
      const Row& row = list.rows[static_cast<std::size_t>(block.row + 1 + r)];
      axis += d[r] * row.axis, turn += d[r] * row.turn;
    }
    mode.direction = forces_.geometry().in_b(block.item, axis);
    mode.spin = dot(turn, list.rows[static_cast<std::size_t>(block.row)].axis);
  }
  return true;
}

// Moments about the tangents on their edge: it rolls.
ContactMode::Rolling ContactGroup::rolling_after(const RowList& list, const Block& block,
                                                 const StepAnswer& answer,
                                                 ContactMode::Rolling mode) const {
  const Eigen::Index first = block.row + 1 + block.slide_rows;
  const Eigen::Vector2d x = answer.x.segment<2>(first), u = answer.u.segment<2>(first);
  const double grip = block.rolling * std::abs(answer.x[block.row]);
  const bool by_force = grip > 0.0 && !options_.solver.on_pyramids();
  mode.moves = by_force ? x.norm() >= (1.0 - cone_edge) * grip : u.norm() > rolling_at_rest;
  const bool slow = u.norm() < 1.5 * freezing_speed(FrictionLaw::Coulomb);
  if (!mode.moves || !slow) return {.moves = mode.moves};
  if (mode.frozen) return mode;
  const Eigen::Vector2d d = grip > 0.0 ? Eigen::Vector2d(-x.normalized()) : u.normalized();
  const auto turn = [&](int r) { return list.rows[static_cast<std::size_t>(first + r)].turn; };
  mode.frozen = true;
  mode.direction = forces_.geometry().in_b(block.item, d[0] * turn(0) + d[1] * turn(1));
  return mode;
}

// The axes of the contacts in the middle of the step are those of the rows.
bool ContactGroup::answer_step(const RowList& list, const StepAnswer& answer, State& state,
                               std::vector<SimulationEvent>& events) {
  reactions_.clear();
  sliding_.assign(contacts_.size(), {});
  lacks_anchors_ = false;
  ReactionCursor last(state.reactions.of_group(index()));
  std::optional<std::vector<ContactMode>> changed;
  ContactModes::Cursor modes = mode_cursor(state);
  for (const Block& block : list.blocks) {
    if (block.group != index()) continue;
    const int i = block.item;
    const auto x = answer.x.segment(block.row, block.row_count());
    Vec3<double> force = Vec3<double>::zero(), moment = Vec3<double>::zero();
    double given = 0.0;  // by the surface
    for (int r = 0; r < x.size(); ++r) {
      const Row& row = list.rows[static_cast<std::size_t>(block.row + r)];
      force += (x[r] / answer.h) * row.axis, moment += (x[r] / answer.h) * row.turn;
      given += x[r] * row.drive;
    }
    const double work = x.dot(answer.mean.segment(block.row, x.size()));
    if (given != 0.0) add_drive_work(i, given, answer.h * force, state.spent.data());
    force = forces_.geometry().in_b(i, force), moment = forces_.geometry().in_b(i, moment);
    reactions_.push_back({.key = {index(), key(i).pair, key(i).feature},
                          .force = {force.x, force.y, force.z, moment.x, moment.y, moment.z}});
    if (const int s = accounts_[static_cast<std::size_t>(i)]; s >= 0)
      state.spent[s] -= work - given;
    else
      state.impact_loss -= work - given;
    ContactMode mode = modes.at(key(i));
    const bool is_another = mode_after(list, block, answer, mode);
    if (takes_anchor(i, mode)) {
      const StepReaction* const before = last.find(key(i).pair, key(i).feature);
      StepReaction& now = reactions_.back();
      now.anchored = before != nullptr && before->anchored && is_at(i, before->anchor);
      if (now.anchored) now.anchor = before->anchor;
      lacks_anchors_ |= !now.anchored;
    }
    StepSliding& sliding = sliding_[static_cast<std::size_t>(i)];
    if (block.friction > 0.0) sliding = sliding_over(block, list, answer);
    const bool tells = mode.kind == ContactMode::Kind::Slide &&
                       (sliding.reverses || sliding.begins_at_rest != sliding.ends_at_rest);
    if (!is_another && !tells) continue;
    if (!changed) changed = modes_in(state);
    (*changed)[static_cast<std::size_t>(i)] = mode;
  }
  keep_sleeping_reactions(state);
  state.reactions.put(index(), reactions_);
  if (!changed) return false;
  State old;
  old.modes = state.modes;
  put_modes(*changed, state);
  report(old, state, events);
  return false;
}

void ContactGroup::close_touching(const Look& look, State& state) {
  locate(look);
  std::optional<std::vector<ContactMode>> changed;
  ContactModes::Cursor modes = mode_cursor(state);
  for (int i = 0; i < count(); ++i) {
    const ContactMode& mode = modes.at(key(i));
    const double slow = state.rest_factor * options_.rest_speed;
    const bool closes = !mode.closed() && touches(mode, i) && place(i).velocity.x <= slow;
    const bool opens = mode.closed() && !contact(i).bilateral && place(i).velocity.x > slow;
    if (!closes && !opens) continue;
    if (!changed) changed = modes_in(state);
    ContactMode& now = (*changed)[static_cast<std::size_t>(i)];
    now = {.kind = closes ? ContactMode::Kind::Slide : ContactMode::Kind::Open,
           .bounces = mode.bounces};
    if (closes && contact(i).material.static_friction > contact(i).material.friction &&
        place(i).sliding_speed() <= sliding_at_rest)
      now.kind = ContactMode::Kind::Stick;
    now.slow = closes && place(i).sliding_speed() < contact(i).material.slip_speed;
    now.rolling.moves =
        closes && contact(i).has_rolling() && place(i).rolling_speed() > rolling_at_rest;
  }
  if (changed) put_modes(*changed, state);
}

}  // namespace catena
