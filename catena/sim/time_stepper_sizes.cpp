// TimeStepper: how long steps are.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "catena/elements/simulation_error.hpp"
#include "catena/sim/time_stepper.hpp"

namespace catena {

namespace {

// A step is too long if it leaves more than this part of the kinetic energy unexplained. In trees
// the errors of the midpoint rule mostly cancel over a motion, and changing steps disturb that;
// those of closing loops add up. Contacts, stops and dry friction may give no more than the last.
constexpr double lost_in_trees = 2e-6, lost_in_loops = 1e-6, regained = 1e-7;
// With loops, where motors and friction exchange more within the step than the kinetic energy, that
// may be off by this part, too: fingers that move slowly under large forces have little kinetic
// energy to be measured by.
constexpr double of_exchanged = 1e-5;
// Slow motion is not asked: by less than this within a whole step, rad or m; the last where
// something is given.
constexpr double slow_in_trees = 0.02, slow_in_loops = 2e-3, slow_giving = 1e-4;
constexpr double energy_rounding = 1e-13;  // of the energies that are present
// What arrives within a step and is not located loses its energy to first order: the ledger may be
// off by this part of it, which is booked with it.
constexpr double known_to = 0.05;
// Less than this part of what the whole weight would do over the motion is not given.
constexpr double gives_not = 1e-9;
// Steps in which shapes overlap are halved down to this part.
constexpr double shortest_by_overlap = 1.0 / 16384.0;
// So much overlap is left where something is met nearby, m.
constexpr double near_overlap = 1e-7;
// So many steps must get further than with this part of their size each, unless fewer of them than
// this part leave energy unexplained.
constexpr long many_steps = 10000;
constexpr double gets_nowhere = 1e-3, often_unexplained = 0.05;

}  // namespace

// Where steps had to be halved, they grow again from there, without crumbs.
double TimeStepper::first_try(const State& state, double goal) {
  const double left = goal - state.t;
  if (!(state.next_step > 0.0) || left <= 1.001 * state.next_step) return left;
  return left < 2.0 * state.next_step ? 0.5 * left : state.next_step;
}

// What was refused tells how long the next step may be; where nothing was, it grows.
void TimeStepper::set_next_step(double asked, double taken, State& state) const {
  const bool refused = taken < asked || state.next_step != before_.next_step;
  if (refused)
    state.next_step = taken;
  else if (before_.next_step > 0.0)
    state.next_step = std::max(2.0 * taken, before_.next_step);
  if (state.next_step > 0.999 * step_) state.next_step = 0.0;
}

// Where paths, loops and stops do not fit together, the shortest steps explain nothing, either: a
// run would take for ever, and nothing of it could be trusted.
void TimeStepper::refuse_standstill(const State& state) {
  if (progress_.steps++ == 0) progress_.since = state.t;
  if (progress_.steps < many_steps) return;
  const double way = state.t - progress_.since;
  const bool unexplained = static_cast<double>(progress_.unexplained) >
                           often_unexplained * static_cast<double>(many_steps);
  if (unexplained && way < gets_nowhere * static_cast<double>(many_steps) * step_) {
    Eigen::Index fastest = 0;
    const double speed = state.v.cwiseAbs().maxCoeff(&fastest);
    throw SimulationError(fmt::format(
        "t = {:.9g} s: {} time steps got no further than {:.3g} s, and {} of them leave energy "
        "unexplained (the fastest coordinate is '{}' with {:.3g} per second); paths, loops and "
        "stops may not fit together there: look at the motion up to this time",
        state.t, many_steps, way, progress_.unexplained,
        equations_.coordinates().name(static_cast<int>(fastest)), speed));
  }
  progress_ = {};
}

// What the tolerance of contacts lets pass: a hundredth of it times the weight, J; in a crowd,
// whose impulses are found less closely, three hundredths.
double TimeStepper::tolerated_work() const {
  return (method_.with_arrivals() ? 0.03 : 0.01) * equations_.setup().contact_options.tolerance *
         equations_.typical_force();
}

// The energy that contacts give instead of taking, J. Positions go back by what the impulses have
// moved them off: both works belong together.
double TimeStepper::given_by_contacts() const {
  const std::optional<double> pressed_in = method_.pressed_in();
  if (put_back_ >= 0.0) return method_.given() - put_back_;
  // What presses bodies together works over what solvers leave open, however short the step is.
  if (!pressed_in) {
    const double force = std::max(equations_.typical_force(), method_.pressing_force());
    return method_.given() + std::max(0.0, -put_back_ - open_height * force);
  }
  const double pressed = *pressed_in + 0.5 * open_height * equations_.typical_force();
  return method_.given() + std::max(0.0, -put_back_ - pressed);
}

// How well the ledger explains the step, of which positions and velocities are closed: an error, in
// parts of what it may be.
double TimeStepper::energy_excess(const State& state) {
  const double motion = method_.fastest() * method_.size(),
               in_whole_step = method_.fastest() * step_;
  double given = in_whole_step > slow_giving ? given_by_contacts() : 0.0;
  if (given < gives_not * equations_.typical_force() * motion) given = 0.0;
  const bool loops = equations_.has_loops();
  if (given == 0.0 && !(in_whole_step > (loops ? slow_in_loops : slow_in_trees))) return 0.0;
  const EnergyBalance a = equations_.energy(before_), b = equations_.energy(state);
  const double kinetic = a.kinetic + b.kinetic,
               exchanged = loops ? (state.spent - before_.spent).lpNorm<1>() : 0.0,
               noise = energy_rounding * (std::abs(b.potential) + std::abs(b.elastic)) +
                       (exchanged > kinetic ? of_exchanged * exchanged : 0.0);
  const double may_be_lost = (loops ? lost_in_loops : lost_in_trees) * kinetic + noise,
               may_be_given = regained * kinetic + noise + tolerated_work();
  const double of_arrivals = known_to * method_.lost_to_arrivals();
  unexplained_ = std::clamp(a.balance - b.balance, -of_arrivals, of_arrivals);
  const double lost = std::abs(a.balance - b.balance - unexplained_);
  if (lost <= may_be_lost && given <= may_be_given) return 0.0;
  return std::max(lost / may_be_lost, given / may_be_given);
}

// What shapes are taken for within a step (points, planes, balls, lines) is what they are only near
// to where they were at its beginning. Where they overlap in the end, the step is too long. What
// arrives is met halfway first, or nearly there: the error grows with the square of the way.
bool TimeStepper::overlaps(const State& state, double tried, double taken, bool arrives) {
  const bool is_shortest = !(tried > shortest_by_overlap * step_);
  if (is_shortest && strikes_all_) return false;
  double deepest = 0.0;
  const Look look = equations_.look(state);
  for (RowOwner* const owner : equations_.row_owners())
    deepest = std::max(deepest, owner->overlap(look));
  if (is_shortest) {  // once more, with what was taken to pass a border
    strikes_all_ = true;
    retry_ = tried;
    return deepest > 0.0;
  }
  if (deepest == 0.0 && passes(look, taken)) {
    retry_ = 0.5 * taken;
    return true;
  }
  if (deepest == 0.0) return false;
  if (arrives)
    retry_ =
        (has_met_ ? 0.5 : std::clamp(1.0 - std::sqrt(near_overlap / deepest), 0.5, 0.95)) * taken;
  has_met_ |= arrives;
  return true;
}

// Whether shapes have gone through each other on the way.
bool TimeStepper::passes(const Look& end, double taken) {
  bool begun = false;
  auto at_part = [&](double part) {
    if (!begun) equations_.begin_step(before_);
    begun = true;
    method_.inside(equations_, part, y_inside_);
    return equations_.look_at(before_.t + part * taken, y_inside_);
  };
  const std::function<Look(double)> inside = std::ref(at_part);  // without memory of its own
  return std::any_of(equations_.row_owners().begin(), equations_.row_owners().end(),
                     [&](RowOwner* owner) { return owner->passes(end, taken, inside); });
}

}  // namespace catena
