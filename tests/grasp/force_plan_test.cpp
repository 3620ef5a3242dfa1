#include "catena/grasp/force_plan.hpp"

#include <gtest/gtest.h>

#include "catena/grasp/resist.hpp"
#include "tests/grasp/grasps.hpp"

namespace catena::grasp::test {
namespace {

using Eigen::VectorXd;

// Conditions of the optimum, computed from the problem itself.
double kkt(const ForcePlanner& planner) {
  const ConeProblem& p = planner.problem();
  const ConeResult& r = planner.result();
  double worst = std::max((p.A * r.x - p.b).lpNorm<Eigen::Infinity>(),
                          (p.A.transpose() * r.y + r.z - p.c).lpNorm<Eigen::Infinity>());
  Eigen::Index at = 0;
  for (const int n : p.cones) {
    const auto x = r.x.segment(at, n), z = r.z.segment(at, n);
    worst = std::max(
        {worst, x.tail(n - 1).norm() - x[0], z.tail(n - 1).norm() - z[0], std::abs(x.dot(z))});
    at += n;
  }
  return worst / (1.0 + p.b.lpNorm<Eigen::Infinity>());
}

double least(const ContactSet& set, const VectorXd& load, ForceGoal goal) {
  ForcePlanner planner(goal);
  const ForcePlan& plan = planner.plan(set, load);
  EXPECT_EQ(plan.status, ForceStatus::Held) << explain(set, plan);
  EXPECT_LT(kkt(planner), 1e-9);
  // The forces hold the load.
  const WrenchCones cones = wrench_cones(set);
  VectorXd sum = load;
  for (int i = 0; i < set.size(); ++i) {
    const ContactForce f = contact_force(set, cones, plan.forces, i);
    sum += wrench_at(set, set.contacts[static_cast<std::size_t>(i)].point, f.force, f.torque);
  }
  EXPECT_LT(sum.norm(), 1e-9 * load.norm());
  return plan.objective;
}

VectorXd load_at(const ContactSet& set, const Vector3d& force, const Vector3d& point = {0, 0, 0}) {
  return wrench_at(set, point, force);
}

TEST(ForcePlan, KnownForces) {
  const ContactSet hard = two_fingers(0.8, 0.6), ball = equator({0, 120, 240}, 0.5);
  const ContactSet cube = cube_sides({0.0}, 0.5);
  const auto most = ForceGoal::LeastMaximum, sum = ForceGoal::LeastSum;
  const Vector3d down(0, 0, -10), back(-10, 0, 0);
  EXPECT_NEAR(least(hard, load_at(hard, down), most), 25.0 / 3.0, 1e-9);
  EXPECT_NEAR(least(hard, load_at(hard, down), sum), 50.0 / 3.0, 1e-9);
  for (const auto& [torsion, force] : {std::pair{0.3, 8.7841046116}, {0.1, 11.7851130198}}) {
    const ContactSet soft = two_fingers(0.8, 0.6, torsion);
    EXPECT_NEAR(least(soft, load_at(soft, down, {0, 0.1, 0}), most), force, 1e-9);
    EXPECT_NEAR(force, std::sqrt(25.0 + 0.25 / (torsion * torsion)) / 0.6, 1e-9);
  }
  EXPECT_NEAR(least(ball, load_at(ball, down), most), 20.0 / 3.0, 1e-9);
  EXPECT_NEAR(least(ball, load_at(ball, down), sum), 20.0, 1e-9);
  EXPECT_NEAR(least(ball, load_at(ball, back), most), 20 * (2 - std::sqrt(3.0)), 1e-9);
  EXPECT_NEAR(least(ball, load_at(ball, back), sum), 40 * (2 - std::sqrt(3.0)), 1e-9);
  const VectorXd aside = load_at(cube, down, {0.3, 0.2, 0});
  EXPECT_NEAR(least(cube, aside, most), 7.5, 1e-9);
  EXPECT_NEAR(least(cube, aside, sum), 25.0996954, 1e-7);
}

TEST(ForcePlan, SaysWhatIsImpossible) {
  const ContactSet set = two_fingers(0.8, 0.6);
  ForcePlanner planner;
  const VectorXd load = load_at(set, {0, 0, -10}, {0, 0.1, 0});
  const ForcePlan& plan = planner.plan(set, load);
  EXPECT_EQ(plan.status, ForceStatus::Impossible);
  // The proof: nothing along it from any contact, and the load asks for it.
  const WrenchCones cones = wrench_cones(set);
  for (int i = 0; i < set.size(); ++i) EXPECT_LT(support(cones, i, plan.blocked), 1e-8);
  EXPECT_GT(plan.blocked.dot(-load), 0.5);
  EXPECT_NEAR(std::abs(plan.blocked[3]), 1.0, 1e-6);  // a torque about the line of the fingers
  EXPECT_NE(explain(set, plan).find("impossible"), std::string::npos);
  // The next load is held again.
  EXPECT_EQ(planner.plan(set, load_at(set, {0, 0, -10})).status, ForceStatus::Held);
}

TEST(ForcePlan, RandomGraspsKeepTheConditions) {
  RandomGrasps random(11);
  int held = 0, impossible = 0;
  for (int i = 0; i < 300; ++i) {
    const ContactSet set = random.next(2 + i % 11, i % 3 == 0);
    ForcePlanner planner(i % 2 == 0 ? ForceGoal::LeastMaximum : ForceGoal::LeastSum);
    const VectorXd load = load_at(set, 10.0 * random.direction(), 0.3 * random.direction());
    const ForcePlan& plan = planner.plan(set, load);
    ASSERT_NE(plan.status, ForceStatus::Inaccurate) << i << " " << plan.residual;
    if (plan.status == ForceStatus::Held) {
      ++held;
      EXPECT_LT(kkt(planner), 1e-9) << i;
    } else {
      ++impossible;
      const WrenchCones cones = wrench_cones(set);
      for (int c = 0; c < set.size(); ++c) EXPECT_LT(support(cones, c, plan.blocked), 1e-6) << i;
      EXPECT_GT(plan.blocked.dot(-load), 0.0) << i;
    }
  }
  EXPECT_GT(held, 100);
  EXPECT_GT(impossible, 20);
}

TEST(ForcePlan, WarmStartsGiveTheSame) {
  RandomGrasps random(5);
  ContactSet set = random.next(8, false);
  ForcePlanner warm;
  int found_warm = 0;
  for (int i = 0; i < 50; ++i) {
    for (GraspContact& c : set.contacts) c.point += 1e-3 * random.direction();
    const VectorXd load = load_at(set, Vector3d(0, 0.05 * i, -10));
    ForcePlanner cold;
    const ForcePlan& a = warm.plan(set, load);
    const ForcePlan& b = cold.plan(set, load);
    ASSERT_EQ(a.status, b.status);
    EXPECT_NEAR(a.objective, b.objective, 1e-8 * b.objective);
    EXPECT_LT(kkt(warm), 1e-9);
    found_warm += a.warm ? 1 : 0;
  }
  EXPECT_GT(found_warm, 35);
}

// Two jaws that one motor closes: its torque limits what they hold.
TorqueRows jaws(const ContactSet& set, double lower, double upper, bool locked) {
  Hand hand;
  const WrenchCones cones = wrench_cones(set);
  hand.J.setZero(cones.G.cols(), 2);  // each jaw slides along its normal
  for (int i = 0; i < 2; ++i) hand.J(cones.first[static_cast<std::size_t>(i)], i) = 1.0;
  hand.coupling = Eigen::MatrixXd::Ones(2, 1);
  hand.lower = VectorXd::Constant(1, lower);
  hand.upper = VectorXd::Constant(1, upper);
  hand.locked = {locked};
  return torque_rows(cones, hand);
}

TEST(ForcePlan, MotorLimitsCount) {
  const ContactSet set = two_fingers(0.8, 0.6, 0.3);
  const VectorXd load = load_at(set, {0, 0, -10});
  ForcePlanner planner;
  const TorqueRows enough = jaws(set, 0.0, 20.0, false), weak = jaws(set, 0.0, 16.0, false);
  const ForcePlan held = planner.plan(set, load, &enough);
  EXPECT_EQ(held.status, ForceStatus::Held);
  EXPECT_NEAR(held.torques[0], 50.0 / 3.0, 1e-8);
  const ForcePlan not_held = planner.plan(set, load, &weak);
  EXPECT_EQ(not_held.status, ForceStatus::Impossible);
  EXPECT_EQ(not_held.motors_at_limit, std::vector<int>{0});
}

TEST(Resist, JawsHoldWhatFrictionAllows) {
  const double mu = 0.6, e = 0.3, r = 0.8;
  const ContactSet set = two_fingers(r, mu, e);
  const TorqueRows standing = jaws(set, 20.0, 20.0, false);  // 10 N each
  const auto factor = [&](const VectorXd& direction, const TorqueRows& hand) {
    const ResistedLoad out = largest_load(set, hand, direction);
    EXPECT_EQ(out.status, ResistStatus::Resisted);
    return out.factor;
  };
  EXPECT_NEAR(factor(VectorXd::Unit(6, 2), standing), 2 * mu * 10, 1e-7);
  EXPECT_NEAR(factor(VectorXd::Unit(6, 3), standing), 2 * mu * e * 10, 1e-7);
  // Along the axis one jaw takes what the other loses, as the motor sees only the sum.
  EXPECT_NEAR(factor(VectorXd::Unit(6, 0), standing), 20.0, 1e-7);
  const WeakestLoad weakest = weakest_load(set, standing);
  EXPECT_TRUE(weakest.proven);
  EXPECT_GE(weakest.size, weakest.lower);
  EXPECT_LE(weakest.size, 2 * mu * e * 10 + 1e-6);
  EXPECT_NEAR(largest_load(set, standing, weakest.direction).factor, weakest.size, 1e-5);
}

TEST(Resist, LockedJawsAreUnlimited) {
  const ContactSet set = two_fingers(0.8, 0.6, 0.3);
  const TorqueRows locked = jaws(set, 0.0, 0.0, true);
  EXPECT_EQ(locked.T.rows(), 0);
  EXPECT_EQ(largest_load(set, locked, VectorXd::Unit(6, 2)).status, ResistStatus::Unlimited);
  const GraspMap map = grasp_map(set);
  EXPECT_EQ(internal_control(map, locked).structural, map.internal_forces());
  EXPECT_EQ(internal_control(map, jaws(set, 0, 1, false)).controlled, 1);
}

// A box of weight m g between plates that press with F: sum(mu f_n - |f_t|) = 2 mu F - m g, and the
// plates resist F / F* of the weight, F* = m g / (2 mu).
TEST(Resist, BoxBetweenPlates) {
  const double mg = 0.2 * 9.81, mu = 0.5;
  const ContactSet set = two_fingers(0.05, mu, 0.01);
  for (const double t : {0.0, 1.0, 2.0, 2.038, 2.1}) {
    const double F = 4.0 - t;
    const TorqueRows hand = jaws(set, 2 * F, 2 * F, false);
    const VectorXd weight = mg * -VectorXd::Unit(6, 2);
    const double factor = largest_load(set, hand, weight).factor;
    EXPECT_NEAR((factor - 1.0) * mg, 2 * mu * F - mg, 1e-8);
    EXPECT_EQ(factor >= 1.0 - 1e-9, t <= 4.0 - mg / (2 * mu) + 1e-12) << t;
    ResistOptions options;
    options.load = weight;
    const ResistedLoad more = largest_load(set, hand, weight, options);
    EXPECT_EQ(more.status == ResistStatus::NotHeld, t > 2.0381) << t;
  }
}

}  // namespace
}  // namespace catena::grasp::test
