#pragma once
// Three numbers. Kernels use this instead of Eigen because it works for every scalar.

#include "catena/math/scalar.hpp"

namespace catena {

template <class T>
struct Vec3 {
  T x, y, z;

  CATENA_INLINE static Vec3 zero() { return {T(0.0), T(0.0), T(0.0)}; }
  // Converts scalars, e.g. model constants (double) to lanes (Pack4).
  template <class U>
  CATENA_INLINE static Vec3 from(const Vec3<U>& v) {
    return {T(v.x), T(v.y), T(v.z)};
  }

  T& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  const T& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }

  CATENA_INLINE friend Vec3 operator+(const Vec3& a, const Vec3& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
  CATENA_INLINE friend Vec3 operator-(const Vec3& a, const Vec3& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
  }
  CATENA_INLINE friend Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  CATENA_INLINE friend Vec3 operator*(const T& s, const Vec3& a) {
    return {s * a.x, s * a.y, s * a.z};
  }
  CATENA_INLINE friend Vec3 operator*(const Vec3& a, const T& s) { return s * a; }
  Vec3& operator+=(const Vec3& b) { return *this = *this + b; }
  Vec3& operator-=(const Vec3& b) { return *this = *this - b; }
};

template <class T>
CATENA_INLINE T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class T>
CATENA_INLINE Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// base + a x b, as two fused multiply-adds per component.
template <class T>
CATENA_INLINE Vec3<T> add_cross(const Vec3<T>& base, const Vec3<T>& a, const Vec3<T>& b) {
  return {base.x + a.y * b.z - a.z * b.y, base.y + a.z * b.x - a.x * b.z,
          base.z + a.x * b.y - a.y * b.x};
}

template <class T>
CATENA_INLINE T norm(const Vec3<T>& a) {
  return sqrt(dot(a, a));
}

}  // namespace catena
