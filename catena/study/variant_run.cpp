#include "catena/study/variant_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "catena/math/nearest_name.hpp"
#include "catena/record/state_file.hpp"
#include "catena/sim/energy_watch.hpp"
#include "catena/sim/recorder.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace catena {

namespace {

constexpr double most_residual = 1e-3;  // of time steps; worse is no result, as for 'catena run'
constexpr double most_looks = 1000.0;   // at energies
constexpr double none = std::numeric_limits<double>::quiet_NaN();

// What is known of one result so far.
struct Gathered {
  double start = none, end = none, least = none, most = none, sum = 0.0;
  long samples = 0, count = 0;
  double first = none, last = none;  // times of events

  void add(double value) {
    if (samples++ == 0) start = least = most = value;
    end = value, sum += value;
    least = std::fmin(least, value), most = std::fmax(most, value);
  }
  void add_event(double t) {
    if (count++ == 0) first = t;
    last = t;
  }
  double value(StudyResult::Of of) const {
    using Of = StudyResult::Of;
    switch (of) {
      case Of::End:
        return end;
      case Of::Start:
        return start;
      case Of::Min:
        return least;
      case Of::Max:
        return most;
      case Of::Mean:
        return samples > 0 ? sum / static_cast<double>(samples) : none;
      case Of::Count:
        return static_cast<double>(count);
      case Of::First:
        return first;
      case Of::Last:
        return last;
    }
    return none;
  }
};

class VariantRun {
 public:
  VariantRun(const Study& study, const Scenario& scenario)
      : study_(study),
        scenario_(scenario),
        simulation_(scenario.setup),
        recorder_(start(simulation_, scenario), scenario.record),
        energy_(simulation_.setup()),
        gathered_(study.results().size()) {
    if (scenario.state) energy_.continue_from(simulation_.energy(simulation_.state()));
    const std::vector<std::string>& columns = recorder_.columns();
    for (const StudyResult& result : study.results()) {
      const auto found = std::find(columns.begin(), columns.end(), result.column);
      places_.push_back(found == columns.end() ? -1 : static_cast<int>(found - columns.begin()));
    }
  }

  VariantRow go(const std::function<bool()>& stop) {
    VariantRow row;
    bool reached = false;
    try {
      for (const SimulationEvent& event : simulation_.start_events()) note(event);
      reached =
          simulation_.advance(scenario_.setup.start_time + scenario_.duration, observer(stop));
      if (!reached) return row;
      row.end = "end";
    } catch (const std::exception& error) {
      row.end = "stopped", row.message = error.what();
    }
    row.t_end = simulation_.state().t;
    if (reached) finish(row);
    for (std::size_t i = 0; i < gathered_.size(); ++i)
      row.results.push_back(gathered_[i].value(study_.results()[i].of));
    return row;
  }

 private:
  static Simulation& start(Simulation& simulation, const Scenario& scenario) {
    if (scenario.state) simulation.restore(state_of(*scenario.state, scenario.setup, nullptr));
    return simulation;
  }
  RunObserver observer(const std::function<bool()>& stop) {
    RunObserver observer;
    observer.sample_interval = scenario_.record.interval;
    observer.sample = [this](const State& s) { sample(s); };
    observer.event = [this](const SimulationEvent& event) { note(event); };
    observer.step = [&stop](const State&) { return !(stop && stop()); };
    return observer;
  }
  void sample(const State& s) {
    const std::vector<double>& row = recorder_.row(s);
    for (std::size_t i = 0; i < gathered_.size(); ++i)
      if (places_[i] >= 0) gathered_[i].add(row[static_cast<std::size_t>(places_[i])]);
    std::vector<SimulationEvent> changed;
    grasps_.see(s.t, recorder_.grasps(), changed);
    for (const SimulationEvent& event : changed) note(event);
    if (s.t < next_look_) return;
    energy_.see(simulation_, s);
    next_look_ = s.t + scenario_.duration / most_looks;
  }
  void note(const SimulationEvent& event) {
    if (event.kind == EventKind::Residual) residual_ = std::max(residual_, event.residual);
    for (std::size_t i = 0; i < gathered_.size(); ++i) {
      const StudyResult& result = study_.results()[i];
      if (!result.event.empty() && result.event == to_string(event.kind) &&
          (result.item.empty() || result.item == event.name))
        gathered_[i].add_event(event.t);
    }
  }
  // Values of the end, and what may be wrong with a run that reached it.
  void finish(VariantRow& row) {
    const State& s = simulation_.state();
    const std::vector<double>& last = recorder_.row(s);
    for (std::size_t i = 0; i < gathered_.size(); ++i)
      if (places_[i] >= 0) gathered_[i].end = last[static_cast<std::size_t>(places_[i])];
    energy_.see(simulation_, s);
    if (!(residual_ <= most_residual)) {
      row.end = "stopped";
      row.message =
          fmt::format("forces of time steps satisfy the contact laws only to {:.1e}", residual_);
    } else if (energy_.verdict() == EnergyWatch::Verdict::Wrong) {
      row.end = "energy", row.message = energy_.complaint();
    }
  }

  const Study& study_;
  const Scenario& scenario_;
  Simulation simulation_;
  Recorder recorder_;
  EnergyWatch energy_;
  GraspWatch grasps_;
  std::vector<Gathered> gathered_;
  std::vector<int> places_;  // of results among the columns; -1: none
  double next_look_ = -std::numeric_limits<double>::infinity();
  double residual_ = 0.0;
};

}  // namespace

VariantRow run_variant(const Study& study, std::size_t variant, const std::function<bool()>& stop) {
  try {
    const Scenario scenario = study.variant(variant);
    return VariantRun(study, scenario).go(stop);
  } catch (const std::exception& error) {
    VariantRow row;
    row.results.assign(study.results().size(), none);
    row.end = "refused", row.message = error.what();
    return row;
  }
}

void check_columns(const Study& study) {
  std::vector<std::string> columns;
  try {
    const Scenario scenario = study.variant(0);
    Simulation simulation(scenario.setup);
    columns = Recorder(simulation, scenario.record).columns();
  } catch (const std::exception&) {
    return;
  }
  for (const StudyResult& result : study.results())
    if (!result.column.empty() &&
        std::find(columns.begin(), columns.end(), result.column) == columns.end())
      yaml::fail(result.place, fmt::format("the recording has no column '{}'{}", result.column,
                                           nearest_name_hint(result.column, columns)));
}

}  // namespace catena
