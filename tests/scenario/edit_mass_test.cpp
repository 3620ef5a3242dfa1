// A body whose mass is changed keeps its centre, and its moments scale: in edits of files, built-in
// models and robots, and in programs.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "catena/math/views.hpp"
#include "catena/mechanism/scale.hpp"
#include "catena/scenario/scenario.hpp"
#include "catena/yaml/scenario_error.hpp"

namespace catena {
namespace {

struct Numbers3 {
  double mass;
  Eigen::Vector3d com, moments, products;
};

Numbers3 of_body(const Mechanism& mechanism, const std::string& name) {
  const Scenario scenario = compile(mechanism);
  const Model& model = *scenario.setup.model;
  for (int b = 1; b < model.body_count(); ++b) {
    const BodyInfo& body = model.body(BodyId{b});
    if (body.name != name) continue;
    const Sym3<double> I = rotational_about_com(body.inertia);
    return {body.inertia.mass,
            to_eigen(body.inertia.moment) / body.inertia.mass,
            {I.xx, I.yy, I.zz},
            {I.xy, I.xz, I.yz}};
  }
  throw std::runtime_error("no body " + name);
}

Mechanism hand_edited(const std::string& model, const std::string& bodies) {
  return parse_mechanism("model: {" + model + ", edit: {bodies: [" + bodies + "]}}", "edit.yaml",
                         "");
}

// `factor` times the mass: the rest follows.
void expect_scaled(const Numbers3& now, const Numbers3& before, double factor) {
  EXPECT_NEAR(now.mass, factor * before.mass, 1e-15);
  EXPECT_LT((now.com - before.com).norm(), 1e-15);
  const double size = before.moments.norm();
  EXPECT_LT((now.moments - factor * before.moments).norm(), 1e-13 * factor * size);
  EXPECT_LT((now.products - factor * before.products).norm(), 1e-13 * factor * size);
}

const char* const heavy_base = R"(<robot name="r">
<link name="base"><inertial><mass value="3"/><origin xyz="0.1 -0.2 0.3"/>
  <inertia ixx="0.3" iyy="0.4" izz="0.5" ixy="0.01" ixz="-0.02" iyz="0.03"/></inertial></link>
</robot>)";

std::string robot_file() {
  const auto file = std::filesystem::path(testing::TempDir()) / "edit_mass.urdf";
  std::ofstream(file) << heavy_base;
  return "urdf: " + file.string() + ", floating: true";
}

const char* const tilted =
    "bodies: [{name: b, inertia: {mass: 2, com: [0.1, 0.2, -0.3], moments: "
    "[0.2, 0.3, 0.4], products: [0.01, 0.02, 0.03]}}], joints: [{name: j, "
    "kind: free, parent: world, child: b}]";

const char* const of_shapes =
    "bodies: [{name: b, shapes: [{box: {sides: [0.1, 0.2, 0.3]}, at: [0.1, 0, 0], density: 700}, "
    "{for: i in 1..2, sphere: {radius: 0.05}, at: [0, 0.1*$i, 0], mass: 1}]}], joints: [{name: j, "
    "kind: free, parent: world, child: b}]";

TEST(EditMass, KeepsTheCentreAndScalesTheMoments) {
  const struct {
    std::string model, body;
  } cases[] = {{"builtin: hand, springs: false", "palm"},
               {"builtin: puma560", "forearm"},
               {"builtin: mug", "mug"},
               {robot_file(), "base"},
               {tilted, "b"},
               {of_shapes, "b"}};
  for (const auto& one : cases) {
    SCOPED_TRACE(one.model);
    const Numbers3 before =
        of_body(parse_mechanism("model: {" + one.model + "}", "b.yaml", ""), one.body);
    for (const double factor : {2.0, 0.3, 1.0}) {
      const std::string edit = "{name: " + one.body +
                               ", inertia: {mass: " + std::to_string(factor) + "*" +
                               fmt::format("{:.17g}", before.mass) + "}}";
      expect_scaled(of_body(hand_edited(one.model, edit), one.body), before, factor);
    }
  }
}

TEST(EditMass, CentreAndMomentsMayBeGivenBesideIt) {
  for (const std::string& model : {robot_file(), std::string(tilted), std::string(of_shapes)}) {
    SCOPED_TRACE(model);
    const std::string body = model.starts_with("urdf") ? "base" : "b";
    const Numbers3 before = of_body(parse_mechanism("model: {" + model + "}", "b.yaml", ""), body);
    const auto changed = [&](const std::string& inertia) {
      return of_body(hand_edited(model, "{name: " + body + ", inertia: {" + inertia + "}}"), body);
    };
    Numbers3 now = changed("mass: 6, com: [0.4, 0.5, 0.6]");
    EXPECT_LT((now.com - Eigen::Vector3d(0.4, 0.5, 0.6)).norm(), 1e-15);
    now.com = before.com;
    expect_scaled(now, before, 6.0 / before.mass);

    now = changed("com: [0, 0, 1 cm]");
    EXPECT_LT((now.com - Eigen::Vector3d(0, 0, 0.01)).norm(), 1e-16);
    now.com = before.com;
    expect_scaled(now, before, 1.0);

    now = changed("mass: 6, moments: [2, 2, 2]");
    EXPECT_LT((now.moments - Eigen::Vector3d(2, 2, 2)).norm(), 1e-14);
    EXPECT_LT((now.com - before.com).norm(), 1e-15);
    EXPECT_LT((now.products - 6.0 / before.mass * before.products).norm(), 1e-13);

    now = changed("mass: 5, first_moment: [1, 0, 0.5]");
    EXPECT_LT((now.com - Eigen::Vector3d(0.2, 0, 0.1)).norm(), 1e-15);
    now.com = before.com;
    expect_scaled(now, before, 5.0 / before.mass);
  }
}

TEST(EditMass, SeveralEditsOfOneBodyAndParameters) {
  const Numbers3 before = of_body(parse_mechanism("model: {builtin: hand}", "b.yaml", ""), "palm");
  const Mechanism twice = parse_mechanism(
      "parameters: {m: 600 g}\nmodel: {builtin: hand, edit: {bodies: [{name: palm, inertia: {mass: "
      "2*m}}, {name: palm, inertia: {mass: m}}]}}",
      "e.yaml", "");
  expect_scaled(of_body(twice, "palm"), before, 0.6 / before.mass);
}

TEST(EditMass, TheSameInPrograms) {
  Mechanism hand = parse_mechanism("model: {builtin: hand}", "b.yaml", "");
  const Numbers3 before = of_body(hand, "palm");
  EXPECT_LT((hand.body("palm").com - before.com).norm(), 1e-15);
  hand.body("palm").mass = 0.2;
  expect_scaled(of_body(hand, "palm"), before, 0.2 / before.mass);
  // Written and read again, scaled, and changed once more.
  const Mechanism again = parse_mechanism(write_scenario(hand), "again.yaml", "");
  EXPECT_TRUE(again == hand);
  expect_scaled(of_body(again, "palm"), before, 0.2 / before.mass);
  hand.body("palm").mass = 0.9;
  hand.body("palm").com = {0.01, 0.02, 0.03};
  Numbers3 now = of_body(hand, "palm");
  EXPECT_LT((now.com - Eigen::Vector3d(0.01, 0.02, 0.03)).norm(), 1e-16);
  now.com = before.com;
  expect_scaled(now, before, 0.9 / before.mass);
  hand.body("palm").moments = {1e-3, 2e-3, 2.5e-3};
  EXPECT_LT((of_body(hand, "palm").moments - Eigen::Vector3d(1e-3, 2e-3, 2.5e-3)).norm(), 1e-17);
}

TEST(EditMass, OfAScaledModelInAProgram) {
  Mechanism robot_alone = parse_mechanism("model: {" + robot_file() + "}", "b.yaml", "");
  const Numbers3 before = of_body(robot_alone, "base");
  robot_alone.body("base").mass = 6.0;
  scale(robot_alone, 2.0, 3.0);
  const Numbers3 now = of_body(robot_alone, "base");
  EXPECT_DOUBLE_EQ(now.mass, 18.0);
  EXPECT_LT((now.com - 2.0 * before.com).norm(), 1e-15);
  EXPECT_LT((now.moments - 24.0 * before.moments).norm(), 1e-13);
}

// Numbers that a program gives are taken as they are.
TEST(EditMass, BodiesOfAProgramAreTakenLiterally) {
  BodyItem item;
  item.mass = 2.0;
  item.com = {0, 0, 1};
  item.moments = {1, 1, 1};
  item.mass = 4.0;
  EXPECT_EQ(item.inertia().moments, Eigen::Vector3d(1, 1, 1));
}

TEST(EditMass, MistakesAreSaidAtTheEdit) {
  const auto message = [](const std::string& inertia) -> std::string {
    try {
      hand_edited("builtin: hand", "{name: palm, inertia: {" + inertia + "}}");
    } catch (const ScenarioError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message("mass: 1, com: [0, 0, 0], first_moment: [0, 0, 0]").find("only one of them"),
            std::string::npos);
  EXPECT_NE(message("mass: -1").find("edit.bodies"), std::string::npos) << message("mass: -1");
  EXPECT_NE(message("mas: 1").find("did you mean 'mass'"), std::string::npos) << message("mas: 1");
}

TEST(Scale, KeepsStiffnessWhereItSaysSo) {
  const auto wrist = [](const std::string& scale, std::vector<std::string>& warnings) {
    ReadReport report;
    const Mechanism hand =
        parse_mechanism("model: {builtin: hand, scale: {" + scale + "}}", "s.yaml", "", &report);
    warnings = report.warnings;
    return compile(hand).setup.model->joint(JointId{0}).spec;
  };
  std::vector<std::string> none, said, kept;
  const JointSpec before = wrist("length: 1", none), heavy = wrist("length: 1, mass: 20", said),
                  same = wrist("length: 1, mass: 20, stiffness: keep", kept);
  EXPECT_TRUE(none.empty());
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find("'stiffness: keep'"), std::string::npos) << said[0];
  EXPECT_TRUE(kept.empty());
  EXPECT_LT((heavy.stiffness - 20.0 * before.stiffness).norm(), 1e-12);
  EXPECT_LT((heavy.damping - 20.0 * before.damping).norm(), 1e-12);
  EXPECT_EQ(same.stiffness, before.stiffness);
  EXPECT_EQ(same.damping, before.damping);
}

}  // namespace
}  // namespace catena
