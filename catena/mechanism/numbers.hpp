#pragma once
// Small plain types that descriptions are made of.

#include <Eigen/Core>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "catena/mechanism/pose.hpp"

namespace catena {

// One number per coordinate; a single one counts for all of them. Empty: not given.
struct Numbers : std::vector<double> {
  Numbers() = default;
  Numbers(double value) : std::vector<double>(1, value) {}
  Numbers(std::initializer_list<double> values) : std::vector<double>(values) {}
  explicit Numbers(const Eigen::VectorXd& values)
      : std::vector<double>(values.begin(), values.end()) {}

  // As a vector: empty where nothing is given, `count` times the number where there is one.
  Eigen::VectorXd vector(Eigen::Index count) const;
};

// A matrix of stiffness: its diagonal, or all of its rows. Empty: no spring.
struct Stiffness {
  Numbers diagonal;
  std::vector<Numbers> rows = {};

  Stiffness() = default;
  Stiffness(double value) : diagonal(value) {}
  Stiffness(std::initializer_list<double> values) : diagonal(values) {}
  explicit Stiffness(Numbers values) : diagonal(std::move(values)) {}
  explicit Stiffness(const Eigen::MatrixXd& matrix);

  bool empty() const { return diagonal.empty() && rows.empty(); }
  // `count` coordinates. Rows of another length give a matrix of the size that they have.
  Eigen::MatrixXd matrix(Eigen::Index count) const;
  friend bool operator==(const Stiffness&, const Stiffness&) = default;
};

// Where a joint is: numbers, or the pose of a spherical or free joint.
struct Configuration {
  Numbers numbers;
  std::optional<Pose> pose = {};

  Configuration() = default;
  Configuration(double value) : numbers(value) {}
  Configuration(std::initializer_list<double> values) : numbers(values) {}
  Configuration(Numbers values) : numbers(std::move(values)) {}
  Configuration(Pose value) : pose(std::move(value)) {}

  bool empty() const { return numbers.empty() && !pose; }
  friend bool operator==(const Configuration&, const Configuration&) = default;
};

// A function of a program's, where a file has a formula. It cannot be written to a file. Copies are
// equal; two that were made apart are not.
template <class Signature>
class Callback {
 public:
  Callback() = default;
  template <class Function>
  requires(!std::is_same_v<std::remove_cvref_t<Function>, Callback>) Callback(Function function)
      : function_(std::make_shared<const std::function<Signature>>(std::move(function))) {}

  explicit operator bool() const { return function_ != nullptr && *function_; }
  const std::function<Signature>& function() const { return *function_; }
  friend bool operator==(const Callback&, const Callback&) = default;

 private:
  std::shared_ptr<const std::function<Signature>> function_;
};

}  // namespace catena
