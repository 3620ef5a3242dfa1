#include "catena/meshes/cut_piece.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "catena/geometry/geometry_error.hpp"
#include "catena/math/index.hpp"
#include "catena/meshes/hull_of_points.hpp"

namespace catena {

namespace {

using Point = Vec3<double>;

// Samples times faces of the hull, where not all are asked for.
constexpr double most_questions = 4e6;

// How far the ray from p along the unit vector u stays in the hull.
double way_out(const ConvexHull& hull, const Point& p, const Point& u) {
  double least = 1e300;
  for (int f = 0; f < hull.face_count(); ++f) {
    const double rise = dot(hull.normals[to_index(f)], u);
    if (rise <= 1e-9) continue;
    const double below = hull.offsets[to_index(f)] - dot(hull.normals[to_index(f)], p);
    least = std::min(least, std::max(0.0, below) / rise);
  }
  return least < 1e300 ? least : 0.0;
}

// Calls `look` with corners, middles of sides and the centroid of every `each`-th polygon.
template <class Look>
void for_samples(const std::vector<SurfacePolygon>& polygons, std::size_t each, Look&& look) {
  for (std::size_t i = 0; i < polygons.size(); i += each) {
    const SurfacePolygon& polygon = polygons[i];
    const std::size_t n = polygon.points.size();
    Point sum{0, 0, 0};
    for (std::size_t k = 0; k < n; ++k) {
      const Point &p = polygon.points[k], &q = polygon.points[(k + 1) % n];
      sum += p;
      look(p, polygon.normal);
      look(0.5 * (p + q), polygon.normal);
    }
    look((1.0 / static_cast<double>(n)) * sum, polygon.normal);
  }
}

// Where three of the planes meet, below all others and inside of the solid.
void add_inner_corners(const std::vector<CutPlane>& planes, const TriangleMesh& solid,
                       double thickness, std::vector<Point>& out) {
  for (std::size_t i = 0; i < planes.size(); ++i)
    for (std::size_t j = i + 1; j < planes.size(); ++j)
      for (std::size_t k = j + 1; k < planes.size(); ++k) {
        const Point jk = cross(planes[j].n, planes[k].n);
        const double volume = dot(planes[i].n, jk);
        if (std::abs(volume) < 1e-6) continue;
        const Point ki = cross(planes[k].n, planes[i].n), ij = cross(planes[i].n, planes[j].n);
        const Point p = (1.0 / volume) *
                        (planes[i].offset * jk + planes[j].offset * ki + planes[k].offset * ij);
        const bool below = std::all_of(planes.begin(), planes.end(), [&](const CutPlane& plane) {
          return plane.height(p) <= thickness;
        });
        // A little below all three: a corner on the surface itself may bound nothing but air.
        const Point within = p - (1e5 * thickness / volume) * (jk + ki + ij);
        if (below && is_inside(solid, within)) out.push_back(p);
      }
}

double extent(const std::vector<Point>& points) {
  Point low{1e300, 1e300, 1e300}, high{-1e300, -1e300, -1e300};
  for (const Point& p : points)
    for (int i = 0; i < 3; ++i) low[i] = std::min(low[i], p[i]), high[i] = std::max(high[i], p[i]);
  return norm(high - low);
}

// Adds what is left of a polygon on one side (sign) of a plane; crossings are the same points from
// both sides.
void add_side(const SurfacePolygon& polygon, const std::vector<double>& heights, double sign,
              CutPiece& out) {
  SurfacePolygon part;
  part.normal = polygon.normal;
  const std::size_t n = polygon.points.size();
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t next = (k + 1) % n;
    const double here = heights[k], there = heights[next];
    if (sign * here >= 0.0) part.points.push_back(polygon.points[k]);
    if ((here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0)) {
      const Point &low = here < there ? polygon.points[k] : polygon.points[next],
                  &high = here < there ? polygon.points[next] : polygon.points[k];
      const double a = std::min(here, there), b = std::max(here, there);
      part.points.push_back(low + (-a / (b - a)) * (high - low));
    }
  }
  if (part.points.size() >= 3) out.polygons.push_back(std::move(part));
}

}  // namespace

bool is_inside(const TriangleMesh& mesh, const Point& p) {
  double angle = 0.0;  // of all triangles, seen from p (van Oosterom & Strackee 1983)
  for (const std::array<int, 3>& t : mesh.triangles) {
    const Point a = mesh.vertices[to_index(t[0])] - p, b = mesh.vertices[to_index(t[1])] - p,
                c = mesh.vertices[to_index(t[2])] - p;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    angle += 2.0 * std::atan2(dot(a, cross(b, c)),
                              la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  // 4 pi inside, 0 outside, and something between them on the surface.
  return angle > 4.0 * std::numbers::pi - 0.1;
}

CutPiece whole_surface(const TriangleMesh& mesh) {
  CutPiece piece;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Point& normal = mesh.normals[i];
    if (!(dot(normal, normal) > 0.5)) continue;  // without area
    SurfacePolygon& polygon = piece.polygons.emplace_back();
    for (const int v : mesh.triangles[i]) polygon.points.push_back(mesh.vertices[to_index(v)]);
    polygon.normal = normal;
  }
  return piece;
}

bool CutPiece::measure(const TriangleMesh& solid, bool thorough) {
  std::vector<Point> points;
  for (const SurfacePolygon& polygon : polygons)
    points.insert(points.end(), polygon.points.begin(), polygon.points.end());
  if (points.size() < 4) return false;
  if (thorough) add_inner_corners(planes, solid, 1e-9 * extent(points), points);
  try {
    constexpr double single_precision = 2e-7;  // as most files are
    hull = hull_of_points(points, single_precision);
  } catch (const GeometryError&) {
    return false;
  }
  const double questions = 7.0 * static_cast<double>(polygons.size()) * hull.face_count();
  const std::size_t each =
      thorough ? 1 : static_cast<std::size_t>(std::max(1.0, std::ceil(questions / most_questions)));
  depth = -1.0;
  for_samples(polygons, each, [&](const Point& p, const Point& normal) {
    const double far = way_out(hull, p, normal);
    if (far > depth) depth = far, deepest = p, deepest_normal = normal;
  });
  return true;
}

std::optional<CutHalves> cut(const CutPiece& piece, const CutPlane& plane,
                             const TriangleMesh& solid, double thickness) {
  CutHalves halves;
  std::vector<double> heights;
  for (const SurfacePolygon& polygon : piece.polygons) {
    heights.clear();
    bool above = false, below = false;
    for (const Point& p : polygon.points) {
      double h = plane.height(p);
      if (std::abs(h) <= thickness) h = 0.0;
      above |= h > 0.0, below |= h < 0.0;
      heights.push_back(h);
    }
    // A face in the plane bounds the solid on the side that it looks away from.
    const bool in_plane = !above && !below, looks_up = dot(polygon.normal, plane.n) > 0.0;
    if (!above && (!in_plane || looks_up))
      halves.below.polygons.push_back(polygon);
    else if (!below && (!in_plane || !looks_up))
      halves.above.polygons.push_back(polygon);
    else if (above && below) {
      add_side(polygon, heights, -1.0, halves.below);
      add_side(polygon, heights, 1.0, halves.above);
    }
  }
  halves.below.planes = halves.above.planes = piece.planes;
  halves.below.planes.push_back(plane);
  halves.above.planes.push_back({-plane.n, -plane.offset});
  if (!halves.below.measure(solid, false) || !halves.above.measure(solid, false))
    return std::nullopt;
  return halves;
}

}  // namespace catena
