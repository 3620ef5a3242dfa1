// Descriptions that are written and read again are the same, and run the same.

#include <gtest/gtest.h>

#include <filesystem>

#include "catena/formats/urdf.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/sim/checkpoint_parts.hpp"
#include "catena/sim/simulation.hpp"
#include "catena/yaml/scenario_error.hpp"
#include "tests/support/bitwise_run.hpp"

namespace catena {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> files(const fs::path& folder, const std::string& ending) {
  std::vector<std::string> result;
  if (!fs::exists(folder)) return result;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.path().extension() == ending) result.push_back(entry.path().string());
  std::sort(result.begin(), result.end());
  return result;
}

// Written and read; the second time gives the same text.
Mechanism expect_identity(const Mechanism& mechanism) {
  const std::string text = write_scenario(mechanism);
  ReadReport report;
  Mechanism again = parse_mechanism(text, "written.yaml", "", &report);
  EXPECT_TRUE(again == mechanism) << text;
  EXPECT_EQ(write_scenario(again), text);
  EXPECT_TRUE(report.warnings.empty()) << report.warnings[0];
  return again;
}

class WrittenExample : public testing::TestWithParam<std::string> {};

TEST_P(WrittenExample, IsTheSameAndRunsTheSame) {
  const Mechanism original = read_mechanism(GetParam());
  const Mechanism written = expect_identity(original);
  test::expect_same_run(load_scenario(GetParam()), compile(written), 0.05);
}

INSTANTIATE_TEST_SUITE_P(All, WrittenExample,
                         testing::ValuesIn(files(CATENA_SOURCE_DIR "/examples", ".yaml")),
                         [](const auto& test) {
                           const fs::path path(test.param);
                           return path.parent_path().stem().string() + "_" + path.stem().string();
                         });

TEST(WrittenContactSolver, IsTheSame) {
  const std::string model =
      "model:\n  bodies: [{name: a, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]\n"
      "  joints: [{name: j, kind: free, parent: world, child: a}]\n";
  const auto solver_of = [&](const std::string& given) {
    const Mechanism mechanism = parse_mechanism(
        model + "contact: {method: stepping, solver: " + given + "}\n", "s.yaml", "");
    expect_identity(mechanism);
    return compile(mechanism).setup.contact_options.solver;
  };
  using Kind = ContactSolver::Kind;
  EXPECT_EQ(solver_of("chain"), ContactSolver());
  EXPECT_EQ(solver_of("lemke"), (ContactSolver{.kind = Kind::Lemke}));
  EXPECT_EQ(solver_of("{kind: lemke, edges: 16, pyramid: equal_area, polish: false}"),
            (ContactSolver{.kind = Kind::Lemke, .edges = 16, .equal_area = true, .polish = false}));
  for (const char* wrong : {"pgs", "{kind: lemke, edges: 3}", "{edges: 65}", "{pyramid: round}"})
    EXPECT_THROW(solver_of(wrong), std::exception) << wrong;
}

TEST(WrittenContactSettings, ThreadsAndSleepAreTheSame) {
  const std::string model =
      "model:\n  bodies: [{name: a, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]\n"
      "  joints: [{name: j, kind: free, parent: world, child: a}]\n";
  const auto parsed = [&](const std::string& given) {
    return parse_mechanism(model + "contact: {" + given + "}\n", "s.yaml", "");
  };
  const Mechanism two = parsed("threads: 2");
  expect_identity(two);
  EXPECT_EQ(compile(two).setup.contact_options.threads, 2);
  EXPECT_EQ(compile(parsed("shapes: all")).setup.contact_options.threads, 1);
  const Mechanism sleeping = parsed("sleep_islands: true");
  expect_identity(sleeping);
  EXPECT_TRUE(compile(sleeping).setup.contact_options.sleep_islands);
  EXPECT_FALSE(compile(two).setup.contact_options.sleep_islands);
  const SimulationSetup one = compile(parsed("shapes: none")).setup, other = compile(two).setup;
  EXPECT_EQ(structure_hash(other), structure_hash(one));
  EXPECT_EQ(parameter_hash(other), parameter_hash(one));
  for (const char* wrong : {"0", "-2", "1.5", "257"}) {
    try {
      parsed(std::string("threads: ") + wrong);
      ADD_FAILURE() << wrong;
    } catch (const ScenarioError& error) {
      EXPECT_NE(std::string(error.what()).find("a whole number from 1 to 256"), std::string::npos)
          << error.what();
    }
  }
}

TEST(WrittenRobots, AreTheSameAndRunTheSame) {
  const std::vector<std::string> robots = files(fs::path(CATENA_SHARED_DIR) / "robots", ".urdf");
  if (robots.empty()) GTEST_SKIP() << "no robots in " CATENA_SHARED_DIR;
  for (const std::string& path : robots) {
    SCOPED_TRACE(path);
    const Mechanism original = read_mechanism(path);
    const Mechanism written = expect_identity(original);
    Scenario direct;  // without any description
    direct.setup.model = std::make_shared<const Model>(load_urdf(path));
    direct.setup.integrator.step = 0.0;
    EXPECT_EQ(compile(written).setup.model->warnings(), direct.setup.model->warnings());
    test::expect_same_run(direct, compile(written), 0.02);
  }
}

class WrittenBuiltin : public testing::TestWithParam<const char*> {};

TEST_P(WrittenBuiltin, IsTheSameAndRunsTheSame) {
  const bool stiff = std::string_view(GetParam()).starts_with("hand");
  const std::string text = std::string("model: {builtin: ") + GetParam() + "}\n" +
                           (stiff ? "integrator: {kind: radau}\n" : "");
  const Mechanism original = parse_mechanism(text, "builtin.yaml", "");
  const Mechanism written = expect_identity(original);
  test::expect_same_run(parse_scenario(text, "builtin.yaml", ""), compile(written), 0.05);
}

INSTANTIATE_TEST_SUITE_P(
    All, WrittenBuiltin,
    testing::Values("chain, links: 3", "planar_chain, links: 4", "double_pendulum", "arm",
                    "quadruped", "humanoid", "hand", "human_figure", "gymnast", "barrett_hand",
                    "handset", "mug", "n_four_bar, four_bars: 2", "bricard", "squeezer",
                    "hand, springs: false, limits: false, damping: 0.5, restitution: 0.5",
                    "n_four_bar, four_bars: 2, damping: 0.1"));

TEST(ScenarioWrite, KeepsEveryFormOfAPose) {
  Mechanism mechanism = parse_mechanism(R"(
model:
  bodies: [{name: a, inertia: {mass: 1, moments: [1, 1, 1]}}]
  joints: [{name: j, kind: free, parent: world, child: a}]
  frames:
    - {name: f1, body: a, at: [1, 2, 3]}
    - {name: f2, body: a, at: {rpy: [10 deg, 0, 0.1]}}
    - {name: f3, body: a, at: {position: [0, 0, 1 mm], quaternion: [0.7071, 0.7071, 0, 0]}}
    - {name: f4, body: a, at: {axis: [1, 2, 3], angle: 30 deg}}
    - {name: f5, body: a, at: {matrix: [[0, -1, 0], [1, 0, 0], [0, 0, 1]]}}
initial: {j: {axis: [0, 0, 1], angle: 1, v: [1, 2, 3, 4, 5, 6]}}
)",
                                        "poses.yaml", "");
  EXPECT_EQ(mechanism.frame("f2").at.form, Pose::Form::Rpy);
  EXPECT_EQ(mechanism.frame("f5").at.form, Pose::Form::Matrix);
  const Mechanism written = expect_identity(mechanism);
  test::expect_same_run(compile(mechanism), compile(written), 0.1);
}

TEST(ScenarioWrite, RefusesMatricesThatAreNoRotations) {
  const auto message = [](const std::string& matrix) -> std::string {
    try {
      parse_mechanism(
          "model:\n  bodies: [{name: a, inertia: {mass: 1}}]\n  joints: []\n"
          "  frames: [{name: f, body: a, at: {matrix: " +
              matrix + "}}]\n",
          "bad.yaml", "");
    } catch (const ScenarioError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message("[[1, 0, 0], [0, 1, 0], [0, 0, 1.001]]")
                .find("bad.yaml:4:44: "
                      "model.frames[0].at.matrix: the "
                      "matrix is not a rotation"),
            std::string::npos)
      << message("[[1, 0, 0], [0, 1, 0], [0, 0, 1.001]]");
  EXPECT_NE(message("[[-1, 0, 0], [0, 1, 0], [0, 0, 1]]"), "");  // a mirror image
  EXPECT_EQ(message("[[1, 0, 0], [0, 1, 0], [0, 0, 1]]"), "");
}

TEST(ScenarioWrite, QuotesNamesAndTextsThatYamlWouldMisread) {
  Mechanism mechanism = parse_mechanism(
      "model: {builtin: double_pendulum}\nmotors: [{joint: joint1, effort: 't > 1 ? sin(t) : 0'}]",
      "names.yaml", "");
  for (const char* name :
       {"null",     "~",          "- a",       "a: b",     "#1",    "a, b",
        "[x]",      "{y}",        "*z",        "&w",       "!t",    "quote \" and \\",
        "'single'", "two\nlines", "tab\there", "\xc3\xbc", "1",     "true",
        "@",        "%d",         "|",         "> x",      " lead", "a #b",
        "?",        "-",          "--- x"}) {
    mechanism.name = name;
    mechanism.joints[0].name = name;
    mechanism.motors[0].joint = mechanism.motors[0].name = name;
    mechanism.description = std::string(name) + "\nmore\n";
    expect_identity(mechanism);
  }
  mechanism.description = "ends\n\n";
  expect_identity(mechanism);
  mechanism.description = "  begins with blanks\nand goes on ";
  expect_identity(mechanism);
}

TEST(ScenarioWrite, KeepsTheParametersThatFormulasName) {
  ReadReport report;
  const Mechanism mechanism = parse_mechanism(R"(
parameters: {length: 2, force: 3 N, unused: 1}
model:
  bodies: [{name: a, inertia: {mass: length, moments: [1, 1, 1]}}]
  joints: [{name: j, kind: prismatic, parent: world, child: a}]
motors: [{joint: j, effort: force*sin(t)}]
)",
                                              "p.yaml", "", &report);
  ASSERT_EQ(mechanism.parameters.size(), 1u);
  EXPECT_EQ(mechanism.parameters.at("force"), 3.0);
  EXPECT_EQ(mechanism.bodies[0].mass, 2.0);
  ASSERT_EQ(report.warnings.size(), 1u);
  EXPECT_NE(report.warnings[0].find("'unused'"), std::string::npos);
  expect_identity(mechanism);
}

TEST(ScenarioWrite, SavedStatesComeBack) {
  const std::string text = "model: {builtin: double_pendulum}\ninitial: {joint1: 1}\n";
  Simulation simulation(parse_scenario(text, "s.yaml", "").setup);
  simulation.advance(0.3);
  Mechanism mechanism = parse_mechanism(text, "s.yaml", "");
  mechanism.state = make_checkpoint(simulation, simulation.state());
  const Mechanism again = parse_mechanism(write_scenario(mechanism), "w.yaml", "");
  expect_identity(again);
  test::expect_same_run(compile(mechanism), compile(again), 0.1);
}

TEST(ScenarioWrite, SaysByNameWhatHasNoText) {
  const auto message = [](const Mechanism& mechanism) -> std::string {
    try {
      write_scenario(mechanism);
    } catch (const ScenarioError& error) {
      return error.what();
    }
    return "";
  };
  const Mechanism base = parse_mechanism("model: {builtin: double_pendulum}\n", "b.yaml", "");
  Mechanism motor = base;
  motor.motors.emplace_back();
  motor.motors[0].name = "push";
  motor.motors[0].joint = "joint1";
  motor.motors[0].effort_function = [](double, In<double>, In<double>, Out<double> effort) {
    effort[0] = 1.0;
  };
  EXPECT_EQ(message(motor),
            "motor 'push' cannot be written to a file: its effort is a function of a program");
  Mechanism heavy = base;
  heavy.bodies[0].mass = std::nan("");
  EXPECT_EQ(message(heavy), "body 'link1' cannot be written to a file: its mass is not a number");
  EXPECT_TRUE(motor == Mechanism(motor));
  EXPECT_FALSE(motor == base);
}

}  // namespace
}  // namespace catena
