#include "catena/meshes/hull_of_points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "catena/geometry/geometry_error.hpp"
#include "catena/geometry/triangle_mesh.hpp"
#include "catena/meshes/flat_faces.hpp"
#include "catena/meshes/qhull_triangles.hpp"
#include "catena/meshes/weld.hpp"

namespace catena {

namespace {

void check_points(std::span<const Vec3<double>> points) {
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!std::isfinite(points[i].x) || !std::isfinite(points[i].y) || !std::isfinite(points[i].z))
      throw GeometryError(fmt::format("point {} is ({}, {}, {}), expected finite numbers", i,
                                      points[i].x, points[i].y, points[i].z));
  if (points.size() < 4)
    throw GeometryError(
        fmt::format("found {} points, expected at least 4 for a hull", points.size()));
}

// Without those that equal an earlier one.
std::vector<Vec3<double>> distinct(std::span<const Vec3<double>> points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&](std::size_t i) { return std::array{points[i].x, points[i].y, points[i].z}; };
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return key(a) != key(b) ? key(a) < key(b) : a < b;
  });
  std::vector<bool> again(points.size(), false);
  for (std::size_t i = 1; i < order.size(); ++i)
    again[order[i]] = key(order[i]) == key(order[i - 1]);
  std::vector<Vec3<double>> result;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!again[i]) result.push_back(points[i]);
  return result;
}

// About the origin and of size 1, which qhull's tolerances suit best.
std::vector<Vec3<double>> normalised(const std::vector<Vec3<double>>& points, double size) {
  Vec3<double> middle = Vec3<double>::zero();
  for (const Vec3<double>& p : points) middle += (1.0 / static_cast<double>(points.size())) * p;
  std::vector<Vec3<double>> result;
  for (const Vec3<double>& p : points) result.push_back((1.0 / size) * (p - middle));
  return result;
}

// Loops of points that are the corners of the hull.
std::vector<std::vector<int>> faces_of(const std::vector<Vec3<double>>& points, double size,
                                       double flat) {
  const std::vector<Vec3<double>> unit = normalised(points, size);
  try {
    return flat_faces(unit, qhull_triangles(unit, false), flat);
  } catch (const GeometryError&) {
    // Triangles that do not fit each other, or points in a plane: the second is thrown again.
    return flat_faces(unit, qhull_triangles(unit, true), std::max(flat, 1e-9));
  }
}

std::vector<int> corners_of(const std::vector<std::vector<int>>& faces) {
  std::vector<int> corners;
  for (const std::vector<int>& face : faces)
    corners.insert(corners.end(), face.begin(), face.end());
  std::sort(corners.begin(), corners.end());
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  return corners;
}

}  // namespace

ConvexHull hull_of_points(std::span<const Vec3<double>> points, double flat) {
  check_points(points);
  std::vector<Vec3<double>> vertices = distinct(points);
  const double size = diagonal_of(vertices);
  if (vertices.size() >= 4 && !(size >= least_size && size <= most_size))
    throw GeometryError(fmt::format("the points of a hull are {} m apart, expected {} to {}", size,
                                    least_size, most_size));
  if (vertices.size() < 4)
    throw GeometryError(
        fmt::format("found {} different points, expected at least 4 for a hull", vertices.size()));
  // Once more with the corners alone, until all of them are corners: then the hull follows from
  // its vertices, whatever else was in the cloud.
  for (int pass = 0;; ++pass) {
    const std::vector<std::vector<int>> faces = faces_of(vertices, size, flat);
    const std::vector<int> corners = corners_of(faces);
    if (corners.size() == vertices.size() || pass == 8) {
      if (corners.size() == vertices.size())
        return hull_of_faces(std::move(vertices), faces, std::max(4.0 * flat, 1e-9));
      throw GeometryError("the corners of a hull were not found: its points are too near a plane");
    }
    std::vector<Vec3<double>> kept;
    for (const int corner : corners) kept.push_back(vertices[to_index(corner)]);
    vertices = std::move(kept);
  }
}

}  // namespace catena
