// Stops: what they offer to decisions and impacts, and what they make of the answers.

#include <cmath>
#include <utility>

#include "catena/elements/event.hpp"
#include "catena/elements/stops.hpp"
#include "catena/elements/world.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

namespace {

// Where nothing arrives faster than this, all come to rest at their stops. The kicks that they
// would give each other keep strongly damped mechanisms chattering at amplitudes of rounding.
constexpr double capture_speed = 1e-3;

// An effort this near to what friction can give, in parts of it, may be all of it.
constexpr double bound_edge = 1e-9;

int sign(double x) {
  return x > 0.0 ? 1 : x < 0.0 ? -1 : 0;
}

bool leaves(const Block& block, double v) {
  return block.sign * v > 0.0;
}

}  // namespace

void Stops::offer(const World&, const Look&, const Triggers& triggers, State& state, RowList& out) {
  CoordinateModes modes = state.modes_of<CoordinateModes>(index());
  for (const int k : watched_) {
    CoordinateMode& mode = modes[static_cast<std::size_t>(k)];
    const bool was_held = mode.limit != 0;
    mode = {0, has_friction(k) ? sign(state.v[k]) : 0};
    if (state.v[k] != 0.0) continue;
    if (const Trigger* leaving = triggers.find(index(), k, Trigger::What::Leaving)) {
      if (has_friction(k)) mode.slip = leaving->direction;
      continue;
    }
    const bool low = at_lower(state, k), high = at_upper(state, k);
    if (!low && !high && !has_friction(k)) continue;
    out.blocks.push_back({.group = index(),
                          .item = k,
                          .law = Law::Bounded,
                          .row = out.add_coordinate(k, state.v[k]),
                          .lower = high ? -infinity : -breakaway_[k],
                          .upper = low ? infinity : breakaway_[k],
                          .was_held = was_held});
  }
  state.set_modes(index(), std::move(modes));
}

void Stops::answer(const World&, const Look&, const Triggers& triggers, const RowList& list,
                   const DecisionResult& result, State& state) {
  CoordinateModes modes = state.modes_of<CoordinateModes>(index());
  for (const Block& block : list.blocks) {
    if (block.group != index()) continue;
    const int k = block.item;
    CoordinateMode& mode = modes[static_cast<std::size_t>(k)];
    const double effort = result.x[block.unknown], acceleration = result.w[block.unknown];
    // Solvers come near to a bound, not always onto it; what moves is not held.
    const double edge = block.upper > block.lower ? bound_edge * breakaway_[k] : -infinity;
    const auto lets_go = [&](double beyond, double along) {
      // What its stop holds stays there until it moves, so that rounding does not let it go.
      if (block.was_held && along <= result.small_acceleration) return false;
      return beyond == 0.0 ? edge >= 0.0 : beyond <= edge && along > result.small_acceleration;
    };
    if (lets_go(effort - block.lower, acceleration)) {
      mode.slip = has_friction(k) ? 1 : 0;  // in the direction in which it is pushed
    } else if (lets_go(block.upper - effort, -acceleration)) {
      mode.slip = has_friction(k) ? -1 : 0;
    } else if (std::isinf(block.upper)) {
      mode.limit = -1;
    } else if (std::isinf(block.lower)) {
      mode.limit = 1;
    }
    if (triggers.has(index(), k, Trigger::What::Stopped)) mode.slip = 0;
  }
  state.set_modes(index(), std::move(modes));
}

// Rows count velocities away from the stop. What leaves its stop takes part, too, as others may
// drive it back in the same instant, but starts no impact.
void Stops::offer_impact(const World&, const Look&, const Triggers& triggers, const State& state,
                         RowList& out, ImpactSpeed& speed) {
  for (const int k : watched_) {
    const bool returned = triggers.has(index(), k, Trigger::What::Returned);
    const bool low = at_lower(state, k), high = at_upper(state, k);
    const double v = state.v[k];
    if (!low && !high && !returned) continue;
    const double sign = low && (!high || v <= 0.0) ? 1.0 : -1.0;
    const bool stays = returned || (low && high);
    out.blocks.push_back({.group = index(),
                          .item = k,
                          .law = Law::Bounded,
                          .row = out.add_coordinate(k, v),
                          .stays = stays,
                          .sign = sign});
    if (!stays && leaves(out.blocks.back(), v)) continue;
    speed.fastest = std::max(speed.fastest, std::abs(v));
    speed.any |= v != 0.0;
  }
}

void Stops::set_restitution(const State& state, const ImpactSpeed& speed, RowList& list) {
  const bool slow = speed.fastest < capture_speed;
  for (Block& block : list.blocks) {
    if (block.group != index()) continue;
    const double e = restitution_[block.item], v = state.v[block.item];
    block.rest_speed = rest_speed;
    if (!block.stays && leaves(block, v)) {  // should others drive it back fast
      block.restitution = e;
      continue;
    }
    const double rebound = std::abs(e * v);
    block.stays |= slow && rebound < rest_speed;
    const bool rebounds = !block.stays && rebound >= rest_speed;
    block.target = rebounds ? -e * v : 0.0;
    block.restitution = rebounds ? e : 0.0;
  }
}

void Stops::settle_velocities(const RowList& list, const Eigen::VectorXd& impulse,
                              const ImpactSpeed& speed, State& state) const {
  for (const Block& block : list.blocks) {
    if (block.group != index()) continue;
    double& v = state.v[block.item];
    const bool hit = block.stays || impulse[block.row] != 0.0;
    const bool settled = std::abs(v - block.target) < 1e-9 * speed.fastest;
    if (hit && settled)
      v = block.target;
    else if (std::abs(v) < 1e-12 * speed.fastest)
      v = 0.0;  // at rest, whatever restitution wanted: squeezed between others
  }
}

void Stops::report_impact(const RowList& list, const ImpactReport& impact, const Look&,
                          State& state, std::vector<SimulationEvent>& events) {
  for (const Block& block : list.blocks) {
    if (block.group != index() || impact.v_before[block.item] == 0.0) continue;
    if (leaves(block, impact.v_before[block.item]) && impact.impulse[block.row] == 0.0) continue;
    events.push_back({.t = state.t,
                      .kind = EventKind::Limit,
                      .name = coordinates_->name(block.item),
                      .how = block.sign > 0.0 ? EventHow::Lower : EventHow::Upper,
                      .v_before = impact.v_before[block.item],
                      .v_after = state.v[block.item],
                      .energy_lost = std::exchange(impact.energy_lost, 0.0),
                      .impulse = block.sign * impact.impulse[block.row]});
  }
}

}  // namespace catena
