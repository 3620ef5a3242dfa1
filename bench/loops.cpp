#include "loops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "catena_loops.hpp"
#include "evaluation_timer.hpp"
#include "figure_on_bar.hpp"
#include "measure.hpp"

namespace catena::bench {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double duration = 10.0;
// Those of the evaluations, and of the runs: the library's own size, and the one that others run.
constexpr std::array evaluation_sizes = {2, 5, 10, 40, 100, 400, 1000};
constexpr std::array run_sizes = {2, 40};

// Uprights at any angle but those where the links lie in one line and accelerations are not unique.
std::vector<BenchState> evaluation_states(int n, std::vector<double>& angles) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> angle(-1.3, 1.3), rate(-3.0, 3.0);
  constexpr double pi = 3.14159265358979323846;
  std::vector<BenchState> states;
  for (int i = 0; i < 16; ++i) {
    angles.push_back(angle(random) + (i % 2 == 0 ? 0.0 : pi));
    states.push_back(four_bar_state(n, angles.back(), rate(random)));
  }
  return states;
}

// Couplers turn against their uprights, which keeps them level.
double acceleration_error(int n, double angle, const std::vector<double>& a) {
  const double expected = four_bar_acceleration(n, angle);
  double error = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = std::abs(a[i] - (i % 2 == 0 ? expected : -expected));
    error = std::isfinite(difference) ? std::max(error, difference) : infinity;
  }
  return error / four_bar_acceleration(n, std::asin(1.0));
}

// Whether an evaluation of size n is worth waiting for, judged from the size before.
bool is_feasible(const LoopTimes& times, int n, double limit) {
  if (times.ns.empty()) return n == evaluation_sizes.front();
  const auto [size, ns] = *times.ns.rbegin();
  return 1e-9 * ns * std::pow(double(n) / size, 2.5) <= limit;
}

void measure_evaluations(const std::vector<ClosedEntry>& entries, int n, const LoopLimits& limits,
                         LoopReport& report) {
  const ClosedModel model = n_four_bar(n);
  std::vector<double> angles;
  const std::vector<BenchState> states = evaluation_states(n, angles);
  std::vector<std::pair<LoopTimes*, EvaluationTimer>> timers;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    LoopTimes& times = report.times[i];
    if (!is_feasible(times, n, limits.evaluation)) continue;
    try {
      const std::shared_ptr<ClosedContender> contender = entries[i].make(model);
      contender->accelerate(states[0]);
      const double error = acceleration_error(n, angles[0], contender->acceleration());
      times.acceleration_error = std::max(times.acceleration_error, error);
      if (!(error <= closed_acceleration_tolerance))
        report.disagreements.push_back(fmt::format(
            "four-bar {}: accelerations of {} are wrong by {:.1e}", n, times.contender, error));
      timers.emplace_back(&times, EvaluationTimer([contender, &states](std::size_t call) {
        contender->accelerate(states[call % states.size()]);
      }));
    } catch (const std::exception& error) {
      report.notes.push_back(
          fmt::format("four-bar {}: {} left out: {}", n, times.contender, error.what()));
    }
  }
  for (bool go_on = true; go_on;) {  // in turns, as for kernels
    go_on = false;
    for (auto& [times, timer] : timers) {
      if (timer.is_done()) continue;
      go_on = true;
      timer.go_on();
    }
  }
  for (auto& [times, timer] : timers) times->ns[n] = timer.ns();
}

double figure_time() {
  FigureOnBar figure;
  EvaluationTimer timer([&](std::size_t call) { figure.accelerate(call); });
  return timer.finish();
}

LoopRun measure_run(ClosedContender& contender, std::size_t method, int n) {
  const BenchState start = four_bar_state(n, 0.0, -1.0);
  const double energy = four_bar_view(n, start.q, start.v).energy;
  LoopRun run;
  FourBarView view;
  const auto watch = [&] {
    const BenchState state = contender.state();
    view = four_bar_view(n, state.q, state.v);
    const double energy_error = std::abs(view.energy - energy) / energy;
    run.loop_error = view.gap <= infinity ? std::max(run.loop_error, view.gap) : infinity;
    run.energy_error =
        energy_error <= infinity ? std::max(run.energy_error, energy_error) : infinity;
  };
  const auto seconds = [&](const std::function<void()>& after_step) {
    const double before = thread_seconds();
    contender.simulate(method, start, duration, after_step);
    return thread_seconds() - before;
  };
  run.seconds = seconds(watch);
  const FourBarMotion exact = four_bar_motion(n, duration);
  run.position_error = std::hypot(view.x + std::sin(exact.q), view.y - std::cos(exact.q));
  // Watching costs something in short runs and nothing that counts in long ones.
  if (run.seconds < 3.0) run.seconds = std::min(seconds({}), seconds({}));
  return run;
}

// From the run of the smallest size, with as many evaluations.
double expected_seconds(const LoopReport& report, const LoopTimes& times, const std::string& method,
                        int n) {
  for (const LoopRun& run : report.runs)
    if (run.contender == times.contender && run.method == method && times.ns.count(n) == 1)
      return run.seconds * times.ns.at(n) / times.ns.at(run.n);
  return n == run_sizes.front() ? 0.0 : infinity;
}

void measure_runs(const ClosedEntry& entry, const LoopTimes& times, int n, double limit,
                  LoopReport& report) {
  const auto leave_out = [&](const std::string& what, const std::string& why) {
    report.notes.push_back(fmt::format("four-bar {}: {} left out: {}", n, what, why));
  };
  try {
    const std::unique_ptr<ClosedContender> contender = entry.make(n_four_bar(n));
    const std::vector<std::string> methods = contender->methods();
    for (std::size_t i = 0; i < methods.size(); ++i) {
      const std::string what = fmt::format("run of {}, {},", entry.name, methods[i]);
      const double expected = expected_seconds(report, times, methods[i], n);
      if (expected > limit) {
        leave_out(what, fmt::format("it would take about {:.0f} s", expected));
        continue;
      }
      try {
        LoopRun run = measure_run(*contender, i, n);
        run.contender = entry.name;
        run.method = methods[i];
        run.n = n;
        report.runs.push_back(run);
      } catch (const std::exception& error) {
        leave_out(what, error.what());
      }
    }
  } catch (const std::exception& error) {
    leave_out(entry.name, error.what());
  }
}

}  // namespace

double LoopReport::loop_error(const std::string& contender, int n) const {
  double largest = std::numeric_limits<double>::quiet_NaN();
  for (const LoopRun& run : runs)
    if (run.contender == contender && run.n == n) largest = std::fmax(largest, run.loop_error);
  return largest;
}

std::vector<ClosedEntry> closed_entries(const std::vector<Peer>& peers) {
  std::vector<ClosedEntry> entries = {{scalar_name, catena_four_bar}};
  for (const Peer& peer : peers)
    if (peer.make_closed)
      entries.push_back({peer.name, [make = peer.make_closed](const ClosedModel& model) {
                           return std::unique_ptr<ClosedContender>(make(model));
                         }});
  return entries;
}

LoopReport measure_loops(const std::vector<ClosedEntry>& entries, const LoopLimits& limits) {
  LoopReport report;
  report.sizes.assign(evaluation_sizes.begin(), evaluation_sizes.end());
  report.duration = duration;
  for (const ClosedEntry& entry : entries) report.times.push_back({entry.name, {}, 0.0});
  report.figure_ns = figure_time();
  for (const int n : evaluation_sizes) measure_evaluations(entries, n, limits, report);
  for (const int n : run_sizes)
    for (std::size_t i = 0; i < entries.size(); ++i)
      measure_runs(entries[i], report.times[i], n, limits.run, report);
  return report;
}

}  // namespace catena::bench
