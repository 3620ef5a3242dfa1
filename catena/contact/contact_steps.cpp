// ContactGroup: time steps.

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "catena/contact/contact_group.hpp"
#include "catena/contact/sliding.hpp"
#include "catena/elements/event.hpp"

namespace catena {

namespace {

// Contacts that separate faster than this, m/s, are open.
constexpr double separates = 1e-9;
// A force this near to the edge of its cone is on it.
constexpr double cone_edge = 1e-9;
// An open contact with a gap below the negative of this, m, has got inside of its surface.
constexpr double inside = 1e-10;
// A closed contact with a gap above this, m, is open: to close it would press others into theirs.
constexpr double apart = 1e-6;

}  // namespace

// Closed contacts take part. Of open ones, those that could arrive within the step do where they
// are asked for; what is missing is then the velocity that they may still have.
void ContactGroup::offer_step(const Look& middle, const StepRequest& request, const State& state,
                              RowList& out) {
  forces_.locate(middle.nodes());
  largest_gap_ = 0.0;
  const ContactModes& modes = state.modes_of<ContactModes>(index());
  for (int i = 0; i < count(); ++i) {
    const ContactPlace& at = place(i);
    const Contact& c = contact(i);
    double bias = 0.0;
    if (modes[static_cast<std::size_t>(i)].closed()) {
      largest_gap_ = std::max(largest_gap_, std::abs(at.gap));
    } else {
      if (!request.with_arrivals) continue;
      const double gap = at.gap - 0.5 * request.h * at.velocity.x;
      if (gap > request.reach(at.velocity.x)) continue;
      bias = gap / request.h;
    }
    const Eigen::Index row = add_rows(i, out);
    const Eigen::Index reaction = first_reaction_ + 3 * i;
    out.blocks.push_back({.group = index(),
                          .item = i,
                          .law = c.bilateral ? Law::TwoSidedCone : Law::Cone,
                          .row = row,
                          .friction = c.material.friction,
                          .two_sided = c.bilateral,
                          .bias = bias,
                          .reaction = reaction});
    const Vec3<double> last = forces_.geometry().from_b(i, last_reaction(state, i));
    for (std::size_t r = 0; r < 3; ++r)
      out.rows[static_cast<std::size_t>(row) + r].force = dot(at.axes[r], last);
  }
}

void ContactGroup::close_inside(const Look& look, State& state) {
  forces_.locate(look.nodes());
  largest_gap_ = 0.0;
  std::optional<ContactModes> changed;
  for (int i = 0; i < count(); ++i) {
    const double gap = place(i).gap;
    const bool closed = state.modes_of<ContactModes>(index())[static_cast<std::size_t>(i)].closed();
    const bool opens = closed && !contact(i).bilateral && gap > apart;
    if (!opens && (closed || gap <= -inside)) largest_gap_ = std::max(largest_gap_, std::abs(gap));
    if (!opens && (closed || gap > -inside)) continue;
    if (!changed) changed = state.modes_of<ContactModes>(index());
    (*changed)[static_cast<std::size_t>(i)].kind =
        opens ? ContactMode::Kind::Open : ContactMode::Kind::Slide;
  }
  if (changed) state.set_modes(index(), std::move(*changed));
}

// Returns whether the mode is another one.
bool ContactGroup::mode_after(const RowList& list, const Block& block, const StepAnswer& answer,
                              ContactMode& mode) const {
  using Kind = ContactMode::Kind;
  const Eigen::Vector3d x = answer.x.segment<3>(block.row), u = answer.u.segment<3>(block.row);
  const ContactMode before = mode;
  const double grip = block.friction * std::abs(x[0]);
  if (!block.two_sided && !(x[0] > 0.0) && u[0] > separates) {
    mode = {.bounces = mode.bounces};
    return before.kind != Kind::Open;
  }
  const double speed = u.tail<2>().norm();
  const bool sticks =
      block.friction > 0.0 &&
      (grip > 0.0 ? x.tail<2>().norm() < (1.0 - cone_edge) * grip : speed <= sliding_at_rest);
  mode.kind = sticks ? Kind::Stick : Kind::Slide;
  mode.side = block.two_sided && x[0] < 0.0 ? -1 : 1;
  const bool slow = speed < 1.5 * freezing_speed(contact(block.item).material.law);
  mode.frozen = !sticks && block.friction > 0.0 && slow;
  if (mode.kind == before.kind && mode.side == before.side && mode.frozen == before.frozen)
    return false;
  const Eigen::Vector2d along =
      grip > 0.0 ? Eigen::Vector2d(-x.tail<2>()) : Eigen::Vector2d(u.tail<2>());
  if (mode.frozen && along.norm() > 0.0) {
    const Eigen::Vector2d d = along.normalized();
    const auto axis = [&](int r) {
      return list.rows[static_cast<std::size_t>(block.row + r)].axis;
    };
    mode.direction = forces_.geometry().in_b(block.item, d[0] * axis(1) + d[1] * axis(2));
  }
  return true;
}

bool ContactGroup::may_arrive(const State& state) const {
  const ContactModes& modes = state.modes_of<ContactModes>(index());
  return std::any_of(modes.begin(), modes.end(), [](const auto& mode) { return !mode.closed(); });
}

// The axes of the contacts in the middle of the step are those of the rows.
void ContactGroup::answer_step(const RowList& list, const StepAnswer& answer, State& state,
                               std::vector<SimulationEvent>& events) {
  state.reactions.segment(first_reaction_, reaction_count()).setZero();
  std::optional<ContactModes> changed;
  for (const Block& block : list.blocks) {
    if (block.group != index()) continue;
    const int i = block.item;
    const Eigen::Vector3d x = answer.x.segment<3>(block.row);
    Vec3<double> force = Vec3<double>::zero();
    for (int r = 0; r < 3; ++r)
      force += (x[r] / answer.h) * list.rows[static_cast<std::size_t>(block.row + r)].axis;
    force = forces_.geometry().in_b(i, force);
    for (int r = 0; r < 3; ++r) state.reactions[block.reaction + r] = force[r];
    const double work = x.dot(answer.mean.segment<3>(block.row));
    if (const int s = accounts_[static_cast<std::size_t>(i)]; s >= 0)
      state.spent[s] -= work;
    else
      state.impact_loss -= work;
    ContactMode mode = state.modes_of<ContactModes>(index())[static_cast<std::size_t>(i)];
    if (!mode_after(list, block, answer, mode)) continue;
    if (!changed) changed = state.modes_of<ContactModes>(index());
    (*changed)[static_cast<std::size_t>(i)] = mode;
  }
  if (!changed) return;
  State old;
  old.modes = state.modes;
  state.set_modes(index(), std::move(*changed));
  report(old, state, events);
}

void ContactGroup::close_touching(const Look& look, State& state) {
  forces_.locate(look.nodes());
  std::optional<ContactModes> changed;
  for (int i = 0; i < count(); ++i) {
    const ContactMode& mode = state.modes_of<ContactModes>(index())[static_cast<std::size_t>(i)];
    const double slow = state.rest_factor * options_.rest_speed;
    const bool closes = !mode.closed() && touches(mode, i) && place(i).velocity.x <= slow;
    const bool opens = mode.closed() && !contact(i).bilateral && place(i).velocity.x > slow;
    if (!closes && !opens) continue;
    if (!changed) changed = state.modes_of<ContactModes>(index());
    ContactMode& now = (*changed)[static_cast<std::size_t>(i)];
    now = {.kind = closes ? ContactMode::Kind::Slide : ContactMode::Kind::Open,
           .bounces = mode.bounces};
  }
  if (changed) state.set_modes(index(), std::move(*changed));
}

}  // namespace catena
