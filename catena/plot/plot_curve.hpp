#pragma once
// From samples to the points of a curve that can be told apart on paper. Internal to this module.

#include <span>
#include <vector>

#include "catena/plot/plot_canvas.hpp"

namespace catena::plot {

// An interval of numbers along an axis.
struct Range {
  double low, high;
  double length() const { return high - low; }
};

// Where an axis lies on the paper; `first` may be larger than `last`, as it is for y.
struct Axis {
  Range range;
  double first, last;  // px
  double at(double value) const {
    return first + (last - first) * ((value - range.low) / range.length());
  }
};

// Whether a number can be drawn: finite, and differences of such do not overflow.
bool drawable(double value);

// The smallest range that holds all drawable numbers of the columns; {1, 0} where there are none.
Range range_of(const std::vector<std::span<const double>>& columns);

// Splits at points that are not drawable; of consecutive points in one column of pixels keeps the
// first, the lowest, the highest and the last; leaves out what lies within 0.05 px of a straight
// line between its neighbours.
std::vector<Polyline> curve(std::span<const double> x, std::span<const double> y,
                            const Axis& x_axis, const Axis& y_axis);

// The parts of curve(), for one line without gaps.
Polyline extremes_per_column(const Polyline& line);
Polyline without_straight_points(const Polyline& line, double tolerance);

}  // namespace catena::plot
