#pragma once
// Spatial vectors as pairs of columns (column.hpp): a handful of vector instructions per operation
// for doubles, and the same operations in the same order for packs.

#include "catena/dynamics/composite_inertia.hpp"

namespace catena {

template <class T>
struct MotionColumns {
  Column<T> angular, linear;

  CATENA_INLINE static MotionColumns zero() { return {zero_column<T>(), zero_column<T>()}; }
  // For doubles a number must be readable behind m.
  CATENA_INLINE static MotionColumns load(const Motion<T>& m) {
    return {load_column(m.angular), load_column(m.linear)};
  }
  CATENA_INLINE static MotionColumns from(const Motion<T>& m) {
    return {column_of<T>(m.angular), column_of<T>(m.linear)};
  }
  CATENA_INLINE Motion<T> dense() const { return {to_vec3<T>(angular), to_vec3<T>(linear)}; }
  CATENA_INLINE friend MotionColumns operator+(const MotionColumns& a, const MotionColumns& b) {
    return {a.angular + b.angular, a.linear + b.linear};
  }
  CATENA_INLINE friend MotionColumns operator*(const MotionColumns& a, const Spread<T>& s) {
    return {a.angular * s, a.linear * s};
  }
  CATENA_INLINE MotionColumns& operator+=(const MotionColumns& b) { return *this = *this + b; }
};

template <class T>
struct ForceColumns {
  Column<T> angular, linear;

  CATENA_INLINE static ForceColumns zero() { return {zero_column<T>(), zero_column<T>()}; }
  CATENA_INLINE static ForceColumns load(const Force<T>& f) {
    return {load_column(f.angular), load_column(f.linear)};
  }
  CATENA_INLINE static ForceColumns from(const Force<T>& f) {
    return {column_of<T>(f.angular), column_of<T>(f.linear)};
  }
  CATENA_INLINE Force<T> dense() const { return {to_vec3<T>(angular), to_vec3<T>(linear)}; }
  CATENA_INLINE friend ForceColumns operator+(const ForceColumns& a, const ForceColumns& b) {
    return {a.angular + b.angular, a.linear + b.linear};
  }
  CATENA_INLINE friend ForceColumns operator-(const ForceColumns& a, const ForceColumns& b) {
    return {a.angular - b.angular, a.linear - b.linear};
  }
  CATENA_INLINE friend ForceColumns operator*(const ForceColumns& a, const Spread<T>& s) {
    return {a.angular * s, a.linear * s};
  }
  CATENA_INLINE ForceColumns& operator+=(const ForceColumns& b) { return *this = *this + b; }
  CATENA_INLINE ForceColumns& operator-=(const ForceColumns& b) { return *this = *this - b; }
};

template <class T>
CATENA_INLINE T dot(const MotionColumns<T>& m, const ForceColumns<T>& f) {
  const Column<T> p = add_times(times(m.angular, f.angular), m.linear, f.linear);
  return (p[0] + p[1]) + p[2];
}

// v x m and v x* f, as in motion_force.hpp.
template <class T>
CATENA_INLINE MotionColumns<T> cross(const MotionColumns<T>& v, const MotionColumns<T>& m) {
  return {cross_columns(v.angular, m.angular),
          cross_columns(v.angular, m.linear, v.linear, m.angular)};
}
template <class T>
CATENA_INLINE ForceColumns<T> cross(const MotionColumns<T>& v, const ForceColumns<T>& f) {
  return {cross_columns(v.angular, f.angular, v.linear, f.linear),
          cross_columns(v.angular, f.linear)};
}

// Momentum of a body or subtree that moves with m (Featherstone 2008, eq. 2.63).
template <class T>
CATENA_INLINE ForceColumns<T> operator*(const CompositeInertia<T>& I, const MotionColumns<T>& m) {
  const Column<T>&w = m.angular, &v = m.linear;
  return {I.j0 * spread<T, 0>(w) + I.j1 * spread<T, 1>(w) + I.j2 * spread<T, 2>(w) +
              cross_columns(I.h, v),
          v * Spread<T>(I.mass) + cross_columns(w, I.h)};
}

// A symmetric 3x3 matrix.
template <class T>
struct SymmetricColumns {
  Column<T> c0, c1, c2;

  CATENA_INLINE SymmetricColumns& operator+=(const SymmetricColumns& b) {
    c0 += b.c0, c1 += b.c1, c2 += b.c2;
    return *this;
  }
  CATENA_INLINE friend Column<T> operator*(const SymmetricColumns& a, const Column<T>& v) {
    return a.c0 * spread<T, 0>(v) + a.c1 * spread<T, 1>(v) + a.c2 * spread<T, 2>(v);
  }
};

// d/dt of the rotational inertia of a body that moves with v: w x J - J w x - (v x h x + h x v x).
// The first half is C + C^T with columns w x J_k, the second 2 (v.h) 1 - (v h^T + h v^T).
template <class T>
CATENA_INLINE SymmetricColumns<T> rotational_rate(const CompositeInertia<T>& I,
                                                  const MotionColumns<T>& v) {
  const Column<T>&w = v.angular, &u = v.linear;
  const Column<T> along = times(u, I.h);
  const T diagonal = (along[0] + along[1]) + along[2];
  const Column<T> C0 = add_on_axis<T, 0>(cross_columns(w, I.j0) - u * spread<T, 0>(I.h), diagonal);
  const Column<T> C1 = add_on_axis<T, 1>(cross_columns(w, I.j1) - u * spread<T, 1>(I.h), diagonal);
  const Column<T> C2 = add_on_axis<T, 2>(cross_columns(w, I.j2) - u * spread<T, 2>(I.h), diagonal);
  Column<T> r0, r1, r2;
  transpose_columns<T>(C0, C1, C2, r0, r1, r2);
  return {C0 + r0, C1 + r1, C2 + r2};
}

// Articulated-body inertia: the columns of [a b; b^T c], each in its halves.
template <class T>
struct ArticulatedColumns {
  Column<T> a0, a1, a2;  // moment due to angular acceleration
  Column<T> b0, b1, b2;  // moment due to linear acceleration
  Column<T> d0, d1, d2;  // force due to angular acceleration: b^T
  Column<T> c0, c1, c2;  // force due to linear acceleration

  CATENA_INLINE static ArticulatedColumns from(const CompositeInertia<T>& I) {
    const auto b = skew_columns<T>(I.h);
    return {I.j0,
            I.j1,
            I.j2,
            b[0],
            b[1],
            b[2],
            -b[0],
            -b[1],
            -b[2],
            on_axis<T, 0>(I.mass),
            on_axis<T, 1>(I.mass),
            on_axis<T, 2>(I.mass)};
  }
  CATENA_INLINE ArticulatedColumns& operator+=(const ArticulatedColumns& x) {
    a0 += x.a0, a1 += x.a1, a2 += x.a2, b0 += x.b0, b1 += x.b1, b2 += x.b2;
    d0 += x.d0, d1 += x.d1, d2 += x.d2, c0 += x.c0, c1 += x.c1, c2 += x.c2;
    return *this;
  }
  CATENA_INLINE ForceColumns<T> operator*(const MotionColumns<T>& m) const {
    const Spread<T> x = spread<T, 0>(m.angular), y = spread<T, 1>(m.angular),
                    z = spread<T, 2>(m.angular);
    const Spread<T> u = spread<T, 0>(m.linear), v = spread<T, 1>(m.linear),
                    w = spread<T, 2>(m.linear);
    return {(a0 * x + a1 * y + a2 * z) + (b0 * u + b1 * v + b2 * w),
            (d0 * x + d1 * y + d2 * z) + (c0 * u + c1 * v + c2 * w)};
  }
  // Takes s U U^T away: the rank-1 update that frees one joint axis.
  CATENA_INLINE void subtract_outer(const ForceColumns<T>& U, const T& s) {
    const ForceColumns<T> W = U * Spread<T>(s);
    const Spread<T> x = spread<T, 0>(W.angular), y = spread<T, 1>(W.angular),
                    z = spread<T, 2>(W.angular);
    a0 -= U.angular * x, a1 -= U.angular * y, a2 -= U.angular * z;
    d0 -= U.linear * x, d1 -= U.linear * y, d2 -= U.linear * z;
    const Spread<T> u = spread<T, 0>(W.linear), v = spread<T, 1>(W.linear),
                    w = spread<T, 2>(W.linear);
    b0 -= U.angular * u, b1 -= U.angular * v, b2 -= U.angular * w;
    c0 -= U.linear * u, c1 -= U.linear * v, c2 -= U.linear * w;
  }
};

}  // namespace catena
