#include "catena/grasp/slip.hpp"

#include <gtest/gtest.h>

#include <array>

#include "catena/grasp/force_plan.hpp"
#include "catena/grasp/quality.hpp"
#include "tests/grasp/grasps.hpp"

namespace catena::grasp::test {
namespace {

// A box of 0.2 kg between plates that press with F = 4 - t.
TEST(Slip, BoxBetweenPlates) {
  const double mg = 0.2 * 9.81, mu = 0.5;
  const ContactSet set = two_fingers(0.05, mu);
  for (const double t : {0.0, 1.0, 2.038, 2.5}) {
    const double F = 4.0 - t;
    std::array<ContactForce, 2> forces;
    forces[0].force = {F, 0, mg / 2};
    forces[1].force = {-F, 0, mg / 2};
    const SlipMargin margin = slip_margin(set, forces);
    EXPECT_NEAR(margin.sum, 2 * mu * F - mg, 1e-14);
    EXPECT_NEAR(margin.least, mu * F - mg / 2, 1e-14);
  }
}

// Forces of least maximum are at the edge of some cone.
TEST(Slip, PlannedForcesAreInsideTheirCones) {
  RandomGrasps random(6);
  for (int i = 0; i < 20; ++i) {
    ContactSet set = random.next(6, i % 2 == 0);
    set.contacts[0].friction_2 = 0.3;
    ForcePlanner planner;
    const ForcePlan& plan = planner.plan(set, Eigen::VectorXd::Unit(6, 2));
    if (plan.status != ForceStatus::Held) continue;
    std::vector<ContactForce> forces;
    for (int c = 0; c < set.size(); ++c)
      forces.push_back(contact_force(set, planner.cones(), plan.forces, c));
    EXPECT_GE(slip_margin(set, forces).least, -1e-9);
    EXPECT_LE(slip_margin(set, forces).least, 1e-6);
  }
}

// An ellipse with two equal coefficients is a circle, whatever its tangents; a smaller second one
// makes a smaller set.
TEST(Slip, EllipsesAndCircles) {
  ContactSet circle = equator({0, 100, 230}, 0.6), ellipse = circle, narrow = circle;
  for (GraspContact& c : ellipse.contacts) c.friction_2 = 0.6, c.tangent = {0.3, 0.5, 0.7};
  for (GraspContact& c : narrow.contacts) c.friction_2 = 0.4;
  QualityEvaluator evaluator;
  const double eps = evaluator.value(circle).eps;
  EXPECT_NEAR(evaluator.value(ellipse).eps, eps, 1e-11);
  const Quality less = evaluator.certified(narrow);
  EXPECT_TRUE(less.proven);
  EXPECT_LT(less.eps, eps);
  EXPECT_GT(less.eps, eps * 0.4 / 0.6);
}

}  // namespace
}  // namespace catena::grasp::test
