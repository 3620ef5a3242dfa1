#include "catena/expressions/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace catena {
namespace {

double constant(const std::string& text) {
  return Expression::parse(text, {}).value({});
}

TEST(Expression, FollowsThePrecedenceOfMathematics) {
  EXPECT_EQ(constant("1 + 2 * 3"), 7);
  EXPECT_EQ(constant("(1 + 2) * 3"), 9);
  EXPECT_EQ(constant("7 - 2 - 1"), 4);
  EXPECT_EQ(constant("8 / 4 / 2"), 1);
  EXPECT_EQ(constant("-3^2"), -9);
  EXPECT_EQ(constant("(-3)^2"), 9);
  EXPECT_EQ(constant("2^3^2"), 512);
  EXPECT_EQ(constant("2^-1"), 0.5);
  EXPECT_EQ(constant("2*-3"), -6);
  EXPECT_EQ(constant("- -3"), 3);
  EXPECT_EQ(constant("+3"), 3);
}

TEST(Expression, ComparesAndChooses) {
  EXPECT_EQ(constant("1 < 2"), 1);
  EXPECT_EQ(constant("2 <= 1"), 0);
  EXPECT_EQ(constant("2 > 1 && 1 > 2"), 0);
  EXPECT_EQ(constant("2 > 1 || 1 > 2"), 1);
  EXPECT_EQ(constant("1 || 0 && 0"), 1);
  EXPECT_EQ(constant("1 + 1 == 2"), 1);
  EXPECT_EQ(constant("1 != 1"), 0);
  EXPECT_EQ(constant("!0 + !5"), 1);
  EXPECT_EQ(constant("1 >= 1 ? 10 : 20"), 10);
  EXPECT_EQ(constant("0 ? 1 : 0 ? 2 : 3"), 3);
}

TEST(Expression, ReadsNumbersAsDecimal) {
  EXPECT_EQ(constant("010"), 10);
  EXPECT_EQ(constant("1e3"), 1000);
  EXPECT_EQ(constant(".5"), 0.5);
  EXPECT_EQ(constant("2."), 2);
  EXPECT_EQ(constant("1.5e-2"), 0.015);
  EXPECT_EQ(constant("pi"), std::numbers::pi);
  EXPECT_EQ(constant("e"), std::numbers::e);
}

TEST(Expression, HasTheFunctionsOfTheStandardLibrary) {
  struct Case {
    const char* text;
    double (*function)(double);
  };
  const Case cases[] = {
      {"sin(x)", std::sin},   {"cos(x)", std::cos},   {"tan(x)", std::tan},
      {"asin(x)", std::asin}, {"acos(x)", std::acos}, {"atan(x)", std::atan},
      {"sinh(x)", std::sinh}, {"cosh(x)", std::cosh}, {"tanh(x)", std::tanh},
      {"exp(x)", std::exp},   {"log(x)", std::log},   {"log10(x)", std::log10},
      {"sqrt(x)", std::sqrt}, {"abs(x)", std::abs},   {"floor(x)", std::floor},
      {"ceil(x)", std::ceil},
  };
  const std::vector<std::string> names = {"x"};
  for (const auto& [text, function] : cases)
    for (const double x : {-0.7, 0.3, 0.9})
      if (const double expected = function(x); !std::isnan(expected)) {
        EXPECT_EQ(Expression::parse(text, names).value({&x, 1}), expected) << text << " at " << x;
      }
}

TEST(Expression, HasFunctionsOfSeveralArguments) {
  EXPECT_EQ(constant("atan2(1, -2)"), std::atan2(1, -2));
  EXPECT_EQ(constant("hypot(3, 4)"), 5);
  EXPECT_EQ(constant("pow(2, 10)"), 1024);
  EXPECT_EQ(constant("min(2, -1) + 10*max(2, -1)"), 19);
  EXPECT_EQ(constant("clamp(5, 0, 2) + 10*clamp(-5, 0, 2) + 100*clamp(1, 0, 2)"), 102);
  EXPECT_EQ(constant("mod(7, 3)"), 1);
  EXPECT_EQ(constant("mod(-1, 3)"), 2);
  EXPECT_EQ(constant("sign(-2) + 10*sign(0) + 100*sign(3)"), 99);
  EXPECT_EQ(constant("step(-1) + 10*step(0) + 100*step(1)"), 110);
}

TEST(Expression, KnowsNamesWithDotsAndWhichItUses) {
  const std::vector<std::string> names = {"t", "q.wrist.flexion", "v.joint_1", "q.joint.0"};
  const Constants constants = {{"damping", 3.0}, {"unused", 1.0}};
  const Expression f = Expression::parse("-damping*v.joint_1 + q.wrist.flexion", names, constants);
  EXPECT_EQ(f.used_variables(), (std::vector<int>{1, 2}));
  EXPECT_EQ(f.used_constants(), std::set<std::string>{"damping"});
  const double values[] = {0, 5, 2, 0};
  EXPECT_EQ(f.value(values), -1);
  EXPECT_FALSE(f.is_constant());
  EXPECT_TRUE(Expression::parse("2*damping", names, constants).is_constant());
  EXPECT_EQ(Expression::parse("q.joint.0", names).used_variables(), std::vector<int>{3});
}

TEST(Expression, StopsBeforeWhatIsNoFormula) {
  std::size_t end = 0;
  EXPECT_EQ(Expression::parse_prefix("-2*pi/10 rad", {}, {}, end).value({}),
            -2 * std::numbers::pi / 10);
  EXPECT_EQ(end, 12U);
  EXPECT_EQ(Expression::parse_prefix("3 parsec", {}, {}, end).value({}), 3);
  EXPECT_EQ(end, 2U);
}

TEST(Expression, RefusesTheWrongNumberOfVariables) {
  const std::vector<std::string> names = {"x", "y"};
  const Expression f = Expression::parse("x + y", names);
  const double one[] = {1};
  EXPECT_THROW(f.value(one), std::invalid_argument);
  const double two[] = {1, 2};
  EXPECT_THROW(f.jet(two, 2), std::invalid_argument);
}

struct BadFormula {
  const char* text;
  std::size_t position;
  const char* message;
};

TEST(Expression, SaysWhatIsWrongAndWhere) {
  const std::vector<std::string> names = {"t", "q.elbow", "v.elbow"};
  const BadFormula cases[] = {
      {"", 0, "found the end, expected a number, a name or '('"},
      {"2*(t + 1", 8, "found the end, expected ')' after what is in parentheses"},
      {"2*t)", 3, "found ')' without a '(' before it"},
      {"2 3", 2, "found '3', expected an operator or the end"},
      {"2 t", 2, "found 't', expected an operator or the end; a product is written with '*': 2*t"},
      {"20*sin(q.elbov)", 7, "unknown name 'q.elbov'; did you mean 'q.elbow'?"},
      {"sinn(t)", 0, "unknown name 'sinn'; did you mean 'sin'?"},
      {"atan2(t)", 0, "'atan2' has 1 argument, expected 2"},
      {"sin()", 0, "'sin' has 0 arguments, expected 1"},
      {"sin t", 4, "found 't', expected '(' after the function 'sin'"},
      {"t**2", 1, "found '**', expected '^' for powers"},
      {"0 < t < 1", 6, "comparisons do not chain; write a < b && b < c"},
      {"t ? 1", 5, "found the end, expected ':' and the other value of '?'"},
      {"1e999", 0, "the number '1e999' is too large or too small"},
      {"t @ 2", 2, "found '@', expected an operator or the end"},
      {"t + #", 4, "found '#', expected a number, a name or '('"},
  };
  for (const auto& [text, position, message] : cases) {
    try {
      Expression::parse(text, names);
      ADD_FAILURE() << "'" << text << "' was accepted";
    } catch (const ExpressionError& error) {
      EXPECT_STREQ(error.what(), message) << text;
      EXPECT_EQ(error.position(), position) << text;
    }
  }
}

TEST(Expression, LimitsNestingAndSize) {
  const auto nested = [](int levels, const std::string& open, const std::string& close) {
    std::string text;
    for (int i = 0; i < levels; ++i) text += open;
    text += "1";
    for (int i = 0; i < levels; ++i) text += close;
    return text;
  };
  EXPECT_EQ(constant(nested(20, "(", ")")), 1);
  EXPECT_EQ(constant(nested(20, "1+(", ")")), 21);
  EXPECT_THROW(constant(nested(1000, "(", ")")), ExpressionError);
  EXPECT_THROW(constant(nested(1000, "-", "")), ExpressionError);
  EXPECT_THROW(constant(nested(1000, "2^", "")), ExpressionError);
  EXPECT_THROW(constant(nested(1000, "0?1:", "")), ExpressionError);
  EXPECT_THROW(constant(nested(3000, "1+", "")), ExpressionError);  // too long
}

// Operands that wait on the stack are bounded too, whatever the shape of the formula.
TEST(Expression, LimitsTheStack) {
  const std::vector<std::string> names = {"x"};
  std::string text = "x";
  for (int i = 0; i < 25; ++i) text = "x||x&&x==x<x+x*clamp(x,x," + text + ")^2";
  EXPECT_THROW(Expression::parse(text, names), ExpressionError);
}

}  // namespace
}  // namespace catena
