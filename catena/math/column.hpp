#pragma once
// A 3-vector in the form in which it is computed fastest: one vector register for doubles, whose
// fourth lane carries no meaning, and three packs for four states at once. The same source serves
// both, so both round alike.

#include "catena/math/mat3.hpp"

namespace catena {

template <class T>
struct ColumnOf {
  using Type = Vec3<T>;
};
#if CATENA_VECTOR_PACK
template <>
struct ColumnOf<double> {
  using Type = Pack4;
};
#endif
template <class T>
using Column = typename ColumnOf<T>::Type;

template <class T>
CATENA_INLINE Column<T> zero_column() {
  if constexpr (std::is_same_v<Column<T>, Vec3<T>>)
    return Vec3<T>::zero();
  else
    return Pack4(0.0);
}
// Reads three numbers; for doubles a fourth one behind them, which must exist.
template <class T>
CATENA_INLINE Column<T> load_column(const Vec3<T>& from) {
  if constexpr (std::is_same_v<Column<T>, Vec3<T>>)
    return from;
  else
    return Pack4::load(&from.x);
}
// Model constants, with a readable number behind them.
template <class T>
CATENA_INLINE Column<T> load_constant(const Vec3<double>& from) {
  if constexpr (std::is_same_v<Column<T>, Vec3<T>>)
    return Vec3<T>::from(from);
  else
    return Pack4::load(&from.x);
}
// Writes three numbers; for doubles it spoils the one behind them.
template <class T>
CATENA_INLINE void store_column(const Column<T>& value, Vec3<T>& to) {
  if constexpr (std::is_same_v<Column<T>, Vec3<T>>)
    to = value;
  else
    value.store(&to.x);
}
template <class T>
CATENA_INLINE Column<T> column_of(const Vec3<T>& a) {
  if constexpr (std::is_same_v<Column<T>, Vec3<T>>)
    return a;
  else
    return Pack4(a.x, a.y, a.z, a.z);
}
template <class T>
CATENA_INLINE Vec3<T> to_vec3(const Column<T>& a) {
  return {a[0], a[1], a[2]};
}

#if CATENA_VECTOR_PACK
// (y, z, x, .) of a column.
CATENA_INLINE Pack4 rotate_xyz(const Pack4& a) {
  return Pack4(__builtin_shufflevector(a.value(), a.value(), 1, 2, 0, 3));
}
CATENA_INLINE Pack4 cross_columns(const Pack4& a, const Pack4& b) {
  return rotate_xyz(a * rotate_xyz(b) - rotate_xyz(a) * b);
}
#endif
template <class T>
CATENA_INLINE Vec3<T> cross_columns(const Vec3<T>& a, const Vec3<T>& b) {
  return cross(a, b);
}

// a + s e_k, where k is the place of a unit vector.
template <class T, int k>
CATENA_INLINE Column<T> add_on_axis(const Column<T>& a, const T& s) {
  if constexpr (std::is_same_v<Column<T>, Vec3<T>>) {
    Vec3<T> sum = a;
    sum[k] += s;
    return sum;
  } else {
    const Pack4 sum = a + Pack4(s);
    return Pack4(__builtin_shufflevector(a.value(), sum.value(), k == 0 ? 4 : 0, k == 1 ? 5 : 1,
                                         k == 2 ? 6 : 2, 3));
  }
}

}  // namespace catena
