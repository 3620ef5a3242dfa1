#pragma once
// Round numbers along an axis. Internal to this module.

#include <string>
#include <vector>

#include "catena/plot/plot_curve.hpp"

namespace catena::plot {

struct Ticks {
  std::vector<double> at = {};
  std::vector<std::string> labels = {};  // to be multiplied by the factor
  std::string factor = {};               // such as "×10⁻³", or nothing
};

// Multiples of 1, 2 or 5 times a power of ten within the range, at most `most` + 1 of them.
Ticks choose_ticks(const Range& range, int most);

// A range to draw data in: longer than nothing, also where the data is constant but for rounding
// or where there is none (low > high).
Range range_to_draw(const Range& data);

}  // namespace catena::plot
