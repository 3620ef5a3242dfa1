// What a viewer is told about the examples.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "catena/plot/event_colours.hpp"
#include "catena/view/json.hpp"
#include "catena/view/watcher.hpp"

namespace catena::test {
namespace {

using Json = nlohmann::json;

std::vector<std::string> example_files() {
  std::vector<std::string> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(CATENA_SOURCE_DIR "/examples"))
    if (entry.path().extension() == ".yaml") files.push_back(entry.path().string());
  return files;
}

// As a viewer gets it at the start.
Scene scene_of(const Scenario& scenario) {
  Simulation simulation(scenario.setup);
  Watcher watcher(simulation, viewer_columns(scenario.record));
  return describe_scene(scenario, "test", watcher.columns(), watcher.poses(simulation.state()));
}

TEST(Scene, OfEveryExampleHasSomethingToSeeOfEveryBody) {
  const std::vector<std::string> files = example_files();
  ASSERT_GT(files.size(), 20u);
  for (const std::string& file : files) {
    SCOPED_TRACE(file);
    const Scenario scenario = load_scenario(file);
    const Scene scene = scene_of(scenario);
    const Json json = Json::parse(scene_text(scene, true));
    const Model& model = *scenario.setup.model;
    EXPECT_EQ(json["bodies"].size(), static_cast<std::size_t>(model.body_count() - 1));
    for (const Json& body : json["bodies"]) {
      EXPECT_FALSE(body["shapes"].empty()) << body["name"];
      for (const Json& shape : body["shapes"]) {
        // Hulls and meshes are drawn by their triangles.
        EXPECT_TRUE(shape["kind"] == "mesh" ? shape["mesh"].get<int>() >= 0
                                            : shape["size"][0].get<double>() > 0.0);
        double length = 0.0;
        for (std::size_t k = 3; k < 7; ++k) length += std::pow(shape["pose"][k].get<double>(), 2);
        EXPECT_NEAR(length, 1.0, 1e-8);
      }
    }
    EXPECT_EQ(json["columns"].size(), scene.columns.size());
    for (const Json& column : json["columns"]) {
      EXPECT_NE(column["group"], "") << column["name"];
      const auto kind = find_column_kind(column["name"].get<std::string>());
      ASSERT_TRUE(kind) << column["name"];
      EXPECT_EQ(column["group"], info(*kind).group);
      EXPECT_EQ(column["item"] == "", info(*kind).item.empty()) << column["name"];
    }
    EXPECT_GT(scene.columns.size(), 5u);
    EXPECT_EQ(json["contacts"].size(), scenario.setup.contacts.size());
    EXPECT_GE(json["joints"].size(), static_cast<std::size_t>(model.joint_count()));
    EXPECT_GT(json["size"].get<double>(), 0.0);
    EXPECT_LT(json["size"].get<double>(), 100.0);
    // What a scenario plots exists.
    EXPECT_EQ(json["plots"].size(), scenario.plots.size());
    for (const Json& plot : json["plots"]) EXPECT_FALSE(plot["columns"].empty()) << plot["title"];
  }
}

TEST(Scene, SaysWhatIsFusedWhatIsMadeHereAndHowAPictureIsTaken) {
  const Scenario scenario = parse_scenario(R"(
model:
  fuse_welds: true
  bodies:
    - {name: arm, shapes: [{sphere: {radius: 0.1}, mass: 1}]}
    - {name: hand, shapes: [{sphere: {radius: 0.1}, mass: 1}]}
  joints:
    - {name: flight, kind: free, parent: world, child: arm}
    - {name: wrist, kind: weld, parent: arm, child: hand, at: [1, 0, 0]}
  frames: [{name: tip, body: hand, at: [0.5, 0, 0]}]
changes:
  - {at: 0.1, connect: {name: pivot, kind: revolute, axis: [0, 1, 0], a: {frame: tip}, b: world, here: true}}
picture: {time: 0.2, phases: 0.1, trails: tip, layers: -grid}
)",
                                           "test.yaml", ".");
  const std::vector<Transform<double>> poses(3, Transform<double>::identity());
  const Json json = Json::parse(scene_text(describe_scene(scenario, "", {}, poses), false));
  EXPECT_FALSE(json["bodies"][0].contains("fused"));
  EXPECT_EQ(json["bodies"][1]["fused"], true);
  const Json& pivot = json["joints"].back();
  EXPECT_EQ(pivot["name"], "pivot");
  EXPECT_NEAR(pivot["on_a"][0].get<double>() + (pivot["a"] == 0 ? -1.0 : 0.0), 0.5, 1e-12);
  EXPECT_FALSE(json["joints"][0].contains("on_a"));
  const Json& picture = json["picture"];
  EXPECT_EQ(picture["time"], 0.2);
  EXPECT_EQ(picture["phases"], Json({0.1}));
  EXPECT_EQ(picture["trails"], Json({"tip"}));
  EXPECT_EQ(picture["layers"], Json({"-grid"}));
  EXPECT_TRUE(picture["from"].is_null());
}

TEST(Scene, DrawsRodsBetweenJointsWhereNobodyGaveShapes) {
  const Scenario scenario = parse_scenario(R"(
model:
  bodies:
    - {name: upper, inertia: {mass: 1, com: [0, 0, -0.5], moments: [0.1, 0.1, 0.01]}}
    - {name: lower, inertia: {mass: 1, com: [0, 0, -0.5], moments: [0.1, 0.1, 0.01]}}
  joints:
    - {name: top, kind: revolute, parent: world, child: upper, axis: [0, 1, 0], limits: {lower: -1, upper: 1}}
    - {name: middle, kind: revolute, parent: upper, child: lower, axis: [0, 1, 0], at: [0, 0, -1]}
)",
                                           "rods", ".");
  const Scene scene = scene_of(scenario);
  for (const std::size_t body : {1u, 2u}) {  // to the next joint, or twice as far as the centre
    ASSERT_EQ(scene.shapes[body].size(), 1u);
    const BodyShape& rod = scene.shapes[body][0];
    EXPECT_EQ(rod.kind, ShapeKind::Capsule);
    EXPECT_NEAR(rod.size.y + 2.0 * rod.size.x, 1.0, 1e-12);
    EXPECT_NEAR(rod.X_BS.translation.z, -0.5, 1e-12);
  }
  EXPECT_NEAR(scene.center.z, -1.0, 0.1);
  const Json json = Json::parse(scene_text(scene, true));
  EXPECT_EQ(json["joints"][0]["coordinates"][0]["upper"], 1.0);
  EXPECT_TRUE(json["joints"][1]["coordinates"][0]["upper"].is_null());
  EXPECT_EQ(json["joints"][0]["a"], -1);
}

// The page colours the kinds that it is told, and knows none by itself.
TEST(Scene, TellsTheKindsOfEvents) {
  const Json json = Json::parse(
      scene_text(scene_of(load_scenario(CATENA_SOURCE_DIR "/examples/pendulum.yaml")), true));
  const Json& kinds = json["event_kinds"];
  ASSERT_EQ(kinds.size(), event_kinds().size());
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    EXPECT_EQ(kinds[i]["kind"], event_kinds()[i].text);
    EXPECT_EQ(kinds[i]["meaning"], event_kinds()[i].meaning);
    const std::string colour = kinds[i]["colour"];
    EXPECT_EQ(colour.size(), 7u);
    EXPECT_EQ(std::stoul(colour.substr(1), nullptr, 16), event_colour(event_kinds()[i].text));
  }
  EXPECT_NE(event_colour("taut"), event_colour("a kind of their own"));
  EXPECT_NE(event_colour("slack"), event_colour("a kind of their own"));
}

TEST(Scene, TextIsSafeInsideOfAPage) {
  EXPECT_EQ(json_text("a\"b\\c</script>\n"), "\"a\\\"b\\\\c\\u003c/script>\\u000a\"");
  EXPECT_EQ(json_number(std::nan("")), "null");
}

// The surface of a ball, as triangles: all corners on it, and its area.
TEST(SurfaceMesh, IsWhereTheFormulaIsZero) {
  const Scenario scenario = parse_scenario(R"(
model:
  bodies: [{name: bead, shapes: [{sphere: {radius: 0.1}, mass: 1}]}]
  joints: [{name: flight, kind: free, parent: world, child: bead}]
  contacts:
    - {name: bowl, point: bead, surface: {formula: x^2 + y^2 + z^2 - 0.01}}
initial: {flight: {position: [0, 0, 0.1]}}
)",
                                           "bowl", ".");
  const Scene scene = scene_of(scenario);
  ASSERT_EQ(scene.meshes.size(), 1u);
  double area = 0.0;
  for (const auto& [a, b, c] : scene.meshes[0].triangles) {
    const auto at = [&](int i) { return scene.meshes[0].vertices[static_cast<std::size_t>(i)]; };
    area += 0.5 * norm(cross(at(b) - at(a), at(c) - at(a)));
  }
  for (const Vec3<double>& p : scene.meshes[0].vertices) EXPECT_NEAR(norm(p), 0.1, 2e-3);
  EXPECT_NEAR(area, 4.0 * 3.14159265 * 0.01, 0.03 * 4.0 * 3.14159265 * 0.01);
}

TEST(Scene, MeshesAreSentOnceAndHalfSpacesAsPlanes) {
  const Scenario scenario = parse_scenario(R"(
model:
  world: {shapes: [{half_space: {}, at: [0, 0, -1]}, {cone: {radius: 1, length: 2}},
                   {hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}, drawn: false}]}
  bodies:
    - name: a
      shapes:
        - {hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}, mass: 1}
        - {height_field: {spacing: 1, heights: [[0, 0], [0, 1]]}}
        - {ellipsoid: {half_axes: [1, 2, 3]}, mass: 1}
  joints: [{name: j, kind: free, parent: world, child: a}]
)",
                                           "s.yaml", "");
  const Json json = Json::parse(scene_text(scene_of(scenario), true));
  ASSERT_EQ(json["fixed"].size(), 1U);
  EXPECT_EQ(json["fixed"][0]["kind"], "cone");
  ASSERT_EQ(json["surfaces"].size(), 1U);
  EXPECT_EQ(json["surfaces"][0]["point"][2], -1.0);
  ASSERT_EQ(json["meshes"].size(), 2U);
  EXPECT_EQ(json["meshes"][0]["triangles"].size(), 12U);
  EXPECT_EQ(json["meshes"][1]["vertices"].size(), 12U);
  const Json& shapes = json["bodies"][0]["shapes"];
  EXPECT_EQ(shapes[0]["kind"], "mesh");
  EXPECT_EQ(shapes[1]["mesh"], 1);
  EXPECT_EQ(shapes[2]["kind"], "ellipsoid");
}

}  // namespace
}  // namespace catena::test
