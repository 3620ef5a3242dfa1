#pragma once
// Motions from one place to another: of least jerk, and with a trapezoidal velocity.

#include <Eigen/Core>
#include <vector>

namespace catena {

// Position, velocity and acceleration of several coordinates.
struct MotionPoint {
  Eigen::VectorXd position, velocity, acceleration;
};

// The motion with the least integral of squared jerk between two points of given velocity and
// acceleration: a polynomial of degree five (Flash & Hogan 1985). Rests at the ends before and
// after (which is continuous where these have no velocity).
class MinimumJerk {
 public:
  // From `from` at time `start` to `to` at `end`; velocities and accelerations that are empty are
  // zero. Throws std::invalid_argument where end is not after start or sizes differ.
  MinimumJerk(double start, double end, MotionPoint from, MotionPoint to);

  double start() const { return start_; }
  double end() const { return start_ + duration_; }
  MotionPoint evaluate(double t) const;

 private:
  double start_, duration_;
  MotionPoint from_, to_;
  std::vector<Eigen::VectorXd> coefficients_;  // of s^k, s = (t - start) / duration
};

// From rest to rest: each coordinate speeds up at its largest acceleration, cruises, and slows
// down. All of them arrive together; the one that needs longest is as fast as its limits allow, the
// others cruise more slowly.
class TrapezoidalProfile {
 public:
  // Throws std::invalid_argument where sizes differ or a limit is not positive.
  TrapezoidalProfile(double start, Eigen::VectorXd from, Eigen::VectorXd to,
                     const Eigen::VectorXd& max_velocity, Eigen::VectorXd max_acceleration);

  double start() const { return start_; }
  double end() const { return start_ + duration_; }
  MotionPoint evaluate(double t) const;
  // The times at which some acceleration jumps, rising.
  std::vector<double> knots() const;

 private:
  double start_, duration_ = 0.0;
  Eigen::VectorXd from_, to_, acceleration_, cruise_;  // cruise_: speeds, not negative
};

}  // namespace catena
