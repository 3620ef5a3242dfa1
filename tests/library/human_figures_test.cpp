// The built-in human figures of Nakamura & Yamane 2000, Figs. 16 and 19.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <random>

#include "catena/dynamics/energy.hpp"
#include "catena/dynamics/mass_matrix.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/model/configuration.hpp"
#include "tests/support/compare.hpp"

namespace catena {
namespace {

using std::numbers::pi;
constexpr double scale = 1.75 / 1.741;
using test::to_eigen;

std::map<JointKind, int> count_kinds(const Model& model) {
  std::map<JointKind, int> counts;
  for (int j = 0; j < model.joint_count(); ++j) ++counts[model.joint(JointId{j}).spec.kind];
  return counts;
}

Eigen::MatrixXd mass_matrix(const Model& model, const Eigen::VectorXd& q) {
  Workspace<double> ws(model);
  Eigen::MatrixXd M(model.nv(), model.nv());
  crba<double>(model, q, M, ws);
  return M;
}

Eigen::Vector3d mass_centre(const Model& model, const Eigen::VectorXd& q) {
  Workspace<double> ws(model);
  const Eigen::VectorXd v = Eigen::VectorXd::Zero(model.nv());
  return to_eigen(centre_of_mass<double>(model, q, v, ws).position);
}

Eigen::Vector3d place(const Model& model, const Eigen::VectorXd& q, const std::string& frame) {
  Kinematics<double> kinematics(model);
  kinematics.compute(model, q);
  return to_eigen(kinematics.pose(model, model.find_frame(frame)).translation);
}

Eigen::VectorXd with_angle(const Model& model, const std::string& joint, double angle) {
  Eigen::VectorXd q = neutral_configuration(model);
  q[model.joint(model.find_joint(joint)).q] = angle;
  return q;
}

std::string other_side(const std::string& name) {
  if (name.starts_with("left_")) return fmt::format("right_{}", name.substr(5));
  if (name.starts_with("right_")) return fmt::format("left_{}", name.substr(6));
  return name;
}

// The mirror image in the plane y = 0 of a pose's coordinates: orientations keep w and y, hinges
// about y their angle.
Eigen::VectorXd mirrored(const Model& model, const Eigen::VectorXd& q) {
  Eigen::VectorXd image(q.size());
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& from = model.joint(JointId{j});
    const JointInfo& to = model.joint(model.find_joint(other_side(from.spec.name)));
    image.segment(to.q, to.nq) = q.segment(from.q, from.nq);
    if (from.nq >= 4) image[to.q + 1] *= -1, image[to.q + 3] *= -1;
    if (from.nq == 7) image[to.q + 5] *= -1;
  }
  return image;
}

// The same for velocities, as a matrix: angular parts are axial vectors.
Eigen::MatrixXd mirror_matrix(const Model& model) {
  Eigen::MatrixXd P = Eigen::MatrixXd::Zero(model.nv(), model.nv());
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& from = model.joint(JointId{j});
    const JointInfo& to = model.joint(model.find_joint(other_side(from.spec.name)));
    constexpr double signs[] = {-1, 1, -1, 1, -1, 1};
    for (int i = 0; i < from.nv; ++i) P(to.v + i, from.v + i) = from.nv == 1 ? 1.0 : signs[i];
  }
  return P;
}

// Lowest and highest point along z of all shapes that touch at q = 0, where boxes are parallel to
// the world.
std::pair<double, double> vertical_extent(const Model& model) {
  Kinematics<double> kinematics(model);
  kinematics.compute(model, neutral_configuration(model));
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (int b = 1; b < model.body_count(); ++b)
    for (const BodyShape& shape : model.shapes(BodyId{b})) {
      if (!shape.touches) continue;
      const Transform<double> pose =
          kinematics.pose(model, model.body_frame(BodyId{b})) * shape.X_BS;
      const double half = shape.kind == ShapeKind::Box       ? shape.size.z / 2
                          : shape.kind == ShapeKind::Capsule ? shape.size.y / 2 + shape.size.x
                                                             : shape.size.y / 2;
      low = std::min(low, pose.translation.z - half);
      high = std::max(high, pose.translation.z + half);
    }
  return {low, high};
}

TEST(HumanFigures, HumanFigureHasTheJointsOfFig16) {
  const Model model = human_figure();
  EXPECT_EQ(model.body_count() - 1, 17);
  EXPECT_EQ(model.joint_count() - 1, 16);
  EXPECT_EQ(count_kinds(model),
            (std::map<JointKind, int>{
                {JointKind::Revolute, 4}, {JointKind::Spherical, 12}, {JointKind::Free, 1}}));
  EXPECT_EQ(model.nv(), 40 + 6);
  EXPECT_EQ(model.joint(model.find_joint("base")).spec.kind, JointKind::Free);
  for (const char* joint : {"waist", "chest", "neck", "head", "left_wrist", "right_ankle"})
    EXPECT_EQ(model.joint(model.find_joint(joint)).spec.kind, JointKind::Spherical) << joint;
}

TEST(HumanFigures, GymnastHasFourDofsInEachLimbAsInFig19) {
  const Model model = gymnast();
  EXPECT_EQ(model.body_count() - 1, 9);
  EXPECT_EQ(count_kinds(model),
            (std::map<JointKind, int>{
                {JointKind::Revolute, 4}, {JointKind::Spherical, 4}, {JointKind::Free, 1}}));
  EXPECT_EQ(model.nv(), 16 + 6);
  EXPECT_EQ(model.joint(model.find_joint("base")).spec.kind, JointKind::Free);
}

TEST(HumanFigures, WeighAndMeasureAnAverageMan) {
  for (const Model& model : {human_figure(), gymnast()}) {
    EXPECT_NEAR(model.total_mass(), 75.0, 1e-12);
    const auto [low, high] = vertical_extent(model);
    EXPECT_NEAR(high - low, 1.75, 1e-12);
    EXPECT_TRUE(model.warnings().empty());
    for (int b = 1; b < model.body_count(); ++b)
      EXPECT_FALSE(model.shapes(BodyId{b}).empty()) << model.body(BodyId{b}).name;
    // 55 to 57 % of the height is common for standing men.
    const Eigen::Vector3d com = mass_centre(model, neutral_configuration(model));
    EXPECT_NEAR((com.z() - low) / 1.75, 0.56, 0.015);
    EXPECT_NEAR(com.x(), 0, 0.01);
  }
}

// De Leva 1996 has a row for the whole trunk besides those of its three parts, with radii of three
// digits. As printed, the mass centres of the parts make one that is 3 mm lower than the whole's.
TEST(HumanFigures, PartsOfTheTrunkMakeTheWholeOfTheTable) {
  const Model model = human_figure();
  Inertia<double> trunk = Inertia<double>::zero();
  Vec3<double> at = {0, 0, 0};
  for (const char* name : {"pelvis", "abdomen", "chest"}) {
    const BodyInfo& body = model.body(model.find_body(name));
    if (body.parent != world_body) at = at + model.joint(body.inboard_joint).X_PF.translation;
    trunk += Transform<double>::at(at) * body.inertia;
  }
  const double length = 0.6033 * scale;
  EXPECT_NEAR(trunk.mass, 0.4346 * 75, 1e-12);
  EXPECT_NEAR(trunk.moment.z / trunk.mass, (1 - 0.5138) * length, 0.0035);
  const Eigen::Vector3d radii =
      (to_eigen(rotational_about_com(trunk)).diagonal() / trunk.mass).cwiseSqrt();
  const Eigen::Vector3d published = length * Eigen::Vector3d(0.328, 0.306, 0.169);
  EXPECT_LT((radii.cwiseQuotient(published) - Eigen::Vector3d::Ones()).cwiseAbs().maxCoeff(),
            0.004);
}

TEST(HumanFigures, NeckAndHeadTogetherAreThoseOfTheTable) {
  const Model model = human_figure();
  const BodyInfo& head = model.body(model.find_body("head"));
  const Inertia<double> both = model.body(model.find_body("neck")).inertia +
                               model.joint(head.inboard_joint).X_PF * head.inertia;
  const double length = 0.2429 * scale;
  EXPECT_NEAR(both.mass, 0.0694 * 75, 1e-12);
  EXPECT_NEAR(both.moment.z / both.mass, (1 - 0.5002) * length, 1e-12);
  const Eigen::Vector3d radii =
      (to_eigen(rotational_about_com(both)).diagonal() / both.mass).cwiseSqrt();
  EXPECT_LT((radii - length * Eigen::Vector3d(0.303, 0.315, 0.261)).norm(), 1e-12);
}

TEST(HumanFigures, GymnastIsTheHumanFigureWithFewerJoints) {
  const Model fine = human_figure(), coarse = gymnast();
  const Eigen::MatrixXd M_fine = mass_matrix(fine, neutral_configuration(fine));
  const Eigen::MatrixXd M_coarse = mass_matrix(coarse, neutral_configuration(coarse));
  for (int j = 0; j < coarse.joint_count(); ++j)
    for (int k = 0; k < coarse.joint_count(); ++k) {
      const JointInfo &row = coarse.joint(JointId{j}), &column = coarse.joint(JointId{k});
      const JointInfo& fine_row = fine.joint(fine.find_joint(row.spec.name));
      const JointInfo& fine_column = fine.joint(fine.find_joint(column.spec.name));
      EXPECT_LT(test::relative_error(
                    M_coarse.block(row.v, column.v, row.nv, column.nv),
                    M_fine.block(fine_row.v, fine_column.v, fine_row.nv, fine_column.nv)),
                1e-14)
          << row.spec.name << " " << column.spec.name;
    }
}

TEST(HumanFigures, AreTheirOwnMirrorImage) {
  std::mt19937_64 random(16);
  test::WorstError worst("mirror symmetry of human figures", 1e-13);
  for (const Model& model : {human_figure(), gymnast()})
    for (int sample = 0; sample < 10; ++sample) {
      const Eigen::VectorXd q = random_configuration(model, random), image = mirrored(model, q);
      const Eigen::MatrixXd P = mirror_matrix(model);
      worst.expect(mass_matrix(model, image), P * mass_matrix(model, q) * P.transpose());
      worst.expect(mass_centre(model, image),
                   Eigen::Vector3d(1, -1, 1).cwiseProduct(mass_centre(model, q)));
    }
}

TEST(HumanFigures, FlexionMovesHandsForwardAndFeetBackward) {
  for (const Model& model : {human_figure(), gymnast()})
    for (const char* side : {"left", "right"}) {
      const std::string hand = fmt::format("{}_hand", side), foot = fmt::format("{}_foot", side);
      const Eigen::VectorXd q = neutral_configuration(model);
      const Eigen::VectorXd bent_arm = with_angle(model, fmt::format("{}_elbow", side), pi / 2);
      const Eigen::VectorXd bent_leg = with_angle(model, fmt::format("{}_knee", side), pi / 2);
      const Eigen::Vector3d elbow = place(model, q, fmt::format("{}_forearm", side));
      const Eigen::Vector3d knee = place(model, q, fmt::format("{}_shank", side));
      const double reach = elbow.z() - place(model, q, hand).z();
      const double shank = knee.z() - place(model, q, foot).z();
      EXPECT_LT((place(model, bent_arm, hand) - elbow - Eigen::Vector3d(reach, 0, 0)).norm(),
                1e-12);
      EXPECT_LT((place(model, bent_leg, foot) - knee + Eigen::Vector3d(shank, 0, 0)).norm(), 1e-12);
    }
}

TEST(HumanFigures, GymnastHasFramesToHoldStandAndSitOn) {
  const Model model = gymnast();
  const Eigen::VectorXd q = neutral_configuration(model);
  const double low = vertical_extent(model).first;
  for (const auto& [side, y] : {std::pair{"left", 1.0}, std::pair{"right", -1.0}}) {
    // Shoulders 515.5 mm above the hips, arm and forearm 281.7 and 268.9 mm, knuckles 86.2 mm on.
    const double grip_z = (0.5155 - 0.2817 - 0.2689 - 0.0862) * scale;
    EXPECT_LT((place(model, q, fmt::format("{}_hand", side)) -
               Eigen::Vector3d(0, 0.19 * scale * y, grip_z))
                  .norm(),
              1e-12);
    EXPECT_LT(
        (place(model, q, fmt::format("{}_foot", side)) - Eigen::Vector3d(0, 0.085 * scale * y, low))
            .norm(),
        1e-12);
    // Sitting: the hip turns the thigh forward, and the seat is level, below and before the hip.
    Eigen::VectorXd sitting = q;
    sitting.segment(model.joint(model.find_joint(fmt::format("{}_hip", side))).q, 4)
        << std::cos(pi / 4),
        0, -std::sin(pi / 4), 0;
    Kinematics<double> kinematics(model);
    kinematics.compute(model, sitting);
    const Transform<double> seat =
        kinematics.pose(model, model.find_frame(fmt::format("{}_thigh_seat", side)));
    EXPECT_LT((to_eigen(seat.rotation) - Eigen::Matrix3d::Identity()).norm(), 1e-12);
    EXPECT_LT(
        (to_eigen(seat.translation) - Eigen::Vector3d(0.2111 * scale, 0.085 * scale * y, -0.083))
            .norm(),
        1e-12);
  }
}

TEST(HumanFigures, HaveLimitsAndDampingAsAsked) {
  for (const char* name : {"human_figure", "gymnast"}) {
    const Model standard = builtin_builder(name).build();
    const Model loose = builtin_builder(name, 0, {}, {.limits = false, .damping = 2.0}).build();
    EXPECT_TRUE(standard.damping().isZero(0.0));
    EXPECT_TRUE(loose.damping().head(6).isZero(0.0));
    EXPECT_TRUE((loose.damping().tail(loose.nv() - 6).array() == 2.0).all());
    for (const char* joint : {"left_elbow", "right_elbow", "left_knee", "right_knee"}) {
      const JointSpec& limited = standard.joint(standard.find_joint(joint)).spec;
      EXPECT_EQ(limited.position_lower[0], 0);
      EXPECT_DOUBLE_EQ(limited.position_upper[0], 5 * pi / 6);
      EXPECT_TRUE(std::isinf(loose.joint(loose.find_joint(joint)).spec.position_upper[0]));
    }
  }
}

}  // namespace
}  // namespace catena
