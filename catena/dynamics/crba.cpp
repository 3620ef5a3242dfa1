// Composite-rigid-body algorithm in world axes (see world_pass.hpp): composite inertias add up
// without transforms, and M(i, j) = S_j . I_i^c S_i is one dot product per ancestor.

#include <algorithm>
#include <array>

#include "catena/dynamics/mass_matrix.hpp"
#include "catena/dynamics/world_pass.hpp"

namespace catena {

using detail::at;
using detail::for_each_ancestor;

namespace {

// S . F_i for `count` forces: in the lanes of one pack for doubles.
template <std::size_t count, class T>
class ColumnProducts {
 public:
  CATENA_INLINE explicit ColumnProducts(const Force<T>* F) : F_(F) {}
  CATENA_INLINE std::array<T, count> operator()(const Motion<T>& S) const {
    std::array<T, count> result;
    for (std::size_t i = 0; i < count; ++i) result[i] = dot(S, F_[i]);
    return result;
  }

 private:
  const Force<T>* F_;
};
template <std::size_t count>
class ColumnProducts<count, double> {
 public:
  CATENA_INLINE explicit ColumnProducts(const Force<double>* F) {
    constexpr std::size_t i1 = std::min<std::size_t>(1, count - 1),
                          i2 = std::min<std::size_t>(2, count - 1), i3 = count - 1;
    for (int c = 0; c < 6; ++c) rows_[c] = Pack4(F[0][c], F[i1][c], F[i2][c], F[i3][c]);
  }
  CATENA_INLINE Pack4 operator()(const Motion<double>& S) const {
    return rows_[0] * S.angular.x + rows_[1] * S.angular.y + rows_[2] * S.angular.z +
           rows_[3] * S.linear.x + rows_[4] * S.linear.y + rows_[5] * S.linear.z;
  }

 private:
  Pack4 rows_[6];
};

// M(i, j) = S_j . F_i for `count` consecutive dofs i of one chain, from `first` on, and the dofs j
// above them down to `stop`; and among themselves.
template <std::size_t count, class T>
CATENA_INLINE void chain_entries(const Model& model, int first, int stop, const Motion<T>* S,
                                 const Force<T>* F, const MatrixView<T>& M) {
  const ColumnProducts<count, T> products(F + first);
  std::array<T*, count> columns;
  for (std::size_t i = 0; i < count; ++i) columns[i] = M.column(first + static_cast<int>(i));
  const auto entries_above = [&](std::ptrdiff_t j) CATENA_INLINE_LAMBDA {
    const auto m = products(S[j]);
    T* const column = M.column(j) + first;
    for (std::size_t i = 0; i < count; ++i) column[i] = columns[i][j] = m[i];
  };
  for_each_ancestor(model, at(model.dof_parent(), first), stop, entries_above);
  for (std::size_t j = 0; j < count; ++j) {
    const auto m = products(S[first + static_cast<int>(j)]);
    const T armature(model.armature()[first + static_cast<int>(j)]);
    for (std::size_t i = j; i < count; ++i)
      columns[j][first + static_cast<int>(i)] = columns[i][first + static_cast<int>(j)] =
          i == j ? m[i] + armature : m[i];
  }
}

// Rows and columns of a free root's six dofs, whose axes are those of the body itself: its own
// block is the composite inertia in body axes, the others are the forces F in body axes.
template <class T>
void free_root_entries(const Model& model, const Mat3<T>& R, const Inertia<T>& I, int base, int end,
                       const Force<T>* F, const MatrixView<T>& M) {
  const Mat3<T> J = rotated(transpose(R), I.rotational).dense();
  const Mat3<T> H = skew(transpose_times(R, I.moment));
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 3; ++i) {
      M(base + i, base + j) = J(i, j);
      M(base + i, base + j + 3) = M(base + j + 3, base + i) = H(i, j);
      M(base + i + 3, base + j + 3) = i == j ? I.mass : T(0.0);
    }
  for (int i = base; i < base + 6; ++i) M(i, i) += T(model.armature()[i]);
  for (int i = base + 6; i < end; ++i) {
    const Force<T> f = {transpose_times(R, F[i].angular), transpose_times(R, F[i].linear)};
    T* const column = &M(base, i);
    for (int k = 0; k < 6; ++k) column[k] = M(i, base + k) = f[k];
  }
}

}  // namespace

template <class T>
void crba(const Model& model, In<T> q, OutMatrix<T> M, Workspace<T>& ws) {
  detail::require_size("crba", "q", q.size(), model.nq());
  detail::require_workspace("crba", model, ws);
  detail::require_shape("crba", "M", M, model.nv(), model.nv());
  detail::world_positions(model, q.data(), static_cast<const T*>(nullptr), ws);
  detail::set_zero(M);
  const auto nodes = model.nodes();
  const Motion<T>* const S = ws.S.data();
  Force<T>* const F = ws.dof_forces.data();
  for (std::size_t i = nodes.size() - 1; i > 0; --i) {
    const Node& node = nodes[i];
    const auto& I = ws.composites[i];                               // descendants have been added
    if (node.parent == 0 && node.kind == NodeKind::Free) continue;  // free_root_entries()
    for (int dof = node.v; dof < node.v + node.nv; ++dof) F[dof] = I * S[dof];
    if (node.parent != 0) at(ws.composites, node.parent) += I;
  }
  for (int base = 0; base < model.nv();) {  // each tree of dofs
    const int end = at(model.dof_subtree_end(), base);
    const int root = at(model.dof_node(), base);
    const bool is_free = at(nodes, root).kind == NodeKind::Free && at(nodes, root).parent == 0;
    const int stop = is_free ? base + 6 : base;
    if (is_free)
      free_root_entries<T>(model, at(ws.poses, root).dense().rotation,
                           at(ws.composites, root).dense(), base, end, F, M);
    // Chains in groups of four, from their ends.
    for (int last = end - 1; last >= stop;) {
      const int first = std::max({last - 3, at(model.dof_run_start(), last), stop});
      switch (last - first) {
        case 0:
          chain_entries<1>(model, first, stop, S, F, M);
          break;
        case 1:
          chain_entries<2>(model, first, stop, S, F, M);
          break;
        case 2:
          chain_entries<3>(model, first, stop, S, F, M);
          break;
        default:
          chain_entries<4>(model, first, stop, S, F, M);
      }
      last = first - 1;
    }
    base = end;
  }
}

template void crba(const Model&, In<double>, OutMatrix<double>, Workspace<double>&);
template void crba(const Model&, In<Pack4>, OutMatrix<Pack4>, Workspace<Pack4>&);

}  // namespace catena
