// Where formulas jump or bend, and their values where branches are frozen.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "catena/expressions/expression.hpp"

namespace catena {
namespace {

const std::array<std::string, 2> xy = {"x", "y"};

std::vector<double> branches_at(const Expression& formula, double x, double y) {
  std::vector<double> branches(formula.switches().size());
  formula.find_branches(std::array{x, y}, branches.data());
  return branches;
}

TEST(FormulaSwitches, EveryFunctionThatJumpsOrBendsHasOne) {
  struct Case {
    const char* text;
    std::size_t count;
    bool is_kink, counts;
  };
  for (const Case& c : {Case{"step(x)", 1, false, false}, Case{"sign(x - y)", 1, false, false},
                        Case{"x < y", 1, false, false}, Case{"x >= y ? 1 : 2", 1, false, false},
                        Case{"abs(x)", 1, true, false}, Case{"min(x, y)", 1, true, false},
                        Case{"clamp(x, 0, y)", 2, true, false}, Case{"floor(x)", 1, false, true},
                        Case{"ceil(x)", 1, false, true}, Case{"mod(x, y)", 1, false, true}}) {
    const Expression formula = Expression::parse(c.text, xy);
    ASSERT_EQ(formula.switches().size(), c.count) << c.text;
    EXPECT_EQ(formula.switches()[0].is_kink, c.is_kink) << c.text;
    EXPECT_EQ(formula.switches()[0].counts, c.counts) << c.text;
  }
  EXPECT_TRUE(Expression::parse("sin(x)*y + abs(-2)", xy).switches().empty());
}

// On the branches that the variables say the value is that without branches.
TEST(FormulaSwitches, OnTheirOwnBranchesFormulasAreWhatTheyAre) {
  for (const char* text : {"step(x) + 2*sign(y)", "x < y ? x*y : x - y",
                           "x <= 1 && y > 2 || x*y >= 1", "min(x, y) + 3*max(x, 2*y) + abs(x*y)",
                           "clamp(x, -0.5, y)", "floor(x) - ceil(y) + mod(x, 0.7)", "mod(x, -0.7)",
                           "sign(x + y*abs(y)/1.6)", "clamp(x, 1, 0.3*y)"}) {
    const Expression formula = Expression::parse(text, xy);
    for (double x = -2.05; x < 2.0; x += 0.1)
      for (double y = -2.03; y < 2.0; y += 0.15) {
        const std::vector<double> branches = branches_at(formula, x, y);
        const std::array at{x, y};
        EXPECT_NEAR(formula.value_on(branches.data(), at), formula.value(at), 1e-14) << text;
        std::array<double, 2> slope{}, slope_on{};
        formula.gradient(at, slope);
        formula.gradient_on(branches.data(), at, slope_on);
        EXPECT_NEAR(slope[0], slope_on[0], 1e-13) << text;
        EXPECT_NEAR(slope[1], slope_on[1], 1e-13) << text;
      }
  }
}

TEST(FormulaSwitches, FrozenBranchesGoOnBeyondTheirThresholds) {
  const Expression formula = Expression::parse("abs(x) + 3*step(y) + floor(x)", xy);
  const std::vector<double> branches = branches_at(formula, 1.5, -1.0);
  EXPECT_EQ(formula.value_on(branches.data(), std::array{-2.0, 1.0}), -2.0 + 0.0 + 1.0);
}

// The argument of an outer switch, with its derivatives, on the branch of an inner one.
TEST(FormulaSwitches, ArgumentsAndTheirDerivatives) {
  const Expression formula = Expression::parse("sign(x + y*abs(y)/1.6)", xy);
  ASSERT_EQ(formula.switches().size(), 2u);
  const std::vector<double> branches = branches_at(formula, 0.3, -0.4);
  std::array<Jet, 2> arguments{};
  formula.arguments_on(branches.data(), std::array{0.3, -0.4}, std::array{2.0, 5.0},
                       arguments.data());
  EXPECT_NEAR(arguments[0].value, -0.4, 1e-15);
  EXPECT_NEAR(arguments[1].value, 0.3 - 0.16 / 1.6, 1e-15);
  EXPECT_NEAR(arguments[1].first, 2.0 + 2.0 * 0.4 / 1.6 * 5.0, 1e-14);
  EXPECT_NEAR(arguments[1].second, -2.0 / 1.6 * 25.0, 1e-14);
}

TEST(FormulaSwitches, TheFastestAngleOfArguments) {
  const Expression formula = Expression::parse("sign(sin(40*x) + y) + sin(1000*x)", xy);
  EXPECT_NEAR(formula.fastest_angle(std::array{0.2, 0.1}, std::array{3.0, 1.0}), 120.0, 1e-12);
}

TEST(FormulaSwitches, TooManyAreRefused) {
  std::string text = "0";
  for (int i = 0; i < 300; ++i) text += "+abs(x)";
  EXPECT_THROW(Expression::parse(text, xy), ExpressionError);
}

}  // namespace
}  // namespace catena
