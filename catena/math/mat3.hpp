#pragma once
// 3x3 matrices: Mat3 (rotations and general blocks, stored by columns) and Sym3 (6 numbers).

#include "catena/math/vec3.hpp"

namespace catena {

template <class T>
struct Mat3 {
  Vec3<T> c0, c1, c2;  // columns

  CATENA_INLINE static Mat3 zero() { return {Vec3<T>::zero(), Vec3<T>::zero(), Vec3<T>::zero()}; }
  CATENA_INLINE static Mat3 identity() {
    const T o(0.0), i(1.0);
    return {{i, o, o}, {o, i, o}, {o, o, i}};
  }
  template <class U>
  CATENA_INLINE static Mat3 from(const Mat3<U>& m) {
    return {Vec3<T>::from(m.c0), Vec3<T>::from(m.c1), Vec3<T>::from(m.c2)};
  }

  Vec3<T>& column(int j) { return j == 0 ? c0 : j == 1 ? c1 : c2; }
  const Vec3<T>& column(int j) const { return j == 0 ? c0 : j == 1 ? c1 : c2; }
  T& operator()(int i, int j) { return column(j)[i]; }
  const T& operator()(int i, int j) const { return column(j)[i]; }

  CATENA_INLINE friend Mat3 operator+(const Mat3& a, const Mat3& b) {
    return {a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2};
  }
  CATENA_INLINE friend Mat3 operator-(const Mat3& a, const Mat3& b) {
    return {a.c0 - b.c0, a.c1 - b.c1, a.c2 - b.c2};
  }
  CATENA_INLINE friend Vec3<T> operator*(const Mat3& a, const Vec3<T>& v) {
    return {a.c0.x * v.x + a.c1.x * v.y + a.c2.x * v.z, a.c0.y * v.x + a.c1.y * v.y + a.c2.y * v.z,
            a.c0.z * v.x + a.c1.z * v.y + a.c2.z * v.z};
  }
  CATENA_INLINE friend Mat3 operator*(const Mat3& a, const Mat3& b) {
    return {a * b.c0, a * b.c1, a * b.c2};
  }
  Mat3& operator+=(const Mat3& b) { return *this = *this + b; }
};

template <class T>
CATENA_INLINE Mat3<T> transpose(const Mat3<T>& a) {
  return {{a.c0.x, a.c1.x, a.c2.x}, {a.c0.y, a.c1.y, a.c2.y}, {a.c0.z, a.c1.z, a.c2.z}};
}

// a^T v without forming the transpose.
template <class T>
CATENA_INLINE Vec3<T> transpose_times(const Mat3<T>& a, const Vec3<T>& v) {
  return {dot(a.c0, v), dot(a.c1, v), dot(a.c2, v)};
}

// base + a v, fused.
template <class T>
CATENA_INLINE Vec3<T> add_product(const Vec3<T>& base, const Mat3<T>& a, const Vec3<T>& v) {
  return {base.x + a.c0.x * v.x + a.c1.x * v.y + a.c2.x * v.z,
          base.y + a.c0.y * v.x + a.c1.y * v.y + a.c2.y * v.z,
          base.z + a.c0.z * v.x + a.c1.z * v.y + a.c2.z * v.z};
}

// The matrix of v x, so that skew(v) * w == cross(v, w).
template <class T>
CATENA_INLINE Mat3<T> skew(const Vec3<T>& v) {
  const T o(0.0);
  return {{o, v.z, -v.y}, {-v.z, o, v.x}, {v.y, -v.x, o}};
}

// a * diag-z-rotation: a Rz(angle), where only the first two columns change.
template <class T>
CATENA_INLINE Mat3<T> times_rotation_z(const Mat3<T>& a, const T& s, const T& c) {
  return {c * a.c0 + s * a.c1, c * a.c1 - s * a.c0, a.c2};
}

template <class T>
struct Sym3 {
  T xx, xy, xz, yy, yz, zz;

  CATENA_INLINE static Sym3 zero() { return {T(0.0), T(0.0), T(0.0), T(0.0), T(0.0), T(0.0)}; }
  CATENA_INLINE static Sym3 diagonal(const T& a, const T& b, const T& c) {
    const T o(0.0);
    return {a, o, o, b, o, c};
  }
  template <class U>
  CATENA_INLINE static Sym3 from(const Sym3<U>& m) {
    return {T(m.xx), T(m.xy), T(m.xz), T(m.yy), T(m.yz), T(m.zz)};
  }
  // The symmetric part of a general matrix.
  CATENA_INLINE static Sym3 symmetric_part(const Mat3<T>& m) {
    const T half(0.5);
    return {m.c0.x, half * (m.c0.y + m.c1.x), half * (m.c0.z + m.c2.x),
            m.c1.y, half * (m.c1.z + m.c2.y), m.c2.z};
  }

  CATENA_INLINE friend Sym3 operator+(const Sym3& a, const Sym3& b) {
    return {a.xx + b.xx, a.xy + b.xy, a.xz + b.xz, a.yy + b.yy, a.yz + b.yz, a.zz + b.zz};
  }
  CATENA_INLINE friend Sym3 operator-(const Sym3& a, const Sym3& b) {
    return {a.xx - b.xx, a.xy - b.xy, a.xz - b.xz, a.yy - b.yy, a.yz - b.yz, a.zz - b.zz};
  }
  CATENA_INLINE friend Vec3<T> operator*(const Sym3& a, const Vec3<T>& v) {
    return {a.xx * v.x + a.xy * v.y + a.xz * v.z, a.xy * v.x + a.yy * v.y + a.yz * v.z,
            a.xz * v.x + a.yz * v.y + a.zz * v.z};
  }
  Sym3& operator+=(const Sym3& b) { return *this = *this + b; }

  Mat3<T> dense() const { return {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}; }
};

// r a r^T for a rotation (or any matrix) r: the tensor a seen in the axes that r leads to.
template <class T>
CATENA_INLINE Sym3<T> rotated(const Mat3<T>& r, const Sym3<T>& a) {
  const Mat3<T> t = {r.c0 * a.xx + r.c1 * a.xy + r.c2 * a.xz,
                     r.c0 * a.xy + r.c1 * a.yy + r.c2 * a.yz,
                     r.c0 * a.xz + r.c1 * a.yz + r.c2 * a.zz};
  return outer_symmetric(t, r);
}

// The same where r is a rotation, with fewer multiplications: it keeps multiples of the identity
// and the trace.
template <class T>
CATENA_INLINE Sym3<T> rotated_by_rotation(const Mat3<T>& r, const Sym3<T>& a) {
  const T xx = a.xx - a.zz, yy = a.yy - a.zz;  // a = zz 1 + the rest, whose zz is zero
  const Vec3<T> t0 = r.c0 * xx + r.c1 * a.xy + r.c2 * a.xz;
  const Vec3<T> t1 = r.c0 * a.xy + r.c1 * yy + r.c2 * a.yz;
  const Vec3<T> t2 = r.c0 * a.xz + r.c1 * a.yz;
  const T oxx = t0.x * r.c0.x + t1.x * r.c1.x + t2.x * r.c2.x;
  const T oyy = t0.y * r.c0.y + t1.y * r.c1.y + t2.y * r.c2.y;
  return {oxx + a.zz,
          t0.x * r.c0.y + t1.x * r.c1.y + t2.x * r.c2.y,
          t0.x * r.c0.z + t1.x * r.c1.z + t2.x * r.c2.z,
          oyy + a.zz,
          t0.y * r.c0.z + t1.y * r.c1.z + t2.y * r.c2.z,
          (xx + yy) - oxx - oyy + a.zz};
}

// t r^T where the product is known to be symmetric.
template <class T>
CATENA_INLINE Sym3<T> outer_symmetric(const Mat3<T>& t, const Mat3<T>& r) {
  return {t.c0.x * r.c0.x + t.c1.x * r.c1.x + t.c2.x * r.c2.x,
          t.c0.x * r.c0.y + t.c1.x * r.c1.y + t.c2.x * r.c2.y,
          t.c0.x * r.c0.z + t.c1.x * r.c1.z + t.c2.x * r.c2.z,
          t.c0.y * r.c0.y + t.c1.y * r.c1.y + t.c2.y * r.c2.y,
          t.c0.y * r.c0.z + t.c1.y * r.c1.z + t.c2.y * r.c2.z,
          t.c0.z * r.c0.z + t.c1.z * r.c1.z + t.c2.z * r.c2.z};
}

// r m r^T for a general matrix m.
template <class T>
CATENA_INLINE Mat3<T> rotated(const Mat3<T>& r, const Mat3<T>& m) {
  return (r * m) * transpose(r);
}

}  // namespace catena
