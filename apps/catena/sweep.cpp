// catena sweep: runs the variants of a study and writes their table.

#include "catena/study/sweep.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <thread>

#include "apps/catena/commands.hpp"
#include "apps/catena/interrupt.hpp"
#include "catena/study/study_picture.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace catena::app {

namespace {

int jobs_of(const SweepCommand& options) {
  if (options.jobs > 0) return options.jobs;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void show_progress(std::size_t done, std::size_t count, std::size_t running) {
  const std::size_t bars = 20 * done / std::max<std::size_t>(count, 1);
  fmt::print(stderr, "\r[{:<20}] {} of {} variants, {} running   ", std::string(bars, '#'), done,
             count, running);
  std::fflush(stderr);
}

// How the variants ended, most frequent first where it matters: those that reached the end.
std::string endings(const Study& study, const StudyTable& table, std::size_t& reached) {
  std::map<std::string, int> counts;
  for (std::size_t i = 0; i < study.variant_count(); ++i)
    if (table.row(i)) ++counts[table.row(i)->end];
  reached = static_cast<std::size_t>(counts["end"]);
  std::string text = fmt::format("{} reached the end", reached);
  for (const auto& [end, count] : counts)
    if (end != "end") text += fmt::format(", {} {}", count, end);
  return text;
}

void print_failures(const Study& study, const StudyTable& table) {
  constexpr int most = 3;
  int shown = 0;
  for (std::size_t i = 0; i < study.variant_count() && shown < most; ++i) {
    if (!table.row(i) || table.row(i)->end == "end") continue;
    ++shown;
    std::string values;
    const std::vector<double> numbers = study.values_of(i);
    for (std::size_t p = 0; p < numbers.size(); ++p)
      values +=
          fmt::format("{}{} = {:g}", p == 0 ? "" : ", ", study.parameters()[p].name, numbers[p]);
    std::cerr << fmt::format("note: {}: {}: {}\n", values, table.row(i)->end,
                             table.row(i)->message);
  }
}

}  // namespace

int run_sweep(const SweepCommand& command) {
  const Study study = Study::read(command.study);
  if (!command.plot.empty() && !study.map())
    throw ScenarioError(
        fmt::format("{}: --plot: a picture needs two parameters with several values; name them "
                    "under 'map' in 'study'",
                    command.study));
  SweepOptions options;
  options.jobs = jobs_of(command);
  options.table = command.out;
  if (options.table.empty())
    options.table = std::filesystem::path(command.study).stem().string() + ".sweep.csv";
  options.stop = [] { return interrupted(); };
  const bool visible = ::isatty(STDERR_FILENO) != 0;
  if (visible)
    options.progress = [&](std::size_t done, std::size_t running) {
      show_progress(done, study.variant_count(), running);
    };
  StudyTable table(study);
  const bool complete = sweep(study, table, options);
  if (visible) fmt::print(stderr, "\r{:78}\r", "");
  std::size_t reached = 0;
  fmt::print("{}\n", study.name());
  fmt::print("variants     {} of {}: {}\n", table.row_count(), study.variant_count(),
             endings(study, table, reached));
  fmt::print("table        {}\n", options.table);
  std::fflush(stdout);
  print_failures(study, table);
  if (!complete) {
    std::cerr << "catena sweep: interrupted; the same command continues from here\n";
    return exit_failure;
  }
  if (!command.plot.empty()) {
    write_heat_map(study_picture(study, table), command.plot);
    fmt::print("picture      {}\n", command.plot);
  }
  return reached > 0 ? exit_success : exit_failure;
}

}  // namespace catena::app
