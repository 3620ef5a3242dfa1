// The explicit method until the motion is stiff for it, then the implicit one, as long as that
// takes less work. What both have cost is counted in evaluations, not in time, so that a run is the
// same each time.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/sim/integrator.hpp"

namespace catena {

namespace {

// So many steps in a row must be stiff before the implicit method is tried, and so many of it are
// taken before it is judged.
constexpr long stiff_steps = 15, judged_steps = 8;
// Of the explicit method's limit on the negative axis. Vibrations that are damped little are
// limited earlier; a trial that was in vain costs `judged_steps`.
constexpr double worth_a_trial = 0.5;
// Strong dampers cost accuracy before they cost stability: servos of an arm held steps of 1e-12 at
// a quarter of the limit and less, where implicit steps are four times as long. A step that is less
// stiff counts less, in parts of `whole`; one that is not stiff at all takes two back.
constexpr long whole = 16;
constexpr double not_stiff = 0.1;

long count_of(double stiffness) {
  if (stiffness < not_stiff) return -2 * whole;
  const double part = std::min(stiffness / worth_a_trial, 1.0);
  return std::lround(static_cast<double>(whole) * part * part);
}
// After so many steps the other method is tried again; twice as many each time that it was worse.
constexpr long first_trial_wait = 100, longest_trial_wait = 12800, stiff_hurry = 8;

// What slopes and their decompositions cost, in evaluations of the equations.
double linear_algebra(int nv) {
  return 4.0 + nv / 4.0 + nv * nv / 200.0;
}

class AutomaticIntegrator final : public Integrator {
 public:
  explicit AutomaticIntegrator(const IntegratorOptions& options)
      : explicit_(make_dormand_prince(options)), implicit_(make_radau(options)) {}

  StepOutcome step(MotionEquations& equations, double t, double h, const Eigen::VectorXd& y0,
                   Eigen::VectorXd& y1) override {
    const long before = equations.evaluation_count();
    const StepOutcome outcome = used().step(equations, t, h, y0, y1);
    h_ = h;
    cost_ += static_cast<double>(equations.evaluation_count() - before);
    if (memory_.implicit) cost_ += linear_algebra(equations.nv());
    trial_cost_ = judged_steps * linear_algebra(equations.nv());
    return outcome;
  }
  void inside(MotionEquations& equations, double theta, Eigen::VectorXd& y) override {
    used().inside(equations, theta, y);
  }
  bool has_fixed_step() const override { return false; }
  bool is_dense() const override { return !memory_.implicit; }

  void recall(const State& state) override { memory_ = state.integrator, cost_ = h_ = 0.0; }

  void remember(State& state, std::vector<SimulationEvent>& events) override {
    if (!(h_ > 0.0)) return;
    if (memory_.wait > 0) {
      // Where stability does limit the steps, the next trial comes sooner.
      const bool is_stiff = !memory_.implicit && explicit_->stiffness() >= 1.0;
      memory_.wait = std::max(0L, memory_.wait - (is_stiff ? stiff_hurry : 1));
    }
    const bool change = memory_.implicit ? explicit_is_better() : implicit_may_be_better();
    if (change) {
      const bool was_implicit = memory_.implicit;
      memory_.implicit = !was_implicit;
      memory_.count = 0, memory_.spent = memory_.covered = 0.0;
      events.push_back({.t = state.t,
                        .kind = EventKind::Method,
                        .how = was_implicit ? EventHow::Explicit : EventHow::Implicit,
                        .note = was_implicit ? "explicit steps are tried again"
                                             : "the motion is stiff: implicit steps are tried"});
    }
    state.integrator = memory_;
  }

 private:
  Integrator& used() { return memory_.implicit ? *implicit_ : *explicit_; }

  bool implicit_may_be_better() {
    memory_.count = std::max(0L, memory_.count + count_of(explicit_->stiffness()));
    if (memory_.count == 0) {
      memory_.spent = memory_.covered = 0.0;
      return false;
    }
    memory_.spent += cost_, memory_.covered += h_;
    if (memory_.count < whole * stiff_steps || memory_.wait > 0) return false;
    // A trial in vain at most doubles the work: one with a thousand coordinates costs as much as
    // three thousand explicit steps.
    if (memory_.spent < trial_cost_) return false;
    memory_.explicit_rate = memory_.spent / memory_.covered;
    return true;
  }

  // Where it costs more, the implicit method is left alone for a while; where it does not, explicit
  // steps are tried now and then, because stiffness may be over.
  bool explicit_is_better() {
    ++memory_.count;
    memory_.spent += cost_, memory_.covered += h_;
    if (memory_.count < judged_steps) return false;
    const bool costs_more = memory_.spent > memory_.explicit_rate * memory_.covered;
    if (!costs_more && memory_.count < std::max(memory_.patience, first_trial_wait)) return false;
    memory_.patience = std::clamp(2 * memory_.patience, first_trial_wait, longest_trial_wait);
    memory_.wait = costs_more ? memory_.patience : 0;
    return true;
  }

  std::unique_ptr<Integrator> explicit_, implicit_;
  IntegratorMemory memory_;
  double h_ = 0.0, cost_ = 0.0;
  double trial_cost_ = 0.0;  // of the decompositions in a trial, in evaluations
};

}  // namespace

std::unique_ptr<Integrator> make_automatic(const IntegratorOptions& options) {
  return std::make_unique<AutomaticIntegrator>(options);
}

}  // namespace catena
