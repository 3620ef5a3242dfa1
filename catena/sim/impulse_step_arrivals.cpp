// ImpulseStep: what arrives within a step and is not located.

#include <algorithm>

#include "catena/sim/impulse_step.hpp"

namespace catena {

namespace {

// What comes more slowly than this, m/s, has come to rest; with a tolerance of contacts, what comes
// no further than this part of it within a step.
constexpr double approaches_not = 1e-9, tolerated_approach = 0.02;

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

// Whether something takes part that has not arrived, and something comes so fast that the step
// itself does not stop it: faster than its weight makes it within a step.
bool ImpulseStep::must_strike(double h) {
  const Look start = equations_.look(*state_);
  StepRequest request{.h = h, .with_arrivals = true};
  request.typical_acceleration = equations_.typical_acceleration();
  request.correction_rate = equations_.setup().contact_options.correction / whole_step_;
  const double slow = h * equations_.typical_acceleration();
  return std::any_of(
      equations_.row_owners().begin(), equations_.row_owners().end(),
      [&](RowOwner* owner) { return owner->may_strike(start, request, *state_, slow); });
}

// An impact has nothing to do with the forces before it, but coordinates that were held mostly are
// held.
void ImpulseStep::forget_contact_forces() {
  for (Row& row : list_.rows)
    if (row.dof < 0) row.force = 0.0;
}

template <class Arrives>
bool ImpulseStep::find_arriving(Arrives arrives) {
  arriving_.clear();
  for (const Block& block : list_.blocks) arriving_.push_back(arrives(block) ? 1 : 0);
  return std::find(arriving_.begin(), arriving_.end(), 1) != arriving_.end();
}

// What would arrive too fast to be stopped within the step is struck at its beginning, without
// rebound: from then on it moves no faster than to where it touches.
void ImpulseStep::strike(double t, double h) {
  middle_.t = t, middle_.q = state_->q, middle_.v = state_->v;
  const Look start = equations_.free_accelerations(t, middle_.q, middle_.v, a_free_);
  offer(start, *state_, v_start_, {.h = h, .with_arrivals = true});
  if (std::none_of(list_.blocks.begin(), list_.blocks.end(), is_open)) return;
  impulses_.begin(middle_, list_);
  impulses_.velocities(list_, state_->v, b_);
  for (const Block& block : list_.blocks) b_[block.row] += block.bias;
  const double slow = h * equations_.typical_acceleration();
  if (!find_arriving([&](const Block& block) {
        const double rate = b_[block.row];
        return block.law == Law::Bounded ? is_pushed(block, rate) : rate < -slow;
      }))
    return;
  forget_contact_forces();
  x_.resize(list_.size());
  struck_ = impulses_.solve(list_, h, b_, care_, x_, u_, arriving_);
  if (x_.isZero(0.0)) return;
  impulses_.add_response(x_, v_start_);
  has_struck_ = true;
  lost_ = equations_.drive_work(list_, x_, drive_work_) +
          equations_.kinetic_energy_with(middle_, state_->v) -
          equations_.kinetic_energy_with(middle_, v_start_);
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
      work += x_[r] * (mean_[r] - list_.rows[static_cast<std::size_t>(r)].drive);
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
  const double slow = std::max(
      approaches_not, tolerated_approach * equations_.setup().contact_options.tolerance / h_);
  if (!find_arriving([&](const Block& block) {
        const double rate = b_[block.row];
        return block.law == Law::Bounded ? is_pushed(block, rate) : rate < -slow;
      }))
    return;
  forget_contact_forces();
  x_.resize(list_.size());
  quality_ = impulses_.solve(list_, h_, b_, StepImpulses::Care::Everything, x_, u_, arriving_);
  impulses_.add_response(x_, v_stopped_);
  state.impact_loss += equations_.drive_work(list_, x_, drive_work_) +
                       equations_.kinetic_energy_with(state, state.v) -
                       equations_.kinetic_energy_with(state, v_stopped_);
  state.spent += drive_work_;
  state.v = v_stopped_;
}

}  // namespace catena
