#include "tests/support/compare.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

namespace catena::test {

double relative_error(const Eigen::Ref<const Eigen::MatrixXd>& actual,
                      const Eigen::Ref<const Eigen::MatrixXd>& expected, double floor) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  if (actual.rows() != expected.rows() || actual.cols() != expected.cols()) return nan;
  double difference = 0.0, scale = floor;
  for (Eigen::Index j = 0; j < actual.cols(); ++j)
    for (Eigen::Index i = 0; i < actual.rows(); ++i) {
      if (!std::isfinite(actual(i, j)) || !std::isfinite(expected(i, j))) return nan;
      difference = std::max(difference, std::abs(actual(i, j) - expected(i, j)));
      scale = std::max(scale, std::abs(expected(i, j)));
    }
  return difference / scale;
}

WorstError::WorstError(std::string property, double tolerance)
    : property_(std::move(property)), tolerance_(tolerance) {}

WorstError::~WorstError() {
  if (count_ == 0) return;
  std::printf("[ measured ] %-58s %8.1e (allowed %.0e, %d cases)\n", property_.c_str(), worst_,
              tolerance_, count_);
  char text[32];
  std::snprintf(text, sizeof text, "%.3e", worst_);
  testing::Test::RecordProperty(property_, text);
}

void WorstError::expect(double error, const std::string& detail) {
  ++count_;
  if (!(error <= worst_)) worst_ = error;
  EXPECT_LE(error, tolerance_) << property_ << (detail.empty() ? "" : ": ") << detail;
}

}  // namespace catena::test
