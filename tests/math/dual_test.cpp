#include "catena/math/dual.hpp"

#include <gtest/gtest.h>

#include "tests/support/compare.hpp"

namespace catena {
namespace {

using test::derivative_at_zero;

// A function that uses every operation duals have.
template <class T>
T everything(const T& x) {
  const auto [s, c] = sincos(x * x - 0.3);
  T y = 2.0 * s / (1.5 + c * c) - x;
  y += sqrt(1.0 + x * x);
  y -= atan2(x + 2.0, c + 3.0);
  return select(x > T(0.0), y * 3.0, -y);
}

TEST(Dual, DerivativesAgreeWithDifferences) {
  test::WorstError worst("dual numbers = differences", 1e-11);
  for (double x = -1.95; x < 2.0; x += 0.1) {
    const Dual<double> y = everything(Dual<double>(x, 1.0));
    EXPECT_EQ(y.value, everything(x));
    const Eigen::VectorXd expected = derivative_at_zero(
        [&](double h) { return Eigen::VectorXd::Constant(1, everything(x + h)); }, 0.02, 6);
    worst.expect(Eigen::VectorXd::Constant(1, y.slope), expected);
  }
}

TEST(Dual, SlopesScaleWithTheDirection) {
  const Dual<double> one = everything(Dual<double>(0.7, 1.0));
  const Dual<double> three = everything(Dual<double>(0.7, 3.0));
  EXPECT_NEAR(three.slope, 3.0 * one.slope, 1e-14);
  EXPECT_EQ(everything(Dual<double>(0.7)).slope, 0.0);
}

TEST(Dual, NestedDualsGiveSecondDerivatives) {
  using Second = Dual<Dual<double>>;
  for (double x = -1.9; x < 2.0; x += 0.3) {
    const Second y = everything(Second(Dual<double>(x, 1.0), Dual<double>(1.0, 0.0)));
    const Eigen::VectorXd expected = derivative_at_zero(
        [&](double h) {
          return Eigen::VectorXd::Constant(1, everything(Dual<double>(x + h, 1.0)).slope);
        },
        0.02, 6);
    EXPECT_NEAR(y.slope.slope, expected[0], 1e-10 * std::max(1.0, std::abs(expected[0])));
  }
}

TEST(Dual, LanesEqualTheScalar) {
  const Pack4 x(-1.2, -0.1, 0.4, 1.9);
  const Dual<Pack4> y = everything(Dual<Pack4>(x, Pack4(1.0)));
  for (std::size_t i = 0; i < Pack4::lanes; ++i) {
    const Dual<double> scalar = everything(Dual<double>(x[i], 1.0));
    EXPECT_NEAR(y.value[i], scalar.value, 1e-14);
    EXPECT_NEAR(y.slope[i], scalar.slope, 1e-13);
  }
}

}  // namespace
}  // namespace catena
