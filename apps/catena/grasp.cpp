// catena grasp: runs a scenario to a time and says how its hands hold their objects then. Grasps
// can be saved, and judged again without a run.

#include <fmt/format.h>

#include <iostream>

#include "apps/catena/before_run.hpp"
#include "apps/catena/commands.hpp"
#include "apps/catena/grasp_text.hpp"
#include "apps/catena/interrupt.hpp"
#include "apps/catena/progress.hpp"
#include "apps/catena/shown.hpp"
#include "catena/record/state_file.hpp"
#include "catena/scenario/grasp_file.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/recorder.hpp"

namespace catena::app {

namespace {

constexpr const char* no_grasps =
    "the scenario has no 'grasps'; name the object and the bodies of the hand:\n  grasps: "
    "[{object: box, hand: palm}]";

// Advances to the time; false where it was interrupted.
bool advance_to(Simulation& simulation, double t_start, double t) {
  Progress progress(t_start, t);
  RunObserver observer;
  observer.step = [&](const State& s) {
    progress.show(s.t);
    return !interrupted();
  };
  return simulation.advance(t, observer);
}

std::vector<GraspAnalysis> judged(const std::vector<SavedGrasp>& grasps) {
  std::vector<GraspAnalysis> all;
  for (const SavedGrasp& grasp : grasps) all.push_back(judge(grasp));
  return all;
}

// `tried`: one per grasp, or none.
void print(const std::vector<GraspAnalysis>& grasps, const std::vector<TriedPulls>& tried,
           bool as_json) {
  if (as_json) {
    fmt::print("{}\n", grasps_json(grasps, tried));
    return;
  }
  for (std::size_t i = 0; i < grasps.size(); ++i)
    fmt::print("{}", grasp_text(grasps[i], i < tried.size() ? &tried[i] : nullptr));
}

// Pulls the object of each grasp, in copies of the run.
std::vector<TriedPulls> pulled(const Simulation& simulation, const RecordOptions& record,
                               const std::vector<GraspAnalysis>& grasps) {
  PullOptions options;
  options.keep_going = [] { return !interrupted(); };
  std::vector<TriedPulls> out;
  for (std::size_t i = 0; i < grasps.size(); ++i)
    out.push_back(try_pulls(simulation, simulation.state(), record.grasps[i], grasps[i], options));
  return out;
}

// What was saved before, without a run.
int judge_file(const GraspOptions& options) {
  print(judged(read_grasps(options.load)), {}, options.json);
  return exit_success;
}

}  // namespace

int run_grasp(const GraspOptions& options) {
  if (!options.load.empty()) return judge_file(options);
  const Scenario scenario = load_scenario(options.scenario);
  print_notes(scenario);
  if (scenario.record.grasps.empty()) {
    std::cerr << fmt::format("catena grasp: {}: {}\n", options.scenario, no_grasps);
    return exit_bad_input;
  }
  const double start = scenario.setup.start_time, end = start + scenario.duration;
  const double at = options.at.value_or(end);
  if (!(at >= start && at <= end)) {
    std::cerr << fmt::format("catena grasp: --at {:g}: the run goes from {:g} s to {:g} s\n", at,
                             start, end);
    return exit_bad_input;
  }
  Simulation simulation = started(scenario.setup, options.scenario);
  if (scenario.state) simulation.restore(state_of(*scenario.state, scenario.setup, nullptr));
  Recorder recorder(simulation, scenario.record);
  if (!advance_to(simulation, start, at)) return exit_failure;
  recorder.row(simulation.state());
  std::vector<SavedGrasp> grasps;
  for (std::size_t i = 0; i < scenario.record.grasps.size(); ++i)
    grasps.push_back(saved_grasp(simulation, recorder, simulation.state(), i));
  const std::vector<GraspAnalysis> all = judged(grasps);
  std::vector<TriedPulls> tried;
  if (options.pull) tried = pulled(simulation, scenario.record, all);
  print(all, tried, options.json);
  if (!options.save.empty()) write_file(options.save, write_grasps(grasps));
  return exit_success;
}

}  // namespace catena::app
