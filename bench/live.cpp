#include "live.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <thread>

#include "catena/view/live.hpp"
#include "measure.hpp"

namespace catena::bench {
namespace {

constexpr double shortest = 5e-3;  // s of the processor

double end_of(const Scenario& scenario) {
  return scenario.setup.start_time + scenario.duration;
}

// In a thread of its own, as the session has one: its first steps are as cold.
double alone(const Scenario& scenario) {
  Simulation simulation(scenario.setup);
  const double start = process_seconds();
  std::thread([&] { simulation.advance(end_of(scenario)); }).join();
  return process_seconds() - start;
}

// As fast as it can, with sixty frames for each second of the clock.
double watched(const Scenario& scenario) {
  LiveSession session(scenario, scenario.name, {.unhurried = true, .pause_at = end_of(scenario)});
  const double start = process_seconds();
  session.start({[](Payload) {}, [](Payload) {}, [](ClientId, Payload) {}});
  session.wait_until(end_of(scenario));
  session.stop();
  return process_seconds() - start;
}

std::vector<std::string> example_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(CATENA_EXAMPLES))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<LiveTime> measure_live(int runs) {
  std::vector<LiveTime> times;
  for (const std::string& file : example_files()) {
    const Scenario scenario = load_scenario(file);
    if (alone(scenario) < shortest) continue;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    LiveTime time{std::filesystem::path(file).stem(), infinity, infinity};
    for (int i = 0; i < runs; ++i) {  // in turns
      time.alone = std::min(time.alone, alone(scenario));
      time.watched = std::min(time.watched, watched(scenario));
    }
    times.push_back(time);
  }
  return times;
}

std::string live_text(const std::vector<LiveTime>& times) {
  std::string text = fmt::format(
      "\nWatched: examples at full speed in a live session, 60 frames per second of the clock\n"
      "{:-<84}\n{:<30} {:>12} {:>12} {:>10}\n",
      "", "", "alone [ms]", "watched [ms]", "more [%]");
  LiveTime all{"all of them", 0.0, 0.0};
  const auto add = [&](const LiveTime& time) {
    text += fmt::format("{:<30} {:>12.2f} {:>12.2f} {:>10.1f}\n", time.example, 1e3 * time.alone,
                        1e3 * time.watched, 100.0 * (time.watched / time.alone - 1.0));
  };
  for (const LiveTime& time : times) {
    add(time);
    all.alone += time.alone;
    all.watched += time.watched;
  }
  add(all);
  return text;
}

std::string live_csv(const std::vector<LiveTime>& times) {
  std::string text;
  for (const auto& [example, alone, watched] : times)
    text += fmt::format(
        "live seconds,{0},alone,Catena,{1:.4g}\nlive seconds,{0},watched,Catena,{2:.4g}\n", example,
        alone, watched);
  return text;
}

}  // namespace catena::bench
