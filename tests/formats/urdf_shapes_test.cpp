// <visual> and <collision> of URDF files become shapes.

#include "catena/formats/urdf_shapes.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "catena/formats/urdf.hpp"
#include "tests/support/sample_meshes.hpp"
#include "tests/support/scratch_folder.hpp"

namespace catena {
namespace {

std::string robot_of(const std::string& link) {
  return "<robot name='r'><link name='a'>" + link + "</link></robot>";
}

TEST(UrdfShapes, VisualsAreDrawnAndCollisionsTouch) {
  const Model model = read_urdf_text(robot_of(R"(
      <visual><origin xyz="0 0 1" rpy="0 0 1.5707963267948966"/>
        <geometry><box size="1 2 3"/></geometry></visual>
      <collision><geometry><sphere radius="0.5"/></geometry></collision>
      <collision><geometry><cylinder radius="0.5" length="2"/></geometry></collision>)"),
                                     "r.urdf")
                          .build();
  const auto shapes = model.shapes(BodyId{1});
  ASSERT_EQ(shapes.size(), 3U);
  EXPECT_EQ(shapes[0].kind, ShapeKind::Box);
  EXPECT_TRUE(shapes[0].drawn && !shapes[0].touches);
  EXPECT_NEAR(shapes[0].X_BS.rotation.c0.y, 1.0, 1e-15);
  EXPECT_EQ(shapes[0].X_BS.translation.z, 1.0);
  EXPECT_TRUE(!shapes[1].drawn && shapes[1].touches);
  EXPECT_EQ(shapes[2].size.y, 2.0);
}

TEST(UrdfShapes, WithoutVisualsWhatTouchesIsDrawn) {
  const Model model =
      read_urdf_text(robot_of("<collision><geometry><sphere radius='1'/></geometry></collision>"),
                     "r.urdf")
          .build();
  EXPECT_TRUE(model.shapes(BodyId{1})[0].drawn && model.shapes(BodyId{1})[0].touches);
}

TEST(UrdfShapes, MeshesAreReadWhereTheyAre) {
  const ScratchFolder folder;
  std::filesystem::create_directories(folder.path("arm_description/urdf"));
  std::filesystem::create_directories(folder.path("arm_description/meshes"));
  folder.write("arm_description/meshes/b.stl",
               test::stl_bytes(test::box_soup({0, 0, 0}, {1, 1, 1})));
  const auto mesh = [](const char* name, const char* more = "") {
    return "<collision><geometry><mesh filename='" + std::string(name) + "' " + more +
           "/></geometry></collision>";
  };
  const std::string path = folder.write(
      "arm_description/urdf/arm.urdf",
      robot_of(mesh("package://arm_description/meshes/b.stl") +
               mesh("../meshes/b.stl", "scale='0.1 0.1 0.1'") + mesh("package://elsewhere/c.dae")));
  UrdfReport report;
  const Model model = read_urdf(path, {}, &report).build();
  const auto shapes = model.shapes(BodyId{1});
  ASSERT_EQ(shapes.size(), 2U);
  EXPECT_NEAR(volume(shapes[0]), 1.0, 1e-12);
  EXPECT_NEAR(volume(shapes[1]), 1e-3, 1e-12);
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_EQ(report.notes[0],
            path + ": 1 mesh file is not found and left out, such as 'package://elsewhere/c.dae'");
}

// As many as there are in the folder of robots; they are files that people use.
TEST(UrdfShapes, MeshesOfAHand) {
  const std::filesystem::path folder =
      std::filesystem::path(CATENA_SHARED_DIR) / "robots" / "barrett_bh280_meshes";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  int read = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".stl") continue;
    const std::string text =
        robot_of("<collision><geometry><mesh filename='" +
                 std::filesystem::absolute(entry.path()).string() + "'/></geometry></collision>");
    const Model model = read_urdf_text(text, "hand.urdf").build();
    ASSERT_EQ(model.shapes(BodyId{1}).size(), 1U) << entry.path();
    ++read;
  }
  EXPECT_GT(read, 5);
}

}  // namespace
}  // namespace catena
