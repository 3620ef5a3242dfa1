// ContactGroup: impacts.

#include <algorithm>
#include <cmath>
#include <utility>

#include "catena/contact/contact_group.hpp"
#include "catena/elements/event.hpp"

namespace catena {

namespace {

// Contacts that approach more slowly than this part of the fastest coordinate do not.
constexpr double rounding = 1e-13;

}  // namespace

void ContactGroup::offer_impact(const World&, const Look& look, const Triggers& triggers,
                                const State& state, RowList& out, ImpactSpeed& speed) {
  locate(look);
  ContactModes::Cursor modes = mode_cursor(state);
  const double slow = rounding * (1.0 + look.v.lpNorm<Eigen::Infinity>());
  for (int i = 0; i < count(); ++i) {
    if (!touches(modes.at(key(i)), i)) continue;
    const Contact& c = contact(i);
    out.blocks.push_back({.group = index(),
                          .item = i,
                          .law = c.bilateral ? Law::TwoSidedCone : Law::Cone,
                          .row = add_rows(i, false, out),
                          .friction = c.material.friction,
                          .two_sided = c.bilateral,
                          .stays = triggers.has(index(), i, Trigger::What::Returned)});
    const double u = place(i).velocity.x;
    const bool hit = c.bilateral ? std::abs(u) > slow : u < -slow;
    speed.any |= hit;
    if (hit) speed.fastest = std::max(speed.fastest, std::abs(u));
  }
}

void ContactGroup::set_restitution(const State& state, const ImpactSpeed&, RowList& list) {
  for (Block& block : list.blocks) {
    if (block.group != index()) continue;
    const double e = contact(block.item).material.restitution;
    const double rebound = e * std::max(0.0, -place(block.item).velocity.x);
    block.rest_speed = state.rest_factor * options_.rest_speed;
    block.restitution = block.stays ? 0.0 : e;
    suppressed_[static_cast<std::size_t>(block.item)] =
        block.stays || rebound < block.rest_speed ? rebound : 0.0;
    block.stays = false;
  }
}

void ContactGroup::add_drive_work(const RowList& list, const Eigen::VectorXd& impulse,
                                  double* spent) const {
  for (const Block& block : list.blocks) {
    if (block.group != index() || !has_moving_surface(contact(block.item))) continue;
    Vec3<double> sum = Vec3<double>::zero();
    double work = 0.0;
    for (Eigen::Index r = block.row; r < block.row + block.row_count(); ++r) {
      const Row& row = list.rows[static_cast<std::size_t>(r)];
      sum += impulse[r] * row.axis;
      work += impulse[r] * row.drive;
    }
    add_drive_work(block.item, work, sum, spent);
  }
}

void ContactGroup::report_impact(const RowList& list, const ImpactReport& impact, const Look& look,
                                 State& state, std::vector<SimulationEvent>& events) {
  locate(look);
  std::vector<ContactMode> modes = modes_in(state);
  for (const Block& block : list.blocks) {
    if (block.group != index()) continue;
    const Eigen::Vector3d p = impact.impulse.segment<3>(block.row);
    if (p.isZero(0.0)) continue;
    const double e = contact(block.item).material.restitution;
    if (e > 0.0 && e < 1.0) modes[static_cast<std::size_t>(block.item)].bounces.add(state.t, e);
    events.push_back({.t = state.t,
                      .kind = EventKind::Impact,
                      .name = name_at(block.item),
                      .v_before = impact.u_before[block.row],
                      .v_after = place(block.item).velocity.x,
                      .energy_lost = std::exchange(impact.energy_lost, 0.0),
                      .impulse = p[0],
                      .tangential_impulse = p.tail<2>().norm(),
                      .linear_impulse = to_eigen(in_world(list, block, p)),
                      .restitution_factor = impact.restitution_factor < 1.0
                                                ? impact.restitution_factor
                                                : SimulationEvent::none,
                      .note = impact.solved ? "" : "the impact law has no exact solution here"});
  }
  put_modes(modes, state);
}

}  // namespace catena
