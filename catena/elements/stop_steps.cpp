// Stops: time steps.

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "catena/elements/event.hpp"
#include "catena/elements/stops.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

namespace {

// A coordinate that moves with less than this part of the fastest speed of a step stands.
constexpr double standing = 1e-8;
// An effort this near to that of sliding, in parts of it, is that of sliding.
constexpr double cone_edge = 1e-9;

}  // namespace

// A coordinate that its stop holds and its dry friction share one row with summed bounds.
void Stops::offer_step(const Look& middle, const StepRequest& request, const State& state,
                       RowList& out) {
  const CoordinateModes& modes = state.modes_of<CoordinateModes>(index());
  ReactionCursor last(state.reactions.of_group(index()));
  for (const int k : watched_) {
    const CoordinateMode& mode = modes[static_cast<std::size_t>(k)];
    const double friction = request.acting * (mode.slip == 0 ? breakaway_[k] : sliding_[k]);
    double lower = -friction, upper = friction, bias = 0.0;
    if (mode.limit < 0 || is_fixed(k)) upper = infinity;
    if (mode.limit > 0 || is_fixed(k)) lower = -infinity;
    if (mode.limit == 0 && request.with_arrivals && has_stop(k) && !is_fixed(k)) {
      const double reach = request.reach(middle.v[k]);
      const double below = position(state, k) - lower_[k], above = upper_[k] - position(state, k);
      if (below < reach && below <= above)
        upper = infinity, bias = below / request.h;
      else if (above < reach)
        lower = -infinity, bias = -above / request.h;
    }
    if (lower == 0.0 && upper == 0.0) continue;
    const Eigen::Index row = out.add_coordinate(k, middle.v[k]);
    if (const StepReaction* const reaction = last.find(k))
      out.rows.back().force = reaction->force[0];
    out.blocks.push_back(
        {.group = index(),
         .item = k,
         .law = Law::Bounded,
         .row = row,
         .lower = lower,
         .upper = upper,
         .bias = bias,
         .frictions = {request.acting * breakaway_[k], request.acting * sliding_[k]},
         .holds = mode.slip == 0});
  }
}

std::optional<int> Stops::closed_without_rebound(const Look&, const StepRequest&,
                                                 const State& state) {
  const CoordinateModes& modes = state.modes_of<CoordinateModes>(index());
  int closed = 0;
  for (const int k : watched_) {
    if (!has_stop(k) || is_fixed(k)) continue;
    if (restitution_[k] > 0.0) return std::nullopt;
    closed += modes[static_cast<std::size_t>(k)].limit != 0 ? 1 : 0;
  }
  return closed;
}

bool Stops::may_arrive(const State& state) const {
  const CoordinateModes& modes = state.modes_of<CoordinateModes>(index());
  return std::any_of(watched_.begin(), watched_.end(), [&](int k) {
    return has_stop(k) && modes[static_cast<std::size_t>(k)].limit == 0;
  });
}

bool Stops::answer_step(const RowList& list, const StepAnswer& answer, State& state,
                        std::vector<SimulationEvent>& events) {
  reactions_.clear();
  const double fastest = std::max(answer.u.lpNorm<Eigen::Infinity>(), answer.fastest);
  std::optional<CoordinateModes> changed;
  for (const Block& block : list.blocks) {
    if (block.group != index()) continue;
    const int k = block.item;
    const double x = answer.x[block.row];
    reactions_.push_back({.key = {index(), k, 0}, .force = {x / answer.h}});
    const double work = x * answer.mean[block.row];
    if (const int s = source_of_dof_[static_cast<std::size_t>(k)]; s >= 0)
      state.spent[s] -= work;
    else
      state.impact_loss -= work;
    const CoordinateMode before =
        state.modes_of<CoordinateModes>(index())[static_cast<std::size_t>(k)];
    CoordinateMode mode;
    // Solvers come near to a law, not onto it: what moves is not held, whatever is left of a force,
    // and what does not is.
    const bool stands = std::abs(answer.u[block.row]) <= standing * fastest;
    // Beyond what friction gives, the stop holds; without friction until it moves.
    const double friction = answer.h * breakaway_[k];
    const auto held = [&](int limit, double effort) {
      const bool was_held = before.limit == limit && friction == 0.0;
      return stands && (effort > friction || was_held);
    };
    if (is_fixed(k) || (block.upper == infinity && held(-1, x))) mode.limit = -1;
    if (!is_fixed(k) && block.lower == -infinity && held(1, -x)) mode.limit = 1;
    const double edge = cone_edge * friction;
    const bool slips = !stands || x <= block.lower + edge || x >= block.upper - edge;
    if (has_friction(k) && mode.limit == 0 && slips) mode.slip = x > 0.0 ? -1 : 1;
    const bool holds = mode.limit != 0 || (has_friction(k) && mode.slip == 0);
    if (holds && block.bias == 0.0) state.v[k] = 0.0;
    if (mode.limit != 0) position(state, k) = mode.limit < 0 ? lower_[k] : upper_[k];
    if (mode == before) continue;
    if (!changed) changed = state.modes_of<CoordinateModes>(index());
    (*changed)[static_cast<std::size_t>(k)] = mode;
  }
  bool moved = false;
  for (const int k : watched_) {  // beyond what StepRequest::reach() allows for
    if (!has_stop(k)) continue;
    double& q = position(state, k);
    const double inside = std::clamp(q, lower_[k], upper_[k]);
    if (inside == q) continue;
    moved |= std::abs(q - inside) > 1e-12 * (1.0 + std::abs(q));
    if (!changed) changed = state.modes_of<CoordinateModes>(index());
    (*changed)[static_cast<std::size_t>(k)] = {q < inside ? -1 : 1, 0};
    q = inside;
  }
  state.reactions.put(index(), reactions_);
  if (!changed) return moved;
  State old;
  old.modes = state.modes;
  state.set_modes(index(), std::move(*changed));
  report(old, state, events);
  return moved;
}

void Stops::close_touching(const Look&, State& state) {
  std::optional<CoordinateModes> changed;
  for (const int k : watched_) {
    CoordinateMode mode = state.modes_of<CoordinateModes>(index())[static_cast<std::size_t>(k)];
    const double v = state.v[k];
    mode.limit = at_lower(state, k) && (v <= 0.0 || is_fixed(k)) ? -1
                 : at_upper(state, k) && v >= 0.0                ? 1
                                                                 : 0;
    if (v != 0.0 && has_friction(k)) mode.slip = v > 0.0 ? 1 : -1;
    if (mode == state.modes_of<CoordinateModes>(index())[static_cast<std::size_t>(k)]) continue;
    if (!changed) changed = state.modes_of<CoordinateModes>(index());
    (*changed)[static_cast<std::size_t>(k)] = mode;
  }
  if (changed) state.set_modes(index(), std::move(*changed));
}

}  // namespace catena
