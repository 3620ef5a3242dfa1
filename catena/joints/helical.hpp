#pragma once
// Helical about z with `pitch` metres per radian: S = (0 0 1, 0 0 pitch).

#include "catena/math/sincos.hpp"
#include "catena/spatial/articulated_inertia.hpp"

namespace catena {

struct HelicalJoint {
  static constexpr int dofs = 1;
  double pitch;

  // X_PC = X_PF Tz(pitch q) Rz(q).
  template <class T>
  CATENA_INLINE void pose(const Transform<double>& X_PF, const T* q, Transform<T>& X_PC) const {
    const auto [s, c] = sincos(q[0]);
    const Mat3<T> r = Mat3<T>::from(X_PF.rotation);
    X_PC.rotation = times_rotation_z(r, s, c);
    X_PC.translation = Vec3<T>::from(X_PF.translation) + (T(pitch) * q[0]) * r.c2;
  }
  // v += S rate.
  template <class T>
  CATENA_INLINE void add_motion(Motion<T>& v, const T* rate) const {
    v.angular.z += rate[0];
    v.linear.z += T(pitch) * rate[0];
  }
  // a += v x S rate.
  template <class T>
  CATENA_INLINE void add_bias(Motion<T>& a, const Motion<T>& v, const T* rate) const {
    const T advance = T(pitch) * rate[0];
    a.angular.x += v.angular.y * rate[0];
    a.angular.y -= v.angular.x * rate[0];
    a.linear.x += v.linear.y * rate[0] + v.angular.y * advance;
    a.linear.y -= v.linear.x * rate[0] + v.angular.x * advance;
  }
  // S^T f.
  template <class T>
  CATENA_INLINE void project(const Force<T>& f, T* out) const {
    out[0] = f.angular.z + T(pitch) * f.linear.z;
  }
  // I S.
  template <class T>
  CATENA_INLINE Force<T> inertia_times_column(const ArticulatedInertia<T>& i, int) const {
    const T h(pitch);
    return {Vec3<T>{i.a.xz, i.a.yz, i.a.zz} + h * i.b.c2,
            Vec3<T>{i.b.c0.z, i.b.c1.z, i.b.c2.z} + h * Vec3<T>{i.c.xz, i.c.yz, i.c.zz}};
  }
  template <class T>
  CATENA_INLINE Motion<T> column(int) const {
    const T o(0.0);
    return {{o, o, T(1.0)}, {o, o, T(pitch)}};
  }
  // X S.
  template <class T>
  CATENA_INLINE Motion<T> column_in(const Transform<T>& x, int) const {
    return {x.rotation.c2, cross(x.translation, x.rotation.c2) + T(pitch) * x.rotation.c2};
  }
};

}  // namespace catena
