#pragma once
// Comparing with numbers that others printed: as far as their digits go, and no further.

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

namespace catena::test {

// The error that rounding to `digits` significant digits may have left in a printed number; none in
// a zero.
inline double half_unit(double printed, int digits) {
  if (printed == 0.0) return 0.0;
  return 0.5 * std::pow(10.0, std::floor(std::log10(std::abs(printed))) - digits + 1);
}

// `round_off` is what double arithmetic itself may lose, relative to the largest number printed.
inline void expect_printed(const Eigen::VectorXd& actual, const Eigen::VectorXd& printed,
                           int digits, double round_off = 1e-14) {
  ASSERT_EQ(actual.size(), printed.size());
  const double scale = printed.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < printed.size(); ++i)
    EXPECT_NEAR(actual[i], printed[i], half_unit(printed[i], digits) + round_off * scale)
        << "entry " << i;
}

}  // namespace catena::test
