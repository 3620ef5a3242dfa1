#pragma once
// Poses and inertias of subtrees in world axes, as columns: adding two inertias, or applying one to
// a motion, are a handful of vector instructions.

#include "catena/math/column.hpp"
#include "catena/spatial/inertia.hpp"

namespace catena {

// X_WN by columns.
template <class T>
struct ColumnPose {
  Column<T> c0, c1, c2;  // rotation
  Column<T> p;           // translation

  CATENA_INLINE static ColumnPose from(const Transform<T>& x) {
    return {column_of<T>(x.rotation.c0), column_of<T>(x.rotation.c1), column_of<T>(x.rotation.c2),
            column_of<T>(x.translation)};
  }
  CATENA_INLINE Transform<T> dense() const {
    return {{to_vec3<T>(c0), to_vec3<T>(c1), to_vec3<T>(c2)}, to_vec3<T>(p)};
  }
};

template <class T>
struct CompositeInertia {
  Column<T> j0, j1, j2;  // rotational inertia about the reference point
  Column<T> h;           // first moment of mass
  T mass;

  CATENA_INLINE static CompositeInertia from(const Inertia<T>& i) {
    const Sym3<T>& r = i.rotational;
    return {column_of<T>({r.xx, r.xy, r.xz}), column_of<T>({r.xy, r.yy, r.yz}),
            column_of<T>({r.xz, r.yz, r.zz}), column_of<T>(i.moment), i.mass};
  }

  CATENA_INLINE CompositeInertia& operator+=(const CompositeInertia& b) {
    j0 += b.j0, j1 += b.j1, j2 += b.j2, h += b.h, mass += b.mass;
    return *this;
  }
  // Momentum of the subtree moving rigidly with m (Featherstone 2008, eq. 2.63).
  CATENA_INLINE Force<T> operator*(const Motion<T>& m) const {
    const Column<T> w = load_column(m.angular), v = load_column(m.linear);
    return {
        to_vec3<T>(j0 * m.angular.x + j1 * m.angular.y + j2 * m.angular.z + cross_columns(h, v)),
        to_vec3<T>(v * mass + cross_columns(w, h))};
  }
  Inertia<T> dense() const {
    return {mass, to_vec3<T>(h), {j0[0], j0[1], j0[2], j1[1], j1[2], j2[2]}};
  }
};

}  // namespace catena
