#include "catena/sim/impulse_step.hpp"

#include "catena/sim/impact.hpp"

namespace catena {

namespace {

// The velocity in the middle is found again until it changes by less than this part of the largest.
constexpr double same_velocity = 1e-6;
constexpr int most_passes = 4;
// Where it still changes by more than this part, the step is too long.
constexpr double another_velocity = 1e-3;

}  // namespace

// The velocity in the middle of the step if things go on as they did.
void ImpulseStep::guess_middle(double t, double h) {
  const int nv = equations_.nv();
  rate_.resize(nv);
  xi_middle_.setZero(nv);
  middle_.t = t + 0.5 * h;
  middle_.q = state_->q;
  middle_.v = state_->v;
  if (state_->last_acceleration.size() == nv) middle_.v += 0.5 * h * state_->last_acceleration;
}

// The configuration half a step away, at the velocity in the middle.
void ImpulseStep::move_to_middle(double h) {
  const Chart& chart = equations_.chart();
  chart.rate(xi_middle_.data(), middle_.q.data(), middle_.v.data(), rate_.data());
  xi_middle_ = 0.5 * h * rate_;
  chart.position(state_->q.data(), xi_middle_.data(), middle_.q.data());
  equations_.set_paths(middle_.t, middle_.q, middle_.v);
}

// Velocities of the rows at the end are those in the configuration of the end: half a step of J' v
// is added.
void ImpulseStep::find_impulses(const Look& middle, double h, bool again) {
  if (again) before_ = x_;
  list_.clear();
  const StepRequest request{h, with_arrivals_, equations_.typical_acceleration()};
  for (RowOwner* const owner : equations_.row_owners())
    owner->offer_step(middle, request, *state_, list_);
  quality_ = {};
  if (again && before_.size() == list_.size())  // nearer than the forces of the last step
    for (Eigen::Index r = 0; r < list_.size(); ++r)
      list_.rows[static_cast<std::size_t>(r)].force = before_[r] / h;
  x_.resize(list_.size());
  if (list_.empty()) return;
  impulses_.drifts(list_, middle_.v, u_);
  impulses_.begin(middle_, list_);
  impulses_.velocities(list_, v_end_, b_);
  b_ += 0.5 * h * u_;
  for (const Block& block : list_.blocks) b_[block.row] += block.bias;
  quality_ = impulses_.solve(list_, h, b_, x_, u_);
  impulses_.add_response(list_, x_, v_end_);
}

StepOutcome ImpulseStep::step(MotionEquations& equations, double t, double h,
                              const Eigen::VectorXd& y0, Eigen::VectorXd& y1) {
  h_ = h;
  guess_middle(t, h);
  double change = 0.0;
  for (int pass = 0; pass < most_passes; ++pass) {
    move_to_middle(h);
    const Look middle = equations.free_accelerations(middle_.t, middle_.q, middle_.v, a_free_);
    v_end_ = state_->v + h * a_free_;
    find_impulses(middle, h, pass > 0);
    v_mean_ = 0.5 * (state_->v + v_end_);
    // What gravity does within the step counts as motion: less than that is rest.
    const double size = state_->v.lpNorm<Eigen::Infinity>() + v_end_.lpNorm<Eigen::Infinity>() +
                        h * equations.typical_acceleration();
    change = (v_mean_ - middle_.v).lpNorm<Eigen::Infinity>() / size;
    if (change <= same_velocity) break;
    if (pass + 1 < most_passes) middle_.v = v_mean_;
  }
  a_ = (v_end_ - state_->v) / h;
  const Eigen::VectorXd& moves = with_arrivals_ ? v_end_ : v_mean_;
  impulses_.velocities(list_, v_mean_, mean_);
  y1.resize(y0.size());
  equations.chart().rate(xi_middle_.data(), middle_.q.data(), moves.data(), rate_.data());
  y1.head(equations.nv()) = h * rate_;
  y1.segment(equations.nv(), equations.nv()) = v_end_;
  power_.resize(equations.ledger().count());
  equations.mean_powers(middle_.t, middle_.q, moves, a_, power_.data());
  y1.tail(power_.size()) = y0.tail(power_.size()) + h * power_;
  return {y1.allFinite() && change <= another_velocity, 0.5 * h};
}

// Velocities change evenly over the step.
void ImpulseStep::inside(MotionEquations& equations, double theta, Eigen::VectorXd& y) {
  const int nv = equations.nv();
  y.resize(equations.size());
  v_mean_ =
      with_arrivals_ ? v_end_ : Eigen::VectorXd(state_->v + 0.5 * theta * (v_end_ - state_->v));
  equations.chart().rate(xi_middle_.data(), middle_.q.data(), v_mean_.data(), rate_.data());
  y.head(nv) = theta * h_ * rate_;
  y.segment(nv, nv) = state_->v + theta * (v_end_ - state_->v);
  y.tail(power_.size()) = state_->spent + theta * h_ * power_;
}

// Positions that move with the velocity at the end have not moved by what the kinetic energy says:
// forces do the work f.(v_end - v_mean) h too much or too little, which is dv_free^T M dv / 2.
double ImpulseStep::loss_of_arrivals() const {
  const auto energy = [&](const Eigen::VectorXd& v) {
    return kinetic_energy_of(equations_, middle_, v);
  };
  const Eigen::VectorXd change = h_ * a_, free = h_ * a_free_;
  return 0.5 * (energy(change + free) - energy(change) - energy(free));
}

void ImpulseStep::finish(State& state, std::vector<SimulationEvent>& events) {
  state.last_acceleration = a_;
  if (with_arrivals_) state.impact_loss += loss_of_arrivals();
  if (equations_.row_owners().empty()) return;
  const StepAnswer answer{h_, x_, u_, mean_};
  for (RowOwner* const owner : equations_.row_owners())
    owner->answer_step(list_, answer, state, events);
}

}  // namespace catena
