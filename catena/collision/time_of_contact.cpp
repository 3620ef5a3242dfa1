#include "catena/collision/time_of_contact.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/quaternion.hpp"

namespace catena {

namespace {

using V = Vec3<double>;

// How far any point can approach along n within a time: speed s, acceleration q.
struct Approach {
  double speed = 0.0, acceleration = 0.0;

  // The time in which at least `gap` remains to be gone.
  double time_for(double gap) const {
    if (acceleration <= 0.0) return speed > 0.0 ? gap / speed : 1e300;
    const double root = std::sqrt(std::max(0.0, speed * speed + 2.0 * acceleration * gap));
    if (speed >= 0.0) return 2.0 * gap / (speed + root);
    return (root - speed) / acceleration;
  }
};

double turning(const Collider& c, double angular_speed) {
  return angular_speed > 0.0 ? angular_speed * c.size : 0.0;
}

Approach approach_of(const Collider& a, const SolidMotion& ma, const Collider& b,
                     const SolidMotion& mb, double t, const V& n) {
  Approach s;
  // n is from b to a: they approach where a moves against it. Planes hold convex solids apart, not
  // meshes, which may meet anywhere.
  const V velocity = mb.velocity(t) - ma.velocity(t);
  const bool convex = !a.surface && !b.surface;
  s.speed = (convex ? dot(n, velocity) : norm(velocity)) + turning(a, ma.most_angular_speed()) +
            turning(b, mb.most_angular_speed());
  s.acceleration = ma.most_acceleration() + mb.most_acceleration();
  return s;
}

}  // namespace

Transform<double> UniformMotion::pose(double t) const {
  return {rotation_matrix(exponential(t * angular_)) * start_.rotation,
          start_.translation + t * velocity_};
}

std::optional<ContactTime> first_contact(const Collider& a, const SolidMotion& motion_a,
                                         const Collider& b, const SolidMotion& motion_b,
                                         double begin, double end, double target,
                                         PairCache& cache) {
  constexpr int most_queries = 1000;
  const double near = 1e-3 * target + 1e-9;
  ContactTime result;
  double t = begin;
  while (true) {
    result.distance = distance(a, motion_a.pose(t), b, motion_b.pose(t), cache);
    result.t = t;
    ++result.queries;
    const double gap = result.distance.value - target;
    if (!(gap > near)) return result;
    if (result.queries == most_queries) return result;
    // The planes across n hold the solids apart for at least this long.
    const Approach approach = approach_of(a, motion_a, b, motion_b, t, result.distance.n);
    const double advance = approach.time_for(gap);
    if (!(t + advance < end)) return std::nullopt;
    t += std::max(advance, 1e-15 * std::max(1.0, abs(t)));
  }
}

}  // namespace catena
