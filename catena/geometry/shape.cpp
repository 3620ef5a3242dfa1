#include "catena/geometry/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "catena/geometry/geometry_error.hpp"
#include "catena/geometry/tube.hpp"
#include "catena/math/index.hpp"

namespace catena {

namespace {

void check_size(const Shape& shape, const char* what, double size, bool may_be_zero = false) {
  if (!std::isfinite(size) || size < 0.0 || (size == 0.0 && !may_be_zero))
    throw GeometryError(fmt::format("{}: its {} is {}, expected a positive number of metres",
                                    to_string(shape.kind), what, size));
}

void check_field(const HeightField& field) {
  if (field.nx < 2 || field.ny < 2)
    throw GeometryError(fmt::format(
        "height_field: it has {} by {} heights, expected at least 2 by 2", field.nx, field.ny));
  const auto expected = to_index(field.nx) * to_index(field.ny);
  if (field.heights.size() != expected)
    throw GeometryError(fmt::format("height_field: it has {} heights, expected {} by {} = {}",
                                    field.heights.size(), field.nx, field.ny, expected));
  for (const double spacing : {field.dx, field.dy})
    if (!(spacing > 0.0) || !std::isfinite(spacing))
      throw GeometryError(fmt::format(
          "height_field: its spacing is {}, expected a positive number of metres", spacing));
  for (const double height : field.heights)
    if (!std::isfinite(height))
      throw GeometryError(
          fmt::format("height_field: one of its heights is {}, expected metres", height));
}

template <class Part>
const Part& part_of(const Shape& shape, const std::shared_ptr<const Part>& part) {
  if (part == nullptr)
    throw GeometryError(fmt::format("{}: its geometry is missing", to_string(shape.kind)));
  return *part;
}

double farthest(const std::vector<Vec3<double>>& points) {
  double most = 0.0;
  for (const Vec3<double>& p : points) most = std::max(most, dot(p, p));
  return std::sqrt(most);
}

}  // namespace

const char* to_string(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::Box:
      return "box";
    case ShapeKind::Sphere:
      return "sphere";
    case ShapeKind::Cylinder:
      return "cylinder";
    case ShapeKind::Capsule:
      return "capsule";
    case ShapeKind::Ellipsoid:
      return "ellipsoid";
    case ShapeKind::Cone:
      return "cone";
    case ShapeKind::HalfSpace:
      return "half_space";
    case ShapeKind::Hull:
      return "hull";
    case ShapeKind::Mesh:
      return "mesh";
    case ShapeKind::HeightField:
      return "height_field";
  }
  return "unknown";
}

bool is_bounded(ShapeKind kind) {
  return kind != ShapeKind::HalfSpace && kind != ShapeKind::HeightField;
}

bool is_convex(ShapeKind kind) {
  return kind != ShapeKind::Mesh && kind != ShapeKind::HeightField;
}

bool is_tube(const Shape& shape) {
  return shape.kind == ShapeKind::Cylinder && shape.size.z > 0.0 && shape.size.z < shape.size.x;
}

void check_shape(const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::Box:
      for (int i = 0; i < 3; ++i) check_size(shape, "side", shape.size[i]);
      break;
    case ShapeKind::Sphere:
      check_size(shape, "radius", shape.size.x);
      break;
    case ShapeKind::Cylinder:
    case ShapeKind::Capsule:
    case ShapeKind::Cone:
      check_size(shape, "radius", shape.size.x);
      check_size(shape, "length", shape.size.y, shape.kind == ShapeKind::Capsule);
      break;
    case ShapeKind::Ellipsoid:
      for (int i = 0; i < 3; ++i) check_size(shape, "half axis", shape.size[i]);
      break;
    case ShapeKind::HalfSpace:
      break;
    case ShapeKind::Hull:
      if (part_of(shape, shape.hull).face_count() < 4)
        throw GeometryError("hull: it has no faces; make it with convex_hull()");
      break;
    case ShapeKind::Mesh:
      if (part_of(shape, shape.mesh).triangles.empty())
        throw GeometryError("mesh: it has no triangles");
      break;
    case ShapeKind::HeightField:
      check_field(part_of(shape, shape.field));
      break;
  }
}

double reach(const Shape& shape) {
  switch (shape.kind) {
    case ShapeKind::Box:
      return 0.5 * norm(shape.size);
    case ShapeKind::Sphere:
      return shape.size.x;
    case ShapeKind::Cylinder:
    case ShapeKind::Cone:
      return std::hypot(shape.size.x, 0.5 * shape.size.y);
    case ShapeKind::Capsule:
      return shape.size.x + 0.5 * shape.size.y;
    case ShapeKind::Ellipsoid:
      return std::max({shape.size.x, shape.size.y, shape.size.z});
    case ShapeKind::Hull:
      return shape.hull ? farthest(shape.hull->vertices) : 0.0;
    case ShapeKind::Mesh:
      return shape.mesh ? farthest(shape.mesh->vertices) : 0.0;
    case ShapeKind::HalfSpace:
    case ShapeKind::HeightField:
      break;
  }
  return std::numeric_limits<double>::infinity();
}

}  // namespace catena
