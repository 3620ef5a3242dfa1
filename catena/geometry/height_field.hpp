#pragma once
// Ground that is given by heights on a grid.

#include <array>
#include <cstddef>
#include <vector>

#include "catena/math/vec3.hpp"

namespace catena {

// The solid below a surface, without end downwards. The grid is centred on its frame: height (i, j)
// is that at x = (i - (nx - 1) / 2) dx and y = (j - (ny - 1) / 2) dy. Each cell is two triangles,
// parted by the diagonal from (i, j) to (i + 1, j + 1).
struct HeightField {
  int nx = 0, ny = 0;                // numbers of heights along x and y
  double dx = 0.0, dy = 0.0;         // m, between neighbours
  std::vector<double> heights = {};  // m, height (i, j) is heights[j * nx + i]

  double x(int i) const { return (i - 0.5 * (nx - 1)) * dx; }
  double y(int j) const { return (j - 0.5 * (ny - 1)) * dy; }
  double height(int i, int j) const {
    return heights[static_cast<std::size_t>(j) * static_cast<std::size_t>(nx) +
                   static_cast<std::size_t>(i)];
  }
  Vec3<double> point(int i, int j) const { return {x(i), y(j), height(i, j)}; }
  // The two triangles of the cell between (i, j) and (i + 1, j + 1), counter-clockwise seen from
  // above: k = 0 has the corner (i + 1, j), k = 1 the corner (i, j + 1).
  std::array<Vec3<double>, 3> triangle(int i, int j, int k) const {
    if (k == 0) return {point(i, j), point(i + 1, j), point(i + 1, j + 1)};
    return {point(i, j), point(i + 1, j + 1), point(i, j + 1)};
  }
};

}  // namespace catena
