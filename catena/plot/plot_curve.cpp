#include "catena/plot/plot_curve.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace catena::plot {

namespace {

constexpr double invisible = 0.05;  // px

// One column's points, from `begin` on, in the order in which they were drawn.
void append_extremes(const Polyline& line, std::size_t begin, std::size_t end, Polyline& result) {
  std::size_t kept[] = {begin, begin, begin, end - 1};
  for (std::size_t i = begin; i < end; ++i) {
    if (line[i].y < line[kept[1]].y) kept[1] = i;
    if (line[i].y > line[kept[2]].y) kept[2] = i;
  }
  std::sort(std::begin(kept), std::end(kept));
  const auto last = std::unique(std::begin(kept), std::end(kept));
  for (auto i = std::begin(kept); i != last; ++i) result.push_back(line[*i]);
}

// The straight lines from a kept point that pass all later points seen so far within a tolerance.
class Cone {
 public:
  Cone(const Point& from, double tolerance) : from_(from), tolerance_(tolerance) {}

  // Whether a line to this point passes the others; if it does the cone becomes narrower.
  bool admits(const Point& point) {
    const double dx = point.x - from_.x, dy = point.y - from_.y;
    const double distance = std::hypot(dx, dy);
    if (reach_ == 0.0) middle_ = std::atan2(dy, dx);
    const double angle = std::remainder(std::atan2(dy, dx) - middle_, 2.0 * std::numbers::pi);
    if (angle < low_ || angle > high_ || distance < reach_) return false;
    if (distance <= tolerance_) return true;  // as good as the same point, in any direction
    const double half = std::asin(tolerance_ / distance);
    low_ = std::max(low_, angle - half);
    high_ = std::min(high_, angle + half);
    reach_ = distance;
    return true;
  }

 private:
  Point from_;
  double tolerance_;
  double middle_ = 0.0;  // direction from which the others are measured
  double low_ = -4.0, high_ = 4.0;
  double reach_ = 0.0;  // of the farthest point
};

}  // namespace

bool drawable(double value) {
  return std::abs(value) < 1e300;  // false for NaN, too
}

Range range_of(const std::vector<std::span<const double>>& columns) {
  bool any = false;
  Range range{1.0, 0.0};
  for (const auto& column : columns) {
    for (const double value : column) {
      if (!drawable(value)) continue;
      range = any ? Range{std::min(range.low, value), std::max(range.high, value)}
                  : Range{value, value};
      any = true;
    }
  }
  return range;
}

Polyline extremes_per_column(const Polyline& line) {
  Polyline result;
  for (std::size_t begin = 0, end = 0; begin < line.size(); begin = end) {
    const double column = std::floor(line[begin].x);
    for (end = begin + 1; end < line.size() && std::floor(line[end].x) == column;) ++end;
    append_extremes(line, begin, end, result);
  }
  return result;
}

// Walks on from the last kept point as long as one straight line passes all points between.
Polyline without_straight_points(const Polyline& line, double tolerance) {
  if (line.size() < 3) return line;
  Polyline result = {line.front()};
  Cone cone(line.front(), tolerance);
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (cone.admits(line[i])) continue;
    result.push_back(line[i - 1]);
    cone = Cone(line[i - 1], tolerance);
    cone.admits(line[i]);
  }
  result.push_back(line.back());
  return result;
}

std::vector<Polyline> curve(std::span<const double> x, std::span<const double> y,
                            const Axis& x_axis, const Axis& y_axis) {
  std::vector<Polyline> lines;
  Polyline line;
  const auto finish = [&] {
    if (!line.empty())
      lines.push_back(without_straight_points(extremes_per_column(line), invisible));
    line.clear();
  };
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (drawable(x[i]) && drawable(y[i]))
      line.push_back({x_axis.at(x[i]), y_axis.at(y[i])});
    else
      finish();
  }
  finish();
  return lines;
}

}  // namespace catena::plot
