#include "catena/mechanism/shape_item.hpp"

#include <algorithm>

#include "catena/math/views.hpp"

namespace catena {

namespace {

// By what they hold; `same` compares two that are there.
template <class Part, class Same>
bool equal(const std::shared_ptr<const Part>& a, const std::shared_ptr<const Part>& b,
           Same&& same) {
  if (a == nullptr || b == nullptr) return a == b;
  return a == b || same(*a, *b);
}

bool equal_points(const std::vector<Vec3<double>>& a, const std::vector<Vec3<double>>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& p, const auto& q) {
    return p.x == q.x && p.y == q.y && p.z == q.z;
  });
}

}  // namespace

bool operator==(const ShapeItem& a, const ShapeItem& b) {
  const bool simple = a.kind == b.kind && a.size == b.size && a.at == b.at && a.mass == b.mass &&
                      a.density == b.density && a.color == b.color && a.drawn == b.drawn &&
                      a.touches == b.touches && a.material == b.material &&
                      a.surface_velocity == b.surface_velocity &&
                      a.surface_name == b.surface_name && a.friction_across == b.friction_across &&
                      a.friction_axis == b.friction_axis;
  return simple &&
         equal(a.hull, b.hull,
               [](const ConvexHull& p, const ConvexHull& q) {
                 return equal_points(p.vertices, q.vertices) && p.loops == q.loops;
               }) &&
         equal(a.mesh, b.mesh,
               [](const TriangleMesh& p, const TriangleMesh& q) {
                 return equal_points(p.vertices, q.vertices) && p.triangles == q.triangles;
               }) &&
         equal(a.field, b.field,
               [](const HeightField& p, const HeightField& q) {
                 return p.nx == q.nx && p.ny == q.ny && p.dx == q.dx && p.dy == q.dy &&
                        p.heights == q.heights;
               }) &&
         equal(a.source, b.source,
               [](const ShapeSource& p, const ShapeSource& q) { return p == q; });
}

ShapeItem shape_item(const BodyShape& shape) {
  ShapeItem item;
  item.kind = shape.kind;
  item.size = to_eigen(shape.size);
  item.at = Pose::of(shape.X_BS);
  if (shape.color != BodyShape().color) item.color = shape.color;
  item.drawn = shape.drawn;
  item.touches = shape.touches;
  item.material = shape.material;
  if (shape.friction_across >= 0.0) item.friction_across = shape.friction_across;
  if (norm(shape.friction_axis) > 0.0) item.friction_axis = to_eigen(shape.friction_axis);
  item.hull = shape.hull;
  item.mesh = shape.mesh;
  item.field = shape.field;
  item.source = shape.source;
  return item;
}

}  // namespace catena
