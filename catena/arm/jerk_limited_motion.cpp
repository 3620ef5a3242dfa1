// Motions that take longer than they must, so that several coordinates arrive together.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "catena/arm/jerk_limited.hpp"

namespace catena {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

void fill_point(MotionPoint& point, Index size, const char* which) {
  if (point.velocity.size() == 0) point.velocity = VectorXd::Zero(size);
  if (point.acceleration.size() == 0) point.acceleration = VectorXd::Zero(size);
  if (point.position.size() != size || point.velocity.size() != size ||
      point.acceleration.size() != size)
    throw std::invalid_argument(fmt::format(
        "JerkLimitedMotion: {} limits, but the {} has {} positions, {} velocities and "
        "{} accelerations",
        size, which, point.position.size(), point.velocity.size(), point.acceleration.size()));
}

}  // namespace

// How far one may cruise, from zero on, such that the ways without a cruise stay shorter than
// needed: then there is room to wait, and the slower the longer.
double AxisMotion::waiting_cruise(int sign) const {
  const double v = sign * limits_.velocity;
  const auto missing = [&](double cruise) { return sign * (distance_ - way(cruise).distance); };
  if (!(missing(0.0) > 0.0)) return 0.0;
  // Ways need not grow with the velocity: the first place where they are too long counts.
  const int samples = 48;
  double inside = 0.0, outside = v;
  for (int i = 1; i <= samples; ++i) {
    outside = v * i / samples;
    if (missing(outside) < 0.0) break;
    inside = outside;
  }
  for (int i = 0; i < 100 && inside != outside; ++i) {
    const double middle = 0.5 * (inside + outside);
    if (middle == inside || middle == outside) break;
    (missing(middle) >= 0.0 ? inside : outside) = middle;
  }
  return inside;
}

double AxisMotion::always_possible_from() const {
  double least = HUGE_VAL;
  for (const int sign : {1, -1})
    if (const double cruise = waiting_cruise(sign); cruise != 0.0)
      least = std::min(least, time_of(cruise));
  if (way(0.0).distance == distance_) least = std::min(least, way(0.0).duration);
  return std::max(least, duration_);
}

bool AxisMotion::stretch(double duration) {
  if (std::abs(duration - duration_) <= 1e-14 * (1.0 + duration)) return true;
  if (duration < duration_) return false;
  const Way still = way(0.0);
  if (std::abs(distance_ - still.distance) <= 1e-15 * (1.0 + std::abs(distance_)) &&
      duration >= still.duration) {
    build(0.0, duration - still.duration);
    return true;
  }
  for (const int sign : {1, -1}) {
    const double top = waiting_cruise(sign);
    if (top == 0.0 || time_of(top) > duration) continue;
    double slow = 0.0, fast = top;  // time_of(slow) > duration >= time_of(fast)
    for (int i = 0; i < 200; ++i) {
      const double middle = 0.5 * (slow + fast);
      if (middle == slow || middle == fast) break;
      (time_of(middle) > duration ? slow : fast) = middle;
    }
    const Way w = way(fast);
    const double pause = (distance_ - w.distance) / fast;
    if (pause < -1e-12 * (1.0 + duration)) continue;  // between the samples the way was too long
    build(fast, std::max(0.0, pause));
    return true;
  }
  return false;
}

JerkLimitedMotion::JerkLimitedMotion(MotionPoint from, MotionPoint to,
                                     const std::vector<JerkLimits>& limits) {
  const auto n = static_cast<Index>(limits.size());
  fill_point(from, n, "start");
  fill_point(to, n, "goal");
  for (Index i = 0; i < n; ++i) {
    try {
      axes_.emplace_back(AxisState{from.position[i], from.velocity[i], from.acceleration[i]},
                         AxisState{to.position[i], to.velocity[i], to.acceleration[i]},
                         limits[static_cast<std::size_t>(i)]);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(fmt::format("coordinate {}: {}", i, error.what()));
    }
    duration_ = std::max(duration_, axes_.back().duration());
  }
  // Times at which some coordinate becomes able to take any longer time; one of these will do.
  std::vector<double> later = {duration_};
  for (const AxisMotion& axis : axes_)
    if (const double t = axis.always_possible_from(); t > duration_) later.push_back(t);
  std::sort(later.begin(), later.end());
  for (int i = 0; i < 100; ++i) later.push_back(1.1 * later.back() + 1e-9);
  for (const double t : later) {
    std::vector<AxisMotion> trial = axes_;
    if (!std::all_of(trial.begin(), trial.end(), [&](AxisMotion& a) { return a.stretch(t); }))
      continue;
    axes_ = std::move(trial);
    duration_ = t;
    return;
  }
  throw std::invalid_argument("JerkLimitedMotion: found no duration that suits all coordinates");
}

MotionPoint JerkLimitedMotion::evaluate(double t) const {
  const auto n = static_cast<Index>(axes_.size());
  MotionPoint out{VectorXd(n), VectorXd(n), VectorXd(n)};
  for (Index i = 0; i < n; ++i) {
    const AxisState s = axes_[static_cast<std::size_t>(i)].at(t);
    out.position[i] = s.position, out.velocity[i] = s.velocity,
    out.acceleration[i] = s.acceleration;
  }
  return out;
}

std::vector<double> JerkLimitedMotion::knots() const {
  std::vector<double> times = {0.0};
  for (const AxisMotion& axis : axes_) {
    double t = 0.0;
    for (const AxisMotion::Piece& p : axis.pieces()) times.push_back(t += p.duration);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

}  // namespace catena
