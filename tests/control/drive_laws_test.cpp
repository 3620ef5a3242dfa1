// Laws of drives against the same written by hand.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "catena/control/state_formula.hpp"

namespace catena {
namespace {

using Of = StateFormula::Variable::Of;

StateFormula formula(const std::string& text) {
  static const std::vector<std::string> names = {"t", "q1", "v0"};
  return {Expression::parse(text, names), {{Of::Time, 0}, {Of::Position, 1}, {Of::Velocity, 0}}};
}

TEST(DriveLaws, FormulasTakeTheirVariablesFromTimeAndState) {
  const std::array<double, 2> q = {7.0, 0.3}, v = {-0.2, 9.0};
  EXPECT_DOUBLE_EQ(formula("10*t + 2*q1 - v0")(0.5, q, v), 5.0 + 0.6 + 0.2);
}

TEST(DriveLaws, AGearMultipliesTheEffort) {
  const std::array<double, 2> q = {7.0, 0.3}, v = {-0.2, 9.0};
  std::array<double, 2> effort;
  FormulaEffort({formula("t"), formula("q1*v0")}, 5.0)(2.0, q, v, effort);
  EXPECT_DOUBLE_EQ(effort[0], 10.0);
  EXPECT_DOUBLE_EQ(effort[1], 5.0 * 0.3 * -0.2);
}

// The rate of the target comes from its formula; here it is known.
TEST(DriveLaws, AServoPullsToItsTargetAndItsRate) {
  const std::vector<std::string> time = {"t"};
  const auto coordinates = std::make_shared<const std::vector<ServoEffort::Coordinate>>(
      std::vector<ServoEffort::Coordinate>{{Expression::parse("sin(3*t)", time), 1, 0, 20.0, 0.5}});
  const auto offsets = std::make_shared<std::vector<double>>(1, 0.0);
  const ServoEffort servo(coordinates, offsets);
  const std::array<double, 2> q = {7.0, 0.3}, v = {-0.2, 9.0};
  double effort = 0.0;
  const double t = 0.4, target = std::sin(3.0 * t), rate = 3.0 * std::cos(3.0 * t);
  servo(t, q, v, Out<double>(&effort, 1));
  EXPECT_NEAR(effort, 20.0 * (target - 0.3) + 0.5 * (rate + 0.2), 1e-13);
  (*offsets)[0] = 0.1;
  double moved = 0.0;
  servo(t, q, v, Out<double>(&moved, 1));
  EXPECT_NEAR(moved - effort, 20.0 * 0.1, 1e-13);
}

// phi = x^2 y - 1: gradient (2 x y, x^2), second derivative along (a, b): 2 y a^2 + 4 x a b.
TEST(DriveLaws, CouplingsByFormulaHaveExactDerivatives) {
  const std::vector<std::string> names = {"x", "y"};
  const Coupling coupling = formula_coupling("c", {3, 5}, Expression::parse("x^2*y - 1", names));
  EXPECT_EQ(coupling.dofs, (std::vector<int>{3, 5}));
  const std::array<double, 2> at = {1.5, -0.7}, rate = {0.3, 0.9};
  std::array<double, 2> gradient;
  const Coupling::Value value = coupling.evaluate(at.data(), rate.data(), gradient.data());
  EXPECT_NEAR(value.phi, 1.5 * 1.5 * -0.7 - 1.0, 1e-15);
  EXPECT_NEAR(gradient[0], 2.0 * 1.5 * -0.7, 1e-15);
  EXPECT_NEAR(gradient[1], 1.5 * 1.5, 1e-15);
  EXPECT_NEAR(value.curvature, 2.0 * -0.7 * 0.09 + 4.0 * 1.5 * 0.3 * 0.9, 1e-14);
}

}  // namespace
}  // namespace catena
