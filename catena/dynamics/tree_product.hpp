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

// Rows of a matrix in up to three values; named, so that they stay in registers.
template <class V, int Steps, class T>
struct Strip {
  static constexpr int width = static_cast<int>(sizeof(V) / sizeof(T));
  V s0 = V(0.0), s1 = V(0.0), s2 = V(0.0);

  CATENA_INLINE static Strip read(const T* from) {
    Strip s;
    s.s0 = load<V>(from);
    if constexpr (Steps > 1) s.s1 = load<V>(from + width);
    if constexpr (Steps > 2) s.s2 = load<V>(from + 2 * width);
    return s;
  }
  CATENA_INLINE void subtract(const Strip& a, const T& b) {
    const V factor(b);
    s0 -= a.s0 * factor;
    if constexpr (Steps > 1) s1 -= a.s1 * factor;
    if constexpr (Steps > 2) s2 -= a.s2 * factor;
  }
  CATENA_INLINE void write(T* to) const {
    store(s0, to);
    if constexpr (Steps > 1) store(s1, to + width);
    if constexpr (Steps > 2) store(s2, to + 2 * width);
  }
};

// The rows k of two columns of B and of two of C that are not all zero: four numbers per row, and
// the column k of A that they multiply.
template <class T>
struct Panel {
  const T* numbers;
  const T* const* columns;
  int size;
};

// One block of B = -A B and C = -A C: `Steps` times the width of V rows from i on. Twelve sums, a
// strip of A and one factor fill the sixteen registers.
template <class V, int Steps, class T>
CATENA_INLINE void product_block(Panel<T> panel, int i, int j, bool both, MatrixView<T> B,
                                 MatrixView<T> C) {
  Strip<V, Steps, T> b0, c0, b1, c1;
  const T* factors = panel.numbers;
  for (int k = 0; k < panel.size; ++k, factors += 4) {
    const auto a = Strip<V, Steps, T>::read(panel.columns[k] + i);
    b0.subtract(a, factors[0]);
    c0.subtract(a, factors[1]);
    b1.subtract(a, factors[2]);
    c1.subtract(a, factors[3]);
  }
  b0.write(B.column(j) + i);
  c0.write(C.column(j) + i);
  if (!both) return;
  b1.write(B.column(j + 1) + i);
  c1.write(C.column(j + 1) + i);
}

// The panel of columns j and, if `both`, j + 1: their ancestors and subtrees.
template <class T>
CATENA_INLINE Panel<T> make_panel(const Model& model, MatrixView<T> A, MatrixView<T> B,
                                  MatrixView<T> C, int j, bool both, Workspace<T>& ws) {
  const T *const b0 = B.column(j), *const c0 = C.column(j);
  const T *const b1 = both ? B.column(j + 1) : b0, *const c1 = both ? C.column(j + 1) : c0;
  T* const numbers = ws.panel.data();
  const T** const columns = ws.panel_columns.data();
  int size = 0;
  const auto add_rows = [&](int begin, int end) CATENA_INLINE_LAMBDA {
    int k = begin;
    if constexpr (std::is_same_v<T, double>)  // four rows at once; superfluous ones do no harm
      for (; k < end && k + 4 <= A.rows(); k += 4) {
        std::array<Pack4, 4> rows = {Pack4::load(b0 + k), Pack4::load(c0 + k), Pack4::load(b1 + k),
                                     Pack4::load(c1 + k)};
        transpose(rows);
        for (int r = 0; r < 4; ++r) {
          rows[static_cast<std::size_t>(r)].store(numbers + 4 * (size + r));
          columns[size + r] = A.column(k + r);
        }
        size += std::min(4, end - k);
      }
    for (; k < end; ++k, ++size) {
      T* const row = numbers + 4 * size;
      row[0] = b0[k], row[1] = c0[k], row[2] = b1[k], row[3] = c1[k];
      columns[size] = A.column(k);
    }
  };
  for (int last = at(model.dof_parent(), j); last >= 0;) {
    const int first = at(model.dof_run_start(), last);
    add_rows(first, last + 1);
    last = at(model.dof_parent(), first);
  }
  const int end = at(model.dof_subtree_end(), j);
  add_rows(j, both ? std::max(end, at(model.dof_subtree_end(), j + 1)) : end);
  return {numbers, columns, size};
}

// B = -A B and C = -A C for a symmetric A, where column j of B and C is zero except at the
// ancestors and the subtree of dof j. Two columns of each share the loads of A; strips of rows stay
// in registers. The last strip may overlap the one before.
template <class T>
void minus_tree_products(const Model& model, MatrixView<T> A, MatrixView<T> B, MatrixView<T> C,
                         Workspace<T>& ws) {
  const int n = model.nv();
  for (int j = 0; j < n; j += 2) {
    const bool both = j + 1 < n;
    const Panel<T> panel = make_panel(model, A, B, C, j, both, ws);
    int i = 0;
    if constexpr (std::is_same_v<T, double>) {
      for (; n >= 12 && i < n && n - i != 8 && n - i > 4; i += 12)
        product_block<Pack4, 3>(panel, std::min(i, n - 12), j, both, B, C);
      for (; n >= 8 && i < n && n - i > 4; i += 8)
        product_block<Pack4, 2>(panel, std::min(i, n - 8), j, both, B, C);
      for (; n >= 4 && i < n; i += 4)
        product_block<Pack4, 1>(panel, std::min(i, n - 4), j, both, B, C);
    }
    for (; i < n; ++i) product_block<T, 1>(panel, i, j, both, B, C);
  }
}

}  // namespace catena::detail
