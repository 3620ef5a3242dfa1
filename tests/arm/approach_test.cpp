// Ways around obstacles: certain clearance, a wall with a window, reasons where there is no way.

#include "catena/arm/approach.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "catena/library/puma560.hpp"
#include "catena/math/rotation.hpp"
#include "catena/model/configuration.hpp"

namespace catena::test {
namespace {

using Eigen::VectorXd;

// Two rods of 0.5 m in a horizontal plane, and a post beside them.
ModelBuilder two_rods() {
  ModelBuilder builder;
  BodyId parent = world_body;
  const Transform<double> along{rotation_y(1.5707963267948966), {0.25, 0, 0}};
  for (const char* name : {"upper", "lower"}) {
    const BodyId body = builder.add_body(name, solid_box(1.0, {0.5, 0.1, 0.1}));
    builder.add_shape(body, cylinder_shape(0.02, 0.5, along));
    JointSpec joint = revolute(std::string(name) + "_joint", {0, 0, 1});
    joint.position_lower = -3.0, joint.position_upper = 3.0;
    builder.add_joint(joint, parent, body,
                      Transform<double>::at({parent == world_body ? 0.0 : 0.5, 0, 0}));
    parent = body;
  }
  builder.add_shape(world_body, cylinder_shape(0.05, 1.0, Transform<double>::at({0.7, 0, 0})));
  return builder;
}

TEST(Clearance, IsTheDistanceOfTheNearestPair) {
  const Model model = two_rods().build();
  Clearance clearance(model);
  // The lower rod against the post, and nothing else: the upper one hangs on the world.
  EXPECT_EQ(clearance.pair_count(), 1);
  const VectorXd q{{1.5707963267948966, 0.0}};
  // Both stand along y: the lower rod from (0, 0.5) to (0, 1).
  EXPECT_NEAR(clearance.at(q).distance, std::hypot(0.7 - 0.02, 0.5) - 0.05, 2e-3);
  EXPECT_LT(clearance.at(VectorXd::Zero(2)).distance, 0.0);
}

// Brute force at many places of many random ways.
TEST(Clearance, FreeWaysAreFreeEverywhere) {
  const Model model = two_rods().build();
  Clearance clearance(model);
  std::mt19937_64 random(1);
  int free = 0, blocked = 0;
  for (int i = 0; i < 200; ++i) {
    const VectorXd from = random_configuration(model, random),
                   to = random_configuration(model, random);
    const bool is_free = clearance.free_way(from, to - from, 0.01);
    double least = 1e9;
    for (int k = 0; k <= 300; ++k)
      least = std::min(least, clearance.at(from + k / 300.0 * (to - from)).distance);
    if (is_free) {
      ++free;
      EXPECT_GT(least, 0.01 - 2e-5);
    } else {
      ++blocked;
      EXPECT_LT(least, 0.02);
    }
  }
  EXPECT_GT(free, 20);
  EXPECT_GT(blocked, 20);
}

// The Puma shall reach from one side of a wall to the other, over it.
TEST(Approach, GoesAroundAWall) {
  ModelBuilder builder = describe_puma560({.shoulder_height = 0.0});
  builder.add_shape(world_body, box_shape({0.6, 0.04, 0.9}, Transform<double>::at({0.6, 0, -0.2})));
  const Model model = builder.build();
  Clearance clearance(model);
  const VectorXd from{{1.4, 0.2, -2.6, 0.0, 0.6, 0.0}}, to{{-0.8, 0.2, -2.6, 0.0, 0.6, 0.0}};
  ASSERT_FALSE(clearance.free_way(from, to - from, 0.005));
  const Approach way = plan_approach(clearance, from, to, {.dofs = {0, 1, 2}, .shortcuts = 30});
  ASSERT_TRUE(way.found) << way.reason;
  EXPECT_GT(way.points.size(), 2U);
  EXPECT_EQ(way.points.front(), from);
  EXPECT_EQ(way.points.back(), to);
  for (std::size_t i = 1; i < way.points.size(); ++i) {
    const VectorXd step = way.points[i] - way.points[i - 1];
    for (int k = 0; k <= 50; ++k) {
      const VectorXd q = way.points[i - 1] + k / 50.0 * step;
      EXPECT_GT(clearance.at(q).distance, 0.005 - 2e-5);
    }
  }
}

TEST(Approach, TheSameSeedGivesTheSameWay) {
  const Model model = two_rods().build();
  Clearance clearance(model), fresh(model);
  const VectorXd from{{0.5, -0.2}}, to{{-0.5, 0.2}};
  const Approach way = plan_approach(clearance, from, to), again = plan_approach(fresh, from, to);
  ASSERT_TRUE(way.found) << way.reason;
  EXPECT_EQ(way.points, again.points);
}

TEST(Approach, SaysWhyThereIsNoWay) {
  const Model model = two_rods().build();
  Clearance clearance(model);
  const Approach touching = plan_approach(clearance, VectorXd::Zero(2), VectorXd{{1.5, 0.0}});
  EXPECT_FALSE(touching.found);
  EXPECT_NE(touching.reason.find("start"), std::string::npos);
  EXPECT_NE(touching.reason.find("lower"), std::string::npos);
  const Approach outside = plan_approach(clearance, VectorXd{{1.5, 0.0}}, VectorXd{{4.0, 0.0}});
  EXPECT_NE(outside.reason.find("upper_joint"), std::string::npos);
  const Approach stuck =
      plan_approach(clearance, VectorXd{{1.5, 0.0}}, VectorXd{{1.5, 0.5}}, {.dofs = {0}});
  EXPECT_FALSE(stuck.found);
  EXPECT_NE(stuck.reason.find("lower_joint"), std::string::npos);
}

// A goal that was no number made the trees grow towards it for ever.
TEST(Approach, RefusesWhatIsNoConfiguration) {
  const Model model = two_rods().build();
  Clearance clearance(model);
  const VectorXd from{{1.5, 0.0}};
  EXPECT_THROW(plan_approach(clearance, from, VectorXd{{1.5, std::nan("")}}),
               std::invalid_argument);
  EXPECT_THROW(plan_approach(clearance, from, VectorXd::Zero(3)), std::invalid_argument);
  EXPECT_THROW(plan_approach(clearance, from, from, {.step = 0.0}), std::invalid_argument);
}

}  // namespace
}  // namespace catena::test
