#pragma once
// Vertices at the same place become one.

#include "catena/meshes/triangle_soup.hpp"

namespace catena {

struct WeldReport {
  int merged = 0;     // vertices that became part of another
  int unused = 0;     // vertices of no triangle, left out
  int collapsed = 0;  // triangles with two corners in one place, left out
  int repeated = 0;   // triangles with the corners of another one, either way round, left out
  std::vector<int> numbers;  // of each triangle that stays: its place before
};

// `distance` in m: vertices no farther from an earlier one become that one; 0 for equal numbers
// only. Two triangles with the same corners in opposite senses are an inner wall, and both are left
// out, but for a sheet that consists of nothing else; of two in the same sense one stays.
TriangleSoup weld(const TriangleSoup& soup, double distance, WeldReport* report = nullptr);

// Sizes beyond these are refused: products of lengths would leave the range of numbers.
inline constexpr double least_size = 1e-50, most_size = 1e50;

// The diagonal of the box around the points.
double diagonal_of(const std::vector<Vec3<double>>& points);

}  // namespace catena
