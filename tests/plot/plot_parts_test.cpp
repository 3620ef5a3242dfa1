// What figures are made of: ticks, thinned curves, places of labels.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "catena/plot/plot_curve.hpp"
#include "catena/plot/plot_layout.hpp"
#include "catena/plot/plot_ticks.hpp"

namespace catena::plot {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
using Labels = std::vector<std::string>;

TEST(Ticks, AreRoundNumbers) {
  EXPECT_EQ(choose_ticks({0.0, 10.0}, 10).labels,
            (Labels{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}));
  EXPECT_EQ(choose_ticks({0.0, 1.0}, 5).labels, (Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(choose_ticks({-0.7, 0.6}, 6).labels, (Labels{"−0.5", "0.0", "0.5"}));
  EXPECT_EQ(choose_ticks({3.1, 3.2}, 4).labels, (Labels{"3.10", "3.15", "3.20"}));
}

TEST(Ticks, LargeAndSmallNumbersShareAFactor) {
  const Ticks small = choose_ticks({-3e-9, 6e-9}, 5);
  EXPECT_EQ(small.factor, "×10⁻⁹");
  EXPECT_EQ(small.labels, (Labels{"−2", "0", "2", "4", "6"}));
  const Ticks large = choose_ticks({0.0, 2.5e6}, 5);
  EXPECT_EQ(large.factor, "×10⁶");
  EXPECT_EQ(large.labels, (Labels{"0.0", "0.5", "1.0", "1.5", "2.0", "2.5"}));
  EXPECT_EQ(choose_ticks({0.0, 12000.0}, 5).factor, "");
}

TEST(Ticks, AreFewInsideTheRangeAndEvenlySpaced) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  for (int trial = 0; trial < 2000; ++trial) {
    const double scale = std::pow(10.0, 12.0 * unit(random));
    const double low = scale * unit(random);
    const Range range{low, low + scale * (0.01 + std::abs(unit(random)))};
    const Ticks ticks = choose_ticks(range, 8);
    ASSERT_GE(ticks.at.size(), 2U) << range.low << " to " << range.high;
    ASSERT_LE(ticks.at.size(), 9U);
    ASSERT_GE(ticks.at.front(), range.low - 1e-6 * range.length());
    ASSERT_LE(ticks.at.back(), range.high + 1e-6 * range.length());
    for (std::size_t i = 1; i < ticks.at.size(); ++i)
      ASSERT_NE(ticks.labels[i - 1], ticks.labels[i]);
  }
}

TEST(RangeToDraw, HasALengthAlsoForConstants) {
  EXPECT_EQ(range_to_draw({1.0, 0.0}).length(), 1.0);  // no data
  EXPECT_EQ(range_to_draw({0.0, 0.0}).length(), 2.0);
  EXPECT_NEAR(range_to_draw({5.0, 5.0 + 1e-15}).length(), 1.0, 1e-12);
  EXPECT_EQ(range_to_draw({1e-30, 2e-30}).low, 1e-30);
}

TEST(Curve, KeepsTheExtremesOfEveryColumnOfPixels) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  const std::size_t count = 100000;
  std::vector<double> x(count), y(count);
  for (std::size_t i = 0; i < count; ++i) {
    x[i] = static_cast<double>(i) / static_cast<double>(count - 1);
    y[i] = normal(random);
  }
  y[12345] = 40.0;
  y[54321] = -40.0;
  const Axis x_axis{{0.0, 1.0}, 0.0, 500.0}, y_axis{{-50.0, 50.0}, 200.0, 0.0};
  const auto lines = curve(x, y, x_axis, y_axis);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_LE(lines[0].size(), 4U * 501U);
  std::vector<double> low(501, 1e9), high(501, -1e9), drawn_low = low, drawn_high = high;
  const auto add = [](const Point& p, std::vector<double>& lows, std::vector<double>& highs) {
    const auto column = static_cast<std::size_t>(p.x);
    lows[column] = std::min(lows[column], p.y);
    highs[column] = std::max(highs[column], p.y);
  };
  for (std::size_t i = 0; i < count; ++i) add({x_axis.at(x[i]), y_axis.at(y[i])}, low, high);
  for (const Point& point : lines[0]) add(point, drawn_low, drawn_high);
  for (std::size_t i = 0; i < low.size(); ++i) {
    EXPECT_NEAR(drawn_low[i], low[i], 0.06) << i;
    EXPECT_NEAR(drawn_high[i], high[i], 0.06) << i;
  }
}

// The distance of a point from a polyline.
double distance(const Point& p, const Polyline& line) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < line.size(); ++i) {
    const Point &a = line[i - 1], &b = line[i];
    const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    const double share =
        length2 > 0.0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length2, 0.0, 1.0) : 0.0;
    least = std::min(least, std::hypot(a.x + share * dx - p.x, a.y + share * dy - p.y));
  }
  return least;
}

TEST(Curve, LeavesOutOnlyWhatCannotBeSeen) {
  Polyline line;
  for (int i = 0; i <= 3000; ++i) line.push_back({0.2 * i, 100.0 + 90.0 * std::sin(0.01 * i)});
  const Polyline thin = without_straight_points(line, 0.05);
  EXPECT_LT(thin.size(), line.size() / 10);
  for (const Point& point : line) ASSERT_LT(distance(point, thin), 0.0501);
  // There and back again: the turning point stays.
  EXPECT_EQ(without_straight_points({{0, 0}, {1, 0}, {2, 0}, {1, 0}, {0, 0}}, 0.05).size(), 3U);
  EXPECT_EQ(without_straight_points({{0, 0}, {0, 0}, {0, 0}}, 0.05).size(), 2U);
}

TEST(Curve, BreaksWhereItIsNotFinite) {
  const std::vector<double> x = {0, 1, 2, 3, 4, 5};
  const std::vector<double> y = {0, 1, nan, 3, std::numeric_limits<double>::infinity(), 1};
  const auto lines = curve(x, y, {{0, 5}, 0, 100}, {{0, 3}, 100, 0});
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].size(), 2U);
  EXPECT_EQ(lines[1].size(), 1U);  // a dot
  EXPECT_EQ(lines[2].size(), 1U);
}

TEST(LabelRows, StepDownAndNeverCross) {
  EXPECT_EQ(label_rows({0, 10, 20, 30, 200}, {100, 100, 100, 100, 50}, 400, 3),
            (std::vector<int>{0, 1, 2, -1, 0}));
  // The line of the third would cross the second's label, although the first row is free again.
  EXPECT_EQ(label_rows({0, 10, 60}, {30, 100, 20}, 400, 3), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(label_rows({350}, {100}, 400, 3), std::vector<int>{-1});
}

}  // namespace
}  // namespace catena::plot
