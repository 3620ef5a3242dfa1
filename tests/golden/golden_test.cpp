// Every example runs as it did when its record was written (tests/golden/records). Where a change
// of behaviour is meant: CATENA_UPDATE_GOLDEN=1 build/release/bin/catena_golden_tests writes the
// records anew, and their diff shows what has changed.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include "catena/record/event_file.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/recorder.hpp"
#include "catena/sim/simulation.hpp"
#include "tests/golden/golden_record.hpp"
#include "tests/golden/golden_report.hpp"

namespace catena::test {
namespace {

const std::filesystem::path examples = CATENA_SOURCE_DIR "/examples";
const std::filesystem::path records = CATENA_SOURCE_DIR "/tests/golden/records";

// Samples per run. No whole number, so that samples do not meet events at round times.
constexpr double sample_count = 16.18;

// Velocities are scaled by 1 + this factor between samples, number i. All of them alike, so that
// they still fulfil what holds them.
using Perturbation = std::function<double(int i)>;
double none(int) {
  return 0.0;
}
Perturbation ahead(double size) {
  return [=](int) { return size; };
}
Perturbation to_and_fro(double size) {
  return [=](int i) { return i % 2 == 0 ? -size : size; };
}
// What a run leaves open: rounding, or in time steps what their solver may leave of its forces,
// which another processor's rounding changes altogether.
constexpr double rounding = 1e-15, tolerance_of_steps = 1e-10;

GoldenRecord run(const std::string& example, double duration,
                 const Perturbation& perturbed = none) {
  // Read anew each time: controllers have a state.
  const Scenario scenario = load_scenario(examples / example);
  Simulation simulation(scenario.setup);
  const double start = simulation.state().t;
  GoldenRecord record;
  record.duration = duration > 0.0 ? duration : scenario.duration;
  Recorder recorder(simulation, scenario.record);
  record.columns = recorder.columns();
  std::erase(record.columns, "t");
  const auto sample = [&](const State& s) {
    if (!record.times.empty() && s.t <= start) return;  // the start is there already
    const std::vector<double>& row = recorder.row(s);
    record.times.push_back(s.t);
    for (std::size_t i = 0; i < row.size(); ++i)
      if (recorder.columns()[i] != "t") record.samples[recorder.columns()[i]].push_back(row[i]);
  };
  const auto note = [&](const SimulationEvent& happened) {
    // The integrator compares what its steps cost; where it does so says nothing of the motion.
    if (happened.how == EventHow::Implicit || happened.how == EventHow::Explicit) return;
    const Event event = recorded_event(happened);
    record.events.push_back({event.t, event.kind, event.name});
  };
  for (const SimulationEvent& event : simulation.start_events()) note(event);
  sample(simulation.state());
  RunObserver observer;
  observer.sample_interval = record.duration / sample_count;
  observer.sample = sample;
  observer.event = note;
  observer.step = [&](const State&) { return ++record.steps > 0; };
  for (int i = 0; i + 0.5 < sample_count; ++i) {
    simulation.advance(start + (i + 0.5) * observer.sample_interval, observer);
    if (perturbed(i) == 0.0) continue;
    State state = simulation.state();
    state.v *= 1.0 + perturbed(i);
    simulation.restore(state);
  }
  simulation.advance(start + record.duration, observer);
  record.by_steps = simulation.state().has_stepped;
  return record;
}

// The largest difference of coordinates, rad or m.
double difference_of_places(const GoldenRecord& a, const GoldenRecord& b) {
  double largest = 0.0;
  for (const auto& [column, values] : a.samples)
    if (column.starts_with("q."))
      for (std::size_t i = 0; i < values.size(); ++i)
        largest = std::max(largest, std::abs(values[i] - b.samples.at(column)[i]));
  return largest;
}

// The whole motion, or as much of it as what it leaves open grows to no more than 1e-8 in. Time
// steps put positions back only where they are off by more than 1e-10, so less than that is no
// growth.
void update(const std::string& example, const std::filesystem::path& path) {
  ASSERT_TRUE(is_build_of_records()) << "records are written by the release build of GCC, AVX2";
  const GoldenRecord before = std::filesystem::exists(path) ? read_record(path) : GoldenRecord();
  double duration = before.duration;
  GoldenRecord record;
  while (true) {
    record = run(example, duration);
    const double open = record.by_steps ? tolerance_of_steps : rounding;
    const std::vector<GoldenRecord> others = {run(example, duration, ahead(open)),
                                              run(example, duration, to_and_fro(open))};
    record.undetermined = before.undetermined;
    set_tolerances(record, others);
    if (record.growth["q"] <= 1e-8) break;  // velocities may tremble where springs are stiff
    if (record.by_steps &&
        std::all_of(others.begin(), others.end(), [&](const GoldenRecord& other) {
          return difference_of_places(record, other) <= tolerance_of_steps;
        }))
      break;
    duration = std::round(80.0 * record.duration) / 100.0;
    ASSERT_GT(duration, 0.1) << open << " grows to more than 1e-8 at once";
  }
  write_record(record, example, path);
}

std::vector<std::string> files(const std::filesystem::path& folder, const std::string& extension) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == extension)
      names.push_back(entry.path().lexically_relative(folder).replace_extension().generic_string());
  std::sort(names.begin(), names.end());
  return names;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, RunsAsItsRecordSays) {
  const std::string example = GetParam() + ".yaml";
  const std::filesystem::path path = records / (GetParam() + ".txt");
  const char* const wanted = std::getenv("CATENA_UPDATE_GOLDEN");
  if (wanted != nullptr && std::string_view(wanted) == "1") update(example, path);
  ASSERT_TRUE(std::filesystem::exists(path))
      << "no record of " << example << ": run with CATENA_UPDATE_GOLDEN=1";
  const GoldenRecord expected = read_record(path);
  EXPECT_EQ(report(expected, run(example, expected.duration), is_build_of_records()), "") << path;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Examples, Golden, testing::ValuesIn(files(examples, ".yaml")), test_name);

TEST(GoldenRecords, BelongToExamples) {
  EXPECT_EQ(files(records, ".txt"), files(examples, ".yaml"));
}

// The comparison itself: what it lets through, and what it reports.
TEST(GoldenRecords, DifferencesAreReported) {
  const GoldenRecord expected = read_record(records / "bouncing_ball.txt");
  GoldenRecord found = expected;
  EXPECT_EQ(report(expected, found, true), "");
  const std::string column = expected.columns.at(0);
  const double may_differ = expected.tolerance.at(group_of(column)) * scales(expected).at(column);
  found.samples.at(column).at(3) += 0.9 * may_differ;
  EXPECT_EQ(report(expected, found, true), "");
  found.samples.at(column).at(3) += 0.2 * may_differ;
  EXPECT_EQ(report(expected, found, true).find("column " + column + ": at t = "), 0u);

  found = expected;
  found.events.at(1).kind = "none";
  EXPECT_EQ(report(expected, found, true).find("event "), 0u);
  found = expected;
  found.events.pop_back();
  EXPECT_NE(report(expected, found, true).find("found none"), std::string::npos);
  found = expected;
  found.events.at(0).t += 1.1 * expected.tolerance.at("t") * expected.duration;
  EXPECT_EQ(report(expected, found, true).find("event "), 0u);

  found = expected;
  found.samples.erase(column);
  EXPECT_EQ(report(expected, found, true), "column " + column + ": missing\n");
  found = expected;
  found.columns.push_back("q.more");
  EXPECT_EQ(report(expected, found, true), "column q.more: new\n");
}

// Between builds more is let through, but no other motion.
TEST(GoldenRecords, DifferencesBetweenBuildsAreReported) {
  GoldenRecord expected = read_record(records / "bouncing_ball.txt"), found = expected;
  const std::string column = expected.columns.at(0);
  for (const char* const name : {"left", "right"}) expected.events.push_back({0.1, "impact", name});
  for (const char* const name : {"right", "left"}) found.events.push_back({0.1, "impact", name});
  found.samples.at(column).at(3) += 1e-8 * scales(expected).at(column);
  EXPECT_NE(report(expected, found, true), "");
  EXPECT_EQ(report(expected, found, false), "");
  found.samples.at(column).at(3) += 1e-3 * scales(expected).at(column);
  EXPECT_EQ(report(expected, found, false).find("column " + column + ": at t = "), 0u);
  found = expected;
  found.events.pop_back();
  EXPECT_NE(report(expected, found, false).find("found none"), std::string::npos);
}

}  // namespace
}  // namespace catena::test
