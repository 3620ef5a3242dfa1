#pragma once
// Where the parts of a figure go. Internal to this module; lengths are in pixels.

#include <string>
#include <vector>

#include "catena/plot/plot.hpp"
#include "catena/plot/plot_canvas.hpp"
#include "catena/plot/plot_ticks.hpp"

namespace catena::plot {

inline constexpr double panel_height = 210.0;
inline constexpr double legend_row = 16.0;
inline constexpr double legend_sample = 24.0;  // the piece of line before a label
inline constexpr double marker_row = 14.0;

inline constexpr TextStyle title_style = {.size = 15.0, .colour = {0x111111}, .bold = true};
inline constexpr TextStyle panel_title_style = {.size = 12.0, .colour = {0x111111}, .bold = true};
inline constexpr TextStyle label_style = {.size = 12.0};
inline constexpr TextStyle tick_style = {.size = 11.0, .colour = {0x555555}};
inline constexpr TextStyle legend_style = {.size = 11.0};
inline constexpr TextStyle marker_style = {.size = 10.0, .colour = {0x777777}};

// The labels beside a panel, column by column.
struct Legend {
  std::vector<std::string> labels = {};
  std::size_t rows = 0;
  std::vector<double> column_widths = {};
};

struct PanelLayout {
  Axis x, y;
  Ticks y_ticks, x_ticks;
  Legend legend;
  std::string x_label = {};    // below the panel
  bool has_x_numbers = false;  // below the panel
  bool shares_x = true;
  double top() const { return y.last; }
  double bottom() const { return y.first; }
};

struct MarkerLayout {
  double x;
  double label_y;     // the line on which the label stands
  std::string label;  // nothing where it found no place
  std::string name;
  std::uint32_t colour = 0x999999;  // of the first, where several stand at one place
};

struct Layout {
  int width, height;
  double left, right;  // of the panels
  double title_y;
  std::vector<PanelLayout> panels;
  std::vector<MarkerLayout> markers;
};

Layout make_layout(const Figure& figure);

// Which of the rows from the top each label gets, in the order of x; -1 where none is free. No
// label is crossed by another or by another's line down to the panels.
std::vector<int> label_rows(const std::vector<double>& x, const std::vector<double>& widths,
                            double right, int rows);

}  // namespace catena::plot
