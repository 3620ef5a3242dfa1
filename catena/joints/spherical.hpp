#pragma once
// Spherical: q is a unit quaternion, v the angular velocity in the child frame; S = (1; 0).
// (Nakamura & Yamane 2000, sec. VI-A: relative angular velocity in link coordinates.)

#include "catena/math/quaternion.hpp"
#include "catena/spatial/articulated_inertia.hpp"

namespace catena {

struct SphericalJoint {
  static constexpr int dofs = 3;

  // X_PC = X_PF R(q).
  template <class T>
  CATENA_INLINE void pose(const Transform<double>& X_PF, const T* q, Transform<T>& X_PC) const {
    X_PC.rotation = Mat3<T>::from(X_PF.rotation) * rotation_matrix(Quaternion<T>::load(q));
    X_PC.translation = Vec3<T>::from(X_PF.translation);
  }
  // v += S rate.
  template <class T>
  CATENA_INLINE void add_motion(Motion<T>& v, const T* rate) const {
    v.angular += Vec3<T>{rate[0], rate[1], rate[2]};
  }
  // a += v x S rate.
  template <class T>
  CATENA_INLINE void add_bias(Motion<T>& a, const Motion<T>& v, const T* rate) const {
    const Vec3<T> w = {rate[0], rate[1], rate[2]};
    a.angular += cross(v.angular, w);
    a.linear += cross(v.linear, w);
  }
  // S^T f.
  template <class T>
  CATENA_INLINE void project(const Force<T>& f, T* out) const {
    out[0] = f.angular.x, out[1] = f.angular.y, out[2] = f.angular.z;
  }
  // I S.
  template <class T>
  CATENA_INLINE Force<T> inertia_times_column(const ArticulatedInertia<T>& i, int k) const {
    return {i.a.dense().column(k), transpose(i.b).column(k)};
  }
  template <class T>
  CATENA_INLINE Motion<T> column(int k) const {
    Motion<T> s = Motion<T>::zero();
    s.angular[k] = T(1.0);
    return s;
  }
  // X S.
  template <class T>
  CATENA_INLINE Motion<T> column_in(const Transform<T>& x, int k) const {
    const Vec3<T>& axis = x.rotation.column(k);
    return {axis, cross(x.translation, axis)};
  }
};

}  // namespace catena
