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

// A number of a column by which columns are multiplied: in all lanes for doubles.
template <class T>
using Spread = std::conditional_t<std::is_same_v<Column<T>, Vec3<T>>, T, Pack4>;
template <class T, int k>
CATENA_INLINE Spread<T> spread(const Column<T>& a) {
#if CATENA_VECTOR_PACK
  if constexpr (std::is_same_v<T, double>)
    return Pack4(__builtin_shufflevector(a.value(), a.value(), k, k, k, k));
  else
#endif
    return a[k];
}

#if CATENA_VECTOR_PACK
// (y, z, x, .) of a column.
CATENA_INLINE Pack4 rotate_xyz(const Pack4& a) {
  return Pack4(__builtin_shufflevector(a.value(), a.value(), 1, 2, 0, 3));
}
CATENA_INLINE Pack4 cross_columns(const Pack4& a, const Pack4& b) {
  return rotate_xyz(a * rotate_xyz(b) - rotate_xyz(a) * b);
}
// a x b + c x d.
CATENA_INLINE Pack4 cross_columns(const Pack4& a, const Pack4& b, const Pack4& c, const Pack4& d) {
  return rotate_xyz(a * rotate_xyz(b) - rotate_xyz(a) * b + c * rotate_xyz(d) - rotate_xyz(c) * d);
}
// By components.
CATENA_INLINE Pack4 times(const Pack4& a, const Pack4& b) {
  return a * b;
}
CATENA_INLINE Pack4 add_times(const Pack4& base, const Pack4& a, const Pack4& b) {
  return base + a * b;
}
#endif
template <class T>
CATENA_INLINE Vec3<T> cross_columns(const Vec3<T>& a, const Vec3<T>& b) {
  return cross(a, b);
}
template <class T>
CATENA_INLINE Vec3<T> cross_columns(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c,
                                    const Vec3<T>& d) {
  return add_cross(cross(a, b), c, d);
}
template <class T>
CATENA_INLINE Vec3<T> times(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
template <class T>
CATENA_INLINE Vec3<T> add_times(const Vec3<T>& base, const Vec3<T>& a, const Vec3<T>& b) {
  return {base.x + a.x * b.x, base.y + a.y * b.y, base.z + a.z * b.z};
}

// The transpose of the 3x3 matrix with columns a, b, c.
template <class T>
CATENA_INLINE void transpose_columns(const Column<T>& a, const Column<T>& b, const Column<T>& c,
                                     Column<T>& x, Column<T>& y, Column<T>& z) {
  if constexpr (std::is_same_v<Column<T>, Vec3<T>>) {
    x = {a.x, b.x, c.x}, y = {a.y, b.y, c.y}, z = {a.z, b.z, c.z};
  } else {
    std::array<Pack4, 4> m = {a, b, c, c};
    transpose(m);
    x = m[0], y = m[1], z = m[2];
  }
}

// The columns of the matrix of h x.
template <class T>
CATENA_INLINE std::array<Column<T>, 3> skew_columns(const Column<T>& h) {
  if constexpr (std::is_same_v<Column<T>, Vec3<T>>) {
    const T o(0.0);
    return {Vec3<T>{o, h.z, -h.y}, Vec3<T>{-h.z, o, h.x}, Vec3<T>{h.y, -h.x, o}};
  } else {
    const auto& v = h.value();
    return {Pack4(__builtin_shufflevector(v, v, 0, 2, 1, 0)) * Pack4(0.0, 1.0, -1.0, 0.0),
            Pack4(__builtin_shufflevector(v, v, 2, 1, 0, 0)) * Pack4(-1.0, 0.0, 1.0, 0.0),
            Pack4(__builtin_shufflevector(v, v, 1, 0, 2, 0)) * Pack4(1.0, -1.0, 0.0, 0.0)};
  }
}
// s e_k, where k is the place of a unit vector.
template <class T, int k>
CATENA_INLINE Column<T> on_axis(const T& s) {
  if constexpr (std::is_same_v<Column<T>, Vec3<T>>) {
    Vec3<T> result = Vec3<T>::zero();
    result[k] = s;
    return result;
  } else {
    return Pack4(s) * Pack4(k == 0 ? 1.0 : 0.0, k == 1 ? 1.0 : 0.0, k == 2 ? 1.0 : 0.0, 0.0);
  }
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
