#pragma once
// Closed loops: the N-four-bar in every engine that can close them. Each simulates by its own
// method; the exact motion is known, so the errors are true errors.

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "peers.hpp"

namespace catena::bench {

struct ClosedEntry {
  std::string name;
  std::function<std::unique_ptr<ClosedContender>(const ClosedModel&)> make;
};
// Who takes part, in the order of the table.
std::vector<ClosedEntry> closed_entries(const std::vector<Peer>& peers);

// What would take longer is left out.
struct LoopLimits {
  double evaluation = 2.0, run = 20.0;  // s
};

struct LoopTimes {
  std::string contender;
  std::map<int, double> ns;         // of one evaluation, by N
  double acceleration_error = 0.0;  // the largest, relative to the largest acceleration
};

struct LoopRun {
  std::string contender, method;
  int n = 0;
  double seconds = 0.0;         // of the processor
  double loop_error = 0.0;      // largest distance of joined points after any step, m
  double energy_error = 0.0;    // largest change of the energy, relative to that at the start
  double position_error = 0.0;  // of the upper end of upright 0 at the end, m
};

struct LoopReport {
  std::vector<int> sizes;  // N of the evaluations
  double duration = 0.0;   // of the runs, s
  std::vector<LoopTimes> times;
  std::vector<LoopRun> runs;
  double figure_ns = 0.0;  // of one evaluation of FigureOnBar
  std::vector<std::string> notes, disagreements;

  // The largest loop error of a contender's runs with N four-bars [m], or NaN without any.
  double loop_error(const std::string& contender, int n) const;
};

// Soft loops count as agreement, wrong masses or pins do not.
inline constexpr double closed_acceleration_tolerance = 1e-2;

LoopReport measure_loops(const std::vector<ClosedEntry>& entries, const LoopLimits& limits);

// The tables, and their figures as lines section,model,kernel,contender,value.
std::string loops_text(const LoopReport& report);
std::string loops_csv(const LoopReport& report);
std::string loops_markdown(const LoopReport& report);

}  // namespace catena::bench
