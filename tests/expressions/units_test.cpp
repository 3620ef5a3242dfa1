// Units behind the numbers of formulas.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>
#include <vector>

#include "catena/expressions/expression.hpp"

namespace catena {
namespace {

using std::numbers::pi;
using testing::HasSubstr;

const std::vector<std::string> names = {"t", "m", "x"};
const Constants parameters = {{"r", 0.01}, {"s", 2.0}};

double value(const std::string& text) {
  const double variables[] = {0.5, 4.0, 3.0};
  return Expression::parse(text, names, parameters).value(variables);
}

std::string message(const std::string& text) {
  try {
    Expression::parse(text, names, parameters);
  } catch (const ExpressionError& error) {
    return error.what();
  }
  return "no error";
}

Dimension dimension(const std::string& text) {
  return Expression::parse(text, names, parameters).dimension().value_or(Dimension{9, 9, 9, 9});
}

TEST(Units, BelongToTheirNumber) {
  EXPECT_EQ(value("2*r + 5 mm"), 2 * 0.01 + 0.005);
  EXPECT_EQ(value("30 deg*sin(t)"), pi / 180 * 30 * std::sin(0.5));
  EXPECT_EQ(value("5mm"), 0.005);
  EXPECT_EQ(value("1 km - 2 cm"), 1000 - 0.02);
  EXPECT_EQ(value("-2 kN"), -2000);
  EXPECT_EQ(value("min(2 min, 3 s)"), 3);
  EXPECT_EQ(value("x > 2 m ? 1 mm : 0"), 0.001);
  EXPECT_EQ(value("(1 + 2) mm"), 0.003);
  EXPECT_EQ(value("sqrt(9) cm"), 0.03);
  EXPECT_EQ(value("pi rad"), pi);
  EXPECT_EQ(value("2*pi/10 rad"), 2 * pi / 10);  // the same either way
}

TEST(Units, MayBeProductsQuotientsAndPowers) {
  EXPECT_EQ(value("3 N m s/rad"), 3);
  EXPECT_EQ(value("2 g/cm^3"), 2 * (1e-3 / std::pow(1e-2, 3)));
  EXPECT_EQ(value("5 N/mm * x"), 5e3 * 3.0);
  EXPECT_EQ(value("4 mm^2"), 4 * std::pow(1e-3, 2));
  EXPECT_EQ(value("60 rpm"), 60 * (pi / 30));
  EXPECT_EQ(dimension("3 N m/rad"), (Dimension{1, 2, -2, -1}));
}

// m is a variable and s a parameter here.
TEST(Units, NextToNamesAreThoseWithoutBlanks) {
  EXPECT_EQ(value("10 N/m"), 10);
  EXPECT_EQ(value("10 N / m"), 2.5);
  EXPECT_EQ(value("10 N * m"), 40);
  EXPECT_EQ(value("10 N*m"), 10);
  EXPECT_EQ(value("10 mm / s"), 0.005);
}

TEST(Units, OfSumsAndProductsAreKnown) {
  EXPECT_EQ(dimension("2 mm + 1 m"), (Dimension{0, 1, 0, 0}));
  EXPECT_EQ(dimension("2 N * 3 mm"), (Dimension{1, 2, -2, 0}));
  EXPECT_EQ(dimension("(2 mm)^3"), (Dimension{0, 3, 0, 0}));
  EXPECT_EQ(dimension("abs(-2 s)"), (Dimension{0, 0, 1, 0}));
  EXPECT_FALSE(Expression::parse("2*r + 5 mm", names, parameters).dimension());
  EXPECT_FALSE(Expression::parse("7", names, parameters).dimension());
}

TEST(Units, ThatDoNotFitAreErrors) {
  EXPECT_THAT(message("2 mm + 3 N"), HasSubstr("have different units"));
  EXPECT_THAT(message("1 + 2 mm"), HasSubstr("without a unit"));
  EXPECT_THAT(message("max(1 kg, 2 m)"), HasSubstr("have different units"));
  EXPECT_THAT(message("2 mm < 3"), HasSubstr("without a unit"));
  EXPECT_EQ(value("max(0, 2 mm)"), 0.002);  // zero has every unit
  EXPECT_EQ(value("90 deg - 1"), pi / 180 * 90 - 1);
}

TEST(Units, BehindADivisionMustBeUnambiguous) {
  EXPECT_THAT(message("360/12 deg"), HasSubstr("(360/12) deg or 360/(12 deg)"));
  EXPECT_THAT(message("x / 5 mm"), HasSubstr("(x/5) mm or x/(5 mm)"));
  EXPECT_EQ(value("(360/12) deg"), pi / 180 * 30);
  EXPECT_EQ(value("1/(5 mm)"), 1 / 0.005);
}

TEST(Units, BehindNamesAreErrors) {
  EXPECT_THAT(message("r mm"), HasSubstr("after the name 'r', which already has a unit"));
  EXPECT_THAT(message("2*t s"), HasSubstr("write t*1 s"));
  EXPECT_THAT(message("(2*r) mm"), HasSubstr("a unit belongs to a number"));
  EXPECT_THAT(message("(2 mm) mm"), HasSubstr("a unit belongs to a number"));
  EXPECT_THAT(message("5 furlong"), HasSubstr("found 'furlong'"));
}

}  // namespace
}  // namespace catena
