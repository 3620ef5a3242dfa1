#include "catena/model/body_shape.hpp"

#include <fmt/format.h>

#include "catena/geometry/geometry_error.hpp"
#include "catena/model/model_error.hpp"

namespace catena {

namespace {

BodyShape shape(ShapeKind kind, const Vec3<double>& size, const Transform<double>& X_BS) {
  BodyShape result;
  result.kind = kind;
  result.size = size;
  result.X_BS = X_BS;
  return result;
}

}  // namespace

BodyShape box_shape(const Vec3<double>& sides, const Transform<double>& X_BS) {
  return shape(ShapeKind::Box, sides, X_BS);
}
BodyShape sphere_shape(double radius, const Transform<double>& X_BS) {
  return shape(ShapeKind::Sphere, {radius, 0, 0}, X_BS);
}
BodyShape cylinder_shape(double radius, double length, const Transform<double>& X_BS) {
  return shape(ShapeKind::Cylinder, {radius, length, 0}, X_BS);
}
BodyShape capsule_shape(double radius, double length, const Transform<double>& X_BS) {
  return shape(ShapeKind::Capsule, {radius, length, 0}, X_BS);
}
BodyShape ellipsoid_shape(const Vec3<double>& half_axes, const Transform<double>& X_BS) {
  return shape(ShapeKind::Ellipsoid, half_axes, X_BS);
}
BodyShape cone_shape(double radius, double length, const Transform<double>& X_BS) {
  return shape(ShapeKind::Cone, {radius, length, 0}, X_BS);
}
BodyShape half_space_shape(const Transform<double>& X_BS) {
  return shape(ShapeKind::HalfSpace, {0, 0, 0}, X_BS);
}
BodyShape hull_shape(std::shared_ptr<const ConvexHull> hull, const Transform<double>& X_BS) {
  BodyShape result = shape(ShapeKind::Hull, {0, 0, 0}, X_BS);
  result.hull = std::move(hull);
  return result;
}
BodyShape mesh_shape(std::shared_ptr<const TriangleMesh> mesh, const Transform<double>& X_BS) {
  BodyShape result = shape(ShapeKind::Mesh, {0, 0, 0}, X_BS);
  result.mesh = std::move(mesh);
  return result;
}
BodyShape height_field_shape(std::shared_ptr<const HeightField> field,
                             const Transform<double>& X_BS) {
  BodyShape result = shape(ShapeKind::HeightField, {0, 0, 0}, X_BS);
  result.field = std::move(field);
  return result;
}

void check_shape(const BodyShape& shape) {
  try {
    check_shape(static_cast<const Shape&>(shape));
  } catch (const GeometryError& error) {
    throw ModelError(error.what());
  }
  for (const float part : shape.color)
    if (!(part >= 0.0F && part <= 1.0F))
      throw ModelError(fmt::format("{}: its color contains {}, expected numbers from 0 to 1",
                                   to_string(shape.kind), part));
  if (!std::isfinite(shape.friction_across) || !std::isfinite(norm(shape.friction_axis)) ||
      (shape.friction_across >= 0.0 && norm(shape.friction_axis) == 0.0))
    throw ModelError(
        fmt::format("{}: friction across an axis needs a finite coefficient and an axis "
                    "that is not zero",
                    to_string(shape.kind)));
}

}  // namespace catena
