#include "catena/geometry/triangle_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/geometry/geometry_error.hpp"
#include "catena/math/index.hpp"

namespace catena {

namespace {

// A triangle lower than this part of its longest side has no area: its normal would be rounding.
constexpr double no_height = 1e-9;

// One side of one triangle.
struct MeshSide {
  int low, high;       // its vertices by number
  int triangle, side;  // whose side it is
  bool forward;        // from low to high
};

std::vector<MeshSide> sorted_sides(const TriangleMesh& mesh) {
  std::vector<MeshSide> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (int t = 0; t < mesh.triangle_count(); ++t) {
    const std::array<int, 3>& corners = mesh.triangles[to_index(t)];
    for (int s = 0; s < 3; ++s) {
      const int from = corners[to_index(s)], to = corners[to_index((s + 1) % 3)];
      sides.push_back({std::min(from, to), std::max(from, to), t, s, from < to});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const MeshSide& a, const MeshSide& b) {
    if (a.low != b.low) return a.low < b.low;
    if (a.high != b.high) return a.high < b.high;
    return a.triangle < b.triangle;
  });
  return sides;
}

void add_edge(const MeshSide& first, const MeshSide* second, TriangleMesh& mesh) {
  const int edge = static_cast<int>(mesh.edges.size());
  const auto from = first.forward ? first.low : first.high,
             to = first.forward ? first.high : first.low;
  mesh.edges.push_back({{from, to}, {first.triangle, second != nullptr ? second->triangle : -1}});
  for (const MeshSide* side : {&first, second})
    if (side != nullptr) mesh.triangle_edges[to_index(side->triangle)][to_index(side->side)] = edge;
}

// Sides of more than two triangles: sorted by the angle of the triangle about the edge. The solid
// of a forward one is where the angle is less, up to the next one, which must be a backward one.
// Where they cannot be paired, `sides` stays as it is.
bool pair_around(std::vector<MeshSide>& sides, const TriangleMesh& mesh) {
  const Vec3<double>& origin = mesh.vertices[to_index(sides[0].low)];
  const Vec3<double> along = mesh.vertices[to_index(sides[0].high)] - origin;
  const auto radial = [&](const MeshSide& side) {
    const int apex = mesh.triangles[to_index(side.triangle)][to_index((side.side + 2) % 3)];
    return cross(along, mesh.vertices[to_index(apex)] - origin);
  };
  const Vec3<double> x = radial(sides[0]);
  std::vector<std::pair<double, MeshSide>> around;
  for (const MeshSide& side : sides) {
    const Vec3<double> r = radial(side);
    const double sine = dot(cross(x, r), along) / norm(along);
    around.emplace_back(std::atan2(sine, dot(x, r)), side);
  }
  // Between two that lie on each other there is solid, without thickness.
  std::stable_sort(around.begin(), around.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second.forward < b.second.forward;
  });
  // Begin with a backward one, so that pairs stand beside each other.
  if (around.front().second.forward) std::rotate(around.begin(), around.begin() + 1, around.end());
  if (around.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < around.size(); ++i)
    if (around[i].second.forward != (i % 2 == 1)) return false;
  for (std::size_t i = 0; i < around.size(); ++i) sides[i] = around[i].second;
  return true;
}

void add_edges_of(std::vector<MeshSide>& sides, TriangleMesh& mesh) {
  if (sides.size() == 1) {
    ++mesh.open_edges;
    return add_edge(sides[0], nullptr, mesh);
  }
  const bool paired =
      sides.size() == 2 ? sides[0].forward != sides[1].forward : pair_around(sides, mesh);
  if (!paired) {
    ++mesh.unpaired_edges;
    for (const MeshSide& side : sides) add_edge(side, nullptr, mesh);
    return;
  }
  for (std::size_t i = 0; i + 1 < sides.size(); i += 2) add_edge(sides[i], &sides[i + 1], mesh);
}

void check_numbers(const TriangleMesh& mesh) {
  constexpr std::size_t most = std::numeric_limits<int>::max() / 4;
  if (mesh.vertices.size() > most || mesh.triangles.size() > most)
    throw GeometryError(fmt::format("a mesh has {} vertices and {} triangles, expected at most {}",
                                    mesh.vertices.size(), mesh.triangles.size(), most));
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
    const Vec3<double>& p = mesh.vertices[v];
    if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
      throw GeometryError(fmt::format(
          "vertex {} of a mesh is ({}, {}, {}), expected finite numbers", v, p.x, p.y, p.z));
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const std::array<int, 3>& c = mesh.triangles[t];
    for (const int v : c)
      if (v < 0 || v >= mesh.vertex_count())
        throw GeometryError(fmt::format("triangle {} of a mesh names vertex {}, but there are {}",
                                        t, v, mesh.vertex_count()));
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0])
      throw GeometryError(fmt::format("triangle {} of a mesh has a vertex twice; leave it out", t));
  }
}

}  // namespace

TriangleMesh make_mesh(std::vector<Vec3<double>> vertices,
                       std::vector<std::array<int, 3>> triangles) {
  TriangleMesh mesh;
  mesh.vertices = std::move(vertices);
  mesh.triangles = std::move(triangles);
  check_numbers(mesh);
  mesh.triangle_edges.assign(mesh.triangles.size(), {-1, -1, -1});
  const std::vector<MeshSide> sides = sorted_sides(mesh);
  mesh.edges.reserve(sides.size() / 2);
  std::vector<MeshSide> group;
  for (std::size_t i = 0; i < sides.size();) {
    group.clear();
    const std::size_t first = i;
    for (;
         i < sides.size() && sides[i].low == sides[first].low && sides[i].high == sides[first].high;
         ++i)
      group.push_back(sides[i]);
    add_edges_of(group, mesh);
  }
  for (const std::array<int, 3>& c : mesh.triangles) {
    const Vec3<double>& a = mesh.vertices[to_index(c[0])];
    const Vec3<double> ab = mesh.vertices[to_index(c[1])] - a,
                       ac = mesh.vertices[to_index(c[2])] - a, n = cross(ab, ac), bc = ac - ab;
    const double twice = norm(n), longest = std::max({dot(ab, ab), dot(ac, ac), dot(bc, bc)});
    mesh.normals.push_back(twice > no_height * longest ? (1.0 / twice) * n : Vec3<double>::zero());
  }
  return mesh;
}

}  // namespace catena
