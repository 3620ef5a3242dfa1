// ContactGroup: impacts, recordings and checkpoints.

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "catena/contact/contact_group.hpp"
#include "catena/elements/event.hpp"

namespace catena {

namespace {

// Contacts that approach more slowly than this part of the fastest coordinate do not.
constexpr double rounding = 1e-13;

constexpr std::size_t mode_numbers = 14;

}  // namespace

void ContactGroup::offer_impact(const World&, const Look& look, const Triggers& triggers,
                                const State& state, RowList& out, ImpactSpeed& speed) {
  forces_.locate(look.nodes());
  const ContactModes& modes = state.modes_of<ContactModes>(index());
  const double slow = rounding * (1.0 + look.v.lpNorm<Eigen::Infinity>());
  for (int i = 0; i < count(); ++i) {
    if (!touches(modes[static_cast<std::size_t>(i)], i)) continue;
    const Contact& c = contact(i);
    out.blocks.push_back({.group = index(),
                          .item = i,
                          .law = c.bilateral ? Law::TwoSidedCone : Law::Cone,
                          .row = add_rows(i, out),
                          .friction = c.material.friction,
                          .two_sided = c.bilateral,
                          .stays = triggers.has(index(), i, Trigger::What::Returned)});
    const double u = place(i).velocity.x;
    const bool hit = c.bilateral ? std::abs(u) > slow : u < -slow;
    speed.any |= hit;
    if (hit) speed.fastest = std::max(speed.fastest, std::abs(u));
  }
}

// Where another arrives fast, one that rests is hit on its other side, and rebounds too.
void ContactGroup::set_restitution(const State& state, const ImpactSpeed& speed, RowList& list) {
  for (Block& block : list.blocks) {
    if (block.group != index()) continue;
    const double e = contact(block.item).material.restitution;
    const bool rebounds =
        !block.stays && e * speed.fastest >= state.rest_factor * options_.rest_speed;
    block.restitution = rebounds ? e : 0.0;
    block.stays = false;
    suppressed_[static_cast<std::size_t>(block.item)] =
        rebounds ? 0.0 : e * std::max(0.0, -place(block.item).velocity.x);
  }
}

void ContactGroup::report_impact(const RowList& list, const ImpactReport& impact, const Look& look,
                                 State& state, std::vector<SimulationEvent>& events) {
  forces_.locate(look.nodes());
  ContactModes modes = state.modes_of<ContactModes>(index());
  for (const Block& block : list.blocks) {
    if (block.group != index()) continue;
    const Eigen::Vector3d p = impact.impulse.segment<3>(block.row);
    if (p.isZero(0.0)) continue;
    const double e = contact(block.item).material.restitution;
    if (e > 0.0 && e < 1.0) modes[static_cast<std::size_t>(block.item)].bounces.add(state.t, e);
    events.push_back({.t = state.t,
                      .kind = EventKind::Impact,
                      .name = contact(block.item).name,
                      .v_before = impact.u_before[block.row],
                      .v_after = place(block.item).velocity.x,
                      .energy_lost = std::exchange(impact.energy_lost, 0.0),
                      .impulse = p[0],
                      .tangential_impulse = p.tail<2>().norm(),
                      .linear_impulse = to_eigen(in_world(block.item, p)),
                      .restitution_factor = impact.restitution_factor < 1.0
                                                ? impact.restitution_factor
                                                : SimulationEvent::none,
                      .note = impact.solved ? "" : "the law of impact has no exact solution here"});
  }
  state.set_modes(index(), std::move(modes));
}

void ContactGroup::name_columns(std::vector<RecordedColumn>& out) const {
  for (const Contact& c : contacts_) {
    if (c.against == Contact::Against::String) {
      for (const ColumnKind kind : {ColumnKind::StringTension, ColumnKind::StringLength})
        add_columns(kind, c.name, out);
      continue;
    }
    for (const ColumnKind kind : {ColumnKind::ContactForce, ColumnKind::ContactNormal,
                                  ColumnKind::ContactTangential, ColumnKind::ContactGap})
      add_columns(kind, c.name, out);
  }
}

// The force on body a in world axes; along the normal; along the surface; the gap. Of a string: its
// tension and the distance of its ends.
void ContactGroup::add_touch_points(const Look& look, const State& state,
                                    std::vector<TouchPoint>& out) {
  forces_.locate(look.nodes());
  const ContactModes& modes = state.modes_of<ContactModes>(index());
  using Is = TouchPoint::Is;
  for (int i = 0; i < count(); ++i) {
    const ContactMode& mode = modes[static_cast<std::size_t>(i)];
    out.push_back({!mode.closed()                          ? Is::Open
                   : mode.kind == ContactMode::Kind::Stick ? Is::Sticking
                                                           : Is::Sliding,
                   place(i).p, place(i).axes[0]});
  }
}

void ContactGroup::record(const Look&, double*& out) const {
  for (int i = 0; i < count(); ++i) {
    const Vec3<double> world = forces_.world_force(i), &f = forces_.force(i);
    if (contact(i).against == Contact::Against::String) {
      *out++ = f.x, *out++ = contact(i).length - place(i).gap;
      continue;
    }
    *out++ = world.x, *out++ = world.y, *out++ = world.z;
    *out++ = f.x, *out++ = std::hypot(f.y, f.z), *out++ = place(i).gap;
  }
}

void ContactGroup::save(const State& state, ModeTable& out) const {
  const ContactModes& modes = state.modes_of<ContactModes>(index());
  for (int i = 0; i < count(); ++i) {
    const ContactMode& m = modes[static_cast<std::size_t>(i)];
    out[contact(i).name] = {static_cast<double>(m.kind),
                            m.frozen ? 1.0 : 0.0,
                            static_cast<double>(m.side),
                            m.direction.x,
                            m.direction.y,
                            m.direction.z,
                            m.reference.x,
                            m.reference.y,
                            m.reference.z,
                            static_cast<double>(m.bounces.count),
                            m.bounces.struck,
                            m.bounces.latest,
                            m.bounces.end,
                            m.bounces.change};
    if (!state.is_stepping()) continue;
    const Vec3<double> last = last_reaction(state, i);
    for (int r = 0; r < 3; ++r) out[contact(i).name].push_back(last[r]);
  }
}

void ContactGroup::load(const ModeTable& in, State& state) const {
  ContactModes modes;
  const std::size_t expected = mode_numbers + (state.is_stepping() ? 3 : 0);
  for (int i = 0; i < count(); ++i) {
    const Contact& c = contact(i);
    const std::vector<double>& x = entry_of(in, "contact", c.name);
    const bool finite = std::all_of(x.begin(), x.end(), [](double y) { return std::isfinite(y); });
    if (x.size() != expected || !finite || !(x[0] >= 0.0 && x[0] <= 2.0) ||
        !(std::abs(x[2]) == 1.0) || !(x[9] >= 0.0 && x[9] < 1e9))
      throw std::invalid_argument("the mode of contact '" + c.name + "' is none");
    modes.push_back({static_cast<ContactMode::Kind>(static_cast<int>(x[0])),
                     x[1] != 0.0,
                     {x[3], x[4], x[5]},
                     static_cast<int>(x[2]),
                     {x[6], x[7], x[8]},
                     {static_cast<int>(x[9]), x[10], x[11], x[12], x[13]}});
    for (int r = 0; state.is_stepping() && r < 3; ++r)
      state.reactions[first_reaction_ + 3 * i + r] = x[mode_numbers + static_cast<std::size_t>(r)];
  }
  state.set_modes(index(), std::move(modes));
}

}  // namespace catena
