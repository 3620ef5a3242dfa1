#include "catena/control/profiles.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace catena::test {
namespace {

using Eigen::VectorXd;

// Simpson's rule.
VectorXd integral(const std::function<VectorXd(double)>& f, double from, double to, int pieces) {
  const double h = (to - from) / pieces;
  VectorXd sum = VectorXd::Zero(f(from).size());
  for (int i = 0; i < pieces; ++i) {
    const double a = from + i * h;
    sum += h / 6.0 * (f(a) + 4.0 * f(a + 0.5 * h) + f(a + h));
  }
  return sum;
}

TEST(MinimumJerk, MeetsItsEnds) {
  const MotionPoint from{VectorXd{{1.0, -2.0}}, VectorXd{{0.5, 0.0}}, VectorXd{{-1.0, 2.0}}};
  const MotionPoint to{VectorXd{{3.0, 0.0}}, VectorXd{{0.0, 1.0}}, VectorXd{{0.3, -0.4}}};
  const MinimumJerk motion(1.0, 3.5, from, to);
  for (const auto& [t, point] : {std::pair{1.0, from}, std::pair{3.5, to}}) {
    const MotionPoint at = motion.evaluate(t);
    EXPECT_LT((at.position - point.position).norm(), 1e-13);
    EXPECT_LT((at.velocity - point.velocity).norm(), 1e-13);
    EXPECT_LT((at.acceleration - point.acceleration).norm(), 1e-12);
  }
  const VectorXd way =
      integral([&](double t) { return motion.evaluate(t).velocity; }, 1.0, 2.0, 20);
  EXPECT_LT((way - motion.evaluate(2.0).position + from.position).norm(), 1e-6);
  const VectorXd gain =
      integral([&](double t) { return motion.evaluate(t).acceleration; }, 1.0, 2.0, 20);
  EXPECT_LT((gain - motion.evaluate(2.0).velocity + from.velocity).norm(), 1e-12);
}

// From rest to rest: 10 s^3 - 15 s^4 + 6 s^5.
TEST(MinimumJerk, FromRestToRest) {
  const MinimumJerk motion(0.0, 2.0, {VectorXd{{0.0}}, {}, {}}, {VectorXd{{1.0}}, {}, {}});
  EXPECT_NEAR(motion.evaluate(0.6).position[0], 10 * 0.027 - 15 * 0.0081 + 6 * 0.00243, 1e-14);
  EXPECT_NEAR(motion.evaluate(1.0).velocity[0], 1.875 / 2.0, 1e-14);
  EXPECT_EQ(motion.evaluate(5.0).position[0], 1.0);
  EXPECT_EQ(motion.evaluate(5.0).velocity[0], 0.0);
  EXPECT_THROW(MinimumJerk(1.0, 1.0, {VectorXd{{0.0}}, {}, {}}, {VectorXd{{1.0}}, {}, {}}),
               std::invalid_argument);
}

TEST(TrapezoidalProfile, KeepsItsLimitsAndArrivesTogether) {
  const VectorXd from{{0.0, 1.0, 0.0, 2.0}}, to{{3.0, -1.0, 0.02, 2.0}};
  const VectorXd v{{1.0, 2.0, 1.0, 1.0}}, a{{2.0, 1.0, 4.0, 1.0}};
  const TrapezoidalProfile p(0.5, from, to, v, a);
  EXPECT_NEAR(p.end(), 0.5 + 3.5, 1e-14);  // the first: 3 / 1 + 1 / 2
  for (double t = 0.5; t < p.end(); t += 0.01) {
    const MotionPoint at = p.evaluate(t);
    EXPECT_LE((at.velocity.cwiseAbs() - v).maxCoeff(), 1e-14);
    EXPECT_LE((at.acceleration.cwiseAbs() - a).maxCoeff(), 1e-14);
  }
  EXPECT_LT((p.evaluate(0.5).position - from).norm(), 1e-14);
  EXPECT_LT((p.evaluate(p.end()).position - to).norm(), 1e-14);
  EXPECT_LT(p.evaluate(p.end()).velocity.norm(), 1e-14);
  // Between knots the integrals are exact; over all of them they give the whole way.
  VectorXd way = VectorXd::Zero(4), gain = VectorXd::Zero(4);
  const std::vector<double> knots = p.knots();
  for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
    const double inset = 1e-12;
    way += integral([&](double t) { return p.evaluate(t).velocity; }, knots[i], knots[i + 1], 1);
    gain += integral([&](double t) { return p.evaluate(t).acceleration; }, knots[i] + inset,
                     knots[i + 1] - inset, 1);
    EXPECT_LT((from + way - p.evaluate(knots[i + 1]).position).norm(), 1e-12);
    EXPECT_LT((gain - p.evaluate(knots[i + 1]).velocity).norm(), 1e-10);
  }
}

// A short way: up and down again, never at the largest velocity.
TEST(TrapezoidalProfile, ShortWaysAreTriangles) {
  const TrapezoidalProfile p(0.0, VectorXd{{0.0}}, VectorXd{{-0.25}}, VectorXd{{10.0}},
                             VectorXd{{1.0}});
  EXPECT_NEAR(p.end(), 1.0, 1e-14);
  EXPECT_NEAR(p.evaluate(0.5).velocity[0], -0.5, 1e-14);
  EXPECT_NEAR(p.evaluate(0.5).position[0], -0.125, 1e-14);
}

TEST(TrapezoidalProfile, StayingIsNoMotion) {
  const TrapezoidalProfile p(1.0, VectorXd{{2.0}}, VectorXd{{2.0}}, VectorXd{{1.0}},
                             VectorXd{{1.0}});
  EXPECT_EQ(p.end(), 1.0);
  EXPECT_EQ(p.evaluate(1.0).position[0], 2.0);
  EXPECT_THROW(
      TrapezoidalProfile(0.0, VectorXd{{0.0}}, VectorXd{{1.0}}, VectorXd{{0.0}}, VectorXd{{1.0}}),
      std::invalid_argument);
}

}  // namespace
}  // namespace catena::test
