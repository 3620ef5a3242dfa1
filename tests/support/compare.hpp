#pragma once
// Measuring errors: how far two results are apart, and the worst that a property has seen.

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <string>

#include "catena/math/views.hpp"
#include "catena/spatial/inertia.hpp"

namespace catena::test {

// max |actual - expected| over max(floor, max |expected|); NaN where either is not finite. In SI
// units a floor of one turns small quantities into an absolute comparison.
double relative_error(const Eigen::Ref<const Eigen::MatrixXd>& actual,
                      const Eigen::Ref<const Eigen::MatrixXd>& expected, double floor = 1.0);

// Remembers the largest error of one property; prints and records it when it goes out of scope.
class WorstError {
 public:
  WorstError(std::string property, double tolerance);
  ~WorstError();
  WorstError(const WorstError&) = delete;
  WorstError& operator=(const WorstError&) = delete;

  // A failed expectation where the error is above the tolerance, or not a number.
  void expect(double error, const std::string& detail = "");
  void expect(const Eigen::Ref<const Eigen::MatrixXd>& actual,
              const Eigen::Ref<const Eigen::MatrixXd>& expected, const std::string& detail = "") {
    expect(relative_error(actual, expected), detail);
  }

 private:
  std::string property_;
  double tolerance_, worst_ = 0.0;
  int count_ = 0;
};

// Kernel types as Eigen's.
using Vector6d = Eigen::Matrix<double, 6, 1>;
using Matrix6d = Eigen::Matrix<double, 6, 6>;
inline Vector6d to_eigen(const Motion<double>& m) {
  return (Vector6d() << catena::to_eigen(m.angular), catena::to_eigen(m.linear)).finished();
}
inline Vector6d to_eigen(const Force<double>& f) {
  return (Vector6d() << catena::to_eigen(f.angular), catena::to_eigen(f.linear)).finished();
}
using catena::to_eigen;

// Vectors of lanes: lane i of the result is the i-th vector (a double takes the first only).
template <class T, class Lanes>
VectorX<T> to_lanes(const Lanes& vectors) {
  VectorX<T> result(vectors[0].size());
  for (Eigen::Index k = 0; k < result.size(); ++k) {
    result[k] = T(0.0);
    for (std::size_t i = 0; i < lane_count<T>; ++i) set_lane(result[k], i, vectors[i][k]);
  }
  return result;
}
template <class T>
Eigen::VectorXd lane_of(const VectorX<T>& vector, std::size_t i) {
  Eigen::VectorXd result(vector.size());
  for (Eigen::Index k = 0; k < result.size(); ++k) result[k] = lane(vector[k], i);
  return result;
}

// df/dx at x = 0 by central differences, extrapolated to step zero (Richardson): the error falls
// with step^(2 levels). f returns an Eigen vector.
template <class F>
Eigen::VectorXd derivative_at_zero(const F& f, double step, int levels = 4) {
  std::vector<Eigen::VectorXd> row;
  for (int level = 0; level < levels; ++level, step *= 0.5) {
    std::vector<Eigen::VectorXd> next = {(f(step) - f(-step)) / (2.0 * step)};
    double factor = 1.0;
    for (const Eigen::VectorXd& coarse : row) {
      factor *= 4.0;
      next.push_back(next.back() + (next.back() - coarse) / (factor - 1.0));
    }
    row = next;
  }
  return row.back();
}

}  // namespace catena::test
