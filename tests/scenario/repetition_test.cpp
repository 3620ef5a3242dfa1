// Entries of lists that stand for several, and models that are changed by name.

#include <gtest/gtest.h>

#include "catena/mechanism/compile.hpp"
#include "tests/support/scratch_folder.hpp"
#include "tests/support/watched_run.hpp"

namespace catena {
namespace {

const std::string small_body = "inertia: {mass: 0.1, com: [0, 0, 0], moments: [1e-3, 1e-3, 1e-3]}";

std::string tree_of(const std::string& bodies, const std::string& joints,
                    const std::string& rest = "") {
  return "model:\n  bodies:\n" + bodies + "  joints:\n" + joints + rest;
}

// Without where it was said.
void expect_same(const std::string& a, const std::string& b) {
  EXPECT_EQ(write_scenario(parse_mechanism(a, "a.yaml", "")),
            write_scenario(parse_mechanism(b, "b.yaml", "")));
}

std::string message_for(const std::string& text) {
  try {
    parse_scenario(text, "bad.yaml", "");
  } catch (const std::exception& error) {
    return error.what();
  }
  return "no error";
}

TEST(Repetition, WritesEntriesOut) {
  const std::string short_text =
      tree_of("    - {for: i in 1..n, name: link$i, " + small_body + "}\n",
              "    - {name: j1, kind: revolute, parent: world, child: link1}\n"
              "    - {for: i in 2..n, name: j$i, kind: revolute, parent: link$(i - 1), child: "
              "link$i, at: [0.1*$i, 0, $(n)]}\n",
              "parameters: {n: 3}\n");
  std::string bodies;
  for (const char* i : {"1", "2", "3"})
    bodies += std::string("    - {name: link") + i + ", " + small_body + "}\n";
  const std::string long_text =
      tree_of(bodies,
              "    - {name: j1, kind: revolute, parent: world, child: link1}\n"
              "    - {name: j2, kind: revolute, parent: link1, child: link2, at: [0.1*2, 0, 3]}\n"
              "    - {name: j3, kind: revolute, parent: link2, child: link3, at: [0.1*3, 0, 3]}\n");
  expect_same(short_text, long_text);
}

TEST(Repetition, EightyLinks) {
  const Scenario scenario = parse_scenario(
      tree_of(
          "    - {for: i in 1..80, name: link$i, " + small_body + "}\n",
          "    - {name: j1, kind: revolute, parent: world, child: link1, axis: [0, 1, 0]}\n"
          "    - {for: i in 2..80, name: j$i, kind: revolute, parent: link$(i-1), child: link$i, "
          "axis: [0, 1, 0], at: [0.1, 0, 0]}\n"
          "  contacts:\n"
          "    - {for: i in 1..80, name: c$i, point: link$i, plane: {at: [0, 0, -100]}}\n",
          "motors:\n  - {for: i in 1..80, joint: j$i, effort: -0.001*v.j$i}\n"),
      "a.yaml", "");
  EXPECT_EQ(scenario.setup.model->nv(), 80);
  EXPECT_EQ(scenario.setup.contacts.size(), 80u);
  EXPECT_EQ(scenario.setup.motors.size(), 80u);
}

TEST(Repetition, SeveralRangesAndRangesInRanges) {
  const Mechanism mechanism = parse_mechanism(
      tree_of("    - {name: b, " + small_body + "}\n",
              "    - {name: j, kind: free, parent: world, child: b}\n"
              "  frames:\n    - {for: [i in 1..2, j in 0..$i], name: f$i.$j, body: b, at: [$i, $j, "
              "0]}\n"),
      "a.yaml", "");
  std::vector<std::string> names;
  for (const FrameItem& frame : mechanism.frames) names.push_back(frame.name);
  EXPECT_EQ(names, (std::vector<std::string>{"f1.0", "f1.1", "f2.0", "f2.1", "f2.2"}));
}

TEST(Repetition, SaysWhatIsWrong) {
  const auto expect = [](const std::string& repeated, const std::string& expected) {
    const std::string message = message_for(tree_of(
        "    - {" + repeated + ", " + small_body + "}\n",
        "    - {name: j, kind: free, parent: world, child: b}\n", "parameters: {n: 2.5, m: 3}\n"));
    EXPECT_NE(message.find(expected), std::string::npos) << message;
    EXPECT_NE(message.find("bad.yaml:3:"), std::string::npos) << message;
  };
  expect("for: i 1..3, name: b$i", "expected a name and a range: i in 1..80");
  expect("for: i in 1..n, name: b$i", "'n' is 2.5, expected a whole number");
  expect("for: i in 1..k, name: b$i", "unknown name 'k'");
  expect("for: m in 1..3, name: b$m", "is the name of a parameter");
  expect("for: i in 1..3, name: b$k", "there is no range 'k'");
  expect("for: i in 1..3, name: b$(i", "is not closed");
  expect("for: i in 1..3, name: b$($i - 1)", "inside $( ) write ranges without $, as in $(i + 1)");
  expect("for: i in 1..3, name: b$i, shapes: [{sphere: {radius: 0.1*i}}]",
         "unknown name 'i'; the number of a range is written $i");
  expect(
      "for: i in 1..3, name: b$i, shapes: [{box: {sides: [min($i,2), 1, 1]}}]",
      "found a list of 4, expected a list of 3 numbers; inside braces and brackets a comma ends");
  expect("for: i in 1..9999999, name: b$i", "more than 100000 entries");
}

TEST(Edits, ChangeItemsOfABuiltInModel) {
  const std::string text =
      "model:\n  builtin: double_pendulum\n  edit:\n"
      "    bodies: [{name: link2, inertia: {mass: 7}}]\n"
      "    joints: [{name: joint1, damping: 0.25}]\n";
  const Mechanism plain = parse_mechanism("model: {builtin: double_pendulum}\n", "a.yaml", "");
  Mechanism edited = parse_mechanism(text, "a.yaml", "");
  EXPECT_DOUBLE_EQ(
      compile(edited).setup.model->total_mass() - compile(plain).setup.model->total_mass(),
      7.0 - *plain.bodies[1].mass);
  EXPECT_EQ(edited.joint("joint1").damping, Numbers(0.25));
  EXPECT_EQ(edited.joint("joint2").damping, plain.joints[1].damping);
}

TEST(Edits, ChangeItemsOfAnIncludedModel) {
  const ScratchFolder folder;
  folder.write("base.yaml", tree_of("    - {for: i in 1..2, name: b$i, " + small_body + "}\n",
                                    "    - {for: i in 1..2, name: j$i, kind: free, parent: world, "
                                    "child: b$i}\n"));
  const Mechanism edited = parse_mechanism(
      "include: base.yaml\nmodel: {edit: {bodies: [{name: b2, inertia: {mass: 0.3}}]}}\n", "a.yaml",
      folder.path(""));
  EXPECT_EQ(*edited.bodies[0].mass, 0.1);
  EXPECT_EQ(*edited.bodies[1].mass, 0.3);
}

TEST(Edits, SayWhatTheModelDoesNotHave) {
  const auto expect = [](const std::string& edit, const std::string& expected) {
    const std::string message =
        message_for("model:\n  builtin: double_pendulum\n  edit:\n    " + edit + "\n");
    EXPECT_NE(message.find(expected), std::string::npos) << message;
    EXPECT_NE(message.find("bad.yaml:4:"), std::string::npos) << message;
  };
  expect("bodies: [{name: lin2, inertia: {mass: 7}}]", "did you mean 'link2'?");
  expect("body: [{name: link2}]", "the model has no list 'body'");
  expect("bodies: [{inertia: {mass: 7}}]", "a map with the name of an item");
  expect("bodies: [{name: link2, mass: 7}]", "unknown key 'mass'");
}

}  // namespace
}  // namespace catena
