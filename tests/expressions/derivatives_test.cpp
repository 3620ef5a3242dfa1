// Derivatives of formulas against differences of the formulas themselves.

#include <gtest/gtest.h>

#include <cmath>

#include "catena/expressions/expression.hpp"

namespace catena {
namespace {

const char* const formulas[] = {
    "3*x - 2*y + 1",
    "x*y/(1 + x^2)",
    "-x^2",
    "x^3",
    "x^y",
    "2^x",
    "x^-1.5",
    "pow(x, 0.5) - y",
    "sin(x)*cos(3*y)",
    "tan(x) + asin(x/3) + acos(y/3) + atan(x*y)",
    "atan2(x, y) + atan2(2, x)",
    "hypot(x, 2*y)",
    "sinh(x) - cosh(x*y) + tanh(y)",
    "exp(-x^2)*log(y)",
    "log10(x + y)",
    "sqrt(x*y)",
    "abs(x - 2*y)",
    "min(x, y^2) + max(x^2, y)",
    "clamp(x^2, 0, 10) + clamp(x, -1, 0.1) + clamp(y, 5, 6)",
    "mod(3*x, y) + floor(x) + ceil(y) + sign(x) + step(y)",
    "x > y ? x^2 : y^3",
    "(x < y && y > 0) * x^2",
    "!(x > 100) * x",
    "x/y/x + x/(y/x)",
    "sin(sin(sin(x)))",
};
constexpr double points[][2] = {{0.3, 0.8}, {1.1, 0.4}, {0.9, 2.3}};

double at(const Expression& f, double x, double y) {
  const double values[] = {x, y};
  return f.value(values);
}

Jet jet_at(const Expression& f, double x, double y, int variable) {
  const double values[] = {x, y};
  return f.jet(values, variable);
}

TEST(ExpressionDerivatives, GradientMatchesCentralDifferences) {
  const std::vector<std::string> names = {"x", "y"};
  for (const char* text : formulas) {
    const Expression f = Expression::parse(text, names);
    for (const auto& [x, y] : points) {
      const double values[] = {x, y};
      double gradient[2];
      EXPECT_EQ(f.gradient(values, gradient), f.value(values)) << text;
      const double h = 1e-5;
      const double along_x = (at(f, x + h, y) - at(f, x - h, y)) / (2 * h);
      const double along_y = (at(f, x, y + h) - at(f, x, y - h)) / (2 * h);
      EXPECT_NEAR(gradient[0], along_x, 4e-9 * (1 + std::abs(along_x))) << text;
      EXPECT_NEAR(gradient[1], along_y, 4e-9 * (1 + std::abs(along_y))) << text;
    }
  }
}

TEST(ExpressionDerivatives, JetMatchesGradientAndItsDifferences) {
  const std::vector<std::string> names = {"x", "y"};
  for (const char* text : formulas) {
    const Expression f = Expression::parse(text, names);
    for (const auto& [x, y] : points) {
      const double values[] = {x, y};
      double gradient[2];
      f.gradient(values, gradient);
      const double h = 1e-5;
      for (const int k : {0, 1}) {
        const Jet jet = f.jet(values, k);
        const double dx = k == 0 ? h : 0, dy = k == 1 ? h : 0;
        EXPECT_EQ(jet.value, f.value(values)) << text;
        EXPECT_NEAR(jet.first, gradient[k], 1e-14 * (1 + std::abs(jet.first))) << text;
        const double second =
            (jet_at(f, x + dx, y + dy, k).first - jet_at(f, x - dx, y - dy, k).first) / (2 * h);
        EXPECT_NEAR(jet.second, second, 1e-8 * (1 + std::abs(second))) << text;
      }
    }
  }
}

// Where general formulas of the derivative would give 0 * infinity.
TEST(ExpressionDerivatives, AreFiniteWhereTheFunctionIsSmooth) {
  const std::vector<std::string> names = {"x"};
  const auto jet = [&](const char* text, double x) {
    return Expression::parse(text, names).jet({&x, 1}, 0);
  };
  EXPECT_EQ(jet("x^2", 0).first, 0);
  EXPECT_EQ(jet("x^2", 0).second, 2);
  EXPECT_EQ(jet("x^1", 0).second, 0);
  EXPECT_EQ(jet("x^0", 0).first, 0);
  EXPECT_EQ(jet("(-2)^3 * x", 1).first, -8);
  EXPECT_EQ(jet("x^3", -2).first, 12);
  EXPECT_EQ(jet("x^3", -2).second, -12);
  EXPECT_EQ(jet("sqrt(0) + x", 1).first, 1);
  EXPECT_EQ(jet("x > 0 ? sqrt(x) : 0", -1).first, 0);
}

TEST(ExpressionDerivatives, PathOfAScenario) {
  const std::vector<std::string> names = {"t"};
  const Expression path = Expression::parse("0.2*sin(3*t)", names);
  const double t = 1.3;
  const Jet jet = path.jet({&t, 1}, 0);
  EXPECT_NEAR(jet.value, 0.2 * std::sin(3 * t), 1e-16);
  EXPECT_NEAR(jet.first, 0.6 * std::cos(3 * t), 1e-15);
  EXPECT_NEAR(jet.second, -1.8 * std::sin(3 * t), 1e-15);
}

}  // namespace
}  // namespace catena
