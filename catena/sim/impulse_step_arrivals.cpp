// ImpulseStep: what arrives within a step and is not located.

#include <algorithm>

#include "catena/sim/impulse_step.hpp"

namespace catena {

namespace {

// What comes more slowly than this, m/s, has come to rest.
constexpr double approaches_not = 1e-9;

// Whether a block stands for something that is open and could arrive within the step. Biases of
// servos have a compliance; those that correct penetrations are negative.
bool is_open(const Block& block) {
  return block.compliance == 0.0 &&
         (block.law == Law::Bounded ? block.bias != 0.0 : block.bias > 0.0);
}

// Whether a bounded row would move on against what can hold it.
bool is_pushed(const Block& block, double rate) {
  return (block.upper > 0.0 && rate < 0.0) || (block.lower < 0.0 && rate > 0.0);
}

}  // namespace

// Whether something takes part that has not arrived.
bool ImpulseStep::any_open() const {
  return std::any_of(list_.blocks.begin(), list_.blocks.end(), is_open);
}

// An impact has nothing to do with the forces before it, but coordinates that were held mostly are
// held.
void ImpulseStep::forget_contact_forces() {
  for (Row& row : list_.rows)
    if (row.dof < 0) row.force = 0.0;
}

// What would arrive too fast to be stopped within the step is struck at its beginning, without
// rebound: from then on it moves no faster than to where it touches.
void ImpulseStep::strike(double t, double h) {
  middle_.t = t, middle_.q = state_->q, middle_.v = state_->v;
  const Look start = equations_.free_accelerations(t, middle_.q, middle_.v, a_free_);
  offer(start, *state_, v_begin_, {.h = h, .with_arrivals = true});
  if (list_.empty()) return;
  impulses_.begin(middle_, list_);
  impulses_.velocities(list_, state_->v, b_);
  for (const Block& block : list_.blocks) b_[block.row] += block.bias;
  // What comes no faster than its weight makes it within a step is stopped by the step itself.
  const double slow = h * equations_.typical_acceleration();
  if (std::none_of(list_.blocks.begin(), list_.blocks.end(), [&](const Block& block) {
        const double rate = b_[block.row];
        return block.law == Law::Bounded ? is_pushed(block, rate) : rate < -slow;
      }))
    return;
  forget_contact_forces();
  x_.resize(list_.size());
  struck_ = impulses_.solve(list_, h, b_, care_, x_, u_);
  if (x_.isZero(0.0)) return;
  impulses_.add_response(x_, v_begin_);
  lost_ = equations_.kinetic_energy_with(middle_, state_->v) -
          equations_.kinetic_energy_with(middle_, v_begin_);
}

bool ImpulseStep::has_arrivals() const {
  return with_arrivals_ &&
         std::any_of(list_.blocks.begin(), list_.blocks.end(),
                     [&](const Block& block) { return is_open(block) && x_[block.row] != 0.0; });
}

double ImpulseStep::lost_to_arrivals() const {
  if (!with_arrivals_) return 0.0;
  double sum = lost_;
  for (const Block& block : list_.blocks) {
    if (!is_open(block)) continue;
    double work = 0.0;
    for (Eigen::Index r = block.row; r < block.row + block.row_count(); ++r)
      work += x_[r] * mean_[r];
    sum += std::max(0.0, -work);
  }
  return sum;
}

void ImpulseStep::stop_arrivals(State& state) {
  v_stopped_ = state.v;
  equations_.begin_step(state);
  const Look end = equations_.free_accelerations(state.t, state.q, state.v, a_free_);
  offer(end, state, v_stopped_, {.h = h_});
  if (list_.empty()) return;
  impulses_.begin(state, list_);
  impulses_.velocities(list_, state.v, b_);
  if (std::none_of(list_.blocks.begin(), list_.blocks.end(), [&](const Block& block) {
        const double rate = b_[block.row];
        return block.law == Law::Bounded ? is_pushed(block, rate) : rate < -approaches_not;
      }))
    return;
  forget_contact_forces();
  x_.resize(list_.size());
  quality_ = impulses_.solve(list_, h_, b_, StepImpulses::Care::Everything, x_, u_);
  impulses_.add_response(x_, v_stopped_);
  state.impact_loss += equations_.kinetic_energy_with(state, state.v) -
                       equations_.kinetic_energy_with(state, v_stopped_);
  state.v = v_stopped_;
}

}  // namespace catena
