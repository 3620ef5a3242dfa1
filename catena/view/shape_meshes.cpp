#include "catena/view/shape_meshes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "catena/geometry/tube.hpp"
#include "catena/math/index.hpp"

namespace catena {

namespace {

const void* key_of(const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::Hull:
      return shape.hull.get();
    case ShapeKind::Mesh:
      return shape.mesh.get();
    case ShapeKind::HeightField:
      return shape.field.get();
    default:
      return nullptr;
  }
}

void take_hull(const ConvexHull& hull, DrawnMesh& mesh) {
  mesh.vertices = hull.vertices;
  for (int f = 0; f < hull.face_count(); ++f) {
    const auto loop = hull.face(f);
    for (std::size_t i = 1; i + 1 < loop.size(); ++i)
      mesh.triangles.push_back({loop[0], loop[i], loop[i + 1]});
  }
}

void take_field(const HeightField& field, DrawnMesh& mesh) {
  for (int j = 0; j < field.ny; ++j)
    for (int i = 0; i < field.nx; ++i) mesh.vertices.push_back(field.point(i, j));
  for (int j = 0; j + 1 < field.ny; ++j)
    for (int i = 0; i + 1 < field.nx; ++i) {
      const int at = j * field.nx + i;
      mesh.triangles.push_back({at, at + 1, at + field.nx + 1});
      mesh.triangles.push_back({at, at + field.nx + 1, at + field.nx});
    }
}

Vec3<double> tube_of(const Shape& shape) {
  return is_tube(shape) ? shape.size : Vec3<double>{0, 0, 0};
}

// Rings of points outside and inside, at the bottom and at the top.
void take_tube(const Vec3<double>& size, DrawnMesh& mesh) {
  constexpr int corners = 64;
  const double z = 0.5 * size.y;
  const auto at = [&](int ring, int i) { return ring * corners + i % corners; };
  const auto add_wall = [&](int from, int to) {  // seen from outside, `from` is below `to`
    for (int i = 0; i < corners; ++i) {
      mesh.triangles.push_back({at(from, i), at(from, i + 1), at(to, i + 1)});
      mesh.triangles.push_back({at(from, i), at(to, i + 1), at(to, i)});
    }
  };
  for (const auto& [r, height] :
       {std::pair{size.x, -z}, std::pair{size.x, z}, std::pair{size.z, z}, std::pair{size.z, -z}})
    for (int i = 0; i < corners; ++i) {
      const double angle = 2.0 * std::numbers::pi * i / corners;
      mesh.vertices.push_back({r * std::cos(angle), r * std::sin(angle), height});
    }
  for (int ring = 0; ring < 4; ++ring) add_wall(ring, (ring + 1) % 4);
}

void take_square(double side, DrawnMesh& mesh) {
  const double h = 0.5 * side;
  mesh.vertices = {{-h, -h, 0}, {h, -h, 0}, {h, h, 0}, {-h, h, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
}

}  // namespace

bool is_drawn_as_mesh(const Shape& shape) {
  return is_tube(shape) || shape.kind == ShapeKind::Hull || shape.kind == ShapeKind::Mesh ||
         shape.kind == ShapeKind::HeightField || shape.kind == ShapeKind::HalfSpace;
}

int find_drawn_mesh(const Shape& shape, const std::vector<DrawnMesh>& meshes) {
  const void* key = key_of(shape);
  const Vec3<double> tube = tube_of(shape);
  const auto found = std::find_if(meshes.begin(), meshes.end(), [&](const DrawnMesh& mesh) {
    return mesh.of == key && norm(mesh.tube - tube) == 0.0;
  });
  return found == meshes.end() || !is_drawn_as_mesh(shape)
             ? -1
             : static_cast<int>(found - meshes.begin());
}

void add_drawn_mesh(const Shape& shape, double side, std::vector<DrawnMesh>& meshes) {
  if (!is_drawn_as_mesh(shape) || find_drawn_mesh(shape, meshes) >= 0) return;
  DrawnMesh& mesh = meshes.emplace_back();
  mesh.of = key_of(shape);
  mesh.tube = tube_of(shape);
  if (is_tube(shape)) take_tube(shape.size, mesh);
  if (shape.kind == ShapeKind::Hull && shape.hull) take_hull(*shape.hull, mesh);
  if (shape.kind == ShapeKind::HeightField && shape.field) take_field(*shape.field, mesh);
  if (shape.kind == ShapeKind::HalfSpace) take_square(side, mesh);
  if (shape.kind != ShapeKind::Mesh || !shape.mesh) return;
  mesh.vertices = shape.mesh->vertices;
  mesh.triangles = shape.mesh->triangles;
}

double drawn_reach(const Shape& shape) {
  if (shape.kind == ShapeKind::HalfSpace) return 0.0;
  if (shape.kind != ShapeKind::HeightField) return reach(shape);
  double most = 0.0;
  if (shape.field)
    for (int j = 0; j < shape.field->ny; ++j)
      for (int i = 0; i < shape.field->nx; ++i)
        most = std::max(most, norm(shape.field->point(i, j)));
  return most;
}

}  // namespace catena
