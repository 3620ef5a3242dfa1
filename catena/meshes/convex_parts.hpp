#pragma once
// A solid as several convex ones. Contact is faster but not the same, so this is an option and
// never happens silently.

#include <memory>
#include <vector>

#include "catena/geometry/convex_hull.hpp"
#include "catena/geometry/triangle_mesh.hpp"

namespace catena {

struct ConvexPartsOptions {
  int most = 32;       // parts
  double error = 0.0;  // m; parts that go beyond the surface by less stay whole. 0: 1 % of the size
};

struct ConvexParts {
  std::vector<std::shared_ptr<const ConvexHull>> hulls;
  // How far a part goes beyond the surface of the solid at most, along its normals, m; measured at
  // corners, middles of edges and centroids of all triangles.
  double error = 0.0;
};

// Cuts the part that goes farthest beyond the surface, by the plane that leaves least of that,
// until none goes farther than the error or there are as many as may be. Together the parts hold
// the whole solid. Throws GeometryError where the mesh is not closed.
ConvexParts convex_parts(const TriangleMesh& mesh, const ConvexPartsOptions& options = {});

}  // namespace catena
