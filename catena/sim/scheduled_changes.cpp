#include "catena/sim/scheduled_changes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace catena {

namespace {
constexpr double break_width = 1e-12;  // s
// Conditions nearer to zero than this, which have just crossed it, are on the other side.
constexpr double on_zero = 1e-9;
constexpr double most_turn = 1.0;  // rad, of a sine in a condition within a step
}  // namespace

double ScheduledChanges::next_time(const State& state) const {
  double next = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < changes_.size(); ++c)
    if (const double at = time_of(c, state); at > state.t) next = std::min(next, at);
  // Just before a break, and then at it: what jumps there is looked at on one side only.
  for (const double at : breaks_)
    for (const double t : {at - break_width, at})
      if (t > state.t) next = std::min(next, t);
  return next;
}

std::vector<std::size_t> ScheduledChanges::due(const State& state) {
  std::vector<std::size_t> all = std::exchange(met_, {});
  for (std::size_t c = 0; c < changes_.size(); ++c)
    if (time_of(c, state) <= state.t) all.push_back(c);
  std::sort(all.begin(), all.end());
  return all;
}

// When a change happens next; NaN: never, or that is a condition's to say.
double ScheduledChanges::time_of(std::size_t c, const State& state) const {
  const StructureEvent& change = changes_[c];
  if (is_over(c, state)) return std::numeric_limits<double>::quiet_NaN();
  return change.at + static_cast<double>(state.happened[c]) * change.every;
}

bool ScheduledChanges::is_over(std::size_t c, const State& state) const {
  return state.happened[c] > 0 && !changes_[c].may_happen_again();
}

// Whether a crossing from this side of zero is one that the change waits for.
bool ScheduledChanges::counts(std::size_t c, int from) const {
  using Direction = StructureEvent::Direction;
  const Direction direction = changes_[c].direction;
  return direction == Direction::Both || (direction == Direction::Rising) == (from < 0);
}

void ScheduledChanges::follow(MotionEquations& equations) {
  equations_ = &equations;
  readers_.clear();
  for (const StructureEvent& change : changes_)
    readers_.push_back(change.readings.empty()
                           ? nullptr
                           : std::make_unique<ColumnReader>(equations, change.readings));
  noted_.assign(changes_.size(), 0.0);
  motions_.clear();
  for (const StructureEvent& change : changes_) {
    const std::size_t count = change.law ? change.law->switches().size() : 0;
    motions_.push_back(
        count > 0 ? std::make_unique<HomeRates>(equations.coordinates(), change.probes) : nullptr);
    if (branches_.size() < count) branches_.resize(count), jets_.resize(count);
  }
}

bool ScheduledChanges::has_readings() const {
  return std::any_of(changes_.begin(), changes_.end(),
                     [](const StructureEvent& change) { return !change.readings.empty(); });
}

// Positions and velocities over all coordinates of the start.
double ScheduledChanges::condition(std::size_t c, const Look& look, const Evaluation& forces,
                                   const State& modes) const {
  const StructureEvent& change = changes_[c];
  const bool home = look.coordinates.is_home();
  if (!home) look.coordinates.gather_home(look.q, look.v, q_home_, v_home_);
  const Eigen::VectorXd &q = home ? look.q : q_home_, &v = home ? look.v : v_home_;
  if (!change.probes && change.readings.empty()) return change.when(look.t, q, v);
  static const ProbeList none;
  append_probes(change.probes ? *change.probes : none, look, q, v, q_all_, v_all_);
  if (change.readings.empty()) return change.when(look.t, q_all_, v_all_);
  const std::vector<double>& readings = readers_[c]->read(look, forces, modes);
  const Eigen::Index behind = q_all_.size();
  q_read_.resize(behind + static_cast<Eigen::Index>(readings.size()));
  q_read_.head(behind) = q_all_;
  for (std::size_t i = 0; i < readings.size(); ++i)
    q_read_[behind + static_cast<Eigen::Index>(i)] = readings[i];
  return change.when(look.t, q_read_, v_all_);
}

// The equations have begun with the state.
double ScheduledChanges::condition(std::size_t c, const State& state) {
  const Look look = equations_->look(state);
  if (!changes_[c].readings.empty()) equations_->evaluate(look, forces_);
  return condition(c, look, forces_, state);
}

void ScheduledChanges::note_forces(const State& state) {
  if (!has_readings()) return;
  equations_->begin(state);
  for (std::size_t c = 0; c < changes_.size(); ++c)
    if (!changes_[c].readings.empty() && !is_over(c, state)) noted_[c] = condition(c, state);
}

void ScheduledChanges::find_jumped_forces(State& state) {
  if (!has_readings()) return;
  equations_->begin(state);
  for (std::size_t c = 0; c < changes_.size(); ++c) {
    if (changes_[c].readings.empty() || is_over(c, state) || noted_[c] == 0.0 ||
        std::find(met_.begin(), met_.end(), c) != met_.end())
      continue;
    if (noted_[c] * condition(c, state) <= 0.0) cross(c, noted_[c] > 0.0 ? 1 : -1, state);
  }
}

bool ScheduledChanges::is_of_motion(std::size_t c, const State& state) const {
  return changes_[c].when && changes_[c].readings.empty() && !is_over(c, state);
}

// Where a condition has crossed zero just now, rounding does not say where it is.
int ScheduledChanges::side_of(std::size_t c, double value, const State& state) const {
  const bool crossed = state.side[c] != 0 && std::abs(value) <= on_zero;
  return crossed ? state.side[c] : value > 0.0 ? 1 : value < 0.0 ? -1 : 0;
}

void ScheduledChanges::note_motion(const State& state) {
  sides_.assign(changes_.size(), 0);
  for (std::size_t c = 0; c < changes_.size(); ++c) {
    if (!is_of_motion(c, state)) continue;
    const double value = condition(c, state);
    if (std::abs(value) > on_zero) sides_[c] = value > 0.0 ? 1 : -1;
  }
}

void ScheduledChanges::find_jumped_motion(const std::vector<std::size_t>& due, State& state) {
  for (std::size_t c = 0; c < changes_.size(); ++c) {
    if (sides_[c] == 0 || !is_of_motion(c, state) ||
        std::find(due.begin(), due.end(), c) != due.end())
      continue;
    if (sides_[c] * condition(c, state) < -on_zero) cross(c, sides_[c], state);
  }
}

void ScheduledChanges::watch(const Look& look, const State& state, int owner,
                             std::vector<Guard>& out) {
  watched_.clear();
  if (has_readings()) begun_ = state;
  for (std::size_t c = 0; c < changes_.size(); ++c) {
    if (!changes_[c].when || is_over(c, state)) continue;
    watched_.push_back(c);
    const bool of_forces = !changes_[c].readings.empty();
    const double value = of_forces ? condition(c, state) : condition(c, look, forces_, state);
    const int side = side_of(c, value, state);
    if (side == 0) continue;
    out.push_back({.owner = owner,
                   .item = static_cast<int>(c),
                   .side = side,
                   .offset = std::min(0.0, side * value),
                   .needs_forces = of_forces});
  }
}

double ScheduledChanges::value(const Guard& guard, const Look& look,
                               const Evaluation& forces) const {
  return guard.side * condition(static_cast<std::size_t>(guard.item), look, forces, begun_) -
         guard.offset;
}

// That of velocities would need accelerations.
double ScheduledChanges::rate(const Guard& guard, const Look& look) const {
  const auto c = static_cast<std::size_t>(guard.item);
  if (!motions_[c] || changes_[c].law->switches().back().of_velocities) return 0.0;
  const SwitchedLaw& law = *changes_[c].law;
  HomeRates& motion = *motions_[c];
  motion.find(look);
  motion.find_rates(look, nullptr);
  const LawPoint here{look.t, motion.q(), motion.v()};
  law.find_branches(here, branches_.data());
  law.arguments(here, {1.0, motion.q_rate(), motion.v_rate()}, branches_.data(), jets_.data());
  return guard.side * jets_[law.switches().size() - 1].first;
}

double ScheduledChanges::longest_step(const Look& look) const {
  double fastest = 0.0;
  for (const std::size_t c : watched_) {
    if (!motions_[c]) continue;
    HomeRates& motion = *motions_[c];
    motion.find(look);
    motion.find_rates(look, nullptr);
    fastest =
        std::max(fastest, changes_[c].law->fastest_angle({look.t, motion.q(), motion.v()},
                                                         {1.0, motion.q_rate(), motion.v_rate()}));
  }
  return most_turn / fastest;
}

// The structure changes once the step is over.
Consequence ScheduledChanges::apply(const FoundGuard& found, int, World&, State& state,
                                    std::vector<SimulationEvent>&) {
  cross(static_cast<std::size_t>(found.guard.item), found.guard.side, state);
  return {};
}

void ScheduledChanges::cross(std::size_t c, int from, State& state) {
  state.side[c] = -from;
  if (counts(c, from)) met_.push_back(c);
}

}  // namespace catena
