#pragma once
// Articulated-body inertia [A B; B^T C]: a symmetric 6x6 in 21 numbers (Featherstone 2008, ch. 7).

#include "catena/spatial/inertia.hpp"

namespace catena {

template <class T>
struct ArticulatedInertia {
  Sym3<T> a;  // angular-angular
  Mat3<T> b;  // angular-linear: moment due to linear acceleration
  Sym3<T> c;  // linear-linear

  CATENA_INLINE static ArticulatedInertia zero() {
    return {Sym3<T>::zero(), Mat3<T>::zero(), Sym3<T>::zero()};
  }
  CATENA_INLINE static ArticulatedInertia from(const Inertia<T>& i) {
    return {i.rotational, skew(i.moment), Sym3<T>::diagonal(i.mass, i.mass, i.mass)};
  }

  CATENA_INLINE friend Force<T> operator*(const ArticulatedInertia& i, const Motion<T>& m) {
    const Vec3<T> bw = transpose_times(i.b, m.angular), &v = m.linear;
    return {add_product(i.a * m.angular, i.b, v),
            {bw.x + i.c.xx * v.x + i.c.xy * v.y + i.c.xz * v.z,
             bw.y + i.c.xy * v.x + i.c.yy * v.y + i.c.yz * v.z,
             bw.z + i.c.xz * v.x + i.c.yz * v.y + i.c.zz * v.z}};
  }
  CATENA_INLINE friend ArticulatedInertia operator+(const ArticulatedInertia& x,
                                                    const ArticulatedInertia& y) {
    return {x.a + y.a, x.b + y.b, x.c + y.c};
  }
  ArticulatedInertia& operator+=(const ArticulatedInertia& other) { return *this = *this + other; }

  // Takes s u u^T away: the rank-1 update that frees one joint axis.
  void subtract_outer(const Force<T>& u, const T& s) {
    const Force<T> w = s * u;
    const Vec3<T>&ua = u.angular, &ul = u.linear, &wa = w.angular, &wl = w.linear;
    a = {a.xx - wa.x * ua.x, a.xy - wa.x * ua.y, a.xz - wa.x * ua.z,
         a.yy - wa.y * ua.y, a.yz - wa.y * ua.z, a.zz - wa.z * ua.z};
    b = {b.c0 - ul.x * wa, b.c1 - ul.y * wa, b.c2 - ul.z * wa};
    c = {c.xx - wl.x * ul.x, c.xy - wl.x * ul.y, c.xz - wl.x * ul.z,
         c.yy - wl.y * ul.y, c.yz - wl.y * ul.z, c.zz - wl.z * ul.z};
  }
};

// Moves the reference point by p: the blocks a and b, already rotated into the new axes, become
// a + p x b^T - (b + p x c) p x and b + p x c (Featherstone 2008, table 2.1 and eq. 2.66).
template <class T>
CATENA_INLINE ArticulatedInertia<T> shifted(const ArticulatedInertia<T>& i, const Vec3<T>& p) {
  const Sym3<T>& c = i.c;
  const Mat3<T>& b = i.b;
  const Mat3<T> g = {add_cross(b.c0, p, Vec3<T>{c.xx, c.xy, c.xz}),
                     add_cross(b.c1, p, Vec3<T>{c.xy, c.yy, c.yz}),
                     add_cross(b.c2, p, Vec3<T>{c.xz, c.yz, c.zz})};
  // (p x b^T)_ij = (p x row_j of b)_i and (g p x)_ij = (row_i of g x p)_j.
  return {{i.a.xx + p.y * b.c2.x - p.z * b.c1.x - p.z * g.c1.x + p.y * g.c2.x,
           i.a.xy + p.y * b.c2.y - p.z * b.c1.y - p.x * g.c2.x + p.z * g.c0.x,
           i.a.xz + p.y * b.c2.z - p.z * b.c1.z - p.y * g.c0.x + p.x * g.c1.x,
           i.a.yy + p.z * b.c0.y - p.x * b.c2.y - p.x * g.c2.y + p.z * g.c0.y,
           i.a.yz + p.z * b.c0.z - p.x * b.c2.z - p.y * g.c0.y + p.x * g.c1.y,
           i.a.zz + p.x * b.c1.z - p.y * b.c0.z - p.y * g.c0.z + p.x * g.c1.z},
          g,
          c};
}

// An articulated inertia given in B about Bo, in A about Ao (from X_AB).
template <class T>
CATENA_INLINE ArticulatedInertia<T> operator*(const Transform<T>& x,
                                              const ArticulatedInertia<T>& i) {
  const Mat3<T>& r = x.rotation;
  return shifted(ArticulatedInertia<T>{rotated(r, i.a), rotated(r, i.b), rotated(r, i.c)},
                 x.translation);
}

// The same where the angular z row and column of i are known to be zero, as they are once a
// revolute joint about z has been freed: about a third of the multiplications fall away.
template <class T>
CATENA_INLINE ArticulatedInertia<T> transform_freed_z(const Transform<T>& x,
                                                      const ArticulatedInertia<T>& i) {
  const Mat3<T>& r = x.rotation;
  const Vec3<T> t0 = r.c0 * i.a.xx + r.c1 * i.a.xy;
  const Vec3<T> t1 = r.c0 * i.a.xy + r.c1 * i.a.yy;
  const T axx = t0.x * r.c0.x + t1.x * r.c1.x, ayy = t0.y * r.c0.y + t1.y * r.c1.y;
  const Sym3<T> a = {axx,
                     t0.x * r.c0.y + t1.x * r.c1.y,
                     t0.x * r.c0.z + t1.x * r.c1.z,
                     ayy,
                     t0.y * r.c0.z + t1.y * r.c1.z,
                     (i.a.xx + i.a.yy) - axx - ayy};  // rotations keep the trace
  // Rows 0 and 1 of b r^T, then r times them.
  const Vec3<T> b0 = r.c0 * i.b.c0.x + r.c1 * i.b.c1.x + r.c2 * i.b.c2.x;
  const Vec3<T> b1 = r.c0 * i.b.c0.y + r.c1 * i.b.c1.y + r.c2 * i.b.c2.y;
  const Mat3<T> b = {r.c0 * b0.x + r.c1 * b1.x, r.c0 * b0.y + r.c1 * b1.y,
                     r.c0 * b0.z + r.c1 * b1.z};
  return shifted(ArticulatedInertia<T>{a, b, rotated_by_rotation(r, i.c)}, x.translation);
}

}  // namespace catena
