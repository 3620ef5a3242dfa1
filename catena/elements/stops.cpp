#include "catena/elements/stops.hpp"

#include <algorithm>
#include <cmath>

#include "catena/elements/event.hpp"
#include "catena/elements/world.hpp"
#include "catena/math/infinity.hpp"

namespace catena {

namespace {

constexpr double touching = 1e-12;  // rad or m, relative to 1 + |q|
// So far from its stop, rad or m, a coordinate may have been on its way when loops were closed.
constexpr double closing_error = 1e-8;

EventHow side(int limit) {
  return limit < 0 ? EventHow::Lower : EventHow::Upper;
}

}  // namespace

Stops::Stops(const Coordinates& coordinates, const Eigen::VectorXd& restitution,
             const std::vector<char>& on_path)
    : coordinates_(&coordinates),
      on_path_(on_path),
      lower_(Eigen::VectorXd::Constant(coordinates.nv(), -infinity)),
      upper_(Eigen::VectorXd::Constant(coordinates.nv(), infinity)),
      restitution_(restitution),
      sliding_(Eigen::VectorXd::Zero(coordinates.nv())),
      breakaway_(sliding_),
      slip_effort_(sliding_),
      source_of_dof_(static_cast<std::size_t>(coordinates.nv()), -1) {
  if (restitution_.size() == 0) restitution_.setZero(coordinates.nv());
  for_each_joint(coordinates, [&](const JointInfo& joint, int first_v) {
    for (int k = 0; k < joint.nv; ++k) {
      const int dof = first_v + joint.v + k;
      if (on_path_[static_cast<std::size_t>(dof)] != 0) continue;
      sliding_[dof] = joint.spec.coulomb_friction[k];
      breakaway_[dof] = joint.spec.static_friction[k];
      if (coordinates.place_in_q(dof) < 0) continue;
      lower_[dof] = joint.spec.position_lower[k];
      upper_[dof] = joint.spec.position_upper[k];
    }
  });
  for (int k = 0; k < coordinates.nv(); ++k)
    if (has_stop(k) || has_friction(k)) watched_.push_back(k);
  held_side_.assign(watched_.size(), not_held);
}

bool Stops::has_stop(int dof) const {
  return std::isfinite(lower_[dof]) || std::isfinite(upper_[dof]);
}
double& Stops::position(State& state, int dof) const {
  return state.q[coordinates_->place_in_q(dof)];
}
double Stops::position(const State& state, int dof) const {
  return state.q[coordinates_->place_in_q(dof)];
}
bool Stops::at_lower(const State& state, int dof) const {
  return std::isfinite(lower_[dof]) &&
         position(state, dof) <= lower_[dof] + touching * (1.0 + std::abs(lower_[dof]));
}
bool Stops::at_upper(const State& state, int dof) const {
  return std::isfinite(upper_[dof]) &&
         position(state, dof) >= upper_[dof] - touching * (1.0 + std::abs(upper_[dof]));
}

void Stops::place_start(State& state, std::vector<SimulationEvent>& events) {
  state.set_modes(index(), CoordinateModes(static_cast<std::size_t>(coordinates_->nv())));
  for (const int k : watched_) {
    if (!has_stop(k)) continue;
    const double q = position(state, k);
    const double below = lower_[k] - q, above = q - upper_[k];
    if (below <= 0.0 && above <= 0.0) continue;
    const double limit = below > 0.0 ? lower_[k] : upper_[k];
    position(state, k) = limit;
    if (std::max(below, above) <= touching) continue;
    events.push_back({.t = state.t,
                      .kind = EventKind::Outside,
                      .name = coordinates_->name(k),
                      .how = below > 0.0 ? EventHow::Lower : EventHow::Upper,
                      .v_before = state.v[k],
                      .v_after = state.v[k],
                      .x_before = q,
                      .x_after = limit});
  }
}

// What was inside before is put back however far it was carried: by 1e-5 in a step of Euler's
// method.
void Stops::restore_positions(const Eigen::VectorXd& q_open, State& state) const {
  for (const int k : watched_) {
    if (!has_stop(k)) continue;
    double& q = position(state, k);
    const double open = q_open[coordinates_->place_in_q(k)];
    if (q < lower_[k] && std::max(q, open) > lower_[k] - closing_error) q = lower_[k];
    if (q > upper_[k] && std::min(q, open) < upper_[k] + closing_error) q = upper_[k];
  }
}

bool Stops::hold_inside(State& state) const {
  CoordinateModes modes = state.modes_of<CoordinateModes>(index());
  bool any = false;
  for (const int k : watched_) {
    if (!has_stop(k)) continue;
    double& q = position(state, k);
    const double beyond = std::max(lower_[k] - q, q - upper_[k]);
    if (!(beyond > 0.0)) continue;
    any |= beyond > touching * (1.0 + std::abs(q));
    modes[static_cast<std::size_t>(k)].limit = q < lower_[k] ? -1 : 1;
    q = std::clamp(q, lower_[k], upper_[k]);
  }
  state.set_modes(index(), std::move(modes));
  return any;
}

std::string Stops::names_at_limits(const State& state) const {
  std::string names;
  for (const int k : watched_)
    if (state.modes_of<CoordinateModes>(index())[static_cast<std::size_t>(k)].limit != 0)
      names += (names.empty() ? "'" : ", '") + coordinates_->name(k) + "'";
  return names;
}

double Stops::limit_effort(const State& state, int dof, double reaction) const {
  const int limit = state.modes_of<CoordinateModes>(index())[static_cast<std::size_t>(dof)].limit;
  if (limit == 0) return 0.0;
  return limit < 0 ? std::max(0.0, reaction - breakaway_[dof])
                   : std::min(0.0, reaction + breakaway_[dof]);
}

void Stops::begin(const State& state, bool reactions, HeldArray& held) {
  const CoordinateModes& modes = state.modes_of<CoordinateModes>(index());
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    const int k = watched_[i];
    const CoordinateMode& mode = modes[static_cast<std::size_t>(k)];
    const bool stuck = has_friction(k) && mode.slip == 0;
    const bool holds = reactions && (mode.limit != 0 || stuck);
    if (holds) held[k] = true;
    held_side_[i] = holds ? mode.limit : not_held;
    slip_effort_[k] = holds ? 0.0 : -sliding_[k] * mode.slip;
  }
}

// A stop pushes without bound, and its dry friction takes part.
void Stops::hold_bounds(Eigen::VectorXd& lower, Eigen::VectorXd& upper) const {
  for (std::size_t i = 0; i < watched_.size(); ++i) {
    const int k = watched_[i], side = held_side_[i];
    if (side == not_held) continue;
    const bool fixed = has_stop(k) && is_fixed(k);
    lower[k] = side > 0 || fixed ? -infinity : -breakaway_[k];
    upper[k] = side < 0 || fixed ? infinity : breakaway_[k];
  }
}

// Modes of coordinates that exist in both structures.
std::shared_ptr<const GroupModes> Stops::carried_over(
    const Group& before, const std::shared_ptr<const GroupModes>& modes) const {
  const auto& old = static_cast<const Stops&>(before);
  const CoordinateModes& from = static_cast<const ModesOf<CoordinateModes>&>(*modes).value;
  std::map<std::string, CoordinateMode> by_name;
  for (const int k : old.watched_)
    by_name[old.coordinates_->name(k)] = from[static_cast<std::size_t>(k)];
  CoordinateModes now(static_cast<std::size_t>(coordinates_->nv()));
  for (const int k : watched_)
    if (const auto found = by_name.find(coordinates_->name(k)); found != by_name.end())
      now[static_cast<std::size_t>(k)] = found->second;
  return std::make_shared<const ModesOf<CoordinateModes>>(std::move(now));
}

void Stops::open_accounts(Ledger& ledger) {
  for_each_joint(*coordinates_, [&](const JointInfo& joint, int first_v) {
    for (int k = 0; k < joint.nv; ++k)
      if (const int dof = first_v + joint.v + k; sliding_[dof] > 0.0)
        source_of_dof_[static_cast<std::size_t>(dof)] =
            ledger.open(EnergyKind::Dissipated, joint.spec.name);
  });
}

void Stops::add_powers(const Look& look, double* power) const {
  for (const int k : watched_)
    if (const int s = source_of_dof_[static_cast<std::size_t>(k)]; s >= 0)
      power[s] -= look.v[k] * slip_effort_[k];
}

std::size_t Stops::most_guards() const {
  return 3 * watched_.size();
}

void Stops::watch(const Look&, const State& state, int owner, std::vector<Guard>& out) {
  const CoordinateModes& modes = state.modes_of<CoordinateModes>(index());
  for (const int k : watched_) {
    const CoordinateMode& mode = modes[static_cast<std::size_t>(k)];
    const auto add = [&](Watched kind, int direction, bool needs_forces = false) {
      out.push_back({.owner = owner,
                     .item = k,
                     .kind = kind,
                     .side = direction,
                     .needs_forces = needs_forces,
                     .arrives = kind == LowerStop || kind == UpperStop});
    };
    if (mode.limit != 0) {
      if (!is_fixed(k)) add(Reaction, mode.limit, true);
      continue;
    }
    const bool sticks = has_friction(k) && mode.slip == 0;
    if (sticks) add(Friction, 0, true);
    // Until that is found to be too weak it does not move; in a time step it may.
    if (sticks && !state.is_stepping()) continue;
    if (has_friction(k) && !sticks) add(Slip, mode.slip);
    if (std::isfinite(lower_[k])) add(LowerStop, -1);
    if (std::isfinite(upper_[k])) add(UpperStop, 1);
  }
}

// What shares its load with others gives way where none of them has room left.
double Stops::value(const Guard& guard, const Look& look, const Evaluation& forces) const {
  const int k = guard.item;
  if (guard.needs_forces && std::isfinite(forces.room_of(k))) return forces.room_of(k);
  switch (guard.kind) {
    case LowerStop:
      return look.q[coordinates_->place_in_q(k)] - lower_[k];
    case UpperStop:
      return upper_[k] - look.q[coordinates_->place_in_q(k)];
    case Slip:
      return guard.side * look.v[k];
    case Reaction:
      return breakaway_[k] - guard.side * forces.reaction[k];
    default:
      return breakaway_[k] - std::abs(forces.reaction[k]);
  }
}

double Stops::rate(const Guard& guard, const Look& look) const {
  if (guard.kind == LowerStop) return look.v[guard.item];
  return guard.kind == UpperStop ? -look.v[guard.item] : 0.0;
}

int Stops::push_direction(const Guard& guard, const Evaluation& forces) const {
  if (guard.kind == Reaction) return -guard.side;
  if (guard.kind == Friction) return forces.reaction[guard.item] > 0.0 ? -1 : 1;
  return 0;
}

std::string Stops::name_of(const Guard& guard) const {
  return coordinates_->name(guard.item);
}

// A coordinate that is back at its stop in no time was thrown off by less than can be resolved. One
// that is fast has arrived where the last step happened to end.
Consequence Stops::apply(const FoundGuard& found, int pushed, World&, State& state,
                         std::vector<SimulationEvent>&) {
  const Guard& guard = found.guard;
  const int k = guard.item;
  Consequence next{.decide = true};
  if (guard.kind == Reaction || guard.kind == Friction) {
    next.triggers.add(index(), k, Trigger::What::Leaving, pushed);
    return next;
  }
  if (guard.kind == Slip) {
    state.v[k] = 0.0;
    // Dry friction that turns round and round at one instant holds.
    if (found.at_once && found.is_chattering) next.triggers.add(index(), k, Trigger::What::Stopped);
    return next;
  }
  position(state, k) = guard.kind == LowerStop ? lower_[k] : upper_[k];
  next.impact = true;
  if (found.at_once && (found.is_chattering || guard.side * state.v[k] < rest_speed))
    next.triggers.add(index(), k, Trigger::What::Returned);
  return next;
}

void Stops::report(const State& before, State& after, std::vector<SimulationEvent>& events) {
  const CoordinateModes &old_modes = before.modes_of<CoordinateModes>(index()),
                        &modes = after.modes_of<CoordinateModes>(index());
  for (const int k : watched_) {
    const CoordinateMode &old = old_modes[static_cast<std::size_t>(k)],
                         &now = modes[static_cast<std::size_t>(k)];
    const auto add = [&](EventKind kind, EventHow how) {
      events.push_back({.t = after.t,
                        .kind = kind,
                        .name = coordinates_->name(k),
                        .how = how,
                        .v_before = after.v[k],
                        .v_after = after.v[k]});
    };
    if (old.limit == 0 && now.limit != 0) add(EventKind::Hold, side(now.limit));
    if (old.limit != 0 && now.limit == 0) add(EventKind::Release, side(old.limit));
    if (!has_friction(k) || now.limit != 0) continue;
    if (now.slip == 0 && old.slip != 0) add(EventKind::Stick, EventHow::None);
    if (now.slip != 0 && old.slip != now.slip)
      add(EventKind::Slip, now.slip > 0 ? EventHow::Forwards : EventHow::Backwards);
  }
}

void Stops::save(const State& state, ModeTable& out) const {
  const CoordinateModes& modes = state.modes_of<CoordinateModes>(index());
  for (const int k : watched_) {
    const CoordinateMode& mode = modes[static_cast<std::size_t>(k)];
    std::vector<double>& numbers = out[coordinates_->name(k)];
    numbers = {static_cast<double>(mode.limit), static_cast<double>(mode.slip)};
    if (!state.is_stepping()) continue;
    // None is not the same as one of zero: a step with other reactions than the last is no rest.
    if (const StepReaction* const last = state.reactions.find({index(), k, 0}))
      numbers.push_back(last->force[0]);
  }
}

void Stops::load(const ModeTable& in, State& state) const {
  CoordinateModes modes(static_cast<std::size_t>(coordinates_->nv()));
  for (const int k : watched_) {
    const std::string name = coordinates_->name(k);
    const std::vector<double>& numbers = entry_of(in, "stop or dry friction of", name);
    const auto is_sign = [](double x) { return x == -1.0 || x == 0.0 || x == 1.0; };
    const bool has_reaction = state.is_stepping() && numbers.size() == 3;
    if (numbers.size() != (has_reaction ? 3 : 2) || !is_sign(numbers[0]) || !is_sign(numbers[1]) ||
        !std::isfinite(numbers.back()))
      throw std::invalid_argument("the mode of '" + name + "' must be two of -1, 0 and 1");
    if (has_reaction) state.reactions.insert({.key = {index(), k, 0}, .force = {numbers[2]}});
    modes[static_cast<std::size_t>(k)] = {static_cast<int>(numbers[0]),
                                          static_cast<int>(numbers[1])};
  }
  state.set_modes(index(), std::move(modes));
}

}  // namespace catena
