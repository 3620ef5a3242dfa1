#include "catena/plot/plot_layout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace catena::plot {

namespace {

constexpr int least_width = 900;
constexpr double least_panel_width = 520.0;
constexpr double edge = 16.0;
constexpr double title_height = 26.0;
constexpr double panel_gap = 10.0;   // above and below a panel
constexpr double panel_head = 14.0;  // more above it, where its axis has a factor or it has a title
constexpr double axis_height = 34.0;       // below the last panel: numbers and label
constexpr double y_label_width = 22.0;     // left of the numbers
constexpr std::size_t legend_columns = 4;  // at most; more series are counted, not named
constexpr std::size_t longest_label = 40;
constexpr int marker_rows = 3;
constexpr double least_marker_distance = 2.0;  // nearer ones share a line

std::string shortened(const std::string& label) {
  if (label.size() <= longest_label) return label;
  std::size_t end = longest_label - 1;
  while (end > 0 && (static_cast<unsigned char>(label[end]) & 0xc0U) == 0x80U) --end;  // UTF-8
  return label.substr(0, end) + "…";
}

Legend make_legend(const Panel& panel) {
  Legend legend;
  legend.rows = static_cast<std::size_t>(panel_height / legend_row);
  const std::size_t most = legend.rows * legend_columns;
  for (const Series& series : panel.series) legend.labels.push_back(shortened(series.label));
  if (legend.labels.size() > most) {
    const std::size_t unnamed = legend.labels.size() - (most - 1);
    legend.labels.resize(most - 1);
    legend.labels.push_back("and " + std::to_string(unnamed) + " more");
  }
  for (std::size_t i = 0; i < legend.labels.size(); ++i) {
    if (i % legend.rows == 0) legend.column_widths.push_back(0.0);
    double& width = legend.column_widths.back();
    width =
        std::max(width, legend_sample + 6.0 + text_width(legend.labels[i], legend_style) + 14.0);
  }
  return legend;
}

Range with_margin(const Range& range, double share) {
  const double margin = share * range.length();
  return {range.low - margin, range.high + margin};
}

Range range_of_panel(const Panel& panel, std::vector<double> Series::*values) {
  std::vector<std::span<const double>> columns;
  for (const Series& series : panel.series) columns.emplace_back(series.*values);
  return range_of(columns);
}

Range x_range(const Figure& figure) {
  Range all{1.0, 0.0};
  for (const Panel& panel : figure.panels) {
    if (!panel.x_label.empty()) continue;
    const Range one = range_of_panel(panel, &Series::x);
    if (one.low > one.high) continue;
    all =
        all.low > all.high ? one : Range{std::min(all.low, one.low), std::max(all.high, one.high)};
  }
  return range_to_draw(all);
}

std::vector<MarkerLayout> place_markers(const Figure& figure, const Axis& x_axis, double right) {
  std::vector<MarkerLayout> markers;
  std::vector<double> x, widths;
  std::vector<const Marker*> sorted;
  for (const Marker& marker : figure.markers)
    if (marker.x >= x_axis.range.low && marker.x <= x_axis.range.high) sorted.push_back(&marker);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Marker* a, const Marker* b) { return a->x < b->x; });
  for (const Marker* marker : sorted) {
    const double at = x_axis.at(marker->x);
    if (!x.empty() && at - x.back() < least_marker_distance) {
      markers.back().name += "; " + marker->label;
      continue;
    }
    x.push_back(at);
    widths.push_back(text_width(marker->label, marker_style) + 4.0);
    markers.push_back({at, 0.0, marker->label, marker->label, marker->colour});
  }
  const std::vector<int> rows = label_rows(x, widths, right, marker_rows);
  for (std::size_t i = 0; i < markers.size(); ++i) {
    markers[i].label_y = rows[i] * marker_row;
    if (rows[i] < 0) markers[i].label.clear();
  }
  return markers;
}

// The x axis of each panel: `shared`, with numbers below the last panel that has it, or its own.
// Returns whether any shares it.
bool place_x_axes(const Figure& figure, const Axis& shared, Layout& layout) {
  const int most_ticks = static_cast<int>((layout.right - layout.left) / 55.0);
  PanelLayout* last = nullptr;
  for (std::size_t i = 0; i < layout.panels.size(); ++i) {
    const Panel& panel = figure.panels[i];
    PanelLayout& one = layout.panels[i];
    one.shares_x = panel.x_label.empty();
    one.x = shared;
    if (one.shares_x) {
      last = &one;
    } else {
      one.x.range = with_margin(range_to_draw(range_of_panel(panel, &Series::x)), 0.03);
      one.x_label = panel.x_label, one.has_x_numbers = true;
    }
    one.x_ticks = choose_ticks(one.x.range, most_ticks);
  }
  if (last != nullptr) last->x_label = figure.x_label, last->has_x_numbers = true;
  return last != nullptr;
}

}  // namespace

std::vector<int> label_rows(const std::vector<double>& x, const std::vector<double>& widths,
                            double right, int rows) {
  constexpr double gap = 6.0;
  std::vector<double> ends(static_cast<std::size_t>(rows),
                           -std::numeric_limits<double>::infinity());
  std::vector<int> result;
  for (std::size_t i = 0; i < x.size(); ++i) {
    int row = rows;  // as high as this and all rows below it are free
    while (row > 0 && ends[static_cast<std::size_t>(row - 1)] + gap <= x[i]) --row;
    const bool fits = row < rows && x[i] + widths[i] <= right;
    if (fits) ends[static_cast<std::size_t>(row)] = x[i] + widths[i];
    result.push_back(fits ? row : -1);
  }
  return result;
}

Layout make_layout(const Figure& figure) {
  Layout layout{};
  double numbers_width = 0.0, legend_width = 0.0;
  for (const Panel& panel : figure.panels) {
    PanelLayout one{};
    one.y.range = with_margin(range_to_draw(range_of_panel(panel, &Series::y)), 0.05);
    one.y_ticks = choose_ticks(one.y.range, 8);
    for (const std::string& label : one.y_ticks.labels)
      numbers_width = std::max(numbers_width, text_width(label, tick_style));
    one.legend = make_legend(panel);
    double width = 0.0;
    for (const double column : one.legend.column_widths) width += column;
    legend_width = std::max(legend_width, width);
    layout.panels.push_back(one);
  }
  layout.left = std::round(edge + y_label_width + numbers_width + 8.0);
  const double beside = layout.left + 12.0 + legend_width + 4.0;
  layout.width = std::max(least_width, static_cast<int>(std::ceil(beside + least_panel_width)));
  layout.right = std::round(layout.left + layout.width - beside);

  const Axis x{x_range(figure), layout.left, layout.right};
  const bool any_shares = place_x_axes(figure, x, layout);
  if (any_shares) layout.markers = place_markers(figure, x, layout.width - 4.0);
  int rows = 0;
  for (const MarkerLayout& marker : layout.markers)
    if (!marker.label.empty())
      rows = std::max(rows, 1 + static_cast<int>(marker.label_y / marker_row));

  double y = edge - 8.0;
  layout.title_y = y + 17.0;
  if (!figure.title.empty()) y += title_height;
  for (MarkerLayout& marker : layout.markers) marker.label_y += y + marker_row;
  y += rows * marker_row;
  for (std::size_t i = 0; i < layout.panels.size(); ++i) {
    PanelLayout& panel = layout.panels[i];
    const bool has_head = !figure.panels[i].title.empty() || !panel.y_ticks.factor.empty();
    panel.y.last = y + panel_gap + (has_head ? panel_head : 0.0);
    panel.y.first = panel.y.last + panel_height;
    y = panel.y.first + panel_gap;
    if (panel.has_x_numbers && i + 1 < layout.panels.size()) y += axis_height;
  }
  layout.height = static_cast<int>(y + axis_height);
  return layout;
}

}  // namespace catena::plot
