#pragma once
// Spatial inertia of a rigid body about a frame's origin, in 10 numbers.

#include "catena/spatial/transform.hpp"

namespace catena {

template <class T>
struct Inertia {
  T mass;
  Vec3<T> moment;      // h = m c: first moment of mass
  Sym3<T> rotational;  // I_o about the frame's origin (not the centre of mass)

  CATENA_INLINE static Inertia zero() { return {T(0.0), Vec3<T>::zero(), Sym3<T>::zero()}; }
  template <class U>
  CATENA_INLINE static Inertia from(const Inertia<U>& i) {
    return {T(i.mass), Vec3<T>::from(i.moment), Sym3<T>::from(i.rotational)};
  }

  CATENA_INLINE friend Inertia operator+(const Inertia& a, const Inertia& b) {
    return {a.mass + b.mass, a.moment + b.moment, a.rotational + b.rotational};
  }
  CATENA_INLINE Inertia& operator+=(const Inertia& b) { return *this = *this + b; }

  // Momentum of the body moving with m (Featherstone 2008, eq. 2.63).
  CATENA_INLINE friend Force<T> operator*(const Inertia& i, const Motion<T>& m) {
    return {add_cross(i.rotational * m.angular, i.moment, m.linear),
            add_cross(i.mass * m.linear, m.angular, i.moment)};
  }
};

// -p x p x: the inertia about the origin of a unit point mass at p.
template <class T>
CATENA_INLINE Sym3<T> point_inertia(const Vec3<T>& p) {
  const T xx = p.x * p.x, yy = p.y * p.y, zz = p.z * p.z;
  return {yy + zz, -(p.x * p.y), -(p.x * p.z), xx + zz, -(p.y * p.z), xx + yy};
}

// -(a x b x + b x a x), symmetric in a and b.
template <class T>
CATENA_INLINE Sym3<T> mixed_inertia(const Vec3<T>& a, const Vec3<T>& b) {
  const T xx = a.x * b.x, yy = a.y * b.y, zz = a.z * b.z;
  return {(yy + zz) + (yy + zz), -(a.x * b.y + a.y * b.x), -(a.x * b.z + a.z * b.x),
          (xx + zz) + (xx + zz), -(a.y * b.z + a.z * b.y), (xx + yy) + (xx + yy)};
}

// An inertia given in B about Bo, in A about Ao (parallel-axis theorem, from X_AB).
template <class T>
CATENA_INLINE Inertia<T> operator*(const Transform<T>& x, const Inertia<T>& i) {
  const Vec3<T>& p = x.translation;
  const Vec3<T> h = x.rotation * i.moment;
  const Vec3<T> half_shift = h + (T(0.5) * i.mass) * p;
  return {i.mass, h + i.mass * p, rotated(x.rotation, i.rotational) + mixed_inertia(p, half_shift)};
}

// Inertia from mass, centre of mass and the rotational inertia about the centre of mass.
inline Inertia<double> inertia_about_com(double mass, const Vec3<double>& com,
                                         const Sym3<double>& about_com) {
  const Sym3<double> shift = point_inertia(com);
  return {mass,
          mass * com,
          {about_com.xx + mass * shift.xx, about_com.xy + mass * shift.xy,
           about_com.xz + mass * shift.xz, about_com.yy + mass * shift.yy,
           about_com.yz + mass * shift.yz, about_com.zz + mass * shift.zz}};
}

// Rotational inertia about the centre of mass, the inverse of inertia_about_com().
Sym3<double> rotational_about_com(const Inertia<double>& inertia);

// Solid bodies of uniform density, centred on the frame's origin.
Inertia<double> solid_box(double mass, const Vec3<double>& sides);
Inertia<double> solid_sphere(double mass, double radius);
Inertia<double> solid_cylinder_z(double mass, double radius, double length);
// Cylinder with hemispherical caps; `length` is that of the cylindrical part, along z.
Inertia<double> solid_capsule_z(double mass, double radius, double length);

}  // namespace catena
