#pragma once
// What the summary of a run says, as data for other programs.

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "apps/catena/plan_report.hpp"
#include "catena/elements/ledger.hpp"

namespace catena::app {

struct RunReport {
  std::string scenario = {}, name = {}, recording = {};
  std::string reason = {};   // end, stopped or interrupted
  std::string message = {};  // of a run that was stopped
  double t_start = 0.0, t_end = 0.0, wall_seconds = 0.0;
  long steps = 0, implicit_steps = 0, samples = 0;  // implicit: of the integrator automatic
  std::size_t columns = 0;
  std::map<std::string_view, int> events = {};  // how many of each kind
  std::vector<Shortfall> shortfalls = {};       // of controllers
  std::optional<EnergyBalance> energy = {};     // at the end, where it was recorded
  double unexplained = 0.0, exchanged = 0.0;    // J: the largest of the run
};

std::string to_json(const RunReport& report);

}  // namespace catena::app
