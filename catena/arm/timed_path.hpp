#pragma once
// A path with a time law: the motion of its parameter, and the resulting motion of the joints.

#include <variant>
#include <vector>

#include "catena/arm/jerk_limited.hpp"
#include "catena/arm/joint_path.hpp"
#include "catena/control/profiles.hpp"

namespace catena {

// From rest to rest by a polynomial of degree five: 10 x^3 - 15 x^4 + 6 x^5.
struct QuinticLaw {
  double length = 1.0, duration = 1.0;

  AxisState at(double t) const;
};

// A constant second derivative between knots.
struct StepwiseLaw {
  std::vector<double> t, s, rate;  // at the knots; all rise but for the rate

  AxisState at(double time) const;
};

class TimedPath {
 public:
  TimedPath(JointPath path, QuinticLaw law) : path_(std::move(path)), law_(law) {}
  TimedPath(JointPath path, AxisMotion law) : path_(std::move(path)), law_(std::move(law)) {}
  TimedPath(JointPath path, StepwiseLaw law) : path_(std::move(path)), law_(std::move(law)) {}

  double duration() const;
  const JointPath& path() const { return path_; }
  // Position, velocity and acceleration of s, and of the joints; at rest before and after.
  AxisState law(double t) const;
  MotionPoint evaluate(double t) const;
  void evaluate(double t, PathPlace& scratch, MotionPoint& out) const;
  // Times at which accelerations (stepwise) or their derivatives jump.
  std::vector<double> knots() const;

 private:
  JointPath path_;
  std::variant<QuinticLaw, AxisMotion, StepwiseLaw> law_;
};

// The quintic law from rest to rest that is as fast as limits of joint velocities and accelerations
// (one per coordinate, infinite: none) allow.
TimedPath fastest_quintic(JointPath path, const Eigen::VectorXd& velocity,
                          const Eigen::VectorXd& acceleration);
// The same with a law of bounded jerk: limits of s itself are found from those of the joints, so
// that no joint exceeds its own; the jerk by |q'| s''' alone.
TimedPath fastest_jerk_limited(JointPath path, const Eigen::VectorXd& velocity,
                               const Eigen::VectorXd& acceleration, const Eigen::VectorXd& jerk);

}  // namespace catena
