#pragma once
// Timed paths one after the other, with rests between them.

#include <vector>

#include "catena/arm/timed_path.hpp"

namespace catena {

class MotionSequence {
 public:
  // Rests at `start` (positions of all velocity coordinates) until something is added.
  explicit MotionSequence(Eigen::VectorXd start) : end_(std::move(start)) {}
  static MotionSequence of(TimedPath path);

  // A path that begins where the last one ended. Throws std::invalid_argument where it does not
  // (by more than 1e-6).
  void add(TimedPath path);
  void wait(double duration) { duration_ += duration; }

  double duration() const { return duration_; }
  const Eigen::VectorXd& end() const { return end_; }  // positions at the end
  Eigen::Index size() const { return end_.size(); }
  // At rest before, between and after.
  void evaluate(double t, PathPlace& scratch, MotionPoint& out) const;
  // Times at which accelerations or their derivatives jump.
  std::vector<double> knots() const;

 private:
  struct Part {
    double begin;
    TimedPath path;
  };
  std::vector<Part> parts_;
  Eigen::VectorXd end_;
  double duration_ = 0.0;
};

}  // namespace catena
