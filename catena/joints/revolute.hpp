#pragma once
// Revolute about z: S = (0 0 1, 0 0 0).

#include "catena/math/sincos.hpp"
#include "catena/spatial/articulated_inertia.hpp"

namespace catena {

struct RevoluteJoint {
  static constexpr int dofs = 1;

  // X_PC = X_PF Rz(q).
  template <class T>
  CATENA_INLINE void pose(const Transform<double>& X_PF, const T* q, Transform<T>& X_PC) const {
    pose(X_PF, sincos(q[0]), X_PC);
  }
  // The same, given the sine and cosine of q.
  template <class T>
  CATENA_INLINE void pose(const Transform<double>& X_PF, const SinCos<T>& turn,
                          Transform<T>& X_PC) const {
    X_PC.rotation = times_rotation_z(Mat3<T>::from(X_PF.rotation), turn.sin, turn.cos);
    X_PC.translation = Vec3<T>::from(X_PF.translation);
  }
  // v += S rate.
  template <class T>
  CATENA_INLINE void add_motion(Motion<T>& v, const T* rate) const {
    v.angular.z += rate[0];
  }
  // a += v x S rate.
  template <class T>
  CATENA_INLINE void add_bias(Motion<T>& a, const Motion<T>& v, const T* rate) const {
    a.angular.x += v.angular.y * rate[0];
    a.angular.y -= v.angular.x * rate[0];
    a.linear.x += v.linear.y * rate[0];
    a.linear.y -= v.linear.x * rate[0];
  }
  // S^T f.
  template <class T>
  CATENA_INLINE void project(const Force<T>& f, T* out) const {
    out[0] = f.angular.z;
  }
  // I S.
  template <class T>
  CATENA_INLINE Force<T> inertia_times_column(const ArticulatedInertia<T>& i, int) const {
    return {{i.a.xz, i.a.yz, i.a.zz}, {i.b.c0.z, i.b.c1.z, i.b.c2.z}};
  }
  template <class T>
  CATENA_INLINE Motion<T> column(int) const {
    const T o(0.0);
    return {{o, o, T(1.0)}, {o, o, o}};
  }
  // X S.
  template <class T>
  CATENA_INLINE Motion<T> column_in(const Transform<T>& x, int) const {
    return {x.rotation.c2, cross(x.translation, x.rotation.c2)};
  }
};

}  // namespace catena
