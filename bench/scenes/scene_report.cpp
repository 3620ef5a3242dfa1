#include "scene_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "../measure.hpp"
#include "scene_engines.hpp"
#include "scene_list.hpp"
#include "scene_ratios.hpp"

namespace catena::bench {

namespace {

// States are read so often, s; reading is not timed.
constexpr double look_interval = 0.01;
// A run that has taken this long, s, is not repeated.
constexpr double long_run = 2.0;

// The first pass: figures, and the time without that for reading states.
void judge(const Scene& scene, const SceneEngine& engine, double limit, SceneResult& result) {
  const std::unique_ptr<SceneRun> run = engine.make(scene);
  Trace trace(1);
  run->read(trace.back());
  const auto looks = static_cast<int>(std::lround(scene.duration / look_interval));
  double taken = 0.0;
  int i = 0;
  while (i < looks && taken < limit) {
    const double start = thread_seconds();
    run->advance(++i * look_interval);
    taken += thread_seconds() - start;
    run->read(trace.emplace_back());
  }
  result.seconds = taken / (i * look_interval);
  if (i < looks) result.stopped_at = i * look_interval;
  if (i == looks || scene.judged_at_any_time) result.figures = scene.judge(scene, trace);
}

// The best of this and some more passes, per simulated second. A long run is not repeated.
void time(const Scene& scene, const SceneEngine& engine, int passes, SceneResult& result) {
  if (result.stopped_at > 0.0) return;
  for (int i = 0; i < passes && result.seconds * scene.duration < long_run; ++i) {
    const std::unique_ptr<SceneRun> run = engine.make(scene);
    const double start = thread_seconds();
    run->advance(scene.duration);
    result.seconds = std::min(result.seconds, (thread_seconds() - start) / scene.duration);
  }
}

std::string figures_text(const SceneResult& result) {
  std::string text = result.accuracy;
  for (const auto& [what, amount] : result.figures)
    text += fmt::format("{}{} {:.1e}", text.empty() ? "" : "; ", what, amount);
  if (result.stopped_at > 0.0)
    text += fmt::format("{}stopped at {:.4g} s", text.empty() ? "" : "; ", result.stopped_at);
  return text;
}

// How the time of a family grows: the exponent between its first size of ten or more and its last.
std::string growth_text(const SceneReport& report, bool markdown) {
  std::map<std::pair<std::string, std::string>, std::vector<const SceneResult*>> families;
  for (const SceneResult& result : report.results)
    if (!result.family.empty() && result.size >= 10 && result.accuracy.empty())
      families[{result.family, result.engine}].push_back(&result);
  std::string text;
  for (const auto& [key, results] : families) {
    const SceneResult &first = *results.front(), &last = *results.back();
    if (first.size == last.size) continue;
    const double exponent = std::log(last.seconds / first.seconds) /
                            std::log(static_cast<double>(last.size) / first.size);
    text +=
        fmt::format(fmt::runtime(markdown ? "| {} | {} | {:.2f} |\n" : "{:<24} {:<26} {:>8.2f}\n"),
                    key.first, key.second, exponent);
  }
  return text;
}

}  // namespace

SceneReport measure_scenes(bool quick, const SceneChoice& only,
                           const std::function<void(const std::string&)>& progress) {
  SceneReport report;
  const std::vector<SceneEngine> engines = scene_engines(report.notes);
  // Families of which an engine could not end a smaller one: a single step may take minutes there.
  std::set<std::pair<std::string, std::string>> too_large;
  for (const Scene& scene : all_scenes(quick && only.scene.empty())) {
    if (scene.name.find(only.scene) == std::string::npos) continue;
    for (const SceneEngine& engine : engines) {
      if (engine.name.find(only.engine) == std::string::npos) continue;
      if (too_large.contains({scene.family, engine.name})) {
        report.notes.push_back(fmt::format(
            "{}: {} left out: it could not end a smaller one in time", scene.name, engine.name));
        continue;
      }
      progress(scene.name + ", " + engine.name);
      SceneResult result{scene.name, engine.name, scene.family, scene.size, engine.is_catena,
                         {},         {},          0.0,          scene.step};
      try {
        judge(scene, engine, only.limit, result);
        time(scene, engine, quick ? 1 : 3, result);
        if (result.stopped_at > 0.0 && !scene.family.empty() && !engine.is_catena)
          too_large.insert({scene.family, engine.name});
      } catch (const std::exception& error) {
        report.notes.push_back(
            fmt::format("{}: {} left out: {}", scene.name, engine.name, error.what()));
        continue;
      }
      report.results.push_back(std::move(result));
    }
  }
  progress("");
  add_by_ratio(report);
  return report;
}

std::string scenes_text(const SceneReport& report) {
  const std::string title = "Scenes with contacts and stops, steps of 1 ms, one thread";
  std::string text = fmt::format("\n{}\n{:-<{}}\n{:<28} {:<30} {:>12} {:>12}  {}\n", title, "",
                                 title.size(), "", "", "steps/s", "s per s", "error");
  std::string last;
  for (const SceneResult& r : report.results) {
    text += fmt::format("{:<28} {:<30} {:>12.0f} {:>12.3g}  {}\n", r.scene == last ? "" : r.scene,
                        r.engine, r.steps_per_second(), r.seconds, figures_text(r));
    last = r.scene;
  }
  const std::string growth = growth_text(report, false);
  return text + (growth.empty() ? "" : "\nTime grows with the size to the power of\n" + growth);
}

std::string scenes_markdown(const SceneReport& report) {
  std::string text = "| scene | engine | steps per s | error |\n|---|---|---:|---|\n";
  for (const SceneResult& r : report.results)
    text += fmt::format("| {} | {} | {:.0f} | {} |\n", r.scene, r.engine, r.steps_per_second(),
                        figures_text(r));
  const std::string growth = growth_text(report, true);
  return text +
         (growth.empty()
              ? ""
              : "\n| family | engine | time grows by size to the power of |\n|---|---|---:|\n" +
                    growth);
}

std::string scenes_csv(const SceneReport& report) {
  std::string text;
  for (const SceneResult& r : report.results) {
    text +=
        fmt::format("scene steps per s,{},,{},{:.4g}\n", r.scene, r.engine, r.steps_per_second());
    for (const auto& [what, amount] : r.figures)
      text += fmt::format("scene error,{},{},{},{:.4g}\n", r.scene, what, r.engine, amount);
  }
  return text;
}

}  // namespace catena::bench
