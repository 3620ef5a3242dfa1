#pragma once
// A part of a closed surface inside of some planes, for the cutting of solids into convex parts.

#include <optional>
#include <vector>

#include "catena/geometry/convex_hull.hpp"
#include "catena/geometry/triangle_mesh.hpp"

namespace catena {

struct CutPlane {
  Vec3<double> n{0, 0, 1};
  double offset = 0.0;  // n . p = offset

  double height(const Vec3<double>& p) const { return dot(n, p) - offset; }
};

// A triangle of the surface, or what planes have left of it.
struct SurfacePolygon {
  std::vector<Vec3<double>> points;
  Vec3<double> normal{0, 0, 1};
};

struct CutPiece {
  std::vector<SurfacePolygon> polygons;
  std::vector<CutPlane> planes;  // it lies below them
  ConvexHull hull;
  // The point of the surface beyond which the hull goes farthest along the normal, and how far.
  double depth = 0.0;
  Vec3<double> deepest{0, 0, 0}, deepest_normal{0, 0, 1};

  // Finds hull and depth. `thorough`: all samples, and the corners of planes inside of the solid;
  // otherwise at most some thousand samples. False: it is flat, so that it has no hull.
  bool measure(const TriangleMesh& solid, bool thorough);
};

CutPiece whole_surface(const TriangleMesh& mesh);
// What lies below and above a plane; nothing where one of them would be empty or flat.
struct CutHalves {
  CutPiece below, above;
};
std::optional<CutHalves> cut(const CutPiece& piece, const CutPlane& plane,
                             const TriangleMesh& solid, double thickness);

// Whether a point is inside of a closed mesh, by the solid angle that it is seen under.
bool is_inside(const TriangleMesh& mesh, const Vec3<double>& p);

}  // namespace catena
