#pragma once
// Figures of curves: panels one above the other, which share the x axis or have their own, as SVG
// or PNG.

#include <cstdint>
#include <string>
#include <vector>

namespace catena {

// One curve. Points that are not finite interrupt it.
struct Series {
  std::string label = {};
  std::vector<double> x = {}, y = {};
};

struct Panel {
  std::string title = {}, y_label = {};
  std::vector<Series> series = {};
  std::string x_label = {};  // of an x axis of its own; empty: it shares that of the figure
};

// A vertical line through all panels that share the x axis, at an event.
struct Marker {
  double x = 0.0;
  std::string label = {};
  std::uint32_t colour = 0x999999;  // 0xrrggbb
};

struct Figure {
  std::string title = {}, x_label = {};
  std::vector<Panel> panels = {};
  std::vector<Marker> markers = {};
};

// In pixels. PNG files have twice as many each way, so that they stay sharp on dense screens.
struct FigureSize {
  int width, height;
};
FigureSize figure_size(const Figure& figure);

// Draws the figure into an .svg or .png file. Curves are thinned to what can be seen. Throws
// std::invalid_argument for other endings, without panels, or where x and y differ in length.
void write_figure(const Figure& figure, const std::string& path);

}  // namespace catena
