#include "catena/plot/plot_ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace catena::plot {

namespace {

int decimal_exponent(double value) {
  return static_cast<int>(std::floor(std::log10(value) + 1e-9));
}

std::string power_of_ten(int exponent) {
  static constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = exponent < 0 ? "×10⁻" : "×10";
  for (const char c : std::to_string(std::abs(exponent))) text += digits[c - '0'];
  return text;
}

// Large and small numbers get a common factor, a power of a thousand.
int factor_exponent(double largest) {
  if (largest == 0.0) return 0;
  const int exponent = decimal_exponent(largest);
  if (exponent >= -2 && exponent <= 4) return 0;
  return 3 * static_cast<int>(std::floor(exponent / 3.0));
}

}  // namespace

Ticks choose_ticks(const Range& range, int most) {
  const double least_step = range.length() / most;
  const double power = std::pow(10.0, decimal_exponent(least_step));
  double step = 10.0 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * power >= least_step * (1.0 - 1e-9)) step = factor * power;

  Ticks ticks;
  const double slack = 1e-9;  // so that the ends of the range are not lost to rounding
  const double first = std::ceil(range.low / step - slack);
  const double last = std::floor(range.high / step + slack);
  double largest = 0.0;
  for (double i = first; i <= last; i += 1.0) {
    ticks.at.push_back(i * step);
    largest = std::max(largest, std::abs(i * step));
  }
  const int exponent = factor_exponent(largest);
  const int decimals = std::max(0, exponent - decimal_exponent(step));
  for (const double value : ticks.at) {
    const double shown = value * std::pow(10.0, -exponent);
    ticks.labels.push_back(
        fmt::format("{}{:.{}f}", shown < 0.0 ? "−" : "", std::abs(shown), decimals));
  }
  if (exponent != 0) ticks.factor = power_of_ten(exponent);
  return ticks;
}

Range range_to_draw(const Range& data) {
  if (data.low > data.high) return {0.0, 1.0};
  const double middle = 0.5 * data.low + 0.5 * data.high;
  const double size = std::max(std::abs(data.low), std::abs(data.high));
  if (data.length() > 1e-10 * size) return data;
  const double half = size > 0.0 ? 0.1 * size : 1.0;
  return {middle - half, middle + half};
}

}  // namespace catena::plot
