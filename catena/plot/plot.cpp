#include "catena/plot/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "catena/plot/plot_canvas.hpp"
#include "catena/plot/plot_layout.hpp"

namespace catena {

namespace plot {

namespace {

using Anchor = TextStyle::Anchor;

constexpr Stroke frame_stroke = {{0x888888}, 1.0};
constexpr Stroke grid_stroke = {{0xe4e4e4}, 1.0};
constexpr Stroke zero_stroke = {{0xb8b8b8}, 1.0};

// Okabe & Ito's colours, which also the colour-blind tell apart, without the yellow that is hard to
// see on white. When they are used up they come again with the next pattern of dashes.
constexpr std::array<Colour, 7> palette = {
    {{0x0072b2}, {0xd55e00}, {0x009e73}, {0xcc79a7}, {0x56b4e9}, {0xe69f00}, {0x000000}}};
constexpr std::array dashes = {Dash::Solid, Dash::Dashed, Dash::Dotted, Dash::DashDotted};

Stroke series_stroke(std::size_t index) {
  return {palette[index % palette.size()], 1.6, dashes[index / palette.size() % dashes.size()]};
}

TextStyle anchored(TextStyle style, Anchor anchor) {
  style.anchor = anchor;
  return style;
}

// Lines of one pixel are sharp where they fill one row of pixels.
double sharp(double at) {
  return std::floor(at) + 0.5;
}

void draw_grid(Canvas& canvas, const Layout& layout, const PanelLayout& panel) {
  std::vector<Polyline> lines, zero;
  for (const double value : panel.x_ticks.at) {
    const double x = sharp(panel.x.at(value));
    lines.push_back({{x, panel.top()}, {x, panel.bottom()}});
  }
  for (std::size_t i = 0; i < panel.y_ticks.at.size(); ++i) {
    const double y = sharp(panel.y.at(panel.y_ticks.at[i]));
    (panel.y_ticks.at[i] == 0.0 ? zero : lines).push_back({{layout.left, y}, {layout.right, y}});
    canvas.text({layout.left - 6.0, y + 4.0}, panel.y_ticks.labels[i],
                anchored(tick_style, Anchor::End));
  }
  canvas.lines(lines, grid_stroke);
  if (!zero.empty()) canvas.lines(zero, zero_stroke);
}

void draw_legend(Canvas& canvas, const Layout& layout, const PanelLayout& panel,
                 std::size_t series_count) {
  const Legend& legend = panel.legend;
  const bool all_named = legend.labels.size() == series_count;
  double x = layout.right + 12.0;
  for (std::size_t i = 0; i < legend.labels.size(); ++i) {
    const std::size_t column = i / legend.rows, row = i % legend.rows;
    if (i > 0 && row == 0) x += legend.column_widths[column - 1];
    const double y = panel.top() + legend_row * (static_cast<double>(row) + 0.5);
    if (all_named || i + 1 < legend.labels.size())
      canvas.lines({{{x, y}, {x + legend_sample, y}}}, series_stroke(i));
    canvas.text({x + legend_sample + 6.0, y + 4.0}, legend.labels[i], legend_style);
  }
}

void draw_frame(Canvas& canvas, const Layout& layout, const PanelLayout& panel) {
  const double left = sharp(layout.left), right = sharp(layout.right);
  const double top = sharp(panel.top()), bottom = sharp(panel.bottom());
  canvas.lines({{{left, top}, {right, top}, {right, bottom}, {left, bottom}, {left, top}}},
               frame_stroke);
}

void draw_panel(Canvas& canvas, const Panel& panel, const Layout& layout,
                const PanelLayout& place) {
  bool any = false;
  for (std::size_t i = 0; i < panel.series.size(); ++i) {
    const Series& series = panel.series[i];
    const std::vector<Polyline> lines = curve(series.x, series.y, place.x, place.y);
    if (lines.empty()) continue;
    canvas.lines(lines, series_stroke(i), series.label);
    any = true;
  }
  const double middle_y = 0.5 * (place.top() + place.bottom());
  if (!any)
    canvas.text({0.5 * (layout.left + layout.right), middle_y}, "nothing to draw: no finite values",
                anchored(label_style, Anchor::Middle));
  draw_frame(canvas, layout, place);
  draw_legend(canvas, layout, place, panel.series.size());

  TextStyle y_style = anchored(label_style, Anchor::Middle);
  y_style.upwards = true;
  canvas.text({20.0, middle_y}, panel.y_label, y_style);
  if (!panel.title.empty())
    canvas.text({0.5 * (layout.left + layout.right), place.top() - 7.0}, panel.title,
                anchored(panel_title_style, Anchor::Middle));
  if (!place.y_ticks.factor.empty())
    canvas.text({layout.left, place.top() - 7.0}, place.y_ticks.factor, tick_style);
}

// Where there are markers, there is one.
const PanelLayout& first_shared(const Layout& layout) {
  return *std::find_if(layout.panels.begin(), layout.panels.end(),
                       [](const PanelLayout& panel) { return panel.shares_x; });
}

void draw_markers(Canvas& canvas, const Layout& layout) {
  for (const MarkerLayout& marker : layout.markers) {
    const double x = sharp(marker.x);
    std::vector<Polyline> lines;
    for (const PanelLayout& panel : layout.panels)
      if (panel.shares_x) lines.push_back({{x, panel.top()}, {x, panel.bottom()}});
    canvas.lines(lines, {{marker.colour}, 1.0, Dash::Dashed}, marker.name);
    if (marker.label.empty()) continue;
    canvas.lines({{{x, marker.label_y - 8.0}, {x, first_shared(layout).top()}}},
                 {{marker.colour}, 1.0});
    canvas.text({x + 4.0, marker.label_y}, marker.label, marker_style);
  }
}

void draw_x_axis(Canvas& canvas, const Layout& layout, const PanelLayout& panel) {
  for (std::size_t i = 0; i < panel.x_ticks.at.size(); ++i)
    canvas.text({panel.x.at(panel.x_ticks.at[i]), panel.bottom() + 16.0}, panel.x_ticks.labels[i],
                anchored(tick_style, Anchor::Middle));
  std::string label = panel.x_label;
  if (!panel.x_ticks.factor.empty()) label += " " + panel.x_ticks.factor;
  canvas.text({0.5 * (layout.left + layout.right), panel.bottom() + 34.0}, label,
              anchored(label_style, Anchor::Middle));
}

void check(const Figure& figure) {
  if (figure.panels.empty())
    throw std::invalid_argument("write_figure: found no panels, expected at least one");
  for (const Panel& panel : figure.panels)
    for (const Series& series : panel.series)
      if (series.x.size() != series.y.size())
        throw std::invalid_argument(
            fmt::format("write_figure: series '{}' has {} values of x and {} of y, expected as "
                        "many of each",
                        series.label, series.x.size(), series.y.size()));
}

}  // namespace

}  // namespace plot

FigureSize figure_size(const Figure& figure) {
  const plot::Layout layout = plot::make_layout(figure);
  return {layout.width, layout.height};
}

void write_figure(const Figure& figure, const std::string& path) {
  using namespace plot;
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending != ".svg" && ending != ".png")
    throw std::invalid_argument(fmt::format(
        "{}: found the ending '{}', expected .svg or .png; rename the picture", path, ending));
  check(figure);
  const Layout layout = make_layout(figure);
  const auto canvas = ending == ".svg" ? svg_canvas(layout.width, layout.height)
                                       : png_canvas(layout.width, layout.height);
  if (!figure.title.empty()) canvas->text({layout.left, layout.title_y}, figure.title, title_style);
  for (const PanelLayout& panel : layout.panels) draw_grid(*canvas, layout, panel);
  draw_markers(*canvas, layout);  // behind the curves, however many there are
  for (std::size_t i = 0; i < layout.panels.size(); ++i)
    draw_panel(*canvas, figure.panels[i], layout, layout.panels[i]);
  for (const PanelLayout& panel : layout.panels)
    if (panel.has_x_numbers) draw_x_axis(*canvas, layout, panel);
  canvas->save(path);
}

}  // namespace catena
