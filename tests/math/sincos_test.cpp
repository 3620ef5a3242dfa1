#include "catena/math/sincos.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

namespace catena {
namespace {

// Distance from the long double value, in units of the last place of that value.
double ulps(double actual, long double exact) {
  const double rounded = std::abs(static_cast<double>(exact));
  const double spacing = std::nextafter(rounded, 2.0 * rounded + 1.0) - rounded;
  return static_cast<double>(std::abs(static_cast<long double>(actual) - exact)) / spacing;
}

// Near a zero of sine or cosine the result is a difference of numbers of size x, and an error of
// some 1e-17 absolute is all that can be asked of a reduction in three parts.
double error(double actual, long double exact) {
  const auto absolute = std::abs(static_cast<long double>(actual) - exact);
  return absolute < 1e-20L ? 0.0 : ulps(actual, exact);
}

std::vector<double> samples(double low, double high, std::size_t count) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(low, high);
  std::vector<double> x(count);
  std::generate(x.begin(), x.end(), [&] { return uniform(random); });
  return x;
}

void expect_accurate(const std::vector<double>& xs, double allowed_ulps, const char* range) {
  double worst = 0.0;
  for (const double x : xs) {
    const auto [s, c] = sincos(x);
    const auto exact = static_cast<long double>(x);
    worst = std::max({worst, error(s, std::sin(exact)), error(c, std::cos(exact))});
  }
  std::printf("[ measured ] sincos on %-24s %.2f ulp\n", range, worst);
  EXPECT_LE(worst, allowed_ulps) << range;
}

TEST(SinCos, IsAccurateInTheFirstQuadrants) {
  expect_accurate(samples(-std::numbers::pi, std::numbers::pi, 200000), 1.6, "[-pi, pi]");
  expect_accurate(samples(-1e-3, 1e-3, 50000), 1.6, "[-0.001, 0.001]");
}

TEST(SinCos, IsAccurateForManyTurns) {
  expect_accurate(samples(-1e3, 1e3, 100000), 1.6, "[-1e3, 1e3]");
  expect_accurate(samples(-1e5, 1e5, 100000), 1.6, "[-1e5, 1e5]");
}

TEST(SinCos, AsksTheLibraryBeyondItsRange) {
  expect_accurate(samples(1e5, 1e9, 20000), 1.0, "[1e5, 1e9]");
  expect_accurate({1e15, -1e18, 1e22, 1e300}, 1.0, "huge");
}

TEST(SinCos, IsAccurateAroundMultiplesOfAQuarterTurn) {
  std::vector<double> xs;
  for (int k = -2000; k <= 2000; ++k) {
    const double x = k * std::numbers::pi / 2;
    xs.insert(xs.end(), {x, std::nextafter(x, -1e9), std::nextafter(x, 1e9), x + 1e-7, x - 1e-4});
  }
  // Here one of the two is tiny; what counts is its absolute error.
  for (const double x : xs) {
    const auto [s, c] = sincos(x);
    const auto exact = static_cast<long double>(x);
    EXPECT_LE(std::abs(static_cast<double>(s - std::sin(exact))), 1.2e-16) << x;
    EXPECT_LE(std::abs(static_cast<double>(c - std::cos(exact))), 1.2e-16) << x;
  }
}

TEST(SinCos, GivesExactValuesAtZero) {
  const auto [s, c] = sincos(0.0);
  EXPECT_EQ(s, 0.0);
  EXPECT_EQ(c, 1.0);
}

TEST(SinCos, PassesOnWhatIsNotANumber) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double x : {nan, infinity, -infinity}) {
    EXPECT_TRUE(std::isnan(sincos(x).sin));
    EXPECT_TRUE(std::isnan(sincos(x).cos));
    // The other lanes of a pack must not notice.
    const auto [s, c] = sincos(Pack4(0.5, x, -1.5, 3.0));
    EXPECT_TRUE(std::isnan(s[1]));
    EXPECT_TRUE(std::isnan(c[1]));
    EXPECT_NEAR(s[0], std::sin(0.5), 2e-16);
    EXPECT_NEAR(c[2], std::cos(1.5), 2e-16);
    EXPECT_NEAR(s[3], std::sin(3.0), 2e-16);
  }
}

TEST(SinCos, LanesEqualTheScalar) {
  for (const double reach : {1e-8, 1.0, 10.0, 1e3, 9.9e4, 1e7}) {
    const auto xs = samples(-reach, reach, 4000);
    for (std::size_t i = 0; i < xs.size(); i += 4) {
      const auto [s, c] = sincos(Pack4(xs[i], xs[i + 1], xs[i + 2], xs[i + 3]));
      for (std::size_t k = 0; k < 4; ++k) {
        const auto scalar = sincos(xs[i + k]);
        EXPECT_NEAR(s[k], scalar.sin, 1.2e-16);
        EXPECT_NEAR(c[k], scalar.cos, 1.2e-16);
      }
    }
  }
}

}  // namespace
}  // namespace catena
