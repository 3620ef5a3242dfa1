// TimeStepper: how long steps are.

#include <algorithm>
#include <cmath>

#include "catena/sim/time_stepper.hpp"

namespace catena {

namespace {

// A step is too long if it leaves more than this part of the kinetic energy unexplained. In trees
// the errors of the midpoint rule mostly cancel over a motion, and changing steps disturb that;
// those of closing loops add up. Contacts, stops and dry friction may give no more than the last.
constexpr double lost_in_trees = 2e-6, lost_in_loops = 1e-6, given_back = 1e-7;
// Slow motion is not asked: by less than this within a whole step, rad or m; the last where
// something is given.
constexpr double slow_in_trees = 0.02, slow_in_loops = 2e-3, slow_giving = 1e-4;
constexpr double energy_rounding = 1e-13;  // of the energies that are present
// Less than this part of what the whole weight would do over the motion is not given.
constexpr double gives_not = 1e-9;

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

// What the tolerance of contacts lets pass: a hundredth of it times the weight, J; in a crowd,
// whose impulses are found less closely, three hundredths.
double TimeStepper::tolerated_work() const {
  return (method_.with_arrivals() ? 0.03 : 0.01) * equations_.setup().contact_options.tolerance *
         equations_.typical_force();
}

// How well the ledger explains the step, of which positions and velocities are closed: an error, in
// parts of what it may be.
double TimeStepper::energy_excess(const State& state) {
  const double motion = method_.motion(), in_whole_step = method_.fastest() * step_;
  // Positions go back by what the impulses have moved them off: both works belong together.
  double given = in_whole_step > slow_giving ? method_.given() - put_back_ : 0.0;
  if (given < gives_not * equations_.typical_force() * motion) given = 0.0;
  const bool loops = equations_.has_loops();
  if (given == 0.0 && !(in_whole_step > (loops ? slow_in_loops : slow_in_trees))) return 0.0;
  const EnergyBalance a = equations_.energy(before_), b = equations_.energy(state);
  const double kinetic = a.kinetic + b.kinetic,
               noise = energy_rounding * (std::abs(b.potential) + std::abs(b.elastic));
  const double may_be_lost = (loops ? lost_in_loops : lost_in_trees) * kinetic + noise,
               may_be_given = given_back * kinetic + noise + tolerated_work();
  const double lost = std::abs(b.balance - a.balance);
  if (lost <= may_be_lost && given <= may_be_given) return 0.0;
  return std::max(lost / may_be_lost, given / may_be_given);
}

}  // namespace catena
