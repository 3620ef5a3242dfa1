#include "catena/sim/simulation_impl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "catena/model/model_error.hpp"
#include "catena/sim/check_setup.hpp"
#include "catena/sim/start.hpp"
#include "catena/sim/touch_reporter.hpp"

namespace catena {

// The samples of a run, and that none of them changes the simulation.
class Simulation::Impl::Sampler final : public Samples {
 public:
  Sampler(Impl& simulation, const RunObserver& observer, double t_end)
      : simulation_(simulation), observer_(observer) {
    const double largest = std::max(
        {std::abs(simulation.setup.start_time), std::abs(simulation.state.t), std::abs(t_end)});
    finest_ = std::nextafter(largest, std::numeric_limits<double>::infinity()) - largest;
    if (wanted() && observer.sample_interval < least_ratio * finest_)
      throw std::invalid_argument(
          fmt::format("advance: sample_interval is {} s, which is lost in rounding at times around "
                      "{:.6g} s; choose at least {:.1g} s, or an earlier start",
                      observer.sample_interval, largest, least_ratio * finest_));
  }

  bool wanted() const { return observer_.sample && observer_.sample_interval > 0.0; }
  double next(double t) const override {
    if (!wanted()) return std::numeric_limits<double>::infinity();
    const double start = simulation_.setup.start_time, dt = observer_.sample_interval;
    return start + (std::floor((t - start) / dt + close() / dt) + 1.0) * dt;
  }
  // Times that differ by less are the same: by rounding, which is larger the later it is.
  double close() const override {
    return std::max(1e-9 * observer_.sample_interval, 4.0 * finest_);
  }
  void take(const State& state) override {
    simulation_.in_sample_ = true;
    try {
      observer_.sample(state);
    } catch (...) {
      simulation_.in_sample_ = false;
      throw;
    }
    simulation_.in_sample_ = false;
  }

 private:
  static constexpr double least_ratio = 16.0;

  Impl& simulation_;
  const RunObserver& observer_;
  double finest_ = 0.0;  // s between two neighbouring numbers, as late as it gets
};

Simulation::Impl::Impl(const SimulationSetup& given)
    : Impl(without_overlapping_links(checked_setup(given))) {}

Simulation::Impl::Impl(PreparedSetup prepared)
    : setup(std::move(prepared.setup)),
      team(setup.contact_options.threads > 1
               ? std::make_unique<ThreadTeam>(setup.contact_options.threads)
               : nullptr),
      start_events(std::move(prepared.events)),
      structure(setup),
      schedule_(setup.changes, setup.breaks) {
  make_equations(setup.off);
  structure_count = 0;
  state = make_start(*equations, start_events);
  stepper_->impact(state, start_events);
  stepper_->settle(state, start_events);
}

void Simulation::Impl::refuse_inside_sample(const char* what) const {
  if (in_sample_)
    throw SimulationError(
        fmt::format("{} was called inside RunObserver::sample, which only observes a step; call it "
                    "in RunObserver::step, or after advance()",
                    what));
}

std::unique_ptr<MotionEquations> Simulation::Impl::equations_now(const OffList& off) {
  auto made = std::make_unique<MotionEquations>(setup, structure.coordinates(), off, team.get());
  if (auto* group = made->group<PullGroup>()) group->set(pulled);
  return made;
}

// All that depends on the structure, made anew; what pulls goes on.
void Simulation::Impl::make_equations(const OffList& off) {
  ++structure_count;
  observed_.reset();
  stepper_.reset();
  equations = equations_now(off);
  schedule_.follow(*equations);
  stepper_ =
      make_stepper(*equations, schedule_.count() > 0 ? &schedule_ : nullptr, setup.start_time);
}

MotionEquations& Simulation::Impl::observed() {
  if (!observed_) observed_ = equations_now(state.off_list());
  return *observed_;
}

bool Simulation::Impl::advance(double t_end, const RunObserver& observer) {
  if (!std::isfinite(t_end))
    throw std::invalid_argument(
        fmt::format("advance: the end is {}, expected a finite time in seconds", t_end));
  // Times that are added up may miss an earlier end by rounding.
  if (t_end < state.t - 1e-12 * std::max(1.0, std::abs(state.t)))
    throw std::invalid_argument(
        fmt::format("advance: the end is at t = {:.9g} s, but the simulation is at {:.9g} s "
                    "already; restore() goes back to a state that was kept",
                    t_end, state.t));
  if (observer.sample && !(observer.sample_interval >= 0.0))
    throw std::invalid_argument(
        fmt::format("advance: sample_interval is {} s, expected 0 (no samples) or more",
                    observer.sample_interval));
  Sampler samples(*this, observer, t_end);
  const auto tell = [&](const std::vector<SimulationEvent>& events) {
    if (observer.event)
      for (const SimulationEvent& e : events) observer.event(e);
  };
  if (samples.wanted() && !start_is_sampled_ && state.t == setup.start_time) {
    start_is_sampled_ = true;
    samples.take(state);
  }
  std::optional<TouchReporter> touching;
  if (observer.touch) touching.emplace(observed(), state);
  while (state.t < t_end) {
    std::vector<SimulationEvent> events;
    run_due_changes(events);
    schedule_.note_forces(state);
    const double sample = samples.next(state.t);
    stepper_->step(state, std::min(t_end, schedule_.next_time(state)), samples, events);
    schedule_.find_jumped_forces(state);
    const std::size_t first_due = events.size();
    run_due_changes(events);
    tell(events);
    if (samples.wanted()) {
      double last = sample;
      while (last < state.t - samples.close()) last = samples.next(last);
      const bool is_marked =
          std::any_of(events.begin() + static_cast<std::ptrdiff_t>(first_due), events.end(),
                      [](const SimulationEvent& e) { return e.kind == EventKind::Mark; });
      if (last <= state.t + samples.close() || is_marked) samples.take(state);
    }
    if (touching) touching->report(observed(), state, observer.touch);
    if (observer.step && !observer.step(state)) return false;
  }
  return true;
}

}  // namespace catena
