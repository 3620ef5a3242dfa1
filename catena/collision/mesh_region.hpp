#pragma once
// Regions of contact of meshes and height fields.

#include "catena/collision/region.hpp"

namespace catena {

// At least one of the two has a surface of triangles. Points of pairs of triangles are gathered by
// normal and plane; each of these regions is the hull of its points.
void add_mesh_regions(const Collider& a, const Transform<double>& X_WA, const Collider& b,
                      const Transform<double>& X_WB, const Distance& nearest,
                      double contact_distance, PairCache& cache, RegionList& out);

}  // namespace catena
