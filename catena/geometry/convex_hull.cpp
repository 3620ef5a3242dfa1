#include "catena/geometry/convex_hull.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include "catena/geometry/geometry_error.hpp"

namespace catena {

namespace {

double size_of(const std::vector<Vec3<double>>& points) {
  if (points.empty()) return 0.0;
  Vec3<double> low = points[0], high = points[0];
  for (const Vec3<double>& p : points)
    for (int i = 0; i < 3; ++i) low[i] = std::min(low[i], p[i]), high[i] = std::max(high[i], p[i]);
  return norm(high - low);
}

void add_loops(const std::vector<std::vector<int>>& faces, ConvexHull& hull) {
  for (std::size_t f = 0; f < faces.size(); ++f) {
    if (faces[f].size() < 3)
      throw GeometryError(fmt::format("face {} of a hull has {} vertices, expected at least 3", f,
                                      faces[f].size()));
    for (const int v : faces[f])
      if (v < 0 || v >= hull.vertex_count())
        throw GeometryError(fmt::format("face {} of a hull names vertex {}, but there are {}", f, v,
                                        hull.vertex_count()));
    hull.loops.insert(hull.loops.end(), faces[f].begin(), faces[f].end());
    hull.face_begin.push_back(static_cast<int>(hull.loops.size()));
  }
}

// The normals by Newell's sum, which is exact for a polygon in a plane and a mean for others.
void add_planes(const std::vector<std::vector<int>>& faces, double size, ConvexHull& hull) {
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const std::vector<int>& loop = faces[f];
    const Vec3<double>& origin = hull.vertices[to_index(loop[0])];
    Vec3<double> area = Vec3<double>::zero();
    for (std::size_t i = 1; i + 1 < loop.size(); ++i)
      area += cross(hull.vertices[to_index(loop[i])] - origin,
                    hull.vertices[to_index(loop[i + 1])] - origin);
    const double twice = norm(area);
    if (!(twice > 1e-30 * size * size))
      throw GeometryError(fmt::format("face {} of a hull has no area", f));
    hull.normals.push_back((1.0 / twice) * area);
    double offset = dot(hull.normals.back(), origin);
    for (const int v : loop)
      offset = std::max(offset, dot(hull.normals.back(), hull.vertices[to_index(v)]));
    hull.offsets.push_back(offset);
  }
}

std::uint64_t side_key(int from, int to) {
  return (static_cast<std::uint64_t>(from) << 32U) | static_cast<std::uint64_t>(to);
}

struct Side {
  int face = 0, place = 0;  // its face, and where in `loops` it begins
};
using Sides = std::unordered_map<std::uint64_t, Side>;

Sides sides_of(const ConvexHull& hull) {
  Sides sides;
  sides.reserve(hull.loops.size());
  for (int f = 0; f < hull.face_count(); ++f) {
    const auto loop = hull.face(f);
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const int from = loop[i], to = loop[(i + 1) % loop.size()];
      const int place = hull.face_begin[to_index(f)] + static_cast<int>(i);
      if (from == to || !sides.emplace(side_key(from, to), Side{f, place}).second)
        throw GeometryError(fmt::format(
            "two faces of a hull go from vertex {} to vertex {}, expected one", from, to));
    }
  }
  return sides;
}

void add_edges(const Sides& sides, ConvexHull& hull) {
  hull.loop_edges.assign(hull.loops.size(), -1);
  for (int f = 0; f < hull.face_count(); ++f) {
    const auto loop = hull.face(f);
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const auto place = to_index(hull.face_begin[to_index(f)]) + i;
      if (hull.loop_edges[place] >= 0) continue;
      const int from = loop[i], to = loop[(i + 1) % loop.size()];
      const auto other = sides.find(side_key(to, from));
      if (other == sides.end())
        throw GeometryError(fmt::format(
            "the faces of a hull do not close: only one has the edge from vertex {} to vertex {}",
            from, to));
      hull.loop_edges[place] = hull.loop_edges[to_index(other->second.place)] = hull.edge_count();
      hull.edges.push_back({{from, to}, {f, other->second.face}});
    }
  }
}

// Around vertex v, beginning with `first`: the next neighbour is the one before v in the face that
// goes from v to the last neighbour.
void add_neighbours(const Sides& sides, ConvexHull& hull) {
  std::vector<int> first(hull.vertices.size(), -1);
  for (const ConvexHull::Edge& edge : hull.edges)
    for (const int k : {0, 1}) {
      int& other = first[to_index(edge.vertices[to_index(k)])];
      if (other < 0) other = edge.vertices[to_index(1 - k)];
    }
  for (int v = 0; v < hull.vertex_count(); ++v) {
    const int start = first[to_index(v)];
    if (start < 0)
      throw GeometryError(fmt::format("no face of a hull has vertex {}; leave it out", v));
    int next = start;
    do {
      hull.neighbours.push_back(next);
      const Side& side = sides.at(side_key(v, next));
      const int begin = hull.face_begin[to_index(side.face)],
                end = hull.face_begin[to_index(side.face) + 1];
      next = hull.loops[to_index(side.place == begin ? end - 1 : side.place - 1)];
    } while (next != start && hull.neighbours.size() <= 2 * hull.edges.size());
    hull.neighbour_begin.push_back(static_cast<int>(hull.neighbours.size()));
  }
  if (hull.neighbours.size() != 2 * hull.edges.size() ||
      hull.vertex_count() - hull.edge_count() + hull.face_count() != 2)
    throw GeometryError(
        fmt::format("a hull has {} vertices, {} edges and {} faces, which do not bound one solid "
                    "without holes",
                    hull.vertex_count(), hull.edge_count(), hull.face_count()));
}

// A closed surface like a sphere that is convex along each edge is convex.
void check_convex(double tolerance, const ConvexHull& hull) {
  for (const ConvexHull::Edge& edge : hull.edges)
    for (const int k : {0, 1}) {
      const auto f = to_index(edge.faces[to_index(k)]);
      for (const int v : hull.face(edge.faces[to_index(1 - k)])) {
        const double above = dot(hull.normals[f], hull.vertices[to_index(v)]) - hull.offsets[f];
        if (!(above <= tolerance))
          throw GeometryError(
              fmt::format("faces {} and {} of a hull meet in a concave edge: a vertex stands out "
                          "by {:.3g} m; use a mesh for a solid that is not convex",
                          edge.faces[0], edge.faces[1], above));
      }
    }
}

}  // namespace

ConvexHull hull_of_faces(std::vector<Vec3<double>> vertices,
                         const std::vector<std::vector<int>>& faces, double flat) {
  ConvexHull hull;
  hull.vertices = std::move(vertices);
  for (const Vec3<double>& p : hull.vertices)
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
      throw GeometryError("a vertex of a hull is not finite");
  const double size = size_of(hull.vertices);
  add_loops(faces, hull);
  add_planes(faces, size, hull);
  const Sides sides = sides_of(hull);
  add_edges(sides, hull);
  add_neighbours(sides, hull);
  check_convex(flat * size, hull);
  return hull;
}

ConvexHull box_hull(const Vec3<double>& sides) {
  std::vector<Vec3<double>> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back({((i & 1) != 0 ? 0.5 : -0.5) * sides.x, ((i & 2) != 0 ? 0.5 : -0.5) * sides.y,
                       ((i & 4) != 0 ? 0.5 : -0.5) * sides.z});
  return hull_of_faces(
      std::move(corners),
      {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}});
}

}  // namespace catena
