#include "catena/control/profiles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace catena {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

MotionPoint resting(const VectorXd& position) {
  return {position, VectorXd::Zero(position.size()), VectorXd::Zero(position.size())};
}

void complete(MotionPoint& point, Index size) {
  if (point.velocity.size() == 0) point.velocity = VectorXd::Zero(size);
  if (point.acceleration.size() == 0) point.acceleration = VectorXd::Zero(size);
  if (point.position.size() != size || point.velocity.size() != size ||
      point.acceleration.size() != size)
    throw std::invalid_argument(fmt::format(
        "MinimumJerk: {} coordinates at the start, but a point has {} positions, {} velocities and "
        "{} accelerations",
        size, point.position.size(), point.velocity.size(), point.acceleration.size()));
}

}  // namespace

MinimumJerk::MinimumJerk(double start, double end, MotionPoint from, MotionPoint to)
    : start_(start), duration_(end - start), from_(std::move(from)), to_(std::move(to)) {
  if (!(duration_ > 0.0) || !std::isfinite(duration_))
    throw std::invalid_argument(
        fmt::format("MinimumJerk: the end, {:g}, must be after the start, {:g}", end, start));
  complete(from_, from_.position.size());
  complete(to_, from_.position.size());
  const double T = duration_;
  const VectorXd v0 = T * from_.velocity, v1 = T * to_.velocity;
  const VectorXd a0 = T * T * from_.acceleration, a1 = T * T * to_.acceleration;
  const VectorXd way = to_.position - from_.position;
  coefficients_ = {from_.position,
                   v0,
                   0.5 * a0,
                   10.0 * way - 6.0 * v0 - 4.0 * v1 - 1.5 * a0 + 0.5 * a1,
                   -15.0 * way + 8.0 * v0 + 7.0 * v1 + 1.5 * a0 - a1,
                   6.0 * way - 3.0 * (v0 + v1) - 0.5 * a0 + 0.5 * a1};
}

MotionPoint MinimumJerk::evaluate(double t) const {
  if (t < start_) return resting(from_.position);
  if (t > end()) return resting(to_.position);
  const double s = (t - start_) / duration_;
  MotionPoint out = resting(VectorXd::Zero(from_.position.size()));
  for (int k = 5; k >= 0; --k) {  // Horner's scheme, with two derivatives
    out.acceleration = out.acceleration * s + 2.0 * out.velocity;
    out.velocity = out.velocity * s + out.position;
    out.position = out.position * s + coefficients_[static_cast<std::size_t>(k)];
  }
  out.velocity /= duration_;
  out.acceleration /= duration_ * duration_;
  return out;
}

TrapezoidalProfile::TrapezoidalProfile(double start, VectorXd from, VectorXd to,
                                       const VectorXd& max_velocity, VectorXd max_acceleration)
    : start_(start),
      from_(std::move(from)),
      to_(std::move(to)),
      acceleration_(std::move(max_acceleration)) {
  const Index n = from_.size();
  if (to_.size() != n || max_velocity.size() != n || acceleration_.size() != n)
    throw std::invalid_argument(fmt::format(
        "TrapezoidalProfile: {} coordinates at the start, {} at the end, {} velocities and {} "
        "accelerations",
        n, to_.size(), max_velocity.size(), acceleration_.size()));
  for (Index i = 0; i < n; ++i) {
    const double v = max_velocity[i], a = acceleration_[i], way = std::abs(to_[i] - from_[i]);
    if (!(v > 0.0) || !(a > 0.0))
      throw std::invalid_argument(fmt::format(
          "TrapezoidalProfile: coordinate {} has the largest velocity {:g} and acceleration {:g}; "
          "both must be positive",
          i, v, a));
    // A short way is over before the largest velocity is reached.
    duration_ = std::max(duration_, way * a > v * v ? way / v + v / a : 2.0 * std::sqrt(way / a));
  }
  // way = v (T - v / a); the smaller root, in the form that does not cancel.
  cruise_.resize(n);
  for (Index i = 0; i < n; ++i) {
    const double a = acceleration_[i], way = std::abs(to_[i] - from_[i]), full = a * duration_;
    const double root = std::sqrt(std::max(0.0, full * full - 4.0 * a * way));
    cruise_[i] = way > 0.0 ? std::min(2.0 * a * way / (full + root), max_velocity[i]) : 0.0;
  }
}

MotionPoint TrapezoidalProfile::evaluate(double t) const {
  if (t <= start_ && duration_ == 0.0) return resting(to_);
  if (t < start_) return resting(from_);
  if (t > end()) return resting(to_);
  MotionPoint out = resting(from_);
  for (Index i = 0; i < from_.size(); ++i) {
    const double sign = to_[i] < from_[i] ? -1.0 : 1.0, v = cruise_[i], a = acceleration_[i];
    const double ramp = v / a, since = t - start_, left = end() - t;
    if (v == 0.0) continue;
    if (since < ramp) {
      out.position[i] += sign * 0.5 * a * since * since;
      out.velocity[i] = sign * a * since;
      out.acceleration[i] = sign * a;
    } else if (left <= ramp) {
      out.position[i] = to_[i] - sign * 0.5 * a * left * left;
      out.velocity[i] = sign * a * left;
      out.acceleration[i] = -sign * a;
    } else {
      out.position[i] += sign * v * (since - 0.5 * ramp);
      out.velocity[i] = sign * v;
    }
  }
  return out;
}

std::vector<double> TrapezoidalProfile::knots() const {
  std::vector<double> times = {start_, end()};
  for (Index i = 0; i < from_.size(); ++i) {
    if (cruise_[i] == 0.0) continue;
    times.push_back(start_ + cruise_[i] / acceleration_[i]);
    times.push_back(end() - cruise_[i] / acceleration_[i]);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace catena
