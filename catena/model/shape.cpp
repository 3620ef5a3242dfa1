#include "catena/model/shape.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "catena/model/model_error.hpp"

namespace catena {

namespace {

constexpr double pi = std::numbers::pi;

BodyShape shape(ShapeKind kind, const Vec3<double>& size, const Transform<double>& X_BS) {
  BodyShape result;
  result.kind = kind;
  result.size = size;
  result.X_BS = X_BS;
  return result;
}

void check_size(const BodyShape& shape, const char* what, double size, bool may_be_zero = false) {
  if (!std::isfinite(size) || size < 0.0 || (size == 0.0 && !may_be_zero))
    throw ModelError(fmt::format("{}: its {} is {}, expected a positive number of metres",
                                 to_string(shape.kind), what, size));
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
  }
  return "unknown";
}

void check_shape(const BodyShape& shape) {
  switch (shape.kind) {
    case ShapeKind::Box:
      for (int i = 0; i < 3; ++i) check_size(shape, "side", shape.size[i]);
      break;
    case ShapeKind::Sphere:
      check_size(shape, "radius", shape.size.x);
      break;
    case ShapeKind::Cylinder:
    case ShapeKind::Capsule:
      check_size(shape, "radius", shape.size.x);
      check_size(shape, "length", shape.size.y, shape.kind == ShapeKind::Capsule);
      break;
  }
  for (const float part : shape.color)
    if (!(part >= 0.0F && part <= 1.0F))
      throw ModelError(fmt::format("{}: its color has {} in it, expected numbers from 0 to 1",
                                   to_string(shape.kind), part));
}

double volume(const BodyShape& shape) {
  const double r = shape.size.x, length = shape.size.y;
  switch (shape.kind) {
    case ShapeKind::Box:
      return shape.size.x * shape.size.y * shape.size.z;
    case ShapeKind::Sphere:
      return 4.0 / 3.0 * pi * r * r * r;
    case ShapeKind::Cylinder:
      return pi * r * r * length;
    case ShapeKind::Capsule:
      return pi * r * r * length + 4.0 / 3.0 * pi * r * r * r;
  }
  return 0.0;
}

}  // namespace catena
