#pragma once
// What figures are drawn on. Both kinds of file get the same strokes and texts. Internal to this
// module; lengths are in pixels, from the top left.

#include <memory>
#include <string>
#include <vector>

namespace catena::plot {

struct Point {
  double x, y;
};

// Points joined by straight lines.
using Polyline = std::vector<Point>;

struct Colour {
  unsigned rgb;  // 0xRRGGBB
};

enum class Dash { Solid, Dashed, Dotted, DashDotted };
// Lengths of ink and gap in multiples of the width of the line.
std::vector<double> dash_lengths(Dash dash);

struct Stroke {
  Colour colour;
  double width = 1.0;
  Dash dash = Dash::Solid;
};

struct TextStyle {
  enum class Anchor { Start, Middle, End };
  double size = 12.0;
  Colour colour = {0x333333};
  Anchor anchor = Anchor::Start;
  bool bold = false;
  bool upwards = false;  // turned by a quarter, reading upwards
};

class Canvas {
 public:
  Canvas() = default;
  virtual ~Canvas() = default;
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  // A polyline of one point is a dot. Where the file can hold it, `name` is shown at the pointer.
  virtual void lines(const std::vector<Polyline>& lines, const Stroke& stroke,
                     const std::string& name = {}) = 0;
  // The area that a closed polyline goes round.
  virtual void fill(const Polyline& outline, const Colour& colour,
                    const std::string& name = {}) = 0;
  // `at` is on the line on which letters stand.
  virtual void text(const Point& at, const std::string& text, const TextStyle& style) = 0;
  // Writes the file; throws std::runtime_error when that fails.
  virtual void save(const std::string& path) = 0;
};

std::unique_ptr<Canvas> svg_canvas(int width, int height);
std::unique_ptr<Canvas> png_canvas(int width, int height);

// The width of a text on a PNG; on an SVG it depends on the fonts of who looks at it.
double text_width(const std::string& text, const TextStyle& style);

}  // namespace catena::plot
