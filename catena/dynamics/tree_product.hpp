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

// One block of C = -A B: rows [i, i + Rows) in steps of the width of V, columns j .. j + 3 of B,
// whose entries are zero except at the ancestors of dof j and in [j, end).
template <class V, std::size_t Rows, class T>
CATENA_INLINE void product_block(const Model& model, const MatrixView<T>& A,
                                 const std::array<const T*, 4>& B, int i, int j, int end, int count,
                                 const MatrixView<T>& C) {
  constexpr std::size_t width = sizeof(V) / sizeof(T), steps = Rows / width;
  V sum[4][steps];
  for (auto& column : sum)
    for (V& s : column) s = V(0.0);
  const auto accumulate = [&](std::ptrdiff_t k) __attribute__((always_inline)) {
    const T* const a = A.column(k) + i;
    for (std::size_t r = 0; r < steps; ++r) {
      const V a_r = load<V>(a + r * width);
      for (std::size_t c = 0; c < 4; ++c) sum[c][r] -= a_r * V(B[c][k]);
    }
  };
  detail::for_each_ancestor(model, at(model.dof_parent(), j), accumulate);
  for (int k = j; k < end; ++k) accumulate(k);
  for (std::size_t c = 0; c < static_cast<std::size_t>(count); ++c)
    for (std::size_t r = 0; r < steps; ++r)
      store(sum[c][r], C.column(j + static_cast<int>(c)) + i + r * width);
}

// C = -A B for a symmetric A, where column j of B is zero except at the ancestors and the subtree
// of dof j. Four columns share the loads of A; strips of rows stay in registers. The last strip may
// overlap the one before.
template <class T>
void minus_tree_product(const Model& model, const MatrixView<T>& A, const T* B,
                        const MatrixView<T>& C) {
  const int n = model.nv();
  for (int j = 0; j < n; j += 4) {
    const int count = std::min(4, n - j);
    std::array<const T*, 4> columns;
    int end = j;
    for (int c = 0; c < 4; ++c) {
      const int column = j + std::min(c, count - 1);
      at(columns, c) = B + static_cast<std::ptrdiff_t>(column) * n;
      end = std::max(end, at(model.dof_subtree_end(), column));
    }
    int i = 0;
    if constexpr (std::is_same_v<T, double>) {
      for (; n >= 8 && i < n; i += 8)
        product_block<Pack4, 8>(model, A, columns, std::min(i, n - 8), j, end, count, C);
      for (; n >= 4 && i < n; i += 4)
        product_block<Pack4, 4>(model, A, columns, std::min(i, n - 4), j, end, count, C);
    }
    for (; i < n; ++i) product_block<T, 1>(model, A, columns, i, j, end, count, C);
  }
}

}  // namespace catena::detail
