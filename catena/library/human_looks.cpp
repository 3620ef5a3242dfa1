// The figures in sports clothes. Breadths and depths are those of an average man (Winter 2009,
// Pheasant & Haslegrave 2006); where a segment touches by a box, its drawing stays inside.

#include <cmath>

#include "catena/library/human_segments.hpp"
#include "catena/library/looks.hpp"
#include "catena/math/rotation.hpp"

namespace catena::looks {

namespace {

constexpr Color shirt{0.20F, 0.36F, 0.62F}, shorts{0.13F, 0.15F, 0.20F}, hair{0.25F, 0.17F, 0.12F};
constexpr Color shoe{0.92F, 0.92F, 0.93F}, sole{0.35F, 0.37F, 0.40F}, eye{0.12F, 0.10F, 0.10F};

BodyShape only_drawn(BodyShape shape, const Color& color) {
  shape.color = color;
  shape.touches = false;
  return shape;
}

}  // namespace

BodyShape ellipsoid(const Vec3<double>& at, const Vec3<double>& half_axes, const Color& color,
                    const Transform<double>& turned) {
  return only_drawn(ellipsoid_shape(half_axes, Transform<double>::at(at) * turned), color);
}

BodyShape ball(const Vec3<double>& at, double radius, const Color& color) {
  return only_drawn(sphere_shape(radius, Transform<double>::at(at)), color);
}

BodyShape limb(const Vec3<double>& from, const Vec3<double>& to, double radius,
               const Color& color) {
  const Vec3<double> along = to - from;
  const double length = norm(along);
  return only_drawn(
      capsule_shape(radius, length, {rotation_z_onto((1.0 / length) * along), 0.5 * (from + to)}),
      color);
}

Shapes pelvis() {
  return {ellipsoid({0, 0, 0.06}, {0.1, 0.148, 0.12}, shorts),
          ellipsoid({-0.035, 0.068, 0.0}, {0.075, 0.078, 0.09}, shorts),
          ellipsoid({-0.035, -0.068, 0.0}, {0.075, 0.078, 0.09}, shorts)};
}

Shapes abdomen() {
  return {ellipsoid({0, 0, 0.09}, {0.093, 0.139, 0.21}, shirt)};
}

Shapes chest() {
  const double z = human::shoulder_z;
  return {ellipsoid({0, 0, 0.05}, {0.103, 0.155, 0.21}, shirt),
          ellipsoid({0.0, 0, z - 0.02}, {0.085, 0.185, 0.085}, shirt),
          ellipsoid({0.042, 0.07, 0.1}, {0.058, 0.085, 0.075}, shirt),
          ellipsoid({0.042, -0.07, 0.1}, {0.058, 0.085, 0.075}, shirt),
          ellipsoid({-0.012, 0, z + 0.04}, {0.058, 0.13, 0.055}, shirt)};
}

Shapes neck() {
  return {limb({-0.012, 0, -0.05}, {0.004, 0, human::neck_length + 0.03}, 0.053, skin)};
}

Shapes head() {
  constexpr double top = human::head_length;
  Shapes shapes = {ellipsoid({0.002, 0, top - 0.09}, {0.092, 0.072, 0.08}, skin),
                   ellipsoid({0.026, 0, 0.058}, {0.066, 0.056, 0.078}, skin),
                   ellipsoid({-0.01, 0, top - 0.076}, {0.096, 0.08, 0.076}, hair),
                   ellipsoid({0.096, 0, 0.078}, {0.016, 0.011, 0.02}, skin),
                   ellipsoid({0.084, 0, 0.038}, {0.006, 0.022, 0.006}, {0.7F, 0.42F, 0.38F})};
  for (const double y : {1.0, -1.0}) {
    shapes.push_back(ball({0.083, 0.03 * y, 0.102}, 0.009, eye));
    shapes.push_back(ellipsoid({0.0, 0.076 * y, 0.085}, {0.02, 0.009, 0.03}, skin));
  }
  return shapes;
}

Shapes upper_arm() {
  constexpr double end = -human::upper_arm_length;
  return {ellipsoid({0, 0, -0.04}, {0.058, 0.055, 0.115}, shirt),
          ellipsoid({0.004, 0, 0.5 * end}, {0.047, 0.043, 0.13}, skin),
          limb({0, 0, 0.5 * end}, {0, 0, end}, 0.036, skin)};
}

Shapes forearm() {
  constexpr double end = -human::forearm_length;
  return {ball({0, 0, 0}, 0.038, skin), ellipsoid({0, 0, 0.32 * end}, {0.041, 0.043, 0.125}, skin),
          limb({0, 0, 0.5 * end}, {0, 0, end}, 0.027, skin)};
}

// A hand that holds: the fingers go round a bar along y, a third knuckle away from the wrist.
Shapes hand(double side) {
  constexpr double z = -human::grip_distance;
  Shapes shapes = {ellipsoid({-0.018, 0, 0.52 * z}, {0.017, 0.041, 0.056}, skin),
                   ellipsoid({-0.006, 0.026 * side, 0.4 * z}, {0.02, 0.018, 0.032}, skin)};
  const double y[] = {0.031, 0.011, -0.01, -0.029}, longer[] = {0.96, 1.06, 1.0, 0.84};
  for (int i = 0; i < 4; ++i) {
    const double at = y[i] * side, l = longer[i];
    const Vec3<double> knuckle{-0.026, at, z - 0.002}, bent{0.0, at, z - 0.032 * l},
        tip{0.03 * l, at, z - 0.004};
    shapes.push_back(limb(knuckle, bent, 0.0095, skin));
    shapes.push_back(limb(bent, tip, 0.0088, skin));
  }
  const Vec3<double> root{-0.002, 0.034 * side, 0.35 * z}, bent{0.026, 0.04 * side, 0.68 * z};
  shapes.push_back(limb(root, bent, 0.0115, skin));
  shapes.push_back(limb(bent, {0.036, 0.022 * side, 0.86 * z}, 0.01, skin));
  return shapes;
}

Shapes thigh() {
  constexpr double end = -human::thigh_length;
  return {ellipsoid({0, 0, 0.22 * end}, {0.091, 0.087, 0.185}, shorts),
          ellipsoid({0.004, 0, 0.5 * end}, {0.074, 0.071, 0.22}, skin),
          limb({0, 0, 0.6 * end}, {0, 0, end}, 0.051, skin)};
}

Shapes shank() {
  constexpr double end = -human::shank_length;
  return {ball({0.006, 0, 0}, 0.054, skin), limb({0, 0, 0}, {0, 0, 0.55 * end}, 0.046, skin),
          ellipsoid({-0.017, 0, 0.32 * end}, {0.055, 0.056, 0.15}, skin),
          limb({0, 0, 0.5 * end}, {0, 0, end}, 0.034, skin)};
}

Shapes foot() {
  constexpr double ground = -human::ankle_height, heel = -0.25 * human::foot_length;
  return {ellipsoid({0.062, 0, ground + 0.012}, {0.128, 0.044, 0.012}, sole),
          ellipsoid({heel + 0.044, 0, ground + 0.036}, {0.044, 0.036, 0.034}, shoe),
          ellipsoid({0.075, 0, ground + 0.026}, {0.112, 0.043, 0.024}, shoe),
          limb({-0.004, 0, 0.012}, {0.07, 0, ground + 0.034}, 0.031, shoe)};
}

}  // namespace catena::looks
