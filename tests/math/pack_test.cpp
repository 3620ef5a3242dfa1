#include "catena/math/pack.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "catena/math/scalar.hpp"

namespace catena {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

void expect_lanes(const Pack4& actual, double a, double b, double c, double d) {
  EXPECT_EQ(actual[0], a);
  EXPECT_EQ(actual[1], b);
  EXPECT_EQ(actual[2], c);
  EXPECT_EQ(actual[3], d);
}

TEST(Pack, ArithmeticActsOnEachLane) {
  const Pack4 x(1.0, -2.0, 3.5, 0.0), y(4.0, 0.5, -2.0, 8.0);
  expect_lanes(x + y, 5.0, -1.5, 1.5, 8.0);
  expect_lanes(x - y, -3.0, -2.5, 5.5, -8.0);
  expect_lanes(x * y, 4.0, -1.0, -7.0, 0.0);
  expect_lanes(x / y, 0.25, -4.0, -1.75, 0.0);
  expect_lanes(-x, -1.0, 2.0, -3.5, 0.0);
  expect_lanes(2.0 * x, 2.0, -4.0, 7.0, 0.0);
  expect_lanes(x + 1.0, 2.0, -1.0, 4.5, 1.0);
}

TEST(Pack, CompoundAssignmentsEqualTheirLongForms) {
  Pack4 x(1.0, 2.0, 3.0, 4.0);
  x += Pack4(1.0);
  expect_lanes(x, 2.0, 3.0, 4.0, 5.0);
  x -= Pack4(0.0, 1.0, 2.0, 3.0);
  expect_lanes(x, 2.0, 2.0, 2.0, 2.0);
  x *= Pack4(1.0, 2.0, 3.0, 4.0);
  expect_lanes(x, 2.0, 4.0, 6.0, 8.0);
  x /= Pack4(2.0);
  expect_lanes(x, 1.0, 2.0, 3.0, 4.0);
}

TEST(Pack, ComparisonsChooseByLane) {
  const Pack4 x(1.0, 5.0, 2.0, -1.0), y(2.0, 4.0, 2.0, 0.0);
  const PackMask less = x < y;
  EXPECT_TRUE(less[0]);
  EXPECT_FALSE(less[1]);
  EXPECT_FALSE(less[2]);
  EXPECT_TRUE(less[3]);
  expect_lanes(select(x < y, x, y), 1.0, 4.0, 2.0, -1.0);
  expect_lanes(select(x > y, x, y), 2.0, 5.0, 2.0, 0.0);
  EXPECT_TRUE(any(x < y));
  EXPECT_FALSE(all(x < y));
  EXPECT_TRUE(all(x < Pack4(6.0)));
  EXPECT_FALSE(any(x > Pack4(6.0)));
}

TEST(Pack, NotANumberComparesFalseInItsLaneOnly) {
  const Pack4 x(nan, 1.0, infinity, -infinity);
  const PackMask less = x<Pack4(2.0), more = x> Pack4(2.0);
  EXPECT_FALSE(less[0]);
  EXPECT_FALSE(more[0]);
  EXPECT_TRUE(less[1]);
  EXPECT_TRUE(more[2]);
  EXPECT_TRUE(less[3]);
  const Pack4 chosen = select(less, Pack4(10.0), Pack4(20.0));
  expect_lanes(chosen, 20.0, 10.0, 20.0, 10.0);
}

TEST(Pack, FunctionsEqualTheCLibraryInEachLane) {
  const Pack4 x(4.0, 0.0, 2.0, 1e-300), y(-1.0, 3.0, 0.5, 1e300);
  const Pack4 root = sqrt(x), angle = atan2(y, x), magnitude = abs(y);
  for (std::size_t i = 0; i < Pack4::lanes; ++i) {
    EXPECT_EQ(root[i], std::sqrt(x[i]));
    EXPECT_EQ(angle[i], std::atan2(y[i], x[i]));
    EXPECT_EQ(magnitude[i], std::abs(y[i]));
  }
}

TEST(Pack, LanesCanBeReadAndSet) {
  Pack4 x(7.0);
  expect_lanes(x, 7.0, 7.0, 7.0, 7.0);
  for (std::size_t i = 0; i < Pack4::lanes; ++i) set_lane(x, i, static_cast<double>(i));
  for (std::size_t i = 0; i < Pack4::lanes; ++i) EXPECT_EQ(lane(x, i), static_cast<double>(i));
  expect_lanes(Pack4::by_lane([](std::size_t i) { return 10.0 * static_cast<double>(i); }), 0.0,
               10.0, 20.0, 30.0);
  double single = 1.0;
  set_lane(single, 3, 2.0);
  EXPECT_EQ(lane(single, 1), 2.0);
  EXPECT_EQ(lane_count<double>, 1u);
  EXPECT_EQ(lane_count<Pack4>, 4u);
}

}  // namespace
}  // namespace catena
