#include "catena/view/default_shapes.hpp"

#include <algorithm>
#include <cmath>

#include "catena/math/rotation.hpp"

namespace catena {

namespace {

// A rotation that turns z onto the direction d.
Mat3<double> z_onto(const Vec3<double>& d) {
  const Vec3<double> z = (1.0 / norm(d)) * d;
  const Vec3<double> other = std::abs(z.x) < 0.9 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  Vec3<double> x = cross(other, z);
  x = (1.0 / norm(x)) * x;
  return {x, cross(z, x), z};
}

BodyShape rod_between(const Vec3<double>& from, const Vec3<double>& to) {
  const Vec3<double> d = to - from;
  const double length = norm(d), radius = 0.06 * length;
  return capsule_shape(radius, std::max(0.0, length - 2.0 * radius),
                       {z_onto(d), 0.5 * (from + to)});
}

// The box of the body's mass whose moments of inertia about its axes are those of the body.
BodyShape box_of_inertia(const Inertia<double>& inertia, double scene_size) {
  const double m = inertia.mass;
  const Vec3<double> c = (1.0 / m) * inertia.moment;
  const Sym3<double> shift = point_inertia(c), &about = inertia.rotational;
  const double xx = about.xx - m * shift.xx, yy = about.yy - m * shift.yy,
               zz = about.zz - m * shift.zz;
  const auto side = [&](double i, double j, double k) {
    return std::clamp(std::sqrt(std::max(0.0, 6.0 * (j + k - i) / m)), 0.02 * scene_size,
                      scene_size);
  };
  return box_shape({side(xx, yy, zz), side(yy, zz, xx), side(zz, xx, yy)},
                   Transform<double>::at(c));
}

}  // namespace

std::vector<BodyShape> shapes_or_rods(const Model& model, BodyId body,
                                      const std::vector<Vec3<double>>& points, double scene_size) {
  const BodyInfo& info = model.body(body);
  if (!info.shapes.empty() || body.index == 0) {
    std::vector<BodyShape> drawn;
    for (const BodyShape& shape : info.shapes)
      if (shape.drawn) drawn.push_back(shape);
    return drawn;
  }
  const Vec3<double> root = model.joint(info.inboard_joint).X_BM.translation;
  std::vector<BodyShape> shapes;
  const auto add = [&](const Vec3<double>& to) {
    if (norm(to - root) > 0.005 * scene_size) shapes.push_back(rod_between(root, to));
  };
  for (const Vec3<double>& point : points) add(point);
  const Inertia<double>& inertia = info.inertia;
  if (shapes.empty() && inertia.mass > 0.0) add((2.0 / inertia.mass) * inertia.moment - root);
  if (shapes.empty() && inertia.mass > 0.0) shapes.push_back(box_of_inertia(inertia, scene_size));
  if (shapes.empty())
    shapes.push_back(sphere_shape(0.01 * scene_size, Transform<double>::at(root)));
  return shapes;
}

}  // namespace catena
