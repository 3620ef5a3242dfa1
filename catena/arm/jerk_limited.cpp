#include "catena/arm/jerk_limited.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace catena {

namespace {

AxisState moved(const AxisState& s, double t, double jerk) {
  return {s.position + t * (s.velocity + t * (s.acceleration / 2.0 + t * jerk / 6.0)),
          s.velocity + t * (s.acceleration + t * jerk / 2.0), s.acceleration + t * jerk};
}

void check_axis(const AxisState& from, const AxisState& to, const JerkLimits& limits) {
  for (const double x : {from.position, from.velocity, from.acceleration, to.position, to.velocity,
                         to.acceleration, limits.velocity, limits.acceleration, limits.jerk})
    if (!std::isfinite(x))
      throw std::invalid_argument("AxisMotion: states and limits must be finite");
  if (!(limits.velocity > 0.0 && limits.acceleration > 0.0 && limits.jerk > 0.0))
    throw std::invalid_argument(
        fmt::format("AxisMotion: limits must be positive, found velocity {:g}, acceleration {:g}, "
                    "jerk {:g}",
                    limits.velocity, limits.acceleration, limits.jerk));
  const double slack = 1.0 + 1e-12;
  if (std::abs(to.velocity) > slack * limits.velocity ||
      std::abs(to.acceleration) > slack * limits.acceleration)
    throw std::invalid_argument(fmt::format(
        "AxisMotion: the goal's velocity {:g} or acceleration {:g} is beyond the limits "
        "{:g} and {:g}",
        to.velocity, to.acceleration, limits.velocity, limits.acceleration));
  const double before =
      to.velocity - to.acceleration * std::abs(to.acceleration) / (2.0 * limits.jerk);
  if (std::abs(before) > slack * limits.velocity)
    throw std::invalid_argument(fmt::format(
        "AxisMotion: to have velocity {:g} and acceleration {:g} at the goal, the velocity would "
        "have to be {:g} before, beyond its limit {:g}",
        to.velocity, to.acceleration, before, limits.velocity));
}

// Dents of different depth that are looked at: the way need not grow with it.
constexpr int dents = 8;

// The velocity at which the acceleration, taken to zero as fast as may be, ends.
double natural(double v, double a, double jerk) {
  return v + a * std::abs(a) / (2.0 * jerk);
}

}  // namespace

// From one velocity and acceleration to others.
struct AxisMotion::Ramp {
  std::array<Piece, 5> pieces{};
  int count = 0;
  double duration = 0.0, distance = 0.0;

  void add(double t, double jerk) {
    if (t > 0.0) pieces[static_cast<std::size_t>(count++)] = {t, jerk};
  }
  // With duration and distance.
  Ramp measured(const AxisState& from) const {
    Ramp out = *this;
    AxisState s{0.0, from.velocity, from.acceleration};
    for (int i = 0; i < count; ++i) {
      const Piece& p = pieces[static_cast<std::size_t>(i)];
      s = moved(s, p.duration, p.jerk);
      out.duration += p.duration;
    }
    out.distance = s.position;
    return out;
  }
};

AxisMotion::Ramp AxisMotion::ramp(const AxisState& from, double to_v, double to_a,
                                  const JerkLimits& limits) {
  Ramp out;
  const double j = limits.jerk, most = limits.acceleration;
  AxisState s = from;
  if (std::abs(s.acceleration) > most) {  // back inside first
    const double t = (std::abs(s.acceleration) - most) / j, jerk = s.acceleration > 0.0 ? -j : j;
    out.add(t, jerk);
    s = moved(s, t, jerk);
    s.acceleration = jerk < 0.0 ? most : -most;
  }
  // Upwards or downwards from where the straight change of acceleration would end.
  const double square = (to_a * to_a - s.acceleration * s.acceleration) / (2.0 * j);
  const double straight = to_a >= s.acceleration ? square : -square;
  const double sign = to_v - s.velocity >= straight ? 1.0 : -1.0;
  const double a0 = sign * s.acceleration, a1 = sign * to_a, gain = sign * (to_v - s.velocity);
  // Up to `peak` and down to a1: gain = (peak^2 - (a0^2 + a1^2) / 2) / j.
  const double squares = 0.5 * (a0 * a0 + a1 * a1);
  const double above = j * gain + squares,
               rounding = 1e-14 * squares + 1e-15 * j * (std::abs(from.velocity) + std::abs(to_v));
  double peak = above > rounding ? std::sqrt(above) : 0.0, flat = 0.0;
  if (peak > most) {
    peak = most;
    flat = (gain - (most * most - squares) / j) / most;
  }
  peak = std::max({peak, a0, a1});
  out.add((peak - a0) / j, sign * j);
  out.add(flat, 0.0);
  out.add((peak - a1) / j, -sign * j);
  return out.measured(from);
}

AxisMotion::Ramp AxisMotion::dip(double part, bool at_end) const {
  AxisState from = from_, to = to_;
  if (at_end) {
    std::swap(from, to);
    from.acceleration = -from.acceleration, to.acceleration = -to.acceleration;
  }
  const double a = from.acceleration, t = (1.0 - part) * std::abs(a) / limits_.jerk,
               jerk = a > 0.0 ? -limits_.jerk : limits_.jerk;
  Ramp out;
  out.add(t, jerk);
  AxisState low = moved(from, t, jerk);
  low.acceleration = part * a;
  const Ramp rest = ramp(low, to.velocity, to.acceleration, limits_);
  for (int i = 0; i < rest.count; ++i) {
    const Piece& p = rest.pieces[static_cast<std::size_t>(i)];
    out.add(p.duration, p.jerk);
  }
  return out.measured(from);
}

// The way out is the way in, seen backwards in time: there accelerations change their sign.
AxisMotion::Way AxisMotion::way(double cruise) const {
  const Ramp in = ramp(from_, cruise, 0.0, limits_);
  const Ramp out = ramp({0.0, to_.velocity, -to_.acceleration}, cruise, 0.0, limits_);
  return {in.distance + out.distance, in.duration + out.duration};
}

// Ways depend continuously on the number, so a root is found whatever happens between.
template <class Distance>
double AxisMotion::find(const Distance& distance, double low, double high, bool can_wait) const {
  double f_low = distance(low) - distance_, f_high = distance(high) - distance_;
  if (f_low == 0.0) return low;
  for (int i = 0; i < 200 && f_high != 0.0; ++i) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    // A secant step, where it stays inside, every other time.
    double at = middle;
    if (i % 2 == 0) {
      const double secant = high - f_high * (high - low) / (f_high - f_low);
      if (std::isfinite(secant) && secant > std::min(low, high) && secant < std::max(low, high))
        at = secant;
    }
    const double f = distance(at) - distance_;
    if ((f < 0.0) == (f_low < 0.0))
      low = at, f_low = f;
    else
      high = at, f_high = f;
  }
  if (f_high == 0.0) return high;
  // What is missing by rounding, a cruise can make up for; what is too much, nothing can.
  if (can_wait && low != 0.0 && f_low * low <= 0.0) return low;
  if (can_wait && high != 0.0 && f_high * high <= 0.0) return high;
  return std::abs(f_low) < std::abs(f_high) ? low : high;
}

double AxisMotion::time_of(double cruise) const {
  const Way w = way(cruise);
  return w.duration + (cruise == 0.0 ? 0.0 : std::max(0.0, (distance_ - w.distance) / cruise));
}

AxisMotion::AxisMotion(const AxisState& from, const AxisState& to, const JerkLimits& limits)
    : from_(from), to_(to), limits_(limits), distance_(to.position - from.position) {
  check_axis(from, to, limits);
  choose();
}

// Families of motions, each with one number that decides how far they go. From the direct ramp
// between start and goal, one leads upwards: the ramp is dented, until it is interrupted by a
// velocity without acceleration, which then rises to its limit, where it may last. Another one
// leads downwards alike. One of them has the way that is asked for.
void AxisMotion::choose() {
  const double v = limits_.velocity, j = limits_.jerk;
  const double in = natural(from_.velocity, from_.acceleration, j),
               out = natural(to_.velocity, -to_.acceleration, j);
  const auto by_cruise = [&](double cruise) { return way(cruise).distance; };
  double least = HUGE_VAL, best_cruise = 0.0;
  const auto consider = [&](double cruise) {
    const double time = time_of(cruise);
    if (time < least) least = time, best_cruise = cruise;
  };
  double best_part = -1.0;
  bool best_end = false;
  // Rounding must not keep it from what the direct ramp does exactly.
  const Ramp straight = dip(1.0, false);
  if (std::abs(straight.distance - distance_) <= 1e-13 * (1.0 + std::abs(distance_)))
    least = straight.duration, best_part = 1.0;
  for (const double side : {1.0, -1.0}) {
    const bool at_end = side * out > side * in;  // which of both velocities is farther
    const double turn = std::clamp(at_end ? out : in, -v, v), at_turn = by_cruise(turn);
    if (side * at_turn <= side * distance_)
      consider(side * by_cruise(side * v) <= side * distance_
                   ? side * v
                   : find(by_cruise, turn, side * v, true));
    if (std::abs(from_.acceleration) > limits_.acceleration) continue;
    const auto by_part = [&](double part) { return dip(part, at_end).distance; };
    double before = by_part(0.0) - distance_;
    for (int k = 0; k < dents; ++k) {
      const double low = static_cast<double>(k) / dents, high = (k + 1.0) / dents;
      const double after = by_part(high) - distance_;
      const bool found = before * after <= 0.0;
      before = after;
      if (!found) continue;
      const double part = find(by_part, low, high, false);
      const Ramp dented = dip(part, at_end);
      if (std::abs(dented.distance - distance_) > 1e-12 * (1.0 + std::abs(distance_))) continue;
      if (dented.duration < least) least = dented.duration, best_part = part, best_end = at_end;
    }
  }
  const double upper = std::clamp(std::max(in, out), -v, v),
               lower = std::clamp(std::min(in, out), -v, v);
  const double before = least;
  if ((by_cruise(lower) - distance_) * (by_cruise(upper) - distance_) <= 0.0)
    consider(find(by_cruise, lower, upper, true));
  if (best_part >= 0.0 && least == before && dip(best_part, best_end).duration <= least)
    return build(dip(best_part, best_end), best_end);
  const Way w = way(best_cruise);
  build(best_cruise,
        best_cruise == 0.0 ? 0.0 : std::max(0.0, (distance_ - w.distance) / best_cruise));
}

void AxisMotion::build(const Ramp& whole, bool backwards) {
  pieces_.assign(whole.pieces.begin(), whole.pieces.begin() + whole.count);
  if (backwards) std::reverse(pieces_.begin(), pieces_.end());
  assemble(pieces_.size(), 0.0);
}

void AxisMotion::build(double cruise, double pause) {
  const Ramp in = ramp(from_, cruise, 0.0, limits_);
  const Ramp out = ramp({0.0, to_.velocity, -to_.acceleration}, cruise, 0.0, limits_);
  pieces_.assign(in.pieces.begin(), in.pieces.begin() + in.count);
  const std::size_t cruising = pieces_.size();
  if (pause > 0.0) pieces_.push_back({pause, 0.0});
  // Backwards: the order turns round, and jerks stay (the third derivative of a reversed motion in
  // reversed direction).
  for (int i = out.count - 1; i >= 0; --i)
    pieces_.push_back(out.pieces[static_cast<std::size_t>(i)]);
  assemble(cruising, cruise);
}

// The cruise begins at its velocity exactly: what rounding leaves of an acceleration would grow
// with the square of its duration.
void AxisMotion::assemble(std::size_t cruising, double cruise) {
  starts_.clear();
  duration_ = 0.0;
  AxisState s = from_;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (i == cruising) s.velocity = cruise, s.acceleration = 0.0;
    starts_.push_back(s);
    s = moved(s, pieces_[i].duration, pieces_[i].jerk);
    duration_ += pieces_[i].duration;
  }
  starts_.push_back(to_);
}

AxisState AxisMotion::at(double t) const {
  if (t < 0.0) return {from_.position + t * from_.velocity, from_.velocity, 0.0};
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    if (t <= pieces_[i].duration) return moved(starts_[i], t, pieces_[i].jerk);
    t -= pieces_[i].duration;
  }
  if (t <= 1e-12 * (1.0 + duration_)) return to_;
  return {to_.position + t * to_.velocity, to_.velocity, 0.0};
}

double AxisMotion::top_speed() const {
  double most = 0.0;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    most = std::max({most, std::abs(starts_[i].velocity),
                     std::abs(moved(starts_[i], pieces_[i].duration, pieces_[i].jerk).velocity)});
    if (pieces_[i].jerk == 0.0) continue;
    const double still = -starts_[i].acceleration / pieces_[i].jerk;  // where v has its extremum
    if (still > 0.0 && still < pieces_[i].duration)
      most = std::max(most, std::abs(moved(starts_[i], still, pieces_[i].jerk).velocity));
  }
  return most;
}

}  // namespace catena
