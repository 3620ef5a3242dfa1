// Inverse kinematics in closed form: the eight branches of the Puma 560 and of random arms.

#include "catena/arm/wrist_arm.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "catena/dynamics/kinematics.hpp"
#include "catena/library/puma560.hpp"
#include "catena/math/rotation.hpp"
#include "catena/math/views.hpp"
#include "catena/model/configuration.hpp"

namespace catena::test {
namespace {

using std::numbers::pi;
using Joints = WristArm::Joints;

double pose_error(const Transform<double>& a, const Transform<double>& b) {
  return std::max((to_eigen(a.rotation) - to_eigen(b.rotation)).cwiseAbs().maxCoeff(),
                  norm(a.translation - b.translation));
}

Transform<double> model_pose(const Model& model, FrameId frame, const Joints& q) {
  Kinematics<double> kinematics(model);
  kinematics.compute(model, q);
  return kinematics.pose(model, frame);
}

double turns_apart(double a, double b) {
  return std::abs(std::remainder(a - b, 2.0 * pi));
}

double angles_apart(const Joints& a, const Joints& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < 6; ++i) most = std::max(most, turns_apart(a[i], b[i]));
  return most;
}

Joints random_joints(std::mt19937_64& random, double range = pi) {
  std::uniform_real_distribution<double> angle(-range, range);
  Joints q;
  for (double& x : q) x = angle(random);
  return q;
}

class Puma : public testing::Test {
 protected:
  const Model model = puma560({.shoulder_height = 0.0});
  const FrameId flange = model.find_frame("flange");
  const WristArm arm{model, flange};
};

TEST_F(Puma, HasTheEightPublishedSolutions) {
  const Transform<double> pose{
      to_mat3((Eigen::Matrix3d() << .80206083, -.12861843, -.58322871, -.23287489, .83189417,
               -.50370763, .54997065, .53982348, .63727772)
                  .finished()),
      {.32185836, -.05750262, .67103836}};
  const Joints given{.3, .6, -.4, .5, .7, -.9};
  EXPECT_LT(pose_error(arm.pose(given), pose), 1e-8);
  const ArmSolutions all = arm.solve(arm.pose(given));
  ASSERT_EQ(all.count, 8);
  const struct {
    const char* name;
    Joints q;
  } expected[] = {
      {"right down no flip", given},
      {"right up no flip", {.3, 1.72451342, -2.64763682, .31929727, 1.75032516, -.44524642}},
      {"left up flip", {2.48800687, 1.41707923, -.4, .87941864, -1.36762128, -2.90115859}},
      {"left down flip", {2.48800687, 2.54159265, -2.64763682, 1.45413671, -.8628303, 2.2286636}},
  };
  for (const auto& [name, q] : expected) {
    const ArmSolution* found = nullptr;
    for (const ArmSolution& s : all)
      if (s.branch.name() == name) found = &s;
    ASSERT_NE(found, nullptr) << name;
    EXPECT_LT(angles_apart(found->q, q), 1e-8) << name;
    ArmBranch other = found->branch;
    other.flipped = !other.flipped;
    const ArmSolution* flipped = all.find(other);
    ASSERT_NE(flipped, nullptr) << name;
    EXPECT_LT(turns_apart(flipped->q[3], q[3] + pi), 1e-8) << name;
    EXPECT_LT(turns_apart(flipped->q[4], -q[4]), 1e-8) << name;
    EXPECT_LT(turns_apart(flipped->q[5], q[5] + pi), 1e-8) << name;
  }
}

// Corke calls the nominal configuration right and up.
TEST_F(Puma, NamesTheNominalConfiguration) {
  EXPECT_EQ(arm.branch_of({0, pi / 4, pi, 0, pi / 4, 0}).name(), "right up no flip");
}

TEST_F(Puma, FindsEveryConfigurationAgain) {
  std::mt19937_64 random(1);
  double worst = 0.0, worst_pose = 0.0;
  for (int i = 0; i < 10000; ++i) {
    const Joints q = random_joints(random);
    const Transform<double> pose = model_pose(model, flange, q);
    const ArmSolutions all = arm.solve(pose, q);
    ASSERT_EQ(all.count, 8);
    double nearest = 10.0;
    for (const ArmSolution& s : all) {
      nearest = std::min(nearest, angles_apart(s.q, q));
      worst_pose = std::max(worst_pose, pose_error(model_pose(model, flange, s.q), pose));
    }
    // Near singularities, angles are less certain than poses.
    if (std::abs(std::sin(q[4])) > 0.1 && std::abs(std::cos(q[2])) > 0.2 &&
        std::hypot(pose.translation.x, pose.translation.y) > 0.2)
      worst = std::max(worst, nearest);
  }
  EXPECT_LT(worst_pose, 1e-12);
  EXPECT_LT(worst, 1e-12);
}

TEST_F(Puma, BranchesStayApartAndAreNamedByTheConfiguration) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 300; ++i) {
    const ArmSolutions all = arm.solve(arm.pose(random_joints(random)));
    for (const ArmSolution& s : all) {
      EXPECT_EQ(all.find(s.branch), &s);
      if (std::abs(std::sin(s.q[4])) > 1e-3) {
        EXPECT_EQ(arm.branch_of(s.q), s.branch);
      }
    }
  }
}

TEST_F(Puma, TriesWholeTurnsBeforeItRefuses) {
  const Joints q{0.1, 3.6, -0.3, 0.2, 0.5, 4.5};  // inside, two of them beyond pi
  const ArmSolutions all = arm.solve(arm.pose(q), {0.1, 3.5, -0.3, 0.2, 0.5, 4.0});
  const ArmSolution* best = arm.nearest(all, {0.1, 3.5, -0.3, 0.2, 0.5, 4.0});
  ASSERT_NE(best, nullptr);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(best->q[i], q[i], 1e-12) << i;
  for (const ArmSolution& s : all) {
    if (s.within_limits()) continue;
    const auto k = s.beyond;
    const JointSpec& spec = model.joint(JointId{k}).spec;
    const double angle = s.q[static_cast<std::size_t>(k)];
    for (const double turn : {-4 * pi, -2 * pi, 0.0, 2 * pi, 4 * pi})
      EXPECT_FALSE(angle + turn >= spec.position_lower[0] &&
                   angle + turn <= spec.position_upper[0]);
    EXPECT_GT(s.excess, 0.0);
  }
}

TEST_F(Puma, SaysWhyAPoseCannotBeReached) {
  Transform<double> pose = Transform<double>::at({1.5, 0, 0});
  ArmSolutions all = arm.solve(pose);
  EXPECT_EQ(all.count, 0);
  EXPECT_EQ(all.obstacle, ArmObstacle::TooFar);
  EXPECT_NEAR(all.missing, std::sqrt(1.5 * 1.5 - .15005 * .15005) - arm.length(), 1e-12);
  pose = Transform<double>::at({0.05, 0.05, 0.5});
  all = arm.solve(pose);
  EXPECT_EQ(all.obstacle, ArmObstacle::NearAxis1);
  EXPECT_NEAR(all.missing, .15005 - std::hypot(0.05, 0.05), 1e-12);
}

// The stretched arm: rounding may put the pose beyond its reach.
TEST_F(Puma, ReachesItsBorder) {
  const double stretched = -pi / 2 + std::atan2(.0203, .4318);
  std::mt19937_64 random(3);
  for (int i = 0; i < 1000; ++i) {
    Joints q = random_joints(random);
    q[2] = stretched;
    const Transform<double> pose = model_pose(model, flange, q);
    const ArmSolutions all = arm.solve(pose, q);
    ASSERT_GE(all.count, 4);
    for (const ArmSolution& s : all)
      EXPECT_LT(pose_error(model_pose(model, flange, s.q), pose), 1e-11);
  }
}

TEST_F(Puma, KeepsJoint4WhereTheWristIsSingular) {
  const Joints q{.3, .6, -.4, .5, 0.0, -.9}, reference{.3, .6, -.4, 1.1, 0.0, 0.0};
  const ArmSolutions all = arm.solve(arm.pose(q), reference);
  const ArmSolution* best = arm.nearest(all, reference);
  ASSERT_NE(best, nullptr);
  EXPECT_EQ(best->q[3], 1.1);
  EXPECT_NEAR(best->q[3] + best->q[5], -.4, 1e-12);
  EXPECT_LT(pose_error(arm.pose(best->q), arm.pose(q)), 1e-12);
}

// A cosine leaves half of the digits near the singularity.
TEST_F(Puma, MeetsPosesNearTheSingularWrist) {
  for (const double bend : {0.0, 1e-13, 1e-11, 1e-9, 3e-8, 1e-6, 1e-4})
    for (const double sign : {-1.0, 1.0}) {
      const Joints q{.3, .6, -.4, 2.5, sign * bend, -.9}, reference{.3, .6, -.4, .5, 0.0, 0.0};
      const ArmSolutions all = arm.solve(arm.pose(q), reference);
      EXPECT_EQ(all.count, 8);
      for (const ArmSolution& s : all)
        EXPECT_LT(pose_error(arm.pose(s.q), arm.pose(q)), 5e-12) << sign * bend;
    }
}

TEST_F(Puma, RefusesPosesThatAreNotFinite) {
  Transform<double> pose = arm.pose({});
  pose.translation.x = std::nan("");
  EXPECT_THROW(arm.solve(pose), std::invalid_argument);
}

// Arms with axes as random as the closed form allows.
ModelBuilder random_arm(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  const auto vector = [&](double size) {
    return Vec3<double>{size * normal(random), size * normal(random), size * normal(random)};
  };
  const auto unit = [&] {
    const Vec3<double> v = vector(1.0);
    return (1.0 / norm(v)) * v;
  };
  const Vec3<double> across = unit();
  const Vec3<double> axes[] = {unit(), across, normal(random) > 0.0 ? across : -across,
                               unit(), unit(), unit()};
  const Vec3<double> places[] = {vector(0.3), vector(0.3), vector(0.4),
                                 vector(0.4), {0, 0, 0},   {0, 0, 0}};
  ModelBuilder builder;
  BodyId parent = world_body;
  for (int i = 0; i < 6; ++i) {
    const BodyId body = builder.add_body("link" + std::to_string(i), solid_box(1.0, {.1, .1, .1}));
    builder.add_joint(revolute("joint" + std::to_string(i), to_eigen(axes[i])), parent, body,
                      Transform<double>::at(places[i]));
    parent = body;
  }
  const Vec3<double> axis = unit();
  builder.add_frame("tool", parent, {rotation_about(axis, normal(random)), vector(0.2)});
  return builder;
}

TEST(WristArm, SolvesRandomArms) {
  std::mt19937_64 random(4);
  int found = 0, solutions = 0;
  for (int a = 0; a < 300; ++a) {
    const Model model = random_arm(random).build();
    const FrameId tool = model.find_frame("tool");
    const WristArm arm(model, tool);
    for (int i = 0; i < 10; ++i) {
      const Joints q = random_joints(random);
      const Transform<double> pose = model_pose(model, tool, q);
      const ArmSolutions all = arm.solve(pose, q);
      double nearest = 10.0;
      for (const ArmSolution& s : all) {
        EXPECT_LT(pose_error(model_pose(model, tool, s.q), pose), 1e-10);
        nearest = std::min(nearest, angles_apart(s.q, q));
      }
      found += nearest < 1e-6 ? 1 : 0;
      solutions += all.count;
    }
  }
  EXPECT_GE(found, 2997);
  EXPECT_GT(solutions, 2 * 3000);
}

TEST(WristArm, RefusesOtherArmsAndSaysWhy) {
  ModelBuilder builder = describe_puma560();
  builder.joint(builder.find_joint("joint3")).axis = {0.1, 0, 1};
  const Model bent = builder.build();
  EXPECT_THROW(WristArm(bent, bent.find_frame("flange")), ModelError);
  const Model short_arm = puma560();
  EXPECT_THROW(WristArm(short_arm, short_arm.find_frame("forearm")), ModelError);
}

}  // namespace
}  // namespace catena::test
