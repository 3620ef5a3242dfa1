#pragma once
// Products with matrices that have the sparsity of a tree: entry (i, j) is zero unless one of the
// dofs i and j moves the other.

#include "catena/dynamics/world_pass.hpp"

namespace catena::detail {

// Consecutive numbers as one value: doubles in a pack, or a number by itself.
template <class V, class T>
CATENA_INLINE V load(const T* from) {
  if constexpr (std::is_same_v<V, T>)
    return *from;
  else
    return V::load(from);
}
template <class V, class T>
CATENA_INLINE void store(const V& value, T* to) {
  if constexpr (std::is_same_v<V, T>)
    *to = value;
  else
    value.store(to);
}

// Sums for four columns; named, so that they stay in registers.
template <class V>
struct FourSums {
  V c0 = V(0.0), c1 = V(0.0), c2 = V(0.0), c3 = V(0.0);
  template <class T>
  CATENA_INLINE void subtract(const V& a, const T* b) {
    c0 -= a * V(b[0]), c1 -= a * V(b[1]), c2 -= a * V(b[2]), c3 -= a * V(b[3]);
  }
  template <class T>
  CATENA_INLINE void write(const MatrixView<T>& C, int i, int j, int count) const {
    store(c0, C.column(j) + i);
    if (count > 1) store(c1, C.column(j + 1) + i);
    if (count > 2) store(c2, C.column(j + 2) + i);
    if (count > 3) store(c3, C.column(j + 3) + i);
  }
};

// One block of C = -A B: `Steps` times the width of V rows from i on, columns j .. j + 3. `panel`
// holds those columns of B, four numbers per row k, at the ancestors of dof j and in [j, end).
template <class V, int Steps, class T>
CATENA_INLINE void product_block(const Model& model, const MatrixView<T>& A, const T* panel, int i,
                                 int j, int end, int count, const MatrixView<T>& C) {
  constexpr int width = static_cast<int>(sizeof(V) / sizeof(T));
  FourSums<V> first, second, third;
  const auto accumulate = [&](std::ptrdiff_t k) CATENA_INLINE_LAMBDA {
    const T *const a = A.column(k) + i, *const b = panel + 4 * k;
    first.subtract(load<V>(a), b);
    if constexpr (Steps > 1) second.subtract(load<V>(a + width), b);
    if constexpr (Steps > 2) third.subtract(load<V>(a + 2 * width), b);
  };
  for_each_ancestor(model, at(model.dof_parent(), j), accumulate);
  for (std::ptrdiff_t k = j; k < end; ++k) accumulate(k);
  first.write(C, i, j, count);
  if constexpr (Steps > 1) second.write(C, i + width, j, count);
  if constexpr (Steps > 2) third.write(C, i + 2 * width, j, count);
}

// B = -A B for a symmetric A, where column j of B is zero except at the ancestors and the subtree
// of dof j. Four columns share the loads of A; strips of rows stay in registers. The last strip may
// overlap the one before. `panel` is scratch for 4 nv numbers.
template <class T>
void minus_tree_product(const Model& model, const MatrixView<T>& A, const MatrixView<T>& B,
                        T* panel) {
  const int n = model.nv();
  for (int j = 0; j < n; j += 4) {
    const int count = std::min(4, n - j);
    int end = j;
    for (int c = 0; c < count; ++c) end = std::max(end, at(model.dof_subtree_end(), j + c));
    const auto pack = [&](std::ptrdiff_t k) {
      for (std::ptrdiff_t c = 0; c < 4; ++c) panel[4 * k + c] = c < count ? B(k, j + c) : T(0.0);
    };
    for_each_ancestor(model, at(model.dof_parent(), j), pack);
    for (std::ptrdiff_t k = j; k < end; ++k) pack(k);
    int i = 0;
    if constexpr (std::is_same_v<T, double>) {
      for (; n >= 12 && i < n && n - i != 8 && n - i > 4; i += 12)
        product_block<Pack4, 3>(model, A, panel, std::min(i, n - 12), j, end, count, B);
      for (; n >= 8 && i < n && n - i > 4; i += 8)
        product_block<Pack4, 2>(model, A, panel, std::min(i, n - 8), j, end, count, B);
      for (; n >= 4 && i < n; i += 4)
        product_block<Pack4, 1>(model, A, panel, std::min(i, n - 4), j, end, count, B);
    }
    for (; i < n; ++i) product_block<T, 1>(model, A, panel, i, j, end, count, B);
  }
}

}  // namespace catena::detail
