#pragma once
// When two solids that move touch first, by conservative advancement.

#include <optional>

#include "catena/collision/distance.hpp"

namespace catena {

// The motion of a solid during a step: poses, and bounds on what its origin and its axes do.
class SolidMotion {
 public:
  virtual ~SolidMotion() = default;
  virtual Transform<double> pose(double t) const = 0;
  // The velocity of the origin at t, in world axes.
  virtual Vec3<double> velocity(double t) const = 0;
  // At any time of the step: bounds on the acceleration of the origin and on the angular speed.
  virtual double most_acceleration() const = 0;
  virtual double most_angular_speed() const = 0;
};

// With constant velocities: exact for a body in flight without gravity that turns about one axis.
class UniformMotion final : public SolidMotion {
 public:
  UniformMotion(const Transform<double>& start, const Vec3<double>& velocity,
                const Vec3<double>& angular_velocity)
      : start_(start), velocity_(velocity), angular_(angular_velocity) {}
  Transform<double> pose(double t) const override;
  Vec3<double> velocity(double) const override { return velocity_; }
  double most_acceleration() const override { return 0.0; }
  double most_angular_speed() const override { return norm(angular_); }

 private:
  Transform<double> start_;
  Vec3<double> velocity_, angular_;
};

struct ContactTime {
  double t = 0.0;
  Distance distance = {};  // at t
  int queries = 0;         // of the distance
};

// The first time in [begin, end] when the distance is down to `target`, or nothing. It is never
// late: until then the solids are farther apart than the target, unless they begin nearer; at t
// they are by at most 1e-9 m + 1e-3 `target`. A solid without an end (half-space, height field)
// must not turn.
std::optional<ContactTime> first_contact(const Collider& a, const SolidMotion& motion_a,
                                         const Collider& b, const SolidMotion& motion_b,
                                         double begin, double end, double target, PairCache& cache);

}  // namespace catena
