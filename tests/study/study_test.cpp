// Studies: what varies, what is kept, and tables that do not depend on how they were made.

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "catena/record/recording_file.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/study/study_picture.hpp"
#include "catena/study/sweep.hpp"

namespace catena {
namespace {

// A body that is thrown upwards on a vertical slide with a stop at zero, which it hits after
// 2 v / g without a rebound.
const std::string thrown = R"(name: Thrown
parameters: {v: 2, g: 10, m: 1}
model:
  gravity: [0, 0, -g]
  bodies: [{name: stone, inertia: {mass: m, moments: [1, 1, 1]}}]
  joints: [{name: slide, kind: prismatic, parent: world, child: stone, limits: {lower: 0}}]
initial: {slide: {q: 0, v: v}}
duration: 1
record: {interval: 0.01}
)";
const std::string varied = R"(study:
  vary: {g: [8, 10], v: {from: 1, to: 3, count: 3}}
  take:
    - {name: top, column: q.slide, of: max}
    - {name: mean, column: q.slide, of: mean}
    - {column: q.slide}
    - {name: landed, event: limit, of: first}
    - {name: hits, event: limit}
)";

Study study_of(const std::string& text) {
  return Study::parse(text, "study.yaml", ".");
}

std::string error_of(const std::string& text) {
  try {
    study_of(text);
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "";
}

std::string replaced(std::string text, const std::string& was, const std::string& is) {
  EXPECT_NE(text.find(was), std::string::npos) << was;
  return text.replace(text.find(was), was.size(), is);
}

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("catena_study_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string text_in(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Study, GoesThroughAllCombinationsTheLastParameterFastest) {
  const Study study = study_of(thrown + varied);
  ASSERT_EQ(study.variant_count(), 6u);
  EXPECT_EQ(study.values_of(0), (std::vector<double>{8, 1}));
  EXPECT_EQ(study.values_of(1), (std::vector<double>{8, 2}));
  EXPECT_EQ(study.values_of(5), (std::vector<double>{10, 3}));
  const Study ratios = study_of(thrown +
                                "study: {vary: {g: {from: 1, to: 1000, count: 4, spacing: log}}, "
                                "take: [{column: q.slide}]}\n");
  const std::vector<double>& values = ratios.parameters()[0].values;
  ASSERT_EQ(values.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_NEAR(values[i] / std::pow(10.0, static_cast<double>(i)), 1.0, 1e-14);
  EXPECT_FALSE(ratios.map());
  EXPECT_EQ(study.map()->x, "g");
  EXPECT_EQ(study.map()->value, "top");
}

TEST(Study, KeepsWhatTheRunsDo) {
  const Study study = study_of(thrown + varied);
  for (std::size_t i = 0; i < study.variant_count(); ++i) {
    const double g = study.values_of(i)[0], v = study.values_of(i)[1], flight = 2 * v / g;
    const VariantRow row = run_variant(study, i);
    EXPECT_EQ(row.end, "end") << row.message;
    EXPECT_DOUBLE_EQ(row.t_end, 1.0);
    ASSERT_EQ(row.results.size(), 5u);
    EXPECT_NEAR(row.results[0], v * v / (2 * g), g * 0.005 * 0.005 / 2 + 1e-12);  // of samples
    EXPECT_NEAR(row.results[1], g * std::pow(flight, 3) / 12, 0.02 * v);
    EXPECT_NEAR(row.results[2], 0.0, 1e-9);
    EXPECT_NEAR(row.results[3], flight, 1e-9);
    EXPECT_EQ(row.results[4], 1.0);
  }
}

TEST(Study, SaysWhereItsErrorsAre) {
  const std::string text = thrown + varied;
  EXPECT_NE(error_of(thrown).find("study.yaml:1:1: this scenario has no 'study'"),
            std::string::npos);
  const auto expect = [&](const std::string& was, const std::string& is,
                          const std::string& message) {
    const std::string error = error_of(replaced(text, was, is));
    EXPECT_NE(error.find(message), std::string::npos) << error;
    EXPECT_EQ(error.rfind("study.yaml:1", 0), 0u) << error;  // of a line from 10 on
  };
  expect("vary: {g: ", "vary: {gg: ", "no parameter 'gg'; did you mean 'g'?");
  expect("{g: [8, 10]", "{g: []", "expected values of the parameter, or a range");
  expect("count: 3", "count: 0", "count");
  expect("of: max", "of: most", "most");
  expect("of: max", "of: first", "expected end, start, min, max or mean, of a column");
  expect("{column: q.slide}", "{column: q.slide, event: limit}", "column");
  expect("event: limit}", "event: limits}", "did you mean 'limit'");
  expect("name: hits", "name: landed", "the table has a column 'landed' already");
  expect("name: hits", "name: g", "the table has a column 'g' already");
  expect("study:\n", "study:\n  map: {x: g, y: g, value: top}\n", "the same parameter");
  expect("study:\n", "study:\n  map: {x: g, y: h, value: top}\n", "h");
  expect("study:\n", "study:\n  maps: 1\n", "did you mean 'map'");
  expect("from: 1, to: 3, count: 3", "from: -1, to: 3, count: 3, spacing: log", "equal ratios");
}

TEST(Study, NamesColumnsThatAreNotRecorded) {
  const Study study = study_of(replaced(thrown + varied, "{column: q.slide}", "{column: q.slid}"));
  StudyTable table(study);
  try {
    sweep(study, table, {});
    FAIL();
  } catch (const ScenarioError& error) {
    EXPECT_NE(
        std::string(error.what()).find("study.yaml:15:7: the recording has no column 'q.slid'"),
        std::string::npos)
        << error.what();
  }
}

// The scenario alone is read, checked and run as if it had no study.
TEST(Study, IsAScenario) {
  const Scenario scenario = parse_scenario(thrown + varied, "study.yaml", ".");
  EXPECT_EQ(scenario.name, "Thrown");
  EXPECT_THROW(parse_scenario(replaced(thrown + varied, "of: max", "of: most"), "study.yaml", "."),
               ScenarioError);
}

TEST(Sweep, WritesTheSameTableWithAnyNumberOfProcesses) {
  const TemporaryFolder folder;
  const Study study = study_of(thrown + varied);
  for (const int jobs : {1, 3, 10}) {
    StudyTable table(study);
    SweepOptions options;
    options.jobs = jobs, options.table = folder / ("t" + std::to_string(jobs) + ".csv");
    EXPECT_TRUE(sweep(study, table, options));
  }
  const std::string table = text_in(folder / "t1.csv");
  EXPECT_EQ(table, text_in(folder / "t3.csv"));
  EXPECT_EQ(table, text_in(folder / "t10.csv"));
  EXPECT_EQ(table.rfind("g,v,top,mean,q.slide,landed,hits,end,t_end,message,study\n8,1,", 0), 0u)
      << table;
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 7);
}

TEST(Sweep, GoesOnFromARowThatIsThereAndIsTheSameInTheEnd) {
  const TemporaryFolder folder;
  const Study study = study_of(thrown + varied);
  SweepOptions options;
  options.table = folder / "whole.csv";
  StudyTable whole(study);
  ASSERT_TRUE(sweep(study, whole, options));
  StudyTable part(study);
  options.table = folder / "part.csv";
  options.stop = [&] { return part.row_count() >= 2; };
  EXPECT_FALSE(sweep(study, part, options));
  EXPECT_EQ(part.row_count(), 2u);
  StudyTable rest(study);
  options.stop = {};
  std::size_t first = 99;
  options.progress = [&](std::size_t done, std::size_t) { first = std::min(first, done); };
  EXPECT_TRUE(sweep(study, rest, options));
  EXPECT_EQ(first, 2u);
  EXPECT_EQ(text_in(folder / "part.csv"), text_in(folder / "whole.csv"));
}

TEST(Sweep, RefusesATableThatIsOfAnotherStudy) {
  const TemporaryFolder folder;
  SweepOptions options;
  options.table = folder / "t.csv";
  const auto error = [&](const std::string& text) -> std::string {
    const Study study = study_of(text);
    StudyTable table(study);
    try {
      sweep(study, table, options);
    } catch (const RecordingError& refused) {
      return refused.what();
    }
    return "";
  };
  const std::string text = thrown + varied;
  EXPECT_EQ(error(text), "");
  const auto expect = [&](const std::string& other, const std::string& message) {
    const std::string said = error(other);
    EXPECT_NE(said.find(message), std::string::npos) << said;
  };
  expect(replaced(text, "duration: 1", "duration: 1.5"), "t.csv:2: the scenario has changed");
  expect(replaced(text, "name: top", "name: height"), "the table of another study");
  expect(replaced(text, "[8, 10]", "[9, 10]"), "t.csv:2: g = 8 is not a value of this study");
  std::ofstream(options.table) << "t,x\n0,1\n";
  expect(text, "the table of another study, with the columns t, x");
  EXPECT_EQ(text_in(options.table), "t,x\n0,1\n");
}

TEST(Sweep, HasARowForEachVariantThatFails) {
  const Study study =
      study_of(thrown + "study: {vary: {m: [1, -1, 2]}, take: [{column: q.slide, of: max}]}\n");
  StudyTable table(study);
  EXPECT_TRUE(sweep(study, table, {}));
  EXPECT_EQ(table.row(0)->end, "end");
  EXPECT_EQ(table.row(1)->end, "refused");
  EXPECT_NE(table.row(1)->message.find("mass"), std::string::npos) << table.row(1)->message;
  EXPECT_TRUE(std::isnan(table.row(1)->results.at(0)));
  EXPECT_EQ(table.row(2)->end, "end");
  EXPECT_DOUBLE_EQ(table.row(0)->results.at(0), table.row(2)->results.at(0));
}

// The same question is asked in each process; here it kills that of one variant.
TEST(Sweep, SurvivesAProcessThatDies) {
  const Study study =
      study_of(thrown + "study: {vary: {g: [8, 9, 10]}, take: [{column: q.slide, of: max}]}\n");
  StudyTable table(study);
  const pid_t parent = getpid();
  SweepOptions options;
  options.stop = [&] {
    if (getpid() != parent && table.row_count() == 1) raise(SIGKILL);
    return false;
  };
  EXPECT_TRUE(sweep(study, table, options));
  EXPECT_EQ(table.row(0)->end, "end");
  EXPECT_EQ(table.row(1)->end, "crashed");
  EXPECT_NE(table.row(1)->message.find("signal 9"), std::string::npos) << table.row(1)->message;
  EXPECT_EQ(table.row(2)->end, "end");
}

TEST(StudyPicture, HasACellForEachVariant) {
  const TemporaryFolder folder;
  const Study study = study_of(replaced(thrown + varied, "g: [8, 10]", "m: [1, -1], g: [10]"));
  StudyTable table(study);
  sweep(study, table, {});
  const HeatMap map = study_picture(study, table);
  EXPECT_EQ(map.x, (std::vector<double>{1, -1}));
  EXPECT_EQ(map.y, (std::vector<double>{1, 2, 3}));
  ASSERT_EQ(map.values.size(), 6u);
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_NEAR(map.values[2 * row], map.y[row] * map.y[row] / 20, 2e-4);
    EXPECT_TRUE(std::isnan(map.values[2 * row + 1]));
  }
  write_heat_map(map, folder / "map.svg");
  write_heat_map(map, folder / "map.png");
  const std::string svg = text_in(folder / "map.svg");
  for (const char* const text :
       {">m</text>", ">v</text>", ">top</text>", "m = 1, v = 2: top = 0.2", "refused: "})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  EXPECT_GT(std::filesystem::file_size(folder / "map.png"), 1000u);
  EXPECT_THROW(write_heat_map(map, folder / "map.pdf"), std::invalid_argument);
  EXPECT_THROW(write_heat_map({}, folder / "map.svg"), std::invalid_argument);
}

}  // namespace
}  // namespace catena
