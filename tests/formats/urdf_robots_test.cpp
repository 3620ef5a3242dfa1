// Robot files of others, as they are found in the wild. They are not part of the project.

#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>

#include "catena/formats/urdf.hpp"

namespace catena {
namespace {

struct Robot {
  const char* file;
  int dofs;            // without a floating base
  double mass;         // sum over the file's <mass> elements
  bool on_the_ground;  // root link is "world"
  int mimic_joints;
  std::size_t unphysical_inertias;
};
void PrintTo(const Robot& robot, std::ostream* out) {
  *out << robot.file;
}

const Robot robots[] = {
    {"anymal_c/anymal.urdf", 12, 52.13485, false, 0, 5},
    {"barrett_bh280/bh280.urdf", 8, 1.8, true, 4, 0},
    {"barrett_bh280_meshes/bh280.urdf", 8, 1.202157, false, 4, 0},
    {"iiwa_drake/kuka_iiwa_robot.urdf", 7, 30.61, false, 0, 0},
    {"panda/panda.urdf", 9, 17.451901, false, 1, 0},
    {"panda/panda_collision.urdf", 9, 17.451901, false, 1, 0},
    {"puma560/puma560.urdf", 6, 36.45, true, 0, 1},  // its base has no mass: it cannot float
    {"simple_humanoid/simple_humanoid.urdf", 29, 130.8, false, 0, 0},
    {"simple_humanoid/simple_humanoid_classical.urdf", 29, 130.8, false, 0, 0},
    {"simple_humanoid_pinocchio/simple_humanoid.urdf", 29, 130.8, false, 0, 0},
    {"solo12/solo.urdf", 8, 2.17784899, false, 0, 0},
    {"solo12/solo12.urdf", 12, 2.50000279, false, 0, 0},
    {"ur5/ur5_gripper.urdf", 6, 20.9939, true, 0, 0},
    {"ur5/ur5_robot.urdf", 6, 20.9939, true, 0, 0},
};

std::filesystem::path robots_folder() {
  return std::filesystem::path(CATENA_SHARED_DIR) / "robots";
}

class UrdfRobot : public testing::TestWithParam<Robot> {
 protected:
  void SetUp() override {
    path_ = (robots_folder() / GetParam().file).string();
    if (!std::filesystem::exists(path_)) GTEST_SKIP() << "needs the robot file " << path_;
  }
  std::string path_;
};

TEST_P(UrdfRobot, LoadsWithItsDofsAndMass) {
  for (const bool fuse : {false, true}) {
    UrdfReport report;
    const Model model = load_urdf(path_, {.fuse_fixed_joints = fuse}, &report);
    EXPECT_EQ(model.nv(), GetParam().dofs);
    EXPECT_NEAR(model.total_mass(), GetParam().mass, 1e-12 * GetParam().mass);
    int mimics = 0;
    for (const std::string& note : report.notes)
      mimics += note.find(" mimics joint ") != std::string::npos ? 1 : 0;
    EXPECT_EQ(mimics, GetParam().mimic_joints);
    EXPECT_EQ(model.warnings().size(), GetParam().unphysical_inertias);
  }
}

TEST_P(UrdfRobot, FloatsUnlessItsRootIsTheWorld) {
  if (GetParam().on_the_ground) {
    EXPECT_THROW(load_urdf(path_, {.floating_base = true}), ModelError);
    return;
  }
  for (const bool fuse : {false, true}) {
    const UrdfOptions options{.fuse_fixed_joints = fuse, .floating_base = true};
    EXPECT_EQ(load_urdf(path_, options).nv(), GetParam().dofs + 6);
  }
}

std::string robot_name(const testing::TestParamInfo<Robot>& info) {
  const std::filesystem::path file = info.param.file;
  return file.parent_path().string() + "_" + file.stem().string();
}
INSTANTIATE_TEST_SUITE_P(All, UrdfRobot, testing::ValuesIn(robots), robot_name);

TEST(UrdfRobots, EveryFileIsListedAbove) {
  if (!std::filesystem::exists(robots_folder()))
    GTEST_SKIP() << "needs the folder " << robots_folder();
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(robots_folder()))
    files += entry.path().extension() == ".urdf" ? 1U : 0U;
  EXPECT_EQ(files, std::size(robots));
}

}  // namespace
}  // namespace catena
