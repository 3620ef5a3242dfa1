#include "catena/spatial/inertia.hpp"

#include <numbers>

namespace catena {

Sym3<double> rotational_about_com(const Inertia<double>& inertia) {
  if (inertia.mass == 0.0) return inertia.rotational;
  const Vec3<double> com = (1.0 / inertia.mass) * inertia.moment;
  return inertia_about_com(-inertia.mass, com, inertia.rotational).rotational;
}

Inertia<double> solid_box(double mass, const Vec3<double>& sides) {
  const double k = mass / 12.0;
  const double xx = sides.x * sides.x, yy = sides.y * sides.y, zz = sides.z * sides.z;
  return {mass, {0, 0, 0}, Sym3<double>::diagonal(k * (yy + zz), k * (xx + zz), k * (xx + yy))};
}

Inertia<double> solid_sphere(double mass, double radius) {
  const double i = 0.4 * mass * radius * radius;
  return {mass, {0, 0, 0}, Sym3<double>::diagonal(i, i, i)};
}

Inertia<double> solid_cylinder_z(double mass, double radius, double length) {
  const double across = mass * (radius * radius / 4.0 + length * length / 12.0);
  return {mass, {0, 0, 0}, Sym3<double>::diagonal(across, across, mass * radius * radius / 2.0)};
}

Inertia<double> solid_capsule_z(double mass, double radius, double length) {
  const double cylinder_volume = std::numbers::pi * radius * radius * length;
  const double ball_volume = 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
  const double m_cylinder = mass * cylinder_volume / (cylinder_volume + ball_volume);
  const double m_caps = mass - m_cylinder;
  const Inertia<double> cylinder = solid_cylinder_z(m_cylinder, radius, length);
  // Each cap's centre of mass stands 3/8 r above the cylinder's end.
  const double offset = length / 2.0 + 3.0 / 8.0 * radius;
  const double cap_across = (83.0 / 320.0 * radius * radius + offset * offset) * m_caps;
  const double cap_along = 0.4 * m_caps * radius * radius;
  return {mass,
          {0, 0, 0},
          Sym3<double>::diagonal(cylinder.rotational.xx + cap_across,
                                 cylinder.rotational.yy + cap_across,
                                 cylinder.rotational.zz + cap_along)};
}

}  // namespace catena
