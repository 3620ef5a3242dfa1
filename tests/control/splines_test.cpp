#include "catena/control/splines.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace catena::test {
namespace {

using Eigen::VectorXd;

// Two cubics and their derivatives.
VectorXd cubics(double t, int order) {
  const double c[2][4] = {{1.0, -2.0, 0.5, 3.0}, {0.0, 4.0, -1.0, 0.25}};
  VectorXd out = VectorXd::Zero(2);
  for (int i = 0; i < 2; ++i)
    for (int k = order; k < 4; ++k) {
      double factor = c[i][k];
      for (int l = 0; l < order; ++l) factor *= k - l;
      out[i] += factor * std::pow(t, k - order);
    }
  return out;
}

HermiteSpline bumpy() {
  return {
      {0.0, 1.0, 3.0, 3.5},
      {VectorXd{{0.0, 1.0}}, VectorXd{{2.0, -1.0}}, VectorXd{{1.0, 0.5}}, VectorXd{{0.0, 0.0}}},
      {VectorXd{{1.0, 0.0}}, VectorXd{{0.0, 0.0}}, VectorXd{{-1.0, 2.0}}, VectorXd{{0.0, 3.0}}}};
}

TEST(HermiteSpline, MeetsItsKnotsFromBothSides) {
  const HermiteSpline s = bumpy();
  for (std::size_t i = 0; i < s.times().size(); ++i) {
    const double t = s.times()[i];
    for (const double beside :
         {t, std::nextafter(t, 1.5), std::nextafter(t, t < 1.5 ? 9.0 : -9.0)}) {
      if (beside < 0.0 || beside > 3.5) continue;
      EXPECT_LT((s.evaluate(beside) - s.values()[i]).norm(), 1e-13);
      EXPECT_LT((s.evaluate(beside, 1) - s.slopes()[i]).norm(), 1e-13);
    }
  }
  // The second derivative jumps, and at the knot it is that of the segment that begins.
  const VectorXd before = s.evaluate(std::nextafter(1.0, 0.0), 2);
  const VectorXd at = s.evaluate(1.0, 2), after = s.evaluate(1.0 + 1e-12, 2);
  EXPECT_GT((before - at).norm(), 1.0);
  EXPECT_LT((after - at).norm(), 1e-9);
}

TEST(HermiteSpline, ReproducesCubics) {
  std::vector<double> times = {-1.0, -0.2, 0.1, 2.0};
  std::vector<VectorXd> values, slopes;
  for (const double t : times) values.push_back(cubics(t, 0)), slopes.push_back(cubics(t, 1));
  const HermiteSpline s(times, values, slopes);
  for (double t = -1.0; t <= 2.0; t += 0.037)
    for (int order = 0; order <= 4; ++order)
      EXPECT_LT((s.evaluate(t, order) - cubics(t, order)).norm(), 1e-10) << t << " " << order;
}

TEST(HermiteSpline, DerivativesAreThoseOfTheCurve) {
  const HermiteSpline s = bumpy();
  const double h = 1e-5;
  for (const double t : {0.3, 0.9, 1.7, 2.9, 3.2})
    for (int order = 0; order < 3; ++order) {
      const VectorXd slope = (s.evaluate(t + h, order) - s.evaluate(t - h, order)) / (2.0 * h);
      EXPECT_LT((slope - s.evaluate(t, order + 1)).norm(), 1e-7) << t << " " << order;
    }
}

// Parabolas need no slopes, whether the times are even or not.
TEST(HermiteSpline, NaturalSlopesReproduceParabolas) {
  const auto parabola = [](double t) { return VectorXd{{1.0 - 3.0 * t + 2.0 * t * t}}; };
  std::vector<double> times = {0.0, 0.5, 2.0, 2.2, 4.0};
  std::vector<VectorXd> values;
  for (const double t : times) values.push_back(parabola(t));
  const HermiteSpline s(times, values);
  for (double t = 0.0; t <= 4.0; t += 0.1)
    EXPECT_LT((s.evaluate(t) - parabola(t)).norm(), 1e-12) << t;
  const HermiteSpline even =
      HermiteSpline::uniform(0.0, 1.0, {VectorXd{{0.0}}, VectorXd{{1.0}}, VectorXd{{4.0}}});
  EXPECT_NEAR(even.slopes()[1][0], 2.0, 1e-15);  // half the way between the neighbours
  EXPECT_NEAR(HermiteSpline({0.0, 2.0}, {VectorXd{{0.0}}, VectorXd{{4.0}}}).evaluate(0.7)[0], 1.4,
              1e-15);
}

TEST(HermiteSpline, RestsOutside) {
  const HermiteSpline s = bumpy();
  EXPECT_EQ(s.evaluate(-1.0), s.values().front());
  EXPECT_EQ(s.evaluate(9.0), s.values().back());
  EXPECT_EQ(s.evaluate(9.0, 1).norm(), 0.0);
}

TEST(HermiteSpline, RefusesTimesThatDoNotRise) {
  const VectorXd one = VectorXd::Ones(1);
  try {
    HermiteSpline({0.0, 2.0, 2.0}, {one, one, one});
    FAIL();
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("knot 2 is at 2 after 2"), std::string::npos);
  }
  EXPECT_THROW(HermiteSpline({0.0}, {one}), std::invalid_argument);
  EXPECT_THROW(HermiteSpline({0.0, 1.0}, {one, VectorXd::Ones(2)}), std::invalid_argument);
  EXPECT_THROW(HermiteSpline({0.0, 1.0}, {one, one}, {one}), std::invalid_argument);
}

}  // namespace
}  // namespace catena::test
