#pragma once
// X_AB: the pose of frame B in frame A. Acting on a vector given in B it yields the vector in A.

#include "catena/spatial/motion_force.hpp"

namespace catena {

template <class T>
struct Transform {
  Mat3<T> rotation;     // R_AB: columns are B's axes in A
  Vec3<T> translation;  // p_AoBo_A: from A's origin to B's, in A

  CATENA_INLINE static Transform identity() { return {Mat3<T>::identity(), Vec3<T>::zero()}; }
  CATENA_INLINE static Transform at(const Vec3<T>& p) { return {Mat3<T>::identity(), p}; }
  template <class U>
  CATENA_INLINE static Transform from(const Transform<U>& x) {
    return {Mat3<T>::from(x.rotation), Vec3<T>::from(x.translation)};
  }

  // X_AC = X_AB * X_BC.
  CATENA_INLINE friend Transform operator*(const Transform& a, const Transform& b) {
    return {a.rotation * b.rotation, add_product(a.translation, a.rotation, b.translation)};
  }
  // A point given in B, in A.
  CATENA_INLINE friend Vec3<T> operator*(const Transform& x, const Vec3<T>& p) {
    return add_product(x.translation, x.rotation, p);
  }
  // A motion given in B about Bo, in A about Ao.
  CATENA_INLINE friend Motion<T> operator*(const Transform& x, const Motion<T>& m) {
    const Vec3<T> w = x.rotation * m.angular;
    return {w, add_cross(x.rotation * m.linear, x.translation, w)};
  }
  // A force given in B about Bo, in A about Ao.
  CATENA_INLINE friend Force<T> operator*(const Transform& x, const Force<T>& f) {
    const Vec3<T> l = x.rotation * f.linear;
    return {add_cross(x.rotation * f.angular, x.translation, l), l};
  }
};

template <class T>
CATENA_INLINE Transform<T> inverse(const Transform<T>& x) {
  return {transpose(x.rotation), -transpose_times(x.rotation, x.translation)};
}

// base + X_AB f, fused.
template <class T>
CATENA_INLINE Force<T> add_transformed(const Force<T>& base, const Transform<T>& x,
                                       const Force<T>& f) {
  const Vec3<T> l = x.rotation * f.linear;
  return {add_cross(add_product(base.angular, x.rotation, f.angular), x.translation, l),
          base.linear + l};
}

// A motion given in A, in B: X_AB^-1 m, without forming the inverse.
template <class T>
CATENA_INLINE Motion<T> inverse_times(const Transform<T>& x, const Motion<T>& m) {
  return {transpose_times(x.rotation, m.angular),
          transpose_times(x.rotation, add_cross(m.linear, m.angular, x.translation))};
}

// A force given in A, in B: X_AB^-1 f, without forming the inverse.
template <class T>
CATENA_INLINE Force<T> inverse_times(const Transform<T>& x, const Force<T>& f) {
  return {transpose_times(x.rotation, add_cross(f.angular, f.linear, x.translation)),
          transpose_times(x.rotation, f.linear)};
}

}  // namespace catena
