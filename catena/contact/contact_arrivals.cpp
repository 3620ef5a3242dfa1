// ContactGroup: what may arrive within a time step.

#include <algorithm>
#include <cmath>

#include "catena/contact/contact_group.hpp"

namespace catena {

bool ContactGroup::may_strike(const Look& start, const StepRequest& request, const State& state,
                              double slow) {
  if (count() == 0) return false;
  // Shapes were found at this state.
  if (given_ == 0 && request.correction_rate == 0.0 && 2.0 * shapes_->fastest() < slow)
    return false;
  locate(start, ContactGeometry::Part::Arrivals);
  ContactModes::Cursor modes = mode_cursor(state);
  bool any_open = false, any_fast = false;
  for (int i = 0; i < count() && !(any_open && any_fast); ++i) {
    const double gap = place(i).gap, rate = place(i).velocity.x;
    const bool closed = modes.at(key(i)).closed();
    if (!closed &&
        (gap > request.reach(rate) || passing_[static_cast<std::size_t>(i)] <= request.h))
      continue;
    any_open |= !closed && gap > 0.0;
    const double bias =
        closed ? request.correction_rate * std::min(0.0, gap) : std::max(0.0, gap) / request.h;
    any_fast |= rate + bias < -slow;
  }
  return any_open && any_fast;
}

// Whether something may arrive within the step that bounces for longer than the step lasts: a
// series of rebounds after an arrival with the speed v takes 2 e v / ((1 - e) g), where gravity has
// the part g along the normal. What it does not bring back leaves for good.
bool ContactGroup::may_rebound(const Look& look, const StepRequest& request, const State& state) {
  locate(look, ContactGeometry::Part::Arrivals);
  ContactModes::Cursor modes = mode_cursor(state);
  const Vec3<double>& gravity = look.coordinates.tree().gravity();
  const double h = request.h, most = h * request.typical_acceleration;
  for (int i = 0; i < count(); ++i) {
    const double e = contact(i).material.restitution;
    if (e == 0.0 || modes.at(key(i)).closed() || passing_[static_cast<std::size_t>(i)] <= h)
      continue;
    const double gap = std::max(0.0, place(i).gap), u = place(i).velocity.x;
    if (gap > h * (most - std::min(0.0, u))) continue;
    // It comes back as fast as it leaves.
    const double v = std::sqrt(u * u + 2.0 * request.typical_acceleration * gap);
    const double back = std::abs(dot(gravity, place(i).axes[0]));
    if (e * v >= options_.rest_speed && 2.0 * e * v > (1.0 - e) * back * h) return true;
  }
  return false;
}

std::optional<int> ContactGroup::closed_without_rebound(const Look& look,
                                                        const StepRequest& request,
                                                        const State& state) {
  if (any_rebounds_ && may_rebound(look, request, state)) return std::nullopt;
  // What sleeps counts: arrivals are met in the same way as if all were awake.
  const std::vector<ContactModes::Entry>& all = state.modes_of<ContactModes>(index()).entries();
  return static_cast<int>(
      std::count_if(all.begin(), all.end(), [](const auto& entry) { return entry.mode.closed(); }));
}

int ContactGroup::closed_count(const State& state) const {
  const std::vector<ContactModes::Entry>& all = state.modes_of<ContactModes>(index()).entries();
  return static_cast<int>(std::count_if(all.begin(), all.end(), [&](const auto& entry) {
    return entry.mode.closed() && !sleeps(entry.key.pair);
  }));
}

bool ContactGroup::may_arrive(const State& state) const {
  return closed_count(state) < count();
}

}  // namespace catena
