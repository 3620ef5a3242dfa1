#pragma once
// X_AB: the pose of frame B in frame A. Acting on a vector given in B it yields the vector in A.

#include "catena/spatial/motion_force.hpp"

namespace catena {

template <class T>
struct Transform {
  Mat3<T> rotation;     // R_AB: columns are B's axes in A
  Vec3<T> translation;  // p_AoBo_A: from A's origin to B's, in A

  static Transform identity() { return {Mat3<T>::identity(), Vec3<T>::zero()}; }
  static Transform at(const Vec3<T>& p) { return {Mat3<T>::identity(), p}; }
  template <class U>
  static Transform from(const Transform<U>& x) {
    return {Mat3<T>::from(x.rotation), Vec3<T>::from(x.translation)};
  }

  // X_AC = X_AB * X_BC.
  friend Transform operator*(const Transform& a, const Transform& b) {
    return {a.rotation * b.rotation, a.translation + a.rotation * b.translation};
  }
  // A point given in B, in A.
  friend Vec3<T> operator*(const Transform& x, const Vec3<T>& p) {
    return x.translation + x.rotation * p;
  }
  // A motion given in B about Bo, in A about Ao.
  friend Motion<T> operator*(const Transform& x, const Motion<T>& m) {
    const Vec3<T> w = x.rotation * m.angular;
    return {w, x.rotation * m.linear + cross(x.translation, w)};
  }
  // A force given in B about Bo, in A about Ao.
  friend Force<T> operator*(const Transform& x, const Force<T>& f) {
    const Vec3<T> l = x.rotation * f.linear;
    return {x.rotation * f.angular + cross(x.translation, l), l};
  }
};

template <class T>
inline Transform<T> inverse(const Transform<T>& x) {
  return {transpose(x.rotation), -transpose_times(x.rotation, x.translation)};
}

// A motion given in A, in B: X_AB^-1 m, without forming the inverse.
template <class T>
inline Motion<T> inverse_times(const Transform<T>& x, const Motion<T>& m) {
  return {transpose_times(x.rotation, m.angular),
          transpose_times(x.rotation, m.linear + cross(m.angular, x.translation))};
}

// A force given in A, in B: X_AB^-1 f, without forming the inverse.
template <class T>
inline Force<T> inverse_times(const Transform<T>& x, const Force<T>& f) {
  return {transpose_times(x.rotation, f.angular + cross(f.linear, x.translation)),
          transpose_times(x.rotation, f.linear)};
}

}  // namespace catena
