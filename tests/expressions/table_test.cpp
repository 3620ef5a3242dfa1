// Tables, against their points, quadrature and differences.

#include "catena/expressions/table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

namespace catena {
namespace {

using Interpolation = Table::Interpolation;
using Range = Table::Range;

const std::vector<double> places = {-1.5, -1.0, 0.2, 0.5, 2.0};
const std::vector<double> values = {0.7, -0.4, -0.1, 2.0, 0.7};

// Gauss-Legendre with three points: exact for the cubics of a table between two of its points.
double quadrature(const Table& table, double from, double to) {
  const double h = 0.5 * (to - from), m = 0.5 * (to + from), a = std::sqrt(0.6) * h;
  return h / 9.0 * (5.0 * table.value(m - a) + 8.0 * table.value(m) + 5.0 * table.value(m + a));
}

std::vector<Table> all_tables() {
  std::vector<Table> tables;
  for (const Interpolation i : {Interpolation::Linear, Interpolation::MonotoneCubic})
    for (const Range r : {Range::Clamp, Range::Extend, Range::Periodic})
      tables.emplace_back(places, values, i, r);
  return tables;
}

TEST(Table, GoesThroughItsPoints) {
  for (const Table& table : all_tables())
    for (std::size_t i = 0; i < places.size(); ++i) {
      EXPECT_NEAR(table.value(places[i]), values[i], 1e-15);
      EXPECT_NEAR(table.value(std::nextafter(places[i], -9.0)), values[i], 1e-14);
    }
  const Table table(places, values);
  EXPECT_NEAR(table.value(-1.25), 0.15, 1e-15);
  EXPECT_NEAR(table.value(1.25), 1.35, 1e-15);
  EXPECT_NEAR(table.slope(1.25), -1.3 / 1.5, 1e-15);
}

// Slopes are those of the values, and the integral is that of the values, over several periods.
TEST(Table, HasExactSlopesAndIntegrals) {
  for (const Table& table : all_tables()) {
    double sum = 0.0;
    // From the first point on, piece by piece: 0.1 divides all intervals.
    for (int k = 0; k < 120; ++k) {
      const double from = -1.5 + 0.1 * k, to = -1.5 + 0.1 * (k + 1);
      sum += quadrature(table, from, to);
      EXPECT_NEAR(table.integral(to), sum, 2e-13) << to;
      const double x = from + 0.05, h = 1e-4;
      EXPECT_NEAR(table.slope(x), (table.value(x + h) - table.value(x - h)) / (2.0 * h), 1e-4);
      EXPECT_NEAR(table.integral(x - h, x + h), quadrature(table, x - h, x + h), 1e-13);
    }
    EXPECT_EQ(table.integral(-1.5), 0.0);
    EXPECT_NEAR(table.integral(-4.2, -1.5), -table.integral(-4.2), 1e-15);
    EXPECT_NEAR(table.integral(-1.9), -quadrature(table, -1.9, -1.5), 1e-14);
  }
}

TEST(Table, GoesOnBeyondItsPoints) {
  const auto at = [](Range range, double x) {
    return Table(places, values, Interpolation::Linear, range).value(x);
  };
  EXPECT_EQ(at(Range::Clamp, 5.0), 0.7);
  EXPECT_EQ(at(Range::Clamp, -5.0), 0.7);
  EXPECT_NEAR(at(Range::Extend, 3.5), 0.7 - 1.3, 1e-15);
  EXPECT_NEAR(at(Range::Extend, -2.0), 1.8, 1e-15);
  EXPECT_NEAR(at(Range::Periodic, 1.25 + 7.0), 1.35, 1e-14);
  EXPECT_NEAR(at(Range::Periodic, 1.25 - 10.5), 1.35, 1e-14);
}

// Between two points, the cubic neither rises above them nor falls below them; its slope has no
// corner.
TEST(Table, CubicsAreMonotoneAndSmooth) {
  for (const Range range : {Range::Extend, Range::Periodic}) {
    const Table table(places, values, Interpolation::MonotoneCubic, range);
    for (std::size_t i = 0; i + 1 < places.size(); ++i) {
      const double low = std::min(values[i], values[i + 1]);
      const double high = std::max(values[i], values[i + 1]);
      double last = values[i];
      for (int k = 0; k <= 100; ++k) {
        const double y = table.value(places[i] + 0.01 * k * (places[i + 1] - places[i]));
        EXPECT_GE(y, low - 1e-14);
        EXPECT_LE(y, high + 1e-14);
        EXPECT_GE((y - last) * (values[i + 1] - values[i]), -1e-14);
        last = y;
      }
    }
    for (const double x : places)
      EXPECT_NEAR(table.slope(x - 1e-9), table.slope(x + 1e-9), 1e-6) << x;
  }
  // Points of a straight line give the line, whatever their distances.
  const Table line({0.0, 0.1, 1.0, 1.5}, {1.0, 1.2, 3.0, 4.0}, Interpolation::MonotoneCubic);
  for (const double x : {-2.0, 0.05, 0.4, 1.3, 7.0})
    EXPECT_NEAR(line.value(x), 1.0 + 2.0 * x, 1e-14);
}

// Pieces meet at corners and go on smoothly beyond them.
TEST(Table, HasPieces) {
  const Table linear(places, values);
  ASSERT_EQ(linear.pieces().size(), 4u);
  EXPECT_TRUE(linear.has_corners());
  const Table::Place here = linear.find(0.3);
  EXPECT_EQ(linear.lower(here), 0.2);
  EXPECT_EQ(linear.upper(here), 0.5);
  EXPECT_NEAR(linear.value(here, 0.6), 2.7, 1e-14);
  EXPECT_EQ(linear.find(0.6), linear.next(here, 1));
  EXPECT_EQ(linear.find(0.1), linear.next(here, -1));
  EXPECT_EQ(linear.lower(linear.find(-9.0)), -std::numeric_limits<double>::infinity());
  const Table round(places, values, Interpolation::Linear, Range::Periodic);
  const Table::Place last = round.find(1.9 + 7.0);
  EXPECT_EQ(last.turn, 2);
  EXPECT_NEAR(round.upper(last), 9.0, 1e-14);
  EXPECT_EQ(round.next(last, 1), (Table::Place{0, 3}));
  EXPECT_EQ(round.next(round.next(last, 1), -1), last);
  const Table clamped(places, values, Interpolation::MonotoneCubic, Range::Clamp);
  EXPECT_EQ(clamped.pieces().size(), 6u);
  for (const Table& table : all_tables())
    for (double x = -9.0; x < 9.0; x += 0.037) {
      const Table::Place place = table.find(x);
      if (!table.has_corners()) continue;
      EXPECT_GE(x, table.lower(place) - 1e-14);
      EXPECT_LE(x, table.upper(place) + 1e-14);
      for (const int side : {-1, 1}) {
        const double end = side < 0 ? table.lower(place) : table.upper(place);
        if (!std::isfinite(end)) continue;
        const Table::Place other = table.next(place, side);
        EXPECT_NEAR(table.value(place, end), table.value(other, end), 1e-14);
        EXPECT_NEAR(table.integral(place, end), table.integral(other, end), 1e-13);
      }
    }
}

std::string refusal(std::vector<double> x, std::vector<double> y, Range range = Range::Extend) {
  try {
    Table(std::move(x), std::move(y), Interpolation::Linear, range);
  } catch (const TableError& error) {
    return error.what();
  }
  return "";
}

TEST(Table, RefusesWhatIsNoTable) {
  EXPECT_EQ(refusal({0, 1}, {0}),
            "the table has 2 places and 1 values, expected one value per place");
  EXPECT_EQ(refusal({0}, {0}), "the table has 1 points, expected at least 2");
  EXPECT_EQ(refusal({0, 1, 1}, {0, 1, 2}),
            "points 2 and 3 of the table are at 1 and 1, expected strictly increasing places");
  EXPECT_EQ(refusal({0, 1}, {0, std::nan("")}),
            "point 2 of the table is (1, nan), expected finite numbers");
  EXPECT_EQ(refusal({0, 1}, {0, 1}, Range::Periodic),
            "the table is periodic, but its first value is 0 and its last 1; make them equal");
}

}  // namespace
}  // namespace catena
