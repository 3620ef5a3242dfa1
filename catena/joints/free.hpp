#pragma once
// Free: q is a unit quaternion and a position, v the spatial velocity in the child frame; S = 1.
// (Nakamura & Yamane 2000, sec. VI-B: one joint of six degrees of freedom, not six joints.)

#include "catena/math/quaternion.hpp"
#include "catena/spatial/articulated_inertia.hpp"

namespace catena {

struct FreeJoint {
  static constexpr int dofs = 6;

  // X_PC = X_PF T(p) R(q).
  template <class T>
  CATENA_INLINE void pose(const Transform<double>& X_PF, const T* q, Transform<T>& X_PC) const {
    X_PC = Transform<T>::from(X_PF) *
           Transform<T>{rotation_matrix(Quaternion<T>::load(q)), {q[4], q[5], q[6]}};
  }
  template <class T>
  CATENA_INLINE static Motion<T> motion(const T* rate) {
    return {{rate[0], rate[1], rate[2]}, {rate[3], rate[4], rate[5]}};
  }
  // v += S rate.
  template <class T>
  CATENA_INLINE void add_motion(Motion<T>& v, const T* rate) const {
    v += motion(rate);
  }
  // a += v x S rate.
  template <class T>
  CATENA_INLINE void add_bias(Motion<T>& a, const Motion<T>& v, const T* rate) const {
    a += cross(v, motion(rate));
  }
  // S^T f.
  template <class T>
  CATENA_INLINE void project(const Force<T>& f, T* out) const {
    for (int i = 0; i < 6; ++i) out[i] = f[i];
  }
  // I S.
  template <class T>
  CATENA_INLINE Force<T> inertia_times_column(const ArticulatedInertia<T>& i, int k) const {
    if (k < 3) return {i.a.dense().column(k), transpose(i.b).column(k)};
    return {i.b.column(k - 3), i.c.dense().column(k - 3)};
  }
  template <class T>
  CATENA_INLINE Motion<T> column(int k) const {
    Motion<T> s = Motion<T>::zero();
    s[k] = T(1.0);
    return s;
  }
  // X S.
  template <class T>
  CATENA_INLINE Motion<T> column_in(const Transform<T>& x, int k) const {
    const Vec3<T>& axis = x.rotation.column(k % 3);
    if (k < 3) return {axis, cross(x.translation, axis)};
    return {Vec3<T>::zero(), axis};
  }
};

}  // namespace catena
