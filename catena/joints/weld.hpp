#pragma once
// Weld: no coordinates, S is empty.

#include "catena/spatial/articulated_inertia.hpp"

namespace catena {

struct WeldJoint {
  static constexpr int dofs = 0;
  template <class T>
  CATENA_INLINE void pose(const Transform<double>& X_PF, const T*, Transform<T>& X_PC) const {
    X_PC = Transform<T>::from(X_PF);
  }
  template <class T>
  CATENA_INLINE void add_motion(Motion<T>&, const T*) const {}
  template <class T>
  CATENA_INLINE void add_bias(Motion<T>&, const Motion<T>&, const T*) const {}
  template <class T>
  CATENA_INLINE void project(const Force<T>&, T*) const {}
  // I S.
  template <class T>
  CATENA_INLINE Force<T> inertia_times_column(const ArticulatedInertia<T>& i, int) const {
    return i * Motion<T>::zero();
  }
  template <class T>
  CATENA_INLINE Motion<T> column(int) const {
    return Motion<T>::zero();
  }
  template <class T>
  CATENA_INLINE Motion<T> column_in(const Transform<T>&, int) const {
    return Motion<T>::zero();
  }
};

}  // namespace catena
