// Scenarios of several files, files of others, and files that want to do harm.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "catena/scenario/scenario.hpp"

namespace catena {
namespace {

class ScenarioFiles : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("catena_scenario_files_" +
               std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::create_directories(folder_ / "deeper");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path write(const std::string& name, const std::string& text) {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  std::string error_of(const std::filesystem::path& path) {
    try {
      load_scenario(path);
    } catch (const ScenarioError& error) {
      std::string message = error.what();
      const std::string prefix = folder_.string() + "/";
      for (std::size_t at; (at = message.find(prefix)) != std::string::npos;)
        message.erase(at, prefix.size());
      return message;
    }
    return "no error";
  }

  std::filesystem::path folder_;
};

const char* const base_text = R"(name: base
parameters: {damping: 3, start: 1}
model: {builtin: planar_chain, links: 2, damping: damping}
initial: {joint1: start, joint2: 2}
record: {interval: 0.5}
)";

TEST_F(ScenarioFiles, OwnKeysCountBeforeIncludedOnes) {
  write("base.yaml", base_text);
  const Scenario scenario = load_scenario(
      write("own.yaml",
            "include: base.yaml\nparameters: {damping: 5}\ninitial: {joint2: 7}\nduration: 4\n"));
  EXPECT_EQ(scenario.name, "base");
  EXPECT_EQ(scenario.setup.model->damping()[0], 5);
  EXPECT_EQ(scenario.setup.q, Eigen::Vector2d(1, 7));
  EXPECT_EQ(scenario.duration, 4);
  EXPECT_EQ(scenario.record.interval, 0.5);
}

TEST_F(ScenarioFiles, LaterIncludesCountBeforeEarlierOnes) {
  write("base.yaml", base_text);
  write("deeper/other.yaml", "include: ../base.yaml\nname: other\n");
  write("third.yaml", "parameters: {start: 9}\n");
  const Scenario scenario =
      load_scenario(write("own.yaml", "include: [deeper/other.yaml, third.yaml]\n"));
  EXPECT_EQ(scenario.name, "other");
  EXPECT_EQ(scenario.setup.q, Eigen::Vector2d(9, 2));
}

TEST_F(ScenarioFiles, CyclesAreErrors) {
  write("a.yaml", "include: b.yaml\n");
  const auto path = write("b.yaml", "include: a.yaml\n");
  EXPECT_EQ(error_of(path), "a.yaml:1:10: include: 'b.yaml' includes itself through other files");
}

TEST_F(ScenarioFiles, ErrorsNameTheFileThatTheyAreIn) {
  write("base.yaml", base_text);
  write("broken.yaml", "parameters: {damping: 3 kg kg2}\n");
  EXPECT_EQ(error_of(write("own.yaml", "include: [base.yaml, broken.yaml]\n")),
            "broken.yaml:1:23: parameters.damping: expected a number (with or without a unit), got "
            "'kg kg2'");
}

TEST_F(ScenarioFiles, ModelsMayStandInFilesOfTheirOwn) {
  write("deeper/chain.yaml", "builtin: chain\nlinks: 3\ndamping: 2*c\n");
  const Scenario scenario =
      load_scenario(write("own.yaml", "model: deeper/chain.yaml\nparameters: {c: 1}\n"));
  EXPECT_EQ(scenario.name, "own");
  EXPECT_EQ(scenario.setup.model->damping(), Eigen::Vector3d(2, 2, 2));
  write("deeper/bad.yaml", "builtin: chain\nlinks: many\n");
  EXPECT_EQ(error_of(write("own.yaml", "model: deeper/bad.yaml\n")),
            "deeper/bad.yaml:2:8: links: found 'many', expected a number: unknown name 'many'");
}

const char* const robot =
    "<robot name='r'><link name='base'><inertial><mass value='1'/>"
    "<inertia ixx='1' iyy='1' izz='1'/></inertial></link><link name='arm'><inertial><mass "
    "value='1'/>"
    "<inertia ixx='1' iyy='1' izz='1'/></inertial></link><joint name='j' type='revolute'>"
    "<parent link='base'/><child link='arm'/><axis xyz='0 1 0'/>"
    "<limit lower='-1' upper='1' velocity='1' effort='1'/></joint></robot>";

TEST_F(ScenarioFiles, ReadsUrdf) {
  write("robot.urdf", robot);
  EXPECT_EQ(load_scenario(write("a.yaml", "model: robot.urdf\n")).setup.model->nv(), 1);
  const Scenario scenario = load_scenario(
      write("b.yaml",
            "model: {urdf: robot.urdf, floating: true, gravity: [0, 0, 0], damping: 1}\n"
            "initial: {floating_base: {position: [0, 0, 1]}, j: 30 deg}\n"));
  EXPECT_EQ(scenario.setup.model->nv(), 7);
  EXPECT_EQ(scenario.setup.model->damping()[6], 1);
  EXPECT_EQ(scenario.setup.model->damping()[0], 0);
  EXPECT_EQ(scenario.setup.q[6], 1);
  const Scenario locked = load_scenario(write("c.yaml", "model: {urdf: robot.urdf, lock: [j]}\n"));
  EXPECT_EQ(locked.setup.model->nv(), 0);
}

std::string error_in(const std::string& text) {
  try {
    parse_scenario(text, "bad.yaml", "");
  } catch (const ScenarioError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ScenarioLimits, NestingAndAliasesAndSize) {
  EXPECT_EQ(error_in("a: " + std::string(100, '[') + std::string(100, ']')),
            "bad.yaml:1:35: nested more than 32 levels deep");
  std::string bomb = "a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (char c = 'b'; c <= 'i'; ++c) {
    const std::string before = std::string("*") + static_cast<char>(c - 1);
    bomb += std::string(1, c) + ": &" + c + " [" + before;
    for (int i = 0; i < 9; ++i) bomb += ", " + before;
    bomb += "]\n";
  }
  EXPECT_EQ(error_in(bomb),
            "bad.yaml:6:36: the file has more than 1000000 values (aliases count in full); split "
            "it up");
  EXPECT_EQ(error_in(std::string(5'000'000, '#')),
            "bad.yaml: the file has 5000000 bytes, expected at most 4000000; split it up");
  EXPECT_EQ(error_in(std::string("a\0b", 3)),
            "bad.yaml: the file is not text (it contains a zero byte)");
  EXPECT_EQ(error_in("# nothing\n"), "bad.yaml: the file is empty, expected keys and values");
}

TEST(ScenarioLimits, MissingFile) {
  EXPECT_THROW(load_scenario("no/such/file.yaml"), ScenarioError);
  EXPECT_THROW(load_scenario(std::filesystem::temp_directory_path()), ScenarioError);
}

TEST(ScenarioSchema, IsTheOneInTheDocumentation) {
  std::ifstream file(std::filesystem::path(CATENA_SOURCE_DIR) / "docs/scenario.schema.json");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, scenario_schema()) << "write it anew: catena schema > docs/scenario.schema.json";
}

}  // namespace
}  // namespace catena
