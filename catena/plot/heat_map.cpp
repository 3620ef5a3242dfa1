#include "catena/plot/heat_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "catena/plot/plot_canvas.hpp"

namespace catena {

namespace {

using plot::Canvas;
using plot::Colour;
using plot::Point;
using plot::Polyline;
using plot::TextStyle;
using Anchor = TextStyle::Anchor;

constexpr double left = 96.0, top = 56.0, bottom = 64.0, bar_gap = 28.0, bar_width = 18.0,
                 right = 150.0;
constexpr double widest_cell = 84.0, narrowest_cell = 14.0, most_width = 720.0;
constexpr double cell_with_text = 44.0;  // narrower ones have no room for a number
constexpr unsigned missing = 0xe6e6e6;

// From dark to light, so that it can be read without colours (after viridis).
constexpr std::array<std::array<double, 3>, 9> scale{{{68, 1, 84},
                                                      {71, 44, 122},
                                                      {59, 81, 139},
                                                      {44, 113, 142},
                                                      {33, 144, 141},
                                                      {39, 173, 129},
                                                      {92, 200, 99},
                                                      {170, 220, 50},
                                                      {253, 231, 37}}};

unsigned colour_at(double part) {
  const double place = std::clamp(part, 0.0, 1.0) * (scale.size() - 1);
  const auto low = std::min(static_cast<std::size_t>(place), scale.size() - 2);
  unsigned rgb = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    const double a = scale[low][i], b = scale[low + 1][i];
    rgb = rgb << 8U |
          static_cast<unsigned>(std::lround(a + (place - static_cast<double>(low)) * (b - a)));
  }
  return rgb;
}

Polyline rectangle(double x, double y, double width, double height) {
  return {{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}, {x, y}};
}

TextStyle styled(double size, Anchor anchor, unsigned colour = 0x333333, bool bold = false) {
  TextStyle style;
  style.size = size, style.anchor = anchor, style.colour = {colour}, style.bold = bold;
  return style;
}

std::string short_number(double value) {
  return fmt::format("{:.3g}", value);
}

class MapDrawing {
 public:
  explicit MapDrawing(const HeatMap& map) : map_(map) {
    const double count = static_cast<double>(std::max(map.x.size(), map.y.size()));
    cell_ = std::clamp(most_width / count, narrowest_cell, widest_cell);
    low_ = high_ = std::numeric_limits<double>::quiet_NaN();
    for (const double value : map.values)
      if (std::isfinite(value)) low_ = std::fmin(low_, value), high_ = std::fmax(high_, value);
  }
  int width() const { return static_cast<int>(left + across() + right); }
  int height() const { return static_cast<int>(top + along() + bottom); }

  void draw(Canvas& canvas) const {
    canvas.text({left, 28}, map_.title, styled(16, Anchor::Start, 0x222222, true));
    for (std::size_t row = 0; row < map_.y.size(); ++row)
      for (std::size_t column = 0; column < map_.x.size(); ++column) draw_cell(canvas, row, column);
    canvas.lines({rectangle(left, top, across(), along())}, {{0x666666}, 1.0});
    draw_axes(canvas);
    if (std::isfinite(low_)) draw_bar(canvas);
  }

 private:
  double across() const { return cell_ * static_cast<double>(map_.x.size()); }
  double along() const { return cell_ * static_cast<double>(map_.y.size()); }
  // The first y is at the bottom.
  Point corner(std::size_t row, std::size_t column) const {
    return {left + cell_ * static_cast<double>(column),
            top + cell_ * static_cast<double>(map_.y.size() - 1 - row)};
  }
  double part_of(double value) const {
    return high_ > low_ ? (value - low_) / (high_ - low_) : 0.5;
  }

  void draw_cell(Canvas& canvas, std::size_t row, std::size_t column) const {
    const std::size_t i = row * map_.x.size() + column;
    const Point at = corner(row, column);
    const double value = map_.values[i];
    const bool known = std::isfinite(value);
    const std::string note = map_.notes.empty() ? short_number(value) : map_.notes[i];
    canvas.fill(rectangle(at.x, at.y, cell_, cell_), {known ? colour_at(part_of(value)) : missing},
                note);
    if (!known) {
      const double a = 0.3 * cell_, b = 0.7 * cell_;
      canvas.lines({{{at.x + a, at.y + a}, {at.x + b, at.y + b}},
                    {{at.x + b, at.y + a}, {at.x + a, at.y + b}}},
                   {{0x999999}, 1.5});
    } else if (cell_ >= cell_with_text) {
      canvas.text({at.x + cell_ / 2, at.y + cell_ / 2 + 4}, short_number(value),
                  styled(12, Anchor::Middle, part_of(value) > 0.6 ? 0x222222 : 0xffffff));
    }
  }
  void draw_axes(Canvas& canvas) const {
    const double below = top + along();
    const std::size_t skip = cell_ < 36.0 ? 3 : 1;
    for (std::size_t i = 0; i < map_.x.size(); i += skip)
      canvas.text({corner(0, i).x + cell_ / 2, below + 18}, short_number(map_.x[i]),
                  styled(12, Anchor::Middle));
    for (std::size_t i = 0; i < map_.y.size(); i += cell_ < 16.0 ? 2 : 1)
      canvas.text({left - 8, corner(i, 0).y + cell_ / 2 + 4}, short_number(map_.y[i]),
                  styled(12, Anchor::End));
    canvas.text({left + across() / 2, below + 44}, map_.x_label, styled(13, Anchor::Middle));
    TextStyle upwards = styled(13, Anchor::Middle);
    upwards.upwards = true;
    canvas.text({34, top + along() / 2}, map_.y_label, upwards);
  }
  void draw_bar(Canvas& canvas) const {
    constexpr int pieces = 64;
    const double x = left + across() + bar_gap, piece = along() / pieces;
    for (int i = 0; i < pieces; ++i)
      canvas.fill(rectangle(x, top + along() - (i + 1) * piece, bar_width, piece + 0.5),
                  {colour_at((i + 0.5) / pieces)});
    canvas.lines({rectangle(x, top, bar_width, along())}, {{0x666666}, 1.0});
    canvas.text({x, top - 10}, map_.value_label, styled(13, Anchor::Start));
    for (int i = 0; i <= 4; ++i)
      canvas.text({x + bar_width + 8, top + along() * (1.0 - i / 4.0) + 4},
                  short_number(low_ + (high_ - low_) * i / 4.0), styled(12, Anchor::Start));
  }

  const HeatMap& map_;
  double cell_, low_, high_;
};

}  // namespace

void write_heat_map(const HeatMap& map, const std::string& path) {
  if (map.x.empty() || map.y.empty() || map.values.size() != map.x.size() * map.y.size() ||
      (!map.notes.empty() && map.notes.size() != map.values.size()))
    throw std::invalid_argument("a heat map needs one value for each x and y");
  const bool svg = path.ends_with(".svg");
  if (!svg && !path.ends_with(".png"))
    throw std::invalid_argument(path + ": expected a picture that ends in .svg or .png");
  const MapDrawing drawing(map);
  const auto canvas = svg ? plot::svg_canvas(drawing.width(), drawing.height())
                          : plot::png_canvas(drawing.width(), drawing.height());
  drawing.draw(*canvas);
  canvas->save(path);
}

}  // namespace catena
