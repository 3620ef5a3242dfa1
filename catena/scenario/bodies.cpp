// Bodies, their inertia and shapes, and frames.

#include <fmt/format.h>

#include <cmath>

#include "catena/math/rotation.hpp"
#include "catena/scenario/keys.hpp"
#include "catena/scenario/parts.hpp"

namespace catena::scenario {

namespace {

using yaml::Fields;
using yaml::Range;
using yaml::Value;

Mat3<double> read_quaternion(const Value& value) {
  const std::vector<Value> list = value.items(4, "numbers (w, x, y, z)");
  const Quaternion<double> q{list[0].number(quantity::number), list[1].number(quantity::number),
                             list[2].number(quantity::number), list[3].number(quantity::number)};
  const double length = std::hypot(std::hypot(q.w, q.x), std::hypot(q.y, q.z));
  if (!(std::abs(length - 1.0) < 1e-3))
    value.fail(fmt::format("the quaternion has length {:.6g}, expected 1", length));
  return rotation_matrix(normalized(q));
}

Mat3<double> read_axis_angle(const Value& axis_value, const Value& angle) {
  const Vec3<double> axis = axis_value.vector3(quantity::number);
  const double length = norm(axis);
  if (!(length > 0.0) || !std::isfinite(length))
    axis_value.fail("the axis has no direction, expected a vector of length > 0");
  return rotation_about((1.0 / length) * axis, angle.number(quantity::angle));
}

Mat3<double> read_rotation(const Fields& fields) {
  if (fields.has("axis") != fields.has("angle"))
    fields.map().fail(fmt::format("found '{}' alone, expected 'axis' and 'angle' together",
                                  fields.has("axis") ? "axis" : "angle"));
  if (!fields.has("rpy") && !fields.has("quaternion") && !fields.has("axis"))
    return Mat3<double>::identity();
  const std::string_view kind = fields.one_of({"rpy", "quaternion", "axis"});
  if (kind == "quaternion") return read_quaternion(fields.at("quaternion"));
  if (kind == "axis") return read_axis_angle(fields.at("axis"), fields.at("angle"));
  const Vec3<double> rpy = fields.at("rpy").vector3(quantity::angle);
  return rotation_from_rpy(rpy.x, rpy.y, rpy.z);
}

BodyShape read_solid(const Fields& fields) {
  const std::string_view kind = fields.one_of({"box", "sphere", "cylinder", "capsule"});
  const Value value = fields.at(kind);
  const auto size = [](const Fields& solid, const char* key) {
    return solid.at(key).number(quantity::length, Range::NonNegative);
  };
  if (kind == "box")
    return box_shape(value.fields(scenario_keys::box).at("sides").vector3(quantity::length));
  if (kind == "sphere") return sphere_shape(size(value.fields(scenario_keys::sphere), "radius"));
  if (kind == "cylinder") {
    const Fields solid = value.fields(scenario_keys::cylinder);
    return cylinder_shape(size(solid, "radius"), size(solid, "length"));
  }
  const Fields solid = value.fields(scenario_keys::capsule);
  return capsule_shape(size(solid, "radius"), size(solid, "length"));
}

Inertia<double> solid_inertia(const BodyShape& shape, double mass) {
  switch (shape.kind) {
    case ShapeKind::Box:
      return solid_box(mass, shape.size);
    case ShapeKind::Sphere:
      return solid_sphere(mass, shape.size.x);
    case ShapeKind::Cylinder:
      return solid_cylinder_z(mass, shape.size.x, shape.size.y);
    case ShapeKind::Capsule:
      return solid_capsule_z(mass, shape.size.x, shape.size.y);
  }
  return Inertia<double>::zero();
}

struct ReadShape {
  BodyShape shape;
  bool has_mass = false;
  Inertia<double> inertia = Inertia<double>::zero();  // about the body's origin
};

ReadShape read_shape(const Value& value) {
  const Fields fields = value.fields(scenario_keys::shape);
  ReadShape result;
  result.shape = read_solid(fields);
  if (const auto at = fields.find("at")) result.shape.X_BS = read_pose(*at);
  if (const auto color = fields.find("color")) {
    const Vec3<double> rgb = color->vector3(quantity::number);
    for (int i = 0; i < 3; ++i) {
      if (!(rgb[i] >= 0.0 && rgb[i] <= 1.0))
        color->fail(fmt::format("found {}, expected numbers from 0 to 1", rgb[i]));
      result.shape.color[static_cast<std::size_t>(i)] = static_cast<float>(rgb[i]);
    }
  }
  located(value, [&] { check_shape(result.shape); });
  result.has_mass = fields.has("mass") || fields.has("density");
  if (!result.has_mass) return result;
  const double mass = fields.one_of({"mass", "density"}) == "mass"
                          ? fields.at("mass").number(quantity::mass, Range::NonNegative)
                          : fields.at("density").number(quantity::density, Range::NonNegative) *
                                volume(result.shape);
  result.inertia = result.shape.X_BS * solid_inertia(result.shape, mass);
  return result;
}

Inertia<double> read_inertia(const Value& value) {
  const Fields fields = value.fields(scenario_keys::inertia);
  const double mass = fields.at("mass").number(quantity::mass, Range::NonNegative);
  const auto vector = [&](const char* key, const Quantity& quantity) {
    const auto given = fields.find(key);
    return given ? given->vector3(quantity) : Vec3<double>::zero();
  };
  const Vec3<double> moments = vector("moments", quantity::inertia);
  const Vec3<double> products = vector("products", quantity::inertia);
  return inertia_about_com(mass, vector("com", quantity::length),
                           {moments.x, products.x, products.y, moments.y, products.z, moments.z});
}

void read_body(const Fields& fields, ModelBuilder& builder) {
  Inertia<double> inertia = Inertia<double>::zero();
  const auto given = fields.find("inertia");
  if (given) inertia = read_inertia(*given);
  std::vector<BodyShape> shapes;
  if (const auto list = fields.find("shapes")) {
    for (const Value& item : list->items()) {
      const ReadShape read = read_shape(item);
      if (given && read.has_mass)
        item.fail("found a mass or density beside the body's 'inertia', expected only one of them");
      inertia += read.inertia;
      shapes.push_back(read.shape);
    }
  }
  located(fields.at("name"), [&] {
    const BodyId body = builder.add_body(fields.at("name").text(), inertia);
    for (const BodyShape& shape : shapes) builder.add_shape(body, shape);
  });
}

}  // namespace

Transform<double> read_pose(const Value& value) {
  if (!value.is_map()) {
    if (!value.is_list())
      value.fail_expected("a position [x, y, z] or a map with position and rotation");
    return Transform<double>::at(value.vector3(quantity::length));
  }
  return read_pose(value.fields(scenario_keys::pose));
}

Transform<double> read_pose(const Fields& fields) {
  const auto position = fields.find("position");
  return {read_rotation(fields),
          position ? position->vector3(quantity::length) : Vec3<double>::zero()};
}

void read_bodies(const Value& list, ModelBuilder& builder) {
  constexpr std::size_t most = 5000;  // the compiler descends the tree by recursion
  const std::vector<Value> items = list.items();
  if (items.size() > most)
    list.fail(fmt::format("found {} bodies, expected at most {}", items.size(), most));
  std::vector<Fields> bodies;
  for (const Value& item : items) bodies.push_back(item.fields(scenario_keys::body));
  for (const Fields& fields : bodies) read_body(fields, builder);
  // Masses are lent between bodies in any order.
  for (const Fields& fields : bodies)
    if (const auto lent = fields.find("lent_mass"))
      read_lent_mass(*lent, builder.find_body(fields.at("name").text()), builder);
}

void read_frames(const Value& list, ModelBuilder& builder) {
  for (const Value& item : list.items()) {
    const Fields fields = item.fields(scenario_keys::frame);
    const Value body_name = fields.at("body");
    const BodyId body = located(body_name, [&] { return builder.find_body(body_name.text()); });
    const auto at = fields.find("at");
    const Transform<double> X_BF = at ? read_pose(*at) : Transform<double>::identity();
    located(fields.at("name"), [&] { builder.add_frame(fields.at("name").text(), body, X_BF); });
  }
}

}  // namespace catena::scenario
