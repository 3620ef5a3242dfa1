#pragma once
// Unit quaternions (w, x, y, z) and the exponential map of rotations.

#include "catena/math/mat3.hpp"
#include "catena/math/sincos.hpp"

namespace catena {

template <class T>
struct Quaternion {
  T w, x, y, z;

  CATENA_INLINE static Quaternion identity() { return {T(1.0), T(0.0), T(0.0), T(0.0)}; }
  CATENA_INLINE static Quaternion load(const T* q) { return {q[0], q[1], q[2], q[3]}; }
  void store(T* q) const { q[0] = w, q[1] = x, q[2] = y, q[3] = z; }
  Vec3<T> vector() const { return {x, y, z}; }

  CATENA_INLINE friend Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
  }
};

template <class T>
CATENA_INLINE Quaternion<T> conjugate(const Quaternion<T>& q) {
  return {q.w, -q.x, -q.y, -q.z};
}

// q / |q|; the identity where q is zero.
template <class T>
CATENA_INLINE Quaternion<T> normalized(const Quaternion<T>& q) {
  const T n2 = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
  const auto ok = n2 > T(1e-300);
  const T s = T(1.0) / sqrt(select(ok, n2, T(1.0)));
  return {select(ok, s * q.w, T(1.0)), s * q.x, s * q.y, s * q.z};
}

// Rotation matrix of a unit quaternion.
template <class T>
CATENA_INLINE Mat3<T> rotation_matrix(const Quaternion<T>& q) {
  const T x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const T xx = x2 * q.x, yy = y2 * q.y, zz = z2 * q.z;
  const T xy = x2 * q.y, xz = x2 * q.z, yz = y2 * q.z;
  const T wx = x2 * q.w, wy = y2 * q.w, wz = z2 * q.w;
  const T one(1.0);
  return {{one - yy - zz, xy + wz, xz - wy},
          {xy - wz, one - xx - zz, yz + wx},
          {xz + wy, yz - wx, one - xx - yy}};
}

// exp: the rotation by |r| about r (Nakamura & Yamane 2000, eqs. 39-44, as a quaternion).
template <class T>
CATENA_INLINE Quaternion<T> exponential(const Vec3<T>& r) {
  const T angle2 = dot(r, r);
  const auto tiny = angle2 < T(1e-6);
  const T angle = sqrt(select(tiny, T(1.0), angle2));
  const auto half = sincos(T(0.5) * angle);
  const T series_sin = T(0.5) - angle2 * (T(1.0 / 48) - angle2 * T(1.0 / 3840));
  const T series_cos = T(1.0) - angle2 * (T(0.125) - angle2 * T(1.0 / 384));
  const T s = select(tiny, series_sin, half.sin / angle);
  return {select(tiny, series_cos, half.cos), s * r.x, s * r.y, s * r.z};
}

// log: the rotation vector, of length in [0, pi], whose exponential is q.
template <class T>
CATENA_INLINE Vec3<T> logarithm(const Quaternion<T>& q) {
  const T sign = select(q.w < T(0.0), T(-1.0), T(1.0));
  const T w = sign * q.w;
  const T n2 = dot(q.vector(), q.vector());
  const auto tiny = n2 < T(1e-8);
  const T n = sqrt(select(tiny, T(1.0), n2));
  const T safe_w = select(tiny, w, T(1.0));
  const T series = T(2.0) / safe_w * (T(1.0) - n2 / (T(3.0) * safe_w * safe_w));
  const T scale = sign * select(tiny, series, T(2.0) * atan2(n, w) / n);
  return scale * q.vector();
}

// Unit quaternion of a rotation matrix (Shepperd's choice of the largest component).
inline Quaternion<double> quaternion_of(const Mat3<double>& r) {
  const double trace = r(0, 0) + r(1, 1) + r(2, 2);
  Quaternion<double> q;
  if (trace > 0.0) {
    const double s = 2.0 * std::sqrt(1.0 + trace);
    q = {0.25 * s, (r(2, 1) - r(1, 2)) / s, (r(0, 2) - r(2, 0)) / s, (r(1, 0) - r(0, 1)) / s};
  } else if (r(0, 0) >= r(1, 1) && r(0, 0) >= r(2, 2)) {
    const double s = 2.0 * std::sqrt(1.0 + r(0, 0) - r(1, 1) - r(2, 2));
    q = {(r(2, 1) - r(1, 2)) / s, 0.25 * s, (r(0, 1) + r(1, 0)) / s, (r(0, 2) + r(2, 0)) / s};
  } else if (r(1, 1) >= r(2, 2)) {
    const double s = 2.0 * std::sqrt(1.0 - r(0, 0) + r(1, 1) - r(2, 2));
    q = {(r(0, 2) - r(2, 0)) / s, (r(0, 1) + r(1, 0)) / s, 0.25 * s, (r(1, 2) + r(2, 1)) / s};
  } else {
    const double s = 2.0 * std::sqrt(1.0 - r(0, 0) - r(1, 1) + r(2, 2));
    q = {(r(1, 0) - r(0, 1)) / s, (r(0, 2) + r(2, 0)) / s, (r(1, 2) + r(2, 1)) / s, 0.25 * s};
  }
  return normalized(q);
}

}  // namespace catena
