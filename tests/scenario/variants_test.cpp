// Variants of a scenario: keys that are taken away, edits on edits, and what a variant inherits and
// no longer has; parameters from outside.

#include <gtest/gtest.h>

#include "catena/scenario/scenario.hpp"
#include "tests/support/scratch_folder.hpp"

namespace catena {
namespace {

std::string refusal_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

bool any_contains(const std::vector<std::string>& texts, const std::string& part) {
  return std::any_of(texts.begin(), texts.end(),
                     [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

TEST(Variants, NullRemovesAKeyOfAnItem) {
  const Mechanism m = parse_mechanism(R"(
model:
  builtin: hand
  edit:
    joints:
      - {name: wrist, kind: weld, damping: null, limits: null, spring: null, coordinates: null, axis2: null}
      - {name: thumb.ip, damping: null, limits: {lower: null}}
)",
                                      "v.yaml", "");
  EXPECT_EQ(m.joints[0].kind, JointKind::Weld);
  EXPECT_TRUE(m.joints[0].damping.empty());
  EXPECT_TRUE(m.joints[0].lower.empty());
  Mechanism changed = m;
  EXPECT_TRUE(changed.joint("thumb.ip").damping.empty());
  EXPECT_TRUE(changed.joint("thumb.ip").lower.empty());
  EXPECT_FALSE(changed.joint("thumb.ip").upper.empty());
  EXPECT_NO_THROW(compile(m));
}

TEST(Variants, ASphericalJointBecomesAHingeOnAPath) {
  const Scenario scenario = parse_scenario(R"(
model:
  builtin: human_figure
  edit:
    joints: [{name: left_shoulder, kind: revolute, axis: [0, 1, 0], damping: null, spring: null}]
prescribed: [{joint: left_shoulder, position: 0.3*sin(t)}]
)",
                                           "v.yaml", "");
  EXPECT_EQ(scenario.setup.prescribed.size(), 1u);
}

const char* const variant_base = R"(
name: base
model:
  bodies:
    - {name: rod, shapes: [{cylinder: {radius: 0.02, length: 1}, at: [0, 0, -0.5], mass: 1}]}
    - {name: ball, shapes: [{sphere: {radius: 0.1}, mass: 1}]}
  joints:
    - {name: hinge, kind: revolute, parent: world, child: rod, axis: [0, 1, 0], limits: {lower: -1, upper: 1}}
    - {name: wrist, kind: spherical, parent: rod, child: ball, at: [0, 0, -1], damping: 0.1}
  frames: [{name: tip, body: ball}]
ground: true
initial: {hinge: 0.5, wrist: {rpy: [0, 0, 10 deg]}}
record: {frames: [tip], pairs: [[ball, ground]], touched: [ball]}
plots:
  - {title: Efforts, columns: [q.hinge, limit.hinge]}
picture: {trails: tip}
)";

class VariantFiles : public testing::Test {
 protected:
  void SetUp() override { folder_.write("base.yaml", variant_base); }
  Scenario variant(const std::string& text) {
    return load_scenario(folder_.write("variant.yaml", "include: base.yaml\n" + text));
  }
  ScratchFolder folder_;
};

TEST_F(VariantFiles, NullTakesAnInheritedKeyAway) {
  const Scenario scenario = variant(
      "initial: {wrist: null}\nmodel: {edit: {joints: [{name: wrist, kind: weld, damping: "
      "null}]}}\n");
  EXPECT_EQ(scenario.setup.q.size(), 1);
  EXPECT_EQ(scenario.setup.q[0], 0.5);
}

TEST_F(VariantFiles, EditsAreAddedToThoseOfTheIncludedFile) {
  folder_.write("first.yaml",
                "include: base.yaml\nmodel: {edit: {joints: [{name: hinge, damping: 3}]}}\n");
  folder_.write("second.yaml",
                "include: first.yaml\nmodel: {edit: {joints: [{name: wrist, damping: 5}, {name: "
                "hinge, armature: 2}], bodies: [{name: ball, inertia: {mass: 4}}]}}\n");
  const Scenario scenario = load_scenario(folder_.path("second.yaml"));
  const Model& model = *scenario.setup.model;
  EXPECT_EQ(model.joint(model.find_joint("hinge")).spec.damping[0], 3.0);
  EXPECT_EQ(model.joint(model.find_joint("hinge")).spec.armature[0], 2.0);
  EXPECT_EQ(model.joint(model.find_joint("wrist")).spec.damping[2], 5.0);
  EXPECT_EQ(model.body(model.find_body("ball")).inertia.mass, 4.0);
}

TEST_F(VariantFiles, InheritedRecordsAndTrailsThatAreGoneAreLeftOut) {
  const Scenario scenario = variant("model: {frames: null}\nground: null\n");
  EXPECT_TRUE(scenario.record.frames.empty());
  EXPECT_TRUE(scenario.record.pairs.empty());
  EXPECT_TRUE(scenario.record.touched.empty());
  EXPECT_TRUE(scenario.picture.trails.empty());
  EXPECT_TRUE(any_contains(scenario.warnings, "'tip'"));
  EXPECT_TRUE(any_contains(scenario.warnings, "nothing touches"));
  EXPECT_TRUE(scenario.plots_are_inherited);
}

TEST_F(VariantFiles, WhatAScenarioSaysItselfMustBeThere) {
  const std::string message =
      refusal_of([&] { variant("model: {frames: null}\nrecord: {frames: [tip]}\n"); });
  EXPECT_NE(message.find("tip"), std::string::npos) << message;
  EXPECT_NE(message, "no error");
}

TEST_F(VariantFiles, ParametersFromOutside) {
  const std::string file = folder_.write(
      "set.yaml",
      "parameters: {m: 2, angle: 10 deg}\nmodel:\n  bodies: [{name: b, inertia: {mass: m, moments: "
      "[1, 1, 1]}}]\n  joints: [{name: j, kind: revolute, parent: world, child: b}]\ninitial: {j: "
      "angle}\n");
  const auto with = [&](const std::vector<std::string>& texts) {
    std::vector<ParameterSetting> settings;
    for (const std::string& text : texts) settings.push_back(parse_setting(text));
    return load_scenario(file, settings);
  };
  EXPECT_EQ(with({}).setup.q[0], with({"angle=10 deg"}).setup.q[0]);
  EXPECT_EQ(with({"m=5"}).setup.model->total_mass(), 5.0);
  EXPECT_NEAR(with({"m = 5", "angle=2*m"}).setup.q[0], 10.0, 1e-15);
  EXPECT_NE(refusal_of([&] { with({"M=5"}); }).find("there is no parameter 'M'"),
            std::string::npos);
  EXPECT_NE(refusal_of([&] { with({"m"}); }).find("expected NAME=VALUE"), std::string::npos);
  EXPECT_NE(refusal_of([&] { with({"m=3 m"}); }).find("mass"), std::string::npos);
}

TEST(Parameters, NamesOfConstantsSayWhichConstant) {
  const auto refused = [](const std::string& name) {
    return refusal_of([&] {
      (void)parse_mechanism("parameters: {" + name + ": 0.5}\nmodel: {builtin: arm}\n", "p.yaml",
                            "");
    });
  };
  EXPECT_NE(refused("e").find("the constant 2.71828 (Euler's number)"), std::string::npos);
  EXPECT_NE(refused("pi").find("the constant 3.14159"), std::string::npos);
  EXPECT_NE(refused("t").find("it is the time"), std::string::npos);
  EXPECT_NE(refused("sin").find("already has a meaning"), std::string::npos);
}

TEST(ContactMap, MaterialsWithoutShapesThatTouchAreARemark) {
  const auto warnings = [](const std::string& contact) {
    return parse_scenario(
               "model:\n  world: {shapes: [{half_space: {}}]}\n  bodies: [{name: ball, shapes: "
               "[{sphere: {radius: 0.1}, mass: 1, material: glass}]}]\n  joints: [{name: f, kind: "
               "free, parent: world, child: ball}]\ninitial: {f: {position: [0, 0, 1]}}\n" +
                   contact,
               "c.yaml", "")
        .warnings;
  };
  for (const char* const key : {"materials: {glass: {friction: 0.6}}", "friction: 0.9",
                                "restitution: 0.5", "connected: true", "distance: 1 mm",
                                "materials: {glass: {friction: 0.6}}, method: stepping"}) {
    const std::string name = std::string(key).substr(0, std::string(key).find(':'));
    const auto without = warnings("contact: {" + std::string(key) + "}\n");
    EXPECT_TRUE(any_contains(without, "'" + name + "' has no effect")) << key;
    EXPECT_TRUE(any_contains(without, "'ball'")) << key;
    EXPECT_TRUE(any_contains(without, "'shapes: all'")) << key;
    EXPECT_TRUE(warnings("contact: {shapes: all, " + std::string(key) + "}\n").empty()) << key;
    EXPECT_TRUE(warnings("contact: {ground: true, " + std::string(key) + "}\n").empty()) << key;
  }
  EXPECT_TRUE(warnings("contact: {method: stepping}\n").empty());
  EXPECT_TRUE(warnings("contact: events\n").empty());
}

TEST(Bodies, DrawFalseHidesABody) {
  const std::string text =
      "model:\n  bodies: [{name: a, inertia: {mass: 1, moments: [1, 1, 1]}, draw: false}]\n  "
      "joints: [{name: j, kind: revolute, parent: world, child: a}]\n";
  const Scenario scenario = parse_scenario(text, "d.yaml", "");
  EXPECT_TRUE(scenario.is_hidden(BodyId{1}));
  const Mechanism m = parse_mechanism(text, "d.yaml", "");
  EXPECT_TRUE(parse_mechanism(write_scenario(m), "w.yaml", "") == m);
}

}  // namespace
}  // namespace catena
