// catena run: simulates a scenario and writes its recording.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <limits>
#include <map>
#include <optional>

#include "apps/catena/before_run.hpp"
#include "apps/catena/check_parts.hpp"
#include "apps/catena/commands.hpp"
#include "apps/catena/interrupt.hpp"
#include "apps/catena/joined_pairs.hpp"
#include "apps/catena/progress.hpp"
#include "apps/catena/run_report.hpp"
#include "apps/catena/shown.hpp"
#include "catena/plot/recording_plot.hpp"
#include "catena/record/event_file.hpp"
#include "catena/record/recording_file.hpp"
#include "catena/record/state_file.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/energy_watch.hpp"
#include "catena/sim/recorder.hpp"
#include "catena/view/snapshot.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace catena::app {

namespace {

void apply(const RunOptions& options, Scenario& scenario) {
  IntegratorOptions& integrator = scenario.setup.integrator;
  if (options.duration) scenario.duration = *options.duration;
  if (options.interval) scenario.record.interval = *options.interval;
  if (!options.integrator.empty()) {
    integrator.kind = integrator_names.at(options.integrator);
    if (has_fixed_step(integrator.kind) && !(integrator.step > 0.0))
      integrator.step = IntegratorOptions().step;
  }
  if (options.step) integrator.step = *options.step;
  if (options.settle && !scenario.setup.shape_contacts.enabled)
    throw ScenarioError(
        "--settle: no shapes touch, so nothing can be placed; write contact: automatic, or ground: "
        "true, in the scenario");
  if (options.settle) scenario.setup.settle = true;
  if (options.threads) scenario.setup.contact_options.threads = *options.threads;
  if (options.tolerance) integrator.relative_tolerance = *options.tolerance;
}

void draw(const Scenario& scenario, const std::string& recording, const std::string& picture) {
  PlotRequest request;
  request.title = scenario.name;
  for (const RecordedColumn& column : all_columns(scenario.setup, scenario.record))
    request.units.emplace(column.name, column.unit);
  const RecordedTable table = read_recording(recording);
  for (const PlotPanel& panel : scenario.plots) {
    request.panels.push_back(panel.columns);
    request.over.push_back(panel.x);
  }
  Figure figure = recording_figure(table, read_events(events_path(recording)), request);
  for (std::size_t p = 0; p < scenario.plots.size() && p < figure.panels.size(); ++p)
    figure.panels[p].title = scenario.plots[p].title;
  write_figure(figure, picture);
  fmt::print("picture      {}\n", picture);
}

constexpr double most_residual = 1e-3;  // of time steps; worse is no result
// Events report smaller ones, too.
constexpr double promised_residual = 1e-10;
constexpr int most_start_notes = 6;
constexpr double most_looks = 1000.0;  // at the energies of a run, spread over it

// Where the run starts. States that do not fit are refused before a file is touched.
Simulation make_simulation(const RunOptions& options, const Scenario& scenario) {
  Simulation simulation = started(scenario.setup, options.scenario);
  std::optional<Checkpoint> from = scenario.state;
  if (!options.from.empty()) from = load_checkpoint(options.from);
  std::vector<std::string> remarks;
  if (!from) {
    check_singular(simulation, remarks);
    for (const std::string& remark : remarks) fmt::print(stderr, "note: {}\n", remark);
    check_start(options, simulation.state().t, scenario.setup.start_time + scenario.duration);
    return simulation;
  }
  simulation.restore(state_of(*from, scenario.setup, &remarks));
  for (const std::string& remark : remarks) fmt::print(stderr, "remark: {}\n", remark);
  check_start(options, simulation.state().t, scenario.setup.start_time + scenario.duration);
  return simulation;
}

// One run: what is called while it goes on, and what it leaves.
class Run {
 public:
  Run(const RunOptions& options, Scenario& scenario, std::string out)
      : options_(options),
        scenario_(scenario),
        simulation_(make_simulation(options, scenario)),
        recorder_(checked(options, scenario, simulation_)),
        out_(std::move(out)),
        energy_(simulation_.setup()),
        events_(out_),
        writer_(RecordingWriter::create(out_, recorder_.descriptions(), bodies_of(scenario))),
        t_start_(simulation_.state().t) {
    if (scenario.setup.shape_contacts.enabled) joined_.emplace(simulation_.setup());
    if (!options.from.empty() || scenario.state)
      energy_.continue_from(simulation_.energy(simulation_.state()));
  }

  // Returns whether the end was reached, and all was written.
  bool go() {
    const double t_end = scenario_.setup.start_time + scenario_.duration;
    bool reached = false, can_write = true;
    Progress progress(t_start_, t_end);
    try {
      begin();
      reached = simulation_.advance(t_end, observer(progress));
    } catch (const Interrupted&) {
    } catch (const SimulationError& error) {
      failures_.push_back(fmt::format("stopped: {}", error.what()));
    } catch (const WriteError& error) {
      can_write = false;
      failures_.push_back(fmt::format("stopped: {}", error.what()));
    }
    if (!(residual_ <= most_residual))
      failures_.push_back(
          fmt::format("forces of time steps satisfy the contact laws only to {:.1e}; see the "
                      "events 'residual', and try a smaller step in 'contact'",
                      residual_));
    // The last row is the end, wherever it is.
    const double close = 1e-9 * scenario_.record.interval;
    if (can_write && samples_ > 0 && simulation_.state().t > last_sample_ + close)
      attempt([&] { sample(simulation_.state()); });
    wall_ = progress.wall_seconds();
    attempt([&] { writer_->close(); });
    energy_.see(simulation_, simulation_.state());
    if (!options_.save.empty()) attempt([&] { save(simulation_.state(), options_.save); });
    return reached && failures_.empty() && energy_.verdict() != EnergyWatch::Verdict::Wrong;
  }

  void print_summary() const {
    const double t = simulation_.state().t, simulated = t - t_start_;
    fmt::print("{}\n", scenario_.name.empty() ? options_.scenario : scenario_.name);
    fmt::print("simulated    {:.6g} s in {} steps{}, {} samples\n", simulated, steps_,
               implicit_ > 0 ? fmt::format(" ({} implicit: the motion is stiff)", implicit_) : "",
               samples_);
    fmt::print("wall time    {:.3f} s, {:.3g} times real time\n", wall_, simulated / wall_);
    std::string list;
    for (const auto& [kind, count] : counts_)
      list += fmt::format("{}{} {}", list.empty() ? "" : ", ", count, kind);
    fmt::print("events       {}\n", list.empty() ? "none" : list);
    if (scenario_.record.energy) fmt::print("{}", energy_.summary());
    Remarks remarks;
    if (joined_) joined_->remark_on_passages(remarks);
    for (const std::string& remark : remarks) fmt::print("note         {}\n", remark);
    fmt::print("recording    {}, {} columns\n", out_, recorder_.columns().size());
    std::fflush(stdout);
    for (const std::string& failure : failures_) std::cerr << "catena run: " << failure << '\n';
    // Of a run that has failed the reason is known.
    if (const std::string complaint = energy_.complaint(); !complaint.empty() && failures_.empty())
      std::cerr << "catena run: "
                << (energy_.verdict() == EnergyWatch::Verdict::Wrong ? "" : "warning: ")
                << complaint << '\n';
    if (residual_ > promised_residual && failures_.empty())
      std::cerr << fmt::format(
          "catena run: warning: a time step satisfies the contact laws only to {:.1e}\n",
          residual_);
    if (interrupted()) std::cerr << fmt::format("catena run: interrupted at t = {:.6g} s\n", t);
  }

  RunReport report(bool reached) const {
    RunReport report;
    report.scenario = options_.scenario;
    report.name = scenario_.name;
    report.recording = out_;
    report.reason = reached              ? "end"
                    : !failures_.empty() ? "stopped"
                    : interrupted()      ? "interrupted"
                                         : "end";  // with energies that are wrong
    report.message =
        failures_.empty() ? energy_.complaint() : fmt::format("{}", fmt::join(failures_, "; "));
    report.t_start = t_start_;
    report.t_end = simulation_.state().t;
    report.wall_seconds = wall_;
    report.steps = steps_, report.implicit_steps = implicit_, report.samples = samples_;
    report.columns = recorder_.columns().size();
    report.events = counts_;
    if (scenario_.record.energy) {
      report.energy = energy_.last();
      report.unexplained = energy_.unexplained();
      report.exchanged = energy_.exchanged();
    }
    return report;
  }

  const std::string& out() const { return out_; }

 private:
  struct Interrupted {};

  void begin() {
    if (options_.from.empty()) {
      note_scenario();
      if (scenario_.state)
        sample(simulation_.state());
      else
        for (const SimulationEvent& e : simulation_.start_events()) note(e);
    }
  }
  RunObserver observer(Progress& progress) {
    RunObserver observer;
    observer.sample_interval = scenario_.record.interval;
    // One step may have any number of samples.
    observer.sample = [this](const State& s) {
      if (interrupted()) throw Interrupted();
      sample(s);
    };
    observer.event = [this](const SimulationEvent& e) { note(e); };
    observer.step = [this, &progress](const State& s) {
      ++steps_;
      energy_.count_step();
      if (next_is_implicit_ && !s.is_stepping()) ++implicit_;
      next_is_implicit_ = s.integrator.implicit;
      checkpoint(s);
      progress.show(s.t);
      writer_->flush_if_due();
      return !interrupted();
    };
    return observer;
  }
  // What is left to be written when the motion has ended: each by itself.
  template <class Action>
  void attempt(const Action& action) {
    try {
      action();
    } catch (const Error& error) {
      failures_.emplace_back(error.what());
    }
  }
  // What cannot be plotted is an error before anything is written.
  static Recorder checked(const RunOptions& options, Scenario& scenario, Simulation& simulation) {
    Recorder recorder(simulation, scenario.record);
    Remarks remarks;
    check_plot_columns(scenario, recorder.columns(), options.scenario, remarks);
    for (const std::string& remark : remarks) std::cerr << "note: " << remark << '\n';
    return recorder;
  }
  // Of a table of points of contact; none: the recording has no such table.
  static std::vector<std::string> bodies_of(const Scenario& scenario) {
    std::vector<std::string> names;
    if (!scenario.setup.shape_contacts.enabled || !scenario.record.contact_points) return names;
    for (int b = 0; b < scenario.setup.model->body_count(); ++b)
      names.push_back(scenario.setup.model->body(BodyId{b}).name);
    return names;
  }
  void sample(const State& s) {
    writer_->write_row(recorder_.row(s));
    ++samples_;
    last_sample_ = s.t;
    std::vector<SimulationEvent> changed;
    grasps_.see(s.t, recorder_.grasps(), changed);
    for (const SimulationEvent& e : changed) note(e);
    if (writer_->keeps_points()) {
      points_.clear();
      recorder_.add_touch_points(s, points_);
      writer_->write_points(s.t, points_);
    }
    if (s.t < next_look_) return;
    energy_.see(simulation_, s);
    if (joined_ && !joined_->empty()) {
      find_poses(simulation_.model(), simulation_.observed().look(s).bodies(), poses_);
      joined_->see(s.t, poses_);
    }
    next_look_ = s.t + scenario_.duration / most_looks;
  }
  void note(const SimulationEvent& e) {
    events_.write(recorded_event(e));
    ++counts_[to_string(e.kind)];
    if (e.kind == EventKind::Residual) residual_ = std::max(residual_, e.residual);
    if (e.kind == EventKind::Assemble || e.kind == EventKind::Ignore)
      std::cerr << "note: " << e.note << '\n';
    if (e.kind == EventKind::Outside && counts_[to_string(e.kind)] <= most_start_notes)
      if (const std::string text = moved_at_start(e); !text.empty())
        std::cerr << "note: " << text << '\n';
  }
  // So that a viewer of the recording finds the mechanism. It is no event of the motion.
  void note_scenario() {
    const std::filesystem::path path = std::filesystem::absolute(options_.scenario);
    std::vector<EventDetail> details = {{"scenario", path.lexically_normal().string()}};
    if (!options_.settings.empty())
      details.emplace_back("set",
                           fmt::format("{}", fmt::join(options_.settings, setting_separator)));
    events_.write(simulation_.state().t, run_event, scenario_.name, details);
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
  EnergyWatch energy_;
  GraspWatch grasps_;
  std::optional<JoinedPairs> joined_;  // where shapes touch
  std::vector<Transform<double>> poses_;
  EventWriter events_;  // first: recordings in both formats share it, and one run may write it
  std::unique_ptr<RecordingWriter> writer_;
  std::vector<TouchPoint> points_;
  std::map<std::string_view, int> counts_;
  std::vector<std::string> failures_;
  double t_start_, wall_ = 0.0;
  double next_look_ = -std::numeric_limits<double>::infinity();
  double last_sample_ = -std::numeric_limits<double>::infinity();
  double residual_ = 0.0;  // the worst of time steps
  long steps_ = 0, implicit_ = 0, samples_ = 0;
  bool next_is_implicit_ = simulation_.state().integrator.implicit;
  bool checkpointed_ = false;
};

}  // namespace

int run_scenario(const RunOptions& options) {
  Scenario scenario = load_scenario(options.scenario, parse_settings(options.settings));
  apply(options, scenario);
  check_amount(scenario);
  for (const std::string& warning : scenario.setup.model->warnings())
    std::cerr << "note: " << warning << '\n';
  Remarks notes = scenario.warnings;
  if (!scenario.state && options.from.empty()) check_falling(scenario.setup, notes);
  check_path_limits(scenario, notes);
  for (const std::string& note : notes) std::cerr << "note: " << note << '\n';
  std::string out = options.out;
  if (out.empty()) out = std::filesystem::path(options.scenario).stem().string() + ".csv";
  check_recording_ending(out);
  check_outputs(options, out);
  Run run(options, scenario, out);
  const bool reached = run.go();
  run.print_summary();
  if (!options.report.empty()) write_file(options.report, to_json(run.report(reached)));
  if (!options.plot.empty()) draw(scenario, out, options.plot);
  return reached ? exit_success : exit_failure;
}

}  // namespace catena::app
