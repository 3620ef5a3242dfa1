// catena run: simulates a scenario and writes its recording.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <map>

#include "apps/catena/commands.hpp"
#include "apps/catena/progress.hpp"
#include "catena/plot/recording_plot.hpp"
#include "catena/record/event_file.hpp"
#include "catena/record/recording_file.hpp"
#include "catena/record/state_file.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/recorder.hpp"

namespace catena::app {

namespace {

volatile std::sig_atomic_t interrupted = 0;
extern "C" void note_interrupt(int) {
  interrupted = 1;
  std::signal(SIGINT, SIG_DFL);  // the next one kills
}

// Lets a run end in good order on Ctrl-C; a second one kills it.
class InterruptGuard {
 public:
  InterruptGuard() : old_(std::signal(SIGINT, note_interrupt)) { interrupted = 0; }
  ~InterruptGuard() { std::signal(SIGINT, old_); }
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

 private:
  void (*old_)(int);
};

// The energies of a run, and how much of them the ledger cannot explain.
class EnergyWatch {
 public:
  void see(const EnergyBalance& e) {
    if (!seen_) first_ = e;
    seen_ = true;
    last_ = e;
    const double moved =
        std::max({std::abs(e.kinetic - first_.kinetic), std::abs(e.potential - first_.potential),
                  std::abs(e.elastic - first_.elastic)}) +
        std::abs(e.dissipated) + std::abs(e.work) + std::abs(e.impact);
    exchanged_ = std::max(exchanged_, moved);
    worst_ = std::max(worst_, std::abs(e.balance));
  }
  void print() const {
    fmt::print(
        "energy       kinetic {:.6g} J, potential {:.6g} J, elastic {:.6g} J\n"
        "             dissipated {:.6g} J, work put in {:.6g} J, lost at events {:.6g} J\n"
        "unexplained  at most {:.2g} J of {:.4g} J exchanged ({:.1e})\n",
        last_.kinetic, last_.potential, last_.elastic, last_.dissipated, last_.work, last_.impact,
        worst_, exchanged_, exchanged_ > 0.0 ? worst_ / exchanged_ : 0.0);
  }

 private:
  bool seen_ = false;
  EnergyBalance first_, last_;
  double exchanged_ = 0.0, worst_ = 0.0;
};

void apply(const RunOptions& options, Scenario& scenario) {
  IntegratorOptions& integrator = scenario.setup.integrator;
  if (options.duration) scenario.duration = *options.duration;
  if (options.interval) scenario.record.interval = *options.interval;
  if (!options.integrator.empty()) {
    integrator.kind = integrator_names.at(options.integrator);
    if (!(integrator.step > 0.0)) integrator.step = 1e-3;
  }
  if (options.step) integrator.step = *options.step;
  if (options.tolerance) integrator.relative_tolerance = *options.tolerance;
}

void draw(const Scenario& scenario, const std::string& recording, const std::string& picture) {
  PlotRequest request;
  request.title = scenario.name;
  for (const RecordedColumn& column : all_columns(scenario.setup))
    request.units.emplace(column.name, column.unit);
  const RecordedTable table = read_recording(recording);
  for (const PlotPanel& panel : scenario.plots) request.panels.push_back(panel.columns);
  Figure figure = recording_figure(table, read_events(events_path(recording)), request);
  for (std::size_t p = 0; p < scenario.plots.size() && p < figure.panels.size(); ++p)
    figure.panels[p].title = scenario.plots[p].title;
  write_figure(figure, picture);
  fmt::print("picture      {}\n", picture);
}

// One run: what is called while it goes on, and what it leaves.
class Run {
 public:
  Run(const RunOptions& options, const Scenario& scenario, std::string out)
      : options_(options),
        scenario_(scenario),
        simulation_(scenario.setup),
        recorder_(simulation_, scenario.record),
        out_(std::move(out)),
        writer_(RecordingWriter::create(out_, recorder_.descriptions())),
        events_(out_) {}

  // Returns whether the end was reached.
  bool go() {
    const double t_end = scenario_.setup.start_time + scenario_.duration;
    if (!options_.from.empty()) {
      restore(load_checkpoint(options_.from));
    } else {
      note_scenario();
      for (const SimulationEvent& e : simulation_.start_events()) note(e);
      if (scenario_.state) {
        restore(*scenario_.state);
        sample(simulation_.state());
      }
    }
    t_start_ = simulation_.state().t;
    const InterruptGuard guard;
    Progress progress(t_start_, t_end);
    RunObserver observer;
    observer.sample_interval = scenario_.record.interval;
    observer.sample = [&](const State& s) { sample(s); };
    observer.event = [&](const SimulationEvent& e) { note(e); };
    observer.step = [&](const State& s) {
      ++steps_;
      checkpoint(s);
      progress.show(s.t);
      return interrupted == 0;
    };
    bool reached = false;
    try {
      reached = simulation_.advance(t_end, observer);
    } catch (const SimulationError& error) {
      failure_ = error.what();
    }
    wall_ = progress.wall_seconds();
    writer_->close();
    if (!options_.save.empty()) save(simulation_.state(), options_.save);
    return reached;
  }

  void print_summary() const {
    const double t = simulation_.state().t, simulated = t - t_start_;
    fmt::print("{}\n", scenario_.name.empty() ? options_.scenario : scenario_.name);
    fmt::print("simulated    {:.6g} s in {} steps, {} samples\n", simulated, steps_, samples_);
    fmt::print("wall time    {:.3f} s, {:.3g} times real time\n", wall_, simulated / wall_);
    std::string list;
    for (const auto& [kind, count] : counts_)
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, kind);
    fmt::print("events       {}\n", list.empty() ? "none" : list);
    if (scenario_.record.energy) energy_.print();
    fmt::print("recording    {}, {} columns\n", out_, recorder_.columns().size());
    if (!failure_.empty()) std::cerr << "catena run: stopped: " << failure_ << '\n';
    if (interrupted != 0) std::cerr << fmt::format("catena run: interrupted at t = {:.6g} s\n", t);
  }

  const std::string& out() const { return out_; }

 private:
  void sample(const State& s) {
    writer_->write_row(recorder_.row(s));
    if (scenario_.record.energy) energy_.see(recorder_.energy());
    ++samples_;
  }
  void note(const SimulationEvent& e) {
    events_.write(recorded_event(e));
    ++counts_[to_string(e.kind)];
  }
  // So that a viewer of the recording finds the mechanism. It is no event of the motion.
  void note_scenario() {
    const std::filesystem::path path = std::filesystem::absolute(options_.scenario);
    events_.write(simulation_.state().t, run_event, scenario_.name,
                  {{"scenario", path.lexically_normal().string()}});
  }
  void restore(const Checkpoint& from) {
    std::vector<std::string> remarks;
    simulation_.restore(state_of(from, scenario_.setup, &remarks));
    for (const std::string& remark : remarks) fmt::print(stderr, "remark: {}\n", remark);
  }
  void save(const State& s, const std::string& path) {
    save_checkpoint(make_checkpoint(simulation_, s), path);
  }
  void checkpoint(const State& s) {
    if (!options_.checkpoint_at || checkpointed_ || s.t < *options_.checkpoint_at) return;
    save(s, options_.checkpoint);
    checkpointed_ = true;
  }

  const RunOptions& options_;
  const Scenario& scenario_;
  Simulation simulation_;
  Recorder recorder_;
  std::string out_;
  std::unique_ptr<RecordingWriter> writer_;
  EventWriter events_;
  EnergyWatch energy_;
  std::map<std::string_view, int> counts_;
  std::string failure_;
  double t_start_ = 0.0, wall_ = 0.0;
  long steps_ = 0, samples_ = 0;
  bool checkpointed_ = false;
};

}  // namespace

int run_scenario(const RunOptions& options) {
  Scenario scenario = load_scenario(options.scenario);
  apply(options, scenario);
  for (const std::string& warning : scenario.setup.model->warnings())
    std::cerr << "note: " << warning << '\n';
  for (const std::string& warning : scenario.warnings) std::cerr << "note: " << warning << '\n';
  std::string out = options.out;
  if (out.empty()) out = std::filesystem::path(options.scenario).stem().string() + ".csv";
  Run run(options, scenario, out);
  const bool reached = run.go();
  run.print_summary();
  if (!options.plot.empty()) draw(scenario, out, options.plot);
  return reached ? exit_success : exit_failure;
}

}  // namespace catena::app
