#pragma once
// A number over two others as coloured cells, as SVG or PNG.

#include <string>
#include <vector>

namespace catena {

struct HeatMap {
  std::string title = {}, x_label = {}, y_label = {}, value_label = {};
  std::vector<double> x = {}, y = {};   // one for each column and row of cells
  std::vector<double> values = {};      // row after row, from the first y on; NaN: there is none
  std::vector<std::string> notes = {};  // shown at the pointer; empty, or one for each cell
};

// Draws the map into an .svg or .png file. All cells have one size, whatever the distances of x and
// y. Throws std::invalid_argument for other endings, and where the sizes do not fit together.
void write_heat_map(const HeatMap& map, const std::string& path);

}  // namespace catena
