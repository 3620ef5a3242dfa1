// Straight lines: joints follow them without a jump, or say where and why they cannot.

#include "catena/arm/line_path.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <random>

#include "catena/arm/positions.hpp"
#include "catena/arm/wrist_arm.hpp"
#include "catena/dynamics/kinematics.hpp"
#include "catena/formats/urdf.hpp"
#include "catena/library/puma560.hpp"
#include "catena/math/rotation.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

Transform<double> frame_pose(const Model& model, FrameId frame, const VectorXd& q) {
  Kinematics<double> kinematics(model);
  kinematics.compute(model, q);
  return kinematics.pose(model, frame);
}

double off_line(const Transform<double>& is, const Transform<double>& wanted) {
  return std::max(norm(is.translation - wanted.translation),
                  norm(logarithm(quaternion_of(is.rotation * transpose(wanted.rotation)))));
}

TEST(PoseLine, TurnsOnAGreatArcAtAConstantRate) {
  const Transform<double> a{rotation_from_rpy(0.2, 0.3, -0.4), {1, 2, 3}},
      b{rotation_from_rpy(-1.2, 0.8, 1.4), {0, 2.5, 3}};
  const PoseLine line(a, b);
  EXPECT_LT(off_line(line.at(0), a), 1e-14);
  EXPECT_LT(off_line(line.at(1), b), 1e-14);
  EXPECT_NEAR(line.distance(), std::hypot(1.0, 0.5), 1e-15);
  EXPECT_LE(line.angle(), 3.1415926536);
  const double h = 1e-6;
  for (const double s : {0.1, 0.5, 0.9}) {
    const Mat3<double> turn = line.at(s + h).rotation * transpose(line.at(s - h).rotation);
    EXPECT_LT(norm((0.5 / h) * logarithm(quaternion_of(turn)) - line.rate().angular), 1e-8);
  }
}

TEST(JointPath, IsSmoothThroughItsPoints) {
  std::mt19937_64 random(1);
  std::vector<VectorXd> points;
  for (int i = 0; i < 7; ++i)
    points.push_back(VectorXd::NullaryExpr(
        3, [&] { return std::uniform_real_distribution<double>(-1, 1)(random); }));
  const JointPath path = JointPath::through(points);
  EXPECT_EQ(path.length(), 1.0);
  for (std::size_t i = 0; i < points.size(); ++i)
    EXPECT_LT((path.evaluate(path.knots()[i]).q - points[i]).norm(), 1e-14);
  const double h = 1e-5;
  for (double s = 0.013; s < 0.99; s += 0.031) {
    const PathPlace at = path.evaluate(s), ahead = path.evaluate(s + h),
                    behind = path.evaluate(s - h);
    EXPECT_LT(((ahead.q - behind.q) / (2 * h) - at.first).norm(), 1e-6);
    EXPECT_LT(((ahead.first - behind.first) / (2 * h) - at.second).norm(), 1e-2);
  }
  for (std::size_t i = 1; i + 1 < points.size(); ++i) {
    const PathPlace before = path.evaluate(path.knots()[i] - 1e-12),
                    after = path.evaluate(path.knots()[i]);
    EXPECT_LT((before.first - after.first).norm(), 1e-9);
    EXPECT_LT((before.second - after.second).norm(), 1e-7);
  }
}

struct Walk {
  int followed = 0, limit = 0, singular = 0;
};

// What must hold of any line, followed or not.
void check_line(const Model& model, FrameId frame, const PoseLine& line, const VectorXd& start,
                const LineResult& result, Walk& walk) {
  if (!result.followed()) {
    (result.end == LineEnd::Limit ? walk.limit : walk.singular)++;
    ASSERT_NE(result.end, LineEnd::Start);
    ASSERT_GE(result.reached, 0.0);
    ASSERT_LT(result.reached, 1.0);
    if (result.end == LineEnd::Limit) {
      ASSERT_GE(result.dof, 0);
    }
    return;
  }
  ++walk.followed;
  VectorXd q = start, last = positions_of(model, start);
  double jump = 0.0, fastest = 0.0;
  const int samples = 200;
  for (int i = 0; i <= samples; ++i) {
    const double s = static_cast<double>(i) / samples;
    const PathPlace place = result.path->evaluate(s);
    put_positions(model, place.q, q);
    ASSERT_LT(off_line(frame_pose(model, frame, q), line.at(s)), 1e-6) << s;
    jump = std::max(jump, (place.q - last).cwiseAbs().maxCoeff());
    fastest = std::max(fastest, place.first.cwiseAbs().maxCoeff());
    last = place.q;
  }
  // A jump would be a way that no velocity on the path explains.
  ASSERT_LE(jump, 3.0 * fastest / samples + 1e-9);
}

TEST(FollowLine, PumaFollowsRandomLinesOnOneBranchOrSaysWhatStopsIt) {
  const Model model = puma560();
  const FrameId tool = model.find_frame("tool");
  const WristArm arm(model, tool);
  std::mt19937_64 random(5);
  Walk walk;
  const int count = std::getenv("CATENA_LONG") != nullptr ? 1000 : 150;
  for (int i = 0; i < count; ++i) {
    const VectorXd start = random_configuration(model, random);
    const PoseLine line(frame_pose(model, tool, start),
                        frame_pose(model, tool, random_configuration(model, random)));
    const LineResult result = follow_line(model, tool, line, start);
    check_line(model, tool, line, start, result, walk);
    ASSERT_FALSE(HasFatalFailure()) << i << ": " << result.describe(model);
    if (!result.followed()) continue;
    // The closed form, kept on its branch, is on the same path.
    WristArm::Joints q{};
    for (std::size_t k = 0; k < 6; ++k) q[k] = start[static_cast<Eigen::Index>(k)];
    const ArmBranch branch = arm.branch_of(q);
    for (const double s : {0.25, 0.5, 0.75, 1.0}) {
      const ArmSolutions all = arm.solve(line.at(s), q);
      const ArmSolution* same = all.find(branch);
      ASSERT_NE(same, nullptr);
      const VectorXd on_path = result.path->evaluate(s).q;
      for (std::size_t k = 0; k < 6; ++k)
        ASSERT_LT(std::abs(std::remainder(same->q[k] - on_path[static_cast<Eigen::Index>(k)],
                                          6.283185307179586)),
                  1e-3)
            << branch.name() << " line " << i << " at " << s << " joint " << k;
    }
  }
  std::printf("puma: %d lines followed, %d stopped by a limit, %d singular\n", walk.followed,
              walk.limit, walk.singular);
  EXPECT_GT(walk.followed, count / 20);
  EXPECT_GT(walk.limit, count / 20);
}

TEST(FollowLine, ArmsWithSevenJointsFollowLines) {
  const std::string path = std::string(CATENA_SHARED_DIR) + "/robots/panda/panda.urdf";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
  const Model model = read_urdf(path).build();
  const FrameId hand = model.find_frame("panda_link8");
  std::mt19937_64 random(6);
  Walk walk;
  const int count = std::getenv("CATENA_LONG") != nullptr ? 1000 : 60;
  for (int i = 0; i < count; ++i) {
    const VectorXd start = random_configuration(model, random);
    const PoseLine line(frame_pose(model, hand, start),
                        frame_pose(model, hand, random_configuration(model, random)));
    const LineResult result = follow_line(model, hand, line, start);
    check_line(model, hand, line, start, result, walk);
    ASSERT_FALSE(HasFatalFailure()) << i << ": " << result.describe(model);
  }
  std::printf("panda: %d lines followed, %d stopped by a limit, %d singular\n", walk.followed,
              walk.limit, walk.singular);
  EXPECT_GT(walk.followed, 0);
}

TEST(FollowLine, NamesTheJointAndThePlaceThatStopIt) {
  const Model model = puma560({.shoulder_height = 0.0});
  const FrameId flange = model.find_frame("flange");
  VectorXd q(6);
  q << 0, 0.3, -1.2, 0, 0.9, 0;
  const Transform<double> from = frame_pose(model, flange, q);
  // Turning the tool about its own axis by 300 degrees in two steps of 150: joint 6 ends at 266.
  Transform<double> to = from;
  to.rotation = from.rotation * rotation_z(2.6);
  const LineResult first = follow_line(model, flange, PoseLine(from, to), q);
  ASSERT_TRUE(first.followed());
  VectorXd there = first.path->evaluate(1.0).q;
  EXPECT_NEAR(there[5], 2.6, 1e-9);
  Transform<double> further = to;
  further.rotation = to.rotation * rotation_z(2.6);
  const LineResult second = follow_line(model, flange, PoseLine(to, further), there);
  EXPECT_EQ(second.end, LineEnd::Limit);
  EXPECT_EQ(second.dof, 5);
  EXPECT_TRUE(second.upper);
  EXPECT_NEAR(second.reached, (266.0 * 3.14159265358979 / 180 - 2.6) / 2.6, 1e-5);
  EXPECT_NE(second.describe(model).find("joint6"), std::string::npos);
  // Out of reach.
  Transform<double> far = from;
  far.translation.x += 1.0;
  EXPECT_EQ(follow_line(model, flange, PoseLine(from, far), q).end, LineEnd::Singular);
  EXPECT_EQ(follow_line(model, flange, PoseLine(far, from), q).end, LineEnd::Start);
}

// A straight wrist: joints 4 and 6 turn against each other.
TEST(FollowLine, NamesTheJointsOfASingularStart) {
  const Model model = puma560({.shoulder_height = 0.0});
  const FrameId flange = model.find_frame("flange");
  VectorXd q(6);
  q << 0, 0.3, -1.2, 0, 0, 0;
  const Transform<double> from = frame_pose(model, flange, q);
  Transform<double> to = from;
  to.translation.z += 0.1;
  const LineResult found = follow_line(model, flange, PoseLine(from, to), q);
  EXPECT_EQ(found.end, LineEnd::Singular);
  EXPECT_EQ(found.idle, (std::vector<int>{3, 5}));
  EXPECT_NE(found.describe(model).find("'joint4' and 'joint6' move there while the frame stands"),
            std::string::npos)
      << found.describe(model);
}

}  // namespace
}  // namespace catena::test
