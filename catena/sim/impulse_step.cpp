#include "catena/sim/impulse_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace catena {

namespace {

// The velocity in the middle is found again until it changes by less than this part of the largest.
constexpr double same_velocity = 1e-8;
// Where things turn or move by more than this within the step, rad or m, what is left of it is the
// same in many steps, and its energies add up: then by less than this part.
constexpr double fast_motion = 0.05, same_fast_velocity = 1e-9;
constexpr int most_passes = 12;
// Where it still changes by more than this part, the step is too long.
constexpr double another_velocity = 1e-6;
// With a tolerance of contacts, what moves things by this part of it within the step is no change;
// in a crowd by some more: what rows are off by then is of second order.
constexpr double tolerated_part = 0.1, part_in_crowds = 0.3;
// Where it changes by less than this part, what slides is what slid in the pass before.
constexpr double nearly_known = 0.02;
// What slides with less than this part of the fastest speed does not.
constexpr double slides_not = 1e-11;
// What begins a step with less than this part of the speed that gravity gives within it is at rest:
// solvers leave up to a hundredth of that.
constexpr double rests = 1e-6;

}  // namespace

// The velocity in the middle of the step if things go on as they did, or as in a step from here of
// another size.
void ImpulseStep::guess_middle(double t, double h) {
  const int nv = equations_.nv();
  rate_.resize(nv);
  xi_middle_.setZero(nv);
  middle_.t = t + 0.5 * h;
  middle_.q = state_->q;
  middle_.v = v_start_;
  guess_ = has_tried_ ? a_ : state_->last_acceleration;
  if (guess_.size() != nv) return;
  turns_ = v_start_ + 0.5 * h * guess_;
  flight_.turn(turns_.data(), 0.5 * h, middle_.v.data());
  if (!has_tried_) flight_.turn(turns_.data(), 0.5 * h, guess_.data());
  middle_.v += 0.5 * h * guess_;
}

// The configuration half a step away, at the velocity in the middle.
void ImpulseStep::move_to_middle(double h) {
  const Chart& chart = equations_.chart();
  chart.rate(xi_middle_.data(), middle_.q.data(), middle_.v.data(), rate_.data());
  xi_middle_ = 0.5 * h * rate_;
  chart.position(state_->q.data(), xi_middle_.data(), middle_.q.data());
  equations_.set_paths(middle_.t, middle_.q, middle_.v);
}

void ImpulseStep::offer(const Look& look, const State& state, const Eigen::VectorXd& v_begin,
                        StepRequest request) {
  request.typical_acceleration = equations_.typical_acceleration();
  request.correction_rate = equations_.setup().contact_options.correction / whole_step_;
  request.v_begin = {v_begin.data(), static_cast<std::size_t>(v_begin.size())};
  request.axes = equations_.workspace().axes;
  request.left_out = left_out_;
  list_.clear();
  for (RowOwner* const owner : equations_.row_owners())
    owner->offer_step(look, request, state, list_);
}

// There: accelerations without impulses, and the rows of all that takes part.
void ImpulseStep::look_in_middle(double h) {
  move_to_middle(h);
  v_begin_ = v_start_;
  flight_.turn(middle_.v.data(), 0.5 * h, v_begin_.data());
  const Look middle = equations_.free_accelerations(middle_.t, middle_.q, middle_.v, a_free_);
  offer(middle, *state_, v_begin_,
        {.h = h, .since_start = 0.5 * h, .acting = h, .with_arrivals = with_arrivals_});
}

// Velocities of the rows at the end are those in the configuration of the end: half a step of J' v
// is added.
void ImpulseStep::find_impulses(double h, bool again, StepImpulses::Care care) {
  // Forces that were found from the same state are nearer than those of the last step; of another
  // size of the step, those that hold coordinates.
  const bool known = again || (has_tried_ && !with_arrivals_);
  if (known) before_ = x_ / (again ? h : h_before_);
  quality_ = {};
  if (known && before_.size() == list_.size())
    for (Eigen::Index r = 0; r < list_.size(); ++r) {
      Row& row = list_.rows[static_cast<std::size_t>(r)];
      if (again || row.dof >= 0) row.force = before_[r];
    }
  x_.resize(list_.size());
  mean_.resize(list_.size());
  if (list_.empty()) return;
  impulses_.rates(list_, v_begin_, v_end_, middle_.v, turning_, rates_);
  impulses_.begin(middle_, list_, again);
  b_ = rates_.end + 0.5 * h * rates_.drift;
  for (Eigen::Index r = 0; r < list_.size(); ++r)
    b_[r] -= list_.rows[static_cast<std::size_t>(r)].drive;
  for (const Block& block : list_.blocks) b_[block.row] += block.bias;
  solve_with_frictions(h, again, care);
  quality_.take_worse(struck_);
  impulses_.add_response(x_, v_end_);
  // J (v + v+)/2: of contacts, what impulses do to J v+ is u - b.
  mean_ = 0.5 * (rates_.begin + rates_.end + (u_ - b_));
  for (Eigen::Index r = 0; r < list_.size(); ++r)
    if (const int dof = list_.rows[static_cast<std::size_t>(r)].dof; dof >= 0)
      mean_[r] = 0.5 * (v_begin_[dof] + v_end_[dof]);
}

// Once more where something slides that was asked with the friction of holding, or turns round. Who
// does is known from the pass before, once the velocity in the middle is nearly known.
void ImpulseStep::solve_with_frictions(double h, bool again, StepImpulses::Care care) {
  const bool keeps = again && change_ <= nearly_known && friction_.keep(list_);
  if (!keeps) friction_.begin(list_, equations_.setup().contact_options.solver.on_pyramids());
  double noise = 0.0;
  if (friction_.any()) {
    impulses_.velocities(list_, v_begin_, u_begin_);
    for (Eigen::Index r = 0; r < list_.size(); ++r)
      u_begin_[r] -= list_.rows[static_cast<std::size_t>(r)].drive;
    noise =
        slides_not * (v_begin_.lpNorm<Eigen::Infinity>() + h * equations_.typical_acceleration());
    if (!keeps)
      friction_.hold_at_rest(list_, u_begin_, rests * h * equations_.typical_acceleration());
  }
  quality_ = impulses_.solve(list_, h, b_, care, x_, u_);
  if (!friction_.any()) return;
  while (friction_.revise(list_, x_, u_, u_begin_, noise)) {
    for (Eigen::Index r = 0; r < list_.size(); ++r)
      list_.rows[static_cast<std::size_t>(r)].force = x_[r] / h;
    quality_ = impulses_.solve(list_, h, b_, care, x_, u_);
  }
}

// Passes of a step that is too long may run away from each other until nothing is finite. No solver
// is asked then.
StepOutcome ImpulseStep::refuse(double h, const Eigen::VectorXd& y0, Eigen::VectorXd& y1) {
  has_tried_ = false;
  change_ = std::numeric_limits<double>::quiet_NaN();
  quality_.solved = quality_.exact = false;
  y1.setConstant(y0.size(), change_);
  return {false, 0.5 * h};
}

StepOutcome ImpulseStep::step(MotionEquations& equations, double t, double h,
                              const Eigen::VectorXd& y0, Eigen::VectorXd& y1) {
  h_before_ = h_, h_ = h;
  struck_ = {};
  lost_ = 0.0, has_struck_ = false;
  v_start_ = state_->v;
  turning_.resize(equations.nv());
  guess_middle(t, h);
  using Care = StepImpulses::Care;
  Care care = Care::Quick;
  for (int pass = 0; pass < most_passes; ++pass) {
    if (pass + 1 == most_passes) care = care_;
    if (pass == 0 && with_arrivals_ && must_strike(h)) {
      strike(t, h);
      guess_middle(t, h);
    }
    look_in_middle(h);
    flight_.find_turning(middle_.v.data(), turning_);
    v_end_ = v_begin_ + h * (a_free_ + turning_);
    if (!v_end_.allFinite()) return refuse(h, y0, y1);
    find_impulses(h, pass > 0, care);
    v_mean_ = 0.5 * (v_begin_ + v_end_);
    // What gravity does within the step counts as motion: less than that is rest.
    fastest_ = v_begin_.lpNorm<Eigen::Infinity>() + v_end_.lpNorm<Eigen::Infinity>() +
               h * equations.typical_acceleration();
    change_ = change_of_middle() / fastest_;
    const double tolerance = equations.setup().contact_options.tolerance / (h * fastest_);
    small_change_ = tolerated_part * tolerance;
    const double same = std::max(h * fastest_ > fast_motion ? same_fast_velocity : same_velocity,
                                 with_arrivals_ ? part_in_crowds * tolerance : small_change_);
    if (change_ <= same && (quality_.exact || care == care_)) break;
    // What the links that take long have missed they miss again.
    if (care == care_ && !quality_.solved) break;
    // What takes long to find is found once the velocity in the middle is known.
    if (change_ <= std::max(another_velocity, small_change_)) care = care_;
    if (pass + 1 < most_passes) middle_.v = v_mean_;
  }
  turns_ = 2.0 * v_mean_ - middle_.v;
  a_ = (v_end_ - v_begin_) / h;
  has_tried_ = has_settled() && a_.allFinite();
  y1.resize(y0.size());
  equations.chart().rate(xi_middle_.data(), middle_.q.data(), v_mean_.data(), rate_.data());
  y1.head(equations.nv()) = h * rate_;
  flight_.find_flying(list_);
  flight_.correct(middle_.q.data(), v_mean_.data(), h, 0.0, y1.data());
  write_velocity(1.0, y1.data() + equations.nv());
  power_.resize(equations.ledger().count());
  equations.mean_powers(middle_.t, middle_.q, v_mean_, a_, power_.data());
  add_work_of_paths(h);
  y1.tail(power_.size()) = y0.tail(power_.size()) + h * power_;
  const bool found = quality_.solved || care_ == Care::Everything;
  return {y1.allFinite() && has_settled() && found, 0.5 * h};
}

// What moves on a path pushes against what it touches.
void ImpulseStep::add_work_of_paths(double h) {
  if (list_.empty()) return;
  for (std::size_t p = 0; p < equations_.path_count(); ++p) {
    equations_.path_motion(p, middle_.q, v_mean_, path_motion_);
    impulses_.velocities(list_, path_motion_, path_rates_);
    power_[equations_.path_account(p)] -= x_.dot(path_rates_) / h;
  }
}

// Paths give the velocity in the middle; it does not depend on what else is there.
double ImpulseStep::change_of_middle() const {
  double change = 0.0;
  for (int k = 0; k < equations_.nv(); ++k) {
    if (equations_.on_path(k)) continue;
    const double of_this = std::abs(v_mean_[k] - middle_.v[k]);
    if (std::isnan(of_this)) return of_this;
    change = std::max(change, of_this);
  }
  return change;
}

bool ImpulseStep::has_settled() const {
  return change_ <= std::max(another_velocity, 10.0 * small_change_);
}

// Friction whose direction changes within the step acts in the last one over the whole of it, and
// gives energy before the change; so does a contact that leaves and comes back within it. What
// drives, servos and the correction of penetrations give is theirs.
double ImpulseStep::given() const {
  double sum = 0.0;
  const ContactOptions& options = equations_.setup().contact_options;
  const bool corrects = options.correction > 0.0;
  // In a crowd with a tolerance, what single contacts give is what sweeps leave of velocities.
  const bool together = with_arrivals_ && options.tolerance > 0.0;
  for (const Block& block : list_.blocks) {
    if (block.compliance > 0.0 || (corrects && block.bias < 0.0)) continue;
    double work = 0.0;
    for (Eigen::Index r = block.row; r < block.row + block.row_count(); ++r)
      work += x_[r] * (mean_[r] - list_.rows[static_cast<std::size_t>(r)].drive);
    sum += together ? work : std::max(0.0, work);
  }
  return std::max(0.0, sum);
}

std::optional<double> ImpulseStep::pressed_in() const {
  if (!flight_.is_all()) return std::nullopt;
  double sum = 0.0;
  for (const Block& block : list_.blocks)
    if (block.law != Law::Bounded && block.compliance == 0.0)
      sum += std::max(0.0, -x_[block.row] * mean_[block.row]);
  return sum;
}

double ImpulseStep::pressing_force() const {
  double sum = 0.0;
  for (const Block& block : list_.blocks)
    if (block.law != Law::Bounded) sum += std::abs(x_[block.row]);
  return sum / h_;
}

// Velocities change evenly over the step.
void ImpulseStep::write_velocity(double theta, double* v) {
  Eigen::Map<Eigen::VectorXd>(v, equations_.nv()) = v_begin_ + theta * (v_end_ - v_begin_);
  flight_.turn(turns_.data(), (theta - 0.5) * h_, v);
}

void ImpulseStep::inside(MotionEquations& equations, double theta, Eigen::VectorXd& y) {
  const int nv = equations.nv();
  y.resize(equations.size());
  v_mean_ = v_begin_ + 0.5 * theta * (v_end_ - v_begin_);
  equations.chart().rate(xi_middle_.data(), middle_.q.data(), v_mean_.data(), rate_.data());
  y.head(nv) = theta * h_ * rate_;
  flight_.correct(middle_.q.data(), v_mean_.data(), theta * h_, 0.5 * (1.0 - theta) * h_, y.data());
  write_velocity(theta, y.data() + nv);
  y.tail(power_.size()) = state_->spent + theta * h_ * power_;
}

bool ImpulseStep::finish(State& state, std::vector<SimulationEvent>& events) {
  state.last_acceleration = a_;
  flight_.turn(turns_.data(), 0.5 * h_, state.last_acceleration.data());
  state.impact_loss += lost_;
  if (has_struck_) state.spent += drive_work_;
  const StepAnswer answer{h_, x_, u_, mean_, fastest_};
  bool moved = false;
  for (RowOwner* const owner : equations_.row_owners())
    moved |= owner->answer_step(list_, answer, state, events);
  return moved;
}

}  // namespace catena
