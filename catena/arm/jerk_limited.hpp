#pragma once
// Motions with bounded velocity, acceleration and jerk from any state to any state, several
// coordinates at once that arrive together.

#include <array>
#include <string>
#include <vector>

#include "catena/control/profiles.hpp"

namespace catena {

struct JerkLimits {
  double velocity = 1.0, acceleration = 1.0, jerk = 1.0;  // all positive
};

// Of one coordinate.
struct AxisState {
  double position = 0.0, velocity = 0.0, acceleration = 0.0;
};

// One coordinate: up to eleven pieces of constant jerk. Two ramps, each of up to three pieces (the
// acceleration rises, stays, falls), with a cruise between them: seven pieces. A start or a goal
// with more acceleration than allowed adds one each.
class AxisMotion {
 public:
  struct Piece {
    double duration, jerk;
  };

  // The fastest motion of this form, which is the fastest of all where start and goal are at rest.
  // No faster one is known to a goal without acceleration; to one with an acceleration there may
  // be. A start beyond the limits comes back inside them as fast as they allow. Throws
  // std::invalid_argument where numbers are not finite, limits are not positive, or the goal's
  // velocity or acceleration is beyond the limits, or cannot be arrived at without exceeding them.
  AxisMotion(const AxisState& from, const AxisState& to, const JerkLimits& limits);

  double duration() const { return duration_; }
  AxisState at(double t) const;  // before and after: moves on with the velocity at the end
  const std::vector<Piece>& pieces() const { return pieces_; }
  // Where each piece starts, and the goal.
  const std::vector<AxisState>& states() const { return starts_; }
  // The greatest |velocity| on the way.
  double top_speed() const;

  // The same start and goal in exactly `duration`; false where that cannot be (it is too short, or
  // the motion would have to wait where it cannot).
  bool stretch(double duration);
  // From this duration on every one can be had.
  double always_possible_from() const;

 private:
  struct Ramp;
  static Ramp ramp(const AxisState& from, double to_v, double to_a, const JerkLimits& limits);
  // First the acceleration goes to a part of what it is, then a ramp to the goal; seen backwards in
  // time where `at_end`.
  Ramp dip(double part, bool at_end) const;
  struct Way {
    double distance, duration;
  };
  Way way(double cruise) const;  // both ramps without a cruise between
  // Where in [low, high] a way, as a function of one number, is as long as it shall be.
  template <class Distance>
  double find(const Distance& distance, double low, double high, bool can_wait) const;
  void build(double cruise, double pause);
  void build(const Ramp& whole, bool backwards);
  void assemble(std::size_t cruising, double cruise);
  void choose();
  double waiting_cruise(int sign) const;  // 0: there is none
  double time_of(double cruise) const;    // with the cruise that the distance needs

  AxisState from_, to_;
  JerkLimits limits_;
  double distance_, duration_ = 0.0;
  std::vector<Piece> pieces_;
  std::vector<AxisState> starts_;  // of pieces
};

// Several coordinates that start and arrive together. As fast as the slowest one can; where another
// one cannot take just as long, the next time that all can.
class JerkLimitedMotion {
 public:
  // All of the same size; empty velocities and accelerations are zero.
  JerkLimitedMotion(MotionPoint from, MotionPoint to, const std::vector<JerkLimits>& limits);

  double duration() const { return duration_; }
  MotionPoint evaluate(double t) const;
  const std::vector<AxisMotion>& axes() const { return axes_; }
  // Times at which some jerk jumps, rising.
  std::vector<double> knots() const;

 private:
  std::vector<AxisMotion> axes_;
  double duration_ = 0.0;
};

}  // namespace catena
