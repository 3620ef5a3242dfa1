#include "catena/sim/scheduled_changes.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace catena {

namespace {
constexpr double break_width = 1e-12;  // s
}

double ScheduledChanges::next_time(const State& state) const {
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < changes_.size(); ++c)
    if (!state.happened[c] && changes_[c].at > state.t) next = std::min(next, changes_[c].at);
  // Just before a break, and then at it: what jumps there is looked at on one side only.
  for (const double at : breaks_)
    for (const double t : {at - break_width, at})
      if (t > state.t) next = std::min(next, t);
  return next;
}

std::vector<std::size_t> ScheduledChanges::due(const State& state) {
  std::vector<std::size_t> all = std::exchange(met_, {});
  for (std::size_t c = 0; c < changes_.size(); ++c)
    if (!state.happened[c] && changes_[c].at <= state.t) all.push_back(c);
  return all;
}

// Positions and velocities over all coordinates of the start.
double ScheduledChanges::condition(std::size_t c, const Look& look) const {
  if (look.coordinates.is_home()) return changes_[c].when(look.t, look.q, look.v);
  look.coordinates.gather_home(look.q, look.v, q_home_, v_home_);
  return changes_[c].when(look.t, q_home_, v_home_);
}

void ScheduledChanges::watch(const Look& look, const State& state, int owner,
                             std::vector<Guard>& out) {
  for (std::size_t c = 0; c < changes_.size(); ++c) {
    if (!changes_[c].when || state.happened[c]) continue;
    if (const double value = condition(c, look); value != 0.0)
      out.push_back({.owner = owner, .item = static_cast<int>(c), .side = value > 0.0 ? 1 : -1});
  }
}

double ScheduledChanges::value(const Guard& guard, const Look& look, const Evaluation&) const {
  return guard.side * condition(static_cast<std::size_t>(guard.item), look);
}

// The structure changes once the step is over.
Consequence ScheduledChanges::apply(const FoundGuard& found, int, World&, State&,
                                    std::vector<SimulationEvent>&) {
  met_.push_back(static_cast<std::size_t>(found.guard.item));
  return {};
}

}  // namespace catena
