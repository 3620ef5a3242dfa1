// Shapes of bodies and of the world in scenario files.

#include <gtest/gtest.h>

#include <filesystem>

#include "catena/geometry/mass_properties.hpp"
#include "catena/scenario/scenario.hpp"
#include "tests/support/sample_meshes.hpp"
#include "tests/support/scratch_folder.hpp"

namespace catena {
namespace {

namespace fs = std::filesystem;

Mechanism read_shapes_text(const std::string& shapes, const fs::path& folder = {},
                           ReadReport* report = nullptr) {
  return parse_mechanism("model:\n  bodies: [{name: a, shapes: [" + shapes +
                             "]}]\n  joints: [{name: j, kind: free, parent: world, child: a}]\n",
                         "s.yaml", folder, report);
}

std::string shape_error(const std::string& shapes, const fs::path& folder = {}) {
  try {
    compile(read_shapes_text(shapes, folder));
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

Inertia<double> inertia_of(const Mechanism& mechanism) {
  return compile(mechanism).setup.model->body(BodyId{1}).inertia;
}

const std::string all_kinds =
    "{box: {sides: [1, 2, 3]}, mass: 1, material: steel}, {sphere: {radius: 1}, drawn: false}, "
    "{cylinder: {radius: 1, length: 2}}, {capsule: {radius: 1, length: 2}, touches: false}, "
    "{ellipsoid: {half_axes: [1 cm, 2 cm, 3 cm]}, density: 1000}, "
    "{cone: {radius: 1, length: 2}, at: {axis: [1, 0, 0], angle: 90 deg}, color: [1, 0.5, 0]}, "
    "{half_space: {}}, {hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, "
    "0.1]]}, mass: 2}, "
    "{mesh: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], triangles: [[0, 2, 1], [0, 1, "
    "3], [1, 2, 3], [0, 3, 2]]}, mass: 2}, "
    "{height_field: {spacing: [0.5, 1], heights: [[0, 1, 2], [3, 4, 5]]}}";

TEST(ScenarioShapes, AllKindsAreReadWrittenAndCompiled) {
  const Mechanism read = read_shapes_text(all_kinds);
  const std::vector<ShapeItem>& shapes = read.bodies[0].shapes;
  ASSERT_EQ(shapes.size(), 10U);
  EXPECT_EQ(shapes[0].material, "steel");
  EXPECT_FALSE(shapes[1].drawn);
  EXPECT_TRUE(shapes[1].touches);
  EXPECT_FALSE(shapes[3].touches);
  EXPECT_EQ(shapes[7].hull->vertex_count(), 4) << "a point inside is no corner";
  EXPECT_TRUE(shapes[8].mesh->closed());
  EXPECT_EQ(shapes[9].field->height(1, 1), 4);
  const std::string text = write_scenario(read);
  EXPECT_TRUE(parse_mechanism(text, "again.yaml", "") == read) << text;
  const auto model = compile(read).setup.model;
  const auto compiled = model->shapes(BodyId{1});
  ASSERT_EQ(compiled.size(), 10U);
  EXPECT_EQ(compiled[6].kind, ShapeKind::HalfSpace);
  EXPECT_EQ(compiled[0].material, "steel");
  EXPECT_FALSE(compiled[1].drawn);
  // Hull and mesh are the same tetrahedron.
  EXPECT_DOUBLE_EQ(volume(compiled[7]), volume(compiled[8]));
}

TEST(ScenarioShapes, OfTheWorldAreDrawnAndWeighNothing) {
  const char* text = R"(
model:
  world:
    shapes:
      - {half_space: {}, material: concrete}
      - {box: {sides: [2, 1, 0.1]}, at: [0, 0, 1], color: [0.5, 0.4, 0.3]}
  bodies: [{name: a, shapes: [{sphere: {radius: 1}, mass: 1}]}]
  joints: [{name: j, kind: free, parent: world, child: a}]
)";
  const Mechanism read = parse_mechanism(text, "s.yaml", "");
  EXPECT_EQ(read.world.shapes.size(), 2U);
  EXPECT_TRUE(parse_mechanism(write_scenario(read), "again.yaml", "") == read);
  EXPECT_EQ(compile(read).setup.model->shapes(world_body).size(), 2U);
  std::string heavy = text;
  heavy.replace(heavy.find(", material: concrete"), 20, ", mass: 3");
  try {
    compile(parse_mechanism(heavy, "s.yaml", ""));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(),
                 "s.yaml:5:9: model.world.shapes[0]: found a mass or density, but the world does "
                 "not move; leave it out");
  }
}

TEST(ScenarioShapes, MeshesComeFromFiles) {
  const ScratchFolder folder;
  const fs::path here = folder.path("");
  // A concave solid, in millimetres: an angle of two boxes.
  const TriangleSoup angle =
      test::prism_soup({{0, 0}, {300, 0}, {300, 100}, {100, 100}, {100, 200}, {0, 200}}, 50);
  folder.write("angle.stl", test::stl_bytes(angle));
  const Mechanism read =
      read_shapes_text("{mesh: {file: angle.stl, unit: mm}, density: 1000}", here);
  EXPECT_NEAR(inertia_of(read).mass, 1000 * (0.3 * 0.1 + 0.1 * 0.1) * 0.05, 1e-6);
  // Paths start from the folder of the file that is written.
  fs::create_directory(here / "below");
  save_scenario(read, here / "below" / "s.yaml");
  const Mechanism again = read_mechanism(here / "below" / "s.yaml");
  ASSERT_TRUE(again.bodies[0].shapes[0].mesh);
  EXPECT_EQ(again.bodies[0].shapes[0].mesh->triangles, read.bodies[0].shapes[0].mesh->triangles);
  EXPECT_EQ(again.bodies[0].shapes[0].source->unit, "mm");
  // The same text in the same folder is the same description.
  EXPECT_TRUE(parse_mechanism(write_scenario(read, here), "t.yaml", here) == read);

  const Mechanism hull = read_shapes_text("{hull: {file: angle.stl, scale: 0.001}, mass: 1}", here);
  EXPECT_EQ(hull.bodies[0].shapes[0].hull->face_count(), 7);
}

TEST(ScenarioShapes, AFileOfSeveralBodiesIsReadOnce) {
  const ScratchFolder folder;
  const fs::path here = folder.path("");
  folder.write("b.stl", test::stl_bytes(test::box_soup({0, 0, 0}, {1, 1, 1})));
  std::string text = "model:\n  bodies:\n";
  std::string joints;
  for (int i = 0; i < 3; ++i) {
    text += "    - {name: b" + std::to_string(i) + ", shapes: [{mesh: {file: b.stl}, mass: 1}]}\n";
    joints += "    - {name: j" + std::to_string(i) + ", kind: free, parent: world, child: b" +
              std::to_string(i) + "}\n";
  }
  const Mechanism read = parse_mechanism(text + "  joints:\n" + joints, "s.yaml", here);
  EXPECT_EQ(read.bodies[0].shapes[0].mesh, read.bodies[2].shapes[0].mesh);
}

TEST(ScenarioShapes, FaultsOfMeshesAreRemarkedOn) {
  const ScratchFolder folder;
  const fs::path here = folder.path("");
  TriangleSoup open = test::box_soup({0, 0, 0}, {1, 1, 1});
  open.triangles.pop_back();
  folder.write("open.stl", test::stl_bytes(open));
  ReadReport report;
  const Mechanism read = read_shapes_text("{mesh: {file: open.stl}, density: 1}", here, &report);
  ASSERT_EQ(report.warnings.size(), 1U);
  EXPECT_EQ(report.warnings[0].substr(0, 96),
            "s.yaml:2:45: model.bodies[0].shapes[0].mesh.file: mesh 'open.stl': 3 open edges: the "
            "surface doe");
  try {
    compile(read);
    FAIL() << "it has no mass";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("so it has no volume"), std::string::npos);
  }
}

TEST(ScenarioShapes, SayWhatIsWrong) {
  const auto after = [](const std::string& message) {
    return message.substr(message.find(": ") + 2);
  };
  EXPECT_EQ(
      after(shape_error("{hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}, mass: 1}")),
      "model.bodies[0].shapes[0].hull.points: found 3 points, expected at least 4 for a hull");
  EXPECT_EQ(after(shape_error("{mesh: {file: none.stl}, mass: 1}")),
            "model.bodies[0].shapes[0].mesh.file: found no file 'none.stl', expected a mesh");
  EXPECT_EQ(
      after(shape_error("{half_space: {}, mass: 1}")),
      "model.bodies[0].shapes[0]: half_space: it is unbounded, so it has neither volume nor mass");
  EXPECT_EQ(after(shape_error("{height_field: {spacing: 1, heights: [[0, 1], [2]]}}")),
            "model.bodies[0].shapes[0].height_field.heights[1]: found a row of 1 heights, expected "
            "2 as in the first one");
  EXPECT_NE(shape_error("{mesh: {file: a.stl, unit: inch}, mass: 1}").find("in"),
            std::string::npos);
}

// An angle of two boxes: parts touch in its place, and it weighs what it weighs.
TEST(ScenarioShapes, ConvexPartsTouchInPlaceOfAMesh) {
  const std::string mesh =
      "mesh: {vertices: [[0, 0, 0], [2, 0, 0], [2, 1, 0], [1, 1, 0], [1, 3, 0], [0, 3, 0], "
      "[0, 0, 1], [2, 0, 1], [2, 1, 1], [1, 1, 1], [1, 3, 1], [0, 3, 1]], triangles: [[0, 3, 1], "
      "[1, 3, 2], [0, 5, 3], [3, 5, 4], [6, 7, 9], [7, 8, 9], [6, 9, 11], [9, 10, 11], [0, 1, 7], "
      "[0, 7, 6], [1, 2, 8], [1, 8, 7], [2, 3, 9], [2, 9, 8], [3, 4, 10], [3, 10, 9], [4, 5, 11], "
      "[4, 11, 10], [5, 0, 6], [5, 6, 11]]";
  ReadReport report;
  const Mechanism read = read_shapes_text(
      "{" + mesh + ", convex_parts: {most: 4, error: 1 mm}}, density: 1000}", {}, &report);
  const std::vector<ShapeItem>& shapes = read.bodies[0].shapes;
  ASSERT_EQ(shapes.size(), 3U);
  EXPECT_EQ(shapes[0].kind, ShapeKind::Mesh);
  EXPECT_FALSE(shapes[0].touches);
  EXPECT_TRUE(shapes[0].drawn);
  for (const std::size_t part : {1U, 2U}) {
    EXPECT_EQ(shapes[part].kind, ShapeKind::Hull);
    EXPECT_TRUE(shapes[part].touches);
    EXPECT_FALSE(shapes[part].drawn);
  }
  ASSERT_EQ(report.warnings.size(), 1U);
  EXPECT_NE(report.warnings[0].find("2 convex parts are used for contact"), std::string::npos)
      << report.warnings[0];
  EXPECT_NEAR(inertia_of(read).mass, 4000.0, 1e-9);
  const Mechanism again = parse_mechanism(write_scenario(read), "again.yaml", "");
  EXPECT_TRUE(again == read);
}

TEST(ScenarioShapes, GroupsOfBodiesAreIgnored) {
  const auto pairs = [](const std::string& contact) {
    const Mechanism read = parse_mechanism(
        "contact: {shapes: all, " + contact +
            "}\nmodel:\n  bodies: [{for: i in 1..4, name: b$i, shapes: [{sphere: {radius: 1}, "
            "mass: 1}]}]\n  joints: [{for: i in 1..4, name: j$i, kind: free, parent: world, child: "
            "b$i}]\n",
        "s.yaml", "");
    return compile(read).setup.shape_contacts.ignore.size();
  };
  EXPECT_EQ(pairs("ignore: [[b1, b2]]"), 1U);
  const std::string groups =
      "groups: [{name: few, bodies: [b1, b2]}, {name: rest, bodies: [b3, "
      "b4]}], ";
  EXPECT_EQ(pairs(groups + "ignore: [[few, rest]]"), 4U);
  EXPECT_EQ(pairs(groups + "ignore: [[few, few], [b1, rest]]"), 3U);
  EXPECT_THROW(pairs(groups + "ignore: [[few, others]]"), Error);
}

// A mesh that stands in the scenario is looked at like one from a file.
TEST(ScenarioShapes, WhatIsWrongWithAMeshIsRemarkedOn) {
  ReadReport report;
  read_shapes_text(
      "{mesh: {vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], triangles: [[0, 2, 1], [0, "
      "1, 3], [1, 2, 3]]}}",
      {}, &report);
  ASSERT_FALSE(report.warnings.empty());
  EXPECT_NE(report.warnings[0].find("3 open edges"), std::string::npos) << report.warnings[0];
}

}  // namespace
}  // namespace catena
