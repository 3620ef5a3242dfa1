#include <fmt/format.h>

#include <cmath>

#include "loops.hpp"

namespace catena::bench {
namespace {

std::string heading(const std::string& title) {
  return fmt::format("\n{}\n{:-<{}}\n", title, "", title.size());
}

// Microseconds of one evaluation, to three digits or more.
std::string time_number(const LoopTimes& times, int n) {
  const auto place = times.ns.find(n);
  if (place == times.ns.end()) return "-";
  return fmt::format("{:.{}f}", 1e-3 * place->second, place->second < 99950.0 ? 1 : 0);
}

std::string evaluations_text(const LoopReport& report) {
  std::string text = heading(
      "Closed loops: N-four-bar, microseconds per forward dynamics with loop forces, one thread");
  text += fmt::format("{:<27}", "N");
  for (const int n : report.sizes) text += fmt::format(" {:>9}", n);
  text += fmt::format(" {:>12}\n", "error of a");
  for (const LoopTimes& times : report.times) {
    text += fmt::format("{:<27}", times.contender);
    for (const int n : report.sizes) text += fmt::format(" {:>9}", time_number(times, n));
    text += fmt::format(" {:>12.1e}\n", times.acceleration_error);
  }
  return text +
         "The error is the largest of any joint, relative to the largest acceleration of the "
         "exact\n"
         "motion. MuJoCo's loops are soft; DART's evaluation is a step of 1 ms.\n" +
         fmt::format(
             "Catena, figure on the high bar, 24 coordinates, 2 loops: {:.2f} microseconds\n",
             1e-3 * report.figure_ns);
}

std::string runs_text(const LoopReport& report) {
  std::string text = heading(
      fmt::format("Closed loops: N-four-bar, {:g} s by each engine's methods", report.duration));
  text += fmt::format("{:<27} {:>4} {:>9} {:>12} {:>15} {:>13} {:>19}\n", "", "N", "time [s]",
                      "x real time", "loop error [m]", "energy error", "position error [m]");
  for (const LoopRun& run : report.runs)
    text += fmt::format("{:<27} {:>4} {:>9.3f} {:>12.1f} {:>15.1e} {:>13.1e} {:>19.1e}\n",
                        fmt::format("{}, {}", run.contender, run.method), run.n, run.seconds,
                        report.duration / run.seconds, run.loop_error, run.energy_error,
                        run.position_error);
  return text +
         "Largest distance of joined points and largest change of energy, relative to that at the\n"
         "start, after any step; error of the first upright's end at the end of the run.\n";
}

}  // namespace

std::string loops_text(const LoopReport& report) {
  return evaluations_text(report) + runs_text(report);
}

std::string loops_csv(const LoopReport& report) {
  std::string text;
  for (const LoopTimes& times : report.times)
    for (const auto& [n, ns] : times.ns)
      text += fmt::format("ns,four-bar {},closed dynamics,{},{:.4g}\n", n, times.contender, ns);
  text +=
      fmt::format("ns,figure on the high bar,closed dynamics,Catena,{:.4g}\n", report.figure_ns);
  for (const LoopRun& run : report.runs) {
    const auto line = [&](const char* section, double value) {
      text += fmt::format("{},four-bar {},{} {:g} s,{},{:.4g}\n", section, run.n, run.method,
                          report.duration, run.contender, value);
    };
    line("simulation seconds", run.seconds);
    line("loop error", run.loop_error);
    line("energy error", run.energy_error);
    line("position error", run.position_error);
  }
  return text;
}

std::string loops_markdown(const LoopReport& report) {
  std::string text = "| microseconds per closed forward dynamics, N = |";
  for (const int n : report.sizes) text += fmt::format(" {} |", n);
  text += " loop error, N = 2 [m] | loop error, N = 40 [m] |\n|---|";
  for (std::size_t i = 0; i < report.sizes.size() + 2; ++i) text += "---:|";
  text += "\n";
  for (const LoopTimes& times : report.times) {
    text += fmt::format("| {} |", times.contender);
    for (const int n : report.sizes) text += fmt::format(" {} |", time_number(times, n));
    for (const int n : {2, 40}) {
      const double error = report.loop_error(times.contender, n);
      text += std::isnan(error) ? " - |" : fmt::format(" {:.0e} |", error);
    }
    text += "\n";
  }
  return text;
}

}  // namespace catena::bench
