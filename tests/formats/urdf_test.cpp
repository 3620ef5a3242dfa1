// What the URDF reader understands, from small texts.

#include "catena/formats/urdf.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <clocale>
#include <cmath>
#include <numbers>

#include "catena/math/rotation.hpp"
#include "catena/math/views.hpp"

namespace catena {
namespace {

constexpr const char* unit_inertial =
    R"(<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial>)";

// Links "base" and "tip" with the given joint between them.
std::string two_links(const std::string& joint) {
  return std::string("<robot name='r'>\n<link name='base'>") + unit_inertial +
         "</link>\n<link name='tip'>" + unit_inertial + "</link>\n" + joint + "\n</robot>";
}

std::string joint_text(const std::string& type, const std::string& inside) {
  return "<joint name='j' type='" + type + "'><parent link='base'/><child link='tip'/>" + inside +
         "</joint>";
}

JointInfo read_joint(const std::string& type, const std::string& inside,
                     UrdfReport* report = nullptr) {
  const Model model =
      read_urdf_text(two_links(joint_text(type, inside)), "test.urdf", {}, report).build();
  return model.joint(model.find_joint("j"));
}

bool has_note(const UrdfReport& report, const std::string& text) {
  return std::any_of(report.notes.begin(), report.notes.end(),
                     [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

constexpr const char* limit = "<limit lower='-1' upper='2' velocity='3' effort='4'/>";

TEST(Urdf, ReadsEveryJointType) {
  EXPECT_EQ(read_joint("fixed", "").spec.kind, JointKind::Weld);
  EXPECT_EQ(read_joint("revolute", limit).spec.kind, JointKind::Revolute);
  EXPECT_EQ(read_joint("continuous", "").spec.kind, JointKind::Continuous);
  EXPECT_EQ(read_joint("prismatic", limit).spec.kind, JointKind::Prismatic);
  EXPECT_EQ(read_joint("floating", "").spec.kind, JointKind::Free);
  const JointInfo planar = read_joint("planar", "<axis xyz='0 0 2'/>");
  EXPECT_EQ(planar.spec.kind, JointKind::Planar);
  EXPECT_EQ(planar.spec.axis, Eigen::Vector3d(0, 0, 1));
}

TEST(Urdf, AxisDefaultsToXAndIsNormalised) {
  EXPECT_EQ(read_joint("continuous", "").spec.axis, Eigen::Vector3d(1, 0, 0));
  EXPECT_EQ(read_joint("planar", "").spec.axis, Eigen::Vector3d(1, 0, 0));
  const Eigen::Vector3d axis = read_joint("continuous", "<axis xyz='0 3 -4'/>").spec.axis;
  EXPECT_NEAR((axis - Eigen::Vector3d(0, 0.6, -0.8)).norm(), 0.0, 1e-15);
}

TEST(Urdf, OriginPlacesTheJoint) {
  const JointInfo joint = read_joint("fixed", "<origin xyz='1 2 3' rpy='0.1 0.2 0.3'/>");
  EXPECT_EQ(to_eigen(joint.X_PF.translation), Eigen::Vector3d(1, 2, 3));
  EXPECT_EQ(to_eigen(joint.X_PF.rotation), to_eigen(rotation_from_rpy(0.1, 0.2, 0.3)));
  // Roll about x comes first, yaw about z last, all about fixed axes.
  const double quarter = std::numbers::pi / 2;
  const Mat3<double> r = rotation_from_rpy(quarter, 0, quarter);
  EXPECT_NEAR((to_eigen(r) * Eigen::Vector3d::UnitY() - Eigen::Vector3d::UnitZ()).norm(), 0, 1e-15);
}

TEST(Urdf, OriginMayBePartial) {
  EXPECT_EQ(to_eigen(read_joint("fixed", "<origin rpy='0 0 1'/>").X_PF.translation),
            Eigen::Vector3d::Zero());
  EXPECT_EQ(to_eigen(read_joint("fixed", "<origin xyz='1 0 0'/>").X_PF.rotation),
            Eigen::Matrix3d::Identity());
}

TEST(Urdf, ReadsLimitsAndDynamics) {
  const JointSpec spec =
      read_joint("revolute", std::string(limit) + "<dynamics damping='0.5' friction='0.25'/>").spec;
  EXPECT_EQ(spec.position_lower[0], -1);
  EXPECT_EQ(spec.position_upper[0], 2);
  EXPECT_EQ(spec.velocity_limit[0], 3);
  EXPECT_EQ(spec.effort_limit[0], 4);
  EXPECT_EQ(spec.damping[0], 0.5);
  EXPECT_EQ(spec.coulomb_friction[0], 0.25);
}

TEST(Urdf, OneMissingPositionLimitIsZeroAsInTheSpecification) {
  const JointSpec spec = read_joint("revolute", "<limit upper='1' effort='1' velocity='1'/>").spec;
  EXPECT_EQ(spec.position_lower[0], 0);
  EXPECT_EQ(spec.position_upper[0], 1);
}

TEST(Urdf, NotesMissingLimits) {
  UrdfReport report;
  EXPECT_TRUE(std::isinf(read_joint("revolute", "", &report).spec.position_upper[0]));
  EXPECT_TRUE(has_note(report, "test.urdf:4: joint 'j' has no <limit>"));
  EXPECT_TRUE(
      std::isinf(read_joint("prismatic", "<limit effort='1'/>", &report).spec.position_upper[0]));
  EXPECT_TRUE(has_note(report, "joint 'j' has no position limits"));
  EXPECT_TRUE(std::isinf(read_joint("continuous", limit, &report).spec.position_upper[0]));
  EXPECT_TRUE(has_note(report, "position limits of the continuous joint 'j' have no effect"));
}

TEST(Urdf, NotesLimitsAndDynamicsOfSeveralCoordinates) {
  UrdfReport report;
  read_joint("planar", "<dynamics damping='1'/>", &report);
  EXPECT_TRUE(has_note(report, "<dynamics> of joint 'j' is not read"));
  read_joint("floating", limit, &report);
  EXPECT_TRUE(has_note(report, "<limit> of joint 'j' is not read"));
}

TEST(Urdf, InertialOriginTurnsAndShiftsTheInertia) {
  const Model model = read_urdf_text(R"(<robot name="r"><link name="a"><inertial>
      <origin xyz="0.1 0.2 0.3" rpy="0.4 -0.5 0.6"/><mass value="2"/>
      <inertia ixx="1" ixy="0.1" ixz="0.2" iyy="1.5" iyz="0.3" izz="2"/>
      </inertial></link></robot>)",
                                     "test.urdf")
                          .build();
  const Inertia<double>& inertia = model.body(model.find_body("a")).inertia;
  Eigen::Matrix3d about_com;
  about_com << 1, 0.1, 0.2, 0.1, 1.5, 0.3, 0.2, 0.3, 2;
  const Eigen::Matrix3d r = to_eigen(rotation_from_rpy(0.4, -0.5, 0.6));
  const Eigen::Vector3d c(0.1, 0.2, 0.3);
  const Eigen::Matrix3d expected =
      r * about_com * r.transpose() +
      2.0 * (c.squaredNorm() * Eigen::Matrix3d::Identity() - c * c.transpose());
  EXPECT_EQ(inertia.mass, 2);
  EXPECT_NEAR((to_eigen(inertia.moment) - 2.0 * c).norm(), 0, 1e-15);
  EXPECT_NEAR((to_eigen(inertia.rotational) - expected).norm(), 0, 1e-14);
}

TEST(Urdf, UnphysicalInertiaIsAWarning) {
  const Model model = read_urdf_text(R"(<robot name="r"><link name="a"><inertial><mass value="1"/>
      <inertia ixx="5" iyy="1" izz="1"/></inertial></link></robot>)",
                                     "test.urdf")
                          .build();
  ASSERT_EQ(model.warnings().size(), 1U);
  EXPECT_NE(model.warnings()[0].find("body 'a': inertia violates the triangle inequality"),
            std::string::npos);
}

TEST(Urdf, RootIsWeldedToTheWorldOrFloats) {
  const std::string text = two_links(joint_text("continuous", ""));
  const Model fixed = read_urdf_text(text, "test.urdf").build();
  EXPECT_EQ(fixed.nv(), 1);
  EXPECT_EQ(fixed.joint(fixed.find_joint("fixed_base")).spec.kind, JointKind::Weld);
  const Model floating = read_urdf_text(text, "test.urdf", {.floating_base = true}).build();
  EXPECT_EQ(floating.nv(), 7);
  EXPECT_EQ(floating.nq(), 8);
  EXPECT_EQ(floating.joint(floating.find_joint("floating_base")).v, 0);
}

TEST(Urdf, MasslessRootMayFloat) {
  const std::string text = std::string("<robot name='r'><link name='base'/><link name='tip'>") +
                           unit_inertial + "</link>" + joint_text("fixed", "") + "</robot>";
  for (const bool fuse : {false, true}) {
    const UrdfOptions options{.fuse_fixed_joints = fuse, .floating_base = true};
    EXPECT_EQ(read_urdf_text(text, "test.urdf", options).build().nv(), 6);
  }
}

TEST(Urdf, RootNamedWorldIsTheWorld) {
  const std::string text = std::string("<robot name='r'><link name='world'/><link name='tip'>") +
                           unit_inertial +
                           "</link><joint name='j' type='fixed'><parent link='world'/>"
                           "<child link='tip'/></joint></robot>";
  const Model model = read_urdf_text(text, "test.urdf").build();
  EXPECT_EQ(model.body_count(), 2);
  EXPECT_EQ(model.joint(model.find_joint("j")).parent, world_body);
}

TEST(Urdf, FusesFixedJointsOnRequest) {
  const std::string text = two_links(joint_text("fixed", ""));
  EXPECT_EQ(read_urdf_text(text, "test.urdf").build().nodes().size(), 3U);
  const Model fused = read_urdf_text(text, "test.urdf", {.fuse_fixed_joints = true}).build();
  EXPECT_EQ(fused.nodes().size(), 1U);
  EXPECT_EQ(fused.total_mass(), 2);
}

TEST(Urdf, LocksJointsOnRequest) {
  const std::string text = two_links(joint_text("revolute", limit));
  const Model model = read_urdf_text(text, "test.urdf", {.lock_joints = {"j"}}).build();
  EXPECT_EQ(model.nv(), 0);
  EXPECT_EQ(model.joint(model.find_joint("j")).spec.kind, JointKind::Weld);
}

TEST(Urdf, TakesGravityFromTheOptions) {
  const std::string text = two_links(joint_text("fixed", ""));
  EXPECT_EQ(read_urdf_text(text, "test.urdf").build().gravity().z, -9.81);
  const UrdfOptions moon{.gravity = {0, 0, -1.62}};
  EXPECT_EQ(read_urdf_text(text, "test.urdf", moon).build().gravity().z, -1.62);
}

TEST(Urdf, MimicJointsAreKeptAndNoted) {
  UrdfReport report;
  const JointInfo joint =
      read_joint("continuous", "<mimic joint='other' multiplier='2' offset='0.5'/>", &report);
  EXPECT_EQ(joint.nv, 1);
  EXPECT_TRUE(has_note(report,
                       "test.urdf:4: joint 'j' mimics joint 'other' (multiplier 2, offset "
                       "0.5): it is kept as an independent joint"));
}

TEST(Urdf, NotesWhatItDoesNotRead) {
  UrdfReport report;
  read_urdf_text(R"(<robot name="r">
      <material name="blue"/>
      <link name="a"><visual/><visual/><collision/><xacro:inertia/></link>
      <transmission name="t"/><transmission name="u"/></robot>)",
                 "test.urdf", {}, &report);
  EXPECT_EQ(report.notes.size(), 4U);
  EXPECT_TRUE(has_note(report, "test.urdf: 3 <visual> or <collision> without a box, sphere"));
  EXPECT_TRUE(has_note(report, "test.urdf:2: 1 <material> in <robot> not read"));
  EXPECT_TRUE(has_note(report, "test.urdf:4: 2 <transmission> in <robot> not read"));
  EXPECT_TRUE(
      has_note(report, "test.urdf:3: 1 <xacro:inertia> in <link> not read; expand the file"));
}

TEST(Urdf, CoordinatesFollowTheFileDepthFirst) {
  std::string text = "<robot name='r'>";
  for (const char* link : {"root", "left", "right", "hand"})
    text += "<link name='" + std::string(link) + "'>" + unit_inertial + "</link>";
  const auto joint = [](std::string name, std::string parent, std::string child) {
    return "<joint name='" + name + "' type='continuous'><parent link='" + parent +
           "'/><child link='" + child + "'/></joint>";
  };
  text += joint("wrist", "left", "hand") + joint("b", "root", "right") + joint("a", "root", "left");
  const Model model = read_urdf_text(text + "</robot>", "test.urdf").build();
  EXPECT_EQ(model.joint(model.find_joint("b")).q, 0);
  EXPECT_EQ(model.joint(model.find_joint("a")).q, 1);
  EXPECT_EQ(model.joint(model.find_joint("wrist")).q, 2);
}

TEST(Urdf, NumbersDoNotDependOnTheLocale) {
  // Where no locale with a decimal comma is installed, this only repeats the parse.
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8"})
    if (std::setlocale(LC_ALL, name) != nullptr) break;
  const JointInfo joint = read_joint("fixed", "<origin xyz='+1.5 -2.5e-1\n .5'/>");
  std::setlocale(LC_ALL, before.c_str());
  EXPECT_EQ(to_eigen(joint.X_PF.translation), Eigen::Vector3d(1.5, -0.25, 0.5));
}

}  // namespace
}  // namespace catena
