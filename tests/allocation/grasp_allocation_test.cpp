// Grasp forces that follow a run allocate in the first plan only.

#include <gtest/gtest.h>

#include "catena/grasp/force_plan.hpp"
#include "tests/allocation/allocation_counter.hpp"
#include "tests/grasp/grasps.hpp"

namespace catena::test {
namespace {

TEST(NoAllocationInGraspForces, AfterTheFirstPlan) {
  if (!allocations_can_be_counted()) GTEST_SKIP() << "malloc cannot be counted in this build";
  grasp::test::RandomGrasps random(4);
  for (const grasp::ForceGoal goal : {grasp::ForceGoal::LeastMaximum, grasp::ForceGoal::LeastSum}) {
    grasp::ContactSet set = random.next(8, true);
    grasp::Hand hand;
    hand.J = Eigen::MatrixXd::Random(32, 5);
    hand.lower = Eigen::VectorXd::Constant(5, -50.0);
    hand.upper = Eigen::VectorXd::Constant(5, 50.0);
    const grasp::TorqueRows rows = torque_rows(grasp::wrench_cones(set), hand);
    Eigen::VectorXd load = Eigen::VectorXd::Unit(6, 2);
    grasp::ForcePlanner planner(goal);
    planner.plan(set, load, &rows);
    long count = 0;
    {
      const AllocationGuard guard;
      for (int k = 0; k < 30; ++k) {
        load[k % 6] += 0.1;
        set.contacts[static_cast<std::size_t>(k % 8)].point *= 1.001;
        if (k % 7 == 0) planner.forget();
        planner.plan(set, load, &rows);
      }
      count = guard.count();
    }
    EXPECT_EQ(count, 0);
  }
}

}  // namespace
}  // namespace catena::test
