#include "apps/catena/run_report.hpp"

#include <fmt/format.h>

#include "catena/view/json.hpp"

namespace catena::app {

std::string to_json(const RunReport& report) {
  std::string events;
  for (const auto& [kind, count] : report.events)
    events += fmt::format("{}{}: {}", events.empty() ? "" : ", ", json_text(kind), count);
  std::string shortfalls;
  for (const Shortfall& of : report.shortfalls)
    shortfalls += fmt::format(
        "{}{{\"controller\": {}, \"duration\": {}, \"first\": {}, \"count\": {}, \"bounds\": {}}}",
        shortfalls.empty() ? "" : ", ", json_text(of.controller), json_number(of.duration),
        json_number(of.first), of.count, json_text(of.bounds));
  std::string energy = "null";
  if (report.energy) {
    const EnergyBalance& e = *report.energy;
    energy = fmt::format(
        "{{\"kinetic\": {}, \"potential\": {}, \"elastic\": {}, \"dissipated\": {}, \"work\": {}, "
        "\"impact\": {}, \"unexplained\": {}, \"exchanged\": {}}}",
        json_number(e.kinetic), json_number(e.potential), json_number(e.elastic),
        json_number(e.dissipated), json_number(e.work), json_number(e.impact),
        json_number(report.unexplained), json_number(report.exchanged));
  }
  return fmt::format(
      "{{\n  \"report\": 1,\n  \"catena\": {},\n  \"scenario\": {},\n  \"name\": {},\n"
      "  \"reason\": {},\n  \"message\": {},\n  \"t_start\": {},\n  \"t_end\": {},\n"
      "  \"wall_seconds\": {},\n  \"steps\": {},\n  \"implicit_steps\": {},\n  \"samples\": {},\n  "
      "\"recording\": {},\n"
      "  \"columns\": {},\n  \"events\": {{{}}},\n  \"shortfalls\": [{}],\n  "
      "\"energy\": {}\n}}\n",
      json_text(CATENA_VERSION), json_text(report.scenario), json_text(report.name),
      json_text(report.reason), json_text(report.message), json_number(report.t_start),
      json_number(report.t_end), json_number(report.wall_seconds), report.steps,
      report.implicit_steps, report.samples, json_text(report.recording), report.columns, events,
      shortfalls, energy);
}

}  // namespace catena::app
