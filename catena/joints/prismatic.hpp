#pragma once
// Prismatic along z: S = (0 0 0, 0 0 1).

#include "catena/spatial/articulated_inertia.hpp"

namespace catena {

struct PrismaticJoint {
  static constexpr int dofs = 1;

  // X_PC = X_PF Tz(q).
  template <class T>
  CATENA_INLINE void pose(const Transform<double>& X_PF, const T* q, Transform<T>& X_PC) const {
    X_PC = Transform<T>::from(X_PF);
    X_PC.translation += q[0] * X_PC.rotation.c2;
  }
  // v += S rate.
  template <class T>
  CATENA_INLINE void add_motion(Motion<T>& v, const T* rate) const {
    v.linear.z += rate[0];
  }
  // a += v x S rate.
  template <class T>
  CATENA_INLINE void add_bias(Motion<T>& a, const Motion<T>& v, const T* rate) const {
    a.linear.x += v.angular.y * rate[0];
    a.linear.y -= v.angular.x * rate[0];
  }
  // S^T f.
  template <class T>
  CATENA_INLINE void project(const Force<T>& f, T* out) const {
    out[0] = f.linear.z;
  }
  // I S.
  template <class T>
  CATENA_INLINE Force<T> inertia_times_column(const ArticulatedInertia<T>& i, int) const {
    return {i.b.c2, {i.c.xz, i.c.yz, i.c.zz}};
  }
  template <class T>
  CATENA_INLINE Motion<T> column(int) const {
    const T o(0.0);
    return {{o, o, o}, {o, o, T(1.0)}};
  }
  // X S.
  template <class T>
  CATENA_INLINE Motion<T> column_in(const Transform<T>& x, int) const {
    return {Vec3<T>::zero(), x.rotation.c2};
  }
};

}  // namespace catena
