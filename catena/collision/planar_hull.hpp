#pragma once
// The points of a region without those inside their hull.

#include "catena/collision/region.hpp"

namespace catena {

// Keeps the corners of the convex hull, seen along n, and each inner point that is nearer than all
// corners, or than the line between two of them that it lies on. Points within the thickness of
// each other, or of a line between corners, count as one otherwise.
void keep_hull(const Vec3<double>& n, double thickness, std::vector<RegionPoint>& points);

}  // namespace catena
