#include "catena/collision/collider.hpp"

#include <limits>
#include <utility>

namespace catena {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

BoundingBox core_bounds(const Convex& c) {
  BoundingBox box;
  int hint = 0;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3<double> d{0, 0, 0};
    d[axis] = 1.0;
    box.high[axis] = support(c, d, hint)[axis] + c.radius;
    d[axis] = -1.0;
    box.low[axis] = support(c, d, hint)[axis] - c.radius;
  }
  return box;
}

void find_flats(const TriangleMesh& mesh, VertexNeighbours& n) {
  constexpr double flat = 1e-4;  // rad
  n.flat_vertices.assign(mesh.vertices.size(), 1);
  for (const auto& edge : mesh.edges) {
    const bool is_flat =
        edge.triangles[1] >= 0 && norm(mesh.normals[to_index(edge.triangles[0])] -
                                       mesh.normals[to_index(edge.triangles[1])]) < flat;
    n.flat_edges.push_back(is_flat ? 1 : 0);
    if (!is_flat)
      for (const int v : edge.vertices) n.flat_vertices[to_index(v)] = 0;
  }
}

VertexNeighbours neighbours_of(const TriangleMesh& mesh) {
  VertexNeighbours n;
  n.begin.assign(mesh.vertices.size() + 1, 0);
  for (const auto& edge : mesh.edges)
    for (const int v : edge.vertices) ++n.begin[to_index(v) + 1];
  for (std::size_t v = 0; v < mesh.vertices.size(); ++v) n.begin[v + 1] += n.begin[v];
  n.all.resize(to_index(n.begin.back()));
  std::vector<int> next(n.begin.begin(), n.begin.end() - 1);
  for (const auto& edge : mesh.edges)
    for (int i = 0; i < 2; ++i)
      n.all[to_index(next[to_index(edge.vertices[to_index(i)])]++)] =
          edge.vertices[to_index(1 - i)];
  find_flats(mesh, n);
  return n;
}

}  // namespace

TriangleMesh surface_of(const HeightField& field) {
  std::vector<Vec3<double>> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int j = 0; j < field.ny; ++j)
    for (int i = 0; i < field.nx; ++i) vertices.push_back(field.point(i, j));
  for (int j = 0; j + 1 < field.ny; ++j)
    for (int i = 0; i + 1 < field.nx; ++i) {
      const int p = j * field.nx + i, q = p + 1, r = q + field.nx, s = p + field.nx;
      triangles.push_back({p, q, r});
      triangles.push_back({p, r, s});
    }
  return make_mesh(std::move(vertices), std::move(triangles));
}

Collider make_collider(Shape shape) {
  check_shape(shape);
  Collider c;
  c.shape = std::move(shape);
  if (c.shape.kind == ShapeKind::HalfSpace) {
    c.size = unbounded;
    c.bounds.low = {-unbounded, -unbounded, -unbounded};
    c.bounds.high = {unbounded, unbounded, unbounded};
    return c;
  }
  if (c.shape.kind == ShapeKind::Mesh) c.surface = c.shape.mesh;
  if (c.shape.kind == ShapeKind::HeightField)
    c.surface = std::make_shared<const TriangleMesh>(surface_of(*c.shape.field));
  if (!c.surface) {
    c.convex = convex_of(c.shape);
    c.bounds = core_bounds(c.convex);
    c.size = c.convex.size;
    return c;
  }
  for (const Vec3<double>& v : c.surface->vertices) {
    c.bounds.include(v);
    c.size = std::max(c.size, norm(v));
  }
  c.tree = std::make_shared<const TriangleTree>(*c.surface);
  c.neighbours = std::make_shared<const VertexNeighbours>(neighbours_of(*c.surface));
  // What is below ground belongs to the ground.
  if (c.shape.kind == ShapeKind::HeightField) c.bounds.low.z = -unbounded;
  return c;
}

}  // namespace catena
