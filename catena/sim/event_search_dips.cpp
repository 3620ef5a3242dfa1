// EventSearch: forces that run out within a step and are back before it ends.

#include <algorithm>
#include <array>
#include <cmath>

#include "catena/math/infinity.hpp"
#include "catena/sim/event_search.hpp"

namespace catena {

namespace {

// A polynomial that comes closer to zero than this part of what it spans may be one of a force that
// runs out.
constexpr double close_to_zero = 0.05;
constexpr int fractions = 32;  // of the step, at which the polynomial is looked at
// Forces below this, relative to the typical force, are none.
constexpr double no_force = 1e-10;
constexpr double golden_section = 0.3819660112501051;
constexpr double resolved = 1e-10;  // s

}  // namespace

// At a fraction of the step, of the polynomial through the values at all points.
double EventSearch::through_points(std::size_t g, double theta) const {
  const auto i = static_cast<Eigen::Index>(g);
  double sum = 0.0;
  for (const Point& point : points_) {
    double part = point.values[i];
    for (const Point& other : points_)
      if (&other != &point) part *= (theta - other.theta) / (point.theta - other.theta);
    sum += part;
  }
  return sum;
}

// Where a force is least between two fractions of the step, or the first fraction tried at which it
// has run out. Ends early where it stays further from zero than it changes between them.
double EventSearch::least_force(Integrator& integrator, const Guard& guard, double t, double from,
                                double to, double h) {
  const auto at = [&](double theta) {
    integrator.inside(equations_, theta, y_);
    return evaluate(guard, t + theta * h, y_).value;
  };
  double a = from, b = to, fa = at(a), fb = at(b);
  double m = a + golden_section * (b - a), fm = at(m);
  while ((b - a) * h > resolved && fm >= violated && fm < std::max(fa, fb) - fm) {
    const bool left = m - a > b - m;
    const double x = left ? m - golden_section * (m - a) : m + golden_section * (b - m);
    const double fx = at(x);
    if (fx < fm) {
      (left ? b : a) = m, (left ? fb : fa) = fm;
      m = x, fm = fx;
    } else {
      (left ? a : b) = x, (left ? fa : fb) = fx;
    }
  }
  return m;
}

// The fraction of the step at which the force of guard g, which is good at all points, runs out
// between them; infinity: it does not.
double EventSearch::dip_of(Integrator& integrator, std::size_t g, double t, double h) {
  if (!guards_[g].needs_forces || points_.size() < 3) return infinity;
  const auto i = static_cast<Eigen::Index>(g);
  double lowest = infinity, highest = -infinity;
  for (const Point& point : points_) {
    lowest = std::min(lowest, point.values[i]);
    highest = std::max(highest, point.values[i]);
  }
  if (!(highest > no_force) || !(lowest >= violated)) return infinity;
  if (lowest > highest - lowest) return infinity;  // no polynomial swings so far
  int least = 0;
  double value = infinity;
  for (int k = 1; k < fractions; ++k) {
    const double here = through_points(g, static_cast<double>(k) / fractions);
    if (here < value) value = here, least = k;
  }
  if (!(value < std::min(lowest, close_to_zero * (highest - lowest)))) return infinity;
  const double from = (least - 1.0) / fractions, to = (least + 1.0) / fractions;
  const double theta = least_force(integrator, guards_[g], t, from, to, h);
  integrator.inside(equations_, theta, y_);
  if (evaluate(guards_[g], t + theta * h, y_).value >= violated) return infinity;
  double before = 0.0;
  for (const Point& point : points_)
    if (point.theta < theta) before = point.theta;
  return locate(integrator, guards_[g], t, h, before, theta);
}

}  // namespace catena
