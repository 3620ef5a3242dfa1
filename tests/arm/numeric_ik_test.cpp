// Numeric inverse kinematics: derivatives, random poses of real arms, limits, goals.

#include "catena/arm/numeric_ik.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <random>

#include "catena/formats/urdf.hpp"
#include "catena/library/builtin_models.hpp"
#include "catena/library/builtin_parts.hpp"
#include "catena/library/puma560.hpp"
#include "catena/math/rotation.hpp"
#include "catena/model/configuration.hpp"

namespace catena::test {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Transform<double> pose_at(const Model& model, FrameId frame, const VectorXd& q) {
  Kinematics<double> kinematics(model);
  kinematics.compute(model, q);
  return kinematics.pose(model, frame);
}

VectorXd middle_of_limits(const Model& model) {
  VectorXd q = neutral_configuration(model);
  for (int dof = 0; dof < model.nv(); ++dof) {
    const int place = place_in_q(model, dof);
    if (place < 0) continue;
    const JointInfo& joint = model.joint(JointId{
        model.nodes()[static_cast<std::size_t>(model.dof_node()[static_cast<std::size_t>(dof)])]
            .joint});
    const double low = joint.spec.position_lower[dof - joint.v],
                 high = joint.spec.position_upper[dof - joint.v];
    if (std::isfinite(low + high)) q[place] = 0.5 * (low + high);
  }
  return q;
}

void expect_inside_limits(const Model& model, const VectorXd& q) {
  for (int j = 0; j < model.joint_count(); ++j) {
    const JointInfo& joint = model.joint(JointId{j});
    for (int k = 0; k < joint.nv; ++k) {
      if (place_in_q(model, joint.v + k) < 0) continue;
      EXPECT_GE(q[joint.q + k], joint.spec.position_lower[k]);
      EXPECT_LE(q[joint.q + k], joint.spec.position_upper[k]);
    }
  }
}

std::vector<IkTarget> all_kinds(const Model& model, const char* a, const char* b) {
  const FrameId f = model.find_frame(a), g = model.find_frame(b);
  return {IkTarget::at_pose(f, {rotation_from_rpy(0.3, -0.2, 0.9), {0.1, 0.2, 0.3}}),
          IkTarget::at_position(g, {0.3, -0.1, 0.8}, {0.01, 0.02, 0.03}),
          IkTarget::oriented(g, rotation_from_rpy(-0.5, 0.4, 0.1)),
          IkTarget::pointing(g, {1, 2, 3}, {0, 0, -1}),
          IkTarget::on_line(f, {0.1, 0, 0.4}, {1, 1, 0}, {0, 0.05, 0})};
}

TEST(NumericIk, HasExactDerivatives) {
  std::mt19937_64 random(1);
  for (const bool figure : {false, true}) {
    const Model model = figure ? gymnast() : puma560();
    const auto targets =
        figure ? all_kinds(model, "left_hand", "right_foot") : all_kinds(model, "tool", "forearm");
    Kinematics<double> kinematics(model);
    for (int sample = 0; sample < 20; ++sample) {
      const VectorXd q = random_configuration(model, random);
      MatrixXd J(18, model.nv());
      kinematics.compute(model, q);
      ik_jacobian(model, kinematics, targets, J);
      for (int dof = 0; dof < model.nv(); ++dof) {
        VectorXd step = VectorXd::Zero(model.nv()), above(18), below(18);
        step[dof] = 1e-6;
        kinematics.compute(model, integrate(model, q, step));
        ik_errors(model, kinematics, targets, above);
        step[dof] = -1e-6;
        kinematics.compute(model, integrate(model, q, step));
        ik_errors(model, kinematics, targets, below);
        EXPECT_LT(((above - below) / 2e-6 - J.col(dof)).norm(), 3e-7) << dof;
      }
    }
  }
}

struct Robot {
  std::string name, file, frame;
};

class RobotIk : public testing::TestWithParam<Robot> {};

// Random configurations inside limits: their poses are found, inside the limits.
TEST_P(RobotIk, FindsRandomPoses) {
  const Robot& robot = GetParam();
  const std::string path = std::string(CATENA_SHARED_DIR) + "/robots/" + robot.file;
  if (!robot.file.empty() && !std::filesystem::exists(path))
    GTEST_SKIP() << path << " is not there";
  ModelBuilder builder = robot.file.empty() ? describe_puma560() : read_urdf(path);
  const double iiwa[] = {170, 120, 170, 120, 170, 120, 175};  // degrees; its file has no limits
  for (int i = 0; i < 7 && robot.name == "iiwa"; ++i) {
    JointSpec& joint = builder.joint(builder.find_joint("iiwa_joint_" + std::to_string(i + 1)));
    joint.position_lower = -iiwa[i] * std::numbers::pi / 180.0;
    joint.position_upper = iiwa[i] * std::numbers::pi / 180.0;
  }
  const Model model = builder.build();
  const FrameId frame = model.find_frame(robot.frame);
  NumericIk ik(model, {IkTarget::at_pose(frame, Transform<double>::identity())});
  const VectorXd start = middle_of_limits(model);
  std::mt19937_64 random(7);
  const int count = std::getenv("CATENA_LONG") != nullptr ? 10000 : 1000;
  int found = 0;
  for (int i = 0; i < count; ++i) {
    ik.target(0).pose = pose_at(model, frame, random_configuration(model, random));
    const IkResult& result = ik.solve(start);
    if (!result.converged()) continue;
    ++found;
    EXPECT_LE(result.residual, 1e-9);
    expect_inside_limits(model, result.q);
    const Transform<double> pose = pose_at(model, frame, result.q);
    EXPECT_LT(norm(pose.translation - ik.target(0).pose.translation), 2e-9);
  }
  EXPECT_GE(found, 0.998 * count) << "of " << count;
}

INSTANTIATE_TEST_SUITE_P(
    Arms, RobotIk,
    testing::Values(Robot{"puma", "", "tool"}, Robot{"panda", "panda/panda.urdf", "panda_link8"},
                    Robot{"ur5", "ur5/ur5_robot.urdf", "ee_link"},
                    Robot{"iiwa", "iiwa_drake/kuka_iiwa_robot.urdf", "iiwa_link_7"}),
    [](const auto& robot) { return robot.param.name; });

TEST(NumericIk, MeetsSeveralTargetsOfATree) {
  const Model model = gymnast();
  std::mt19937_64 random(3);
  int found = 0;
  for (int i = 0; i < 50; ++i) {
    const VectorXd q = random_configuration(model, random);
    std::vector<IkTarget> targets;
    for (const char* name : {"left_hand", "right_hand", "left_foot", "right_foot"}) {
      const FrameId frame = model.find_frame(name);
      targets.push_back(IkTarget::at_position(frame, pose_at(model, frame, q).translation));
    }
    const FrameId trunk = model.find_frame("trunk");
    targets.push_back(IkTarget::pointing(trunk, {0, 0, 1}, pose_at(model, trunk, q).rotation.c2));
    NumericIk ik(model, targets);
    const IkResult& result = ik.solve(neutral_configuration(model));
    if (!result.converged()) continue;
    ++found;
    expect_inside_limits(model, result.q);
  }
  EXPECT_GE(found, 49);
}

TEST(NumericIk, SaysThatAPlaceIsOutOfReachAndComesNear) {
  const Model model = puma560({.shoulder_height = 0.0});
  const FrameId flange = model.find_frame("flange");
  NumericIk ik(model, {IkTarget::at_position(flange, {2, 0, 0})}, {.starts = 10});
  const IkResult& result = ik.solve(VectorXd::Zero(6));
  EXPECT_EQ(result.status, IkStatus::Unreachable);
  // The nearest place: the arm stretched towards it, beside its offset.
  const double stretched = .4318 + std::hypot(.0203, .4318);
  const double nearest = 2.0 - std::hypot(stretched, .15005);
  const Vec3<double> p = pose_at(model, flange, result.q).translation;
  EXPECT_NEAR(norm(p - Vec3<double>{2, 0, 0}), nearest, 1e-8);
}

// A hinge that may not turn far enough.
TEST(NumericIk, NamesTheLimitThatStopsIt) {
  ModelBuilder builder = describe_planar_chain(2);
  builder.joint(builder.find_joint("joint2")).position_lower = -0.5;
  builder.joint(builder.find_joint("joint2")).position_upper = 0.5;
  const Model model = builder.build();
  const FrameId end = model.find_frame("link2");
  NumericIk ik(model, {IkTarget::at_position(end, {1.0, 0, 1.0}, {0, 0, 1})});
  const IkResult& result = ik.solve(VectorXd::Zero(2));
  EXPECT_EQ(result.status, IkStatus::AtLimit);
  ASSERT_EQ(result.limits.size(), 1U);
  EXPECT_EQ(result.limits[0].dof, 1);
  // The nearest circle point: |end| = 2 cos(0.25).
  const Transform<double> X = pose_at(model, end, result.q);
  const Vec3<double> tip = X * Vec3<double>{0, 0, 1};
  EXPECT_NEAR(std::hypot(tip.x - 1.0, tip.z - 1.0), 2.0 * std::cos(0.25) - std::sqrt(2.0), 1e-9);
  EXPECT_NE(ik.describe(result).find("joint2"), std::string::npos);
}

// Seven hinges and a pose: one freedom is left.
class GoalIk : public testing::Test {
 protected:
  const Model model = arm();
  const FrameId flange = model.find_frame("flange");
  const VectorXd given = (VectorXd(7) << 0.3, 0.7, -0.4, 1.1, 0.6, -0.8, 0.2).finished();
  const IkTarget target = IkTarget::at_pose(flange, pose_at(model, flange, given));

  // The null space at q.
  VectorXd free_direction(const VectorXd& q) const {
    Kinematics<double> kinematics(model);
    kinematics.compute(model, q);
    MatrixXd J(6, 7);
    ik_jacobian(model, kinematics, {target}, J);
    return Eigen::FullPivLU<MatrixXd>(J).kernel().col(0).normalized();
  }
};

TEST_F(GoalIk, TakesThePostureNearestToTheWantedOne) {
  VectorXd wanted = given + 0.2 * VectorXd::Ones(7);
  NumericIk plain(model, {target});
  NumericIk ik(model, {target}, {}, {.posture = 1.0, .wanted = wanted});
  const IkResult& result = ik.solve(given);
  ASSERT_TRUE(result.converged());
  EXPECT_LE(result.residual, 1e-9);
  EXPECT_LT(result.goals, 0.5 * (plain.solve(given).q - wanted).squaredNorm());
  // Nothing is gained along the null space any more.
  EXPECT_NEAR(free_direction(result.q).dot(result.q - wanted), 0.0, 1e-5);
}

TEST_F(GoalIk, StaysAwayFromSingularities) {
  NumericIk plain(model, {target});
  const auto manipulability = [&](const VectorXd& q) {
    Kinematics<double> kinematics(model);
    kinematics.compute(model, q);
    MatrixXd J(6, 7);
    ik_jacobian(model, kinematics, {target}, J);
    return std::sqrt((J * J.transpose()).determinant());
  };
  NumericIk ik(model, {target}, {}, {.manipulability = 1.0});
  const VectorXd at = plain.solve(given).q, better = ik.solve(given).q;
  EXPECT_GT(manipulability(better), 1.01 * manipulability(at));
  EXPECT_NEAR(ik.solve(given).goals, -std::log(manipulability(better)), 1e-9);
}

TEST(NumericIk, RefusesWhatItCannotDo) {
  const Model model = puma560();
  EXPECT_THROW(NumericIk(model, {}), std::invalid_argument);
  EXPECT_THROW(NumericIk(model, {IkTarget::at_position(FrameId{0}, {0, 0, 0})}),
               std::invalid_argument);
  NumericIk ik(model, {IkTarget::at_position(model.find_frame("tool"), {0, 0, 0})});
  EXPECT_THROW(ik.solve(VectorXd::Zero(5)), std::invalid_argument);
  ik.target(0).pose.translation.x = std::nan("");
  EXPECT_FALSE(ik.solve(VectorXd::Zero(6)).converged());
}

}  // namespace
}  // namespace catena::test
