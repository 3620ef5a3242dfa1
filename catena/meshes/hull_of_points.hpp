#pragma once
// Convex hulls of points, by qhull.

#include <span>

#include "catena/geometry/convex_hull.hpp"

namespace catena {

// The convex hull, whose vertices are those of the points that are its corners, in their order.
// Faces whose normals part them by no more than `flat` times the size of the points are one face;
// what stands out of a face by less is dropped. 1e-10 suits numbers in double precision, 2e-7 those
// that were stored in single precision. Throws GeometryError where the points are fewer than four,
// not finite, or in one plane.
ConvexHull hull_of_points(std::span<const Vec3<double>> points, double flat = 1e-10);

}  // namespace catena
